//! The core of an answer `unsat`: named assertions, or assumptions, that cannot hold together.
//!
//! Nothing is computed before the core is asked for. So a check is the same whether there are names or not: all assertions
//! hold for good, are preprocessed as a whole and may go on from the check before. The usual alternative, an
//! assumption for each name throughout, makes every check pay, and preprocessing, which decides most
//! questions about strings, sees nothing but the rest.
//!
//! Once asked, the suspects become assumptions in an engine of their own, and those that fail are the core. They are
//! *trimmed*: asked again by themselves until their number stays (L. Zhang, S. Malik, *Extracting Small Unsatisfiable
//! Cores from Unsatisfiable Boolean Formula*, SAT 2003), in turns forwards and backwards, as what fails
//! first depends on what was assumed before. If that engine cannot decide, all are the core, which is true as
//! the check said so.
//!
//! A minimal core takes *deletion* (J. Marques-Silva, *Minimal Unsatisfiability: Models, Algorithms and Applications*,
//! ISMVL 2010): each suspect is left out in turn, and the others are asked about like a question of a user,
//! preprocessed together. One is needed if the others have a model. To try that in the engine that refuted them all, with
//! one assumption less, cost a hundred times as much: there everything that was ever asserted
//! has to be given values, which a model of a few assertions does without.

use crate::engine::Answer;
use crate::incremental::Incremental;
use crate::session::Session;
use base::Budget;
use base::minimize::{Trial, minimize};
use std::convert::Infallible;
use terms::Term;

impl Session {
    /// Positions of `suspects` that cannot hold together with `facts`; all of them cannot, as a check has found.
    pub(crate) fn minimal_core(&mut self, facts: &[Term], suspects: &[Term]) -> Vec<usize> {
        let budget = self.budget();
        let mut core: Vec<usize> = (0..suspects.len()).collect();
        self.trim(facts, suspects, &mut core, &budget);
        if self.options.unsat_core_minimal {
            self.delete(facts, suspects, &mut core, &budget);
        }
        self.close(&budget);
        core
    }

    /// Asks about the core alone until it no longer shrinks in either direction.
    fn trim(&mut self, facts: &[Term], suspects: &[Term], core: &mut Vec<usize>, budget: &Budget) {
        let mut stayed = 0;
        while stayed < 2 && core.len() > 1 {
            let before = core.len();
            let asked: Vec<Term> = core.iter().map(|&i| suspects[i]).collect();
            if let Some(mut failed) = self.refute(facts, &asked, budget) {
                // The order they were asked in, turned round.
                base::order::sort_by(&mut failed, |a, b| b.cmp(a));
                *core = failed.into_iter().map(|at| core[at]).collect();
            } else {
                core.reverse();
            }
            stayed = if core.len() < before { 0 } else { stayed + 1 };
        }
        core.sort_unstable();
        debug_assert!(core.is_sorted_by(|a, b| a < b), "a suspect is in the core twice");
    }

    /// Leaves out one after the other.
    fn delete(
        &mut self,
        facts: &[Term],
        suspects: &[Term],
        core: &mut Vec<usize>,
        budget: &Budget,
    ) {
        let Ok(kept) = minimize(core.len(), 0..core.len(), |kept, _| {
            if budget.stopped().is_some() {
                return Ok::<_, Infallible>(Trial::Stop);
            }
            let asserted = kept.iter().map(|&at| suspects[core[at]]);
            let asserted: Vec<Term> = facts.iter().copied().chain(asserted).collect();
            Ok(Trial::from(self.refute(&asserted, &[], budget).is_some()))
        });
        *core = kept.into_iter().map(|at| core[at]).collect();
    }

    /// Positions of `assumed` that fail under `facts`; `None` if they have a model, or that took too long.
    fn refute(&mut self, facts: &[Term], assumed: &[Term], budget: &Budget) -> Option<Vec<usize>> {
        let all = [facts, assumed].concat();
        let tunables = &budget.tunables().check;
        let steps = tunables.core_steps + tunables.core_share * self.scratch_steps();
        let answer = budget.rationed(steps, || {
            let mut live = Incremental::new(self.resources(budget), (0, facts), &all)?;
            live.check(self.resources(budget), all, assumed)
        });
        match answer {
            Some(Ok(Answer::Unsat(failed))) => Some(failed),
            _ => None,
        }
    }
}
