//! Bound propagation: what the bounds of all but one column of a sum say about that column.
//!
//! It runs on the definitions, not on the rows of the tableau. They are as sparse as the input,
//! never change (so a derivation is explained by the bounds it read), and need neither a feasible
//! basis nor that the slack is in the tableau at all; thus undecided atoms are seen too. What
//! rows add is found by `check`. Bounds are rounded to integers as they are derived. A derived
//! bound goes on the trail like any other and is propagated in turn, breadth first, but each a few
//! times at most, since chains such as `x < y < x` have no other end than the bounds
//! themselves. A bound is read by one of the two inequalities that a definition is, so only that one
//! is looked at again, and not at all if the bound came from this very definition without rounding. Of long sums it is known whether
//! anything can follow ([`crate::activity`]), and most are not read.

use super::long_sums::Reading;
use super::pivot::unlimited;
use crate::Counter;
use crate::bounds::{Bound, BoundId, Col, Origin, Side};
use crate::definitions::{Def, Inequality};
use crate::tableau::Position;
use crate::{Conflict, Simplex};
use base::{Budget, IdSet, Idx, Int, Interrupted, Limits, Stop};

/// A bound found by propagation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Implied {
    /// The column.
    pub col: Col,
    /// The side that is bounded.
    pub side: Side,
    /// The bound.
    pub bound: Int,
    /// For [`Simplex::explain`].
    pub id: BoundId,
}

/// The sum of the least (or greatest) values of the terms of a definition.
pub(super) struct Extreme {
    pub(super) sum: Int,
    /// The term without a bound.
    pub(super) gap: Option<Col>,
}

/// The side of a column that limits `a * column` from below (or above).
pub(super) fn side_for(a: &Int, least: bool) -> Side {
    if a.is_positive() == least { Side::Lower } else { Side::Upper }
}

/// Inequalities to look at, in sweeps up and down their order.
#[derive(Clone, Debug, Default)]
struct Elevator {
    waiting: IdSet<Inequality>,
    at: Option<Inequality>,
    downwards: bool,
}

impl Elevator {
    /// The next one in the current direction, or failing that in the other.
    fn next(&mut self) -> Option<Inequality> {
        let at = self.at.unwrap_or(Inequality(0));
        let above = || self.waiting.first_from(at);
        let below = || self.waiting.last_before(at);
        let found = if self.downwards { below().or_else(above) } else { above().or_else(below) };
        let next = found?;
        self.downwards = next < at;
        self.waiting.remove(next);
        self.at = Some(next);
        Some(next)
    }
}

/// Memory that propagations use one after the other: to make it for each costs more than most of them where there are thousands of
/// columns. Between them nothing waits and all counts are 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    queue: Elevator,
    /// How often each bound was derived, the lower and the upper one of each column; made when there is one.
    derived: Vec<u32>,
}

impl Workspace {
    fn times(&mut self, found: &Implied) -> Option<&mut u32> {
        self.derived.get_mut(2 * found.col.index() + found.side as usize)
    }
}

impl Simplex {
    /// Derives bounds from what changed since the last call, and appends them to `out`.
    ///
    /// # Errors
    /// The inner error is a conflict: a derived bound that clashes with another. The outer one
    /// says that `budget` is used up; what was not propagated is then forgotten.
    pub fn propagate(
        &mut self,
        budget: &Budget,
        out: &mut Vec<Implied>,
    ) -> Result<Result<(), Conflict>, Interrupted> {
        unlimited(self.propagate_within(&Limits::none(budget), out))
    }

    /// [`propagate`](Self::propagate) with a local allowance.
    ///
    /// # Errors
    /// As for [`propagate`](Self::propagate).
    pub fn propagate_within(
        &mut self,
        limits: &Limits<'_>,
        out: &mut Vec<Implied>,
    ) -> Result<Result<(), Conflict>, Stop> {
        let (mut space, before) = (std::mem::take(&mut self.workspace), out.len());
        let result = self.propagate_in(&mut space, limits, out);
        for found in &out[before..] {
            // What the last definition said before a conflict was not counted.
            space.times(found).into_iter().for_each(|times| *times = 0);
        }
        let is_done = matches!(result, Ok(Ok(())));
        debug_assert!(!is_done || space.queue.waiting.is_empty(), "something waits after the end");
        space.queue = Elevator {
            waiting: if is_done { space.queue.waiting } else { IdSet::default() },
            ..Elevator::default()
        };
        self.workspace = space;
        result
    }

    fn propagate_in(
        &mut self,
        space: &mut Workspace,
        limits: &Limits<'_>,
        out: &mut Vec<Implied>,
    ) -> Result<Result<(), Conflict>, Stop> {
        let most = limits.tunables().simplex.derivations_per_bound;
        let mut seen = out.len();
        for (col, side) in std::mem::take(&mut self.changed) {
            self.wake(&mut space.queue, col, side, None);
        }
        while let Some(inequality) = space.queue.next() {
            let (def, least) = inequality.parts();
            let (reading, length) = (self.reading(def, least), self.defs.get(def).terms.len());
            debug_assert!(self.is_enough(def, least, reading), "what is not read says something");
            limits.charge(if reading == Reading::Whole { 1 + length as u64 } else { 1 })?;
            let result = match reading {
                Reading::Nothing => Ok(()),
                Reading::Slack => self.propagate_slack(def, least, out),
                Reading::Whole => self.propagate_inequality(def, least, out),
            };
            if let Err(conflict) = result {
                return Ok(Err(conflict));
            }
            if out.len() > seen && space.derived.len() < 2 * self.num_cols() {
                space.derived.resize(2 * self.num_cols(), 0);
            }
            for found in &out[seen..] {
                let Some(times) = space.times(found) else { continue };
                *times += 1;
                if *times as usize <= most {
                    self.wake(&mut space.queue, found.col, found.side, Some(def));
                }
            }
            seen = out.len();
        }
        Ok(Ok(()))
    }

    /// Queues the inequalities that read a new bound, which came from the definition `origin` if from any.
    fn wake(&self, queue: &mut Elevator, col: Col, side: Side, origin: Option<Def>) {
        for occurrence in self.defs.occurrences(col) {
            if origin.is_none_or(|def| !occurrence.is_origin(def)) {
                queue.waiting.insert(occurrence.reading(side));
            }
        }
    }

    /// Terms of `0 = sum of terms - slack`.
    pub(crate) fn equation(&self, def: Def) -> impl Iterator<Item = (Col, &Int)> {
        static SLACK_COEFFICIENT: Int = Int::NEG_ONE;
        let def = self.defs.get(def);
        let slack = std::iter::once((def.slack, &SLACK_COEFFICIENT));
        def.terms.iter().map(|t| (t.0, &t.1)).chain(slack)
    }

    /// None if two terms have no bound.
    pub(super) fn extreme(&self, def: Def, least: bool) -> Option<Extreme> {
        let mut extreme = Extreme { sum: Int::ZERO, gap: None };
        for (col, a) in self.equation(def) {
            match self.bounds.value(col, side_for(a, least)) {
                Some(v) => extreme.sum += a * v,
                // Two of them: nothing follows.
                None if extreme.gap.is_some() => return None,
                None => extreme.gap = Some(col),
            }
        }
        Some(extreme)
    }

    fn propagate_inequality(
        &mut self,
        def: Def,
        least: bool,
        out: &mut Vec<Implied>,
    ) -> Result<(), Conflict> {
        let Some(extreme) = self.extreme(def, least) else { return Ok(()) };
        debug_assert!(self.agrees(def, least, &extreme), "an activity is not up to date");
        if self.bounds.activities.extreme(def, least).is_some() {
            let widest = self.widest(def);
            self.bounds.activities.set_widest(def, widest, self.bounds.stamp());
        }
        for (col, side, value) in self.consequences(def, least, &extreme) {
            self.derive(def, least, (col, side, value), out)?;
        }
        Ok(())
    }

    /// The stronger bounds that follow from the extreme value of all other terms.
    pub(super) fn consequences(
        &self,
        def: Def,
        least: bool,
        extreme: &Extreme,
    ) -> Vec<(Col, Side, Int)> {
        let mut found = Vec::new();
        for (col, a) in self.equation(def) {
            if extreme.gap.is_some_and(|gap| gap != col) {
                continue;
            }
            let own = self.bounds.value(col, side_for(a, least));
            let rest = own.map_or_else(|| extreme.sum.clone(), |v| &extreme.sum - &(a * v));
            let side = side_for(a, !least);
            let value = match side {
                // Most coefficients are units, and most of the time would go into divisions by them.
                _ if a.is_one() => -rest,
                _ if *a == Int::NEG_ONE => rest,
                Side::Upper => (-rest).div_floor(a),
                Side::Lower => (-rest).div_ceil(a),
            };
            if self.bounds.value(col, side).is_none_or(|old| side.is_stronger(&value, old)) {
                found.push((col, side, value));
            }
        }
        found
    }

    /// Sets a bound that `def` implies, or finds the conflict it makes with the opposite one.
    pub(super) fn derive(
        &mut self,
        def: Def,
        least: bool,
        (col, side, value): (Col, Side, Int),
        out: &mut Vec<Implied>,
    ) -> Result<(), Conflict> {
        let opposite = self.bounds.id(col, side.opposite());
        if let Some(o) = opposite
            && side.is_stronger(&value, &self.bounds.get(o).value)
        {
            let excluded = self.bounds.get(o).value.clone();
            let mut premises = self.premises(def, least, (col, &excluded), None);
            premises.push(o);
            return Err(self.conflict_of(&premises));
        }
        let id = self.bounds.set(col, side, value.clone(), Origin::Sum { def, least });
        self.stats.count(Counter::DerivedBounds);
        if self.tableau.position(col) != Position::Detached {
            self.touched.push(col);
        }
        out.push(Implied { col, side, bound: value, id });
        Ok(())
    }

    /// The premises of a bound that was derived from a definition.
    pub(crate) fn sum_premises(&self, bound: &Bound, id: BoundId) -> Vec<BoundId> {
        let Origin::Sum { def, least } = bound.origin else { return Vec::new() };
        let excluded = match bound.side {
            Side::Upper => &bound.value + &Int::ONE,
            Side::Lower => &bound.value - &Int::ONE,
        };
        self.premises(def, least, (bound.col, &excluded), Some(id))
    }

    /// The oldest bounds, all before `time`, of the other columns of `def` under which `col`
    /// cannot be `excluded`, nor anything beyond it.
    fn premises(
        &self,
        def: Def,
        least: bool,
        (col, excluded): (Col, &Int),
        time: Option<BoundId>,
    ) -> Vec<BoundId> {
        let mut weighted = Vec::new();
        let mut total = Int::ZERO;
        for (c, a) in self.equation(def) {
            if c == col {
                total += a * excluded;
                continue;
            }
            let side = side_for(a, least);
            let id = match time {
                Some(time) => self.bounds.id_before(c, side, time),
                None => self.bounds.id(c, side),
            };
            if let Some(id) = id {
                total += a * &self.bounds.get(id).value;
                weighted.push((a.abs(), id));
            }
        }
        let distance = if least { total } else { -total };
        debug_assert!(distance.is_positive(), "the definition excludes the value");
        self.relax(&mut weighted, distance - Int::ONE);
        weighted.into_iter().map(|w| w.1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reason;

    #[test]
    fn bounds_are_rounded_and_explained_by_old_bounds() {
        // 5x + 2y <= 15 and y >= 2 give x <= 2; y >= 1 gives the same, and was there before.
        let mut s = Simplex::new();
        let (x, y) = (s.new_col(), s.new_col());
        let sum = s.define(&[(x, Int::from(5)), (y, Int::from(2))]);
        s.assert_upper(sum, Int::from(15), Reason(0)).unwrap();
        s.assert_lower(y, Int::ONE, Reason(1)).unwrap();
        s.push();
        s.assert_lower(y, Int::from(2), Reason(2)).unwrap();
        let mut out = Vec::new();
        s.propagate(&Budget::unlimited(), &mut out).unwrap().unwrap();
        let found = out.iter().find(|i| i.col == x && i.side == Side::Upper).unwrap();
        assert_eq!(found.bound, Int::from(2));
        let mut reasons = Vec::new();
        s.explain(found.id, &mut reasons);
        reasons.sort_unstable();
        assert_eq!(reasons, [Reason(0), Reason(1)]);
    }

    #[test]
    fn explanations_end_at_bounds_with_names() {
        // A chain x0 <= x1 <= ... of which each lower bound is told as it is found.
        let mut s = Simplex::new();
        let cols: Vec<Col> = (0..40).map(|_| s.new_col()).collect();
        for (i, pair) in cols.windows(2).enumerate() {
            let step = s.define(&[(pair[1], Int::ONE), (pair[0], Int::NEG_ONE)]);
            s.assert_lower(step, Int::ZERO, Reason(base::id32(i))).unwrap();
        }
        s.push();
        s.assert_lower(cols[0], Int::ONE, Reason(100)).unwrap();
        let mut out = Vec::new();
        s.propagate(&Budget::unlimited(), &mut out).unwrap().unwrap();
        let found: Vec<_> =
            out.iter().filter(|i| i.side == Side::Lower && cols.contains(&i.col)).collect();
        assert_eq!(found.len(), 39);
        let reasons = |s: &Simplex| {
            let explained = found.iter().map(|i| {
                let mut reasons = Vec::new();
                s.explain(i.id, &mut reasons);
                reasons.len()
            });
            explained.sum::<usize>()
        };
        assert_eq!(reasons(&s), (2..=40).sum());
        for (at, i) in found.iter().enumerate() {
            s.name(i.id, Reason(200 + base::id32(at)));
        }
        assert_eq!(reasons(&s), 2 * 39);
    }

    #[test]
    fn endless_chains_are_cut_short() {
        // x < y < x up to the bounds, which are far away.
        let mut s = Simplex::new();
        let (x, y) = (s.new_col(), s.new_col());
        let difference = s.define(&[(x, Int::ONE), (y, Int::from(-1))]);
        let weighted = s.define(&[(x, Int::from(2)), (y, Int::from(-1))]);
        for col in [x, y] {
            s.assert_lower(col, Int::ZERO, Reason(0)).unwrap();
            s.assert_upper(col, Int::from(1_000_000), Reason(0)).unwrap();
        }
        s.assert_lower(difference, Int::ONE, Reason(1)).unwrap();
        s.assert_upper(weighted, -&Int::ONE, Reason(2)).unwrap();
        let budget = Budget::unlimited();
        s.propagate(&budget, &mut Vec::new()).unwrap().ok();
        assert!(budget.spent() < 2_000);
    }
}
