//! Fixed sums out of the basis, while that is cheap.
//!
//! Problem: the lengths of a chain, each one more than the one before, and a long sum of all of them. The differences hold at first and
//! the sum does not, so that is the first to be exchanged; then each difference has all columns in it, fails in turn, and is exchanged for
//! the square of the length of the chain, all of them for the cube.
//!
//! But a basic column whose bounds leave one value is best nonbasic: there it stays. So before the first exchange in a check that costs
//! much, the fixed basic columns are exchanged, those in short rows first, each with the column in fewest rows, as in Gaussian elimination
//! with the rule of Markowitz (H. M. Markowitz, *The Elimination Form of the Inverse*, Management Science 3, 1957): the rows of the
//! chain become a triangle, and the sum is dense once. To do so at each check was not tried: where pivots are cheap nothing is to be
//! won.

use crate::bounds::Col;
use crate::tableau::RowId;
use crate::{Counter, Simplex};
use base::{Limits, Stop};

impl Simplex {
    /// Exchanges fixed basic columns, if no exchange costs as much as one that is to come, `cost`; whether there were any.
    pub(crate) fn eliminate_fixed(&mut self, cost: u64, limits: &Limits<'_>) -> Result<bool, Stop> {
        limits.charge(self.tableau.len() as u64)?;
        let fixed = |row: &RowId| self.bounds.fixed(self.tableau.row(*row).basic).is_some();
        let mut rows: Vec<RowId> = self.tableau.ids().filter(fixed).collect();
        base::order::sort_by_key(&mut rows, |row| (self.tableau.row(*row).terms.len(), *row));
        // In a full tableau as many exchanges of this cost are to come as the row is long.
        // exact: a limit beyond all others.
        let (mut left, mut is_changed) = (cost.saturating_mul(cost), false);
        for row in rows {
            let Some(entering) = self.free_column(row) else { continue };
            let own = 1 + self.tableau.pivot_cost(row, entering);
            if own >= cost {
                continue;
            }
            let Some(rest) = left.checked_sub(own) else { break };
            limits.charge(own)?;
            left = rest;
            let basic = self.tableau.row(row).basic;
            if let Some(side) = self.outside(basic) {
                self.move_basic(row, entering, side);
            }
            debug_assert!(self.values[basic].is_integer(), "a fixed column leaves at a fraction");
            self.stats.count(Counter::Eliminations);
            self.exchange(row, entering);
            is_changed = true;
        }
        Ok(is_changed)
    }

    /// The column of `row` that is in fewest rows among those that have room. Of several the newest, as chains are built from the oldest.
    fn free_column(&self, row: RowId) -> Option<Col> {
        let terms = self.tableau.row(row).terms.iter().map(|t| t.0);
        let free = terms.filter(|&col| self.bounds.fixed(col).is_none());
        free.min_by_key(|&col| (self.tableau.column(col).len(), std::cmp::Reverse(col)))
    }
}
