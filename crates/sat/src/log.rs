//! What a refutation rests on: clauses in the order in which they came, as literals.
//!
//! Learned clauses follow from what is before them by unit propagation, as their derivation only resolves clauses of the log, so
//! no antecedents are kept (Goldberg and Novikov, *Verification of proofs of unsatisfiability for CNF formulas*, DATE
//! 2003). Nothing is logged unless somebody asked for it.

use crate::lit::Lit;

/// Where a clause comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// It was added, under this number ([`Solver::set_origin`](crate::Solver::set_origin)).
    Added(u32),
    /// The propagator explained a literal, the last one, of which it had given this reason.
    Explained(u32),
    /// It was derived.
    Learned,
}

/// The clauses of a solver.
#[derive(Debug, Default)]
pub struct Log {
    lits: Vec<Lit>,
    entries: Vec<(Source, usize)>,
    origin: u32,
}

impl Log {
    /// Enters a clause; without a source it was added.
    pub(crate) fn push(&mut self, source: Option<Source>, clause: &[Lit]) {
        self.lits.extend_from_slice(clause);
        let source = source.unwrap_or(Source::Added(self.origin));
        self.entries.push((source, self.lits.len()));
    }

    /// Clauses that are added from now on have this number.
    pub(crate) fn set_origin(&mut self, origin: u32) {
        self.origin = origin;
    }

    /// The clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = (Source, &[Lit])> {
        let starts = std::iter::once(0).chain(self.entries.iter().map(|e| e.1));
        self.entries
            .iter()
            .zip(starts)
            .map(|(&(source, end), start)| (source, &self.lits[start..end]))
    }
}
