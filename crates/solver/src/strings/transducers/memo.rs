//! What is remembered of transducers during a check.

use base::FxHashSet;
use terms::Term;

/// Steps for all questions of a check, and again for all guesses.
const ALL_STEPS: u64 = 30_000_000;

/// Models that are tried in a check.
const ALL_MODELS: usize = 5_000;

/// What is remembered during a check.
#[derive(Debug)]
pub struct Memo {
    /// Conjunctions that were looked at.
    pub(super) seen: FxHashSet<Vec<Term>>,
    /// Images that were learned.
    pub(super) images: FxHashSet<Term>,
    /// Steps left for questions.
    pub(super) questions: u64,
    /// Steps left for guesses.
    pub(super) guesses: u64,
    /// Models left to be tried.
    pub(super) models: usize,
    /// Equations that fix a root.
    pub(super) proposed: FxHashSet<Term>,
}

impl Default for Memo {
    fn default() -> Memo {
        Memo {
            seen: FxHashSet::default(),
            images: FxHashSet::default(),
            questions: ALL_STEPS,
            guesses: ALL_STEPS,
            models: ALL_MODELS,
            proposed: FxHashSet::default(),
        }
    }
}
