//! What is remembered of equations of numerals during a check.

use base::FxHashSet;
use terms::Term;

/// Steps for all questions of a check.
const ALL_STEPS: u64 = 5_000_000;

/// What is remembered during a check.
#[derive(Debug)]
pub struct Memo {
    /// Conjunctions that were looked at.
    pub(super) seen: FxHashSet<Vec<Term>>,
    /// Steps left.
    pub(super) steps: u64,
}

impl Default for Memo {
    fn default() -> Memo {
        Memo { seen: FxHashSet::default(), steps: ALL_STEPS }
    }
}
