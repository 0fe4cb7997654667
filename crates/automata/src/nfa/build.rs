//! Automata from characters, words, classes of words by length, and other descriptions.

use super::automaton::Nfa;
use crate::CharSet;
use base::{Limits, Stop};

/// A fact: there are no automata with as many states in a row, as states are numbered by 32 bits.
const MAX_LENGTH: u64 = 1 << 31;

impl Nfa {
    /// The language with just the empty word.
    pub fn epsilon() -> Nfa {
        Nfa::word(&[])
    }

    /// The language with just `word`.
    ///
    /// ```
    /// use automata::nfa::Nfa;
    /// assert!(Nfa::word(&[1, 2]).accepts(&[1, 2]));
    /// ```
    pub fn word(word: &[u32]) -> Nfa {
        Nfa::sequence(word.iter().map(|&c| CharSet::single(c)))
    }

    /// The words of one character, which is in `set`.
    pub fn chars(set: CharSet) -> Nfa {
        Nfa::sequence([set])
    }

    /// The words whose i-th character is in the i-th set, and that are as long as `sets`.
    pub fn sequence(sets: impl IntoIterator<Item = CharSet>) -> Nfa {
        let mut a = Nfa::with_states(1);
        a.add_initial(0);
        let mut last = 0;
        for set in sets {
            let next = a.add_state(false);
            a.add_edge(last, set, next);
            last = next;
        }
        a.set_final(last, true);
        a
    }

    /// All words.
    pub fn sigma_star() -> Nfa {
        let mut a = Nfa::epsilon();
        a.add_edge(0, CharSet::full(), 0);
        a
    }

    /// All words with at least `lo` and, if given, at most `hi` characters.
    ///
    /// # Errors
    /// When the bounds, which are the size of the result, exceed `limits`.
    pub fn with_lengths(lo: u64, hi: Option<u64>, limits: &Limits) -> Result<Nfa, Stop> {
        let top = hi.unwrap_or(lo);
        if lo > top {
            return Ok(Nfa::empty());
        }
        if top >= MAX_LENGTH {
            return Err(Stop::Local);
        }
        limits.charge(top)?;
        let mut a = Nfa::sequence((0..top).map(|_| CharSet::full()));
        for s in lo..top {
            a.set_final(base::id32(s), true);
        }
        if hi.is_none() {
            a.add_edge(base::id32(top), CharSet::full(), base::id32(top));
        }
        Ok(a)
    }
}
