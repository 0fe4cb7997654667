//! A search for small models by trial.
//!
//! A candidate is refined where it is wrong, and each refinement may lead to a longer one: negated `contains` and
//! nested searches can go on like that although words of one or two letters would do, on paths that nothing proposed. So
//! when a check has come back several times, small words are simply tried: the values of all constants are counted up
//! from the least, and the original formula is evaluated. Z3str3 runs a search for small strings
//! beside its procedure, and Z3-Noodler an under-approximation by short languages; evaluation needs neither theory
//! nor explanation, and can only ever say `sat`. It happens within a ration of steps, so that others lose next to nothing by it.

use super::lookups;
use super::repair::repair;
use super::round::Round;
use crate::engine::Engine;
use crate::theory::verdict::Verdict;
use base::tunables::Strings;
use base::{Budget, Int, Interrupted};
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

/// The integers that are tried.
const INTEGERS: std::ops::RangeInclusive<i64> = -1..=6;
/// A fact: of more strings that are looked up, factors are not tried, as these are too many together.
const LOOKUPS: usize = 2;

/// The name in the statistics.
const NAME: &str = "small-models";

/// Tries small words in the place of what was proposed, if that is due.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let cx = round.values;
    let (rounds, spent) = engine.strings.trials.begin_round(engine.res.budget.spent());
    let tunables = &engine.res.budget.tunables().strings;
    let is_slow = engine.strings.trials.is_repair_due(spent, tunables.repair_after);
    let to_count = rounds == tunables.small_patience || engine.strings.trials.is_trial_due(spent);
    let to_repair = rounds == tunables.repair_patience || is_slow;
    let may_look_up = cfg!(feature = "scaling") && rounds == 1 && engine.strings.has_functions();
    if may_look_up && look_up(engine, cx)? {
        engine.res.stats.decided_by(NAME);
        return Ok(Verdict::Satisfied);
    }
    if !(to_count || to_repair) {
        return Ok(Verdict::Consistent);
    }
    let roots: Vec<Term> = engine.all_roots().flatten().copied().collect();
    let choices = choices(engine.res.terms, &roots, engine.res.budget)?;
    let few = choices.iter().filter(|c| !c.is_bool()).count() <= tunables.small_constants;
    if is_slow {
        engine.strings.trials.repair_at(spent * tunables.repair_again);
    }
    let found = match few {
        true if to_count => count(engine, cx, (choices, rounds))?,
        // Of many constants a change looks at many values: that costs a part of what the check has cost, once that is much.
        false if is_slow || to_repair && choices.len() <= tunables.repair_constants => {
            let base = engine.model_so_far(cx)?;
            let steps = tunables.repair_steps.max(spent / 2);
            ration(engine, steps, |engine| repair(engine, &base, &choices))?
        }
        _ => false,
    };
    if found {
        engine.res.stats.decided_by(NAME);
    }
    Ok(if found { Verdict::Satisfied } else { Verdict::Consistent })
}

/// Tries words of texts for strings that are looked up there.
fn look_up(engine: &mut Engine<'_>, cx: &sat::Context<'_>) -> Result<bool, Interrupted> {
    let roots: Vec<Term> = engine.all_roots().flatten().copied().collect();
    let (terms, budget) = (&*engine.res.terms, engine.res.budget);
    let all = terms.post_order_within(&roots, budget)?;
    let mut factors = lookups::factors(terms, &all);
    let choice = |&t: &Term| {
        let Op::Apply(fun) = terms.op(t) else { return None };
        Some(Choice { fun, values: factors.remove(&t)? })
    };
    let choices: Vec<Choice> = all.iter().filter_map(choice).collect();
    debug_assert!(factors.is_empty(), "a string is looked up that is in no formula");
    if choices.is_empty() || choices.len() > LOOKUPS {
        return Ok(false);
    }
    let base = engine.model_so_far(cx)?;
    let steps = budget.tunables().check.table_steps;
    ration(engine, steps, |engine| try_all(engine, &base, &choices))
}

/// Counts strings and integers through.
fn count(
    engine: &mut Engine<'_>,
    cx: &sat::Context<'_>,
    (mut choices, rounds): (Vec<Choice>, u32),
) -> Result<bool, Interrupted> {
    choices.retain(|c| !c.is_bool());
    if choices.is_empty() {
        return Ok(false);
    }
    let base = engine.model_so_far(cx)?;
    let tunables = &engine.res.budget.tunables().strings;
    let all = tunables.small_steps;
    let is_first = rounds == tunables.small_patience;
    let steps = if is_first { engine.res.tried.first_ration(all) } else { all };
    engine.strings.trials.try_again_at((steps < all).then_some(all));
    let found = ration(engine, steps, |engine| try_all(engine, &base, &choices))?;
    engine.res.tried.tried(found);
    Ok(found)
}

/// What `search` finds within so many steps.
fn ration(
    engine: &mut Engine<'_>,
    steps: u64,
    search: impl FnOnce(&mut Engine<'_>) -> Result<bool, Interrupted>,
) -> Result<bool, Interrupted> {
    let budget = engine.res.budget;
    let before = budget.spent();
    let found = budget.rationed(steps, || search(engine));
    engine.res.stats.worked(NAME, budget.spent() - before);
    // The end of the ration is not that of the query.
    found.unwrap_or(Ok(false))
}

/// The values that a constant is given in turn.
pub(super) struct Choice {
    pub(super) fun: Fun,
    pub(super) values: Vec<Value>,
}

impl Choice {
    fn is_bool(&self) -> bool {
        matches!(self.values[0], Value::Bool(_))
    }
}

/// The string and integer constants of the formula with their values, small ones first.
fn choices(terms: &Terms, roots: &[Term], budget: &Budget) -> Result<Vec<Choice>, Interrupted> {
    let all = terms.post_order_within(roots, budget)?;
    let words = words(terms, &all, &budget.tunables().strings);
    let integers: Vec<Value> = INTEGERS.map(|n| Value::Int(Int::from(n))).collect();
    let choice = |&t: &Term| {
        let Op::Apply(fun) = terms.op(t) else { return None };
        // Constants of reductions are skipped: the original formula does not contain them.
        if terms.fun(fun).internal {
            return None;
        }
        let values = match terms.sort(t) {
            Sort::String => words.clone(),
            Sort::Int => integers.clone(),
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            _ => return None,
        };
        terms.args(t).is_empty().then_some(Choice { fun, values })
    };
    Ok(all.iter().filter_map(choice).collect())
}

/// Words of up to three letters that occur in the formula, or new ones, and its short literals, also with a letter before
/// or after them: a search for exactly the literal may behave unlike one with context.
fn words(terms: &Terms, all: &[Term], tunables: &Strings) -> Vec<Value> {
    let literals: Vec<Vec<u32>> = all
        .iter()
        .filter_map(|&t| terms.str_value(t))
        .filter(|w| !w.is_empty() && w.len() <= tunables.small_literal_length)
        .map(<[u32]>::to_vec)
        .take(tunables.small_literals)
        .collect();
    let mut letters: Vec<u32> = Vec::new();
    for c in literals.iter().flatten().copied().chain([u32::from('a'), u32::from('b')]) {
        if letters.len() < tunables.small_letters && !letters.contains(&c) {
            letters.push(c);
        }
    }
    let mut words = vec![Vec::new()];
    let mut shorter = 0;
    for _ in 0..tunables.small_length {
        let longer =
            |w: &Vec<u32>| letters.iter().map(|&c| [&w[..], &[c]].concat()).collect::<Vec<_>>();
        let next: Vec<Vec<u32>> = words[shorter..].iter().flat_map(longer).collect();
        shorter = words.len();
        words.extend(next);
    }
    let around = |literal: &Vec<u32>| {
        let with = |c: &u32| [[&literal[..], &[*c]].concat(), [&[*c], &literal[..]].concat()];
        letters.iter().flat_map(with).collect::<Vec<_>>()
    };
    let contexts: Vec<Vec<u32>> = literals.iter().flat_map(around).collect();
    for word in literals.into_iter().chain(contexts) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.into_iter().map(|w| Value::Str(w.into())).collect()
}

/// Counts through all combinations, the sum of the positions growing, until the judge accepts one.
fn try_all(engine: &mut Engine<'_>, base: &Model, choices: &[Choice]) -> Result<bool, Interrupted> {
    debug_assert!(
        choices.iter().all(|c| !c.values.is_empty()),
        "a constant has no value that could be tried"
    );
    let most: usize = choices.iter().map(|c| c.values.len() - 1).sum();
    for sum in 0..=most {
        let mut counter = Some(first(choices, 0, sum));
        while let Some(positions) = counter {
            let mut model = base.clone();
            for (choice, &i) in choices.iter().zip(&positions) {
                model.set(choice.fun, choice.values[i].clone());
            }
            engine.res.budget.charge(100)?;
            if engine.accepts_guess(model)? {
                return Ok(true);
            }
            counter = next(choices, positions);
        }
    }
    Ok(false)
}

/// The least positions from `from` on with this sum, the last ones filled first.
fn first(choices: &[Choice], from: usize, mut sum: usize) -> Vec<usize> {
    let mut positions = vec![0; choices.len() - from];
    for (position, choice) in positions.iter_mut().zip(&choices[from..]).rev() {
        *position = sum.min(choice.values.len() - 1);
        sum -= *position;
    }
    debug_assert_eq!(sum, 0, "there are no positions with this sum");
    positions
}

/// The next positions with the same sum in lexicographic order.
fn next(choices: &[Choice], mut positions: Vec<usize>) -> Option<Vec<usize>> {
    let mut behind = 0;
    for i in (0..positions.len()).rev() {
        if behind > 0 && positions[i] + 1 < choices[i].values.len() {
            positions[i] += 1;
            let rest = first(choices, i + 1, behind - 1);
            positions.splice(i + 1.., rest);
            return Some(positions);
        }
        behind += positions[i];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_once_and_small_ones_first() {
        let values = |n: i64| (0..n).map(|i| Value::Int(Int::from(i))).collect();
        let mut terms = Terms::new();
        let fun = |name, terms: &mut Terms| terms.declare(name, &[], Sort::Int);
        let choices: Vec<Choice> = [("x", 2), ("y", 3), ("z", 2)]
            .map(|(name, n)| Choice { fun: fun(name, &mut terms), values: values(n) })
            .into();
        let mut seen = Vec::new();
        for sum in 0..=4 {
            let mut counter = Some(first(&choices, 0, sum));
            while let Some(positions) = counter {
                assert_eq!(positions.iter().sum::<usize>(), sum);
                seen.push(positions.clone());
                counter = next(&choices, positions);
            }
        }
        let all = seen.len();
        base::order::sort(&mut seen);
        seen.dedup();
        assert_eq!((all, seen.len()), (12, 12));
    }
}
