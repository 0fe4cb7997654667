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
//! Where that finds nothing, variables in their order get the least values that propagation leaves them, without any rational solution
//! ("fix and propagate", T. Berthold, G. Hendel, *Shift-and-Propagate*, Journal of Heuristics 21, 2015). In chains of orders and
//! checksums, where each link bounds the next, little has to be taken back, and a value costs what it changes; a vertex of such a
//! chain has fractions in most links, each of which is a pivot over long rows. It comes second, since models of least values violate
//! more disequalities, and is not tried again once it led nowhere.
//!
//! It starts after some branches, as most problems need fewer, and after a dive that found nothing it waits for twice as many.

use super::search::{Effort, Node, Outcome, Split};
use crate::bounds::{Col, Side};
use crate::tableau::Position;
use crate::{Counter, Simplex};
use base::{Idx, Int, Limits, Rat, Stop, affordable};

/// When to dive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dives {
    /// Branches asked for since the last dive that found nothing.
    branches: u64,
    /// How many of them there have to be before the next one.
    wait: u64,
    /// Whether propagation alone led nowhere.
    are_lost: bool,
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
        let steps = tunables.dive_steps.max(limits.budget().spent() / tunables.dive_share);
        let found = self.descend(Effort::Rational, steps, limits)?
            || self.fix_and_propagate(steps, limits)?;
        if found {
            debug_assert!(self.fractional().is_empty(), "a dive left a fraction");
            self.stats.count(Counter::Dives);
        } else {
            self.dives.note_failure();
        }
        Ok(found)
    }

    /// Gives variables in their order the least values that propagation leaves them, unless that led nowhere before.
    fn fix_and_propagate(&mut self, steps: u64, limits: &Limits<'_>) -> Result<bool, Stop> {
        let found = !self.dives.are_lost && self.descend(Effort::Bounds, steps, limits)?;
        self.dives.are_lost |= !found;
        Ok(found)
    }

    /// Searches in scopes that are closed again.
    fn descend(&mut self, effort: Effort, steps: u64, limits: &Limits<'_>) -> Result<bool, Stop> {
        let (scopes, nodes) = (self.num_scopes(), 2 * self.num_cols() as u64);
        let outcome = limits.within(steps, |local| match self.search(&[], effort, nodes, local) {
            Outcome::Stopped(stop) => Err(stop),
            outcome => Ok(matches!(outcome, Outcome::Sat)),
        });
        self.pop(self.num_scopes() - scopes);
        Ok(affordable(outcome)? == Some(true))
    }

    /// Splits the first variable with several values, those without bounds last; none is in front of `last`. Where each has one, these
    /// become the current values.
    pub(super) fn fix_next(
        &mut self,
        last: Option<Col>,
        limits: &Limits<'_>,
    ) -> Result<Node, Stop> {
        let from = last.map_or(0, Col::index);
        let mut open = None;
        for col in (from..self.num_cols()).map(Col::from_index) {
            limits.charge(1)?;
            if self.defs.of(col).is_some() || self.bounds.fixed(col).is_some() {
                continue;
            }
            if let (Some(least), Some(_)) = (self.bounds.lower(col), self.bounds.upper(col)) {
                return Ok(Node::Split(Split::of(col, least.clone(), Side::Upper)));
            }
            open = open.or(Some(col));
        }
        let open = open.or_else(|| {
            let mut before = (0..from).map(Col::from_index);
            before.find(|&c| self.defs.of(c).is_none() && self.bounds.fixed(c).is_none())
        });
        if let Some(col) = open {
            let split = match (self.bounds.lower(col), self.bounds.upper(col)) {
                (Some(least), _) => Split::of(col, least.clone(), Side::Upper),
                (None, Some(most)) => Split::of(col, most - &Int::ONE, Side::Lower),
                (None, None) => Split::of(col, Int::ZERO, Side::Upper),
            };
            return Ok(Node::Split(split));
        }
        Ok(if self.take_fixed_values(limits)? { Node::Solved } else { Node::Lost })
    }

    /// Makes the only values of variables the current ones, unless a sum is out of its bounds then.
    fn take_fixed_values(&mut self, limits: &Limits<'_>) -> Result<bool, Stop> {
        // Values that are changed in part would fit no row.
        let size: usize = self.defs.iter().map(|def| def.terms.len()).sum();
        limits.charge((self.num_cols() + size) as u64)?;
        let before = self.values.clone();
        for col in self.bounds.cols() {
            if let (None, Some(value)) = (self.defs.of(col), self.bounds.fixed(col)) {
                self.values[col] = Rat::from(value.clone());
            }
        }
        let mut is_within = true;
        for def in self.defs.iter() {
            if self.tableau.position(def.slack) != Position::Detached {
                self.values[def.slack] = self.evaluate(&def.terms);
                is_within &= self.is_within(def.slack, &self.values[def.slack]);
            }
        }
        if !is_within {
            self.values = before;
        }
        Ok(is_within)
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
    fn numbers_in_order_are_fixed_one_after_the_other() {
        let (mut s, int) = (Simplex::new(), |k: i64| Int::from(k));
        let mut digits = Vec::new();
        for i in 0..40_usize {
            let digit = [s.new_col(), s.new_col()];
            for col in digit {
                s.assert_lower(col, int(0), Reason(0)).unwrap();
                s.assert_upper(col, int(9), Reason(0)).unwrap();
            }
            digits.push(digit);
            if let Some(&[tens, ones]) = i.checked_sub(1).and_then(|i| digits.get(i)) {
                let [more, rest] = digit;
                let sum = [(more, int(10)), (rest, int(1)), (tens, int(-10)), (ones, int(-1))];
                let sum = s.define(&sum);
                s.assert_lower(sum, int(2), Reason(0)).unwrap();
            }
        }
        let budget = Budget::unlimited();
        let limits = Limits::none(&budget);
        assert!(matches!(s.check_within(&limits), Ok(Ok(()))));
        assert!(s.fix_and_propagate(1_000_000, &limits).unwrap());
        s.assert_invariants();
        let value = |[tens, ones]: [Col; 2]| {
            let [tens, ones] = [tens, ones].map(|c| s.value(c).to_i64().unwrap());
            10 * tens + ones
        };
        assert_eq!(
            digits.iter().map(|&d| value(d)).collect::<Vec<_>>(),
            (0..40).map(|i| 2 * i).collect::<Vec<_>>()
        );
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
