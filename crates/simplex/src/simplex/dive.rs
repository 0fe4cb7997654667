//! Diving: one variable after another is bounded to a whole value, until all are whole.
//!
//! Problem: where many integers have little to do with each other, as the quotients of a hundred numbers, each of them takes a branch or
//! two, and each branch that the caller decides takes a whole check: patching, equations, cuts, all of them over all rows. The number of
//! checks times their price is a square.
//!
//! A dive is what solvers of mixed integer programs do (Achterberg, *Constraint Integer Programming*, 2007, section 9): the branches are
//! bounds in scopes of this engine, and after each only bounds are propagated and the rational solution is mended, which takes a pivot
//! or two. It is the [`search`](super::search) of small problems with less done at a node. What it refutes it does not learn, so it
//! gets nodes for a branch or two of each variable and a share of the steps, or a few checks if that is more, and of what it finds
//! only a solution counts: the bounds that led there are forgotten. To go straight down, with no way back but to the other side of the
//! last branch, lost on numbers in order.
//!
//! It starts after some branches, as most problems need fewer, and after a dive that found nothing it waits for twice as many.

use super::search::{Effort, Outcome};
use crate::{Counter, Simplex};
use base::{Limits, Stop, affordable};

/// When to dive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dives {
    /// Branches asked for since the last dive that found nothing.
    branches: u64,
    /// How many of them there have to be before the next one.
    wait: u64,
}

impl Dives {
    pub(crate) fn note_branch(&mut self) {
        self.branches += 1;
    }

    fn are_due(&self, least: u64) -> bool {
        self.branches >= least.max(self.wait)
    }

    fn note_failure(&mut self) {
        self.wait = 2 * self.branches;
        self.branches = 0;
    }
}

impl Simplex {
    /// Looks for whole values by bounding one variable after another; if there are any, they become the current values. Otherwise
    /// values need a check: they are those of a node, and bounds that follow at the root stay.
    pub(crate) fn dive(&mut self, limits: &Limits<'_>) -> Result<bool, Stop> {
        let tunables = &limits.tunables().simplex;
        if !self.dives.are_due(tunables.dive_branches) {
            return Ok(false);
        }
        let scopes = self.num_scopes();
        let nodes = 2 * self.num_cols() as u64;
        let steps = tunables.dive_steps.max(limits.budget().spent() / tunables.dive_share);
        let outcome =
            limits.within(steps, |local| match self.search(&[], Effort::Rational, nodes, local) {
                Outcome::Stopped(stop) => Err(stop),
                outcome => Ok(matches!(outcome, Outcome::Sat)),
            });
        self.pop(self.num_scopes() - scopes);
        let found = affordable(outcome)? == Some(true);
        if found {
            debug_assert!(self.fractional().is_empty(), "a dive left a fraction");
            self.stats.count(Counter::Dives);
        } else {
            self.dives.note_failure();
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Col, IntOutcome, Reason};
    use base::{Budget, Int};

    /// Numbers in order, each of which is a multiple of 10 together with its tenth and its hundredth, rounded down.
    fn numbers(s: &mut Simplex, n: usize) -> Vec<[Col; 3]> {
        let int = |k: i64| Int::from(k);
        let between = |s: &mut Simplex, sum: &[(Col, Int)], least: i64, most: i64| {
            let col = s.define(sum);
            s.assert_lower(col, int(least), Reason(0)).unwrap();
            s.assert_upper(col, int(most), Reason(0)).unwrap();
        };
        let mut numbers: Vec<[Col; 3]> = Vec::new();
        for i in 0..n {
            let [v, tenth, hundredth, k] = [(); 4].map(|()| s.new_col());
            between(s, &[(v, int(1))], 0, 999_999);
            between(s, &[(v, int(1)), (tenth, int(-10))], 0, 9);
            between(s, &[(v, int(1)), (hundredth, int(-100))], 0, 99);
            let sum = [(v, int(1)), (tenth, int(1)), (hundredth, int(1)), (k, int(-10))];
            between(s, &sum, 0, 0);
            if i > 0 {
                between(s, &[(v, int(1)), (numbers[i - 1][0], int(-1))], 1, 999_999);
            }
            numbers.push([v, tenth, hundredth]);
        }
        numbers
    }

    #[test]
    fn numbers_that_need_many_branches_are_found_by_one_dive() {
        let mut s = Simplex::new();
        let numbers = numbers(&mut s, 40);
        let budget = Budget::unlimited();
        let calls = (1..100).find(|_| s.check_int(&budget) == Ok(IntOutcome::Feasible));
        assert_eq!(calls, Some(17), "one call for each branch that is asked for before the dive");
        assert_eq!((s.stats()[Counter::Dives], s.num_scopes()), (1, 0));
        for [v, tenth, hundredth] in numbers {
            let [v, tenth, hundredth] = [v, tenth, hundredth].map(|c| s.value(c).to_i64().unwrap());
            assert_eq!((tenth, hundredth), (v / 10, v / 100));
            assert_eq!((v + tenth + hundredth) % 10, 0);
        }
    }

    #[test]
    fn a_dive_that_finds_nothing_leaves_a_vertex_and_waits() {
        let mut s = Simplex::new();
        numbers(&mut s, 40);
        let mut tunables = base::tunables::Tunables::DEFAULT;
        // No steps, and a share of them that is none.
        tunables.simplex.dive_steps = 0;
        tunables.simplex.dive_share = u64::MAX;
        let budget = Budget::unlimited().with_tunables(std::sync::Arc::new(tunables));
        for _ in 0..100 {
            assert!(matches!(s.check_int(&budget), Ok(IntOutcome::Branch { .. })));
            s.assert_invariants();
        }
        assert_eq!((s.stats()[Counter::Dives], s.num_scopes()), (0, 0));
        // After 16 branches, and after 32 more.
        assert_eq!((s.dives.wait, s.dives.branches), (64, 52));
    }
}
