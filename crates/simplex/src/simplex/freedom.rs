//! How far a nonbasic column may move while every column stays within its bounds and every whole one stays whole.
//!
//! Many steps of one column are asked about: each fractional row has two for it, each disequality another. With
//! `scale * basic = ... + a * x`, moving `x` by `d` moves `basic` by `a * d / scale`, so its bounds are bounds of `d`, and it stays whole
//! iff `scale / gcd(a, scale)` divides `d`. All rows together are one interval and one modulus, found in one pass over the
//! column, and each step is a comparison then. To try each step on each row lost: where rows share columns, as in chains of orders,
//! that is the number of rows times that of columns times the length of a column. z3 has the intervals (`get_freedom_interval_for_column`).
//!
//! A column that two rows hold in its place is given up at these. They are mostly the same after other columns have moved, so they
//! are looked at first then.

use crate::Simplex;
use crate::bounds::{Col, Side};
use crate::tableau::RowId;
use base::{Int, Limits, Rat, Stop};

/// The steps that a column may take: the multiples of `multiple` from `least` to `most`.
#[derive(Clone, Debug)]
pub(crate) struct Freedom {
    least: Option<Int>,
    most: Option<Int>,
    multiple: Int,
    /// The rows that `least` and `most` come from.
    ends: [Option<RowId>; 2],
}

impl Freedom {
    /// Whether a step is one of them.
    pub(crate) fn admits(&self, step: &Int) -> bool {
        self.least.as_ref().is_none_or(|least| step >= least)
            && self.most.as_ref().is_none_or(|most| step <= most)
            && (self.multiple.is_one() || step.div_rem_euclid(&self.multiple).1.is_zero())
    }

    /// Whether there is no step but 0.
    pub(crate) fn is_none(&self) -> bool {
        let is_short =
            |end: &Option<Int>| end.as_ref().is_some_and(|end| end.abs() < self.multiple);
        is_short(&self.least) && is_short(&self.most)
    }

    /// A column of this `value`, that of `row` if it is basic, moves by `a / scale` for each step and stays within a bound.
    fn keep(
        &mut self,
        (bound, side): (&Int, Side),
        value: &Rat,
        [a, scale]: [&Int; 2],
        row: Option<RowId>,
    ) {
        debug_assert!(scale.is_positive() && !a.is_zero(), "a row without the column");
        let gap = (bound * value.den() - value.num()) * scale;
        let (gap, per) = match a.is_positive() {
            true => (gap, value.den() * a),
            false => (-gap, -(value.den() * a)),
        };
        let is_lower = (side == Side::Lower) == a.is_positive();
        let (end, limit) = match is_lower {
            true => (&mut self.least, gap.div_ceil(&per)),
            false => (&mut self.most, gap.div_floor(&per)),
        };
        let is_nearer = |known: &Int| if is_lower { *known < limit } else { *known > limit };
        if end.as_ref().is_none_or(is_nearer) {
            *end = Some(limit);
            self.ends[usize::from(is_lower)] = row;
        }
    }

    /// A whole column that moves by `a / scale` for each step stays whole.
    fn keep_whole(&mut self, a: &Int, scale: &Int) {
        if !scale.is_one() {
            let period = scale.div_exact(&scale.gcd(a));
            self.multiple = &self.multiple * &period.div_exact(&period.gcd(&self.multiple));
        }
    }
}

impl Simplex {
    /// What a nonbasic column has room for; `before` is what it had room for when other columns had other values.
    pub(crate) fn freedom(
        &self,
        col: Col,
        before: Option<&Freedom>,
        limits: &Limits<'_>,
    ) -> Result<Freedom, Stop> {
        let mut freedom = Freedom { least: None, most: None, multiple: Int::ONE, ends: [None; 2] };
        self.narrow(&mut freedom, col, [&Int::ONE, &Int::ONE], None);
        let ends = before.map_or([None; 2], |before| before.ends).into_iter().flatten();
        let mut cost = 1;
        for r in ends.chain(self.tableau.column(col).iter().copied()) {
            if freedom.is_none() {
                break;
            }
            cost += 1;
            let row = self.tableau.row(r);
            let rate = [self.tableau.coefficient(r, col), &row.scale];
            self.narrow(&mut freedom, row.basic, rate, Some(r));
            if self.values[row.basic].is_integer() {
                freedom.keep_whole(rate[0], rate[1]);
            }
        }
        limits.charge(cost)?;
        Ok(freedom)
    }

    /// Keeps a column that moves by so much for each step within its bounds.
    fn narrow(&self, freedom: &mut Freedom, col: Col, rate: [&Int; 2], row: Option<RowId>) {
        for side in [Side::Lower, Side::Upper] {
            if let Some(bound) = self.bounds.value(col, side) {
                freedom.keep((bound, side), &self.values[col], rate, row);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reason;
    use crate::tableau::Position;
    use base::{Budget, SplitMix64};

    /// Three columns of which four sums are bounded, at a vertex if there is one.
    fn vertex(random: &mut SplitMix64, limits: &Limits<'_>) -> Option<Simplex> {
        let mut s = Simplex::new();
        let columns = [s.new_col(), s.new_col(), s.new_col()];
        for _ in 0..4 {
            let factors = columns.map(|col| (col, Int::from(random.below(7) as i64 - 3)));
            let terms: Vec<_> = factors.into_iter().filter(|(_, a)| !a.is_zero()).collect();
            if terms.is_empty() {
                continue;
            }
            let sum = s.define(&terms);
            let least = random.below(9) as i64 - 6;
            s.assert_lower(sum, Int::from(least), Reason(0)).ok()?;
            let most = least + random.below(6) as i64;
            s.assert_upper(sum, Int::from(most), Reason(1)).ok()?;
        }
        matches!(s.check_within(limits), Ok(Ok(()))).then_some(s)
    }

    /// Whether the values are still within bounds, and whole where they were.
    fn may_step(before: &Simplex, col: Col, step: i64) -> bool {
        let mut after = before.clone();
        after.move_nonbasic(col, &Rat::from(Int::from(step)));
        before.bounds.cols().all(|c| {
            before.tableau.position(c) == Position::Detached
                || after.outside(c).is_none()
                    && (after.values[c].is_integer() || !before.values[c].is_integer())
        })
    }

    #[test]
    fn admits_what_does_no_harm() {
        let budget = Budget::unlimited();
        let limits = Limits::new(&budget, u64::MAX);
        let (mut random, mut admitted, mut refused) = (SplitMix64::new(1), 0, 0);
        for _ in 0..400 {
            let Some(s) = vertex(&mut random, &limits) else { continue };
            for col in s.bounds.cols().filter(|&c| s.tableau.position(c) == Position::Nonbasic) {
                let freedom = s.freedom(col, None, &limits).unwrap();
                for step in (-12..=12).filter(|&step| step != 0) {
                    let expected = may_step(&s, col, step);
                    assert_eq!(!freedom.is_none() && freedom.admits(&Int::from(step)), expected);
                    *if expected { &mut admitted } else { &mut refused } += 1;
                }
            }
        }
        assert!(admitted > 100 && refused > 1000, "{admitted} and {refused}");
    }
}
