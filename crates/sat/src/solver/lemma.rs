//! Clauses added at any time, in any status.
//!
//! A new clause is watched by its two *best* literals: a true one before an unassigned one before
//! a false one, and among false ones the latest. Then wherever the search backtracks to, a watched
//! literal becomes unassigned no later than the others, which is what watching needs. If the clause
//! is unit, its literal is assigned (see `reimply` for where). If it is false but was unit at some
//! level, the search returns there and propagates; otherwise the conflict is resolved.
//!
//! A clause that is satisfied, but only by a literal above the level where it was unit, changes
//! nothing now: returning there to propagate what is true anyhow would throw the search back for
//! nothing. `reimply` remembers it.

use super::analyze::Conflict;
use crate::arena::ClauseRef;
use crate::lit::{Lit, Value};
use crate::propagator::Propagator;
use crate::solver::Solver;
use crate::trail::Antecedent;
use std::cmp::Reverse;
use std::ops::ControlFlow;

impl Solver {
    /// Adds a clause to the innermost user scope. Breaks if the base level is contradictory.
    pub(crate) fn insert_clause(
        &mut self,
        lits: &[Lit],
        redundant: bool,
        propagator: &mut dyn Propagator,
    ) -> ControlFlow<()> {
        let mut clause = std::mem::take(&mut self.scratch);
        clause.clear();
        clause.extend_from_slice(lits);
        let flow = if self.normalize(&mut clause) {
            ControlFlow::Continue(())
        } else {
            self.insert_normal(&mut clause, redundant, propagator)
        };
        self.scratch = clause;
        flow
    }

    fn insert_normal(
        &mut self,
        clause: &mut [Lit],
        redundant: bool,
        propagator: &mut dyn Propagator,
    ) -> ControlFlow<()> {
        match clause.len() {
            0 => {
                self.set_inconsistent(self.base_level());
                ControlFlow::Break(())
            }
            1 => {
                self.insert_unit(clause[0], propagator);
                ControlFlow::Continue(())
            }
            _ => self.insert_long(clause, redundant, propagator),
        }
    }

    /// Removes duplicates and literals false for good. Returns whether the clause holds for good.
    fn normalize(&self, clause: &mut Vec<Lit>) -> bool {
        let fixed = |l: Lit| {
            self.trail.is_assigned(l.var()) && self.trail.level_of(l.var()) <= self.base_level()
        };
        clause.sort_unstable();
        clause.dedup();
        let tautology = clause.windows(2).any(|w| w[0] == !w[1]);
        if tautology || clause.iter().any(|&l| fixed(l) && self.trail.is_true(l)) {
            return true;
        }
        clause.retain(|&l| !fixed(l));
        false
    }

    fn insert_unit(&mut self, lit: Lit, propagator: &mut dyn Propagator) {
        if self.trail.is_false(lit) || !self.accepts_late() {
            self.backtrack(self.base_level(), propagator);
        }
        if self.trail.is_true(lit) {
            self.late.add_unit(lit, self.base_level());
        } else {
            self.assign_unit(lit, self.base_level());
        }
    }

    fn insert_long(
        &mut self,
        clause: &mut [Lit],
        redundant: bool,
        propagator: &mut dyn Propagator,
    ) -> ControlFlow<()> {
        for i in 0..2 {
            let best = (i..clause.len()).min_by_key(|&j| self.watch_rank(clause[j]));
            clause.swap(i, best.unwrap_or(i));
        }
        // Glue is only known once the clause has taken part in a conflict.
        let c = self.arena.alloc(clause, redundant, clause.len() as u32, self.base_level());
        self.watches.attach(c, clause);
        if redundant {
            self.arena.set_used(c, 1);
            self.redundant.push(c);
        } else {
            self.irredundant.push(c);
        }
        if self.trail.is_false(clause[1]) {
            self.enforce(c, clause[0], clause[1], propagator)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Brings the assignment in line with a new clause whose literals are false but for `first`,
    /// the latest of them being `second`.
    fn enforce(
        &mut self,
        c: ClauseRef,
        first: Lit,
        second: Lit,
        propagator: &mut dyn Propagator,
    ) -> ControlFlow<()> {
        let unit_at = self.trail.level_of(second.var());
        if self.trail.is_false(first) {
            if self.trail.level_of(first.var()) == unit_at {
                return self.resolve_conflict(Conflict::Clause(c), propagator);
            }
            self.backtrack(unit_at, propagator);
        }
        if self.trail.value(first) == Value::Unassigned {
            if !self.accepts_late() {
                self.backtrack(unit_at, propagator);
            }
            self.trail.assign(first, Antecedent::Clause(c));
        }
        if self.trail.level_of(first.var()) > unit_at && self.accepts_late() {
            self.late.add_clause(c);
        }
        ControlFlow::Continue(())
    }

    /// Smaller is better to watch.
    fn watch_rank(&self, lit: Lit) -> (u8, u32, Reverse<u32>) {
        match self.trail.value(lit) {
            Value::True => (0, self.trail.level_of(lit.var()), Reverse(0)),
            Value::Unassigned => (1, 0, Reverse(0)),
            Value::False => (2, 0, Reverse(self.trail.level_of(lit.var()))),
        }
    }
}
