//! The numbers of elements of sequences.

use super::regex::RegexId;
use crate::store::Term;
use crate::value::{Value, Word};
use base::{FxHashMap, IndexSet};

/// The elements met, and the regexes over them.
#[derive(Default)]
pub(super) struct Letters {
    pub(super) values: IndexSet<Value>,
    regexes: FxHashMap<Term, RegexId>,
    /// How many elements there were when the regexes were made.
    made_for: usize,
}

impl Letters {
    /// The numbers of elements. A long word has few different ones, most of them small bit-vectors, and those are found in a
    /// table: to hash each costs ten times as much.
    pub(super) fn numbers(&mut self, elements: &[Value]) -> Word {
        let mut known: Vec<Option<u32>> = Vec::new();
        let mut number = |element: &Value| {
            let Some(small) = small(element) else { return self.values.insert(element.clone()).0 };
            if small >= known.len() {
                known.resize(small + 1, None);
            }
            *known[small].get_or_insert_with(|| self.values.insert(element.clone()).0)
        };
        elements.iter().map(&mut number).collect()
    }

    /// Forgets regexes that were made when there were fewer elements.
    pub(super) fn renew(&mut self) {
        if self.made_for != self.values.len() {
            self.regexes.clear();
            self.made_for = self.values.len();
        }
    }

    /// The regex that `t` was found to be.
    pub(super) fn regex(&self, t: Term) -> Option<RegexId> {
        self.regexes.get(&t).copied()
    }

    /// Remembers the regex that `t` is.
    pub(super) fn keep(&mut self, t: Term, regex: RegexId) {
        self.regexes.insert(t, regex);
    }
}

/// The number that a small bit-vector is. All elements of a word have one width.
fn small(element: &Value) -> Option<usize> {
    // A fact: a byte is less than this.
    const BYTES: usize = 1 << 8;
    let Value::Bits(_, n) = element else { return None };
    n.to_usize().filter(|&n| n < BYTES)
}
