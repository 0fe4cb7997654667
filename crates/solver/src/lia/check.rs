//! Running the engine: feasibility and implied literals at every fixpoint, integer solutions at
//! the final check.

use super::Lia;
use base::{Budget, Idx, Int, Interrupted};
use sat::Lit;
use simplex::{BoundId, Col, Implied, IntOutcome, Reason, Side};
use terms::{Term, Terms};

/// What propagation found.
#[derive(Debug, Default)]
pub struct Found {
    /// Literals that follow, each with the bound that implies it.
    pub implied: Vec<(Lit, BoundId)>,
    /// Contradicting literals.
    pub conflict: Option<Vec<Lit>>,
}

/// What the integer check found.
#[derive(Debug)]
pub enum Checked {
    /// An integer solution; read it with [`Lia::value`].
    Feasible,
    /// Contradicting literals.
    Conflict(Vec<Lit>),
    /// The atom `above`, as a term, has to be decided. `first` is the side of it that is nearer to 0: an unbounded variable that
    /// always moves away from there may never come to a whole value.
    Branch {
        /// `sum >= bound`.
        above: Term,
        /// `above` or its negation.
        first: Term,
    },
}

impl Lia {
    /// Checks rational feasibility and derives bounds.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn propagate(
        &mut self,
        value: &dyn Fn(Lit) -> Option<bool>,
        budget: &Budget,
    ) -> Result<Found, Interrupted> {
        let mut found = Found::default();
        if !self.stale {
            return Ok(found);
        }
        self.stale = false;
        let mut implied = Vec::new();
        // Bounds are cheaper than pivots and often find the conflict alone.
        let mut result = self.simplex.propagate(budget, &mut implied)?;
        if result.is_ok() {
            result = self.simplex.check(budget)?;
        }
        match result {
            Err(conflict) => {
                self.stale = true;
                let lits = lits_of(&conflict.reasons);
                debug_assert!(
                    lits.iter().all(|&lit| value(lit) == Some(true)),
                    "bounds that were not asserted contradict each other"
                );
                found.conflict = Some(lits);
            }
            Ok(()) => {
                for i in &implied {
                    let Some((lit, limit)) = self.nearest_atom(i, value) else { continue };
                    let id = self.simplex.oldest_implying(i.id, &limit);
                    debug_assert!(id <= i.id, "a bound is implied by a newer one");
                    // An older bound may be the premise of what became true before.
                    if id == i.id && limit == i.bound {
                        self.simplex.name(id, Reason(base::id32(lit.index())));
                    }
                    found.implied.push((lit, id));
                }
            }
        }
        Ok(found)
    }

    /// The strongest undecided literal that a derived bound decides, and the bound that it says; the order clauses of its
    /// atoms decide the weaker ones.
    fn nearest_atom(&self, i: &Implied, value: &dyn Fn(Lit) -> Option<bool>) -> Option<(Lit, Int)> {
        let atoms = self.bound_atoms.get(i.col)?;
        let (lit, limit) = match i.side {
            Side::Lower => {
                let (v, lit) = atoms[..atoms.partition_point(|(v, _)| *v <= i.bound)].last()?;
                (*lit, v.clone())
            }
            Side::Upper => {
                let (v, lit) = atoms.get(atoms.partition_point(|(v, _)| *v <= i.bound))?;
                (!*lit, v - &Int::ONE)
            }
        };
        value(lit).is_none().then_some((lit, limit))
    }

    /// Literals that imply the bound `id`.
    pub fn explain(&self, id: BoundId) -> Vec<Lit> {
        let mut reasons = Vec::new();
        self.simplex.explain(id, &mut reasons);
        let lits = lits_of(&reasons);
        debug_assert!(
            lits.iter().all(|lit| self.bounds.contains_key(&lit.var())),
            "a bound rests on a literal that is none"
        );
        lits
    }

    /// Looks for an integer solution.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn check_int(
        &mut self,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Checked, Interrupted> {
        Ok(match self.simplex.check_int(budget)? {
            IntOutcome::Feasible => Checked::Feasible,
            IntOutcome::Conflict(c) => Checked::Conflict(lits_of(&c.reasons)),
            IntOutcome::Branch { col, floor } => {
                let is_negative = floor.is_negative();
                let above = self.at_least(terms, col, floor + Int::ONE);
                let first = if is_negative { above } else { terms.not(above) };
                Checked::Branch { above, first }
            }
        })
    }

    /// The term `sum of col >= bound`.
    fn at_least(&self, terms: &mut Terms, col: Col, bound: Int) -> Term {
        let sum: Vec<Term> = self
            .simplex
            .definition(col)
            .into_iter()
            .map(|(c, k)| terms.scale(k, self.leaf_of(c)))
            .collect();
        debug_assert!(!sum.is_empty(), "a branch on a column that is a constant");
        let sum = terms.add(&sum);
        let bound = terms.int(bound);
        terms.ge(sum, bound)
    }

    fn leaf_of(&self, col: Col) -> Term {
        self.leaf_of_col[&col]
    }
}

pub(super) fn lits_of(reasons: &[Reason]) -> Vec<Lit> {
    reasons.iter().map(|r| Lit::from_index(r.0 as usize)).collect()
}
