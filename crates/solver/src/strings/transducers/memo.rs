//! What is remembered of transducers during a check.

use crate::strings::state::Spent;
use base::{FxHashSet, Limits};
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
    /// How many steps both may have taken by now.
    ceiling: u64,
    /// Whether that was too few.
    was_cut: bool,
    /// Models that were tried.
    models: usize,
    /// Equations that fix a root.
    proposed: FxHashSet<Term>,
}

impl Memo {
    /// The conjunction of these literals, in order, is looked at; returns whether it never was.
    pub(super) fn is_new(&mut self, literals: &[Term]) -> bool {
        debug_assert!(literals.is_sorted(), "a conjunction that is not in order may come again");
        self.seen.insert(literals.to_vec())
    }

    /// The conjunction may come again, if there were too few steps for it.
    pub(super) fn end(&mut self, literals: &[Term]) {
        debug_assert!(self.seen.contains(literals), "a conjunction ends that was not looked at");
        if self.was_cut {
            self.seen.remove(literals);
        }
    }

    /// Both kinds of work may have taken so many steps until the next time.
    pub(super) fn begin(&mut self, ceiling: u64) {
        self.ceiling = ceiling;
        self.was_cut = false;
    }

    /// How many steps both kinds of work took.
    pub(super) fn steps(&self) -> u64 {
        self.questions.steps() + self.guesses.steps()
    }

    /// As many of the `wanted` steps as there are by now.
    pub(super) fn rationed(&self, wanted: u64) -> u64 {
        wanted.min(self.ceiling - self.steps().min(self.ceiling))
    }

    /// Work that was given some of the steps it `wanted` is over.
    pub(super) fn finish(&mut self, wanted: u64, given: u64, limits: &Limits<'_>) {
        debug_assert!(given <= wanted, "work is given more steps than it wanted");
        self.was_cut |= limits.left() == 0 && given < wanted;
    }

    /// Whether some work had too few steps.
    pub(super) fn was_cut(&self) -> bool {
        self.was_cut
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
