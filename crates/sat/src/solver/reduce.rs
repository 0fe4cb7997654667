//! Deleting clauses: forgetting learned ones, and removing what the base level satisfies.
//!
//! Most learned clauses are never used again. They are kept by *glue*, the number of decision
//! levels they connect (Audemard and Simon, *Predicting Learnt Clauses Quality in Modern SAT
//! Solvers*, IJCAI 2009), in three tiers (Oh, *Between SAT and UNSAT*, SAT 2015): core clauses
//! for good, middle ones as long as they were used recently, and of the rest the worst three
//! quarters go at each reduction. Clauses that are antecedents stay. Deleted clauses leave their watch lists at
//! once and their memory when a quarter of it lies idle.

use crate::Counter;
use crate::arena::ClauseRef;
use crate::lit::Lit;
use crate::solver::Solver;
use crate::trail::Antecedent;
use std::cmp::Reverse;

impl Solver {
    /// Forgets learned clauses that do not seem useful.
    pub(crate) fn reduce(&mut self) {
        self.stats.count(Counter::Reductions);
        let wait = self.config.reduce_interval as f64
            * (self.stats[Counter::Reductions] as f64 + 1.0).sqrt();
        self.next_reduce =
            self.stats[Counter::Conflicts] + self.stats[Counter::RedundantLemmas] + wait as u64;
        let mut candidates: Vec<ClauseRef> = Vec::new();
        for i in 0..self.redundant.len() {
            let c = self.redundant[i];
            if self.is_forgettable(c) {
                candidates.push(c);
            }
        }
        let key = |&c: &ClauseRef| (Reverse(self.arena.glue(c)), Reverse(self.arena.lits(c).len()));
        base::order::sort_by_key(&mut candidates, key);
        let share = self.config.reduce_share;
        candidates.truncate(candidates.len() / share * (share - 1));
        self.stats.add(Counter::Forgotten, candidates.len() as u64);
        for c in candidates {
            self.delete(c);
        }
        self.sweep();
    }

    fn is_forgettable(&mut self, c: ClauseRef) -> bool {
        let (arena, core_glue) = (&mut self.arena, self.config.core_glue);
        if arena.glue(c) <= core_glue || arena.lits(c).len() == 2 {
            return false;
        }
        let used = arena.used(c);
        arena.set_used(c, used.saturating_sub(1));
        used == 0 && !self.is_locked(c)
    }

    /// Whether the clause is the antecedent of one of its watched literals.
    fn is_locked(&self, c: ClauseRef) -> bool {
        self.arena.lits(c)[..2].iter().any(|&l| self.trail.is_antecedent(l, c))
    }

    /// Deletes an attached clause. A [`sweep`](Self::sweep) must follow.
    pub(crate) fn delete(&mut self, c: ClauseRef) {
        for i in 0..2 {
            self.watches.mark_dirty(self.arena.lits(c)[i]);
        }
        self.arena.delete(c);
    }

    /// Removes deleted clauses and unused explanations from all tables, and collects garbage if
    /// there is enough.
    pub(crate) fn sweep(&mut self) {
        let arena = &mut self.arena;
        self.watches.flush(|c| arena.is_deleted(c));
        self.irredundant.retain(|&c| !arena.is_deleted(c));
        self.redundant.retain(|&c| !arena.is_deleted(c));
        self.late.retain_clauses(|c| !arena.is_deleted(c));
        let trail = &self.trail;
        self.explanations.retain(|&c| {
            // The explained literal is the last.
            let used = arena.lits(c).last().is_some_and(|&l| trail.is_antecedent(l, c));
            if !used {
                arena.delete(c);
            }
            used
        });
        if self.arena.wants_collection() {
            self.collect();
        }
    }

    /// Copies the clauses still in use to fresh memory, in the order of their tables.
    fn collect(&mut self) {
        self.stats.count(Counter::Collections);
        let mut to = self.arena.successor();
        let late = self.late.clauses_mut();
        let tables = [&mut self.irredundant, &mut self.redundant, &mut self.explanations, late];
        for c in tables.into_iter().flatten() {
            *c = self.arena.relocate(*c, &mut to);
        }
        self.watches.rename(|c| self.arena.relocate(c, &mut to));
        let base = self.base_level();
        for i in 0..self.trail.len() {
            let var = self.trail.lits()[i].var();
            if let Antecedent::Clause(c) = self.trail.antecedent(var) {
                // At the base level the antecedent may be gone, and nobody will ask for it.
                let fixed = self.trail.level_of(var) <= base;
                let antecedent = match fixed {
                    true => Antecedent::None,
                    false => Antecedent::Clause(self.arena.relocate(c, &mut to)),
                };
                self.trail.set_antecedent(var, antecedent);
            }
        }
        self.arena = to;
    }

    /// At a fixpoint of the base level: if enough happened since the last time, removes satisfied
    /// clauses and false literals.
    pub(crate) fn simplify_if_due(&mut self) {
        if self.trail.level() > self.base_level() || self.stats[Counter::Ticks] < self.next_simplify
        {
            return;
        }
        if self.trail.len() > self.simplified {
            self.simplified = self.trail.len();
            self.simplify();
        }
        let clauses = (self.irredundant.len() + self.redundant.len()) as u64;
        self.next_simplify =
            self.stats[Counter::Ticks] + self.config.simplify_interval + 4 * clauses;
    }

    fn simplify(&mut self) {
        let mut shrunk = Vec::new();
        for redundant in [false, true] {
            let table = if redundant { &mut self.redundant } else { &mut self.irredundant };
            for c in std::mem::take(table) {
                if self.arena.lits(c).iter().any(|&l| self.outlives(l, c) && self.trail.is_true(l))
                {
                    self.delete(c);
                } else if let Some(new) = self.without_false_literals(c) {
                    self.delete(c);
                    shrunk.push(new);
                } else if redundant {
                    self.redundant.push(c);
                } else {
                    self.irredundant.push(c);
                }
            }
        }
        for c in shrunk {
            self.watches.attach(c, self.arena.lits(c));
            let redundant = self.arena.is_redundant(c);
            if redundant { &mut self.redundant } else { &mut self.irredundant }.push(c);
        }
        self.sweep();
    }

    /// Whether the assignment of `lit` is there for at least as long as the clause.
    fn outlives(&self, lit: Lit, c: ClauseRef) -> bool {
        self.trail.is_assigned(lit.var()) && self.trail.level_of(lit.var()) <= self.arena.scope(c)
    }

    /// A copy of the clause without literals that are false for good, if there are any. The
    /// watched literals are not among them, for the clause is not satisfied.
    fn without_false_literals(&mut self, c: ClauseRef) -> Option<ClauseRef> {
        let keep = |&l: &Lit| !(self.outlives(l, c) && self.trail.is_false(l));
        let lits: Vec<Lit> = self.arena.lits(c).iter().copied().filter(keep).collect();
        if lits.len() == self.arena.lits(c).len() {
            return None;
        }
        let (redundant, scope) = (self.arena.is_redundant(c), self.arena.scope(c));
        let glue = self.arena.glue(c).min(lits.len() as u32);
        let new = self.arena.alloc(&lits, redundant, glue, scope);
        self.arena.set_used(new, self.arena.used(c));
        Some(new)
    }
}
