//! What to decide next: assumptions, then what the propagator wants, then the most active
//! variable in its preferred phase.

use super::context::View;
use crate::lit::{Lit, Value};
use crate::propagator::Propagator;
use crate::solver::Solver;

/// The outcome of [`Solver::decide`].
pub(crate) enum Decision {
    Lit(Lit),
    /// This assumption is false.
    Failed(Lit),
    /// Everything is assigned.
    Complete,
}

impl Solver {
    pub(crate) fn decide(&mut self, propagator: &mut dyn Propagator) -> Decision {
        if let Some(lit) = self.next_assumption() {
            let is_false = self.trail.value(lit) == Value::False;
            return if is_false { Decision::Failed(lit) } else { Decision::Lit(lit) };
        }
        self.assumption_level.get_or_insert(self.trail.level());
        match propagator.decide(View::new(self)) {
            Some(lit) if self.trail.value(lit) == Value::Unassigned => Decision::Lit(lit),
            _ => self.most_active(),
        }
    }

    /// The first assumption that is not true yet.
    pub(crate) fn next_assumption(&mut self) -> Option<Lit> {
        if self.assumption_level.is_some() {
            return None;
        }
        while let Some(&lit) = self.assumptions.get(self.assumed) {
            if self.trail.value(lit) != Value::True {
                return Some(lit);
            }
            self.assumed += 1;
        }
        None
    }

    fn most_active(&mut self) -> Decision {
        while let Some(var) = self.order.pop() {
            if !self.trail.is_assigned(var) {
                return Decision::Lit(self.phases.pick(var, self.restart.is_stable()));
            }
        }
        Decision::Complete
    }

    /// The level that a restart can keep because the same decisions would be made again (van der
    /// Tak, Ramos and Heule, *Reusing the Assignment Trail in CDCL Solvers*, JSAT 2011).
    pub(crate) fn reusable_level(&mut self, from: u32) -> u32 {
        while let Some(var) = self.order.peek()
            && self.trail.is_assigned(var)
        {
            self.order.pop();
        }
        let Some(next) = self.order.peek() else { return self.trail.level() };
        let mut level = from;
        while level < self.trail.level()
            && let Some(decision) = self.trail.first_of(level + 1)
            && self.order.before(decision.var(), next)
        {
            level += 1;
        }
        level
    }
}
