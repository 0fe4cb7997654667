//! What the theory of strings keeps during a check: the candidate, and what each technique remembers. Data only, so that the
//! engine can own it without knowing the techniques.

use super::arrangement::memo::Arrangements;
use super::equations::memo::Shortening;
use super::extended::extension::Extension;
use super::sums::memo::Memo as Sums;
use super::transducers::memo::Memo as Transducers;
use base::{FxHashMap, Int};
use terms::Term;
use terms::value::Word;

/// The state of the theory in one check.
#[derive(Debug, Default)]
pub struct Strings {
    /// The candidate model of the last final check: words of string terms that are no
    /// concatenations.
    pub words: FxHashMap<Term, Word>,
    /// Values of integer terms that go with the words, where they differ from the last integer
    /// solution of arithmetic.
    pub integers: FxHashMap<Term, Int>,
    /// What extended functions were reduced to.
    pub(crate) extension: Extension,
    /// How often the final check came to the strings.
    pub(super) rounds: u32,
    /// The steps after which the candidate is repaired next.
    pub(super) repair_at: u64,
    /// How often a word was fixed because others need all that are left.
    pub(super) value_splits: u32,
    /// How often the procedures for equations had nothing to say about that.
    pub(super) in_vain: u32,
    /// Which conjunctions were searched through transducers.
    pub(crate) transducers: Transducers,
    /// Which equations between numerals were read digit by digit.
    pub(crate) sums: Sums,
    /// When conflicts between equations are shortened.
    pub(super) shortening: Shortening,
    /// How concatenations were arranged.
    pub(super) arrangements: Arrangements,
    /// Some term applies a string function that no procedure here reasons about.
    pub extended: bool,
}

impl Strings {
    /// Forgets what the last final check found.
    pub(crate) fn forget_candidate(&mut self) {
        self.words.clear();
        self.integers.clear();
    }
}
