//! A model near the last one.
//!
//! Problem: what a client asserts between two checks is about a few of its constants, but a search decides everything that
//! was ever asserted anew, so that n checks cost n times what the last one costs.
//!
//! So first only the assertions that the last model violates are solved, with all that share a constant with them; every other
//! constant is replaced by its value. If that has a model, it and the values of the others are a model of the whole: assertions
//! that were left out mention none of the constants that changed. If not, nothing follows, for the values that were kept may be to
//! blame. Then the other constants of what was looked at may change as well, a few times, as long as that is a small part of everything.
//!
//! KLEE solves only the constraints that are connected with the question by shared variables, and tries the models it knows
//! (C. Cadar, D. Dunbar, D. Engler, *KLEE: Unassisted and Automatic Generation of High-Coverage Tests for Complex Systems
//! Programs*, OSDI 2008, 3.3). There a component is solved as a whole. In one long session everything is soon one component, but
//! a solution of it seldom has to change far from what is new. The alternative, the engine of the check before with its phases
//! (see [`crate::live`]), changes as little, but builds and judges the whole model each time; it comes next.

use super::Session;
use crate::engine::{Answer, Resources};
use crate::live::Live;
use crate::recall;
use crate::sequences::Sequences;
use crate::stats::Counter;
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use std::collections::hash_map::Entry;
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

/// What is known about where to look.
#[derive(Debug, Default)]
pub(super) struct Nearby {
    /// The constants in each assertion; `None` if models give a meaning to more than constants in it.
    constants: FxHashMap<Term, Option<Box<[Term]>>>,
    /// Attempts in vain, in a row.
    failures: u32,
    /// How many more checks are not attempted this way.
    pause: u64,
}

/// A fact: the exponent of 2 beyond which no pause grows, as no client makes so many checks.
const LONGEST_PAUSE: u32 = 20;

impl Nearby {
    /// Terms have new names.
    pub(super) fn forget(&mut self) {
        self.constants.clear();
    }

    /// Whether an attempt is due: after each in vain there are twice as many checks without.
    fn is_due(&mut self) -> bool {
        let is_due = self.pause == 0;
        self.pause -= u64::from(!is_due);
        is_due
    }

    /// An attempt is over.
    fn attempted(&mut self, was_successful: bool, patience: u32) {
        debug_assert!(self.pause == 0, "an attempt in a pause");
        self.failures = if was_successful { 0 } else { self.failures + 1 };
        if self.failures > patience {
            self.pause = 1 << (self.failures - patience).min(LONGEST_PAUSE);
        }
    }

    /// The constants in `t`, if models give a meaning to nothing else in it.
    fn constants_of(
        &mut self,
        terms: &Terms,
        t: Term,
        budget: &Budget,
    ) -> Result<Option<&[Term]>, Interrupted> {
        let known = match self.constants.entry(t) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(constants_of(terms, t, budget)?),
        };
        Ok(known.as_deref())
    }

    /// The constants in all of `formulas`, each of which has one.
    fn constants_in(
        &mut self,
        terms: &Terms,
        formulas: &[Term],
        budget: &Budget,
    ) -> Result<Option<FxHashSet<Term>>, Interrupted> {
        let mut found = FxHashSet::default();
        for &f in formulas {
            match self.constants_of(terms, f, budget)? {
                None | Some([]) => return Ok(None),
                Some(constants) => found.extend(constants),
            }
        }
        Ok(Some(found))
    }

    /// Those of `all` that mention a constant of `free`.
    fn about(
        &mut self,
        terms: &Terms,
        free: &FxHashSet<Term>,
        all: &[Term],
        budget: &Budget,
    ) -> Result<Option<Vec<Term>>, Interrupted> {
        budget.charge(all.len() as u64)?;
        let mut found = Vec::new();
        for &f in all {
            match self.constants_of(terms, f, budget)? {
                Some(constants) if constants.iter().any(|c| free.contains(c)) => found.push(f),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }
}

/// The constants in `t`, if models give a meaning to nothing else in it.
fn constants_of(
    terms: &Terms,
    t: Term,
    budget: &Budget,
) -> Result<Option<Box<[Term]>>, Interrupted> {
    let all = terms.post_order_within(&[t], budget)?;
    if !all.iter().all(|&t| is_plain(terms, t)) {
        return Ok(None);
    }
    let constants = all.into_iter().filter(|&t| matches!(terms.op(t), Op::Apply(_)));
    Ok(Some(constants.collect()))
}

/// Whether a model gives a meaning to `t` by the values of constants at most, and these can be written down.
fn is_plain(terms: &Terms, t: Term) -> bool {
    let has_values =
        matches!(terms.sort(t), Sort::Bool | Sort::Int | Sort::String | Sort::BitVec(_));
    let is_constant = matches!(terms.op(t), Op::Apply(_)) && terms.args(t).is_empty();
    (is_constant && has_values) || !terms.is_interpreted_by_models(t)
}

impl Session {
    /// A model of all that is asserted and assumed that differs little from `last`, which violates `violated`.
    pub(super) fn look_nearby(
        &mut self,
        last: &Model,
        violated: Vec<Term>,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Option<Model>, Interrupted> {
        debug_assert!(!violated.is_empty(), "the last model is one of the whole");
        let is_possible = self.options.nearby && !self.terms.has_sequences();
        if !is_possible || !self.nearby.is_due() {
            return Ok(None);
        }
        let all: Vec<Term> = self.assertions().chain(assumptions.iter().copied()).collect();
        let tunables = &budget.tunables().check;
        let attempt = || self.widen(last, violated, &all, budget);
        let found = budget.rationed(tunables.nearby_steps, attempt).transpose()?.flatten();
        self.nearby.attempted(found.is_some(), tunables.nearby_failures);
        self.stats.add(Counter::Nearby, u64::from(found.is_some()));
        Ok(found)
    }

    /// Lets the constants of `open` change, then those around them.
    fn widen(
        &mut self,
        last: &Model,
        open: Vec<Term>,
        all: &[Term],
        budget: &Budget,
    ) -> Result<Option<Model>, Interrupted> {
        let tunables = &budget.tunables().check;
        let mut inside = open;
        for _ in 0..tunables.nearby_rounds {
            let Some(free) = self.nearby.constants_in(&self.terms, &inside, budget)? else { break };
            let Some(near) = self.nearby.about(&self.terms, &free, all, budget)? else { break };
            if near.len() * tunables.nearby_ratio > all.len() {
                break;
            }
            debug_assert!(near.len() >= inside.len(), "what is violated is not looked at");
            let found = self.solve_around(last, &free, &near, budget)?;
            if found.is_some() || near.len() == inside.len() {
                return Ok(found);
            }
            inside = near;
        }
        Ok(None)
    }

    /// A model of `near` that only gives other values to `free` than `last` does.
    fn solve_around(
        &mut self,
        last: &Model,
        free: &FxHashSet<Term>,
        near: &[Term],
        budget: &Budget,
    ) -> Result<Option<Model>, Interrupted> {
        let Some(formulas) = self.with_values(last, free, near, budget)? else { return Ok(None) };
        let mut sequences = Sequences::default();
        let mut res = Resources { sequences: &mut sequences, ..self.resources(budget) };
        let mut live = Live::new(res.reborrow(), (formulas.len(), &formulas), &formulas)?;
        let Answer::Sat(found) = live.check(res, formulas, &[])? else { return Ok(None) };
        let mut model = last.clone();
        for &x in free {
            let Op::Apply(fun) = self.terms.op(x) else { continue };
            if let Some(value) = found.get(fun).cloned().or(Value::default_of(self.terms.sort(x))) {
                model.set(fun, value);
            }
        }
        let violated = recall::violated((&self.terms, &mut self.languages), &model, near, budget);
        Ok(violated.is_some_and(|violated| violated.is_empty()).then_some(model))
    }

    /// `formulas` with the values of all constants but those of `free`.
    fn with_values(
        &mut self,
        last: &Model,
        free: &FxHashSet<Term>,
        formulas: &[Term],
        budget: &Budget,
    ) -> Result<Option<Vec<Term>>, Interrupted> {
        let constants = self.nearby.constants_in(&self.terms, formulas, budget)?;
        let longest = budget.tunables().check.nearby_letters;
        let mut values = FxHashMap::default();
        for x in constants.into_iter().flatten().filter(|x| !free.contains(x)) {
            let Op::Apply(fun) = self.terms.op(x) else { continue };
            let value = last.get(fun).cloned().or(Value::default_of(self.terms.sort(x)));
            let is_short = |value: &Value| value.as_str().is_none_or(|word| word.len() <= longest);
            let Some(value) = value.filter(is_short) else { return Ok(None) };
            values.extend(value.to_term(&mut self.terms).map(|value| (x, value)));
        }
        let substitute =
            |&f: &Term| self.terms.map_bottom_up_within(f, &mut values, budget, |_, t| t);
        formulas.iter().map(substitute).collect::<Result<_, _>>().map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_once_patience_is_over() {
        let mut nearby = Nearby::default();
        let mut pauses = Vec::new();
        for _ in 0..5 {
            assert!(nearby.is_due());
            nearby.attempted(false, 2);
            pauses.push(nearby.pause);
            while !nearby.is_due() {}
        }
        assert_eq!(pauses, [0, 0, 2, 4, 8]);
        nearby.attempted(true, 2);
        assert!(nearby.is_due());
    }

    #[test]
    fn what_models_give_other_meanings_to_is_not_plain() {
        let mut terms = Terms::new();
        let (x, s) = (terms.fresh("x", Sort::Int), terms.fresh("s", Sort::String));
        let f = terms.fresh_function("f", &[Sort::Int], Sort::Int);
        let zero = terms.int(0);
        let (quotient, image, length) = (
            terms.mk(Op::Div, &[x, zero]),
            terms.mk(Op::Apply(f), &[x]),
            terms.mk(Op::StrLen, &[s]),
        );
        let plain = [(quotient, false), (image, false), (length, true), (x, true)];
        assert!(plain.iter().all(|&(t, expected)| is_plain(&terms, t) == expected));
    }
}
