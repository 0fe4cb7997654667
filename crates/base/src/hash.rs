//! Hash tables with a fixed seed.
//!
//! The standard library's default hasher is seeded at random, so iteration order, and with it
//! the search, would differ from run to run. Every table in the project is one of these.
//! Even so no algorithm may depend on the iteration order of a hash table: use [`IndexSet`],
//! which iterates in insertion order, where order can reach an answer.

use hashbrown::HashTable;
use std::borrow::Borrow;
use std::hash::{Hash, Hasher};

pub use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

/// Numbers by the hashes of what they stand for. The hash is kept, so that growing need not look at the things.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    table: HashTable<(u32, u32)>,
}

impl Numbers {
    /// The number found under the hash of `item` for which `is_it` holds; else `next` gets this place. Whether it is new.
    pub(crate) fn insert<T: Hash + ?Sized>(
        &mut self,
        item: &T,
        is_it: impl Fn(u32) -> bool,
        next: u32,
    ) -> (u32, bool) {
        let hash = short_hash(item);
        if let Some(&(_, number)) = self.table.find(widen(hash), |e| e.0 == hash && is_it(e.1)) {
            return (number, false);
        }
        self.table.insert_unique(widen(hash), (hash, next), |e| widen(e.0));
        (next, true)
    }

    /// The number found under the hash of `item` for which `is_it` holds.
    pub(crate) fn get<T: Hash + ?Sized>(
        &self,
        item: &T,
        is_it: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let hash = short_hash(item);
        self.table.find(widen(hash), |e| e.0 == hash && is_it(e.1)).map(|e| e.1)
    }
}

fn short_hash<T: Hash + ?Sized>(item: &T) -> u32 {
    let mut hasher = FxHasher::default();
    item.hash(&mut hasher);
    let hash = hasher.finish();
    crate::id32((hash ^ (hash >> 32)) & 0xFFFF_FFFF)
}

/// The table looks at both ends of a hash.
fn widen(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// Who asks before each step that may add so many things learns of every growth.
const PER_STEP: usize = 32;

/// How many bytes will be allocated at once when some more keys are added: none, but for a table that is nearly full.
pub fn next_growth<K, V>(map: &FxHashMap<K, V>) -> u64 {
    growth::<(K, V)>(map.len(), map.capacity())
}

/// The same for `table`.
pub fn next_growth_of_table<T>(table: &HashTable<T>) -> u64 {
    growth::<T>(table.len(), table.capacity())
}

fn growth<T>(len: usize, capacity: usize) -> u64 {
    if capacity - len >= PER_STEP { 0 } else { grown::<T>(capacity) }
}

/// Twice as many places for things and marks, of which an eighth stays free.
fn grown<T>(capacity: usize) -> u64 {
    (capacity as u64 / 7 * 16) * (std::mem::size_of::<T>() as u64 + 1)
}

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
    index: Numbers,
}

impl<T> Default for IndexSet<T> {
    fn default() -> Self {
        IndexSet { items: Vec::new(), index: Numbers::default() }
    }
}

impl<T: Eq + Hash> IndexSet<T> {
    /// Adds `item`; returns its number and whether it is new.
    pub fn insert(&mut self, item: T) -> (u32, bool) {
        let items = &self.items;
        let is_it = |i: u32| items[i as usize] == item;
        let (number, new) = self.index.insert(&item, is_it, crate::id32(items.len()));
        if new {
            self.items.push(item);
        }
        (number, new)
    }

    /// The number of `item`, if it is a member.
    pub fn get(&self, item: &T) -> Option<u32> {
        self.index.get(item, |i| self.items[i as usize] == *item)
    }

    /// The number of the member that `item` is a borrowed form of.
    pub fn find<Q: Eq + Hash + ?Sized>(&self, item: &Q) -> Option<u32>
    where
        T: Borrow<Q>,
    {
        self.index.get(item, |i| self.items[i as usize].borrow() == item)
    }

    /// Whether `item` is a member.
    pub fn contains(&self, item: &T) -> bool {
        self.get(item).is_some()
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
