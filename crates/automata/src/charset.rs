//! Sets of characters: sorted disjoint intervals of code points.
//!
//! Transitions of automata and guards of derivatives carry these sets, never single characters,
//! so that a class such as "any letter of any script" costs its number of intervals, and the
//! complement of one character costs two.

use base::FxHashMap;
use smallvec::SmallVec;
use std::fmt;

/// A fact: the largest character of SMT-LIB's alphabet.
pub const MAX_CHAR: u32 = 0x2FFFF;

/// A fact: how many characters there are.
pub const ALPHABET_SIZE: u32 = MAX_CHAR + 1;

/// Where [`CharSet::pick`] looks first: letters, digits, printable ASCII, then everything that is
/// no surrogate half, because a lone half cannot be written in most encodings.
const PREFERRED: [(u32, u32); 8] = [
    (0x61, 0x7A),
    (0x41, 0x5A),
    (0x30, 0x39),
    (0x20, 0x7E),
    (0xA1, 0xD7FF),
    (0xE000, 0xFFFF),
    (0x10000, MAX_CHAR),
    (0x00, 0xA0),
];

type Ranges = SmallVec<[(u32, u32); 2]>;

/// A set of characters in `0..=MAX_CHAR`.
///
/// The intervals are inclusive, sorted, disjoint and not adjacent, so equality is structural.
///
/// ```
/// use automata::CharSet;
/// let lower = CharSet::range(0x61, 0x7A);
/// let vowels: CharSet = "aeiou".chars().map(u32::from).collect();
/// assert_eq!(lower.difference(&vowels).len(), 21);
/// assert_eq!(vowels.complement().pick(), Some(u32::from('b')));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct CharSet {
    ranges: Ranges,
}

impl CharSet {
    /// No character.
    pub fn empty() -> CharSet {
        CharSet::default()
    }

    /// Every character.
    pub fn full() -> CharSet {
        CharSet::range(0, MAX_CHAR)
    }

    /// Just `c`; empty if `c` is no character.
    pub fn single(c: u32) -> CharSet {
        CharSet::range(c, c)
    }

    /// The characters from `lo` to `hi`, both included; empty if `lo > hi`.
    pub fn range(lo: u32, hi: u32) -> CharSet {
        let hi = hi.min(MAX_CHAR);
        let mut ranges = Ranges::new();
        if lo <= hi {
            ranges.push((lo, hi));
        }
        CharSet { ranges }
    }

    /// The union of inclusive intervals in any order.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (u32, u32)>) -> CharSet {
        let mut all: Ranges = ranges
            .into_iter()
            .map(|(lo, hi)| (lo, hi.min(MAX_CHAR)))
            .filter(|(lo, hi)| lo <= hi)
            .collect();
        all.sort_unstable();
        let mut set = CharSet::empty();
        for (lo, hi) in all {
            set.append(lo, hi);
        }
        set
    }

    /// Adds an interval that starts no earlier than all before it.
    fn append(&mut self, lo: u32, hi: u32) {
        match self.ranges.last_mut() {
            Some(last) if lo == 0 || lo - 1 <= last.1 => last.1 = last.1.max(hi),
            _ => self.ranges.push((lo, hi)),
        }
    }

    /// The intervals, inclusive, in ascending order.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// All members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranges.iter().flat_map(|&(lo, hi)| lo..=hi)
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether every character is a member.
    pub fn is_full(&self) -> bool {
        self.ranges.as_slice() == [(0, MAX_CHAR)]
    }

    /// How many members there are.
    pub fn len(&self) -> u32 {
        self.ranges.iter().map(|(lo, hi)| hi - lo + 1).sum()
    }

    /// The only member, if there is exactly one.
    pub fn as_single(&self) -> Option<u32> {
        match self.ranges.as_slice() {
            &[(lo, hi)] if lo == hi => Some(lo),
            _ => None,
        }
    }

    /// Whether `c` is a member.
    pub fn contains(&self, c: u32) -> bool {
        if let &[(lo, hi)] = self.ranges.as_slice() {
            return lo <= c && c <= hi;
        }
        let i = self.ranges.partition_point(|&(_, hi)| hi < c);
        self.ranges.get(i).is_some_and(|&(lo, _)| lo <= c)
    }

    /// Members of either set.
    pub fn union(&self, other: &CharSet) -> CharSet {
        let (mut a, mut b) = (self.ranges.as_slice(), other.ranges.as_slice());
        let mut out = CharSet::empty();
        while let Some(&(lo, hi)) = a.first().into_iter().chain(b.first()).min() {
            let side = if a.first() == Some(&(lo, hi)) { &mut a } else { &mut b };
            *side = &side[1..];
            out.append(lo, hi);
        }
        out
    }

    /// Members of both sets.
    pub fn intersect(&self, other: &CharSet) -> CharSet {
        if self.is_full() {
            return other.clone();
        }
        if other.is_full() {
            return self.clone();
        }
        CharSet { ranges: self.overlaps(other).collect() }
    }

    /// Whether some character is in both sets.
    pub fn intersects(&self, other: &CharSet) -> bool {
        self.overlaps(other).next().is_some()
    }

    /// The intervals of the intersection.
    fn overlaps<'a>(&'a self, other: &'a CharSet) -> impl Iterator<Item = (u32, u32)> + 'a {
        let (mut a, mut b) = (self.ranges.as_slice(), other.ranges.as_slice());
        std::iter::from_fn(move || {
            while let (Some(&(alo, ahi)), Some(&(blo, bhi))) = (a.first(), b.first()) {
                if ahi <= bhi {
                    a = &a[1..];
                }
                if bhi <= ahi {
                    b = &b[1..];
                }
                let (lo, hi) = (alo.max(blo), ahi.min(bhi));
                if lo <= hi {
                    return Some((lo, hi));
                }
            }
            None
        })
    }

    /// Characters that are no members.
    pub fn complement(&self) -> CharSet {
        let mut ranges = Ranges::new();
        let mut next = 0;
        for &(lo, hi) in &self.ranges {
            if next < lo {
                ranges.push((next, lo - 1));
            }
            next = hi + 1;
        }
        if next <= MAX_CHAR {
            ranges.push((next, MAX_CHAR));
        }
        CharSet { ranges }
    }

    /// Members of this set that are not in `other`.
    pub fn difference(&self, other: &CharSet) -> CharSet {
        if self.intersects(other) { self.intersect(&other.complement()) } else { self.clone() }
    }

    /// Whether every member is in `other`.
    pub fn is_subset(&self, other: &CharSet) -> bool {
        let mut rest = other.ranges.as_slice();
        self.ranges.iter().all(|&(lo, hi)| {
            let skip = rest.partition_point(|r| r.1 < lo);
            rest = &rest[skip..];
            rest.first().is_some_and(|r| r.0 <= lo && hi <= r.1)
        })
    }

    /// The smallest member.
    pub fn min(&self) -> Option<u32> {
        self.ranges.first().map(|r| r.0)
    }

    /// The member that reads best in a model, if there is any: a letter, else a digit, else
    /// something printable; a surrogate half only when nothing else is left.
    pub fn pick(&self) -> Option<u32> {
        for (lo, hi) in PREFERRED {
            let i = self.ranges.partition_point(|r| r.1 < lo);
            if let Some(r) = self.ranges.get(i)
                && r.0 <= hi
            {
                return Some(r.0.max(lo));
            }
        }
        self.min()
    }
}

impl FromIterator<u32> for CharSet {
    fn from_iter<T: IntoIterator<Item = u32>>(chars: T) -> CharSet {
        CharSet::from_ranges(chars.into_iter().map(|c| (c, c)))
    }
}

impl fmt::Debug for CharSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |c: u32| match char::from_u32(c) {
            Some(c) if c.is_ascii_graphic() => c.to_string(),
            _ => format!("\\u{{{c:x}}}"),
        };
        write!(f, "[")?;
        for &(lo, hi) in &self.ranges {
            write!(f, "{}", show(lo))?;
            if lo < hi {
                write!(f, "-{}", show(hi))?;
            }
        }
        write!(f, "]")
    }
}

/// A set of indices as a bit mask.
pub type Mask = SmallVec<[u64; 1]>;

/// The coarsest partition of the alphabet in which every one of `sets` is a union of blocks;
/// each block comes with the mask of the sets that contain it.
///
/// Blocks are in ascending order of their smallest member. The work is linear in the number of
/// intervals (times its logarithm), not exponential in the number of sets: characters are swept
/// from left to right and intervals with the same membership go to the same block.
pub fn partition<'a>(sets: impl IntoIterator<Item = &'a CharSet>) -> Vec<(CharSet, Mask)> {
    let mut events: Vec<(u32, u32)> = Vec::new();
    let mut count = 0;
    for (i, set) in sets.into_iter().enumerate() {
        for &(lo, hi) in set.ranges() {
            events.push((lo, base::id32(i)));
            events.push((hi + 1, base::id32(i)));
        }
        count = i + 1;
    }
    events.sort_unstable();
    let mut block_of: FxHashMap<Mask, usize> = FxHashMap::default();
    let mut blocks: Vec<(CharSet, Mask)> = Vec::new();
    let mut member: Mask = SmallVec::from_elem(0, count.div_ceil(64));
    let (mut next, mut start) = (0, 0);
    while start <= MAX_CHAR {
        while let Some(&(_, i)) = events.get(next).filter(|e| e.0 == start) {
            member[i as usize / 64] ^= 1 << (i % 64);
            next += 1;
        }
        let end = events.get(next).map_or(ALPHABET_SIZE, |e| e.0);
        let block = *block_of.entry(member.clone()).or_insert_with(|| {
            blocks.push((CharSet::empty(), member.clone()));
            blocks.len() - 1
        });
        blocks[block].0.append(start, end - 1);
        start = end;
    }
    blocks
}

/// The blocks of [`partition`] alone.
///
/// ```
/// use automata::{CharSet, minterms};
/// let blocks = minterms(&[CharSet::range(10, 20), CharSet::range(15, 30)]);
/// assert_eq!(blocks.len(), 4);
/// assert_eq!(blocks[2], CharSet::range(15, 20));
/// ```
pub fn minterms<'a>(sets: impl IntoIterator<Item = &'a CharSet>) -> Vec<CharSet> {
    partition(sets).into_iter().map(|(block, _)| block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sets over 8 points spread over the alphabet, as bit masks.
    fn from_mask(mask: u32) -> CharSet {
        let chars = (0..8).filter(|i| mask >> i & 1 == 1);
        CharSet::from_ranges(chars.map(|i| (i * 0x6000, i * 0x6000 + 0x5FFF)))
    }

    #[test]
    fn algebra_agrees_with_bit_masks() {
        for a in 0..256 {
            let x = from_mask(a);
            assert_eq!(x.complement(), from_mask(!a & 255));
            assert_eq!(x.len(), a.count_ones() * 0x6000);
            for b in 0..256 {
                let y = from_mask(b);
                assert_eq!(x.union(&y), from_mask(a | b));
                assert_eq!(x.intersect(&y), from_mask(a & b));
                assert_eq!(x.difference(&y), from_mask(a & !b));
                assert_eq!(x.intersects(&y), a & b != 0);
                assert_eq!(x.is_subset(&y), a & !b == 0);
            }
        }
        assert!(from_mask(255).is_full() && from_mask(0).is_empty());
    }

    #[test]
    fn membership_and_singles() {
        let s = CharSet::from_ranges([(5, 5), (9, 12), (7, 7)]);
        let members: Vec<u32> = (0..20).filter(|&c| s.contains(c)).collect();
        assert_eq!(members, [5, 7, 9, 10, 11, 12]);
        assert_eq!(s.iter().collect::<Vec<_>>(), members);
        assert_eq!(CharSet::single(5).as_single(), Some(5));
        assert_eq!(s.as_single(), None);
        assert!(CharSet::range(3, 2).is_empty());
        assert!(CharSet::single(ALPHABET_SIZE).is_empty());
    }

    #[test]
    fn picks_something_readable() {
        assert_eq!(CharSet::full().pick(), Some(0x61));
        assert_eq!(CharSet::range(0xD800, 0xDFFF).pick(), Some(0xD800));
        assert_eq!(CharSet::range(0xD800, 0xE000).pick(), Some(0xE000));
        assert_eq!(CharSet::range(0, 0x40).pick(), Some(0x30));
        assert_eq!(CharSet::empty().pick(), None);
    }

    #[test]
    fn minterms_partition() {
        let sets = [from_mask(0b1100), from_mask(0b1010), from_mask(0b1_0000)];
        let blocks = minterms(&sets);
        assert_eq!(blocks.len(), 5);
        assert_eq!(blocks.iter().map(CharSet::len).sum::<u32>(), ALPHABET_SIZE);
        for b in &blocks {
            assert!(sets.iter().all(|s| b.is_subset(s) || !b.intersects(s)));
        }
        assert_eq!(minterms([]), [CharSet::full()]);
    }
}
