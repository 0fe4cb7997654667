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
//! A string is spelled with all that it is compared with, and only if every literal that mentions one of them can be spelled ([`image`]):
//! half a string would be an equation too many. What gains nothing is left alone: letters must be read at enough fixed places ([`known`]).
//!
//! * [`known`]: the lengths that the assertions give, and the places that are read.
//! * [`word`]: a string as the codes of its letters, and [`words`]: functions that give one.
//! * [`image`]: formulas and terms over codes, bottom-up, and [`atoms`]: predicates and numbers of words.
//! * [`table`]: functions that are given by a list, and [`unrolled`]: memberships.

mod atoms;
mod image;
mod known;
mod table;
mod unrolled;
mod word;
mod words;

use crate::audit::{Audit, Goal};
use crate::strings::languages::Languages;
use automata::CharSet;
use base::{Budget, FxHashMap, Interrupted, Limits, Stop};
use image::Speller;
use known::Known;
use std::rc::Rc;
use terms::{Fun, Op, Sort, Term, Terms};
use word::within;

/// The codes of the letters of constants.
type Letters = FxHashMap<Term, Rc<[Term]>>;

/// Spells strings in `formulas`, and returns their definitions. What they are defined by is new, and `formulas` say that it
/// consists of codes.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    terms: &mut Terms,
    languages: &mut Languages,
    formulas: &mut Vec<Term>,
    audit: &mut Audit,
    budget: &Budget,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let limits = Limits::new(budget, budget.tunables().check.spelling_steps);
    match attempt(terms, languages, formulas, &limits) {
        Err(Stop::Query(why)) => Err(why),
        Err(Stop::Local) | Ok(None) => Ok(Vec::new()),
        Ok(Some(spelled)) => {
            spelled.report(terms, formulas, audit);
            *formulas = spelled.formulas;
            Ok(spelled.definitions)
        }
    }
}

/// The image of a formula that is asserted later, when the strings of `definitions` are spelled; `None` if it has none.
///
/// # Errors
/// When the budget runs out.
pub(super) fn later(
    terms: &mut Terms,
    languages: &mut Languages,
    formula: Term,
    definitions: &[(Fun, Term)],
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    if terms.sort(formula) != Sort::Bool {
        return Ok(None);
    }
    let (mut letters, mut sets) = (Letters::default(), FxHashMap::default());
    for &(fun, image) in definitions {
        let codes = codes_of(terms, image);
        sets.extend(codes.iter().map(|&code| (code, word::any())));
        letters.insert(terms.constant(fun), codes);
    }
    let limits = Limits::new(budget, budget.tunables().check.spelling_steps);
    let mut speller = Speller::new(terms, languages, &limits, &letters, &sets);
    match speller.images_of(&[formula]) {
        Err(Stop::Query(why)) => Err(why),
        Err(Stop::Local) => Ok(None),
        Ok(images) => {
            let failed = speller.groups().iter().any(|group| group.failed);
            Ok(images.first().copied().filter(|_| !failed))
        }
    }
}

/// The codes in a definition.
fn codes_of(terms: &Terms, image: Term) -> Rc<[Term]> {
    let code = |&letter: &Term| {
        debug_assert!(terms.op(letter) == Op::StrFromCode, "a string is defined by no codes");
        terms.arg(letter, 0)
    };
    if terms.op(image) == Op::StrFromCode {
        return Rc::new([code(&image)]);
    }
    terms.args(image).iter().map(code).collect()
}

/// What spelling came to.
struct Spelled {
    /// The images, in the order of the originals, and then that codes are codes.
    formulas: Vec<Term>,
    definitions: Vec<(Fun, Term)>,
}

/// Spells what is worth it, if anything is.
fn attempt(
    terms: &mut Terms,
    languages: &mut Languages,
    formulas: &[Term],
    limits: &Limits<'_>,
) -> Result<Option<Spelled>, Stop> {
    let Some(mut known) = Known::collect(terms, languages, formulas, limits)? else {
        return Ok(None);
    };
    let (mut letters, mut sets) = (Letters::default(), FxHashMap::default());
    for (s, length) in known.strings() {
        limits.charge(length as u64)?;
        let codes: Rc<[Term]> = (0..length).map(|_| terms.fresh("code", Sort::Int)).collect();
        let admitted = known.letters(languages, s, limits)?;
        sets.extend(codes.iter().copied().zip(admitted));
        letters.insert(s, codes);
    }
    debug_assert!(
        known.strings().all(|(s, length)| letters[&s].len() == length),
        "a string has more or fewer codes than letters"
    );
    // Once to find out what can be spelled, and again without what cannot.
    let mut trial = Speller::new(terms, languages, limits, &letters, &sets);
    trial.images_of(formulas)?;
    let groups = trial.groups();
    known.keep(groups, limits.tunables().check.spelling_share);
    letters.retain(|s, _| known.contains(*s));
    if letters.is_empty() {
        return Ok(None);
    }
    let mut speller = Speller::new(terms, languages, limits, &letters, &sets);
    let mut images = speller.images_of(formulas)?;
    debug_assert!(speller.groups().iter().all(|group| !group.failed), "what was spelled cannot be");
    let mut definitions = Vec::new();
    for (s, _) in known.strings() {
        let codes = Rc::clone(&letters[&s]);
        images.extend(codes.iter().map(|&code| is_code(terms, code, &sets[&code])));
        definitions.extend(definition(terms, s, &codes));
    }
    Ok(Some(Spelled { formulas: images, definitions }))
}

/// `code` is one of `set`.
fn is_code(terms: &mut Terms, code: Term, set: &CharSet) -> Term {
    within(terms, code, set, None)
}

/// The definition of the constant `s` by the codes of its letters.
fn definition(terms: &mut Terms, s: Term, codes: &[Term]) -> Option<(Fun, Term)> {
    let Op::Apply(fun) = terms.op(s) else { return None };
    let letters: Vec<Term> = codes.iter().map(|&c| terms.mk(Op::StrFromCode, &[c])).collect();
    Some((fun, terms.concat(&letters)))
}

impl Spelled {
    /// Tells the audit what became of `formulas`.
    fn report(&self, terms: &mut Terms, formulas: &[Term], audit: &mut Audit) {
        debug_assert!(!audit.trace.is_on(), "a proof has no rule for this");
        if !audit.is_on() {
            return;
        }
        for (&before, &after) in formulas.iter().zip(&self.formulas).filter(|(a, b)| a != b) {
            let given = self.given(terms, formulas, before);
            audit.claim("preprocess.spelling", &given, Goal::Equal(before, after));
        }
    }

    /// What makes the image of a formula equivalent to it: the definitions of the strings in it, and that codes are codes.
    fn given(&self, terms: &mut Terms, formulas: &[Term], before: Term) -> Vec<Term> {
        let inside = terms.post_order(&[before]);
        let mut given = self.formulas[formulas.len()..].to_vec();
        for &(fun, image) in &self.definitions {
            let s = terms.constant(fun);
            if inside.contains(&s) {
                given.push(terms.eq(s, image));
            }
        }
        given
    }
}
