//! Slices of strings of known length, at the places that the lengths give.
//!
//! A loop that compares both ends of a text and goes on with what is between them, `t = (str.substr s 1 (- (str.len s) 2))`, measures
//! each text anew. Spelled letter by letter ([`super::super::spelling`]), each of these lengths is a count of letters that may be missing,
//! and what is read there a choice between all places. But if one length is known, so are the places of the first slice, then its length,
//! and so on: bottom-up, in one pass, and each slice of a slice is one of the first text. Rewriting knows lengths only as far as terms
//! tell; to put numbers for lengths everywhere would take away the assertions that say so.

use super::alphabets::Alphabets;
use base::Int;
use rewrite::LinearSum;
use terms::{Op, Sort, Term, Terms};

/// Whether `t` is a slice at a place that depends on a length.
pub(super) fn asks(terms: &Terms, t: Term) -> bool {
    let measures = |&i: &Term| {
        terms.int_value(i).is_none()
            && rewrite::linear(terms, i).terms.iter().any(|&(x, _)| terms.op(x) == Op::StrLen)
    };
    terms.op(t) == Op::StrSubstr && terms.args(t)[1..].iter().any(measures)
}

/// The slice that `t` is, at a place of which only lengths were to be known.
pub(super) fn known(terms: &mut Terms, alphabets: &Alphabets, t: Term) -> Option<Term> {
    let (Op::StrSubstr, &[mut x, i, n]) = (terms.op(t), terms.args(t)) else { return None };
    if terms.int_value(i).is_some() && terms.int_value(n).is_some() {
        return None;
    }
    debug_assert!(terms.sort(x) == Sort::String, "a slice of what is no text");
    let (mut from, count) = (measured(terms, alphabets, i)?, measured(terms, alphabets, n)?);
    if let Some((whole, first)) = within(terms, x, &from, &count) {
        (x, from) = (whole, from + first);
    }
    let [from, count] = [from, count].map(|n| terms.int(n));
    Some(terms.mk(Op::StrSubstr, &[x, from, count]))
}

/// The string that `x` is a slice of, and its place, if that slice reaches as far as so many letters from a place in it.
fn within(terms: &Terms, x: Term, from: &Int, count: &Int) -> Option<(Term, Int)> {
    let (Op::StrSubstr, &[whole, i, n]) = (terms.op(x), terms.args(x)) else { return None };
    let (first, size) = (terms.int_value(i)?, terms.int_value(n)?);
    let is_within = [first, from, count].iter().all(|n| !n.is_negative());
    (is_within && from + count <= *size).then(|| (whole, first.clone()))
}

/// What a sum of known lengths is.
fn measured(terms: &Terms, alphabets: &Alphabets, t: Term) -> Option<Int> {
    let LinearSum { terms: lengths, constant: mut sum } = rewrite::linear(terms, t);
    for (length, factor) in lengths {
        let is_length = terms.op(length) == Op::StrLen;
        let letters = alphabets.get(terms, is_length.then(|| terms.arg(length, 0))?).length()?;
        sum += &(factor * Int::from(letters as u64));
    }
    Some(sum)
}
