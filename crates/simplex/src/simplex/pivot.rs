//! Rational feasibility: the general simplex of Dutertre and de Moura, "A Fast Linear-Arithmetic
//! Solver for DPLL(T)", CAV 2006.
//!
//! At rest every nonbasic column is within its bounds and every row holds for the current values.
//! Asserting a bound only records it; `check` first moves nonbasic columns back into their
//! bounds, then takes a basic column that is outside, moves it to its bound and exchanges it
//! with a nonbasic column that has room. Because a column only leaves the basis at one of its
//! bounds, and bounds are integers, nonbasic values are always whole.
//!
//! The least basic column is taken, and of the possible entering columns the one in fewest rows,
//! unless that fills the tableau; then the pivot that fills it least among a sample of the
//! infeasible columns. Repairing rows by moving nonbasic columns without a pivot was tried and
//! lost: it delays conflicts. The sparse rules can cycle, so after a number of pivots
//! proportional to the rows the least index is taken instead (Bland's rule, which terminates).
//! Values are not saved and restored: after a `pop` the nonbasic columns are still within their
//! (wider) bounds, which is all that is needed.

use crate::Counter;
use crate::bounds::{BoundId, Col, Side};
use crate::tableau::{Position, RowId};
use crate::{Conflict, Simplex};
use base::{Budget, Int, Interrupted, Limits, Rat, Stop};

/// What to do about the infeasible columns.
enum Choice {
    Feasible,
    Stuck(RowId, Side),
    Pivot { row: RowId, side: Side, entering: Col },
}

impl Simplex {
    /// Looks for rational values within all bounds.
    ///
    /// # Errors
    /// The inner error is a conflict. The outer one says that `budget` is used up; the call may be
    /// repeated with a new one.
    pub fn check(&mut self, budget: &Budget) -> Result<Result<(), Conflict>, Interrupted> {
        unlimited(self.check_within(&Limits::none(budget)))
    }

    /// [`check`](Self::check) with a local allowance.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    pub fn check_within(&mut self, limits: &Limits<'_>) -> Result<Result<(), Conflict>, Stop> {
        self.stats.count(Counter::Checks);
        let tunables = &limits.tunables().simplex;
        self.sweep(tunables.sweep_rows);
        self.settle(limits)?;
        let (mut pivots, mut pivoted, mut moved, mut eliminated) = (0, 0, 0, false);
        loop {
            let allowance = pivoted / tunables.repair_share;
            if allowance > moved {
                moved += self.repair(allowance - moved, limits)?;
            }
            let bland = pivots > tunables.sparse_pivots + 2 * self.tableau.len() as u64;
            match self.choose(bland, limits)? {
                Choice::Feasible => return Ok(Ok(())),
                Choice::Stuck(row, side) => return Ok(Err(self.row_conflict(row, side))),
                Choice::Pivot { row, side, entering } => {
                    let cost = 1 + self.tableau.pivot_cost(row, entering);
                    if cost > tunables.elimination_cost && !eliminated {
                        eliminated = true;
                        if self.eliminate_fixed(cost, limits)? {
                            continue;
                        }
                    }
                    limits.charge(cost)?;
                    pivoted += if cost > tunables.costly_pivot { cost } else { 0 };
                    self.move_basic(row, entering, side);
                    self.exchange(row, entering);
                    pivots += 1;
                }
            }
        }
    }

    /// The next exchange: of the least infeasible column by Bland's rule, else the cheapest one
    /// among some of the infeasible columns.
    fn choose(&mut self, bland: bool, limits: &Limits<'_>) -> Result<Choice, Stop> {
        while self.infeasible.peek().is_some_and(|col| self.violation(col).is_none()) {
            self.infeasible.pop();
        }
        let (mut best, tunables) = (None, &limits.tunables().simplex);
        for col in self.infeasible.sample(if bland { 1 } else { tunables.sample }) {
            let Some((row, side)) = self.violation(col) else { continue };
            let length = self.tableau.row(row).terms.len();
            limits.charge(1 + length as u64)?;
            let Some(entering) = self.entering(row, side, bland) else {
                return Ok(Choice::Stuck(row, side));
            };
            let fill = (self.tableau.column(entering).len() - 1) * length;
            if fill <= tunables.cheap_fill && best.is_none() {
                return Ok(Choice::Pivot { row, side, entering });
            }
            if best.as_ref().is_none_or(|b: &(usize, _)| fill < b.0) {
                best = Some((fill, Choice::Pivot { row, side, entering }));
            }
        }
        Ok(best.map_or(Choice::Feasible, |b| b.1))
    }

    /// Moves the nonbasic columns among those with new bounds into them.
    pub(crate) fn settle(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        limits.charge(1 + std::mem::take(&mut self.owed))?;
        while let Some(&col) = self.touched.last() {
            match self.tableau.position(col) {
                Position::Nonbasic => {
                    let out = self.outside(col).and_then(|side| self.bounds.value(col, side));
                    if let Some(bound) = out.cloned() {
                        limits.charge(1 + self.tableau.column(col).len() as u64)?;
                        let delta = &Rat::from(bound) - &self.values[col];
                        self.move_nonbasic(col, &delta);
                    }
                }
                Position::Basic(_) => self.infeasible.insert(col),
                Position::Detached => {}
            }
            self.touched.pop();
        }
        Ok(())
    }

    /// The bound that the value of `col` violates.
    #[inline]
    pub(crate) fn outside(&self, col: Col) -> Option<Side> {
        let value = &self.values[col];
        if self.bounds.lower(col).is_some_and(|l| value.cmp_int(l).is_lt()) {
            Some(Side::Lower)
        } else if self.bounds.upper(col).is_some_and(|u| value.cmp_int(u).is_gt()) {
            Some(Side::Upper)
        } else {
            None
        }
    }

    /// The least basic column out of its bounds.
    pub(crate) fn next_violation(&mut self) -> Option<(RowId, Side)> {
        loop {
            let found = self.violation(self.infeasible.peek()?);
            if found.is_some() {
                return found;
            }
            self.infeasible.pop();
        }
    }

    fn violation(&self, col: Col) -> Option<(RowId, Side)> {
        Some((self.tableau.row_of(col)?, self.outside(col)?))
    }

    /// Whether the nonbasic `col` may grow (`up`) or shrink.
    pub(crate) fn has_room(&self, col: Col, up: bool) -> bool {
        let limit = if up { self.bounds.upper(col) } else { self.bounds.lower(col) };
        limit.is_none_or(|limit| self.values[col].cmp_int(limit).is_ne())
    }

    /// A nonbasic column that can bring the basic one of `row` back over the violated `side`.
    fn entering(&self, row: RowId, side: Side, bland: bool) -> Option<Col> {
        let up = side == Side::Lower;
        let candidates = self.tableau.row(row).terms.iter();
        let mut candidates = candidates.filter(|(c, a)| self.has_room(*c, a.is_positive() == up));
        if bland {
            return candidates.next().map(|t| t.0);
        }
        candidates.map(|t| t.0).min_by_key(|&c| self.tableau.column(c).len())
    }

    /// Moves a nonbasic column, and with it the basic ones that depend on it.
    pub(crate) fn move_nonbasic(&mut self, col: Col, delta: &Rat) {
        self.values[col] += delta;
        for &r in self.tableau.column(col) {
            let row = self.tableau.row(r);
            let a = self.tableau.coefficient(r, col);
            self.values[row.basic] += &delta.scale(a, &row.scale);
            if self.outside(row.basic).is_some() {
                self.infeasible.insert(row.basic);
            }
        }
    }

    /// Moves the basic column of `row` to its bound on `side` by moving `entering`.
    pub(crate) fn move_basic(&mut self, row: RowId, entering: Col, side: Side) {
        let basic = self.tableau.row(row).basic;
        let Some(target) = self.bounds.value(basic, side) else { return };
        let a = self.tableau.coefficient(row, entering);
        let gap = &Rat::from(target.clone()) - &self.values[basic];
        let delta = gap.scale(&self.tableau.row(row).scale, a);
        self.move_nonbasic(entering, &delta);
        debug_assert_eq!(self.values[basic].to_int(), self.bounds.value(basic, side));
    }

    /// Pivots; the entering column joins the queue if its new value is out of its bounds.
    pub(crate) fn exchange(&mut self, row: RowId, entering: Col) {
        self.stats.count(Counter::Pivots);
        self.tableau.pivot(row, entering);
        if self.outside(entering).is_some() {
            self.infeasible.insert(entering);
        }
    }

    /// The bounds that hold the basic column of `row` outside its bound on `side`.
    fn row_conflict(&mut self, row: RowId, side: Side) -> Conflict {
        let mut farkas = Vec::new();
        let r = self.tableau.row(row);
        farkas.extend(self.bounds.id(r.basic, side).map(|id| (r.scale.clone(), id)));
        farkas.extend(self.blockers(row, side == Side::Lower));
        self.farkas_conflict(farkas)
    }

    /// The weighted bounds of the nonbasic columns that keep the sum of `row` from growing (`up`)
    /// or shrinking.
    pub(crate) fn blockers(
        &self,
        row: RowId,
        up: bool,
    ) -> impl Iterator<Item = (Int, BoundId)> + '_ {
        self.tableau.row(row).terms.iter().filter_map(move |(col, a)| {
            let side = if a.is_positive() == up { Side::Upper } else { Side::Lower };
            self.bounds.id(*col, side).map(|id| (a.abs(), id))
        })
    }
}

/// Turns the outcome of an operation whose only bound is the budget.
pub(crate) fn unlimited<T>(outcome: Result<T, Stop>) -> Result<T, Interrupted> {
    outcome.map_err(|stop| match stop {
        Stop::Query(why) => why,
        Stop::Local => Interrupted::Steps,
    })
}
