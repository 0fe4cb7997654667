//! What is remembered of equations of numerals during a check.

use crate::strings::state::Spent;
use base::FxHashSet;
use terms::Term;

/// What is remembered during a check.
#[derive(Default, Debug)]
pub struct Memo {
    /// Conjunctions that were looked at.
    seen: FxHashSet<Vec<Term>>,
    /// Steps that were spent.
    pub(super) spent: Spent,
}

impl Memo {
    /// The equation and memberships with these literals are looked at; returns whether they never were.
    pub(super) fn is_new(&mut self, literals: Vec<Term>) -> bool {
        self.seen.insert(literals)
    }
}
