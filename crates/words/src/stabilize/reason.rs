//! What a derived fact, or the refutation of a branch, rests on: input literals, and decisions of the
//! search.
//!
//! A refutation that does not mention the last decision refutes the branch before it, too; so
//! independent parts of a system are never multiplied with each other.

use crate::tags::Premises;
use base::{IdSet, Idx};

base::id! {
    /// The depth of a decision.
    pub(super) struct Depth;
}

/// Literals and decisions.
#[derive(Clone, Default, Debug)]
pub(super) struct Reason {
    pub premises: Premises,
    /// The depths of the decisions.
    pub splits: IdSet<Depth>,
}

impl Reason {
    pub(super) fn none() -> Reason {
        Reason::default()
    }

    pub(super) fn extend(&mut self, other: &Reason) {
        self.premises.extend(&other.premises);
        self.splits.extend(&other.splits);
    }

    pub(super) fn and(&self, other: &Reason) -> Reason {
        let mut both = self.clone();
        both.extend(other);
        both
    }

    /// Whether all decisions that this depends on were made before the one at `depth`.
    pub(super) fn is_above(&self, depth: usize) -> bool {
        self.splits.iter().all(|d| d.index() < depth)
    }

    /// Whether this depends on the decision at `depth`.
    pub(super) fn mentions(&self, depth: usize) -> bool {
        self.splits.contains(Depth::from_index(depth))
    }

    /// Makes this depend on the decision at `depth`, below those that it depends on already.
    pub(super) fn decide(&mut self, depth: usize) {
        debug_assert!(self.is_above(depth), "a decision rests on itself, or on a later one");
        self.splits.insert(Depth::from_index(depth));
    }

    /// Makes this independent of the decision at `depth`, the last that it depends on.
    pub(super) fn forget(&mut self, depth: usize) {
        debug_assert!(self.mentions(depth), "a decision that plays no part is forgotten");
        self.splits.remove(Depth::from_index(depth));
    }
}

impl From<Premises> for Reason {
    fn from(premises: Premises) -> Reason {
        Reason { premises, splits: IdSet::new() }
    }
}
