//! The cube test of Bromberger and Weidenbach, "Fast Cube Tests for LIA Constraint Solving",
//! IJCAR 2016.
//!
//! If a unit cube fits into the rational solutions, the integer point in it is a solution. A cube
//! around a point fits iff the point satisfies every sum with its bounds moved inwards by half
//! the sum of the absolute coefficients; rounding the variables then gives the integer point.
//! Bounds are integers here, so the distance is rounded up; differences of two variables need
//! none at all, because rounding is monotone and commutes with adding integers. An equality
//! leaves no room for a cube unless it is between two variables, so the test is only run when it
//! can succeed.

use crate::bounds::{Col, Origin, Side};
use crate::tableau::Position;
use crate::{Conflict, Simplex};
use base::{Idx, Int, Limits, Rat, Stop, affordable};

impl Simplex {
    /// Looks for an integer point in the middle of the solutions; if there is one, it becomes the
    /// current values.
    pub(crate) fn cube_test(&mut self, limits: &Limits<'_>) -> Result<bool, Stop> {
        let Some(shrunk) = self.shrunk_bounds() else { return Ok(false) };
        self.bounds.push();
        let steps = limits.tunables().simplex.cube_steps;
        let outcome = limits.within(steps, |local| self.find_cube(shrunk, local));
        if matches!(outcome, Ok(Ok(()))) {
            self.round_values();
        }
        self.bounds.pop(1);
        Ok(affordable(outcome)?.is_some_and(|fits| fits.is_ok()))
    }

    /// The bounds of sums moved inwards, unless they leave nothing.
    fn shrunk_bounds(&self) -> Option<Vec<(Col, Side, Int)>> {
        let mut shrunk = Vec::new();
        for def in self.defs.iter() {
            if self.tableau.position(def.slack) == Position::Detached {
                continue;
            }
            let distance = cube_distance(&def.terms);
            let lower = self.bounds.lower(def.slack).map(|l| l + &distance);
            let upper = self.bounds.upper(def.slack).map(|u| u - &distance);
            if let (Some(l), Some(u)) = (&lower, &upper)
                && l > u
            {
                return None;
            }
            if !distance.is_zero() {
                shrunk.extend(lower.map(|l| (def.slack, Side::Lower, l)));
                shrunk.extend(upper.map(|u| (def.slack, Side::Upper, u)));
            }
        }
        Some(shrunk)
    }

    fn find_cube(
        &mut self,
        shrunk: Vec<(Col, Side, Int)>,
        limits: &Limits<'_>,
    ) -> Result<Result<(), Conflict>, Stop> {
        for (col, side, value) in shrunk {
            if let Err(conflict) = self.assert_bound(col, side, value, Origin::Axiom) {
                return Ok(Err(conflict));
            }
        }
        self.check_within(limits)
    }

    /// Rounds the variables and recomputes the sums.
    fn round_values(&mut self) {
        let half = Rat::new(Int::ONE, Int::from(2));
        for col in (0..self.bounds.len()).map(Col::from_index) {
            if self.defs.of(col).is_none() {
                self.values[col] = Rat::from((&self.values[col] + &half).floor());
            }
        }
        for def in self.defs.iter() {
            if self.tableau.position(def.slack) != Position::Detached {
                self.values[def.slack] = self.evaluate(&def.terms);
            }
        }
    }
}

/// How far the bounds of a sum move inwards.
fn cube_distance(terms: &[(Col, Int)]) -> Int {
    let one = Int::ONE;
    if let [(_, a), (_, b)] = terms
        && a.abs() == one
        && b.abs() == one
        && a.signum() != b.signum()
    {
        return Int::ZERO;
    }
    let mut total = Int::ZERO;
    terms.iter().for_each(|t| total += t.1.abs());
    total.div_ceil(&Int::from(2))
}
