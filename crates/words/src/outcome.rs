//! Answers, and the check of solutions by substitution.

use crate::arithmetic::IntModel;
use crate::system::{Equation, Sym, System, Var};
use crate::tags::Premises;
use automata::Regexes;
use base::{IdxVec, Int, Limits, Stop};

/// Words for all variables, and the integers that go with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    words: IdxVec<Var, Vec<u32>>,
    integers: Option<IntModel>,
}

impl Solution {
    /// Empty words for the variables of `system`.
    pub fn empty(system: &System) -> Solution {
        let mut words = IdxVec::new();
        system.vars().for_each(|_| {
            words.push(Vec::new());
        });
        Solution { words, integers: None }
    }

    /// The value of a word.
    pub fn value(&self, word: &[Sym]) -> Vec<u32> {
        let mut value = Vec::new();
        for s in word {
            match s {
                Sym::Char(c) => value.push(*c),
                Sym::Var(x) => value.extend_from_slice(&self.words[*x]),
            }
        }
        value
    }

    /// Whether the sides of `equation` have the same value.
    pub fn equates(&self, equation: &Equation) -> bool {
        self.value(&equation.left) == self.value(&equation.right)
    }

    /// Whether this solves `system`, facts included.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn solves(&self, system: &System, rs: &mut Regexes, limits: &Limits) -> Result<bool, Stop> {
        debug_assert!(self.words.len() >= system.var_count(), "a variable has no word");
        let equations = system.equations().iter().all(|e| self.equates(e))
            && !system.disequations().iter().any(|e| self.equates(e));
        if !equations {
            return Ok(false);
        }
        for m in system.memberships() {
            if rs.contains_word(m.re, &self.words[m.var], limits)? != m.positive {
                return Ok(false);
            }
        }
        Ok(self.fits_integers(system))
    }

    /// Whether the lengths that matter are those of the integer model, and the facts hold.
    fn fits_integers(&self, system: &System) -> bool {
        let Some(model) = &self.integers else {
            return !system.needs_arithmetic();
        };
        let fits = |x: &Var| {
            !system.is_length_sensitive(*x)
                || model.get(system.length(*x)) == Int::from(self.words[*x].len())
        };
        system.live_vars().all(|x| fits(&x))
            && system.facts().iter().all(|f| f.formula.holds(model))
    }

    /// The word of `x`.
    pub fn word(&self, x: Var) -> &[u32] {
        &self.words[x]
    }

    /// The word of each variable.
    pub fn words(&self) -> &IdxVec<Var, Vec<u32>> {
        &self.words
    }

    /// The facts of `system`, and the lengths of the words where they matter.
    #[cfg(feature = "scaling")]
    pub(crate) fn lengths(&self, system: &System) -> crate::arithmetic::Parts {
        use crate::arithmetic::{Formula, Linear, Parts};
        let mut parts = Parts::facts(system);
        for x in system.live_vars().filter(|&x| system.is_length_sensitive(x)) {
            let length = Linear::constant(self.word(x).len());
            parts.push(Formula::equal(length, &Linear::var(system.length(x))), Premises::none());
        }
        parts
    }

    /// The integer model that was chosen; none if no length mattered.
    pub fn integers(&self) -> Option<&IntModel> {
        self.integers.as_ref()
    }

    /// Gives `x` a word.
    pub fn set_word(&mut self, x: Var, word: Vec<u32>) {
        self.words[x] = word;
    }

    /// Chooses an integer model.
    pub(crate) fn set_integers(&mut self, model: IntModel) {
        self.integers = Some(model);
    }

    /// Gives `x` another word of the same length.
    pub(crate) fn exchange(&mut self, x: Var, word: Vec<u32>) {
        debug_assert_eq!(word.len(), self.words[x].len(), "lengths may matter to arithmetic");
        self.words[x] = word;
    }

    /// Puts another letter into the word of `x`.
    pub(crate) fn set_letter(&mut self, x: Var, at: usize, letter: u32) {
        self.words[x][at] = letter;
    }

    /// Forgets the variables and integers that `original` does not have.
    pub(crate) fn restrict_to(&mut self, original: &System) {
        debug_assert!(self.words.len() >= original.var_count(), "variables were lost on the way");
        self.words.truncate(original.var_count());
    }
}

/// The answer of a procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is a solution.
    Sat(Solution),
    /// Unsatisfiable; these constraints suffice.
    Unsat(Premises),
    /// Not known.
    GaveUp(&'static str),
}
