//! Letters that no variable of an equation can contain.
//!
//! If `c` is in the language of none of the variables' words, then the occurrences of `c` that are spelled out are all
//! there are: both sides have as many, and they are aligned, so the equation falls apart at
//! them. This is the alignment inference of Z3-Noodler's preprocessing; here it also is what makes
//! the assumption of [`crate::separator`] useful.

use super::{Halt, Simplifier, languages::language};
use crate::system::{Equation, Sym};
use crate::tags::Premises;
use automata::Re;
use base::{FxHashMap, affordable};

impl Simplifier<'_> {
    /// Cuts an equation at a separator; whether there was one.
    pub(super) fn cut_at_separators(&mut self) -> Result<bool, Halt> {
        let candidates: Vec<usize> = (0..self.system.equations().len())
            .filter(|&i| self.system.equations()[i].vars().all(|x| self.system.is_regular(x)))
            .collect();
        let mut avoids = FxHashMap::default();
        for i in candidates {
            let e = self.system.equations()[i].clone();
            for c in letters_of(&e) {
                if !self.all_avoid(&e, c, &mut avoids)? {
                    continue;
                }
                let (left, right) = (positions(&e.left, c), positions(&e.right, c));
                let mut premises = e.premises.clone();
                let mine =
                    self.system.memberships().iter().filter(|m| e.vars().any(|x| x == m.var));
                premises.extend(&Premises::all(mine.map(|m| &m.premises)));
                if left.len() != right.len() {
                    return Err(Halt::Conflict(premises));
                }
                self.system.equation_mut(i).premises.extend(&premises);
                debug_assert!(!left.is_empty(), "the separator does not occur in the equation");
                // Before and after each separator, so that pieces without it are left.
                let around = |&p: &usize| [p, p + 1];
                let left = left.iter().flat_map(around);
                let cuts: Vec<(usize, usize)> = left.zip(right.iter().flat_map(around)).collect();
                self.cut_equation(i, &cuts);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether no variable of `e` can contain `c`.
    fn all_avoid(
        &mut self,
        e: &Equation,
        c: u32,
        known: &mut FxHashMap<(Re, u32), bool>,
    ) -> Result<bool, Halt> {
        for x in e.vars() {
            let re = language(&self.system, x, self.rs);
            let avoids = match known.get(&(re, c)) {
                Some(&avoids) => avoids,
                None => {
                    let letter = self.rs.word(&[c]);
                    let somewhere = self.rs.concat_all([Re::ALL, letter, Re::ALL]);
                    let rs = &mut *self.rs;
                    let steps = self.limits.tunables().words.avoidance_steps;
                    let asked = self.limits.within(steps, |l| rs.is_disjoint(re, somewhere, l));
                    let avoids = affordable(asked)? == Some(true);
                    known.insert((re, c), avoids);
                    avoids
                }
            };
            if !avoids {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The letters spelled out in an equation, ascending.
pub(crate) fn letters_of(e: &Equation) -> Vec<u32> {
    let letter = |s: Sym| match s {
        Sym::Char(c) => Some(c),
        Sym::Var(_) => None,
    };
    let mut letters: Vec<u32> = e.symbols().filter_map(letter).collect();
    base::order::sort(&mut letters);
    letters.dedup();
    letters
}

/// Where `c` is spelled out.
pub(crate) fn positions(word: &[Sym], c: u32) -> Vec<usize> {
    (0..word.len()).filter(|&i| word[i] == Sym::Char(c)).collect()
}
