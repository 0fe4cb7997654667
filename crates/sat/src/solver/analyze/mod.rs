//! Conflict analysis: from a conflict to a learned clause, a backjump and a new propagation.
//!
//! The clause is derived by resolving antecedents, latest first, until one literal of the
//! conflict's level is left, the first unique implication point (Marques-Silva and Sakallah,
//! *GRASP*, 1999; Zhang et al., *Efficient conflict driven learning*, ICCAD 2001).
//!
//! With a propagator two things differ from the textbook. The conflict may hold at a level below
//! the current one; the search first returns there. And a literal may have been propagated later
//! than possible, its reason lying entirely below its own level (see also `reimply`). When such literals are all that
//! the derived clause has on the conflict's level, resolving them away leaves a clause that is
//! false at a lower level already: it becomes the conflict, and analysis starts again there. Moving
//! such literals to their true level instead, as chronological backtracking does (Nadel and
//! Ryvchin, SAT 2018), would give up the order of levels on the trail, which everything else enjoys.
//!
//! Nor is a backjump always a good one: of n parts that have nothing to do with each other, each has its conflicts, and to return for each
//! of them below the decisions of all others makes n² decisions. So where it is far, only the last level is undone, and the
//! literal is assigned late.
//!
//! What holds at the base level is left out of learned clauses. The price is remembered: a learned
//! clause depends on the innermost user scope among its antecedents and the levels left out.
//!
//! The entry is [`Solver::resolve_conflict`].

mod explain;
mod minimize;

use crate::Counter;
use crate::arena::ClauseRef;
use crate::lit::{Lit, Var};
use crate::log::Source;
use crate::propagator::Propagator;
use crate::solver::Solver;
use crate::trail::{Antecedent, Trail};
use base::IdxVec;
use std::ops::ControlFlow;

/// A constraint whose literals are all false.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Conflict {
    Clause(ClauseRef),
    /// Two true members of a split group.
    Exclusion(Lit, Lit),
}

/// What analysis knows of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    None,
    /// In the derived clause, or resolved away.
    Seen,
    /// Not in the clause, but implied by what is.
    Removable,
    /// Not implied by what is in the clause.
    Poison,
}

/// Scratch space of the analysis, empty between conflicts.
#[derive(Debug)]
pub(crate) struct Analysis {
    marks: IdxVec<Var, Mark>,
    /// All variables with a mark.
    marked: Vec<Var>,
    /// The literals of the conflict.
    conflict: Vec<Lit>,
    /// The clause derived from it.
    clause: Vec<Lit>,
    /// The innermost user scope that the derived clause depends on.
    scope: u32,
    /// Literals of the derived clause at the conflict's level that wait to be resolved.
    open: u32,
    /// Per level the last `stamp` for which it was seen.
    level_stamps: Vec<u32>,
    stamp: u32,
    /// Literals of one explanation.
    explanation: Vec<Lit>,
    /// The path of the minimisation.
    path: Vec<(Var, u32)>,
}

impl Default for Analysis {
    fn default() -> Analysis {
        Analysis {
            marks: IdxVec::new(),
            marked: Vec::new(),
            conflict: Vec::new(),
            clause: Vec::new(),
            scope: 0,
            open: 0,
            level_stamps: Vec::new(),
            stamp: 0,
            explanation: Vec::new(),
            path: Vec::new(),
        }
    }
}

impl Analysis {
    /// Makes room for exactly `vars` variables.
    pub fn resize(&mut self, vars: usize) {
        self.marks.truncate(vars);
        while self.marks.len() < vars {
            self.marks.push(Mark::None);
        }
    }

    pub fn mark(&mut self, var: Var, mark: Mark) {
        if self.marks[var] == Mark::None {
            self.marked.push(var);
        }
        self.marks[var] = mark;
    }

    pub fn is_seen(&self, var: Var) -> bool {
        self.marks[var] == Mark::Seen
    }

    pub fn clear_marks(&mut self) {
        for var in self.marked.drain(..) {
            self.marks[var] = Mark::None;
        }
    }

    /// Starts a derivation from the conflict.
    fn start(&mut self, trail: &Trail, base: u32) {
        self.clause.clear();
        self.clause.push(Lit(0)); // room for the asserting literal
        self.open = 0;
        for i in 0..self.conflict.len() {
            self.take_in(self.conflict[i], trail, base);
        }
    }

    /// Makes the false literal `lit` part of the derived clause.
    #[inline]
    fn take_in(&mut self, lit: Lit, trail: &Trail, base: u32) {
        debug_assert!(trail.is_false(lit));
        if self.is_seen(lit.var()) {
            return;
        }
        let level = trail.level_of(lit.var());
        if level <= base {
            self.scope = self.scope.max(level);
            return;
        }
        self.mark(lit.var(), Mark::Seen);
        if level == trail.level() {
            self.open += 1;
        } else {
            self.clause.push(lit);
        }
    }

    /// Makes the derived clause, which lacks an asserting literal, the conflict.
    fn lower_conflict(&mut self) {
        self.clause.swap_remove(0);
        std::mem::swap(&mut self.clause, &mut self.conflict);
        self.clear_marks();
    }

    /// Starts a new set of levels.
    pub fn clear_levels(&mut self) {
        self.stamp += 1;
    }

    /// Adds `level` to the set of levels; returns whether it is new.
    pub fn add_level(&mut self, level: u32) -> bool {
        let i = level as usize;
        if self.level_stamps.len() <= i {
            self.level_stamps.resize(i + 1, 0);
        }
        std::mem::replace(&mut self.level_stamps[i], self.stamp) != self.stamp
    }

    pub fn has_level(&self, level: u32) -> bool {
        self.level_stamps.get(level as usize) == Some(&self.stamp)
    }
}

impl Solver {
    /// Learns from a conflict, backjumps and propagates what was learned. Breaks if there is
    /// nothing to go back to: the base level is contradictory.
    pub(crate) fn resolve_conflict(
        &mut self,
        conflict: Conflict,
        propagator: &mut dyn Propagator,
    ) -> ControlFlow<()> {
        self.stats.count(Counter::Conflicts);
        if self.restart.is_stable() {
            let consistent = self.trail.end_of(self.trail.level().saturating_sub(1));
            self.phases.consider(&self.trail.lits()[..consistent]);
        }
        self.load(conflict);
        while self.rewind(propagator)? && !self.derive(propagator) {
            self.stats.count(Counter::LateConflicts);
        }
        let derived = self.analysis.clause.len();
        self.minimize(propagator);
        self.stats.add(Counter::MinimizedLiterals, (derived - self.analysis.clause.len()) as u64);
        self.learn(propagator);
        ControlFlow::Continue(())
    }

    fn load(&mut self, conflict: Conflict) {
        let analysis = &mut self.analysis;
        analysis.conflict.clear();
        match conflict {
            Conflict::Clause(c) => {
                analysis.conflict.extend_from_slice(self.arena.lits(c));
                analysis.scope = self.arena.scope(c);
                self.note_use(c);
            }
            Conflict::Exclusion(p, q) => {
                analysis.conflict.extend([!p, !q]);
                analysis.scope = self.splits.scope();
            }
        }
    }

    /// Goes back to the level at which the conflict holds. Breaks if that is the base level.
    fn rewind(&mut self, propagator: &mut dyn Propagator) -> ControlFlow<(), bool> {
        let levels = self.analysis.conflict.iter().map(|l| self.trail.level_of(l.var()));
        let level = levels.max().unwrap_or(0);
        if level <= self.base_level() {
            self.set_inconsistent(level.max(self.analysis.scope));
            return ControlFlow::Break(());
        }
        self.backtrack(level, propagator);
        ControlFlow::Continue(true)
    }

    /// Derives the first unique implication point clause of the conflict, asserting literal
    /// first, and returns true; or replaces the conflict by one of a lower level and returns false.
    fn derive(&mut self, propagator: &mut dyn Propagator) -> bool {
        let base = self.base_level();
        self.analysis.start(&self.trail, base);
        let mut at = self.trail.len();
        let asserting = loop {
            at -= 1;
            let p = self.trail.lits()[at];
            if !self.analysis.is_seen(p.var()) {
                continue;
            }
            if self.analysis.open == 1 && !self.is_late(p, propagator) {
                self.analysis.clause[0] = !p;
                break true;
            }
            self.resolve(p, propagator);
            if self.analysis.open == 0 {
                break false;
            }
        };
        for &var in &self.analysis.marked {
            self.order.bump(var, 1.0);
        }
        if !asserting {
            self.analysis.lower_conflict();
        }
        asserting
    }

    /// Replaces `!p` in the derived clause by the other literals of `p`'s antecedent.
    fn resolve(&mut self, p: Lit, propagator: &mut dyn Propagator) {
        self.analysis.open -= 1;
        let (antecedent, base) = (self.explained(p, propagator), self.base_level());
        match antecedent {
            Antecedent::Clause(c) => {
                self.note_use(c);
                self.analysis.scope = self.analysis.scope.max(self.arena.scope(c));
                for &lit in self.arena.lits(c) {
                    if lit != p {
                        self.analysis.take_in(lit, &self.trail, base);
                    }
                }
            }
            Antecedent::Exclusion(q) => {
                self.analysis.scope = self.analysis.scope.max(self.splits.scope());
                self.analysis.take_in(!q, &self.trail, base);
            }
            Antecedent::None | Antecedent::Lazy(_) => unreachable!("resolved on a decision"),
        }
    }

    /// Whether the reason of `p` lies below `p`'s level.
    fn is_late(&mut self, p: Lit, propagator: &mut dyn Propagator) -> bool {
        match self.explained(p, propagator) {
            Antecedent::Clause(c) => self.is_later_than_rest(p, c),
            _ => false,
        }
    }

    /// Notes that a clause took part in a conflict.
    fn note_use(&mut self, c: ClauseRef) {
        if !self.arena.is_redundant(c) {
            return;
        }
        let old = self.arena.glue(c);
        if old > self.config.core_glue {
            let glue = self.glue_of(c).min(old);
            self.arena.set_glue(c, glue);
            self.set_used(c, glue);
        }
    }

    /// Notes for how many reductions a clause of this glue is kept.
    fn set_used(&mut self, c: ClauseRef, glue: u32) {
        self.arena.set_used(c, if glue <= self.config.middle_glue { 2 } else { 1 });
    }

    /// How many levels the literals of a clause lie on.
    fn glue_of(&mut self, c: ClauseRef) -> u32 {
        self.analysis.clear_levels();
        let mut glue = 0;
        for lit in self.arena.lits(c) {
            glue += u32::from(self.analysis.add_level(self.trail.level_of(lit.var())));
        }
        glue
    }

    /// Whether so many levels are above `level`, at which the derived clause is unit, that its literal is assigned late instead.
    fn is_far(&mut self, level: u32) -> bool {
        debug_assert!(level < self.trail.level(), "a clause is unit where it is derived");
        let is_far = self.trail.level() - level > self.config.chronological && self.accepts_late();
        self.stats.add(Counter::Chronological, u64::from(is_far));
        is_far
    }

    /// Backjumps, stores the derived clause and propagates its first literal.
    fn learn(&mut self, propagator: &mut dyn Propagator) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let scope = self.analysis.scope;
        self.analysis.clear_marks();
        self.analysis.clear_levels();
        let mut glue = 0;
        for lit in &clause {
            glue += u32::from(self.analysis.add_level(self.trail.level_of(lit.var())));
        }
        self.log_clause(Some(Source::Learned), &clause);
        self.stats.count(Counter::Learned);
        self.stats.add(Counter::LearnedLiterals, clause.len() as u64);
        self.restart.learned(glue);
        self.order.decay();
        let latest = (1..clause.len()).max_by_key(|&i| self.trail.level_of(clause[i].var()));
        let level = latest.map_or(self.base_level(), |i| self.trail.level_of(clause[i].var()));
        let is_far = self.is_far(level);
        self.backtrack(if is_far { self.trail.level() - 1 } else { level }, propagator);
        match latest {
            None => self.assign_unit(clause[0], scope),
            Some(i) => {
                clause.swap(1, i);
                let c = self.arena.alloc(&clause, true, glue, scope);
                self.set_used(c, glue);
                self.watches.attach(c, &clause);
                self.redundant.push(c);
                self.trail.assign(clause[0], Antecedent::Clause(c));
                if is_far {
                    self.late.add_clause(c);
                }
            }
        }
        self.analysis.clause = clause;
    }
}
