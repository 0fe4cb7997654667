//! A word that contains many given ones, proposed before it is searched for.
//!
//! That a string contains each of n words is a conjunction whose automaton has a state for each subset of them, so a search among its
//! words takes for ever from a dozen on. But a short one is easily put together ([`automata::search::superstring`]). If it is in all
//! languages of the string, the SAT core is asked to try it, as a value of the string, so that whatever else speaks of it can object.
//! Where it does nothing is lost but a literal, as each word is proposed once.

use crate::engine::Engine;
use crate::strings::table::Constraint;
use crate::theory::inference::InferenceId;
use automata::search::superstring::superstring;
use automata::{Re, Regexes};
use base::{Limits, Stop};
use terms::Term;

/// The name in the statistics.
const NAME: &str = "factors";

/// Proposes a word for `anchor` that contains all that it must contain, if that is much and it was not yet proposed.
pub(super) fn propose(
    engine: &mut Engine<'_>,
    anchor: Term,
    constraints: &[Constraint],
) -> Result<bool, Stop> {
    let most = engine.res.budget.tunables().strings.factors_steps;
    if !engine.res.options.strings_factors || !is_due(engine, constraints) {
        return Ok(false);
    }
    let before = engine.res.budget.spent();
    let limits = Limits::new(engine.res.budget, most);
    let word = candidate(&mut engine.res.languages.regexes, constraints, &limits);
    engine.res.stats.worked(NAME, engine.res.budget.spent() - before);
    let word = match word {
        Ok(Some(word)) => engine.res.terms.string(&word),
        Ok(None) | Err(Stop::Local) => return Ok(false),
        Err(stop) => return Err(stop),
    };
    let same = engine.res.terms.eq(anchor, word);
    if !engine.strings.propose(same) {
        return Ok(false);
    }
    engine.res.stats.decided_by(NAME);
    engine.out.decide(engine.res.terms, InferenceId::StringsValueSplit, same);
    let preference = engine.res.budget.tunables().strings.factors_preference;
    engine.out.split(vec![(same, f64::from(preference) / 100.0)]);
    Ok(true)
}

fn is_due(engine: &Engine<'_>, constraints: &[Constraint]) -> bool {
    let regexes = &engine.res.languages.regexes;
    let few = engine.res.budget.tunables().strings.factors_few;
    constraints.iter().filter(|c| factor(regexes, c).is_some()).nth(few).is_some()
}

/// The word that a constraint says to be contained.
fn factor(regexes: &Regexes, constraint: &Constraint) -> Option<Vec<u32>> {
    let parts = regexes.parts(constraint.re);
    let [Re::ALL, letters @ .., Re::ALL] = &parts[..] else { return None };
    let word = letters.iter().map(|&letter| regexes.as_single(letter));
    word.collect::<Option<Vec<u32>>>().filter(|_| constraint.positive)
}

/// The words that a constraint says to be at the start and at the end; what is between them is not looked at.
fn ends(regexes: &Regexes, constraint: &Constraint) -> Option<[Vec<u32>; 2]> {
    let parts = regexes.parts(constraint.re);
    let any = |part: &Re| *part == Re::ALL;
    let (first, last) = (parts.iter().position(any)?, parts.iter().rposition(any)?);
    let word = |letters: &[Re]| {
        letters.iter().map(|&letter| regexes.as_single(letter)).collect::<Option<Vec<u32>>>()
    };
    let both = [word(&parts[..first])?, word(&parts[last + 1..])?];
    Some(both).filter(|_| constraint.positive)
}

/// The longest start and the longest end that constraints ask for.
fn longest_ends(regexes: &Regexes, constraints: &[Constraint]) -> [Vec<u32>; 2] {
    let mut longest = [const { Vec::new() }; 2];
    for ends in constraints.iter().filter_map(|c| ends(regexes, c)) {
        for (longest, end) in longest.iter_mut().zip(ends) {
            if end.len() > longest.len() {
                *longest = end;
            }
        }
    }
    longest
}

/// A word that contains all factors between the longest start and the longest end, if it satisfies all constraints.
fn candidate(
    regexes: &mut Regexes,
    constraints: &[Constraint],
    limits: &Limits<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let factors: Vec<Vec<u32>> = constraints.iter().filter_map(|c| factor(regexes, c)).collect();
    let word = superstring(&factors, limits)?;
    debug_assert!(factors.iter().all(|f| f.len() <= word.len()), "a factor is not contained");
    let [start, end] = &longest_ends(regexes, constraints);
    let before = if word.starts_with(start) { &[][..] } else { start };
    let after = if word.ends_with(end) { &[][..] } else { end };
    let word = [before, &word[..], after].concat();
    debug_assert!(word.starts_with(start) && word.ends_with(end), "a word without its ends");
    for c in constraints {
        if regexes.contains_word(c.re, &word, limits)? != c.positive {
            return Ok(None);
        }
    }
    Ok(Some(word))
}
