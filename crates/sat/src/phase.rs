//! Phases: the value tried first when a variable is decided.
//!
//! A variable is decided as it was last assigned (Pipatsrisawat and Darwiche, *A Lightweight
//! Component Caching Scheme for Satisfiability Solvers*, SAT 2007), or while the search is stable
//! as in the largest conflict-free assignment since the last rephasing, the *target* (Biere and
//! Fleury, *Chasing Target Phases*, POS 2020). From time to time the saved phases are reset, in
//! turn to the best assignment so far and to the hints. Flipping and random phases were left
//! out: in SMT the hints mean something.

use crate::lit::{Lit, Value, Var};
use base::IdxVec;

#[derive(Clone, Copy, Debug, Default)]
struct Phase {
    /// What the owner of the variable asked for.
    hint: Value,
    saved: Value,
    target: Value,
    best: Value,
}

/// Phases of all variables.
#[derive(Debug, Default)]
pub(crate) struct Phases {
    vars: IdxVec<Var, Phase>,
    default: bool,
    /// Sizes of the target and the best assignment.
    target_size: usize,
    best_size: usize,
    rephased: u64,
    next_rephase: u64,
    interval: u64,
}

impl Phases {
    pub fn new(default: bool, interval: u64) -> Phases {
        Phases { default, interval, next_rephase: interval, ..Phases::default() }
    }

    pub fn new_var(&mut self) {
        self.vars.push(Phase::default());
    }

    pub fn truncate(&mut self, vars: usize) {
        self.vars.truncate(vars);
    }

    /// Hints at the value of `lit`.
    pub fn hint(&mut self, lit: Lit) {
        let value = Value::from(lit.is_positive());
        let phase = &mut self.vars[lit.var()];
        phase.hint = value;
        phase.saved = value;
        phase.target = Value::Unassigned;
    }

    /// Whether nothing is known about `var` yet.
    pub fn is_blank(&self, var: Var) -> bool {
        let phase = &self.vars[var];
        phase.hint == Value::Unassigned && phase.saved == Value::Unassigned
    }

    /// Remembers that `lit` was true.
    #[inline]
    pub fn save(&mut self, lit: Lit) {
        self.vars[lit.var()].saved = Value::from(lit.is_positive());
    }

    /// The literal of `var` to decide.
    pub fn pick(&self, var: Var, stable: bool) -> Lit {
        let phase = &self.vars[var];
        let target = if stable { phase.target.to_bool() } else { None };
        let value = target.or(phase.saved.to_bool()).or(phase.hint.to_bool());
        Lit::new(var, value.unwrap_or(self.default))
    }

    /// Takes a conflict-free assignment as target and best if it is the largest.
    pub fn consider(&mut self, assignment: &[Lit]) {
        if assignment.len() > self.target_size {
            self.target_size = assignment.len();
            for &lit in assignment {
                self.vars[lit.var()].target = Value::from(lit.is_positive());
            }
        }
        if assignment.len() > self.best_size {
            self.best_size = assignment.len();
            for &lit in assignment {
                self.vars[lit.var()].best = Value::from(lit.is_positive());
            }
        }
    }

    /// Resets saved phases if that is due after so many conflicts.
    pub fn rephase(&mut self, conflicts: u64) {
        if conflicts < self.next_rephase {
            return;
        }
        self.rephased += 1;
        self.next_rephase = conflicts + self.interval * self.rephased;
        let to_best = self.rephased % 2 == 1;
        for phase in self.vars.iter_mut() {
            let wanted = if to_best { phase.best } else { phase.hint };
            if wanted != Value::Unassigned {
                phase.saved = wanted;
            }
            phase.target = Value::Unassigned;
        }
        self.target_size = 0;
        self.best_size = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_then_saved_then_hint_then_default() {
        let mut p = Phases::new(false, 1);
        p.new_var();
        let v = Var(0);
        assert_eq!(p.pick(v, true), v.negative());
        p.hint(v.positive());
        assert_eq!(p.pick(v, true), v.positive());
        p.save(v.negative());
        assert_eq!(p.pick(v, true), v.negative());
        p.consider(&[v.positive()]);
        p.save(v.negative());
        assert_eq!(p.pick(v, true), v.positive());
        assert_eq!(p.pick(v, false), v.negative());
        p.rephase(1);
        assert_eq!(p.pick(v, false), v.positive());
    }
}
