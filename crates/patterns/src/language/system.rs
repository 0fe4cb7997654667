//! Linear equations between languages, `X = C ∪ A X ∪ B Y`, solved by elimination with Arden's lemma: `A* (C ∪ B Y)`.
//!
//! The unknown that occurs least is eliminated first, as usual when automata are made into regexes.

use automata::{Re, Regexes};
use base::{Limits, Stop};
use std::collections::{BTreeMap, BTreeSet};

/// One equation per unknown; the first unknown is the one that is asked for.
#[derive(Clone, Debug)]
pub(super) struct System {
    constants: Vec<Re>,
    /// What each unknown is made of besides.
    terms: Vec<BTreeMap<usize, Re>>,
    /// In which equations each unknown occurs.
    users: Vec<BTreeSet<usize>>,
}

impl System {
    /// `n` unknowns that are empty so far.
    pub fn new(n: usize) -> System {
        System {
            constants: vec![Re::NONE; n],
            terms: vec![BTreeMap::new(); n],
            users: vec![BTreeSet::new(); n],
        }
    }

    /// The unknown has these words as well.
    pub fn add_constant(&mut self, unknown: usize, words: Re, regexes: &mut Regexes) {
        self.constants[unknown] = regexes.union([self.constants[unknown], words]);
    }

    /// The unknown has the words of `label` followed by those of `other` as well.
    pub fn add_term(&mut self, unknown: usize, label: Re, other: usize, regexes: &mut Regexes) {
        if label == Re::NONE {
            return;
        }
        let term = self.terms[unknown].entry(other).or_insert(Re::NONE);
        *term = regexes.union([*term, label]);
        self.users[other].insert(unknown);
    }

    /// The first unknown.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn solve(mut self, regexes: &mut Regexes, limits: &Limits) -> Result<Re, Stop> {
        let mut left: Vec<usize> = (1..self.constants.len()).collect();
        while !left.is_empty() {
            limits.charge(left.len() as u64)?;
            let cost = |&i: &usize| self.users[left[i]].len() * self.terms[left[i]].len();
            let Some(at) = (0..left.len()).min_by_key(cost) else { break };
            let next = left.swap_remove(at);
            self.eliminate(next, regexes, limits)?;
        }
        self.isolate(0, regexes, limits)?;
        Ok(self.constants.swap_remove(0))
    }

    /// Takes the unknown out of its own equation.
    fn isolate(&mut self, k: usize, regexes: &mut Regexes, limits: &Limits) -> Result<(), Stop> {
        let Some(label) = self.terms[k].remove(&k) else { return Ok(()) };
        self.users[k].remove(&k);
        let before = regexes.star(label);
        self.constants[k] = regexes.concat_within(&[before, self.constants[k]], limits)?;
        for term in self.terms[k].values_mut() {
            *term = regexes.concat_within(&[before, *term], limits)?;
        }
        Ok(())
    }

    /// Takes the unknown out of all equations.
    fn eliminate(&mut self, k: usize, regexes: &mut Regexes, limits: &Limits) -> Result<(), Stop> {
        self.isolate(k, regexes, limits)?;
        let terms = std::mem::take(&mut self.terms[k]);
        for &j in terms.keys() {
            self.users[j].remove(&k);
        }
        for user in std::mem::take(&mut self.users[k]) {
            let label = self.terms[user].remove(&k).unwrap_or(Re::NONE);
            limits.charge(1 + terms.len() as u64)?;
            let words = regexes.concat_within(&[label, self.constants[k]], limits)?;
            self.add_constant(user, words, regexes);
            for (&j, &term) in &terms {
                let label = regexes.concat_within(&[label, term], limits)?;
                self.add_term(user, label, j, regexes);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;

    #[test]
    fn words_with_an_even_number_of_letters() {
        let rs = &mut Regexes::new();
        let budget = Budget::unlimited();
        let limits = Limits::none(&budget);
        let (a, b) = (rs.text("a"), rs.text("b"));
        let mut system = System::new(2);
        system.add_constant(0, Re::EPS, rs);
        for (from, label, to) in [(0, a, 1), (1, a, 0), (0, b, 0), (1, b, 1)] {
            system.add_term(from, label, to, rs);
        }
        let even = system.solve(rs, &limits).unwrap();
        let (stars, pair) = (rs.star(b), rs.concat_all([a, a]));
        let inside = rs.concat_all([stars, a, stars, a, stars]);
        let want = rs.star(inside);
        let want = rs.union([want, stars]);
        assert_eq!(rs.equals_language(even, want, &limits), Ok(true));
        assert_eq!(rs.equals_language(even, pair, &limits), Ok(false));
    }
}
