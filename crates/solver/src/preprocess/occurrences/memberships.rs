//! Memberships of concatenations that the languages of the parts decide.
//!
//! A text is put together in n steps, each by one of two cases: `j1 = "[" j0 "]"` or `"{" j0 "}"`. That it is well-formed holds in all
//! 2^n cases, which a search would refute one by one, as each candidate is a word. But the parts are choices between words, and so the
//! text is in the concatenation of their languages. If the language that is asked for includes that, or has no word in common with it,
//! the membership is decided. So it is if parts are what functions write: a text in which quotes are doubled has none alone. What the parts
//! have in common is lost, so nothing follows otherwise.

use super::alphabets::Alphabets;
use super::flat;
use crate::strings::languages::Languages;
use automata::{CharSet, Re};
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
    let (mut parts, mut are_unknown) = (Vec::new(), true);
    for part in flat(terms, terms.arg(t, 0)) {
        limits.charge(1)?;
        let known = of_part(terms, languages, alphabets, part, limits)?;
        let Some(known) = known.or_else(|| of_image(terms, languages, alphabets, part)) else {
            return Ok(None);
        };
        are_unknown &= known == Re::ALL || terms.str_value(part).is_some();
        parts.push(known);
    }
    debug_assert!(!parts.is_empty(), "a concatenation of nothing");
    if are_unknown {
        return Ok(None);
    }
    let regexes = &mut languages.regexes;
    let whole = regexes.concat_within(&parts, limits)?;
    if regexes.includes_language(asked, whole, limits)? {
        return Ok(Some(terms.tt()));
    }
    Ok(regexes.is_disjoint(asked, whole, limits)?.then(|| terms.ff()))
}

/// The language of what a function writes: letters, and words in the place of one of them.
fn of_image(
    terms: &Terms,
    languages: &mut Languages,
    alphabets: &Alphabets,
    part: Term,
) -> Option<Re> {
    let (op, args) = (terms.op(part), terms.args(part));
    let regexes = &mut languages.regexes;
    if op == Op::StrReplaceAll {
        let (&[letter], word) = (terms.str_value(args[1])?, terms.str_value(args[2])?) else {
            return None;
        };
        let letters = alphabets.get(terms, args[0]).set;
        debug_assert!(args.len() == 3, "a replacement of something by nothing");
        let kept = regexes.chars(letters.difference(&CharSet::single(letter)));
        let word = if letters.contains(letter) { regexes.word(word) } else { Re::NONE };
        let each = regexes.union([kept, word]);
        return Some(regexes.star(each));
    }
    if op != Op::StrFromInt && !terms.is_constant(part) {
        return None;
    }
    let each = regexes.chars(alphabets.get(terms, part).set);
    Some(regexes.star(each))
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
