//! Many short sequences in one allocation.
//!
//! **Problem.** Searches keep millions of small vectors. With an allocation each, giving them back takes longer than a late
//! answer is allowed to be (100 ms for 50 MiB), and nothing can look at the clock meanwhile.
//!
//! **Idea.** The arena of hash-consing systems: the contents one after the other, and where each ends. All of it is
//! given back at once, and it takes half the memory.

use crate::hash::Numbers;
use std::hash::Hash;

/// A list of slices.
///
/// ```
/// use base::Slices;
/// let mut s = Slices::default();
/// assert_eq!((s.push(&[1, 2]), s.push(&[]), s.push(&[3])), (0, 1, 2));
/// assert_eq!((s.get(0), s.get(1), s.get(2)), (&[1, 2][..], &[][..], &[3][..]));
/// ```
#[derive(Clone, Debug)]
pub struct Slices<T> {
    contents: Vec<T>,
    ends: Vec<usize>,
}

impl<T> Default for Slices<T> {
    fn default() -> Self {
        Slices { contents: Vec::new(), ends: Vec::new() }
    }
}

impl<T: Copy> Slices<T> {
    /// Adds a slice; returns its number.
    pub fn push(&mut self, slice: &[T]) -> u32 {
        self.contents.extend_from_slice(slice);
        self.ends.push(self.contents.len());
        crate::id32(self.ends.len()) - 1
    }

    /// The slice number `i`.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, i: u32) -> &[T] {
        let start = if i == 0 { 0 } else { self.ends[i as usize - 1] };
        &self.contents[start..self.ends[i as usize]]
    }

    /// How many slices there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// A set of slices, numbered from 0 in the order of insertion.
///
/// ```
/// use base::SliceSet;
/// let mut s = SliceSet::default();
/// assert_eq!(s.insert(&[1, 2]), (0, true));
/// assert_eq!(s.insert(&[]), (1, true));
/// assert_eq!(s.insert(&[1, 2]), (0, false));
/// assert_eq!((s.get(0), s.len()), (&[1, 2][..], 2));
/// ```
#[derive(Clone, Debug)]
pub struct SliceSet<T> {
    slices: Slices<T>,
    index: Numbers,
}

impl<T> Default for SliceSet<T> {
    fn default() -> Self {
        SliceSet { slices: Slices::default(), index: Numbers::default() }
    }
}

impl<T: Copy + Eq + Hash> SliceSet<T> {
    /// Adds a slice; returns its number and whether it is new.
    pub fn insert(&mut self, slice: &[T]) -> (u32, bool) {
        let slices = &self.slices;
        let found = self.index.insert(slice, |i| slices.get(i) == slice, crate::id32(slices.len()));
        if found.1 {
            self.slices.push(slice);
        }
        found
    }

    /// The slice number `i`.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, i: u32) -> &[T] {
        self.slices.get(i)
    }

    /// How many slices there are.
    pub fn len(&self) -> usize {
        self.slices.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.slices.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_numbers() {
        let mut set = SliceSet::default();
        for n in 0..3000_u32 {
            assert_eq!(set.insert(&[n, n % 7]), (2 * n, true));
            assert_eq!(set.insert(&[n]), (2 * n + 1, true));
        }
        for n in 0..3000_u32 {
            assert_eq!(set.insert(&[n, n % 7]), (2 * n, false));
            assert_eq!(set.get(2 * n + 1), [n]);
        }
        assert_eq!(set.len(), 6000);
    }
}
