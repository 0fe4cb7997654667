//! Which memberships in declared languages were unfolded, at which lengths, and which were enclosed.

use base::{FxHashMap, FxHashSet};
use terms::Term;

/// For memberships and lengths, whether unfolding them succeeded; and the memberships that were enclosed.
#[derive(Debug, Default)]
pub struct Unfolded(FxHashMap<(Term, usize), bool>, FxHashSet<Term>);

impl Unfolded {
    /// What came of unfolding `membership` at this length, if that was tried.
    pub(super) fn get(&self, membership: Term, length: usize) -> Option<bool> {
        self.0.get(&(membership, length)).copied()
    }

    /// Whether `membership` was not enclosed before; from now on it was.
    pub(super) fn enclose(&mut self, membership: Term) -> bool {
        self.1.insert(membership)
    }

    /// Keeps what came of it.
    pub(super) fn keep(&mut self, membership: Term, length: usize, succeeded: bool) {
        let before = self.0.insert((membership, length), succeeded);
        debug_assert!(before.is_none(), "a membership is unfolded twice at one length");
    }
}
