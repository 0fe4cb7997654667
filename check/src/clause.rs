//! Clauses, and what follows from them by unit propagation.

use crate::bits::refuted;
use crate::error::Result;
use crate::hash::Map;
use crate::term::{Store, Term};

/// A formula or its negation; the formula is no negation itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit {
    /// The formula.
    pub term: Term,
    /// Whether it is not negated.
    pub positive: bool,
}

impl Lit {
    /// The literal of a formula.
    pub fn new(store: &Store, term: Term) -> Lit {
        let (term, positive) = store.atom(term);
        Lit { term, positive }
    }

    /// The opposite.
    pub fn negated(self) -> Lit {
        Lit { term: self.term, positive: !self.positive }
    }

    /// The literal as a formula.
    pub fn formula(self, store: &mut Store) -> Term {
        if self.positive { self.term } else { store.not(self.term) }
    }
}

/// The clauses that were derived so far.
#[derive(Debug, Default)]
pub struct Clauses {
    known: Map<String, Vec<Lit>>,
    order: Vec<String>,
}

impl Clauses {
    /// Enters a clause. A name can be used again; it means the new clause then.
    pub fn add(&mut self, name: &str, mut clause: Vec<Lit>) {
        clause.sort_unstable();
        clause.dedup();
        if self.known.insert(name.to_owned(), clause).is_none() {
            self.order.push(name.to_owned());
        }
    }

    /// Forgets a clause; returns whether it was there.
    pub fn drop(&mut self, name: &str) -> bool {
        self.known.remove(name).is_some()
    }

    /// The clause of this name.
    pub fn get(&self, name: &str) -> Option<&[Lit]> {
        self.known.get(name).map(Vec::as_slice)
    }

    /// The names of all clauses.
    pub fn names(&self) -> Vec<&str> {
        self.order.iter().map(String::as_str).filter(|n| self.known.contains_key(*n)).collect()
    }

    /// Whether `clause` follows from the named clauses by unit propagation.
    pub fn imply(&self, names: &[&str], clause: &[Lit]) -> Result<bool> {
        let mut numbers: Map<Term, i32> = Map::default();
        let mut bit = |l: &Lit| {
            let next = numbers.len() as i32 + 2;
            let number = *numbers.entry(l.term).or_insert(next);
            if l.positive { number } else { -number }
        };
        let mut all: Vec<Vec<i32>> = clause.iter().map(|l| vec![-bit(l)]).collect();
        let premises = names.iter().filter_map(|n| self.get(n));
        all.extend(premises.map(|premise| premise.iter().map(&mut bit).collect()));
        refuted(numbers.len() + 2, all, Vec::new())
    }
}
