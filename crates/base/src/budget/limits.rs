//! Local allowances: an operation may end without ending the query.

use super::{Budget, Stop};
use std::cell::Cell;
use tunables::Tunables;

/// A local allowance inside a [`Budget`]: an operation that may give up without ending the query.
///
/// ```
/// use base::{Budget, Limits, Stop};
/// let budget = Budget::unlimited();
/// let limits = Limits::new(&budget, 10);
/// assert_eq!(limits.charge(9), Ok(()));
/// assert_eq!(limits.charge(9), Err(Stop::Local));
/// assert_eq!(budget.spent(), 18);
/// ```
#[derive(Debug)]
pub struct Limits<'a> {
    budget: &'a Budget,
    left: Cell<u64>,
}

impl<'a> Limits<'a> {
    /// At most `steps` of local work, and no more than `budget` has left.
    pub fn new(budget: &'a Budget, steps: u64) -> Self {
        Limits { budget, left: Cell::new(steps) }
    }

    /// No local bound, only the budget's.
    pub fn none(budget: &'a Budget) -> Self {
        // exact: more steps than a query can take.
        Self::new(budget, u64::MAX)
    }

    /// The budget of the query.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// The tunables in force for the query.
    pub fn tunables(&self) -> &'a Tunables {
        self.budget.tunables()
    }

    /// Steps left of the local allowance.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Runs `work` with at most `steps` of this allowance, and deducts what it used.
    ///
    /// ```
    /// use base::{Budget, Limits, Stop};
    /// let budget = Budget::unlimited();
    /// let limits = Limits::new(&budget, 10);
    /// assert_eq!(limits.within(4, |slice| slice.charge(5)), Err(Stop::Local));
    /// assert_eq!((limits.left(), budget.spent()), (6, 5));
    /// ```
    ///
    /// # Errors
    /// Those of `work`.
    pub fn within<T>(
        &self,
        steps: u64,
        work: impl FnOnce(&Limits<'a>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let allowance = steps.min(self.left.get());
        let slice = Limits::new(self.budget, allowance);
        let result = work(&slice);
        self.left.set(self.left.get() - (allowance - slice.left()));
        result
    }

    /// Runs work that only knows the budget with what is left of this allowance, and deducts what it used.
    ///
    /// ```
    /// use base::{Budget, Limits, Stop};
    /// let budget = Budget::unlimited();
    /// let limits = Limits::new(&budget, 10);
    /// assert_eq!(limits.rationed(|| budget.charge(4)), Ok(Ok(())));
    /// assert_eq!(limits.left(), 6);
    /// assert_eq!(limits.rationed(|| budget.charge(7)), Err(Stop::Local));
    /// assert_eq!((limits.left(), budget.stopped()), (0, None));
    /// ```
    ///
    /// # Errors
    /// [`Stop::Local`] if the allowance did not suffice.
    pub fn rationed<T>(&self, work: impl FnOnce() -> T) -> Result<T, Stop> {
        let before = self.budget.spent();
        let result = self.budget.rationed(self.left(), work);
        let spent = self.budget.spent() - before;
        self.left.set(self.left.get().saturating_sub(spent));
        result.ok_or(Stop::Local)
    }

    /// Records `steps` of work against both bounds.
    ///
    /// # Errors
    /// [`Stop::Query`] when the budget is used up, else [`Stop::Local`] when the allowance is.
    #[inline]
    pub fn charge(&self, steps: u64) -> Result<(), Stop> {
        self.budget.charge(steps)?;
        match self.left.get().checked_sub(steps) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.left.set(0);
                Err(Stop::Local)
            }
        }
    }
}
