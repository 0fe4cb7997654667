//! What single assertions say of strings by cases: `(or (and (= c "e") (= k ".")) (and (= c "t") (= k "-")) ...)`, or
//! `(ite (str.prefixof "%" p) (str.in_re p escape) (str.in_re p letter))`.
//!
//! Such tables of codes, of translations or of states, and pieces of one kind or another, say which language a string is in, whatever
//! the case: so how long it is, and which letters it has at each place. A table of
//! two strings and more is easier for codes than for words: each row is a case split, and whether a text that is put together from
//! such strings contains a word was known only when all of them were decided, so that texts were refuted one by one. The same holds where
//! cases say of what unknown parts a string is put together.

use super::lengths::{Lengths, is_constant};
use crate::strings::languages::Languages;
use automata::Re;
use base::{FxHashMap, FxHashSet, Limits, Stop};
use std::collections::BTreeMap;
use terms::sort::MAX_CHAR;
use terms::{Op, Sort, Term, Terms};

/// The languages that constants are in whichever case of `f` holds, if there are several.
pub(super) fn languages(
    terms: &Terms,
    languages: &mut Languages,
    f: Term,
    limits: &Limits<'_>,
) -> Result<Vec<(Term, Re)>, Stop> {
    let mut all: Option<BTreeMap<Term, Vec<Re>>> = None;
    for case in cases(terms, f, limits)? {
        let row = of_case(terms, languages, case, limits)?;
        match &mut all {
            None => all = Some(row.into_iter().map(|(s, re)| (s, vec![re])).collect()),
            Some(all) => all.retain(|s, cases| {
                cases.extend(row.get(s));
                row.contains_key(s)
            }),
        }
        if all.as_ref().is_some_and(BTreeMap::is_empty) {
            break;
        }
    }
    let all = all.unwrap_or_default().into_iter();
    Ok(all.map(|(s, cases)| (s, languages.regexes.union(cases))).collect())
}

/// The cases of `f`, each once, if it is a disjunction or a choice: decision diagrams share most of theirs.
fn cases(terms: &Terms, f: Term, limits: &Limits<'_>) -> Result<Vec<Term>, Stop> {
    let (mut cases, mut stack, mut seen) = (Vec::new(), vec![f], FxHashSet::default());
    while let Some(t) = stack.pop() {
        debug_assert!(terms.sort(t) == Sort::Bool, "a case that is no formula");
        limits.charge(1)?;
        if !seen.insert(t) {
            continue;
        }
        if terms.op(t) == Op::Or {
            stack.extend(terms.args(t));
        } else if terms.op(t) == Op::Ite {
            stack.extend(&terms.args(t)[1..]);
        } else {
            cases.push(t);
        }
    }
    cases.retain(|&case| case != f);
    Ok(cases)
}

/// The languages that constants are in by the facts of one case.
fn of_case(
    terms: &Terms,
    languages: &mut Languages,
    case: Term,
    limits: &Limits<'_>,
) -> Result<BTreeMap<Term, Re>, Stop> {
    let facts = if terms.op(case) == Op::And { terms.args(case) } else { &[case][..] };
    let (mut known, mut equal) = (BTreeMap::new(), Vec::new());
    for &fact in facts {
        let (&[a, b], op) = (terms.args(fact), terms.op(fact)) else { continue };
        if op == Op::StrInRe && is_constant(terms, a) {
            let language = languages.language_within(terms, b, limits)?;
            known.extend(language.map(|re| (a, re)));
        } else if op == Op::Eq && terms.sort(a) == Sort::String {
            equal.extend([(a, b), (b, a)].into_iter().filter(|(s, _)| is_constant(terms, *s)));
        }
    }
    for &(s, t) in &equal {
        let language = match (terms.str_value(t), terms.op(t)) {
            (Some(word), _) => Some(languages.regexes.word(word)),
            (None, Op::StrFromCode) => {
                let letter = languages.regexes.range(0, MAX_CHAR);
                Some(languages.regexes.opt(letter))
            }
            (None, _) => known.get(&t).copied(),
        };
        known.extend(language.map(|re| (s, re)));
    }
    Ok(known)
}

/// A string, and a word for each case.
pub(crate) type Column = (Term, Vec<Term>);

/// The strings of which each case of `f` says which word they are, if `f` is a disjunction.
pub(crate) fn columns(terms: &Terms, f: Term) -> Vec<Column> {
    columns_of(terms, f, is_word)
}

/// The strings of which each case of `f` says what they are put together from, if `f` is a disjunction, and that is not always a word.
pub(super) fn shapes(terms: &Terms, f: Term) -> Vec<Column> {
    let mut all = columns_of(terms, f, is_text);
    all.retain(|(_, texts)| texts.iter().any(|&t| terms.str_value(t).is_none()));
    all
}

/// The languages of strings with several [`shapes`], whose parts have these `lengths`: memberships, like those of [`languages`].
pub(super) fn shaped(
    terms: &Terms,
    languages: &mut Languages,
    formulas: &[Term],
    lengths: &BTreeMap<Term, Lengths>,
    limits: &Limits<'_>,
) -> Result<Vec<(Term, Re)>, Stop> {
    let mut found = Vec::new();
    for &f in formulas {
        for (s, texts) in shapes(terms, f) {
            let mut union = Some(Vec::new());
            for t in texts {
                limits.charge(terms.args(t).len() as u64)?;
                let language = of_text(terms, languages, t, lengths);
                union = union.zip(language).map(|(mut all, re)| {
                    all.push(re);
                    all
                });
            }
            found.extend(union.map(|all| (s, languages.regexes.union(all))));
        }
    }
    Ok(found)
}

/// The words that `t` may be, if its parts have these `lengths`.
fn of_text(
    terms: &Terms,
    languages: &mut Languages,
    t: Term,
    lengths: &BTreeMap<Term, Lengths>,
) -> Option<Re> {
    let parts = if terms.op(t) == Op::StrConcat { terms.args(t) } else { &[t][..] };
    let regexes = &mut languages.regexes;
    let mut all = Vec::with_capacity(parts.len());
    for &part in parts {
        all.push(match terms.str_value(part) {
            Some(word) => regexes.word(word),
            None => {
                let Lengths { least, most } = *lengths.get(&part)?;
                let (least, most) = (u32::try_from(least).ok()?, u32::try_from(most).ok()?);
                let letter = regexes.range(0, MAX_CHAR);
                regexes.repeat(letter, least, Some(most))
            }
        });
    }
    Some(regexes.concat_all(all))
}

fn columns_of(terms: &Terms, f: Term, of: fn(&Terms, Term) -> Option<(Term, Term)>) -> Vec<Column> {
    if terms.op(f) != Op::Or {
        return Vec::new();
    }
    let mut columns: Option<Vec<Column>> = None;
    for &case in terms.args(f) {
        let facts = if terms.op(case) == Op::And { terms.args(case) } else { &[case][..] };
        let row = facts.iter().filter_map(|&fact| of(terms, fact));
        match &mut columns {
            None => columns = Some(row.map(|(s, word)| (s, vec![word])).collect()),
            Some(columns) => {
                let row: FxHashMap<Term, Term> = row.collect();
                columns.retain_mut(|(s, words)| {
                    words.extend(row.get(s));
                    row.contains_key(s)
                });
            }
        }
        if columns.as_ref().is_some_and(Vec::is_empty) {
            break;
        }
    }
    columns.unwrap_or_default()
}

/// A constant and the word that it is, if `fact` says so.
fn is_word(terms: &Terms, fact: Term) -> Option<(Term, Term)> {
    let (&[a, b], Op::Eq) = (terms.args(fact), terms.op(fact)) else { return None };
    let of = |s: Term, word: Term| {
        (is_constant(terms, s) && terms.str_value(word).is_some()).then_some((s, word))
    };
    of(a, b).or_else(|| of(b, a))
}

/// A constant and the word or the concatenation that it is, if `fact` says so.
fn is_text(terms: &Terms, fact: Term) -> Option<(Term, Term)> {
    let (&[a, b], Op::Eq) = (terms.args(fact), terms.op(fact)) else { return None };
    let is_text = |t: Term| terms.str_value(t).is_some() || terms.op(t) == Op::StrConcat;
    let of = |s: Term, text: Term| (is_constant(terms, s) && is_text(text)).then_some((s, text));
    of(a, b).or_else(|| of(b, a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Budget, Upper};

    #[test]
    fn columns_are_what_all_cases_speak_of() {
        let mut terms = Terms::new();
        let [c, k, x] = ["c", "k", "x"].map(|name| terms.fresh(name, Sort::String));
        let words = ["e", "t", ".", "-."].map(|word| {
            let letters: Vec<u32> = word.chars().map(u32::from).collect();
            terms.string(&letters)
        });
        let [is_e, is_t] = [0, 1].map(|i| terms.eq(c, words[i]));
        let [dot, dash] = [2, 3].map(|i| terms.eq(k, words[i]));
        let other = terms.eq(x, words[0]);
        let rows = [terms.and(&[is_e, dot, other]), terms.and(&[is_t, dash])];
        let table = terms.or(&rows);
        let found = columns(&terms, table);
        assert_eq!(found.len(), 2, "x has no word in the second row");
        let (mut languages, budget) = (Languages::default(), Budget::unlimited());
        let limits = Limits::none(&budget);
        let by_case = super::languages(&terms, &mut languages, table, &limits).unwrap();
        let of_k = by_case.iter().find(|(s, _)| *s == k).unwrap();
        let lengths = languages.regexes.length_abstraction(of_k.1);
        assert_eq!((lengths.min(), lengths.max()), (Some(1), Some(Upper::AtMost(2))));
        assert_eq!(by_case.len(), 2, "x is in any language in the second row");
        let choice = terms.or(&[is_e, dot]);
        assert_eq!(columns(&terms, choice), []);
        assert_eq!(columns(&terms, is_e), []);
    }
}
