//! The strings whose length follows from the assertions, or is bounded by them, and where they are read.

use super::cases;
use super::image::Group;
use super::lengths::{Lengths, is_constant, lengths};
use super::places;
use super::texts;
use super::unrolled::Unrolled;
use super::word::{self, Letter, Shape};
use crate::strings::languages::Languages;
use automata::{CharSet, Re};
use base::tunables::Check;
use base::{FxHashSet, Int, Limits, Stop};
use std::collections::BTreeMap;
use terms::{Op, Term, Terms};

/// What is known of a constant.
#[derive(Debug)]
struct Facts {
    lengths: Lengths,
    /// Languages that it is in.
    within: Vec<Re>,
    /// The places that are read on their own.
    read: Vec<bool>,
    /// Letters of which it has one at a place.
    choices: Vec<(usize, CharSet)>,
}

/// Which strings of bounded length are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    /// All, whatever is asked of them.
    All,
    /// Those that are short, or of which enough letters are read on their own.
    Bounded,
    /// None: only those of known length.
    Exact,
}

impl Extent {
    fn admits(self, facts: &Facts, tunables: &Check) -> bool {
        let is_short = facts.lengths.most <= tunables.spelling_bounded;
        match self {
            _ if facts.lengths.is_known() => true,
            Extent::All => true,
            Extent::Bounded => is_short || facts.is_read(tunables.spelling_read),
            Extent::Exact => false,
        }
    }
}

impl Facts {
    fn new(lengths: Lengths, within: Vec<Re>) -> Facts {
        Facts { lengths, within, read: lengths.alone(), choices: Vec::new() }
    }

    /// Whether one letter in `share` is read on its own, at least.
    fn is_read(&self, share: usize) -> bool {
        debug_assert!(share > 0, "a share of none");
        self.letters_read() * share >= self.lengths.most
    }

    /// Whether this is not spelled unless enough of its letters are read, as its length is known.
    fn is_long(&self, extent: Extent, tunables: &Check) -> bool {
        let is_short = match extent {
            Extent::All => true,
            Extent::Bounded => self.lengths.most <= tunables.spelling_bounded,
            Extent::Exact => false,
        };
        self.lengths.is_known() && !is_short
    }

    fn letters_read(&self) -> usize {
        debug_assert!(self.read.len() == self.lengths.most, "a letter is read that is not there");
        self.read.iter().filter(|&&read| read).count()
    }
}

/// What is known of the constants of known or bounded length.
pub(super) struct Known(BTreeMap<Term, Facts>);

impl Known {
    /// Looks through `formulas`, for strings as `extent` says: none if none of them is worth it.
    pub(super) fn collect(
        terms: &Terms,
        languages: &mut Languages,
        formulas: &[Term],
        extent: Extent,
        limits: &Limits<'_>,
    ) -> Result<Known, Stop> {
        let mut known = Known(BTreeMap::default());
        let mut memberships = memberships(terms, languages, formulas, limits)?;
        let (mut texts, mut sums) = (Vec::new(), Vec::new());
        if cfg!(feature = "scaling") {
            texts = texts::texts(terms, languages, formulas, limits)?;
            sums = texts::sums(terms, languages, formulas, &texts, limits)?;
        }
        let mut all = lengths(terms, languages, formulas, &memberships, &sums, limits)?;
        if cfg!(feature = "scaling") {
            let shaped = cases::shaped(terms, languages, formulas, &all, limits)?;
            if !shaped.is_empty() {
                memberships.extend(shaped);
                all = lengths(terms, languages, formulas, &memberships, &sums, limits)?;
            }
        }
        let mut at_places = places::places(terms, formulas, limits)?;
        at_places.extend(texts::places(terms, languages, &texts, &all, limits)?);
        let slices = slices(terms, formulas, &all, limits)?;
        for (s, lengths) in all {
            let of_s = memberships.iter().filter(|m| m.0 == s);
            let within = of_s.map(|m| m.1).collect();
            known.0.insert(s, Facts::new(lengths, within));
        }
        for (s, place, count) in slices {
            if let Some(facts) = known.0.get_mut(&s) {
                facts.read.iter_mut().skip(place).take(count).for_each(|read| *read = true);
            }
        }
        for (s, place, set) in at_places {
            if let Some(facts) = known.0.get_mut(&s) {
                facts.choices.push((place, set));
            }
        }
        let tunables = &limits.tunables().check;
        known.0.retain(|_, facts| extent.admits(facts, tunables));
        let is_short = |facts: &Facts| !facts.is_long(extent, tunables);
        if !known.0.values().any(|facts| is_short(facts) || facts.read.contains(&true)) {
            known.0.clear();
        }
        Ok(known)
    }

    /// The constants with their lengths.
    pub(super) fn strings(&self) -> impl Iterator<Item = (Term, Lengths)> + '_ {
        self.0.iter().map(|(&s, facts)| (s, facts.lengths))
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
    ) -> Result<Vec<Letter>, Stop> {
        let Facts { lengths, within, choices, .. } = &self.0[&s];
        debug_assert!(
            lengths.most <= limits.tunables().check.spelling_letters,
            "a long string is spelled"
        );
        let places = lengths.places();
        let letter = |&optional: &bool| Letter { set: word::any(), optional };
        let mut all: Vec<Letter> = places.iter().map(letter).collect();
        for &language in within {
            let regexes = &mut languages.regexes;
            let unrolled = Unrolled::new(regexes, language, &places, Shape::Padded, limits)?;
            for (letter, set) in all.iter_mut().zip(unrolled.letters()) {
                letter.narrow(&set);
            }
        }
        for (place, set) in choices {
            if let Some(letter) = all.get_mut(*place) {
                letter.narrow(set);
            }
        }
        Ok(all)
    }

    /// Keeps the groups that can be spelled and are worth it: of long strings of known length that functions are applied to, a share of
    /// the letters must be read; among the other groups there must be one with a function that is hard for words.
    pub(super) fn keep(&mut self, groups: Vec<Group>, extent: Extent, tunables: &Check) {
        let share = tunables.spelling_share;
        debug_assert!(share > 0, "a share of none");
        let is_long = |known: &Known, group: &Group| {
            let mut facts = group.strings.iter().filter_map(|s| known.0.get(s));
            facts.all(|facts| facts.is_long(extent, tunables))
        };
        let is_hard =
            groups.iter().any(|group| group.is_hard && !group.failed && !is_long(self, group));
        for group in groups {
            debug_assert!(
                group.strings.iter().all(|s| self.contains(*s)),
                "a group has a string that nothing is known of"
            );
            let facts = || group.strings.iter().filter_map(|s| self.0.get(s));
            let letters: usize = facts().map(|facts| facts.lengths.most).sum();
            let read: usize = facts().map(Facts::letters_read).sum();
            let is_read = group.is_applied && read > 0 && read * share >= letters;
            let is_known = facts().all(|facts| facts.lengths.is_known());
            let is_worth = extent == Extent::All
                || (is_known && is_read)
                || (is_hard && !is_long(self, &group));
            if group.failed || !is_worth {
                group.strings.iter().for_each(|s| drop(self.0.remove(s)));
            }
        }
    }
}

/// A string with a place in it, and how many letters from there on.
type Slice = (Term, usize, usize);

/// The slices of constants at fixed places, each with its place and how many letters it has at most, also of those that a concatenation
/// begins with, as far as their lengths are known. The remainder of a numeral reads all its digits: a sum of digits with weights, which
/// is what arithmetic can find numbers for.
fn slices(
    terms: &Terms,
    formulas: &[Term],
    known: &BTreeMap<Term, Lengths>,
    limits: &Limits<'_>,
) -> Result<Vec<Slice>, Stop> {
    let number = |t| terms.int_value(t).and_then(Int::to_usize);
    let slice = |t: Term| match terms.args(t) {
        &[s, i, n] if terms.op(t) == Op::StrSubstr => Some((s, number(i)?, number(n)?)),
        _ => None,
    };
    let all = terms.post_order_within(formulas, limits.budget())?;
    let numerals = all.iter().flat_map(|&t| numerals_divided(terms, t));
    let whole = numerals.chain(repeated(terms, &all));
    // exact: a numeral is read to its end, as is what is repeated.
    let whole = whole.map(|s| (s, 0, usize::MAX));
    let mut parts = Vec::new();
    for slice in all.iter().filter_map(|&t| slice(t)) {
        if cfg!(feature = "scaling") && terms.op(slice.0) == Op::StrConcat {
            read_parts(terms, slice, known, &mut parts, limits)?;
        } else {
            parts.push(slice);
        }
    }
    let slices = parts.into_iter().chain(whole);
    Ok(slices.filter(|s| is_constant(terms, s.0)).collect())
}

/// What a slice of a concatenation reads of the constants that this begins with, up to the first part whose length is not known.
fn read_parts(
    terms: &Terms,
    (s, place, count): Slice,
    known: &BTreeMap<Term, Lengths>,
    out: &mut Vec<Slice>,
    limits: &Limits<'_>,
) -> Result<(), Stop> {
    debug_assert!(terms.op(s) == Op::StrConcat, "parts of what has none");
    // exact: an end beyond all letters.
    let (mut start, end) = (0, place.saturating_add(count));
    for &part in terms.args(s) {
        limits.charge(1)?;
        let word = terms.str_value(part).map(|word| word.len());
        let exact = known.get(&part).filter(|lengths| lengths.is_known()).map(|l| l.most);
        let Some(length) = word.or(exact) else { break };
        if start >= end {
            break;
        }
        let from = place.max(start);
        if word.is_none() && from < start + length {
            out.push((part, from - start, end.min(start + length) - from));
        }
        start += length;
    }
    Ok(())
}

/// The strings that are a part of concatenations more than once. What is asked of one place is asked of another, and no
/// procedure for words takes an equation apart that has a variable on both sides.
fn repeated(terms: &Terms, all: &[Term]) -> Vec<Term> {
    let mut once: FxHashSet<Term> = FxHashSet::default();
    let concatenations = all.iter().filter(|&&t| terms.op(t) == Op::StrConcat);
    let parts = concatenations.flat_map(|&t| terms.args(t)).copied();
    parts.filter(|&s| is_constant(terms, s) && !once.insert(s)).collect()
}

/// The strings whose numerals are summands of `t`, if that is a remainder.
fn numerals_divided(terms: &Terms, t: Term) -> Vec<Term> {
    let &[sum, divisor] = terms.args(t) else { return Vec::new() };
    if terms.op(t) != Op::Mod || terms.int_value(divisor).is_none() {
        return Vec::new();
    }
    let sum = rewrite::linear(terms, sum);
    let numerals = sum.terms.iter().filter(|(t, _)| terms.op(*t) == Op::StrToInt);
    numerals.map(|(t, _)| terms.arg(*t, 0)).collect()
}

/// The memberships of constants in ground languages that are asserted, or hold whichever case of an assertion does.
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
        } else if cfg!(feature = "scaling") {
            found.extend(cases::languages(terms, languages, f, limits)?);
        }
    }
    Ok(found)
}
