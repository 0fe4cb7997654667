//! What is remembered of transducers during a check.

use crate::strings::state::Spent;
use base::FxHashSet;
use terms::Term;

/// What is remembered during a check.
#[derive(Default, Debug)]
pub struct Memo {
    /// Conjunctions that were looked at.
    seen: FxHashSet<Vec<Term>>,
    /// Images that were learned.
    images: FxHashSet<Term>,
    /// Steps that questions took.
    pub(super) questions: Spent,
    /// Steps that guesses took.
    pub(super) guesses: Spent,
    /// Models that were tried.
    models: usize,
    /// Equations that fix a root.
    proposed: FxHashSet<Term>,
}

impl Memo {
    /// The conjunction of these literals, in order, is looked at; returns whether it never was.
    pub(super) fn is_new(&mut self, literals: Vec<Term>) -> bool {
        debug_assert!(literals.is_sorted(), "a conjunction that is not in order may come again");
        self.seen.insert(literals)
    }

    /// A value is said to be a member of its image; returns whether it never was.
    pub(super) fn is_new_image(&mut self, member: Term) -> bool {
        self.images.insert(member)
    }

    /// A model is tried.
    pub(super) fn count_model(&mut self) {
        self.models += 1;
    }

    /// How many were.
    pub(super) fn models(&self) -> usize {
        self.models
    }

    /// That a root has a certain word is to be decided.
    pub(super) fn propose(&mut self, same: Term) {
        let is_new = self.proposed.insert(same);
        debug_assert!(is_new, "a word is proposed twice");
    }

    /// Whether that was to be decided before.
    pub(super) fn was_proposed(&self, same: Term) -> bool {
        self.proposed.contains(&same)
    }

    /// How often that was.
    pub(super) fn proposals(&self) -> usize {
        self.proposed.len()
    }
}
