//! Cuts at positions that arithmetic knows to be equal.
//!
//! In `x ab y = y ba x` (or in `z = x ab y` and `z = y ba x`) nothing can be cut, unless `|x| = |y|` follows from
//! the constraints outside: then it is three equations, one of which clashes. Which equalities follow is found with models
//! (as in the search for implied equalities of Nelson-Oppen combinations): a model proposes those
//! that hold in it, a query for each refutes it, with a model that thins out the others, or
//! proves it, with the constraints it rests on.

use super::distances::Distances;
use super::names::named;
use super::{Halt, Simplifier};
use crate::arithmetic::{
    Answer, Arithmetic, Formula, IntModel, IntVar, Lengths, Linear, Parts, ask, premises_of_core,
};
use crate::system::{Equation, Sym, Var};
use crate::tags::Premises;
use base::Upper::AtMost;
use base::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// A cut that may be balanced.
struct Candidate {
    equation: usize,
    /// The equation before it that gives another word for the same variable, if those words are cut.
    other: Option<usize>,
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
        let facts = Parts::facts(&self.system).into_pairs();
        let Some(mut model) = self.check_lengths(arithmetic)? else {
            return Ok(false);
        };
        let mut candidates = self.candidates(&model);
        for _ in 0..self.limits.tunables().words.equal_length_questions {
            candidates.retain(|c| c.difference.value(|v| model.get(v)).is_zero());
            let Some(c) = candidates.first() else { return Ok(false) };
            let unequal = Formula::different(&c.difference, &Linear::default());
            let formulas = facts.iter().map(|fact| fact.0.clone());
            let question: Vec<Formula> = formulas.chain([unequal]).collect();
            match ask(arithmetic, &question, self.limits)? {
                Lengths::Sat(other) => model = other,
                Lengths::Unknown => drop(candidates.remove(0)),
                Lengths::Unsat { core, parts } => {
                    let needed = parts.iter().filter_map(|&at| facts.get(at));
                    let premises = premises_of_core(core, needed.map(|fact| &fact.1));
                    let (at, cut) = (c.equation, c.cut);
                    if let Some(other) = c.other {
                        self.equate_names(other, at);
                    }
                    self.cut_because(at, cut, premises);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Cuts an equation where arithmetic says so. If the part before the cut is empty on one side, then the other is
    /// so by arithmetic alone, whatever the equation.
    fn cut_because(&mut self, at: usize, cut: (usize, usize), premises: Premises) {
        let e = self.system.equation_mut(at);
        let ends = [(0, 0), (e.left.len(), e.right.len())];
        debug_assert!(!ends.contains(&cut), "a cut at an end is no progress");
        debug_assert!(cut.0 <= ends[1].0 && cut.1 <= ends[1].1, "a cut beyond the end of a side");
        if cut.0 == 0 || cut.1 == 0 {
            let left = e.left.drain(..cut.0).collect();
            let right = e.right.drain(..cut.1).collect();
            e.premises.extend(&premises);
            // Before the rest, from which the same may follow from more premises.
            self.system.add_first_equation(Equation { left, right, premises });
        } else {
            e.premises.extend(&premises);
            self.cut_equation(at, &[cut]);
        }
    }

    /// The sides of equations must be equally long, and lengths must suit languages.
    fn check_lengths(&mut self, arithmetic: &mut dyn Arithmetic) -> Result<Option<IntModel>, Halt> {
        let mut parts = Parts::facts(&self.system);
        for e in self.system.equations() {
            let (left, right) = (self.system.length_of(&e.left), self.system.length_of(&e.right));
            parts.push(Formula::equal(left, &right), e.premises.clone());
        }
        for x in self.system.live_vars() {
            let length = Linear::var(self.system.length(x));
            parts.push(Formula::at_least_zero(length), Premises::none());
        }
        for m in self.system.memberships().iter().filter(|m| m.positive) {
            let info = self.rs.info(m.re);
            let length = Linear::var(self.system.length(m.var));
            let min = Linear::constant(info.min_len.weakened());
            parts.push(Formula::at_least(length.clone(), &min), m.premises.clone());
            if let AtMost(max) = info.max_len {
                let max = Formula::at_least(Linear::constant(max), &length);
                parts.push(max, m.premises.clone());
            }
        }
        match parts.check(arithmetic, self.limits)? {
            Answer::Sat(model) => Ok(Some(model)),
            Answer::Unknown => Ok(None),
            Answer::Unsat(premises) => Err(Halt::Conflict(premises)),
        }
    }

    /// All pairs of positions that are equally far from the start in `model`, and that the arithmetic
    /// outside has something to say about.
    fn candidates(&self, model: &IntModel) -> Vec<Candidate> {
        let known = self.known_lengths();
        let mut out = Vec::new();
        let mut names: FxHashMap<Var, usize> = FxHashMap::default();
        for (equation, e) in self.system.equations().iter().enumerate() {
            for (cut, difference) in self.balanced_positions((&e.left, &e.right), &known, model) {
                out.push(Candidate { equation, other: None, cut, difference });
            }
            let Some((x, word)) = named(e) else { continue };
            let first = *names.entry(x).or_insert(equation);
            let Some((_, other)) = named(&self.system.equations()[first]) else { continue };
            if first != equation {
                for (cut, difference) in self.balanced_positions((other, word), &known, model) {
                    out.push(Candidate { equation, other: Some(first), cut, difference });
                }
            }
        }
        out
    }

    /// The lengths that the arithmetic outside knows of.
    fn known_lengths(&self) -> FxHashSet<IntVar> {
        let sensitive = self.system.vars().filter(|&x| self.system.is_length_sensitive(x));
        sensitive.map(|x| self.system.length(x)).collect()
    }

    /// The candidates of one pair of words that are equal; arithmetic has something to say about lengths that are all `known`.
    fn balanced_positions(
        &self,
        (left, right): (&[Sym], &[Sym]),
        known: &FxHashSet<IntVar>,
        model: &IntModel,
    ) -> Vec<((usize, usize), Linear)> {
        let [here, there] = [left, right].map(|word| Distances::new(&self.system, word, model));
        let trivial = [(0, 0), (left.len(), right.len())];
        // Where lengths are mostly 0 in the model, nearly all pairs of positions are equally far, and most differ in these.
        let [unknown, others] = [left, right].map(|word| self.unknown_before(word, known));
        let cuts = here.equal_pairs(&there).into_iter();
        let cuts = cuts.filter(|cut| !trivial.contains(cut) && unknown[cut.0] == others[cut.1]);
        let candidates = cuts.map(|cut| {
            let difference = here.distance(cut.0).minus(&there.distance(cut.1));
            debug_assert!(
                difference.value(|v| model.get(v)).is_zero(),
                "positions are not equally far from the start"
            );
            (cut, difference)
        });
        candidates
            .filter(|(_, difference)| difference.terms.iter().all(|(v, _)| known.contains(v)))
            .collect()
    }

    /// For each position a number that says which lengths before it are not `known`, and how often each: a sum of hashes.
    fn unknown_before(&self, word: &[Sym], known: &FxHashSet<IntVar>) -> Vec<u64> {
        let mut sum = 0u64;
        let lengths = word.iter().map(|s| {
            if let Sym::Var(x) = s
                && let length = self.system.length(*x)
                && !known.contains(&length)
            {
                let mut hash = FxHasher::default();
                length.hash(&mut hash);
                // exact: positions whose sums agree by chance are told apart by their distances.
                sum = sum.wrapping_add(hash.finish());
            }
            sum
        });
        std::iter::once(0).chain(lengths).collect()
    }
}
