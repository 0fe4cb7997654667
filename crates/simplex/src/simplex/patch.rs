//! Patching: shifting nonbasic columns by whole steps until fractional basic ones are whole.
//!
//! With `scale * basic = N` for an `N` not divisible by `scale`, moving a nonbasic column of
//! coefficient `a` by `d` asks for `N + a * d = 0` modulo `scale`: solvable iff `gcd(a, scale)`
//! divides `N`, with one solution modulo `scale / gcd`. The two solutions next to 0 are tried and
//! kept if no bound is crossed and no other basic column becomes fractional. Most length problems
//! have slack everywhere and become integer feasible this way, without a branch. The idea is that
//! of the patcher in z3's `int_solver`.

use crate::Counter;
use crate::Simplex;
use crate::bounds::Col;
use crate::linear::inverse_mod;
use crate::tableau::{Row, RowId};
use base::{Int, Limits, Rat, Stop};

/// A value that is only compared: not in lowest terms, as the greatest common divisor would be most of the cost. `den` is positive.
pub(crate) struct Moved {
    num: Int,
    den: Int,
}

impl Moved {
    fn is_whole(&self) -> bool {
        debug_assert!(self.den.is_positive(), "a fraction with a negative denominator");
        self.den.is_one() || self.num.div_rem_euclid(&self.den).1.is_zero()
    }
}

impl Simplex {
    /// The basic columns with a fractional value, in order of rows.
    pub(crate) fn fractional(&self) -> Vec<Col> {
        let basics = self.tableau.iter().map(|r| r.basic);
        basics.filter(|&c| !self.values[c].is_integer()).collect()
    }

    /// Tries to make every basic column whole; the values stay feasible.
    pub(crate) fn patch(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        for basic in self.fractional() {
            if let Some(row) = self.tableau.row_of(basic)
                && !self.values[basic].is_integer()
            {
                self.patch_row(row, limits)?;
            }
        }
        Ok(())
    }

    fn patch_row(&mut self, row: RowId, limits: &Limits<'_>) -> Result<(), Stop> {
        for at in 0..self.tableau.row(row).terms.len() {
            let (col, ref a) = self.tableau.row(row).terms[at];
            for step in self.steps(row, a) {
                limits.charge(1 + self.tableau.column(col).len() as u64)?;
                if self.may_move(col, &step) {
                    self.move_nonbasic(col, &Rat::from(step));
                    self.stats.count(Counter::Patches);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The least steps up and down of a column with coefficient `a` that make the row whole.
    fn steps(&self, row: RowId, a: &Int) -> Vec<Int> {
        let row = self.tableau.row(row);
        let Some(total) = self.values[row.basic].scale(&row.scale, &Int::ONE).to_int().cloned()
        else {
            return Vec::new();
        };
        let (g, inverse) = inverse_mod(a, &row.scale);
        let (quotient, rest) = total.div_rem_euclid(&g);
        if !rest.is_zero() {
            return Vec::new();
        }
        let period = row.scale.div_exact(&g);
        let up = (-(quotient * inverse)).div_rem_euclid(&period).1;
        let down = &up - &period;
        vec![up, down]
    }

    /// Whether moving `col` by `step` keeps all bounds and makes no whole column fractional.
    pub(crate) fn may_move(&self, col: Col, step: &Int) -> bool {
        if !self.is_within(col, &(&self.values[col] + &Rat::from(step.clone()))) {
            return false;
        }
        self.tableau.column(col).iter().all(|&r| {
            let new = self.moved(r, col, step);
            (new.is_whole() || !self.values[self.tableau.row(r).basic].is_integer())
                && self.would_be_within(r, &new)
        })
    }

    /// The value of the basic column of `row` when the nonbasic `col` moves by `step`.
    pub(crate) fn moved(&self, row: RowId, col: Col, step: &Int) -> Moved {
        let a = self.tableau.coefficient(row, col);
        let Row { basic, scale, .. } = self.tableau.row(row);
        let old = &self.values[*basic];
        let mut change = step * a;
        if old.is_integer() && scale.is_one() {
            change += old.num();
            return Moved { num: change, den: Int::ONE };
        }
        change *= old.den();
        change += old.num() * scale;
        Moved { num: change, den: old.den() * scale }
    }

    /// Whether the basic column of `row` is within its bounds at a value.
    pub(crate) fn would_be_within(&self, row: RowId, value: &Moved) -> bool {
        let col = self.tableau.row(row).basic;
        self.bounds.lower(col).is_none_or(|l| value.num >= l * &value.den)
            && self.bounds.upper(col).is_none_or(|u| value.num <= u * &value.den)
    }

    pub(crate) fn is_within(&self, col: Col, value: &Rat) -> bool {
        self.bounds.lower(col).is_none_or(|l| value.cmp_int(l).is_ge())
            && self.bounds.upper(col).is_none_or(|u| value.cmp_int(u).is_le())
    }
}
