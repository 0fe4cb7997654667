//! Choosing a variable to branch on.
//!
//! A variable with a small range is the one whose branches end soonest, and an unbounded one the
//! one on which branching may never end; ties go to the oldest. Sums are never branched on: with
//! whole variables they are whole.

use crate::Simplex;
use crate::bounds::Col;
use base::Int;

impl Simplex {
    /// The fractional variable to branch on, and its value rounded down.
    pub(crate) fn branch(&self) -> Option<(Col, Int)> {
        let mut variables = self.fractional();
        variables.retain(|&c| self.defs.of(c).is_none());
        let best = variables.into_iter().min_by_key(|&c| {
            let range = self.range(c);
            (range.is_none(), range, c)
        })?;
        Some((best, self.values[best].floor()))
    }

    fn range(&self, col: Col) -> Option<Int> {
        Some(self.bounds.upper(col)? - self.bounds.lower(col)?)
    }
}
