//! User scopes.
//!
//! Each open scope has a level of the trail to itself, below all decisions: its unit clauses are
//! plain assignments, and nothing is re-propagated between two calls of `solve`. Each clause
//! carries the innermost scope it depends on: for a given clause the scope it was added in, for a
//! learned clause the innermost of its antecedents and of the base-level literals left out. Popping
//! a scope removes the clauses that depend on it, and only those.
//!
//! The alternative, a selector literal in each clause of a scope, needs no bookkeeping in the
//! analysis but lengthens every clause (binary ones lose their fast path), turns units into
//! binary clauses, and makes every call of `solve` assume and propagate all scopes again.

use crate::arena::ClauseRef;
use crate::lit::Lit;
use crate::propagator::NoPropagator;
use crate::solver::Solver;

impl Solver {
    /// Opens a user scope.
    ///
    /// ```
    /// use base::Budget;
    /// use sat::{Config, NoPropagator, SolveResult, Solver};
    /// let mut s = Solver::new(Config::default());
    /// let a = s.new_var().positive();
    /// s.add_clause(&[a]);
    /// s.push();
    /// assert!(!s.add_clause(&[!a]));
    /// s.pop();
    /// let budget = Budget::unlimited();
    /// assert_eq!(s.solve(&[], &mut NoPropagator, &budget), SolveResult::Sat);
    /// ```
    pub fn push(&mut self) {
        if self.inconsistent.is_none()
            && let Some(conflict) = self.propagate()
        {
            // At the base level this can only note the inconsistency.
            let _ = self.resolve_conflict(conflict, &mut NoPropagator);
        }
        self.scopes.push(self.num_vars() as u32);
        self.trail.open_level();
    }

    /// Closes the innermost user scope: the variables and clauses added since the matching
    /// [`push`](Self::push), and all that was learned from them, are gone. Returns whether a
    /// scope was open.
    pub fn pop(&mut self) -> bool {
        let Some(vars) = self.scopes.pop() else { return false };
        let scope = self.base_level();
        let order = &mut self.order;
        self.trail.backtrack(scope, |lit| order.insert(lit.var()));
        self.splits.truncate(scope);
        self.delete_clauses_above(scope);
        self.truncate_vars(vars as usize);
        self.inconsistent = self.inconsistent.filter(|&s| s <= scope);
        self.late.close_scopes(scope);
        self.simplified = self.simplified.min(self.trail.len());
        self.model.clear();
        self.core.clear();
        true
    }

    fn delete_clauses_above(&mut self, scope: u32) {
        let inner = |s: &Solver, c: &ClauseRef| s.arena.scope(*c) > scope;
        let doomed: Vec<ClauseRef> = [&self.irredundant, &self.redundant]
            .into_iter()
            .flatten()
            .copied()
            .filter(|c| inner(self, c))
            .collect();
        for c in doomed {
            self.delete(c);
        }
        self.sweep();
    }

    fn truncate_vars(&mut self, vars: usize) {
        if vars == self.num_vars() {
            return;
        }
        self.trail.resize(vars);
        self.watches.resize(vars);
        self.order.truncate(vars);
        self.phases.truncate(vars);
        self.analysis.resize(vars);
        self.notifier.resize(vars);
    }

    /// How many user scopes are open.
    pub fn num_scopes(&self) -> usize {
        self.scopes.len()
    }

    /// Whether `lit` belongs to an existing variable.
    pub fn is_known(&self, lit: Lit) -> bool {
        (lit.var().0 as usize) < self.num_vars()
    }
}
