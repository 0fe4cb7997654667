//! Lazy reasons made explicit.
//!
//! A reason is asked for at most once per propagation: the answer becomes a clause in clause
//! memory and the antecedent of its literal. It is not watched. Most explanations are used in one
//! conflict and never again, and those worth keeping the search will learn from.

use crate::Counter;
use crate::arena::ClauseRef;
use crate::lit::Lit;
use crate::log::Source;
use crate::propagator::{Propagator, Reason};
use crate::solver::Solver;
use crate::trail::Antecedent;

impl Solver {
    /// The antecedent of the true literal `lit`, which is not lazy any more afterwards.
    pub(crate) fn explained(&mut self, lit: Lit, propagator: &mut dyn Propagator) -> Antecedent {
        if let Antecedent::Lazy(reason) = self.trail.antecedent(lit.var()) {
            let clause = self.explain(lit, reason, propagator);
            self.trail.set_antecedent(lit.var(), Antecedent::Clause(clause));
        }
        self.trail.antecedent(lit.var())
    }

    /// Asks for the reasons of all that was propagated at the base level, for the log: analysis leaves such literals out.
    pub(crate) fn explain_base(&mut self, propagator: &mut dyn Propagator) {
        let end = self.trail.end_of(self.base_level());
        for at in 0..end {
            let _ = self.explained(self.trail.lits()[at], propagator);
        }
    }

    /// The clause that says why the propagator propagated `lit`.
    ///
    /// # Panics
    /// If the explanation names a literal that was not true in time: the propagator is broken,
    /// and whatever were learned from this would be wrong.
    pub(crate) fn explain(
        &mut self,
        lit: Lit,
        reason: Reason,
        propagator: &mut dyn Propagator,
    ) -> ClauseRef {
        self.stats.count(Counter::Explanations);
        let mut lits = std::mem::take(&mut self.analysis.explanation);
        lits.clear();
        propagator.explain(lit, reason, &mut lits);
        let before =
            if self.trail.is_true(lit) { self.trail.position(lit.var()) } else { usize::MAX };
        for l in &mut lits {
            let in_time = self.trail.is_true(*l) && self.trail.position(l.var()) < before;
            assert!(in_time, "{l} does not explain {lit}: it was not true in time");
            *l = !*l;
        }
        lits.push(lit);
        self.log_clause(Some(Source::Explained(reason.0)), &lits);
        let clause = self.arena.alloc(&lits, false, 0, self.base_level());
        self.explanations.push(clause);
        self.analysis.explanation = lits;
        clause
    }
}
