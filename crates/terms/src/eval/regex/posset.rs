//! Sets of positions in a word, as bit sets that store only the window between their least and
//! greatest member: most sets in a match are tiny and far from the word's ends.

use smallvec::SmallVec;

/// A set of positions. No zero word at either end, so equality is structural.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct PosSet {
    /// Index of the first stored word.
    first: usize,
    words: SmallVec<[u64; 2]>,
}

const BITS: usize = u64::BITS as usize;

impl Clone for PosSet {
    /// A plain copy of memory, which the derived one is not.
    fn clone(&self) -> PosSet {
        PosSet { first: self.first, words: SmallVec::from_slice(&self.words) }
    }
}

impl PosSet {
    /// The set of one position.
    pub fn single(i: usize) -> PosSet {
        PosSet { first: i / BITS, words: SmallVec::from_slice(&[1 << (i % BITS)]) }
    }

    /// The positions from `lo` to `hi`, both included; empty if there are none.
    pub fn range(lo: usize, hi: usize) -> PosSet {
        let mut set = PosSet::default();
        set.insert_range(lo, hi);
        set
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether there is exactly one position.
    pub fn is_single(&self) -> bool {
        self.words.len() == 1 && self.words[0].is_power_of_two()
    }

    /// How many words are stored; for charging and memory limits.
    pub fn size(&self) -> usize {
        self.words.len()
    }

    /// The least position.
    pub fn min(&self) -> Option<usize> {
        self.words.first().map(|w| self.first * BITS + w.trailing_zeros() as usize)
    }

    /// The least position that is not below `from`.
    pub fn min_from(&self, from: usize) -> Option<usize> {
        let index = (from / BITS).saturating_sub(self.first);
        let mut mask = if from / BITS < self.first { !0 } else { !0 << (from % BITS) };
        for (k, &word) in self.words.iter().enumerate().skip(index) {
            if word & mask != 0 {
                return Some((self.first + k) * BITS + (word & mask).trailing_zeros() as usize);
            }
            mask = !0;
        }
        None
    }

    /// Whether `i` is a member.
    pub fn contains(&self, i: usize) -> bool {
        let word = (i / BITS).checked_sub(self.first).and_then(|k| self.words.get(k));
        word.is_some_and(|w| w >> (i % BITS) & 1 == 1)
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(move |(k, &word)| {
            let base = (self.first + k) * BITS;
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(base + bit)
            })
        })
    }

    /// Adds one position.
    pub fn insert(&mut self, i: usize) {
        self.cover(i / BITS, i / BITS);
        self.words[i / BITS - self.first] |= 1 << (i % BITS);
    }

    /// Adds the positions from `lo` to `hi`, both included.
    pub fn insert_range(&mut self, lo: usize, hi: usize) {
        if lo > hi {
            return;
        }
        let (wl, wh) = (lo / BITS, hi / BITS);
        self.cover(wl, wh);
        let (from, to) = (!0 << (lo % BITS), !0 >> (BITS - 1 - hi % BITS));
        let window = &mut self.words[wl - self.first..=wh - self.first];
        match window {
            [only] => *only |= from & to,
            [head, middle @ .., tail] => {
                *head |= from;
                middle.fill(!0);
                *tail |= to;
            }
            [] => {}
        }
    }

    /// Adds the members of `other`.
    pub fn union_with(&mut self, other: &PosSet) {
        if other.is_empty() {
            return;
        }
        self.cover(other.first, other.first + other.words.len() - 1);
        let at = other.first - self.first;
        for (a, b) in self.words[at..].iter_mut().zip(&other.words) {
            *a |= b;
        }
    }

    /// Keeps the members of `other` only.
    pub fn intersect_with(&mut self, other: &PosSet) {
        let first = self.first;
        for (k, w) in self.words.iter_mut().enumerate() {
            *w &= other.word(first + k);
        }
        self.trim();
    }

    /// Removes the members of `other`.
    pub fn subtract(&mut self, other: &PosSet) {
        let first = self.first;
        for (k, w) in self.words.iter_mut().enumerate() {
            *w &= !other.word(first + k);
        }
        self.trim();
    }

    /// Removes the members above `max`.
    pub fn truncate(&mut self, max: usize) {
        let Some(index) = (max / BITS).checked_sub(self.first) else {
            *self = PosSet::default();
            return;
        };
        if index < self.words.len() {
            self.words.truncate(index + 1);
            self.words[index] &= !0 >> (BITS - 1 - max % BITS);
            self.trim();
        }
    }

    /// Removes the members below `min`.
    pub fn remove_below(&mut self, min: usize) {
        let Some(index) = (min / BITS).checked_sub(self.first) else { return };
        if (index, min % BITS) == (0, 0) {
            return;
        }
        if index >= self.words.len() {
            *self = PosSet::default();
            return;
        }
        self.words[..index].fill(0);
        self.words[index] &= !0 << (min % BITS);
        self.trim();
    }

    /// Moves each member on by one.
    pub fn increment(&mut self) {
        let mut carry = 0;
        for w in &mut self.words {
            (*w, carry) = (*w << 1 | carry, *w >> (BITS - 1));
        }
        if carry != 0 {
            self.words.push(carry);
        }
        self.trim();
    }

    /// Whether every position from `lo` to `hi` is a member.
    pub fn contains_range(&self, lo: usize, hi: usize) -> bool {
        let mut missing = PosSet::range(lo, hi);
        missing.subtract(self);
        missing.is_empty()
    }

    fn word(&self, index: usize) -> u64 {
        index.checked_sub(self.first).and_then(|k| self.words.get(k)).copied().unwrap_or(0)
    }

    /// Makes the stored window include the words `lo..=hi`; the caller sets bits in both.
    fn cover(&mut self, lo: usize, hi: usize) {
        if self.words.is_empty() {
            self.first = lo;
        }
        if lo < self.first {
            self.words.insert_many(0, std::iter::repeat_n(0, self.first - lo));
            self.first = lo;
        }
        if hi - self.first >= self.words.len() {
            self.words.resize(hi - self.first + 1, 0);
        }
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
        let zeros = self.words.iter().take_while(|&&w| w == 0).count();
        if zeros > 0 {
            self.words.drain(..zeros);
        }
        self.first = if self.words.is_empty() { 0 } else { self.first + zeros };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Random operations on a bit set and on a tree set agree.
    #[test]
    fn agrees_with_a_tree_set() {
        let mut seed = 7u64;
        let mut next = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % n
        };
        let mut sets = vec![(PosSet::default(), BTreeSet::new()); 4];
        for _ in 0..20_000 {
            let (a, b, kind) = (next(4), next(4), next(11));
            let (other, other_tree) = sets[b].clone();
            let (set, tree) = &mut sets[a];
            let (lo, len) = (next(400), next(150));
            match kind {
                0 | 1 => (set.insert(lo), tree.extend([lo])).0,
                2 => (set.insert_range(lo, lo + len), tree.extend(lo..=lo + len)).0,
                3 => (set.union_with(&other), tree.extend(&other_tree)).0,
                4 => (set.intersect_with(&other), tree.retain(|i| other_tree.contains(i))).0,
                5 => (set.subtract(&other), tree.retain(|i| !other_tree.contains(i))).0,
                6 => (*set, *tree) = (PosSet::single(lo), [lo].into()),
                7 => (set.truncate(lo + 300), tree.retain(|&i| i <= lo + 300)).0,
                8 => (set.remove_below(lo / 4), tree.retain(|&i| i >= lo / 4)).0,
                9 => (set.increment(), *tree = tree.iter().map(|i| i + 1).collect()).0,
                _ => assert_eq!(
                    set.contains_range(lo, lo + len % 5),
                    (lo..=lo + len % 5).all(|i| tree.contains(&i))
                ),
            }
            assert_eq!(set.iter().collect::<Vec<_>>(), tree.iter().copied().collect::<Vec<_>>());
            assert_eq!(set.min(), tree.first().copied());
            assert_eq!(set.min_from(lo), tree.range(lo..).next().copied());
            assert_eq!((set.is_empty(), set.is_single()), (tree.is_empty(), tree.len() == 1));
            assert_eq!(set.contains(lo), tree.contains(&lo));
            let rebuilt = tree.iter().fold(PosSet::default(), |mut s, &i| {
                s.insert(i);
                s
            });
            assert_eq!(*set, rebuilt, "equal sets have one representation");
        }
    }
}
