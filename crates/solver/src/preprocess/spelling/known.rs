//! The strings whose length follows from the assertions, and where they are read.

use super::image::Group;
use super::unrolled::Unrolled;
use super::word;
use crate::strings::languages::Languages;
use automata::{CharSet, Re};
use base::{Int, Limits, Stop};
use std::collections::BTreeMap;
use terms::{Op, Sort, Term, Terms};

/// What is known of a constant.
#[derive(Debug)]
struct Facts {
    length: usize,
    /// Languages that it is in.
    within: Vec<Re>,
    /// The places that are read on their own.
    read: Vec<bool>,
}

/// What is known of the constants of known length.
pub(super) struct Known(BTreeMap<Term, Facts>);

impl Known {
    /// Looks through `formulas`; `None` if there is nothing to spell.
    pub(super) fn collect(
        terms: &Terms,
        languages: &mut Languages,
        formulas: &[Term],
        limits: &Limits<'_>,
    ) -> Result<Option<Known>, Stop> {
        let slices = slices(terms, formulas, limits)?;
        if slices.is_empty() {
            return Ok(None);
        }
        let mut known = Known(BTreeMap::default());
        let memberships = memberships(terms, languages, formulas, limits)?;
        for (s, length) in lengths(terms, languages, formulas, &memberships, limits)? {
            let of_s = memberships.iter().filter(|m| m.0 == s);
            let within = of_s.map(|m| m.1).collect();
            known.0.insert(s, Facts { length, within, read: vec![false; length] });
        }
        for (s, place, count) in slices {
            if let Some(facts) = known.0.get_mut(&s) {
                facts.read.iter_mut().skip(place).take(count).for_each(|read| *read = true);
            }
        }
        let is_read = known.0.values().any(|facts| facts.read.contains(&true));
        Ok(is_read.then_some(known))
    }

    /// The constants with their lengths.
    pub(super) fn strings(&self) -> impl Iterator<Item = (Term, usize)> + '_ {
        self.0.iter().map(|(&s, facts)| (s, facts.length))
    }

    pub(super) fn contains(&self, s: Term) -> bool {
        self.0.contains_key(&s)
    }

    /// The letters that `s` has at each place, at least.
    pub(super) fn letters(
        &self,
        languages: &mut Languages,
        s: Term,
        limits: &Limits<'_>,
    ) -> Result<Vec<CharSet>, Stop> {
        let facts = &self.0[&s];
        debug_assert!(
            facts.length <= limits.tunables().check.spelling_letters,
            "a long string is spelled"
        );
        let mut sets = vec![word::any(); facts.length];
        for &language in &facts.within {
            let unrolled = Unrolled::new(&mut languages.regexes, language, facts.length, limits)?;
            for (set, letters) in sets.iter_mut().zip(unrolled.letters()) {
                *set = set.intersect(&letters);
            }
        }
        Ok(sets)
    }

    /// Keeps the groups that can be spelled and of whose letters a share is read: one in `share`.
    pub(super) fn keep(&mut self, groups: Vec<Group>, share: usize) {
        debug_assert!(share > 0, "a share of none");
        for group in groups {
            debug_assert!(
                group.strings.iter().all(|s| self.contains(*s)),
                "a group has a string that nothing is known of"
            );
            let facts = || group.strings.iter().filter_map(|s| self.0.get(s));
            let letters: usize = facts().map(|facts| facts.length).sum();
            let read: usize =
                facts().map(|facts| facts.read.iter().filter(|&&read| read).count()).sum();
            if group.failed || read * share < letters {
                group.strings.iter().for_each(|s| drop(self.0.remove(s)));
            }
        }
    }
}

/// The slices of constants at fixed places, each with its place and how many letters it has at most.
fn slices(
    terms: &Terms,
    formulas: &[Term],
    limits: &Limits<'_>,
) -> Result<Vec<(Term, usize, usize)>, Stop> {
    let number = |t| terms.int_value(t).and_then(Int::to_usize);
    let slice = |t: Term| match terms.args(t) {
        &[s, i, n] if terms.op(t) == Op::StrSubstr => Some((s, number(i)?, number(n)?)),
        _ => None,
    };
    let all = terms.post_order_within(formulas, limits.budget())?;
    Ok(all.into_iter().filter_map(slice).filter(|s| is_constant(terms, s.0)).collect())
}

/// The asserted memberships of constants in ground languages.
fn memberships(
    terms: &Terms,
    languages: &mut Languages,
    formulas: &[Term],
    limits: &Limits<'_>,
) -> Result<Vec<(Term, Re)>, Stop> {
    let mut found = Vec::new();
    for &f in formulas {
        if terms.op(f) == Op::StrInRe && is_constant(terms, terms.arg(f, 0)) {
            let language = languages.language_within(terms, terms.arg(f, 1), limits)?;
            found.extend(language.map(|re| (terms.arg(f, 0), re)));
        }
    }
    Ok(found)
}

/// The lengths that equations and memberships give.
fn lengths(
    terms: &Terms,
    languages: &mut Languages,
    formulas: &[Term],
    memberships: &[(Term, Re)],
    limits: &Limits<'_>,
) -> Result<BTreeMap<Term, usize>, Stop> {
    let mut known: BTreeMap<Term, usize> = BTreeMap::default();
    for &(s, language) in memberships {
        let lengths = languages.regexes.length_abstraction(language);
        if let [only] = lengths.parts()
            && let Some(n) = only.as_single()
            && let Ok(n) = usize::try_from(n)
        {
            known.entry(s).or_insert(n);
        }
    }
    let is_equation = |f: &&Term| terms.op(**f) == Op::Eq && terms.args(**f).len() == 2;
    let equations: Vec<Term> = formulas.iter().filter(is_equation).copied().collect();
    for f in equations {
        limits.charge(1)?;
        if terms.sort(terms.arg(f, 0)) == Sort::Int
            && let Some((s, n)) = length_in(terms, f)
        {
            known.entry(s).or_insert(n);
        }
    }
    let longest = limits.tunables().check.spelling_letters;
    known.retain(|_, n| *n <= longest);
    Ok(known)
}

/// `c * |s| = n` as a length of `s`.
fn length_in(terms: &Terms, equation: Term) -> Option<(Term, usize)> {
    let (a, b) = (terms.arg(equation, 0), terms.arg(equation, 1));
    let sum = rewrite::linear(terms, a).minus(&rewrite::linear(terms, b));
    let [(length, c)] = &sum.terms[..] else { return None };
    let s = (terms.op(*length) == Op::StrLen).then(|| terms.arg(*length, 0))?;
    let n = if c.is_one() { -&sum.constant } else { sum.constant.clone() };
    (is_constant(terms, s) && c.abs().is_one()).then_some((s, n.to_usize()?))
}

fn is_constant(terms: &Terms, t: Term) -> bool {
    matches!(terms.op(t), Op::Apply(_)) && terms.args(t).is_empty() && terms.sort(t) == Sort::String
}
