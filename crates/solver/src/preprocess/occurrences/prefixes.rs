//! What is known of the beginning of a string because an assertion says that a word is there.
//!
//! Of `x` with the prefix `"12."` the first dot is known, and the digits in front of it. To the procedures `(str.indexof x "." 0)` is any
//! position with a dot behind what has none, so where one of many such strings is to be read otherwise, each of them is a case.

use super::alphabets::Alphabets;
use terms::{Op, Term, Terms};

/// Whether `all` have a word that a string begins with, and letters that are read at fixed places.
pub(super) fn asked(terms: &Terms, all: &[Term]) -> bool {
    let is_begun =
        |&t: &Term| terms.op(t) == Op::StrPrefixOf && terms.str_value(terms.arg(t, 0)).is_some();
    let is_read =
        |&t: &Term| matches!(terms.op(t), Op::StrSubstr | Op::StrAt) && fixed(terms, t).is_some();
    all.iter().any(is_begun) && all.iter().any(is_read)
}

/// The places of a slice at fixed places: the first, and how many.
fn fixed(terms: &Terms, t: Term) -> Option<(usize, usize)> {
    let number = |at: usize| terms.int_value(*terms.args(t).get(at)?)?.to_usize();
    let count = if terms.op(t) == Op::StrAt { Some(1) } else { number(2) };
    Some((number(1)?, count?))
}

/// What `t` is, if it reads nothing but a known prefix of a constant.
pub(super) fn known(terms: &mut Terms, alphabets: &Alphabets, t: Term) -> Option<Term> {
    let &x = terms.args(t).first()?;
    let prefix = alphabets.prefix(x)?.to_vec();
    if matches!(terms.op(t), Op::StrSubstr | Op::StrAt) {
        let (from, n) = fixed(terms, t)?;
        let read = prefix.get(from..from.checked_add(n)?)?.to_vec();
        return Some(terms.string(&read));
    }
    if !matches!(terms.op(t), Op::StrIndexOf | Op::StrContains) {
        return None;
    }
    let word = terms.str_value(terms.arg(t, 1)).filter(|word| !word.is_empty())?;
    let is_contains = terms.op(t) == Op::StrContains;
    let from = if is_contains { 0 } else { terms.int_value(terms.arg(t, 2))?.to_usize()? };
    let at = base::borders::find(&prefix, word, from)?;
    debug_assert!(prefix[at..].starts_with(word), "a word is where it is not");
    Some(if is_contains { terms.tt() } else { terms.int(at) })
}
