//! Numerals that are read and written again.
//!
//! Programs normalize what they read: `(str.from_int (str.to_int x))` is `x` without zeros in front. A script that says so of versions or
//! identifiers often says, too, that they have none: `x` is `0` or begins with another digit. Then the function is `x` itself. Left as it
//! is, each such string has a number, and equal numbers make equal strings digit by digit.
//!
//! The language that says so is found among the assertions; that all of its words are such numerals is asked of automata.
//!
//! Where `x` may be any such numeral and is read only, it *is* one: for a new integer `k`, `x` is `(str.from_int k)`, and `k` is what it
//! is read as. So texts of equal numbers are equal by congruence. As a language and a number they are related by bounds, of which there is
//! no last one. Of a smaller language the procedures for numerals know more; and the digits of short ones are integers themselves
//! ([`super::spelling`]).
//!
//! What such a language says of numbers in sums, or in choices there, is stated, too: a numeral of at most two digits is at most 99. A sum
//! of sixteen of them is never 1,585 then, which the search would find out for one way after the other in which they may be long or short.

use super::replace::replace;
use super::substitution::replace_whole;
use crate::audit::{Audit, Goal};
use crate::engine::Resources;
use crate::strings::languages::Languages;
use automata::{LengthRange, Re, Regexes};
use base::{FxHashMap, FxHashSet, Int, Interrupted, Limits, Stop, Upper, affordable};
use terms::{Op, Sort, Term, Terms};

/// Replaces numerals that are written as they were read, and bounds those in sums. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let Resources { terms, languages, audit, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    if !all.iter().any(|&t| terms.op(t) == Op::StrToInt) {
        return Ok(false);
    }
    let memberships = memberships(terms, formulas);
    let limits = Limits::new(budget, budget.tunables().check.spelling_steps);
    let is_written = write(terms, languages, formulas, &memberships, audit, &limits)?;
    let facts = bounds(terms, languages, &all, &memberships, audit, &limits)?;
    formulas.extend_from_slice(&facts);
    let is_named = name(terms, languages, formulas, &memberships, audit, &limits)?;
    Ok(is_written || is_named || !facts.is_empty())
}

/// Replaces numerals that are written as they were read. Whether there are any.
fn write(
    terms: &mut Terms,
    languages: &mut Languages,
    formulas: &mut [Term],
    memberships: &FxHashMap<Term, Vec<Term>>,
    audit: &mut Audit,
    limits: &Limits<'_>,
) -> Result<bool, Interrupted> {
    let mut canonical = FxHashMap::default();
    let mut used = Vec::new();
    let changed = replace(terms, formulas, limits.budget(), |terms, t| {
        let Some(x) = read_again(terms, t) else { return Ok(None) };
        for &membership in memberships.get(&x).map_or(&[][..], Vec::as_slice) {
            let regex = terms.arg(membership, 1);
            let known = canonical.get(&regex).copied();
            let is_canonical = match known {
                Some(known) => known,
                None => affordable(is_canonical(terms, languages, regex, limits))? == Some(true),
            };
            canonical.insert(regex, is_canonical);
            if is_canonical {
                used.push(membership);
                return Ok(Some(x));
            }
        }
        Ok(None)
    })?;
    debug_assert!(changed.is_empty() || !used.is_empty(), "a numeral is replaced without a reason");
    Ok(audit.replaced("preprocess.numeral", &used, &changed))
}

/// Makes numerals of new integers of the strings that are read and may be any number without zeros in front. Whether there are any.
fn name(
    terms: &mut Terms,
    languages: &mut Languages,
    formulas: &mut Vec<Term>,
    memberships: &FxHashMap<Term, Vec<Term>>,
    audit: &mut Audit,
    limits: &Limits<'_>,
) -> Result<bool, Interrupted> {
    let (mut images, mut facts, mut given) = (FxHashMap::default(), Vec::new(), Vec::new());
    let mut known = FxHashMap::default();
    let sized = sized(terms, formulas);
    for number in terms.post_order_within(formulas, limits.budget())? {
        if terms.op(number) != Op::StrToInt {
            continue;
        }
        let x = terms.arg(number, 0);
        if sized.contains(&x) {
            continue;
        }
        for &membership in memberships.get(&x).map_or(&[][..], Vec::as_slice) {
            let regex = terms.arg(membership, 1);
            let least = match known.get(&regex) {
                Some(&least) => least,
                None => affordable(all_numerals_from(terms, languages, regex, limits))?.flatten(),
            };
            known.insert(regex, least);
            let Some(least) = least else { continue };
            let k = terms.fresh("number", Sort::Int);
            let (least, numeral) = (terms.int(least), terms.mk(Op::StrFromInt, &[k]));
            let (is_number, is_numeral) = (terms.ge(k, least), terms.eq(x, numeral));
            images.extend([(number, k), (membership, is_number)]);
            let named = [membership, terms.eq(number, k)];
            audit.claim("preprocess.numeral", &named, Goal::OneOf(vec![is_numeral]));
            given.extend(named);
            facts.extend([is_number, is_numeral]);
            break;
        }
    }
    if images.is_empty() {
        return Ok(false);
    }
    debug_assert!(facts.len() == given.len(), "a number without its numeral");
    replace_whole(terms, images, formulas, ("preprocess.numeral", &given), audit, limits.budget())?;
    formulas.extend(facts);
    Ok(true)
}

/// The strings whose length is a number that is asserted: they are spelled, and have digits then.
fn sized(terms: &Terms, formulas: &[Term]) -> FxHashSet<Term> {
    let of_length = |&f: &Term| {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
        let (length, n) = if terms.op(a) == Op::StrLen { (a, b) } else { (b, a) };
        let is_known = terms.op(length) == Op::StrLen && terms.int_value(n).is_some();
        is_known.then(|| terms.arg(length, 0))
    };
    formulas.iter().filter_map(of_length).collect()
}

/// Bounds of the numerals in sums whose lengths are bounded.
fn bounds(
    terms: &mut Terms,
    languages: &mut Languages,
    all: &[Term],
    memberships: &FxHashMap<Term, Vec<Term>>,
    audit: &mut Audit,
    limits: &Limits<'_>,
) -> Result<Vec<Term>, Interrupted> {
    let mut in_sums: FxHashSet<Term> = FxHashSet::default();
    // What contains others comes before them.
    for &t in all.iter().rev() {
        let op = terms.op(t);
        if op == Op::Add || matches!(op, Op::Mul | Op::Ite) && in_sums.contains(&t) {
            in_sums.extend(terms.args(t));
        }
    }
    let numerals = |t: &&Term| terms.op(**t) == Op::StrToInt && in_sums.contains(t);
    let numerals: Vec<Term> = all.iter().filter(numerals).copied().collect();
    let mut facts = Vec::new();
    for t in numerals {
        for &membership in memberships.get(&terms.arg(t, 0)).map_or(&[][..], Vec::as_slice) {
            let regex = terms.arg(membership, 1);
            let language = affordable(languages.language_within(terms, regex, limits))?;
            let Some(language) = language.flatten() else { continue };
            let longest = languages.regexes.length_abstraction(language).max();
            let digits = longest.and_then(Upper::number).and_then(|n| u32::try_from(n).ok());
            let most = limits.tunables().check.spelling_digits;
            let Some(digits) = digits.filter(|&n| n as usize <= most) else { continue };
            let greatest = terms.int(Int::from(10).pow(digits) - Int::ONE);
            let fact = terms.le(t, greatest);
            audit.conclude("preprocess.numeral", &[membership], Goal::OneOf(vec![fact]));
            facts.push(fact);
        }
    }
    Ok(facts)
}

/// `x` in `(str.from_int (str.to_int x))`.
fn read_again(terms: &Terms, t: Term) -> Option<Term> {
    let (Op::StrFromInt, &[n]) = (terms.op(t), terms.args(t)) else { return None };
    (terms.op(n) == Op::StrToInt).then(|| terms.arg(n, 0))
}

/// The asserted memberships of each string.
fn memberships(terms: &Terms, formulas: &[Term]) -> FxHashMap<Term, Vec<Term>> {
    let mut found: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
    for &f in formulas.iter().filter(|&&f| terms.op(f) == Op::StrInRe) {
        found.entry(terms.arg(f, 0)).or_default().push(f);
    }
    found
}

/// Whether all words of `regex` are numerals without zeros in front.
fn is_canonical(
    terms: &Terms,
    languages: &mut Languages,
    regex: Term,
    limits: &Limits<'_>,
) -> Result<bool, Stop> {
    let Some(language) = languages.language_within(terms, regex, limits)? else { return Ok(false) };
    let numerals = canonical_numerals(&mut languages.regexes);
    let other = languages.regexes.find_word(&[language], &[numerals], LengthRange::ANY, limits)?;
    Ok(other.is_none())
}

/// 0 or 1, if the words of `regex` are the numerals of all numbers from there on, without zeros in front.
fn all_numerals_from(
    terms: &Terms,
    languages: &mut Languages,
    regex: Term,
    limits: &Limits<'_>,
) -> Result<Option<i64>, Stop> {
    let Some(language) = languages.language_within(terms, regex, limits)? else { return Ok(None) };
    if !is_canonical(terms, languages, regex, limits)? {
        return Ok(None);
    }
    let numerals = canonical_numerals(&mut languages.regexes);
    let zero = languages.regexes.text("0");
    let missing = [language, zero];
    let other = languages.regexes.find_word(&[numerals], &missing, LengthRange::ANY, limits)?;
    let has_zero = languages.regexes.find_word(&[zero], &[language], LengthRange::ANY, limits)?;
    Ok(other.is_none().then_some(i64::from(has_zero.is_some())))
}

/// `0` and what begins with another digit.
fn canonical_numerals(regexes: &mut Regexes) -> Re {
    let [any, first] = ['0', '1'].map(|from| regexes.range(from.into(), '9'.into()));
    let (zero, rest) = (regexes.text("0"), regexes.star(any));
    let positive = regexes.concat(first, rest);
    regexes.union([zero, positive])
}
