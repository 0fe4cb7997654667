//! A word that contains many given ones, proposed before it is searched for.
//!
//! That a string contains each of n words is a conjunction whose automaton has a state for each subset of them, so a search among its
//! words takes for ever from a dozen on. But a short one is easily put together ([`automata::search::superstring`]). If it is in all
//! languages of the string, the SAT core is asked to try it, as a value of the string, so that whatever else speaks of it can object.
//! Where it does nothing is lost but a literal, as each word is proposed once.
//!
//! Nor is such a word short: words that share no ends each need room of their own. So a length that arithmetic proposes may be refuted
//! without that automaton ([`automata::search::superstring::least_length`]).

use crate::engine::Engine;
use crate::strings::table::Constraint;
use crate::theory::inference::InferenceId;
use automata::search::superstring::{least_length, superstring};
use automata::{Re, Regexes};
use base::{Int, Limits, Stop, affordable};
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
    let Some(word) = affordable(word)?.flatten() else { return Ok(false) };
    let word = engine.res.terms.string(&word);
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

/// Whether `n`, which arithmetic proposes for the length of `leaf`, is too little for all that it must contain, which is learned.
pub(super) fn is_too_short(
    engine: &mut Engine<'_>,
    (leaf, n): (Term, &Int),
    constraints: &[Constraint],
) -> Result<bool, Stop> {
    let is_on = cfg!(feature = "choices") && engine.res.options.strings_factors;
    if !is_on || !is_due(engine, constraints) {
        return Ok(false);
    }
    let regexes = &engine.res.languages.regexes;
    let (mut words, mut premises) = (Vec::new(), Vec::new());
    for c in constraints {
        let Some(Pattern { ends, factors }) = pattern(regexes, c) else { continue };
        words.extend(ends.into_iter().chain(factors));
        premises.extend(&c.premises);
    }
    let limits = Limits::new(engine.res.budget, engine.res.budget.tunables().strings.factors_steps);
    let Some(least) = affordable(least_length(&words, &limits))? else { return Ok(false) };
    let least = Int::from(least);
    if *n >= least {
        return Ok(false);
    }
    debug_assert!(!premises.is_empty(), "no words need room");
    let length = engine.length_of(leaf);
    let terms = &mut *engine.res.terms;
    let least = terms.int(least);
    let fits = terms.ge(length, least);
    engine.out.lemma(terms, InferenceId::RegexLengthAbstraction, &premises, fits);
    Ok(true)
}

fn is_due(engine: &Engine<'_>, constraints: &[Constraint]) -> bool {
    let regexes = &engine.res.languages.regexes;
    let few = engine.res.budget.tunables().strings.factors_few;
    let contains = |c: &&Constraint| pattern(regexes, c).is_some_and(|p| !p.factors.is_empty());
    constraints.iter().filter(contains).nth(few).is_some()
}

/// What a constraint says of a word that has anything in some places.
struct Pattern {
    /// What the word begins with, and what it ends with.
    ends: [Vec<u32>; 2],
    /// What it contains besides.
    factors: Vec<Vec<u32>>,
}

/// The words in a constraint between which anything may be.
fn pattern(regexes: &Regexes, constraint: &Constraint) -> Option<Pattern> {
    let parts = regexes.parts(constraint.re);
    let word = |letters: &[Re]| {
        letters.iter().map(|&letter| regexes.as_single(letter)).collect::<Option<Vec<u32>>>()
    };
    let words = parts.split(|part| *part == Re::ALL).map(word);
    let mut words = words.collect::<Option<Vec<_>>>().filter(|_| constraint.positive)?;
    let (end, start) = (words.pop()?, (!words.is_empty()).then(|| words.remove(0))?);
    words.retain(|word| !word.is_empty());
    Some(Pattern { ends: [start, end], factors: words })
}

/// The longest start and the longest end that constraints ask for.
fn longest_ends(patterns: &[Pattern]) -> [Vec<u32>; 2] {
    let mut longest = [const { Vec::new() }; 2];
    for pattern in patterns {
        for (longest, end) in longest.iter_mut().zip(&pattern.ends) {
            if end.len() > longest.len() {
                longest.clone_from(end);
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
    let patterns: Vec<Pattern> = constraints.iter().filter_map(|c| pattern(regexes, c)).collect();
    let factors: Vec<Vec<u32>> = patterns.iter().flat_map(|p| p.factors.clone()).collect();
    let word = superstring(&factors, limits)?;
    debug_assert!(factors.iter().all(|f| f.len() <= word.len()), "a factor is not contained");
    let [start, end] = &longest_ends(&patterns);
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
