//! What the theory of strings keeps during a check: the candidate, and what each technique remembers. Data only, so that the
//! engine can own it without knowing the techniques.

use super::arrangement::memo::Arrangements;
use super::dictionaries::Dictionaries;
use super::equations::memo::Shortening;
use super::extended::extension::Extension;
use super::found::Found;
use super::order::memo::Memo as Order;
use super::sums::memo::Memo as Sums;
use super::transducers::memo::Memo as Transducers;
use super::trials::Trials;
use super::unfolding::memo::Unfolded;
use crate::strings::facts::is_leaf;
use base::{FxHashMap, FxHashSet, Int, Limits};
use terms::value::Word;
use terms::{Sort, Term, Terms};

/// The state of the theory in one check.
#[derive(Debug, Default)]
pub struct Strings {
    /// The candidate model of the last final check: words of string terms that are no
    /// concatenations.
    words: FxHashMap<Term, Word>,
    /// Values of integer terms that go with the words, where they differ from the last integer
    /// solution of arithmetic.
    integers: FxHashMap<Term, Int>,
    /// What extended functions were reduced to.
    pub(crate) extension: Extension,
    /// When small words are tried.
    pub(super) trials: Trials,
    /// When disequations are looked at together.
    pub(super) splits: Splits,
    /// Which conjunctions were searched through transducers.
    pub(super) transducers: Transducers,
    /// Which equations between numerals were read digit by digit.
    pub(super) sums: Sums,
    /// How often lengths were excluded for the sake of an order.
    pub(super) order: Order,
    /// Languages whose words were listed.
    pub(super) dictionaries: Dictionaries,
    /// When conflicts between equations are shortened.
    pub(super) shortening: Shortening,
    /// The words that memberships were found to have.
    pub(super) found: Found,
    /// Which words that contain many others were proposed, as equations.
    proposed: FxHashSet<Term>,
    /// How concatenations were arranged.
    pub(super) arrangements: Arrangements,
    /// Which memberships in declared languages were unfolded.
    pub(super) unfolded: Unfolded,
    /// Some term applies a string function other than concatenation and length.
    has_functions: bool,
}

impl Strings {
    /// Forgets what the last final check found.
    pub(crate) fn forget_candidate(&mut self) {
        self.words.clear();
        self.integers.clear();
    }

    /// The word of `t` in the candidate, if `t` is a leaf that has one.
    pub(crate) fn word(&self, t: Term) -> Option<&Word> {
        self.words.get(&t)
    }

    /// The leaf `t` has this word in the candidate.
    pub(super) fn choose_word(&mut self, terms: &Terms, t: Term, word: Word) {
        debug_assert!(terms.sort(t) == Sort::String, "a word for what is no string");
        debug_assert!(is_leaf(terms, t), "a word for what its parts determine");
        let before = self.words.insert(t, word);
        debug_assert!(
            before.is_none_or(|word| self.words[&t] == word),
            "two words are chosen for one string"
        );
    }

    /// The value of `t` where it is not that of the last integer solution.
    pub(crate) fn integer(&self, t: Term) -> Option<&Int> {
        self.integers.get(&t)
    }

    /// The candidate has these integers; returns those that it had.
    pub(super) fn replace_integers(
        &mut self,
        integers: FxHashMap<Term, Int>,
    ) -> FxHashMap<Term, Int> {
        std::mem::replace(&mut self.integers, integers)
    }

    /// The candidate has this integer for `t`, which has none yet.
    pub(super) fn choose_integer(&mut self, t: Term, value: Int) {
        let before = self.integers.insert(t, value);
        debug_assert!(before.is_none(), "an integer is chosen twice");
    }

    /// A value of a string is proposed; whether it was not yet.
    pub(super) fn propose(&mut self, equation: Term) -> bool {
        self.proposed.insert(equation)
    }

    /// A string function occurs, other than concatenation and length.
    pub(crate) fn see_function(&mut self) {
        self.has_functions = true;
    }

    /// Whether one does.
    pub(crate) fn has_functions(&self) -> bool {
        self.has_functions
    }
}

/// How often words were fixed one by one, and whether looking at disequations together had anything to say.
#[derive(Debug, Default)]
pub(super) struct Splits {
    /// How often a word was fixed because others need all that are left.
    words: u32,
    /// How often the procedures for equations gave up.
    in_vain: u32,
}

impl Splits {
    /// A word is fixed.
    pub(super) fn count(&mut self) {
        self.words += 1;
    }

    /// The procedures gave up.
    pub(super) fn count_failure(&mut self) {
        self.in_vain += 1;
    }

    /// Whether the procedures are to be asked, if they first are after `few` words; twice as many after each failure.
    pub(super) fn is_due(&self, few: u32) -> bool {
        self.words >= few << self.in_vain.min(16)
    }
}

/// The steps that a technique took in a check, of those that it may.
#[derive(Debug, Default)]
pub(super) struct Spent(u64);

impl Spent {
    /// The steps for the next question: at most `question`, and no more than are left of those of the `check`.
    pub(super) fn allowance(&self, question: u64, check: u64) -> u64 {
        debug_assert!(self.0 <= check, "a technique took more steps than it may");
        question.min(check - self.0)
    }

    /// The steps that it took.
    pub(super) fn steps(&self) -> u64 {
        self.0
    }

    /// A question that had this allowance is over.
    pub(super) fn charge(&mut self, allowance: u64, limits: &Limits<'_>) {
        debug_assert!(limits.left() <= allowance, "these are the limits of another question");
        self.0 += allowance - limits.left();
    }
}
