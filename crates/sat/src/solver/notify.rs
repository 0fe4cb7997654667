//! Telling the propagator what happens.
//!
//! Only observed variables are reported, in batches. A variable may become observed when it is
//! assigned already, at a lower level than the current one. It is then reported at the current
//! level, so the propagator forgets it when that level is closed although it stays assigned;
//! such variables are kept in a list and reported again.

use crate::Counter;
use crate::lit::{Lit, Var};
use crate::propagator::Propagator;
use crate::solver::Solver;
use crate::trail::Trail;
use base::{Idx, IdxVec};

/// What the propagator knows.
#[derive(Debug, Default)]
pub(crate) struct Notifier {
    observed: IdxVec<Var, bool>,
    /// How many levels are open from the propagator's point of view.
    levels: u32,
    /// Variables observed too late and to be reported out of turn.
    late: Vec<Var>,
    /// Variables reported out of turn, with the level at which that happened.
    reported_late: Vec<(Var, u32)>,
    batch: Vec<Lit>,
}

impl Notifier {
    /// Makes room for exactly `vars` variables.
    pub fn resize(&mut self, vars: usize) {
        self.observed.truncate(vars);
        while self.observed.len() < vars {
            self.observed.push(false);
        }
        self.late.retain(|v| v.index() < vars);
        self.reported_late.retain(|(v, _)| v.index() < vars);
    }

    /// Reports `var` from now on. Returns whether there is a value to report already.
    pub fn observe(&mut self, var: Var, trail: &Trail) -> bool {
        let new = !std::mem::replace(&mut self.observed[var], true);
        let late = new && trail.is_assigned(var) && trail.position(var) < trail.notified();
        if late {
            self.late.push(var);
        }
        late
    }

    /// Collects what is due up to the trail position `end`.
    fn collect(&mut self, trail: &mut Trail, end: usize) {
        self.batch.clear();
        for var in self.late.drain(..) {
            // Beyond `notified` the variable is reported in turn.
            if trail.is_assigned(var) && trail.position(var) < trail.notified() {
                self.batch.push(trail.lits()[trail.position(var)]);
                if trail.level_of(var) < self.levels {
                    self.reported_late.push((var, self.levels));
                }
            }
        }
        let due = trail.notify(end);
        self.batch.extend(due.iter().copied().filter(|l| self.observed[l.var()]));
    }

    /// Closes the propagator's levels above `level`, after the trail was cut back.
    fn close_levels(&mut self, level: u32, trail: &Trail, propagator: &mut dyn Propagator) {
        if self.levels > level {
            propagator.backtrack(self.levels - level);
            self.levels = level;
            let late = &mut self.late;
            self.reported_late.retain(|&(var, at)| {
                if at > level && trail.is_assigned(var) {
                    late.push(var);
                }
                at <= level
            });
        }
    }

    fn deliver(&self, propagator: &mut dyn Propagator) {
        if !self.batch.is_empty() {
            propagator.assigned(&self.batch);
        }
    }
}

impl Solver {
    /// Reports all literals assigned since the last report.
    pub(crate) fn notify(&mut self, propagator: &mut dyn Propagator) {
        let end = self.trail.len();
        if end > self.trail.notified() || !self.notifier.late.is_empty() {
            self.notifier.collect(&mut self.trail, end);
            self.notifier.deliver(propagator);
        }
    }

    /// Opens a decision level.
    pub(crate) fn open_level(&mut self, propagator: &mut dyn Propagator) {
        debug_assert_eq!(self.trail.notified(), self.trail.len());
        self.trail.open_level();
        self.notifier.levels += 1;
        propagator.new_level();
    }

    /// Cancels everything above `level`, which is at least the base level.
    pub(crate) fn backtrack(&mut self, level: u32, propagator: &mut dyn Propagator) {
        debug_assert!(level >= self.base_level());
        if level >= self.trail.level() {
            return;
        }
        self.stats.count(Counter::Backtracks);
        let (order, phases) = (&mut self.order, &mut self.phases);
        self.trail.backtrack(level, |lit| {
            phases.save(lit);
            order.insert(lit.var());
        });
        self.late.unassigned();
        if self.assumption_level.is_none_or(|l| l > level) {
            self.assumed = 0;
            self.assumption_level = None;
        }
        self.notifier.close_levels(level, &self.trail, propagator);
    }

    /// Announces the levels of the user scopes and what holds there.
    pub(crate) fn announce_scopes(&mut self, propagator: &mut dyn Propagator) {
        for level in 0..self.base_level() {
            let end = self.trail.end_of(level);
            self.notifier.collect(&mut self.trail, end);
            self.notifier.deliver(propagator);
            self.notifier.levels += 1;
            propagator.new_level();
        }
    }

    /// Returns to the base level, and the propagator to level 0.
    pub(crate) fn retire(&mut self, propagator: &mut dyn Propagator) {
        self.backtrack(self.base_level(), propagator);
        self.trail.retire();
        self.notifier.close_levels(0, &self.trail, propagator);
    }
}
