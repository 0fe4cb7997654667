//! Memberships of concatenations that the languages of the parts decide.
//!
//! A text is put together in n steps, each by one of two cases: `j1 = "[" j0 "]"` or `"{" j0 "}"`. That it is well-formed holds in all
//! 2^n cases, which a search would refute one by one, as each candidate is a word. But the parts are choices between words, and so the
//! text is in the concatenation of their languages. If the language that is asked for includes that, or has no word in common with it,
//! the membership is decided. So it is if parts are what functions write: a text in which quotes are doubled has none alone. What the parts
//! have in common is lost, so nothing follows otherwise.

use super::super::flat::flat;
use super::alphabets::Alphabets;
use crate::strings::languages::Languages;
use automata::{CharSet, Re};
use base::{FxHashMap, Limits, Stop};
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

/// The language of a part: of a word, of a constant, or of choices between such, and what is put together of them.
pub(super) fn of_part(
    terms: &Terms,
    languages: &mut Languages,
    alphabets: &Alphabets,
    part: Term,
    limits: &Limits<'_>,
) -> Result<Option<Re>, Stop> {
    let (mut known, mut stack) = (FxHashMap::default(), vec![part]);
    while let Some(&t) = stack.last() {
        limits.charge(1)?;
        let op = terms.op(t);
        let inner = if matches!(op, Op::Ite | Op::StrConcat) { terms.args(t) } else { &[] };
        let inner = if op == Op::Ite { &inner[1..] } else { inner };
        let before = stack.len();
        stack.extend(inner.iter().filter(|a| !known.contains_key(*a)));
        if stack.len() > before {
            continue;
        }
        let mut of_inner: Vec<Re> = inner.iter().map(|a| known[a]).collect();
        if let Some(x) = not_empty(terms, t) {
            of_inner[1] = without_empty(terms, languages, (inner[1], x), &known, limits)?;
        }
        let language = if let Some(word) = terms.str_value(t) {
            languages.regexes.word(word)
        } else if op == Op::Ite {
            languages.regexes.union(of_inner)
        } else if op == Op::StrConcat {
            languages.regexes.concat_within(&of_inner, limits)?
        } else if let Some(given) = alphabets.languages(t) {
            languages.regexes.inter(given.iter().copied())
        } else if t != part && terms.is_constant(t) {
            of_letters(terms, languages, alphabets, t)
        } else {
            return Ok(None);
        };
        stack.pop();
        known.insert(t, language);
    }
    debug_assert!(known.contains_key(&part), "a part that is nothing");
    Ok(known.get(&part).copied())
}

/// The words of a part's letters.
pub(super) fn of_letters(
    terms: &Terms,
    languages: &mut Languages,
    alphabets: &Alphabets,
    part: Term,
) -> Re {
    let letters = alphabets.get(terms, part);
    let may_be_empty = letters.may_be_empty();
    let any = languages.regexes.chars(letters.set);
    if may_be_empty { languages.regexes.star(any) } else { languages.regexes.plus(any) }
}

/// The constant that is not empty where `t`, a choice, is its second branch.
fn not_empty(terms: &Terms, t: Term) -> Option<Term> {
    let (Op::Ite, &[c, ..]) = (terms.op(t), terms.args(t)) else { return None };
    let (Op::Eq, &[a, b]) = (terms.op(c), terms.args(c)) else { return None };
    let (x, word) = if terms.str_value(a).is_some() { (b, a) } else { (a, b) };
    (terms.is_constant(x) && terms.str_value(word)?.is_empty()).then_some(x)
}

/// The language of a text in which `x` is not empty.
fn without_empty(
    terms: &Terms,
    languages: &mut Languages,
    (text, x): (Term, Term),
    known: &FxHashMap<Term, Re>,
    limits: &Limits<'_>,
) -> Result<Re, Stop> {
    let regexes = &mut languages.regexes;
    let some = regexes.plus(Re::ANY);
    let mut parts = Vec::new();
    for part in flat(terms, text) {
        // A word within a concatenation within another one is in no table of its own.
        let Some(&language) = known.get(&part) else { return Ok(known[&text]) };
        parts.push(if part == x { regexes.inter([language, some]) } else { language });
    }
    debug_assert!(!parts.is_empty(), "a text of no parts");
    regexes.concat_within(&parts, limits)
}
