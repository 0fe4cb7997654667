//! Integer feasibility: the techniques in order of their price.
//!
//! ```text
//! check      rational feasibility
//! patch      shift values to whole ones            -> model
//! gcd        a row without integer solutions       -> conflict
//! equations  solve the equalities over integers    -> conflict, or tighter bounds: again
//! cube       an integer point in the middle        -> model
//! cuts       Gomory                                -> conflict, or tighter bounds: again
//! dive       bound variables one by one            -> model
//! branch     left to the caller
//! ```
//!
//! The order is that of z3's `int_solver`. Problems from string lengths are small and rich in
//! equalities; patching and equations do nearly all of the work.

use super::diophantine::Diophantine;
use super::pivot::unlimited;
use crate::Counter;
use crate::bounds::Col;
use crate::tableau::Position;
use crate::{Conflict, Simplex};
use base::{Budget, Int, Interrupted, Limits, Rat, Stop};

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
        self.recenter(limits)?;
        let tunables = &limits.tunables().simplex;
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
            if equation_rounds < tunables.equation_rounds {
                equation_rounds += 1;
                match self.solve_equalities(limits)? {
                    Diophantine::Conflict(conflict) => return Ok(IntOutcome::Conflict(conflict)),
                    Diophantine::Tightened => continue,
                    Diophantine::Nothing => equation_rounds = tunables.equation_rounds,
                }
            }
            if cut_rounds == 0 && self.cube_test(limits)? {
                return Ok(IntOutcome::Feasible);
            }
            if cut_rounds < tunables.cut_rounds {
                cut_rounds += 1;
                match self.try_cuts(limits)? {
                    Err(conflict) => return Ok(IntOutcome::Conflict(conflict)),
                    Ok(true) => continue,
                    Ok(false) => {}
                }
            }
            if self.dive(limits)? {
                return Ok(IntOutcome::Feasible);
            }
            if let Err(conflict) = self.check_within(limits)? {
                return Ok(IntOutcome::Conflict(conflict));
            }
            return Ok(self.branch_outcome());
        }
    }

    /// Moves nonbasic columns that earlier vertices left far out, and no bound keeps there, back.
    fn recenter(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        let far = Int::from(limits.tunables().simplex.far_value);
        for col in self.bounds.cols() {
            let value = &self.values[col];
            if self.tableau.position(col) != Position::Nonbasic
                || value.cmp_int(&far).is_le() && value.cmp_int(&-&far).is_ge()
            {
                continue;
            }
            let target = match (self.bounds.lower(col), self.bounds.upper(col)) {
                (Some(l), _) if l.is_positive() => l.clone(),
                (_, Some(u)) if u.is_negative() => u.clone(),
                _ => Int::ZERO,
            };
            let delta = &Rat::from(target) - value;
            if delta.is_zero() {
                continue;
            }
            limits.charge(1 + self.tableau.column(col).len() as u64)?;
            self.move_nonbasic(col, &delta);
        }
        Ok(())
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
                self.stats.count(Counter::Branches);
                self.dives.note_branch();
                IntOutcome::Branch { col, floor }
            }
            None => IntOutcome::Feasible,
        }
    }
}
