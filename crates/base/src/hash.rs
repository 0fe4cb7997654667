//! Hash tables with a fixed seed.
//!
//! The standard library's default hasher is seeded at random, so iteration order, and with it
//! the search, would differ from run to run. Every table in the project is one of these.
//! Even so no algorithm may depend on the iteration order of a hash table: use [`IndexSet`],
//! which iterates in insertion order, where order can reach an answer.

use std::hash::Hash;

pub use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

/// A set that remembers the order of insertion and numbers its members from 0.
///
/// ```
/// use base::IndexSet;
/// let mut s = IndexSet::default();
/// assert_eq!(s.insert("b"), (0, true));
/// assert_eq!(s.insert("a"), (1, true));
/// assert_eq!(s.insert("b"), (0, false));
/// assert_eq!(s.items(), &["b", "a"]);
/// ```
#[derive(Clone, Debug)]
pub struct IndexSet<T> {
    items: Vec<T>,
    index: FxHashMap<T, u32>,
}

impl<T> Default for IndexSet<T> {
    fn default() -> Self {
        IndexSet { items: Vec::new(), index: FxHashMap::default() }
    }
}

impl<T: Eq + Hash + Clone> IndexSet<T> {
    /// Adds `item`; returns its number and whether it is new.
    pub fn insert(&mut self, item: T) -> (u32, bool) {
        if let Some(&i) = self.index.get(&item) {
            return (i, false);
        }
        let i = self.items.len() as u32;
        self.items.push(item.clone());
        self.index.insert(item, i);
        (i, true)
    }

    /// The number of `item`, if it is a member.
    pub fn get(&self, item: &T) -> Option<u32> {
        self.index.get(item).copied()
    }

    /// Whether `item` is a member.
    pub fn contains(&self, item: &T) -> bool {
        self.index.contains_key(item)
    }

    /// The members in order of insertion.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}
