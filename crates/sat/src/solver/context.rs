//! What a propagator sees ([`View`]) and what it may do ([`Context`]) inside a callback.
//!
//! Propagations and variables take effect at once, so that a callback sees its own consequences.
//! Clauses and splits may require backtracking, which must not happen under the propagator's feet:
//! they are queued, and applied in order as soon as the callback returns.

use crate::Counter;
use crate::lit::{Lit, Value, Var};
use crate::propagator::Reason;
use crate::solver::Solver;
use crate::trail::Antecedent;

/// A read-only look at the assignment.
#[derive(Clone, Copy)]
pub struct View<'a> {
    solver: &'a Solver,
}

impl<'a> View<'a> {
    pub(crate) fn new(solver: &'a Solver) -> View<'a> {
        View { solver }
    }

    /// The value of `lit` now.
    #[inline]
    pub fn value(self, lit: Lit) -> Value {
        self.solver.trail.value(lit)
    }

    /// The current level.
    pub fn level(self) -> u32 {
        self.solver.trail.level()
    }

    /// The level up to which everything holds for this whole call of `solve`.
    pub fn base_level(self) -> u32 {
        self.solver.base_level()
    }

    /// The level at which `lit`'s variable was assigned, if it is.
    pub fn level_of(self, lit: Lit) -> Option<u32> {
        let trail = &self.solver.trail;
        trail.is_assigned(lit.var()).then(|| trail.level_of(lit.var()))
    }

    /// Whether `lit` is true as long as the innermost open user scope, as far as is known without search.
    pub fn is_fixed(self, lit: Lit) -> bool {
        self.value(lit) == Value::True && self.level_of(lit) <= Some(self.base_level())
    }

    /// The position on the trail of `lit`'s variable, if it is assigned.
    pub fn position(self, lit: Lit) -> Option<usize> {
        let trail = &self.solver.trail;
        trail.is_assigned(lit.var()).then(|| trail.position(lit.var()))
    }

    /// How many variables there are.
    pub fn num_vars(self) -> usize {
        self.solver.num_vars()
    }
}

/// What a propagator may do in [`propagate`](crate::Propagator::propagate) and
/// [`final_check`](crate::Propagator::final_check).
pub struct Context<'a> {
    solver: &'a mut Solver,
}

impl<'a> Context<'a> {
    pub(crate) fn new(solver: &'a mut Solver) -> Context<'a> {
        Context { solver }
    }

    /// The read-only part.
    pub fn view(&self) -> View<'_> {
        View::new(self.solver)
    }

    /// The value of `lit` now, propagations of this callback included.
    #[inline]
    pub fn value(&self, lit: Lit) -> Value {
        self.view().value(lit)
    }

    /// The current level.
    pub fn level(&self) -> u32 {
        self.view().level()
    }

    /// The level at which `lit`'s variable was assigned, if it is.
    pub fn level_of(&self, lit: Lit) -> Option<u32> {
        self.view().level_of(lit)
    }

    /// The position on the trail of `lit`'s variable, if it is assigned.
    pub fn position(&self, lit: Lit) -> Option<usize> {
        self.view().position(lit)
    }

    /// A new variable. It lives as long as the innermost open user scope.
    pub fn new_var(&mut self, observed: bool) -> Var {
        self.solver.pending.changed = true;
        let var = self.solver.new_var();
        if observed {
            self.solver.observe(var);
        }
        var
    }

    /// Announces `var` from now on, starting with its present value if it has one.
    pub fn observe(&mut self, var: Var) {
        self.solver.pending.changed |= self.solver.notifier.observe(var, &self.solver.trail);
    }

    /// Makes `lit` true for a reason to be told later, and returns whether there is no conflict.
    ///
    /// If `lit` is true already, this does nothing. If it is false, that is a conflict: the reason
    /// is asked for right after the callback, which may as well return at once; of several such
    /// conflicts the first counts. The literals of the reason may all be below the current level.
    pub fn propagate(&mut self, lit: Lit, reason: Reason) -> bool {
        match self.value(lit) {
            Value::True => true,
            Value::Unassigned => {
                self.solver.stats.count(Counter::TheoryPropagations);
                self.solver.trail.assign(lit, Antecedent::Lazy(reason));
                true
            }
            Value::False => {
                self.solver.pending.conflict.get_or_insert((lit, reason));
                false
            }
        }
    }

    /// Adds a clause that holds in every model, whatever its status: satisfied, open, unit, false
    /// at several levels, or empty. It is applied when the callback returns: the search
    /// propagates, goes back to where the clause was unit, or resolves the conflict.
    ///
    /// A `redundant` clause may be forgotten again once it has not been useful for a while. The
    /// clause belongs to the innermost open user scope.
    pub fn add_clause(&mut self, lits: &[Lit], redundant: bool) {
        self.solver.log_clause(None, lits);
        self.solver.pending.push(lits, Item::Clause { redundant });
    }

    /// Declares that at most one of `lits` is true (theory-aware case-split, Z3str3): as soon as
    /// one is, the search itself makes the others false. That at least one is true is for the
    /// caller to say, by a clause. Variables without a phase hint will be tried true first.
    pub fn split(&mut self, lits: &[Lit]) {
        if self.solver.log.is_some() {
            for (i, &p) in lits.iter().enumerate() {
                lits[i + 1..].iter().for_each(|&q| self.solver.log_clause(None, &[!p, !q]));
            }
        }
        self.solver.pending.push(lits, Item::Split);
    }

    /// As [`Solver::set_origin`].
    pub fn set_origin(&mut self, origin: u32) {
        self.solver.set_origin(origin);
    }

    /// The value to try first when `lit`'s variable is decided.
    pub fn set_phase(&mut self, lit: Lit) {
        self.solver.set_phase(lit);
    }

    /// Raises the activity of `var` as `amount` conflicts would.
    pub fn bump(&mut self, var: Var, amount: f64) {
        self.solver.bump(var, amount);
    }

    /// Sets the theory-aware part of the activity of `lit`'s variable (Z3str3): the search
    /// decides the variable with the largest sum of activity and `weight`, where 1 is what one
    /// conflict now contributes. A positive weight also hints that `lit` be tried first.
    pub fn prefer(&mut self, lit: Lit, weight: f64) {
        self.solver.prefer(lit, weight);
    }
}

/// What a queued list of literals is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item {
    Clause { redundant: bool },
    Split,
}

/// What a callback asked for and the search has not done yet.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    lits: Vec<Lit>,
    /// Items with the end of their literals in `lits`.
    items: Vec<(Item, u32)>,
    /// A propagated literal that was false.
    pub conflict: Option<(Lit, Reason)>,
    /// Something else happened that calls for another round.
    pub changed: bool,
}

impl Pending {
    fn push(&mut self, lits: &[Lit], item: Item) {
        self.lits.extend_from_slice(lits);
        self.items.push((item, self.lits.len() as u32));
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.conflict.is_none() && !self.changed
    }

    pub fn clear(&mut self) {
        self.lits.clear();
        self.items.clear();
        self.conflict = None;
        self.changed = false;
    }

    /// The queued items in order.
    pub fn iter(&self) -> impl Iterator<Item = (Item, &[Lit])> {
        let mut start = 0;
        self.items.iter().map(move |&(item, end)| {
            let lits = &self.lits[start..end as usize];
            start = end as usize;
            (item, lits)
        })
    }
}
