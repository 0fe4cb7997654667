//! Atoms that are about one string, as languages of it.

use crate::strings::languages::Languages;
use automata::Re;
use base::{Limits, Stop};
use terms::{Op, Term, Terms};

/// The declared constant that the atom `t` is a condition on, and the words with which it holds: of a membership, or of a word that is the
/// string, or a prefix, a suffix or a factor of it.
///
/// # Errors
/// When the limits are reached.
pub(super) fn condition(
    terms: &Terms,
    languages: &mut Languages,
    t: Term,
    limits: &Limits<'_>,
) -> Result<Option<(Term, Re)>, Stop> {
    let (op, &[a, b]) = (terms.op(t), terms.args(t)) else { return Ok(None) };
    if op == Op::StrInRe {
        let language = languages.language_within(terms, b, limits)?;
        return Ok(language.filter(|_| terms.is_constant(a)).map(|language| (a, language)));
    }
    if !matches!(op, Op::Eq | Op::StrContains | Op::StrPrefixOf | Op::StrSuffixOf) {
        return Ok(None);
    }
    let (x, word) = if terms.str_value(a).is_some() { (b, a) } else { (a, b) };
    let is_word_first = op != Op::StrContains;
    let Some(word) = terms.str_value(word) else { return Ok(None) };
    if !terms.is_constant(x) || op != Op::Eq && is_word_first != (x == b) {
        return Ok(None);
    }
    let word = languages.regexes.word_within(word, limits)?;
    let parts: &[Re] = match op == Op::StrContains {
        true => &[Re::ALL, word, Re::ALL],
        false if op == Op::StrPrefixOf => &[word, Re::ALL],
        false if op == Op::StrSuffixOf => &[Re::ALL, word],
        false => &[word],
    };
    Ok(Some((x, languages.regexes.concat_within(parts, limits)?)))
}
