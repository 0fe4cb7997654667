//! A partition of the numbers `0, 1, …` into classes that can be joined (Galler and Fischer, CACM 1964), with path
//! halving (Tarjan and van Leeuwen, JACM 1984).
//!
//! Which member represents a class is chosen by the caller of [`UnionFind::join`], since most callers keep data
//! with the representative, or want the oldest member. Without union by rank an operation costs `O(log n)` amortised, which
//! halving alone guarantees.

/// A partition of `0 .. len`.
///
/// ```
/// use base::UnionFind;
/// let mut classes = UnionFind::new(3);
/// assert!(classes.join(0, 2));
/// assert!(!classes.join(2, 0), "they are one class already");
/// assert_eq!((classes.find(2), classes.find(1)), (0, 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct UnionFind {
    parent: Vec<u32>,
}

impl UnionFind {
    /// Each of `0 .. len` in a class by itself.
    ///
    /// # Panics
    /// If there are more than 2³² elements.
    pub fn new(len: usize) -> UnionFind {
        let mut classes = UnionFind::default();
        classes.grow(len);
        classes
    }

    /// Adds elements, each a class by itself, until there are `len`.
    ///
    /// # Panics
    /// If there are more than 2³² elements.
    pub fn grow(&mut self, len: usize) {
        let end = u32::try_from(len).expect("at most 2^32 elements");
        self.parent.extend(crate::id32(self.parent.len())..end);
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.parent.is_empty()
    }

    /// The representative of the class of `i`.
    ///
    /// # Panics
    /// If there is no element `i`.
    pub fn find(&mut self, i: usize) -> usize {
        let mut i = i;
        while self.parent[i] as usize != i {
            let up = self.parent[self.parent[i] as usize];
            self.parent[i] = up;
            i = up as usize;
        }
        i
    }

    /// Joins the classes of both; the representative of that of `root` represents the union. `false` if they were
    /// one class already.
    ///
    /// # Panics
    /// If one of them is no element.
    pub fn join(&mut self, root: usize, other: usize) -> bool {
        let (root, other) = (self.find(root), self.find(other));
        self.parent[other] = crate::id32(root);
        root != other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    #[test]
    fn classes_are_those_of_a_table_of_labels() {
        let mut random = SplitMix64::new(7);
        for _ in 0..50 {
            let n = 1 + random.below(20);
            let (mut classes, mut label) = (UnionFind::new(n), (0..n).collect::<Vec<_>>());
            for _ in 0..random.below(30) {
                let (a, b) = (random.below(n), random.below(n));
                let (old, new) = (label[b], label[a]);
                assert_eq!(classes.join(a, b), old != new);
                label.iter_mut().filter(|l| **l == old).for_each(|l| *l = new);
            }
            for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
                assert_eq!(classes.find(a) == classes.find(b), label[a] == label[b]);
            }
        }
    }

    #[test]
    fn the_first_class_keeps_its_representative() {
        let mut classes = UnionFind::new(4);
        assert!(classes.join(3, 1) && classes.join(1, 0) && classes.join(0, 2));
        assert_eq!(classes.find(2), 3);
        classes.grow(5);
        assert_eq!((classes.find(4), classes.len()), (4, 5));
    }
}
