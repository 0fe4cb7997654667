//! Cuts at positions that arithmetic knows to be equal.
//!
//! In `x ab y = y ba x` nothing can be cut, unless `|x| = |y|` follows from the constraints outside:
//! then it is three equations, one of which clashes. Which equalities follow is found with models
//! (as in the search for implied equalities of Nelson-Oppen combinations): a model proposes those
//! that hold in it, a query for each refutes it, with a model that thins out the others, or
//! proves it, with the constraints to blame.

use super::{Halt, Simplifier};
use crate::arithmetic::{
    Answer, Arithmetic, Formula, IntModel, IntVar, Lengths, Linear, Parts, blame_of_core,
};
use crate::system::{Equation, Sym};
use crate::tags::Blame;
use base::{FxHashMap, Int};

/// Questions about equal lengths in one round.
const MAX_QUESTIONS: usize = 12;

/// A cut that may be balanced.
struct Candidate {
    equation: usize,
    cut: (usize, usize),
    difference: Linear,
}

impl Simplifier<'_> {
    /// Checks the lengths of the whole system, and cuts one equation; whether there was one.
    pub(super) fn cut_at_equal_lengths(
        &mut self,
        arithmetic: &mut dyn Arithmetic,
    ) -> Result<bool, Halt> {
        if !self.system.needs_arithmetic() {
            return Ok(false);
        }
        let (facts, facts_blame) = self.system.all_facts();
        let Some(mut model) = self.check_lengths(arithmetic)? else {
            return Ok(false);
        };
        let mut candidates = self.candidates(&model);
        for _ in 0..MAX_QUESTIONS {
            candidates.retain(|c| c.difference.value(&model).is_zero());
            let Some(c) = candidates.first() else { return Ok(false) };
            let unequal = Formula::different(&c.difference, &Linear::default());
            let question = Formula::and([facts.clone(), unequal]);
            match arithmetic.check(&question).map_err(base::Stop::from)? {
                Lengths::Sat(other) => model = other,
                Lengths::Unknown => drop(candidates.remove(0)),
                Lengths::Unsat { core, formula_used } => {
                    let blame = blame_of_core(core, formula_used, &facts_blame);
                    let (at, cut) = (c.equation, c.cut);
                    self.cut_because(at, cut, blame);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Cuts an equation where arithmetic says so. If the part before the cut is empty on one side, then the other is
    /// so by arithmetic alone, whatever the equation.
    fn cut_because(&mut self, at: usize, cut: (usize, usize), blame: Blame) {
        let e = &mut self.system.equations[at];
        if cut.0 == 0 || cut.1 == 0 {
            let left = e.left.drain(..cut.0).collect();
            let right = e.right.drain(..cut.1).collect();
            e.blame.extend(&blame);
            // Before the rest, from which the same may follow with more to blame.
            self.system.equations.insert(0, Equation { left, right, blame });
        } else {
            e.blame.extend(&blame);
            self.cut_equation(at, &[cut]);
        }
    }

    /// The sides of equations must be equally long, and lengths must suit languages.
    fn check_lengths(&mut self, arithmetic: &mut dyn Arithmetic) -> Result<Option<IntModel>, Halt> {
        let mut parts = Parts::facts(&self.system);
        for e in &self.system.equations {
            let (left, right) = (self.system.length_of(&e.left), self.system.length_of(&e.right));
            parts.push(Formula::equal(left, &right), e.blame.clone());
        }
        for x in self.system.live_vars() {
            let length = Linear::var(self.system.length(x));
            parts.push(Formula::at_least_zero(length), Blame::none());
        }
        for m in self.system.memberships.iter().filter(|m| m.positive) {
            let info = self.rs.info(m.re);
            let length = Linear::var(self.system.length(m.var));
            let min = Formula::at_least(length.clone(), &Linear::constant(info.min_len));
            parts.push(min, m.blame.clone());
            if info.max_len != automata::INFINITE {
                let max = Formula::at_least(Linear::constant(info.max_len), &length);
                parts.push(max, m.blame.clone());
            }
        }
        match parts.check(arithmetic).map_err(base::Stop::from)? {
            Answer::Sat(model) => Ok(Some(model)),
            Answer::Unknown => Ok(None),
            Answer::Unsat(blame) => Err(Halt::Conflict(blame)),
        }
    }

    /// All pairs of positions that are equally far from the start in `model`, and that the arithmetic
    /// outside has something to say about.
    fn candidates(&self, model: &IntModel) -> Vec<Candidate> {
        let mut out = Vec::new();
        for (equation, e) in self.system.equations.iter().enumerate() {
            let (left, right) = (self.boundaries(&e.left), self.boundaries(&e.right));
            let mut at: FxHashMap<Int, Vec<usize>> = FxHashMap::default();
            for (j, length) in right.iter().enumerate() {
                at.entry(length.value(model)).or_default().push(j);
            }
            for (i, length) in left.iter().enumerate() {
                for &j in at.get(&length.value(model)).into_iter().flatten() {
                    let trivial = (i, j) == (0, 0) || (i, j) == (e.left.len(), e.right.len());
                    let inside = !touches_var(&e.left, i) && !touches_var(&e.right, j);
                    let difference = length.clone().minus(&right[j]);
                    if !trivial && !inside && self.is_known_outside(&difference) {
                        out.push(Candidate { equation, cut: (i, j), difference });
                    }
                }
            }
        }
        out
    }

    /// The distances of all positions from the start.
    fn boundaries(&self, word: &[Sym]) -> Vec<Linear> {
        let mut sum = Linear::default();
        let mut out = vec![sum.clone()];
        for s in word {
            sum = sum.plus(&self.system.length_of(&[*s]));
            out.push(sum.clone());
        }
        out
    }

    fn is_known_outside(&self, difference: &Linear) -> bool {
        let sensitive = |v: IntVar| {
            self.system
                .vars()
                .any(|x| self.system.length(x) == v && self.system.is_length_sensitive(x))
        };
        difference.terms.iter().all(|(v, _)| sensitive(*v))
    }
}

/// Whether position `i` is at an end or beside a variable; cuts inside letters on both sides add
/// nothing to the next cut that is not.
fn touches_var(word: &[Sym], i: usize) -> bool {
    let is_letter = |s: Option<&Sym>| matches!(s, Some(Sym::Char(_)));
    i == 0 || !is_letter(word.get(i - 1)) || !is_letter(word.get(i))
}
