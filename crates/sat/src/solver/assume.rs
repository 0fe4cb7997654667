//! Failed assumptions: why an assumption is false, in terms of the others.

use super::analyze::Mark;
use crate::lit::Lit;
use crate::propagator::Propagator;
use crate::solver::Solver;
use crate::trail::Antecedent;

impl Solver {
    /// Collects the decisions that make the assumption `failed` false. All decisions on the trail
    /// are assumptions: others are made only when all assumptions are true.
    pub(crate) fn analyze_failed(&mut self, failed: Lit, propagator: &mut dyn Propagator) {
        self.core.push(failed);
        if self.trail.level_of(failed.var()) <= self.base_level() {
            return;
        }
        self.analysis.mark(failed.var(), Mark::Seen);
        let start = self.trail.end_of(self.base_level());
        for at in (start..=self.trail.position(failed.var())).rev() {
            let lit = self.trail.lits()[at];
            if !self.analysis.is_seen(lit.var()) {
                continue;
            }
            match self.explained(lit, propagator) {
                Antecedent::None => self.core.push(lit),
                Antecedent::Clause(c) => {
                    for l in self.arena.lits(c) {
                        self.analysis.mark(l.var(), Mark::Seen);
                    }
                }
                Antecedent::Exclusion(p) => self.analysis.mark(p.var(), Mark::Seen),
                Antecedent::Lazy(_) => {}
            }
        }
        self.analysis.clear_marks();
    }
}
