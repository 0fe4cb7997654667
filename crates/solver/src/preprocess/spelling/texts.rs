//! What assertions say of concatenations: how long their parts are together, and which letters these have.
//!
//! A text that is changed at one place is two concatenations that share their other parts, `u a v` and `u b v`, and what is asserted is
//! that both are texts of thirteen digits. Of no part alone anything is asserted: so no length of `v` was known, nothing was spelled, and
//! checksums of both texts were searched digit by digit. But a membership bounds the sum of the lengths of the parts, an equation says
//! that two such sums are equal, and once all lengths are known each part has places in the text, at which the language says what it may
//! be.

use super::lengths::Lengths;
use super::places::Place;
use super::unrolled::Unrolled;
use super::word::Shape;
use crate::strings::languages::Languages;
use automata::Re;
use base::{Int, Limits, Stop, Upper};
use rewrite::LinearSum;
use std::collections::BTreeMap;
use terms::{Op, Sort, Term, Terms};

/// A concatenation and a language that it is in.
pub(super) type Text = (Term, Re);

/// The memberships of concatenations in ground languages that are asserted.
pub(super) fn texts(
    terms: &Terms,
    languages: &mut Languages,
    formulas: &[Term],
    limits: &Limits<'_>,
) -> Result<Vec<Text>, Stop> {
    let mut found = Vec::new();
    for &f in formulas {
        if terms.op(f) != Op::StrInRe || terms.op(terms.arg(f, 0)) != Op::StrConcat {
            continue;
        }
        let language = languages.language_within(terms, terms.arg(f, 1), limits)?;
        found.extend(language.map(|re| (terms.arg(f, 0), re)));
    }
    Ok(found)
}

/// Sums of lengths of strings, given by these, that are not negative: of what is equal, and of `texts`.
pub(super) fn sums(
    terms: &Terms,
    languages: &mut Languages,
    formulas: &[Term],
    texts: &[Text],
    limits: &Limits<'_>,
) -> Result<Vec<LinearSum>, Stop> {
    let mut found = Vec::new();
    for &(text, language) in texts {
        let sum = length(terms, text, limits)?;
        let lengths = languages.regexes.length_abstraction(language);
        if let Some(Upper::AtMost(most)) = lengths.max() {
            found.push(LinearSum::constant(most).minus(&sum));
        }
        found.extend(lengths.min().map(|least| sum.plus_int(-Int::from(least))));
    }
    for &f in formulas {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { continue };
        let is_text = |t| terms.op(t) == Op::StrConcat;
        if terms.sort(a) == Sort::String && (is_text(a) || is_text(b)) {
            let sum = length(terms, a, limits)?.minus(&length(terms, b, limits)?);
            found.extend([sum.negated(), sum]);
        }
    }
    found.retain(|sum| !sum.terms.is_empty());
    Ok(found)
}

/// The length of `t` as a sum of those of its parts.
fn length(terms: &Terms, t: Term, limits: &Limits<'_>) -> Result<LinearSum, Stop> {
    debug_assert!(terms.sort(t) == Sort::String, "the length of what is no string");
    let mut sum = LinearSum::default();
    for &part in parts(terms, &t) {
        limits.charge(1)?;
        match terms.str_value(part) {
            Some(word) => sum.add_constant(word.len()),
            None => sum.add_var(part, 1),
        }
    }
    Ok(sum)
}

fn parts<'a>(terms: &'a Terms, t: &'a Term) -> &'a [Term] {
    if terms.op(*t) == Op::StrConcat { terms.args(*t) } else { std::slice::from_ref(t) }
}

/// The letters that `texts` have at the places of their parts, if all of these have `known` lengths.
pub(super) fn places(
    terms: &Terms,
    languages: &mut Languages,
    texts: &[Text],
    known: &BTreeMap<Term, Lengths>,
    limits: &Limits<'_>,
) -> Result<Vec<Place>, Stop> {
    let mut found = Vec::new();
    for &(text, language) in texts {
        let mut owners = Vec::new();
        let is_known = parts(terms, &text).iter().all(|&part| {
            let exact = known.get(&part).filter(|lengths| lengths.is_known()).map(|l| l.most);
            let length = terms.str_value(part).map(<[u32]>::len).or(exact);
            owners.extend((0..length.unwrap_or(0)).map(|i| (part, i)));
            length.is_some()
        });
        if !is_known {
            continue;
        }
        limits.charge(owners.len() as u64)?;
        let exact = vec![false; owners.len()];
        let regexes = &mut languages.regexes;
        let unrolled = Unrolled::new(regexes, language, &exact, Shape::Exact, limits)?;
        for ((part, place), set) in owners.into_iter().zip(unrolled.letters()) {
            if known.contains_key(&part) {
                found.push((part, place, set));
            }
        }
    }
    Ok(found)
}
