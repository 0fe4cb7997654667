//! Which memberships in declared languages were unfolded, at which lengths.

use base::FxHashMap;
use terms::Term;

/// For memberships and lengths, whether unfolding them succeeded.
#[derive(Debug, Default)]
pub struct Unfolded(FxHashMap<(Term, usize), bool>);

impl Unfolded {
    /// What came of unfolding `membership` at this length, if that was tried.
    pub(super) fn get(&self, membership: Term, length: usize) -> Option<bool> {
        self.0.get(&(membership, length)).copied()
    }

    /// Keeps what came of it.
    pub(super) fn keep(&mut self, membership: Term, length: usize, succeeded: bool) {
        let before = self.0.insert((membership, length), succeeded);
        debug_assert!(before.is_none(), "a membership is unfolded twice at one length");
    }
}
