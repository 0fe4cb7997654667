//! The numbers of elements of sequences.

use super::regex::RegexId;
use crate::store::Term;
use crate::value::Value;
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
    /// The number of an element.
    pub(super) fn number(&mut self, element: &Value) -> u32 {
        self.values.insert(element.clone()).0
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
