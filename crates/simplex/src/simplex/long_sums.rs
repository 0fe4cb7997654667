//! What bound propagation has to read of a long sum, by its activity.
//!
//! Where no term can get a stronger bound, only the slack column can, and that is known without reading anything. In debug builds it is
//! asserted that reading all would find nothing else.

use super::bound_propagation::{Extreme, Implied, side_for};
use crate::definitions::Def;
use crate::{Conflict, Simplex};
use base::Int;

/// What to read of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    Nothing,
    /// Its value, which bounds the slack column.
    Slack,
    Whole,
}

impl Simplex {
    /// What has to be read of an inequality, by the activity of its sum.
    pub(super) fn reading(&self, def: Def, least: bool) -> Reading {
        let activities = &self.bounds.activities;
        let Some(extreme) = activities.extreme(def, least) else { return Reading::Whole };
        let slack = self.defs.get(def).slack;
        let is_slack_bounded = self.bounds.id(slack, side_for(&Int::NEG_ONE, least)).is_some();
        match extreme.unbounded {
            0 => {}
            1 if is_slack_bounded => return Reading::Whole,
            1 => return Reading::Slack,
            _ => return Reading::Nothing,
        }
        let room = if least { -&extreme.sum } else { extreme.sum.clone() };
        let known = activities.widest(def).filter(|(_, stamp)| self.bounds.has_all_of(*stamp));
        match known {
            Some((widest, _)) if room >= *widest => Reading::Slack,
            _ => Reading::Whole,
        }
    }

    /// Whether nothing follows from an inequality but what `reading` it gives.
    pub(super) fn is_enough(&self, def: Def, least: bool, reading: Reading) -> bool {
        let Some(extreme) = self.extreme(def, least) else { return true };
        let slack = self.defs.get(def).slack;
        let found = self.consequences(def, least, &extreme);
        match reading {
            Reading::Nothing => found.is_empty(),
            Reading::Slack => found.iter().all(|(col, _, _)| *col == slack),
            Reading::Whole => true,
        }
    }

    /// What the sum of `def` says about its slack column, where nothing follows for the others.
    pub(super) fn propagate_slack(
        &mut self,
        def: Def,
        least: bool,
        out: &mut Vec<Implied>,
    ) -> Result<(), Conflict> {
        let Some(extreme) = self.bounds.activities.extreme(def, least) else { return Ok(()) };
        let slack = self.defs.get(def).slack;
        let own = self.bounds.value(slack, side_for(&Int::NEG_ONE, least));
        let value = own.map_or_else(|| extreme.sum.clone(), |own| &extreme.sum + own);
        let side = side_for(&Int::NEG_ONE, !least);
        if self.bounds.value(slack, side).is_none_or(|old| side.is_stronger(&value, old)) {
            self.derive(def, least, (slack, side, value), out)?;
        }
        Ok(())
    }

    /// At least the largest product of a coefficient and the distance of the bounds of its column; `None` if one has not both.
    pub(super) fn widest(&self, def: Def) -> Option<Int> {
        let mut widest = Int::ZERO;
        for (col, a) in &self.defs.get(def).terms {
            let distance = self.bounds.upper(*col)? - self.bounds.lower(*col)?;
            widest = widest.max(&a.abs() * &distance);
        }
        Some(widest)
    }

    /// Whether the activity of `def`, if it is kept, is what reading all of it comes to.
    pub(super) fn agrees(&self, def: Def, least: bool, read: &Extreme) -> bool {
        let kept = self.bounds.activities.extreme(def, least);
        kept.is_none_or(|kept| {
            kept.sum == read.sum && kept.unbounded == usize::from(read.gap.is_some())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reason;
    use crate::bounds::Col;
    use base::{Budget, SplitMix64};

    /// That what is not read would say nothing is asserted, in debug builds.
    #[test]
    fn long_sums_are_read_when_something_follows() {
        for seed in 0..50 {
            let mut random = SplitMix64::new(seed);
            let mut s = Simplex::new();
            let columns: Vec<Col> = (0..24).map(|_| s.new_col()).collect();
            let term = |random: &mut SplitMix64, col| (col, Int::from(random.below(7) as i64 - 3));
            let sums: Vec<Col> = (0..4)
                .map(|_| {
                    let terms: Vec<(Col, Int)> =
                        columns.iter().map(|&col| term(&mut random, col)).collect();
                    s.define(&terms)
                })
                .collect();
            for &col in &columns {
                s.assert_lower(col, Int::ZERO, Reason(0)).unwrap();
                s.assert_upper(col, Int::from(5), Reason(0)).unwrap();
            }
            for _ in 0..60 {
                let all = if random.below(3) == 0 { &sums } else { &columns };
                let (col, value) = (all[random.below(all.len())], random.below(6) as i64);
                s.push();
                let _ = match random.below(2) {
                    0 => s.assert_lower(col, Int::from(value), Reason(1)),
                    _ => s.assert_upper(col, Int::from(value), Reason(2)),
                };
                let result = s.propagate(&Budget::unlimited(), &mut Vec::new()).unwrap();
                if result.is_err() || random.below(8) == 0 {
                    let scopes = s.num_scopes();
                    s.pop(1 + random.below(scopes));
                }
            }
        }
    }
}
