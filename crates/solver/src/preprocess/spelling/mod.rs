//! Strings of known length that are read letter by letter become the codes of their letters.
//!
//! Programs take texts apart at fixed places: checksums, dates, dumps of bytes, ciphers, palindromes. Such a script says how long a string
//! is and then speaks of `(str.at s 7)`, of its code, or of the number that two digits make. To the procedures for words every letter
//! is a variable with an equation, and what arithmetic knows of codes reaches them one threshold at a time. But a string of length n is
//! nothing but n integers, and nearly every function of strings of known length is a function of the codes: an equation is one
//! for each letter, a membership the unrolled automaton, an order that of the first difference, a numeral the sum of its digits.
//! So here `s` is defined as `(str.from_code c0) ... (str.from_code cn)`, and all that speaks of it becomes arithmetic, for which
//! the SAT core and simplex are made.
//! (The idea is that of bounded solvers: A. Kiezun, V. Ganesh, P. Guo, P. Hooimeijer, M. Ernst, *HAMPI: A Solver for String
//! Constraints*, ISSTA 2009, which unrolls regexes over bit-vectors. There the user gives a length to every string. Here a length
//! must follow from the assertions, and the letters are integers, because `str.to_code` and `str.to_int` are.)
//!
//! Nor must the length be known. Where it is at most a few, or where a loop reads all letters up to an end that is not known, the codes
//! behind the end are -1, which `str.from_code` makes nothing of, and an integer is the length: addresses, versions and numerals are
//! bounded as often as their length is given. What such strings are put together to has gaps, which memberships step over. Bounded solvers
//! try one length after the other; then nothing is learnt for all.
//!
//! A string is spelled with all that it is compared with, and only if every literal that mentions one of them can be spelled ([`image`]):
//! half a string would be an equation too many. What gains nothing is left alone: letters must be read at enough fixed places, or be in
//! several places of concatenations ([`known`]).
//! A numeral of a bounded integer is a string of bounded length, too. Where nothing else is spelled, numerals are if all that they are in
//! can be, and if one is measured, or read by a function that is hard for words. So are choices between words of one length ([`choices`]).
//!
//! * [`known`]: the strings that are spelled and the places that are read, and [`lengths`]: what the assertions say of their lengths.
//! * [`places`]: the letters that they have there, [`texts`]: what is asserted of concatenations of them, and [`cases`]: the words
//!   that they may be.
//! * [`word`]: a string as the codes of its letters, and [`words`]: functions that give one.
//! * [`image`]: formulas and terms over codes, bottom-up; [`atoms`]: predicates of words, [`search`]: where one is in another, and
//!   [`numbers`]: the numbers that they are, [`padded`]: with zeros in front, and texts that are filled up, [`counted`]: by how
//!   many digits there are.
//! * [`ranges`]: bounds of integers, for numerals that are put into words, and [`nested`]: remainders of remainders.
//! * [`table`]: functions that are given by a list, and [`unrolled`]: memberships.

mod atoms;
mod cases;
mod choices;
mod counted;
mod image;
mod known;
mod lengths;
mod nested;
mod numbers;
mod padded;
mod places;
mod ranges;
mod search;
mod table;
mod tallied;
mod texts;
mod unrolled;
mod word;
mod words;

use crate::audit::{Audit, Goal};
use crate::engine::Resources;
use crate::strings::languages::Languages;
use base::{Budget, FxHashMap, Int, Interrupted, Limits, Stop, affordable};
pub(super) use cases::columns;
use image::Speller;
use known::{Extent, Known};
use lengths::Lengths;
pub(super) use nested::nested;
pub(super) use ranges::{Ranges, at_least_zero, bounds, zero};
use std::rc::Rc;
use terms::{Fun, Op, Sort, Term, Terms};
use word::{Letter, Letters, Spelling, within};

/// Constants with what they are spelled by: their definitions, and their lengths in the same order.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    pub(super) definitions: Vec<(Fun, Term)>,
    pub(super) lengths: Vec<Term>,
}

/// Spells what is worth it in `formulas`, and returns the definitions of strings that are spelled, `None` if nothing is. What they are
/// defined by is new, and `formulas` say that it consists of codes.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Option<Definitions>, Interrupted> {
    let Resources { terms, languages, audit, budget, options, .. } = res;
    let tunables = &budget.tunables().check;
    let all = terms.post_order_within(formulas, budget)?;
    let is_hard = all.iter().any(|&t| image::is_hard(terms, t));
    let numerals = all.iter().any(|&t| terms.op(t) == Op::StrFromInt);
    let choices = cfg!(feature = "scaling") && choices::are_related(terms, &all);
    let sources = Sources { numerals, choices };
    let effort = tunables.spelling_effort * all.len() as u64;
    let wide = match options.strings_spelling_all {
        true => Some((Extent::All, effort.max(tunables.spelling_steps))),
        false => is_hard.then_some((Extent::Bounded, effort)),
    };
    let mut spelled = Err(Stop::Local);
    for (extent, steps) in
        wide.into_iter().chain([(Extent::Exact, effort.max(tunables.spelling_steps))])
    {
        let limits = Limits::new(budget, steps);
        spelled = attempt(terms, languages, formulas, extent, sources, &limits);
        if !matches!(spelled, Err(Stop::Local)) {
            break;
        }
    }
    let Some(spelled) = affordable(spelled)?.flatten() else { return Ok(None) };
    spelled.report(terms, formulas, audit);
    *formulas = spelled.formulas;
    Ok(Some(Definitions { definitions: spelled.definitions, lengths: spelled.lengths }))
}

/// The image of a formula that is asserted later, when the strings of `definitions` are spelled and have these `lengths`; `None` if it
/// has none.
///
/// # Errors
/// When the budget runs out.
pub(super) fn later(
    terms: &mut Terms,
    languages: &mut Languages,
    formula: Term,
    definitions: &[(Fun, Term)],
    lengths: &[Term],
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    if terms.sort(formula) != Sort::Bool {
        return Ok(None);
    }
    let (mut letters, mut sets) = (Letters::default(), FxHashMap::default());
    for (&(fun, image), &length) in definitions.iter().zip(lengths) {
        let (codes, is_exact) = (codes_of(terms, image), terms.int_value(length).is_some());
        let letter = Letter { set: word::any(), optional: !is_exact };
        sets.extend(codes.iter().map(|&code| (code, letter.clone())));
        letters.insert(terms.constant(fun), Spelling { codes, is_exact, length });
    }
    let limits = Limits::new(budget, budget.tunables().check.spelling_steps);
    let ranges = Ranges::default();
    let mut speller = Speller::new(terms, languages, &limits, &letters, &sets, &ranges);
    let Some(images) = affordable(speller.images_of(&[formula]))? else { return Ok(None) };
    let failed = speller.groups().iter().any(|group| group.failed);
    // Of a formula that need not be asserted, nothing beside it can be required.
    let is_closed = speller.conditions(&images).is_empty();
    Ok(images.first().copied().filter(|_| is_closed && !failed))
}

/// The codes in a definition.
pub(super) fn codes_of(terms: &Terms, image: Term) -> Rc<[Term]> {
    let code = |&letter: &Term| {
        debug_assert!(terms.op(letter) == Op::StrFromCode, "a string is defined by no codes");
        terms.arg(letter, 0)
    };
    if terms.op(image) == Op::StrFromCode {
        return Rc::new([code(&image)]);
    }
    terms.args(image).iter().map(code).collect()
}

/// Words that there are without a spelled string.
#[derive(Clone, Copy)]
struct Sources {
    numerals: bool,
    /// Choices between words of one length that have conditions in common.
    choices: bool,
}

/// What spelling came to.
struct Spelled {
    /// The images, in the order of the originals, then what holds of new integers in them and that codes are codes.
    formulas: Vec<Term>,
    definitions: Vec<(Fun, Term)>,
    /// Of the constants that are defined.
    lengths: Vec<Term>,
}

/// Spells what is worth it, if anything is, strings of bounded length among them as `extent` says; numerals may be all there is.
fn attempt(
    terms: &mut Terms,
    languages: &mut Languages,
    formulas: &[Term],
    extent: Extent,
    sources: Sources,
    limits: &Limits<'_>,
) -> Result<Option<Spelled>, Stop> {
    let mut known = Known::collect(terms, languages, formulas, extent, limits)?;
    let (mut letters, mut sets) = (Letters::default(), FxHashMap::default());
    let mut ranges = Ranges::collect(terms, formulas);
    if cfg!(feature = "scaling") && sources.numerals {
        let all = terms.post_order_within(formulas, limits.budget())?;
        ranges.define(terms, formulas, &all, limits)?;
    }
    for (s, lengths) in known.strings() {
        limits.charge(lengths.most as u64)?;
        let admitted = known.letters(languages, s, limits)?;
        let spelling = Spelling::new(terms, lengths, &admitted);
        ranges.at_least(spelling.length, Int::from(lengths.least as u64));
        ranges.at_most(spelling.length, Int::from(lengths.most as u64));
        for (&code, letter) in spelling.codes.iter().zip(&admitted) {
            ranges.letter(code, letter);
        }
        sets.extend(spelling.codes.iter().copied().zip(admitted));
        letters.insert(s, spelling);
    }
    // Once to find out what can be spelled, and again without what cannot, by which more may fail: a choice between constants is a word
    // only as long as its condition has an image.
    let (mut is_trial, mut are_counted) = (true, true);
    let mut images = loop {
        if letters.is_empty() && !sources.numerals && !sources.choices {
            return Ok(None);
        }
        let mut speller = Speller::new(terms, languages, limits, &letters, &sets, &ranges);
        if cfg!(feature = "scaling") && sources.choices {
            speller.read_choices();
        }
        if extent == Extent::All {
            speller.move_letters();
        }
        if !are_counted {
            speller.leave_counted();
        }
        let mut images = speller.images_of(formulas)?;
        let groups = speller.groups();
        let is_done = match letters.is_empty() {
            true => speller.gains_without_strings(),
            false => !is_trial && groups.iter().all(|group| !group.failed),
        };
        if is_done {
            let conditions = speller.conditions(&images);
            images.extend(conditions);
            break images;
        }
        if letters.is_empty() && !are_counted {
            return Ok(None);
        }
        // Where not all has an image that reads them, numerals that are filled up are no words, but others may still be.
        are_counted &= !letters.is_empty();
        is_trial = false;
        known.keep(groups, extent, &limits.tunables().check);
        letters.retain(|s, _| known.contains(*s));
    };
    let (mut definitions, mut lengths) = (Vec::new(), Vec::new());
    for (s, range) in known.strings() {
        let spelling = &letters[&s];
        images.extend(spelling.holds(terms, range, &sets));
        definitions.extend(definition(terms, s, &spelling.codes));
        lengths.push(spelling.length);
    }
    debug_assert!(lengths.len() == definitions.len(), "a string is no constant");
    Ok(Some(Spelled { formulas: images, definitions, lengths }))
}

impl Spelling {
    /// New codes for a string of these letters.
    fn new(terms: &mut Terms, lengths: Lengths, letters: &[Letter]) -> Spelling {
        debug_assert!(lengths.least <= lengths.most, "a string of no length is spelled");
        debug_assert!(lengths.most == letters.len(), "nothing is known of a letter");
        let codes = letters.iter().map(|letter| letter.new_code(terms)).collect();
        let is_exact = lengths.is_known();
        let length = match is_exact {
            true => terms.int(lengths.most as u64),
            false => terms.fresh("length", Sort::Int),
        };
        Spelling { codes, is_exact, length }
    }

    /// The codes are codes, and those that are there are as many as the length says.
    fn holds(
        &self,
        terms: &mut Terms,
        lengths: Lengths,
        sets: &FxHashMap<Term, Letter>,
    ) -> Vec<Term> {
        let mut all = Vec::new();
        for (i, &code) in self.codes.iter().enumerate() {
            let Letter { set, optional } = &sets[&code];
            let mut inside = match sets[&code].progression() {
                Some(_) => word::between(terms, code, set),
                None => within(terms, code, set, None),
            };
            if *optional {
                let (none, place) = (terms.int(-1), terms.int(i as u64));
                let (missing, behind) =
                    (word::missing(terms, code, None), terms.le(self.length, place));
                inside = terms.ite(behind, missing, inside);
                all.push(terms.ge(code, none));
            }
            all.push(inside);
        }
        if !self.is_exact {
            let (least, most) = (terms.int(lengths.least as u64), terms.int(lengths.most as u64));
            all.extend([terms.ge(self.length, least), terms.le(self.length, most)]);
        }
        all
    }
}

/// The definition of the constant `s` by the codes of its letters.
fn definition(terms: &mut Terms, s: Term, codes: &[Term]) -> Option<(Fun, Term)> {
    let Op::Apply(fun) = terms.op(s) else { return None };
    let letters: Vec<Term> = codes.iter().map(|&c| terms.mk(Op::StrFromCode, &[c])).collect();
    Some((fun, terms.concat(&letters)))
}

impl Spelled {
    /// Tells the audit what became of `formulas`. Proofs have no rule for this.
    fn report(&self, terms: &mut Terms, formulas: &[Term], audit: &mut Audit) {
        audit.trace.give_up();
        if !audit.is_on() {
            return;
        }
        for (&before, &after) in formulas.iter().zip(&self.formulas).filter(|(a, b)| a != b) {
            let given = self.given(terms, formulas, before);
            audit.claim("preprocess.spelling", &given, Goal::Equal(before, after));
        }
    }

    /// What makes the image of a formula equivalent to it: the definitions of the strings in it, that codes are codes, and the bounds of
    /// integers that numerals are spelled by.
    fn given(&self, terms: &mut Terms, formulas: &[Term], before: Term) -> Vec<Term> {
        let inside = terms.post_order(&[before]);
        let mut given = self.formulas[formulas.len()..].to_vec();
        given.extend(bounds(terms, formulas).into_iter().filter(|&f| f != before));
        for &(fun, image) in &self.definitions {
            let s = terms.constant(fun);
            if inside.contains(&s) {
                given.push(terms.eq(s, image));
            }
        }
        given
    }
}
