//! The words that memberships were found to have.
//!
//! A final check looks at every class of equal strings, most of which are as they were in the last one, and many strings have the same
//! languages. Words depend on nothing else but a length, so one that was found serves them all; searching again made the
//! cost of n final checks the square of n searches.

use automata::Re;
use base::{FxHashMap, Int};

/// Languages that a word is in, those that it is not in, and its length, if that is given.
pub(super) type Question = (Vec<Re>, Vec<Re>, Option<Int>);

/// A fact: so many letters, of four bytes, are no burden; beyond it all are forgotten.
const MAX_SIZE: usize = 1 << 20;

/// Words by what they were searched for.
#[derive(Debug, Default)]
pub(super) struct Found {
    words: FxHashMap<Question, Vec<u32>>,
    /// Letters and languages together.
    size: usize,
}

impl Found {
    /// A word that was kept.
    pub(super) fn word(&self, question: &Question) -> Option<&[u32]> {
        self.words.get(question).map(|word| &word[..])
    }

    /// Keeps a word, while there is room.
    pub(super) fn keep(&mut self, question: Question, word: &[u32]) {
        debug_assert!(
            question.2.as_ref().is_none_or(|n| *n == Int::from(word.len() as u64)),
            "a word of another length than was asked for"
        );
        self.size += word.len() + question.0.len() + question.1.len();
        if self.size > MAX_SIZE {
            *self = Found::default();
            return;
        }
        self.words.insert(question, word.to_vec());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_forgotten_with_the_rest() {
        let mut found = Found::default();
        let question = |n: usize| (vec![Re::ALL], Vec::new(), Some(Int::from(n)));
        found.keep(question(1), &[97]);
        assert_eq!(found.word(&question(1)), Some(&[97][..]));
        assert_eq!(found.word(&question(2)), None);
        found.keep(question(MAX_SIZE), &vec![97; MAX_SIZE]);
        assert_eq!(found.word(&question(MAX_SIZE)), None);
        assert_eq!(found.word(&question(1)), None);
    }
}
