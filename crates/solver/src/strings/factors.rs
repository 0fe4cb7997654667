//! A word that contains many given ones, proposed before it is searched for.
//!
//! That a string contains each of n words is a conjunction whose automaton has a state for each subset of them, so a search among its
//! words takes for ever from a dozen on. But a short one is easily put together ([`automata::search::superstring`]). If it is in all
//! languages of the string, the SAT core is asked to try it, as a value of the string, so that whatever else speaks of it can object.
//! Where it does nothing is lost but a literal, as each word is proposed once.
//!
//! Nor is such a word short: words that share no ends each need room of their own. So a length that arithmetic proposes may be refuted
//! without that automaton ([`automata::search::superstring::least_length`]). Of a length that is hardly enough, the search would look at
//! all subsets before it gives up a letter too many, so there, too, the words come first, and what is left of the languages then has
//! little more to say.

use crate::engine::Engine;
use crate::strings::table::Constraint;
use crate::theory::inference::InferenceId;
use automata::search::superstring::{least_length, supersequence, superstring};
use automata::{LengthRange, Re, Regexes};
use base::{Int, Limits, Stop, affordable};
use terms::Term;

/// The name in the statistics.
const NAME: &str = "factors";

/// A fact: so many orders of the words are tried. One that was proposed is refuted where it comes back, but not in all orders.
const TURNS: usize = 4;

/// Proposes a word for `anchor` that contains all that it must contain, if that is much and it was not yet proposed.
pub(super) fn propose(
    engine: &mut Engine<'_>,
    anchor: Term,
    constraints: &[Constraint],
) -> Result<bool, Stop> {
    let most = engine.res.budget.tunables().strings.factors_steps;
    if !is_due(engine, constraints) {
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
    if !is_due(engine, constraints) {
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

/// A word of this length, or of any, that begins with all that it must contain; `None` if none is found.
pub(super) fn word_of_length(
    engine: &mut Engine<'_>,
    constraints: &[Constraint],
    range: LengthRange,
) -> Result<Option<Vec<u32>>, Stop> {
    if !is_due(engine, constraints) {
        return Ok(None);
    }
    let limits = Limits::new(engine.res.budget, engine.res.budget.tunables().strings.factors_steps);
    for turn in 0..TURNS {
        let regexes = &mut engine.res.languages.regexes;
        let word = affordable(begun(regexes, constraints, (range, turn), &limits))?;
        if word.as_ref().is_none_or(Option::is_some) {
            return Ok(word.flatten());
        }
    }
    Ok(None)
}

fn is_due(engine: &Engine<'_>, constraints: &[Constraint]) -> bool {
    if !cfg!(feature = "scaling") || !engine.res.options.strings_factors {
        return false;
    }
    let regexes = &engine.res.languages.regexes;
    let few = engine.res.budget.tunables().strings.factors_few;
    let contains = |c: &&Constraint| sample(regexes, c).is_some_and(|p| !p.factors.is_empty());
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
    pattern_of(regexes, constraint, |part| Some(vec![regexes.as_single(part)?]))
}

/// As [`pattern`], with a shortest word in place of a language that words between which anything may be are from.
fn sample(regexes: &Regexes, constraint: &Constraint) -> Option<Pattern> {
    pattern_of(regexes, constraint, |part| regexes.shortest_by_form(part))
}

fn pattern_of(
    regexes: &Regexes,
    constraint: &Constraint,
    word_of: impl Fn(Re) -> Option<Vec<u32>>,
) -> Option<Pattern> {
    if !constraint.positive {
        return None;
    }
    let parts = regexes.parts(constraint.re);
    // Words of loops have millions of letters, and would be no ends of anything.
    if !parts.contains(&Re::ALL) {
        return None;
    }
    let word = |parts: &[Re]| {
        let words = parts.iter().map(|&part| word_of(part));
        words.collect::<Option<Vec<_>>>().map(|words| words.concat())
    };
    let mut words =
        parts.split(|part| *part == Re::ALL).map(word).collect::<Option<Vec<Vec<u32>>>>()?;
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

/// A word of a length in `range` that satisfies all constraints, with the longest start and all factors in front.
fn begun(
    regexes: &mut Regexes,
    constraints: &[Constraint],
    (range, turn): (LengthRange, usize),
    limits: &Limits<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let patterns: Vec<Pattern> = constraints.iter().filter_map(|c| sample(regexes, c)).collect();
    let mut word = all_factors(&patterns, turn, limits)?;
    let Some(rest) = range.after(word.len() as u64) else { return Ok(None) };
    let mut left: [Vec<Re>; 2] = [const { Vec::new() }; 2];
    for c in constraints {
        left[usize::from(c.positive)].push(regexes.left_quotient(c.re, &word, limits)?);
    }
    let [negative, positive] = left;
    let end = regexes.find_word(&positive, &negative, rest, limits)?;
    Ok(end.map(|end| {
        word.extend(end);
        debug_assert!(range.contains(word.len() as u64), "a word of another length than is wanted");
        word
    }))
}

/// A word with the factors of each pattern in order, behind the longest start; those that nothing orders are in another order in each
/// `turn`.
fn all_factors(patterns: &[Pattern], turn: usize, limits: &Limits<'_>) -> Result<Vec<u32>, Stop> {
    let mut lists: Vec<&[Vec<u32>]> = patterns.iter().map(|p| &p.factors[..]).collect();
    let first = turn % lists.len().max(1);
    lists.rotate_left(first);
    let word = if lists.iter().all(|list| list.len() <= 1) {
        superstring(&lists.concat(), limits)?
    } else {
        supersequence(&lists, limits)?
    };
    let factors = || lists.iter().copied().flatten();
    debug_assert!(factors().all(|f| f.len() <= word.len()), "a factor is not contained");
    let [start, _] = &longest_ends(patterns);
    let before = if word.starts_with(start) { &[][..] } else { start };
    Ok([before, &word[..]].concat())
}

/// A word that contains all factors between the longest start and the longest end, if it satisfies all constraints.
fn candidate(
    regexes: &mut Regexes,
    constraints: &[Constraint],
    limits: &Limits<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let patterns: Vec<Pattern> = constraints.iter().filter_map(|c| sample(regexes, c)).collect();
    let word = all_factors(&patterns, 0, limits)?;
    let [start, end] = &longest_ends(&patterns);
    let after = if word.ends_with(end) { &[][..] } else { end };
    let word = [&word[..], after].concat();
    debug_assert!(word.starts_with(start) && word.ends_with(end), "a word without its ends");
    for c in constraints {
        if regexes.contains_word(c.re, &word, limits)? != c.positive {
            return Ok(None);
        }
    }
    Ok(Some(word))
}
