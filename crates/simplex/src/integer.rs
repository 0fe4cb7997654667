//! Integer feasibility: the techniques in order of their price.
//!
//! ```text
//! check      rational feasibility
//! patch      shift values to whole ones            -> model
//! gcd        a row without integer solutions       -> conflict
//! equations  solve the equalities over integers    -> conflict, or tighter bounds: again
//! cube       an integer point in the middle        -> model
//! cuts       Gomory                                -> conflict, or tighter bounds: again
//! branch     left to the caller
//! ```
//!
//! The order is that of z3's `int_solver`. Problems from string lengths are small and rich in
//! equalities; patching and equations do nearly all of the work.

use crate::bounds::Col;
use crate::diophantine::Diophantine;
use crate::pivot::unlimited;
use crate::{Conflict, Simplex};
use base::{Budget, Int, Interrupted, Limits, Stop};

/// Rounds of tightening by equations per check.
const EQUATION_ROUNDS: u32 = 4;
/// Rounds of cuts per check.
const CUT_ROUNDS: u32 = 6;

/// What [`Simplex::check_int`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IntOutcome {
    /// The current values are an integer model.
    Feasible,
    /// The bounds have no integer solution.
    Conflict(Conflict),
    /// Undecided: `col <= floor` or `col >= floor + 1` has to be tried.
    Branch {
        /// A variable.
        col: Col,
        /// Its value, rounded down.
        floor: Int,
    },
}

impl Simplex {
    /// Looks for integer values within all bounds.
    ///
    /// # Errors
    /// `budget` is used up; the call may be repeated with a new one.
    pub fn check_int(&mut self, budget: &Budget) -> Result<IntOutcome, Interrupted> {
        unlimited(self.check_int_within(&Limits::none(budget)))
    }

    /// [`check_int`](Self::check_int) with a local allowance.
    ///
    /// # Errors
    /// The allowance or the budget is used up.
    pub fn check_int_within(&mut self, limits: &Limits<'_>) -> Result<IntOutcome, Stop> {
        let (mut equation_rounds, mut cut_rounds) = (0, 0);
        loop {
            if let Err(conflict) = self.check_within(limits)? {
                return Ok(IntOutcome::Conflict(conflict));
            }
            if self.find_whole_values(limits)? {
                return Ok(IntOutcome::Feasible);
            }
            if let Err(conflict) = self.gcd_test(limits)? {
                return Ok(IntOutcome::Conflict(conflict));
            }
            if equation_rounds < EQUATION_ROUNDS {
                equation_rounds += 1;
                match self.solve_equalities(limits)? {
                    Diophantine::Conflict(conflict) => return Ok(IntOutcome::Conflict(conflict)),
                    Diophantine::Tightened => continue,
                    Diophantine::Nothing => equation_rounds = EQUATION_ROUNDS,
                }
            }
            if cut_rounds == 0 && self.cube_test(limits)? {
                return Ok(IntOutcome::Feasible);
            }
            if cut_rounds < CUT_ROUNDS {
                cut_rounds += 1;
                match self.try_cuts(limits)? {
                    Err(conflict) => return Ok(IntOutcome::Conflict(conflict)),
                    Ok(true) => continue,
                    Ok(false) => {}
                }
            }
            return Ok(self.branch_outcome());
        }
    }

    fn find_whole_values(&mut self, limits: &Limits<'_>) -> Result<bool, Stop> {
        if self.fractional().is_empty() {
            return Ok(true);
        }
        self.patch(limits)?;
        Ok(self.fractional().is_empty())
    }

    /// Cuts from the current vertex. The cube test may have moved on to another one.
    fn try_cuts(&mut self, limits: &Limits<'_>) -> Result<Result<bool, Conflict>, Stop> {
        if let Err(conflict) = self.check_within(limits)? {
            return Ok(Err(conflict));
        }
        self.cut(limits)
    }

    fn branch_outcome(&mut self) -> IntOutcome {
        match self.branch() {
            Some((col, floor)) => {
                self.stats.branches += 1;
                IntOutcome::Branch { col, floor }
            }
            None => IntOutcome::Feasible,
        }
    }
}
