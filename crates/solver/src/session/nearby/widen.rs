//! A model that differs from the last one in the constants of a small part of the assertions.
//!
//! First only constants change that nothing but what is violated is about, as a definition of something new needs no more. Then all of what
//! is violated, and in each round those that share an assertion with these. The part that is solved at least doubles from
//! one attempt to the next: all of them together cost about as much as the last.

use super::{Attempt, Question};
use crate::session::Session;
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use terms::Term;
use terms::model::Model;

impl Session {
    /// Lets the constants of `violated` change, then those around them.
    pub(super) fn widen(
        &mut self,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Attempt, Interrupted> {
        let (tunables, all) = (&budget.tunables().check, question.all);
        let mut attempt = self.introduce(question, budget)?;
        let (mut inside, mut tried) = (question.violated.to_vec(), 0);
        while !matches!(attempt, Attempt::Found(_)) {
            let constants = &mut self.nearby.constants;
            let Some(free) = constants.of_all(&self.terms, &inside, budget)? else { break };
            let Some(near) = constants.about(&self.terms, &free, all, budget)? else { break };
            if near.len() * tunables.nearby_ratio > all.len() {
                break;
            }
            debug_assert!(near.len() >= inside.len(), "what is violated is not looked at");
            let is_closed = near.len() == inside.len();
            if is_closed || near.len() >= 2 * tried {
                tried = near.len();
                attempt = self.solve_around(question.last, &free, &near, budget)?.into();
            }
            if is_closed {
                break;
            }
            inside = near;
        }
        Ok(attempt)
    }

    /// Lets only those constants change that no other assertion is about.
    fn introduce(
        &mut self,
        &Question { last, violated, all }: &Question<'_>,
        budget: &Budget,
    ) -> Result<Attempt, Interrupted> {
        let constants = &mut self.nearby.constants;
        let Some(mut new) = constants.of_all(&self.terms, violated, budget)? else {
            return Ok(Attempt::Unfit);
        };
        let Some(about) = constants.about(&self.terms, &new, all, budget)? else {
            return Ok(Attempt::Unfit);
        };
        debug_assert!(about.len() >= violated.len(), "what is violated is not looked at");
        for f in about.into_iter().filter(|f| !violated.contains(f)) {
            for c in constants.of(&self.terms, f, budget)?.into_iter().flatten() {
                new.remove(c);
            }
        }
        if new.is_empty() {
            return Ok(Attempt::Unfit);
        }
        Ok(self.solve_around(last, &new, violated, budget)?.into())
    }

    /// A model of `near` that only gives other values to `free` than `last` does.
    fn solve_around(
        &mut self,
        last: &Model,
        free: &FxHashSet<Term>,
        near: &[Term],
        budget: &Budget,
    ) -> Result<Option<Model>, Interrupted> {
        debug_assert!(!free.is_empty(), "nothing may change");
        let constants = self.nearby.constants.of_all(&self.terms, near, budget)?;
        let kept = constants.into_iter().flatten().filter(|x| !free.contains(x));
        let Some(kept) = self.kept_values(last, kept, budget) else { return Ok(None) };
        let Some(found) = self.solve_with(kept, near, budget)? else { return Ok(None) };
        let model = self.changed(last, &found, free, &FxHashMap::default());
        self.confirmed(model, near, budget)
    }
}
