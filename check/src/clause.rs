//! Clauses, and what follows from them by unit propagation.

use crate::bits::refuted;
use crate::error::Result;
use crate::hash::Map;
use crate::term::{Store, Term};

/// The clauses that were derived so far.
#[derive(Debug, Default)]
pub struct Clauses {
    known: Map<String, Vec<Term>>,
    order: Vec<String>,
}

impl Clauses {
    /// Enters a clause. A name can be used again; it means the new clause then.
    pub fn add(&mut self, name: &str, mut clause: Vec<Term>) {
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
    pub fn get(&self, name: &str) -> Option<&[Term]> {
        self.known.get(name).map(Vec::as_slice)
    }

    /// The names of all clauses.
    pub fn names(&self) -> Vec<&str> {
        self.order.iter().map(String::as_str).filter(|n| self.known.contains_key(*n)).collect()
    }

    /// Whether `clause` follows from the named clauses by unit propagation.
    pub fn imply(&self, store: &Store, names: &[&str], clause: &[Term]) -> Result<bool> {
        let mut numbers: Map<Term, i32> = Map::default();
        let mut bit = |&l: &Term| {
            let (atom, positive) = store.atom(l);
            let next = numbers.len() as i32 + 2;
            let number = *numbers.entry(atom).or_insert(next);
            if positive { number } else { -number }
        };
        let mut all: Vec<Vec<i32>> = clause.iter().map(|l| vec![-bit(l)]).collect();
        let premises = names.iter().filter_map(|n| self.get(n));
        all.extend(premises.map(|premise| premise.iter().map(&mut bit).collect()));
        refuted(numbers.len() + 2, all, Vec::new())
    }
}
