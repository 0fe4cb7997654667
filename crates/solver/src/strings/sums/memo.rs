//! What is remembered of equations of numerals during a check.

use base::FxHashSet;
use terms::Term;

/// What is remembered during a check.
#[derive(Default, Debug)]
pub struct Memo {
    /// Conjunctions that were looked at.
    pub(super) seen: FxHashSet<Vec<Term>>,
    /// Steps that were spent.
    pub(super) spent: u64,
}
