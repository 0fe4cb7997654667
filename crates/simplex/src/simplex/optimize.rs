//! The greatest and least value of a column: phase two of the simplex method.
//!
//! From feasible values the objective is improved by the same exchanges as in `pivot`, now with
//! the ratio test: the entering column moves until it or a basic column meets a bound. When
//! nothing can improve the objective, its row and the tight bounds in it prove the optimum.
//! Rounded to an integer it becomes a derived bound of the column, with those bounds as premises:
//! the strongest bound that linear reasoning can give, found by propagation only if one sum
//! suffices.

use super::bound_propagation::Implied;
use super::pivot::unlimited;
use crate::Simplex;
use crate::bounds::{BoundId, Col, Side};
use crate::tableau::RowId;
use base::{Budget, Int, Interrupted, Limits, Rat, Stop};

/// How far a column can move.
enum Step {
    /// To its own bound.
    Flip(Rat),
    /// Until the basic column of a row meets a bound.
    Exchange(RowId, Rat),
    Unlimited,
}

impl Simplex {
    /// The greatest value of `col`, rounded down, as an upper bound that holds from now on; none
    /// if `col` is unbounded. To be called after a successful [`check`](Self::check).
    ///
    /// # Errors
    /// `budget` is used up.
    pub fn maximize(&mut self, col: Col, budget: &Budget) -> Result<Option<Implied>, Interrupted> {
        unlimited(self.optimize(col, Side::Upper, &Limits::none(budget)))
    }

    /// The least value of `col`, rounded up, as a lower bound that holds from now on; none if
    /// `col` is unbounded. To be called after a successful [`check`](Self::check).
    ///
    /// # Errors
    /// `budget` is used up.
    pub fn minimize(&mut self, col: Col, budget: &Budget) -> Result<Option<Implied>, Interrupted> {
        unlimited(self.optimize(col, Side::Lower, &Limits::none(budget)))
    }

    /// The extreme value of `col` on `side`, as a bound, with a local allowance.
    ///
    /// # Errors
    /// The allowance or the budget is used up.
    pub fn optimize(
        &mut self,
        col: Col,
        side: Side,
        limits: &Limits<'_>,
    ) -> Result<Option<Implied>, Stop> {
        self.attach(col);
        let mut steps = 0;
        let sparse_steps = limits.tunables().simplex.sparse_steps;
        loop {
            let bland = steps > sparse_steps + 2 * self.tableau.len() as u64;
            let Some((entering, up)) = self.improving(col, side, bland) else { break };
            limits.charge(1 + self.tableau.column(entering).len() as u64)?;
            match self.step(entering, up) {
                Step::Unlimited => return Ok(None),
                Step::Flip(delta) => self.move_nonbasic(entering, &delta),
                Step::Exchange(row, delta) => {
                    limits.charge(self.tableau.pivot_cost(row, entering))?;
                    self.move_nonbasic(entering, &delta);
                    self.exchange(row, entering);
                }
            }
            steps += 1;
        }
        Ok(self.optimum(col, side))
    }

    /// A nonbasic column, and its direction, that moves `col` towards `side`.
    fn improving(&self, col: Col, side: Side, bland: bool) -> Option<(Col, bool)> {
        let up = side == Side::Upper;
        let Some(row) = self.tableau.row_of(col) else {
            return self.has_room(col, up).then_some((col, up));
        };
        let terms = self.tableau.row(row).terms.iter();
        let mut candidates = terms
            .map(|(c, a)| (*c, a.is_positive() == up))
            .filter(|&(c, direction)| self.has_room(c, direction));
        if bland {
            return candidates.next();
        }
        candidates.min_by_key(|c| self.tableau.column(c.0).len())
    }

    /// The longest step of `entering` that keeps all bounds.
    fn step(&self, entering: Col, up: bool) -> Step {
        let own = self.room(entering, up);
        let mut best: Option<(Rat, Col, RowId)> = None;
        for &r in self.tableau.column(entering) {
            let row = self.tableau.row(r);
            let a = self.tableau.coefficient(r, entering);
            let Some(room) = self.room(row.basic, a.is_positive() == up) else { continue };
            let length = room.scale(&row.scale, &a.abs());
            if best.as_ref().is_none_or(|b| (&length, row.basic) < (&b.0, b.1)) {
                best = Some((length, row.basic, r));
            }
        }
        let signed = |length: Rat| if up { length } else { -length };
        match (own, best) {
            (Some(own), Some((length, ..))) if own <= length => Step::Flip(signed(own)),
            (_, Some((length, _, row))) => Step::Exchange(row, signed(length)),
            (Some(own), None) => Step::Flip(signed(own)),
            (None, None) => Step::Unlimited,
        }
    }

    /// How far `col` is from its bound.
    fn room(&self, col: Col, up: bool) -> Option<Rat> {
        let value = &self.values[col];
        if up {
            Some(&Rat::from(self.bounds.upper(col)?.clone()) - value)
        } else {
            Some(value - &Rat::from(self.bounds.lower(col)?.clone()))
        }
    }

    /// Records the current value of `col`, which is optimal, as a bound.
    fn optimum(&mut self, col: Col, side: Side) -> Option<Implied> {
        let value = &self.values[col];
        let bound = if side == Side::Upper { value.floor() } else { value.ceil() };
        let held = self.bounds.id(col, side);
        let id = match held.filter(|&id| !side.is_stronger(&bound, &self.bounds.get(id).value)) {
            Some(id) => id,
            None => {
                let premises = self.optimality_premises(col, side, &bound)?;
                self.set_derived(col, side, bound, premises).ok()?;
                self.bounds.id(col, side)?
            }
        };
        Some(Implied { col, side, bound: self.bounds.get(id).value.clone(), id })
    }

    fn optimality_premises(&self, col: Col, side: Side, bound: &Int) -> Option<Vec<BoundId>> {
        let row = self.tableau.row_of(col)?;
        let scale = &self.tableau.row(row).scale;
        let excluded = match side {
            Side::Upper => bound + &Int::ONE,
            Side::Lower => bound - &Int::ONE,
        };
        let distance = &Rat::from(excluded) - &self.values[col];
        let slack = distance.scale(scale, &Int::ONE).num().abs() - Int::ONE;
        let mut weighted: Vec<_> = self.blockers(row, side == Side::Upper).collect();
        self.relax(&mut weighted, slack);
        Some(weighted.into_iter().map(|w| w.1).collect())
    }
}
