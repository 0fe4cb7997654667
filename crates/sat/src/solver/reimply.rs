//! Implications that were found late and must not be lost.
//!
//! A clause that arrives in the middle of the search may be unit under a level far below the
//! current one; an axiom about a new variable, say, is unit at the base level. Returning there
//! would be textbook, but it throws away the assignment, and all the theory derived from it, for a
//! literal that contradicts nothing. Instead the literal is assigned at the *current* level, and the
//! clause is remembered here: whenever backtracking undoes the literal while the clause is still
//! unit, it is assigned again (lazy reimplication: Nadel, *Introducing Intel SAT Solver*, SAT 2022;
//! z3 does the same for units and clauses it calls "to reinitialise"). There the true level of the
//! literal is restored when it matters; here conflict analysis recognises late literals anyhow,
//! since propagators produce them too.
//!
//! Learned units that hold outside the user scope in which they were learned live here as well.

use super::analyze::Conflict;
use crate::arena::ClauseRef;
use crate::lit::{Lit, Value};
use crate::solver::Solver;
use crate::trail::Antecedent;

/// The late implications.
#[derive(Debug, Default)]
pub(crate) struct Late {
    /// Literals true for good, each with the user scope it depends on.
    units: Vec<(Lit, u32)>,
    /// Attached clauses that were unit below the level of their true literal.
    clauses: Vec<ClauseRef>,
    /// Something was unassigned since the last look.
    stale: bool,
}

impl Late {
    /// `lit` is true for good in user scope `scope`, but assigned later.
    pub fn add_unit(&mut self, lit: Lit, scope: u32) {
        self.units.push((lit, scope));
    }

    /// The attached clause `c` was unit below the level of its true literal.
    pub fn add_clause(&mut self, c: ClauseRef) {
        self.clauses.push(c);
    }

    /// Whether something was unassigned since the last look, so that a late implication may be due.
    pub fn is_stale(&self) -> bool {
        self.stale
    }

    /// Something was unassigned.
    pub fn unassigned(&mut self) {
        self.stale |= !(self.units.is_empty() && self.clauses.is_empty());
    }

    /// The user scopes above `scope` are closed, and with them their literals.
    pub fn close_scopes(&mut self, scope: u32) {
        self.units.retain(|&(_, s)| s <= scope);
        self.stale = false;
        self.unassigned();
    }

    /// Forgets the clauses that are not to be kept.
    pub fn retain_clauses(&mut self, keep: impl Fn(ClauseRef) -> bool) {
        self.clauses.retain(|&c| keep(c));
    }

    /// The clauses, whose places in memory change.
    pub fn clauses_mut(&mut self) -> &mut Vec<ClauseRef> {
        &mut self.clauses
    }
}

impl Solver {
    /// Whether to assign late rather than to go back.
    pub(crate) fn accepts_late(&self) -> bool {
        self.config.reimply && self.late.units.len() + self.late.clauses.len() < self.config.late
    }

    /// Assigns the unassigned `lit`, which holds in user scope `scope`, at the current level.
    pub(crate) fn assign_unit(&mut self, lit: Lit, scope: u32) {
        self.reassign_unit(lit, scope);
        if scope < self.trail.level() {
            self.late.units.push((lit, scope));
        }
    }

    fn reassign_unit(&mut self, lit: Lit, scope: u32) {
        let antecedent = if self.trail.level() == self.base_level() {
            Antecedent::None
        } else {
            Antecedent::Clause(self.unit_clause(lit, scope))
        };
        self.trail.assign(lit, antecedent);
    }

    fn unit_clause(&mut self, lit: Lit, scope: u32) -> ClauseRef {
        let c = self.arena.alloc(&[lit], false, 0, scope);
        self.explanations.push(c);
        c
    }

    /// Assigns again what backtracking undid although it still holds.
    pub(crate) fn reimply(&mut self) -> Option<Conflict> {
        for i in 0..self.late.units.len() {
            let (lit, scope) = self.late.units[i];
            match self.trail.value(lit) {
                Value::True => {}
                Value::Unassigned => self.reassign_unit(lit, scope),
                Value::False => return Some(Conflict::Clause(self.unit_clause(lit, scope))),
            }
        }
        for i in 0..self.late.clauses.len() {
            let c = self.late.clauses[i];
            // A false clause is left to ordinary propagation.
            if let Some(lit) = self.only_open(c)
                && !self.trail.is_true(lit)
            {
                self.trail.assign(lit, Antecedent::Clause(c));
            }
        }
        self.late.stale = false;
        self.drop_timely();
        None
    }

    /// The one literal of the clause that is not false, if there is one and no other.
    fn only_open(&self, c: ClauseRef) -> Option<Lit> {
        let mut open = self.arena.lits(c).iter().filter(|&&l| !self.trail.is_false(l));
        open.next().copied().filter(|_| open.next().is_none())
    }

    /// Drops what ordinary propagation will find from now on.
    fn drop_timely(&mut self) {
        let trail = &self.trail;
        self.late.units.retain(|&(lit, scope)| trail.level_of(lit.var()) > scope);
        let mut clauses = std::mem::take(&mut self.late.clauses);
        clauses.retain(|&c| self.only_open(c).is_some_and(|l| self.is_later_than_rest(l, c)));
        self.late.clauses = clauses;
    }

    /// Whether the assigned `lit` is at a higher level than all other literals of the clause,
    /// which are assigned.
    pub(crate) fn is_later_than_rest(&self, lit: Lit, c: ClauseRef) -> bool {
        let level = self.trail.level_of(lit.var());
        self.arena.lits(c).iter().all(|&l| l == lit || self.trail.level_of(l.var()) < level)
    }
}
