//! Sets of dense ids as bits: a union is a few `or`s. What conclusions rest on is a union of unions, and rarely looked at.

use crate::Idx;
use smallvec::SmallVec;
use std::marker::PhantomData;

/// A set of ids. It takes one bit for each number up to the greatest member.
///
/// ```
/// base::id! {
///     /// A literal.
///     pub struct Tag;
/// }
/// let mut tags = base::IdSet::from(Tag(70));
/// tags.insert(Tag(3));
/// assert_eq!(tags.iter().collect::<Vec<_>>(), [Tag(3), Tag(70)]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IdSet<I> {
    /// The last block is not 0, so that equal sets are equal.
    blocks: SmallVec<[u64; 2]>,
    marker: PhantomData<fn(I)>,
}

impl<I> Default for IdSet<I> {
    fn default() -> Self {
        IdSet { blocks: SmallVec::new(), marker: PhantomData }
    }
}

impl<I: Idx> IdSet<I> {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `id`, and tells whether it is new.
    pub fn insert(&mut self, id: I) -> bool {
        let block = id.index() / 64;
        if self.blocks.len() <= block {
            self.blocks.resize(block + 1, 0);
        }
        let bit = 1 << (id.index() % 64);
        let is_new = self.blocks[block] & bit == 0;
        self.blocks[block] |= bit;
        is_new
    }

    /// Removes `id`, if it is a member.
    pub fn remove(&mut self, id: I) {
        if let Some(block) = self.blocks.get_mut(id.index() / 64) {
            *block &= !(1 << (id.index() % 64));
        }
        while self.blocks.last() == Some(&0) {
            self.blocks.pop();
        }
    }

    /// Adds all of `other`.
    pub fn extend(&mut self, other: &Self) {
        if self.blocks.len() < other.blocks.len() {
            self.blocks.resize(other.blocks.len(), 0);
        }
        for (a, b) in self.blocks.iter_mut().zip(&other.blocks) {
            *a |= b;
        }
    }

    /// Whether `id` is a member.
    pub fn contains(&self, id: I) -> bool {
        let block = self.blocks.get(id.index() / 64).copied().unwrap_or(0);
        block >> (id.index() % 64) & 1 == 1
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The least member that is at least `id`.
    pub fn first_from(&self, id: I) -> Option<I> {
        let (block, bit) = (id.index() / 64, id.index() % 64);
        let own = self.blocks.get(block)? & (!0 << bit);
        let rest = self.blocks.iter().copied().enumerate().skip(block + 1);
        let (block, bits) = std::iter::once((block, own)).chain(rest).find(|b| b.1 != 0)?;
        Some(I::from_index(block * 64 + bits.trailing_zeros() as usize))
    }

    /// The greatest member that is less than `id`.
    pub fn last_before(&self, id: I) -> Option<I> {
        let (block, bit) = (id.index() / 64, id.index() % 64);
        let own = self.blocks.get(block).map(|bits| (block, bits & !(!0 << bit)));
        let rest = self.blocks.iter().copied().enumerate().take(block).rev();
        let (block, bits) = own.into_iter().chain(rest).find(|b| b.1 != 0)?;
        Some(I::from_index(block * 64 + bits.ilog2() as usize))
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        let members = |(block, &bits): (usize, &u64)| {
            let drop_first = |bits: &u64| Some(bits & (bits - 1)).filter(|&rest| rest != 0);
            let rests = std::iter::successors(Some(bits).filter(|&bits| bits != 0), drop_first);
            rests.map(move |rest| I::from_index(block * 64 + rest.trailing_zeros() as usize))
        };
        self.blocks.iter().enumerate().flat_map(members)
    }
}

impl<I: Idx> From<I> for IdSet<I> {
    fn from(id: I) -> Self {
        let mut set = Self::new();
        set.insert(id);
        set
    }
}

impl<I: Idx> FromIterator<I> for IdSet<I> {
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> Self {
        let mut set = Self::new();
        for id in ids {
            set.insert(id);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;
    use std::collections::BTreeSet;

    crate::id! {
        /// A member.
        struct Id;
    }

    #[test]
    fn sets_are_sets() {
        let mut random = SplitMix64::new(1);
        for _ in 0..200 {
            let (mut set, mut want) = (IdSet::new(), BTreeSet::new());
            for _ in 0..random.below(20) {
                let id = Id(random.below(200) as u32);
                if random.below(3) == 0 {
                    set.remove(id);
                    want.remove(&id);
                } else {
                    set.insert(id);
                    want.insert(id);
                }
            }
            assert!(set.iter().eq(want.iter().copied()));
            assert_eq!(
                (set.is_empty(), set.contains(Id(5))),
                (want.is_empty(), want.contains(&Id(5)))
            );
            for at in (0..260).map(Id) {
                assert_eq!(set.first_from(at), want.range(at..).next().copied());
                assert_eq!(set.last_before(at), want.range(..at).next_back().copied());
            }
            assert_eq!(set, want.into_iter().collect());
        }
    }
}
