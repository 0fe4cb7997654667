//! What is known of the beginning of a string because an assertion says that a word is there.
//!
//! Of `x` with the prefix `"12."` the first dot is known, and the digits in front of it. To the procedures `(str.indexof x "." 0)` is any
//! position with a dot behind what has none, so where one of many such strings is to be read otherwise, each of them is a case.

use super::alphabets::Alphabets;
use terms::{Op, Term, Terms};

/// What `t` is, if it reads nothing but a known prefix of a constant.
pub(super) fn known(terms: &mut Terms, alphabets: &Alphabets, t: Term) -> Option<Term> {
    let &x = terms.args(t).first()?;
    let prefix = alphabets.prefix(x)?.to_vec();
    let number = |t: Term| terms.int_value(t)?.to_usize();
    if terms.op(t) == Op::StrSubstr {
        let (from, n) = (number(terms.arg(t, 1))?, number(terms.arg(t, 2))?);
        let read = prefix.get(from..from.checked_add(n)?)?.to_vec();
        return Some(terms.string(&read));
    }
    if !matches!(terms.op(t), Op::StrIndexOf | Op::StrContains) {
        return None;
    }
    let word = terms.str_value(terms.arg(t, 1)).filter(|word| !word.is_empty())?;
    let is_contains = terms.op(t) == Op::StrContains;
    let from = if is_contains { 0 } else { number(terms.arg(t, 2))? };
    let at = prefix.get(from..)?.windows(word.len()).position(|w| w == word)?;
    debug_assert!(prefix[from + at..].starts_with(word), "a word is where it is not");
    Some(if is_contains { terms.tt() } else { terms.int(from + at) })
}
