//! Minimisation of learned clauses.
//!
//! A literal is redundant if its negation is implied by the negations of the others, that is, if
//! the implication graph above it leads only to literals of the clause (Sörensson and Biere,
//! *Minimizing Learned Clauses*, SAT 2009). The search runs on an explicit path, for implication
//! chains are as long as the trail, and gives up at once at a level on which the clause has no
//! literal, because it could only end at that level's decision. Results are remembered per
//! variable. Lazily explained literals are followed too: strings explain in small steps, so that
//! chains of propagations without a clause are common, and stopping there (as MiniSat's
//! descendants with theories do) leaves the most redundant clauses as they are.

use super::Mark;
use crate::lit::{Lit, Var};
use crate::propagator::Propagator;
use crate::solver::Solver;
use crate::trail::Antecedent;

/// The next literal of an antecedent.
enum Step {
    Skip,
    Lit(Lit),
    End,
}

impl Solver {
    /// Removes redundant literals from the derived clause, never the first.
    pub(crate) fn minimize(&mut self, propagator: &mut dyn Propagator) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        self.analysis.clear_levels();
        for lit in &clause {
            self.analysis.add_level(self.trail.level_of(lit.var()));
        }
        let mut kept = 1;
        for i in 1..clause.len() {
            if !self.is_redundant(clause[i], propagator) {
                clause[kept] = clause[i];
                kept += 1;
            }
        }
        clause.truncate(kept);
        self.analysis.clause = clause;
    }

    fn is_redundant(&mut self, lit: Lit, propagator: &mut dyn Propagator) -> bool {
        if !self.can_expand(lit.var(), propagator) {
            return false;
        }
        let mut path = std::mem::take(&mut self.analysis.path);
        path.push((lit.var(), 0));
        while let Some(&mut (var, ref mut next)) = path.last_mut() {
            let index = *next;
            *next += 1;
            match self.step(var, index) {
                Step::Skip => {}
                Step::End => {
                    self.count_antecedent_scope(var);
                    if !self.analysis.is_seen(var) {
                        self.analysis.mark(var, Mark::Removable);
                    }
                    path.pop();
                }
                Step::Lit(l) if self.is_covered(l.var()) => {}
                Step::Lit(l) if self.can_expand(l.var(), propagator) => path.push((l.var(), 0)),
                Step::Lit(l) => {
                    self.poison(l.var());
                    break;
                }
            }
        }
        let redundant = path.is_empty();
        for (var, _) in path.drain(..) {
            self.poison(var);
        }
        self.analysis.path = path;
        redundant
    }

    fn poison(&mut self, var: Var) {
        if !self.analysis.is_seen(var) {
            self.analysis.mark(var, Mark::Poison);
        }
    }

    /// Whether the value of `var` follows from the clause as far as is known.
    fn is_covered(&mut self, var: Var) -> bool {
        let level = self.trail.level_of(var);
        if level <= self.base_level() {
            self.analysis.scope = self.analysis.scope.max(level);
            return true;
        }
        matches!(self.analysis.marks[var], Mark::Seen | Mark::Removable)
    }

    /// Whether it makes sense to look at the antecedent of `var`.
    fn can_expand(&mut self, var: Var, propagator: &mut dyn Propagator) -> bool {
        if self.analysis.marks[var] == Mark::Poison
            || !self.analysis.has_level(self.trail.level_of(var))
        {
            return false;
        }
        match self.trail.antecedent(var) {
            Antecedent::None => false,
            Antecedent::Lazy(_) => {
                let lit = self.trail.lits()[self.trail.position(var)];
                self.config.minimize_through_theory
                    && self.explained(lit, propagator) != Antecedent::None
            }
            Antecedent::Clause(_) | Antecedent::Exclusion(_) => true,
        }
    }

    fn step(&self, var: Var, index: u32) -> Step {
        match self.trail.antecedent(var) {
            Antecedent::Clause(c) => match self.arena.lits(c).get(index as usize) {
                Some(&l) if l.var() == var => Step::Skip,
                Some(&l) => Step::Lit(l),
                None => Step::End,
            },
            Antecedent::Exclusion(p) if index == 0 => Step::Lit(!p),
            _ => Step::End,
        }
    }

    /// The minimised clause depends on what the antecedent of `var` depends on.
    fn count_antecedent_scope(&mut self, var: Var) {
        let scope = match self.trail.antecedent(var) {
            Antecedent::Clause(c) => self.arena.scope(c),
            Antecedent::Exclusion(_) => self.splits.scope(),
            _ => 0,
        };
        self.analysis.scope = self.analysis.scope.max(scope);
    }
}
