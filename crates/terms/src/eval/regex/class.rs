//! Sets of characters: sorted, disjoint, non-adjacent closed intervals.

use crate::sort::MAX_CHAR;

/// A set of characters in its one normal form, so that equality is structural.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Class(Box<[(u32, u32)]>);

impl Class {
    /// The characters from `lo` to `hi`; empty if there are none.
    pub fn range(lo: u32, hi: u32) -> Class {
        Class(if lo <= hi { [(lo, hi)].into() } else { [].into() })
    }

    /// Every character.
    pub fn full() -> Class {
        Class::range(0, MAX_CHAR)
    }

    /// Whether there is no character.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this is every character.
    pub fn is_full(&self) -> bool {
        *self.0 == [(0, MAX_CHAR)]
    }

    /// The intervals, in order.
    pub fn intervals(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Whether `c` is a member.
    #[inline]
    pub fn contains(&self, c: u32) -> bool {
        match *self.0 {
            [] => false,
            [(lo, hi)] => lo <= c && c <= hi,
            _ => self.0[..self.0.partition_point(|&(lo, _)| lo <= c)]
                .last()
                .is_some_and(|&(_, hi)| c <= hi),
        }
    }

    /// The union of all `classes`.
    pub fn union<'a>(classes: impl IntoIterator<Item = &'a Class>) -> Class {
        let mut all: Vec<(u32, u32)> =
            classes.into_iter().flat_map(|c| c.0.iter().copied()).collect();
        base::order::sort(&mut all);
        let mut out: Vec<(u32, u32)> = Vec::with_capacity(all.len());
        for (lo, hi) in all {
            match out.last_mut() {
                Some(last) if lo <= last.1 + 1 => last.1 = last.1.max(hi),
                _ => out.push((lo, hi)),
            }
        }
        Class(out.into())
    }

    /// The characters that are not members.
    pub fn complement(&self) -> Class {
        let mut out = Vec::with_capacity(self.0.len() + 1);
        let mut next = 0;
        for &(lo, hi) in &self.0 {
            if next < lo {
                out.push((next, lo - 1));
            }
            next = hi + 1;
        }
        if next <= MAX_CHAR {
            out.push((next, MAX_CHAR));
        }
        Class(out.into())
    }

    /// The members of both.
    pub fn intersection(&self, other: &Class) -> Class {
        Class::union([&self.complement(), &other.complement()]).complement()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algebra() {
        let ab = Class::range(97, 98);
        let cd = Class::range(99, 100);
        let union = Class::union([&cd, &ab]);
        assert_eq!(union, Class::range(97, 100));
        assert_eq!(union.intersection(&cd), cd);
        assert!(ab.intersection(&cd).is_empty());
        assert!(Class::union([&ab, &ab.complement()]).is_full());
        let holes = Class::union([&Class::range(0, 0), &Class::range(5, 9), &Class::range(20, 20)]);
        let members: Vec<u32> = (0..30).filter(|&c| holes.contains(c)).collect();
        assert_eq!(members, [0, 5, 6, 7, 8, 9, 20]);
        assert_eq!(holes.complement().complement(), holes);
    }
}
