//! The GCD test: a row none of whose integer solutions meets its fixed columns.
//!
//! In `scale * basic - sum a * x = 0` move the fixed columns to the right: if the greatest common
//! divisor of the other coefficients does not divide that side, the row has no integer solution.
//! Only rows of the tableau with a fractional basic value can fail. Cheap, and rows combine
//! several equations, so it often answers before the Diophantine solver has to be asked.

use crate::bounds::{BoundId, Side};
use crate::linear::content;
use crate::tableau::Row;
use crate::{Conflict, Simplex};
use base::{Int, Limits, Stop};

impl Simplex {
    /// Tests every row with a fractional value.
    pub(crate) fn gcd_test(&mut self, limits: &Limits<'_>) -> Result<Result<(), Conflict>, Stop> {
        let mut failed = None;
        for row in self.tableau.iter().filter(|r| !self.values[r.basic].is_integer()) {
            limits.charge(row.terms.len() as u64)?;
            if !self.passes_gcd_test(row) {
                failed = Some(self.fixing_bounds(row));
                break;
            }
        }
        Ok(failed.map_or(Ok(()), |roots| Err(self.conflict_of(&roots))))
    }

    /// The basic column, being fractional, is not fixed; so there is a divisor.
    fn passes_gcd_test(&self, row: &Row) -> bool {
        let mut fixed_sum = Int::ZERO;
        let mut free = Vec::new();
        for (col, a) in &row.terms {
            match self.bounds.fixed(*col) {
                Some(v) => fixed_sum += a * v,
                None => free.push(a),
            }
        }
        let g = content(row.scale.clone(), free);
        fixed_sum.div_rem_euclid(&g).1.is_zero()
    }

    /// The bounds that fix the fixed columns of `row`.
    fn fixing_bounds(&self, row: &Row) -> Vec<BoundId> {
        let cols = row.terms.iter().map(|t| t.0);
        let fixed = cols.filter(|&c| self.bounds.fixed(c).is_some());
        fixed
            .flat_map(|c| [Side::Lower, Side::Upper].map(|side| self.bounds.id(c, side)))
            .flatten()
            .collect()
    }
}
