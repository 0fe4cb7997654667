//! Parts of a concatenation that no occurrence of a word begins or ends in.
//!
//! Problem: a name `s` without a dot gets an extension `e`, which may be empty, and is cut at its first dot again. Where that is depends on
//! `e`, so it is not known; but it is not in `s`. To the procedures for words the place is any position of the text, in each of many texts.
//!
//! An occurrence begins with the first letter of the word and ends with the last. So parts in front that lack the first letter, and parts
//! behind that lack the last, are taken off: what is looked for is in the rest, and a place counts from where the rest begins. (A case for
//! each part that it may be in would be a new condition for each of them.) The place in the rest is told as a length of what is in front of
//! it there, so that a slice up to it loses no part.

use super::alphabets::Alphabets;
use terms::{Op, Term, Terms};

/// What `t`, which looks for `word` in a text of these parts, is in terms of some of them, if not all are needed.
pub(super) fn taken_off(
    terms: &mut Terms,
    alphabets: &Alphabets,
    t: Term,
    (parts, word): (&[Term], &[u32]),
) -> Option<Term> {
    let (&first, &last) = (word.first()?, word.last()?);
    let from = parts.iter().position(|&p| may_have(terms, alphabets, p, first))?;
    let until = 1 + parts.iter().rposition(|&p| may_have(terms, alphabets, p, last))?;
    if from >= until || until - from == parts.len() {
        return None;
    }
    debug_assert!(until <= parts.len(), "a part behind the last");
    let [before, rest, after] =
        [&parts[..from], &parts[from..until], &parts[until..]].map(|parts| terms.concat(parts));
    let (op, word) = (terms.op(t), terms.arg(t, 1));
    if op == Op::StrIndexOf {
        return place(terms, before, rest, t);
    }
    if op == Op::StrContains {
        return Some(terms.mk(op, &[rest, word]));
    }
    let by = terms.arg(t, 2);
    let rest = terms.mk(op, &[rest, word, by]);
    Some(terms.concat(&[before, rest, after]))
}

/// Whether the part of a text may have the letter `c`.
fn may_have(terms: &Terms, alphabets: &Alphabets, part: Term, c: u32) -> bool {
    match terms.str_value(part) {
        Some(letters) => letters.contains(&c),
        None => alphabets.get(terms, part).set.contains(c),
    }
}

/// The place that `t` looks for, which is in `rest` if it is anywhere.
fn place(terms: &mut Terms, before: Term, rest: Term, t: Term) -> Option<Term> {
    let (word, zero) = (terms.arg(t, 1), terms.arg(t, 2));
    terms.int_value(zero).filter(|n| n.is_zero())?;
    let within = terms.mk(Op::StrIndexOf, &[rest, word, zero]);
    if terms.str_value(before).is_some_and(<[u32]>::is_empty) {
        return Some(within);
    }
    let front = terms.mk(Op::StrSubstr, &[rest, zero, within]);
    let front = terms.concat(&[before, front]);
    let (length, none) = (terms.mk(Op::StrLen, &[front]), terms.int(-1));
    let is_there = terms.mk(Op::StrContains, &[rest, word]);
    Some(terms.ite(is_there, length, none))
}
