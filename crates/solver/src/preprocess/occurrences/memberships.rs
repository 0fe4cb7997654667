//! Memberships of concatenations that the languages of the parts decide.
//!
//! A text is put together in n steps, each by one of two cases: `j1 = "[" j0 "]"` or `"{" j0 "}"`. That it is well-formed holds in all
//! 2^n cases, which a search would refute one by one, as each candidate is a word. But the parts are choices between words, and so the
//! text is in the concatenation of their languages. If the language that is asked for includes that, or has no word in common with it,
//! the membership is decided. What the parts have in common is lost, so nothing follows otherwise.

use super::alphabets::Alphabets;
use super::flat;
use crate::strings::languages::Languages;
use automata::Re;
use base::{Limits, Stop};
use terms::{Op, Term, Terms};

/// What `t` is, if it is a membership of a concatenation that the languages of the parts decide.
///
/// # Errors
/// When the limits are reached.
pub(super) fn known(
    terms: &mut Terms,
    languages: &mut Languages,
    alphabets: &Alphabets,
    t: Term,
    limits: &Limits<'_>,
) -> Result<Option<Term>, Stop> {
    if !asks(terms, t) {
        return Ok(None);
    }
    let Some(asked) = languages.language_within(terms, terms.arg(t, 1), limits)? else {
        return Ok(None);
    };
    let mut parts = Vec::new();
    for part in flat(terms, terms.arg(t, 0)) {
        limits.charge(1)?;
        let Some(part) = of_part(terms, languages, alphabets, part, limits)? else {
            return Ok(None);
        };
        parts.push(part);
    }
    debug_assert!(!parts.is_empty(), "a concatenation of nothing");
    let regexes = &mut languages.regexes;
    let whole = regexes.concat_within(&parts, limits)?;
    if regexes.includes_language(asked, whole, limits)? {
        return Ok(Some(terms.tt()));
    }
    Ok(regexes.is_disjoint(asked, whole, limits)?.then(|| terms.ff()))
}

/// Whether `t` is a membership of a concatenation.
pub(super) fn asks(terms: &Terms, t: Term) -> bool {
    terms.op(t) == Op::StrInRe && terms.op(terms.arg(t, 0)) == Op::StrConcat
}

/// The language of a part: of a word, of a constant, or of a choice between such.
pub(super) fn of_part(
    terms: &Terms,
    languages: &mut Languages,
    alphabets: &Alphabets,
    part: Term,
    limits: &Limits<'_>,
) -> Result<Option<Re>, Stop> {
    let (mut cases, mut stack) = (Vec::new(), vec![part]);
    while let Some(t) = stack.pop() {
        limits.charge(1)?;
        if let Some(word) = terms.str_value(t) {
            cases.push(languages.regexes.word(word));
        } else if terms.op(t) == Op::Ite {
            stack.extend(&terms.args(t)[1..]);
        } else if let Some(known) = alphabets.languages(t) {
            cases.push(languages.regexes.inter(known.iter().copied()));
        } else {
            return Ok(None);
        }
    }
    debug_assert!(!cases.is_empty(), "a part that is nothing");
    Ok(Some(languages.regexes.union(cases)))
}
