//! What the techniques share in one final check, computed once.

use super::classes::Classes;
use super::facts::Facts;
use crate::theory::verdict::Incompleteness;
use base::FxHashMap;
use terms::Term;

/// What all techniques share in one final check, computed once.
pub(super) struct Round<'a, 'c> {
    /// The relevant literals: atoms with their values.
    pub atoms: &'a [(Term, bool)],
    /// The assignment.
    pub values: &'a sat::Context<'c>,
    /// The literals by kind.
    pub facts: Facts,
    /// What the equations among them make equal.
    pub classes: Classes,
    /// The constant of each class that has one; none has two.
    pub constants: FxHashMap<u32, Term>,
    /// Concatenations occur, so that memberships alone do not decide.
    pub has_equations: bool,
    /// What is known of words that satisfy all but functions.
    pub words: Words,
}

/// Whether there are words for the equations and memberships.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Words {
    /// Nobody has looked yet.
    Unknown,
    /// The procedures for equations gave up.
    Open(Incompleteness),
    /// There are: a candidate for functions.
    Found,
}

impl Round<'_, '_> {
    /// There are words for the equations and memberships, in the candidate.
    pub(super) fn found_words(&mut self) {
        debug_assert!(self.words != Words::Found, "words are looked for although there are some");
        self.words = Words::Found;
    }

    /// The procedures for equations gave up.
    pub(super) fn leave_open(&mut self, why: Incompleteness) {
        debug_assert!(self.has_equations, "equations are open where there are none");
        debug_assert!(self.words != Words::Found, "words are looked for although there are some");
        self.words = Words::Open(why);
    }
}
