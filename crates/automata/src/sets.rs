//! Interned character sets: a set is an id, and set operations are looked up.
//!
//! Guards of derivatives are intersected over and over with the same few partners. Classes such as
//! "any letter" have hundreds of intervals, so each distinct operation is computed once.

use crate::charset::{CharSet, Mask, partition};
use base::FxHashMap;
use std::sync::Arc;

base::id! {
    /// An interned [`CharSet`].
    pub struct Set;
}

impl Set {
    /// No character.
    pub const EMPTY: Set = Set(0);
    /// Every character.
    pub const FULL: Set = Set(1);

    /// Whether there is no member.
    pub fn is_empty(self) -> bool {
        self == Set::EMPTY
    }
}

/// A block of a partition and the mask of the guards that contain it.
#[derive(Clone, Debug)]
pub struct Block {
    /// The characters of the block.
    pub set: Set,
    /// Bit `i` says whether the `i`-th guard contains the block.
    pub mask: Mask,
}

impl Block {
    /// Whether the `i`-th guard contains the block.
    pub fn is_in(&self, i: usize) -> bool {
        self.mask[i / 64] >> (i % 64) & 1 == 1
    }
}

/// The table of interned sets.
#[derive(Clone, Debug)]
pub struct Sets {
    items: Vec<CharSet>,
    index: FxHashMap<CharSet, Set>,
    intersections: FxHashMap<(Set, Set), Set>,
    unions: FxHashMap<(Set, Set), Set>,
    complements: FxHashMap<Set, Set>,
    partitions: FxHashMap<Box<[Set]>, Arc<[Block]>>,
}

impl Default for Sets {
    fn default() -> Self {
        let mut sets = Sets {
            items: Vec::new(),
            index: FxHashMap::default(),
            intersections: FxHashMap::default(),
            unions: FxHashMap::default(),
            complements: FxHashMap::default(),
            partitions: FxHashMap::default(),
        };
        sets.intern(CharSet::empty());
        sets.intern(CharSet::full());
        sets
    }
}

impl Sets {
    /// The id of `set`.
    pub fn intern(&mut self, set: CharSet) -> Set {
        if let Some(&id) = self.index.get(&set) {
            return id;
        }
        let id = Set(base::id32(self.items.len()));
        self.items.push(set.clone());
        self.index.insert(set, id);
        id
    }

    /// The set with this id.
    pub fn get(&self, id: Set) -> &CharSet {
        &self.items[id.0 as usize]
    }

    /// Members of both.
    pub fn intersect(&mut self, a: Set, b: Set) -> Set {
        if a == b || b == Set::FULL {
            return a;
        }
        if a == Set::FULL {
            return b;
        }
        if a.is_empty() || b.is_empty() {
            return Set::EMPTY;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&id) = self.intersections.get(&key) {
            return id;
        }
        let id = self.intern(self.get(a).intersect(self.get(b)));
        self.intersections.insert(key, id);
        id
    }

    /// Members of either.
    pub fn union(&mut self, a: Set, b: Set) -> Set {
        if a == b || b.is_empty() {
            return a;
        }
        if a.is_empty() {
            return b;
        }
        if a == Set::FULL || b == Set::FULL {
            return Set::FULL;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&id) = self.unions.get(&key) {
            return id;
        }
        let id = self.intern(self.get(a).union(self.get(b)));
        self.unions.insert(key, id);
        id
    }

    /// Members of any; folded at once when there are many, so that no prefix sums are kept.
    pub fn union_all(&mut self, mut ids: Vec<Set>) -> Set {
        ids.sort_unstable();
        ids.dedup();
        if ids.len() <= 4 {
            return ids.into_iter().fold(Set::EMPTY, |a, b| self.union(a, b));
        }
        let ranges = ids.iter().flat_map(|&id| self.get(id).ranges().iter().copied());
        let union = CharSet::from_ranges(ranges);
        self.intern(union)
    }

    /// All other characters.
    pub fn complement(&mut self, a: Set) -> Set {
        if let Some(&id) = self.complements.get(&a) {
            return id;
        }
        let id = self.intern(self.get(a).complement());
        self.complements.insert(a, id);
        self.complements.insert(id, a);
        id
    }

    /// Members of `a` that are not in `b`.
    pub fn difference(&mut self, a: Set, b: Set) -> Set {
        let rest = self.complement(b);
        self.intersect(a, rest)
    }

    /// Whether no character is in both.
    pub fn disjoint(&mut self, a: Set, b: Set) -> bool {
        self.intersect(a, b).is_empty()
    }

    /// Whether `a` is a subset of `b`.
    pub fn is_subset(&mut self, a: Set, b: Set) -> bool {
        self.intersect(a, b) == a
    }

    /// The coarsest partition of the alphabet that respects all `guards`.
    pub fn partition(&mut self, guards: &[Set]) -> Arc<[Block]> {
        if let Some(blocks) = self.partitions.get(guards) {
            return Arc::clone(blocks);
        }
        let blocks = partition(guards.iter().map(|&g| self.get(g)));
        let blocks: Arc<[Block]> =
            blocks.into_iter().map(|(set, mask)| Block { set: self.intern(set), mask }).collect();
        self.partitions.insert(guards.into(), Arc::clone(&blocks));
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_agree_with_char_sets() {
        let mut sets = Sets::default();
        let sample = [(0, 9), (5, 20), (15, 15), (0, 0x2FFFF), (30, 40)];
        for (a, b) in sample.iter().flat_map(|a| sample.iter().map(move |b| (a, b))) {
            let (x, y) = (CharSet::range(a.0, a.1), CharSet::range(b.0, b.1));
            let (i, j) = (sets.intern(x.clone()), sets.intern(y.clone()));
            let ids = [sets.intersect(i, j), sets.union(i, j), sets.difference(i, j)];
            let [inter, union, diff] = ids.map(|id| sets.get(id).clone());
            assert_eq!((inter, union), (x.intersect(&y), x.union(&y)));
            assert_eq!(diff, x.difference(&y));
            assert_eq!(sets.is_subset(i, j), x.is_subset(&y));
        }
    }

    #[test]
    fn partition_masks() {
        let mut sets = Sets::default();
        let guards = [sets.intern(CharSet::range(0, 9)), sets.intern(CharSet::range(5, 14))];
        let blocks = sets.partition(&guards);
        let masks: Vec<(u32, bool, bool)> =
            blocks.iter().map(|b| (sets.get(b.set).len(), b.is_in(0), b.is_in(1))).collect();
        assert_eq!(masks[..3], [(5, true, false), (5, true, true), (5, false, true)]);
    }
}
