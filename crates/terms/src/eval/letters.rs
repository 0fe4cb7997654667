//! The numbers of elements of sequences.

use super::regex::RegexId;
use crate::sort::Sort;
use crate::store::Term;
use crate::value::{self, Elements, Value, Word};
use base::{FxHashMap, IndexSet};

/// A fact: smaller numbers are found in a table. Bit-vectors of 17 bits, the widest that are characters, are.
const TABLE: usize = 1 << 17;

/// The elements met, and the regexes over them.
#[derive(Default)]
pub(super) struct Letters {
    pub(super) values: IndexSet<Value>,
    /// The numbers of elements that are small numbers themselves: to hash each element of a long word costs ten times as much.
    tables: FxHashMap<Sort, Vec<Option<u32>>>,
    regexes: FxHashMap<Term, RegexId>,
    /// How many elements there were when the regexes were made.
    made_for: usize,
}

impl Letters {
    /// The numbers of elements.
    pub(super) fn numbers(&mut self, elements: &Elements) -> Word {
        let Some((sort, word)) = elements.numbers() else {
            return elements.iter().map(|element| self.values.insert(element).0).collect();
        };
        let table = self.tables.entry(sort).or_default();
        let values = &mut self.values;
        let mut insert = |n: u32| values.insert(value::of_number(sort, n)).0;
        let number = |&n: &u32| match n as usize {
            small @ ..TABLE => {
                if small >= table.len() {
                    table.resize(small + 1, None);
                }
                *table[small].get_or_insert_with(|| insert(n))
            }
            _ => insert(n),
        };
        word.iter().map(number).collect()
    }

    /// The elements of `sort` that have the numbers in `word`.
    pub(super) fn elements(&self, sort: Sort, word: &[u32]) -> Elements {
        let values = self.values.items();
        let all = || word.iter().map(|&c| &values[c as usize]);
        let numbers = all().map(value::number).collect::<Option<Word>>();
        let elements = numbers.and_then(|numbers| Elements::of_numbers(sort, numbers));
        elements.unwrap_or_else(|| all().cloned().collect())
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
