//! The assignment: the trail of true literals in the order they became true, cut into levels.
//!
//! **Invariant.** Levels never decrease along the trail, and an antecedent's literals precede the
//! literal it implies. A literal may sit at a *higher* level than its antecedent needs (a
//! propagator noticed it late); conflict analysis copes with that, so nothing here has to move
//! literals between levels.

use crate::arena::ClauseRef;
use crate::lit::{Lit, Value, Var};
use crate::propagator::Reason;
use base::{Idx, IdxVec};

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Antecedent {
    /// It was decided, or it holds at the base level and nobody will ask.
    None,
    /// All other literals of the clause are false.
    Clause(ClauseRef),
    /// The propagator will say when asked.
    Lazy(Reason),
    /// It is the negation of a member of a split group, and this other member is true.
    Exclusion(Lit),
}

#[derive(Clone, Copy, Debug)]
struct VarState {
    level: u32,
    position: u32,
    antecedent: Antecedent,
}

const FRESH: VarState = VarState { level: 0, position: 0, antecedent: Antecedent::None };

/// The current assignment.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    values: Vec<Value>,
    vars: IdxVec<Var, VarState>,
    lits: Vec<Lit>,
    /// Length of the trail when each level was opened.
    starts: Vec<u32>,
    /// How many literals unit propagation has processed.
    propagated: usize,
    /// How many literals the propagator has been told about.
    notified: usize,
}

impl Trail {
    /// Makes room for exactly `vars` variables; those beyond must be unassigned.
    pub fn resize(&mut self, vars: usize) {
        self.values.resize(2 * vars, Value::Unassigned);
        self.vars.truncate(vars);
        while self.vars.len() < vars {
            self.vars.push(FRESH);
        }
    }

    /// The oldest literal that unit propagation has not processed, which counts as processed from now on.
    pub fn next_unpropagated(&mut self) -> Option<Lit> {
        let lit = *self.lits.get(self.propagated)?;
        self.propagated += 1;
        Some(lit)
    }

    /// The literals below position `end` that the propagator has not been told about; it is told now.
    pub fn notify(&mut self, end: usize) -> &[Lit] {
        let due = &self.lits[self.notified..end];
        self.notified = end;
        due
    }

    /// How many literals the propagator has been told about.
    pub fn notified(&self) -> usize {
        self.notified
    }

    /// The propagator returns to level 0: what was above it has to be told again.
    pub fn retire(&mut self) {
        self.notified = self.notified.min(self.end_of(0));
    }

    pub fn num_vars(&self) -> usize {
        self.vars.len()
    }

    #[inline]
    pub fn value(&self, lit: Lit) -> Value {
        self.values[lit.index()]
    }

    #[inline]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.value(lit) == Value::True
    }

    #[inline]
    pub fn is_false(&self, lit: Lit) -> bool {
        self.value(lit) == Value::False
    }

    #[inline]
    pub fn is_assigned(&self, var: Var) -> bool {
        self.value(var.positive()) != Value::Unassigned
    }

    /// Level of an assigned variable.
    #[inline]
    pub fn level_of(&self, var: Var) -> u32 {
        self.vars[var].level
    }

    /// Position on the trail of an assigned variable.
    #[inline]
    pub fn position(&self, var: Var) -> usize {
        self.vars[var].position as usize
    }

    #[inline]
    pub fn antecedent(&self, var: Var) -> Antecedent {
        self.vars[var].antecedent
    }

    pub fn set_antecedent(&mut self, var: Var, antecedent: Antecedent) {
        self.vars[var].antecedent = antecedent;
    }

    /// Whether `clause`, whose implied literal would be `lit`, is the antecedent of `lit`.
    pub fn is_antecedent(&self, lit: Lit, clause: ClauseRef) -> bool {
        self.is_true(lit) && self.antecedent(lit.var()) == Antecedent::Clause(clause)
    }

    /// The current level.
    #[inline]
    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// How many literals are true.
    #[inline]
    pub fn len(&self) -> usize {
        self.lits.len()
    }

    /// All true literals in order.
    #[inline]
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// The trail's length when `level` was complete.
    pub fn end_of(&self, level: u32) -> usize {
        self.starts.get(level as usize).map_or(self.lits.len(), |&n| n as usize)
    }

    /// The first literal of `level`, which is its decision if it has one.
    pub fn first_of(&self, level: u32) -> Option<Lit> {
        debug_assert!(level > 0);
        let at = self.starts[level as usize - 1] as usize;
        (at < self.end_of(level)).then(|| self.lits[at])
    }

    pub fn open_level(&mut self) {
        self.starts.push(self.lits.len() as u32);
    }

    /// Makes `lit` true at the current level.
    #[inline]
    pub fn assign(&mut self, lit: Lit, antecedent: Antecedent) {
        debug_assert!(self.value(lit) == Value::Unassigned, "{lit} is assigned already");
        let level = self.level();
        self.values[lit.index()] = Value::True;
        self.values[(!lit).index()] = Value::False;
        self.vars[lit.var()] = VarState { level, position: self.lits.len() as u32, antecedent };
        self.lits.push(lit);
    }

    /// Closes all levels above `level`, handing each literal to `forget`, latest first.
    pub fn backtrack(&mut self, level: u32, mut forget: impl FnMut(Lit)) {
        let keep = self.end_of(level);
        for i in (keep..self.lits.len()).rev() {
            let lit = self.lits[i];
            self.values[lit.index()] = Value::Unassigned;
            self.values[(!lit).index()] = Value::Unassigned;
            forget(lit);
        }
        self.lits.truncate(keep);
        self.starts.truncate(level as usize);
        self.propagated = self.propagated.min(keep);
        self.notified = self.notified.min(keep);
    }
}
