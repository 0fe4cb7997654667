//! The whole at once, or assertion by assertion.
//!
//! Problem: many assertions are seldom hard because of all of them. A search decides everything anew after each conflict, and its
//! procedures see one system of everything that is connected; so what costs a step for each assertion where a client checks after
//! each (a value for what is new, few changes to what was there: [`super::nearby`]) takes a multiple of the square of it here.
//!
//! So when a search has gone on for a while, the check does what such a client does: it takes one assertion after the other, with the
//! answers of a session. Where the first of them contradict each other, so do all. Searches and such runs take turns, each turn a few
//! times longer than the one before, so that neither costs much more than the other would alone; a run goes on from the model where
//! the last one stopped.
//!
//! That is local search of a kind, but one that is complete at each step. The alternatives lost: to run it first costs most where there are
//! few conflicts, and a search that goes on from where it was interrupted may have lost a conclusion that it takes for drawn.

use super::{Outcome, Session, Verdict};
use crate::engine::Answer;
use crate::stats::Counter;
use base::{Budget, Interrupted};
use terms::Term;

impl Session {
    /// From scratch, at once and piece by piece in turns.
    pub(super) fn take_turns(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, Interrupted> {
        if self.has_pieces(assumptions, budget)
            && let Some(answer) = self.in_turns(budget)?
        {
            return Ok(answer);
        }
        self.start_over(assumptions, budget)
    }

    /// An answer by the pieces, or by a search if that is quicker.
    fn in_turns(&mut self, budget: &Budget) -> Result<Option<Answer>, Interrupted> {
        let tunables = &budget.tunables().pieces;
        let mut steps = tunables.steps;
        loop {
            let search = || self.start_over(&[], budget);
            if let Some(answer) = budget.rationed(steps, search).transpose()? {
                return Ok(Some(answer));
            }
            let verdict = self.gather_while_it_pays(steps, budget)?;
            self.outcome = Outcome::default();
            let answer = match (verdict, self.known.witness()) {
                (None, _) => {
                    // exact: a turn longer than the budget is the last one.
                    steps = steps.saturating_mul(tunables.growth);
                    continue;
                }
                (Some(Verdict::Sat), Some(model)) => Answer::Sat(model.clone()),
                (Some(Verdict::Unsat), _) => Answer::Unsat(Vec::new()),
                (Some(_), _) => return Ok(None),
            };
            self.stats.add(Counter::Pieced, 1);
            return Ok(Some(answer));
        }
    }

    /// Takes further turns as long as each gets through half of what is left.
    fn gather_while_it_pays(
        &mut self,
        steps: u64,
        budget: &Budget,
    ) -> Result<Option<Verdict>, Interrupted> {
        let left = |this: &Session| this.assertions.len() - this.known.satisfied_len();
        loop {
            let before = left(self);
            let verdict = budget.rationed(steps, || self.gather(budget)).transpose()?;
            if verdict.is_some() || left(self) > before / 2 {
                return Ok(verdict);
            }
        }
    }

    /// Whether to take turns. What is noted for a proof is one search; and without models nearby, which are not looked for over
    /// sequences, each piece would be a search of its own.
    fn has_pieces(&self, assumptions: &[Term], budget: &Budget) -> bool {
        self.options.pieces
            && assumptions.is_empty()
            && !self.audit.trace.is_on()
            && !self.terms.has_sequences()
            && self.assertions.len() - self.known.satisfied_len() >= budget.tunables().pieces.least
    }

    /// Checks after each assertion that the last model does not know.
    fn gather(&mut self, budget: &Budget) -> Result<Verdict, Interrupted> {
        let all = std::mem::take(&mut self.assertions);
        let known = self.known.satisfied_len();
        debug_assert!(known <= all.len(), "a model of assertions that are gone");
        self.assertions.extend_from_slice(&all[..known]);
        self.survived = known;
        // An answer that came too late has left its engine.
        self.live.take_if(|live| live.prefix > known);
        let mut verdict = Ok(Verdict::Sat);
        for &assertion in &all[known..] {
            self.assertions.push(assertion);
            verdict = self.answer(&[], budget, Session::start_over);
            if !matches!(verdict, Ok(Verdict::Sat)) {
                break;
            }
        }
        self.assertions = all;
        self.survived = self.assertions.len();
        verdict
    }
}
