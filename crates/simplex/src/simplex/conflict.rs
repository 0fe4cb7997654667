//! Conflicts: sets of bounds that no assignment satisfies.
//!
//! A row that cannot be repaired is a Farkas certificate: a positive combination of bounds whose
//! left sides cancel while the right sides do not. The bounds of one row are linearly independent
//! but for that one combination, so none of them is redundant. What can still be gained is
//! *generality*: the certificate has a margin, and within it every bound may be replaced by an
//! older, weaker bound of the same column. Newest first, so that what remains was true early,
//! which is what makes learned clauses jump far back.

use crate::Counter;
use crate::bounds::{BoundId, Side};
use crate::{Reason, Simplex};
use base::Int;

/// Reasons that cannot hold together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conflict {
    /// The reasons, each once.
    pub reasons: Vec<Reason>,
    /// If the conflict is rational, the bounds with their positive multipliers: the sum of
    /// `multiplier * (column <= value)`, lower bounds negated, reads `0 <= negative`. Empty if
    /// the conflict takes that columns are integers. Valid until the next `pop`.
    pub farkas: Vec<(Int, BoundId)>,
}

impl Conflict {
    /// Adds a reason unless it is there already.
    pub(crate) fn add(&mut self, reason: Reason) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}

impl Simplex {
    /// The conflict of a Farkas certificate.
    pub(crate) fn farkas_conflict(&mut self, mut farkas: Vec<(Int, BoundId)>) -> Conflict {
        let margin = self.margin(&farkas);
        debug_assert!(margin.is_positive(), "a certificate has a margin");
        self.relax(&mut farkas, margin - Int::ONE);
        debug_assert!(self.is_certificate(&farkas), "columns do not cancel: {farkas:?}");
        let roots: Vec<BoundId> = farkas.iter().map(|f| f.1).collect();
        Conflict { farkas, ..self.conflict_of(&roots) }
    }

    /// The conflict that rests on `roots`.
    pub(crate) fn conflict_of(&mut self, roots: &[BoundId]) -> Conflict {
        self.stats.count(Counter::Conflicts);
        let mut reasons = Vec::new();
        self.reasons(roots, &mut reasons);
        Conflict { reasons, farkas: Vec::new() }
    }

    /// Adds to `out`, once each, the reasons that `roots` rest on.
    pub(crate) fn reasons(&self, roots: &[BoundId], out: &mut Vec<Reason>) {
        self.bounds.explain(roots, |bound, id| self.sum_premises(bound, id), out);
    }

    /// Replaces bounds by weaker, older ones as long as the weighted loss is at most `slack`.
    pub(crate) fn relax(&self, weighted: &mut [(Int, BoundId)], mut slack: Int) {
        if !slack.is_positive() {
            return;
        }
        base::order::sort_by_key(weighted, |w| std::cmp::Reverse(w.1));
        for (weight, id) in weighted {
            while let Some(older) = self.bounds.previous(*id) {
                let lost = (&self.bounds.get(*id).value - &self.bounds.get(older).value).abs();
                let lost = &lost * weight;
                if lost > slack {
                    break;
                }
                slack = &slack - &lost;
                *id = older;
            }
        }
    }

    fn margin(&self, farkas: &[(Int, BoundId)]) -> Int {
        let mut margin = Int::ZERO;
        for (c, id) in farkas {
            let bound = self.bounds.get(*id);
            match bound.side {
                Side::Lower => margin += c * &bound.value,
                Side::Upper => margin -= c * &bound.value,
            }
        }
        margin
    }

    fn is_certificate(&self, farkas: &[(Int, BoundId)]) -> bool {
        let signed: Vec<_> = farkas
            .iter()
            .map(|(c, id)| {
                let bound = self.bounds.get(*id);
                (bound.col, if bound.side == Side::Lower { -c } else { c.clone() })
            })
            .collect();
        farkas.iter().all(|f| f.0.is_positive())
            && self.defs.expand(&signed).is_empty()
            && self.margin(farkas).is_positive()
    }
}
