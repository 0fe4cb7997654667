//! All clauses in one block of memory.
//!
//! A clause is a header of four words followed by its literals, and is named by the position of
//! its header, so that following a watch costs one cache miss and the garbage collector is a
//! copying loop. Header words are stored in the literals' type: it is a `u32` too, and this way the
//! literals can be borrowed as a slice without a cast.
//!
//! The two watched literals of an attached clause are its first two.

use crate::lit::Lit;

/// The name of a clause: the position of its header.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ClauseRef(pub u32);

/// A fact: the words in front of the literals of a clause, and which is which.
const HEADER: usize = 4;
const LEN: usize = 0;
const FLAGS: usize = 1;
const SCOPE: usize = 2;
const RESUME: usize = 3;

/// A fact: the bits of the flags.
const REDUNDANT: u32 = 1;
const DELETED: u32 = 2;
const USED_SHIFT: u32 = 2;
const USED_MASK: u32 = 3 << USED_SHIFT;
const MOVED: u32 = 16;
const GLUE_SHIFT: u32 = 8;
const GLUE_MAX: u32 = u32::MAX >> GLUE_SHIFT;

/// The clause memory.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    words: Vec<Lit>,
    wasted: usize,
}

impl Arena {
    /// Stores a clause that belongs to the user scope `scope`. `glue` is meaningful for redundant
    /// clauses only.
    pub fn alloc(&mut self, lits: &[Lit], redundant: bool, glue: u32, scope: u32) -> ClauseRef {
        // Names have 31 bits; beyond that clauses would be confused.
        assert!(self.words.len() < 1 << 31, "clause memory is full");
        let c = ClauseRef(self.words.len() as u32);
        let flags = (u32::from(redundant) * REDUNDANT) | (glue.min(GLUE_MAX) << GLUE_SHIFT);
        self.words.extend([Lit(lits.len() as u32), Lit(flags), Lit(scope), Lit(2)]);
        self.words.extend_from_slice(lits);
        c
    }

    #[inline]
    pub fn lits(&self, c: ClauseRef) -> &[Lit] {
        let at = c.0 as usize;
        let len = self.words[at + LEN].0 as usize;
        &self.words[at + HEADER..at + HEADER + len]
    }

    /// The literals, and the place where the search for one to be watched ended last: at least 2.
    #[inline]
    pub fn lits_and_resume(&mut self, c: ClauseRef) -> (&mut [Lit], &mut u32) {
        let at = c.0 as usize;
        let len = self.words[at + LEN].0 as usize;
        let (header, lits) = self.words[at..at + HEADER + len].split_at_mut(HEADER);
        (lits, &mut header[RESUME].0)
    }

    fn flags(&self, c: ClauseRef) -> u32 {
        self.words[c.0 as usize + FLAGS].0
    }

    fn flags_mut(&mut self, c: ClauseRef) -> &mut u32 {
        &mut self.words[c.0 as usize + FLAGS].0
    }

    pub fn is_redundant(&self, c: ClauseRef) -> bool {
        self.flags(c) & REDUNDANT != 0
    }

    pub fn is_deleted(&self, c: ClauseRef) -> bool {
        self.flags(c) & DELETED != 0
    }

    /// Gives the clause up. Its memory stays readable until the next collection.
    pub fn delete(&mut self, c: ClauseRef) {
        debug_assert!(!self.is_deleted(c));
        self.wasted += HEADER + self.lits(c).len();
        *self.flags_mut(c) |= DELETED;
    }

    pub fn glue(&self, c: ClauseRef) -> u32 {
        self.flags(c) >> GLUE_SHIFT
    }

    pub fn set_glue(&mut self, c: ClauseRef, glue: u32) {
        let flags = self.flags_mut(c);
        *flags = (*flags & !(GLUE_MAX << GLUE_SHIFT)) | (glue.min(GLUE_MAX) << GLUE_SHIFT);
    }

    /// For how many more reductions the clause counts as recently used.
    pub fn used(&self, c: ClauseRef) -> u32 {
        (self.flags(c) & USED_MASK) >> USED_SHIFT
    }

    pub fn set_used(&mut self, c: ClauseRef, used: u32) {
        let flags = self.flags_mut(c);
        *flags = (*flags & !USED_MASK) | (used << USED_SHIFT);
    }

    /// The innermost user scope that the clause depends on.
    #[inline]
    pub fn scope(&self, c: ClauseRef) -> u32 {
        self.words[c.0 as usize + SCOPE].0
    }

    /// Whether enough memory lies idle to be worth a collection.
    pub fn wants_collection(&self) -> bool {
        self.wasted > 256 && self.wasted * 4 > self.words.len()
    }

    /// Moves the clause to the memory `to`, once; later calls return the same new name.
    pub fn relocate(&mut self, c: ClauseRef, to: &mut Arena) -> ClauseRef {
        let at = c.0 as usize;
        if self.words[at + FLAGS].0 & MOVED != 0 {
            return ClauseRef(self.words[at + SCOPE].0);
        }
        let new = ClauseRef(to.words.len() as u32);
        let len = self.words[at + LEN].0 as usize;
        to.words.extend_from_slice(&self.words[at..at + HEADER + len]);
        self.words[at + FLAGS].0 |= MOVED;
        self.words[at + SCOPE] = Lit(new.0);
        new
    }

    /// An empty memory with room for what this one still uses.
    pub fn successor(&self) -> Arena {
        Arena { words: Vec::with_capacity(self.words.len() - self.wasted), wasted: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_fields_are_independent() {
        let mut a = Arena::default();
        let c = a.alloc(&[Lit(0), Lit(2), Lit(5)], true, 7, 3);
        let d = a.alloc(&[Lit(4), Lit(6)], false, 0, 0);
        a.set_used(c, 2);
        a.set_glue(c, 4);
        assert_eq!((a.glue(c), a.used(c), a.scope(c)), (4, 2, 3));
        assert!(a.is_redundant(c) && !a.is_redundant(d) && !a.is_deleted(c));
        assert_eq!(a.lits(d), &[Lit(4), Lit(6)]);
        a.delete(c);
        let mut b = a.successor();
        let moved = a.relocate(d, &mut b);
        assert_eq!(a.relocate(d, &mut b), moved);
        assert_eq!(b.lits(moved), &[Lit(4), Lit(6)]);
    }
}
