//! Choices between words of one length: `(str.++ (ite a "(" "[") (ite b "x" "y") (ite a ")" "]"))`.
//!
//! Of which letters such a text consists at each place is known, though no string is there to be spelled. Choices by conditions that
//! occur nowhere else are languages. Where two of them have a condition in common, that is lost, and the procedures for words see one
//! combination of exponentially many at a time: a text of 64 pairs of brackets, none of them
//! directly in another of its kind, took more than 38,000 conflicts, each about 66 letters. Letter by letter, that a word is in
//! the text is a matter of two conditions at each place.

use base::{FxHashMap, FxHashSet};
use terms::{Op, Sort, Term, Terms};

/// The words that are chosen letter by letter.
#[derive(Default)]
pub(super) struct Choices {
    words: FxHashSet<Term>,
    /// Something is asked about the letters of one, and not just which word it is.
    pub(super) are_read: bool,
}

impl Choices {
    /// Whether `t`, whose arguments are visited, is a string that consists of choices.
    pub(super) fn visit(&mut self, terms: &Terms, t: Term) -> bool {
        let has_words = terms.args(t).iter().any(|a| self.words.contains(a));
        if terms.sort(t) == Sort::String {
            return has_words || is_choice(terms, t);
        }
        self.are_read |= has_words && !matches!(terms.op(t), Op::Eq | Op::Distinct | Op::StrLen);
        false
    }

    /// The string `t` consists of choices.
    pub(super) fn enter(&mut self, t: Term) {
        let is_new = self.words.insert(t);
        debug_assert!(is_new, "a term is visited twice");
    }
}

/// Whether `t` is one of two words of the same length.
fn is_choice(terms: &Terms, t: Term) -> bool {
    let size = |t: Term| terms.str_value(t).map(<[u32]>::len);
    match terms.args(t) {
        &[_, a, b] if terms.op(t) == Op::Ite => size(a).is_some_and(|n| size(b) == Some(n)),
        _ => false,
    }
}

/// Whether there are choices among `all` with conditions that occur elsewhere, too.
pub(super) fn are_related(terms: &Terms, all: &[Term]) -> bool {
    let choices = all.iter().filter(|&&t| is_choice(terms, t)).map(|&t| terms.arg(t, 0));
    let mut uses: FxHashMap<Term, usize> = choices.map(|condition| (condition, 0)).collect();
    if uses.is_empty() {
        return false;
    }
    for a in all.iter().flat_map(|&t| terms.args(t)) {
        uses.entry(*a).and_modify(|count| *count += 1);
    }
    uses.values().any(|&count| count > 1)
}
