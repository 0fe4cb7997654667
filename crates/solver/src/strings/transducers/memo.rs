//! What is remembered of transducers during a check.

use base::FxHashSet;
use terms::Term;

/// What is remembered during a check.
#[derive(Default, Debug)]
pub struct Memo {
    /// Conjunctions that were looked at.
    pub(super) seen: FxHashSet<Vec<Term>>,
    /// Images that were learned.
    pub(super) images: FxHashSet<Term>,
    /// Steps that questions took.
    pub(super) questions: u64,
    /// Steps that guesses took.
    pub(super) guesses: u64,
    /// Models that were tried.
    pub(super) models: usize,
    /// Equations that fix a root.
    pub(super) proposed: FxHashSet<Term>,
}
