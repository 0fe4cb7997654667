//! Values that hold without pivots.
//!
//! Problem: the values of a chain, as of sums that go on from each other or of numbers in order, grow from one end to the other. Each row
//! is mended by the next column, and a pivot for each makes a tableau in which every column depends on all before it; then a pivot costs
//! the square of the length of the chain, and all of them the cube.
//!
//! But the next column need only be moved: a step along its own column. So a check whose pivots become costly looks for values by moves, as
//! local search does; if that comes to no end, values are what they were, so that pivots go on from a vertex. Moves may cost a part of what
//! costly pivots have cost, as most checks end in a conflict or after a few more pivots; to move first in each check was tried and lost, as
//! that delays conflicts, and values at bounds make better models.

use crate::bounds::{Col, Side};
use crate::tableau::{Row, RowId};
use crate::{Counter, Simplex};
use base::{Int, Limits, Rat, Stop};

/// A value that is only compared: not in lowest terms, as the greatest common divisor would be most of the cost. `den` is positive.
struct Moved {
    num: Int,
    den: Int,
}

impl Simplex {
    /// Looks for values by moves of nonbasic columns, for at most so many steps; values stay as they are if there are none. Returns
    /// the steps.
    pub(crate) fn repair(&mut self, allowance: u64, limits: &Limits<'_>) -> Result<u64, Stop> {
        let before = (self.values.clone(), self.infeasible.clone());
        let (mut spent, mut is_done) = (0, false);
        while spent < allowance {
            let Some((row, side)) = self.next_violation() else {
                is_done = true;
                break;
            };
            let (best, cost) = self.least_harm(row, side);
            limits.charge(cost)?;
            spent += cost;
            let Some((col, delta)) = best else { break };
            debug_assert!(!delta.is_zero(), "a move that changes nothing");
            self.move_nonbasic(col, &delta);
        }
        if is_done {
            self.stats.count(Counter::Repairs);
        } else {
            (self.values, self.infeasible) = before;
        }
        Ok(spent)
    }

    /// The move of a column of `row` that brings it back into its bound on `side` and makes the fewest other rows fail; and the
    /// steps to find it.
    fn least_harm(&self, row: RowId, side: Side) -> (Option<(Col, Rat)>, u64) {
        let up = side == Side::Lower;
        let (mut best, mut cost) = (None::<(i64, (Col, Rat))>, 1);
        for (col, a) in &self.tableau.row(row).terms {
            cost += 1;
            if !self.has_room(*col, a.is_positive() == up) {
                continue;
            }
            let Some(delta) = self.whole_step(row, side, a) else { continue };
            if !self.is_within(*col, &(&self.values[*col] + &Rat::from(delta.clone()))) {
                continue;
            }
            let (harm, looked) = self.harm(*col, &delta, best.as_ref().map(|b| b.0));
            cost += looked;
            // Of several the newest column, as chains are built from the oldest.
            if let Some(harm) = harm {
                best = Some((harm, (*col, Rat::from(delta))));
            }
        }
        (best.map(|(_, step)| step), cost)
    }

    /// The least whole step of a column with coefficient `a` in `row` that brings its basic column back over the bound on `side`.
    fn whole_step(&self, row: RowId, side: Side, a: &Int) -> Option<Int> {
        let row = self.tableau.row(row);
        let target = self.bounds.value(row.basic, side)?;
        let gap = &Rat::from(target.clone()) - &self.values[row.basic];
        let exact = gap.scale(&row.scale, a);
        Some(if exact.signum() < 0 { exact.floor() } else { exact.ceil() })
    }

    /// The value of the basic column of `row` when the nonbasic `col` moves by `step`.
    fn moved(&self, row: RowId, col: Col, step: &Int) -> Moved {
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
    fn would_be_within(&self, row: RowId, value: &Moved) -> bool {
        let col = self.tableau.row(row).basic;
        self.bounds.lower(col).is_none_or(|l| value.num >= l * &value.den)
            && self.bounds.upper(col).is_none_or(|u| value.num <= u * &value.den)
    }

    /// How many more rows fail when `col` moves by `delta`, unless these are more than `most`; and how many rows were looked at. Where
    /// few rows fail, few can be mended, so most columns of many rows are given up early.
    fn harm(&self, col: Col, delta: &Int, most: Option<i64>) -> (Option<i64>, u64) {
        let (mut harm, mut looked) = (0_i64, 0);
        // exact: there are fewer rows than that.
        let mut failing = i64::try_from(self.infeasible.len()).unwrap_or(i64::MAX);
        for &r in self.tableau.column(col) {
            looked += 1;
            let basic = self.tableau.row(r).basic;
            if !self.bounds.is_bounded(basic) {
                continue;
            }
            let (is_within, will_be) = (
                self.outside(basic).is_none(),
                self.would_be_within(r, &self.moved(r, col, delta)),
            );
            harm += i64::from(is_within) - i64::from(will_be);
            failing -= i64::from(!is_within);
            if most.is_some_and(|most| harm - failing > most) {
                return (None, looked);
            }
        }
        (Some(harm).filter(|&harm| most.is_none_or(|most| harm <= most)), looked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reason;
    use base::Budget;

    /// `x0 = 1`, and each `x` is greater than the sum of the one before and a number from 0 to 20, which a second chain adds up.
    fn chain(s: &mut Simplex, n: usize) {
        let one = || Int::ONE;
        let mut last: Option<[Col; 3]> = None;
        for _ in 0..n {
            let columns = [s.new_col(), s.new_col(), s.new_col()];
            let [x, part, total] = columns;
            s.assert_lower(x, one(), Reason(0)).unwrap();
            s.assert_lower(part, Int::ZERO, Reason(0)).unwrap();
            s.assert_upper(part, Int::from(20), Reason(0)).unwrap();
            if let Some([before, part, sum]) = last {
                let minus = -&one();
                let step = s.define(&[(x, one()), (before, minus.clone()), (part, minus.clone())]);
                s.assert_lower(step, one(), Reason(1)).unwrap();
                let terms = [
                    (total, one()),
                    (x, minus.clone()),
                    (sum, minus),
                    (before, one()),
                    (part, one()),
                ];
                let other = s.define(&terms);
                s.assert_lower(other, Int::ZERO, Reason(2)).unwrap();
                s.assert_upper(other, Int::from(20), Reason(2)).unwrap();
            }
            last = Some(columns);
        }
    }

    #[test]
    fn what_does_more_harm_is_given_up() {
        let mut s = Simplex::new();
        chain(&mut s, 24);
        let budget = Budget::unlimited();
        s.settle(&Limits::none(&budget)).unwrap();
        let (mut given_up, mut kept) = (0, 0);
        for col in s.bounds.cols().filter(|&col| !s.tableau.column(col).is_empty()) {
            for delta in [-3, -1, 1, 2, 30].map(Int::from) {
                let (harm, rows) = s.harm(col, &delta, None);
                let harm = harm.expect("there is no most");
                for most in -4..4 {
                    let (found, looked) = s.harm(col, &delta, Some(most));
                    assert!(looked <= rows);
                    assert_eq!(found, Some(harm).filter(|harm| *harm <= most));
                    *if found.is_some() { &mut kept } else { &mut given_up } += 1;
                }
            }
        }
        assert!(given_up > 100 && kept > 100, "{given_up} and {kept}");
    }

    #[test]
    fn chains_are_mended_by_moves() {
        let mut tunables = base::Tunables::DEFAULT;
        tunables.set("simplex.costly-pivot=0").unwrap();
        tunables.set("simplex.repair-share=1").unwrap();
        let budget = Budget::unlimited().with_tunables(std::sync::Arc::new(tunables));
        let mut s = Simplex::new();
        chain(&mut s, 128);
        s.check(&budget).unwrap().unwrap();
        assert_eq!(s.stats()[Counter::Repairs], 1);
        let is_within = |col| s.is_within(col, &s.values[col]);
        assert!(s.bounds.cols().all(is_within), "a bound does not hold");
    }
}
