//! Equality of two languages.
//!
//! Both regexes are walked as deterministic automata whose states are unions, in pairs, and pairs
//! believed equal are joined in a union-find (Hopcroft and Karp): each join removes a class, so
//! there are at most as many steps as states. z3 does the same on the symmetric difference
//! (`seq_regex_bisim`). Where determinisation is too dear, two inclusion searches with antichains
//! take over, which never build the union states.

use super::LengthRange;
use crate::regex::{Re, Regexes};
use base::{IndexSet, Limits, Stop, UnionFind};

/// Classes of regexes that are believed to be equal.
#[derive(Default)]
struct Classes {
    numbers: IndexSet<Re>,
    classes: UnionFind,
}

impl Classes {
    fn number(&mut self, r: Re) -> usize {
        let (number, _) = self.numbers.insert(r);
        self.classes.grow(self.numbers.len());
        number as usize
    }

    /// Joins two classes; `false` if they were one already.
    fn join(&mut self, a: Re, b: Re) -> bool {
        let (a, b) = (self.number(a), self.number(b));
        self.classes.join(a, b)
    }
}

impl Regexes {
    /// A word in exactly one of the two languages; `None` if they are equal.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn distinguishing_word(
        &mut self,
        a: Re,
        b: Re,
        limits: &Limits,
    ) -> Result<Option<Vec<u32>>, Stop> {
        if a == b {
            return Ok(None);
        }
        match (a, b) {
            (Re::NONE, r) | (r, Re::NONE) => {
                return self.find_word(&[r], &[], LengthRange::ANY, limits);
            }
            (Re::ALL, r) | (r, Re::ALL) => {
                return self.find_word(&[], &[r], LengthRange::ANY, limits);
            }
            _ => {}
        }
        let steps = self.effort().equivalence_steps;
        match limits.within(steps, |slice| self.walk_in_pairs(a, b, slice)) {
            Err(Stop::Local) if limits.left() > 0 => {}
            result => return result,
        }
        let word = self.find_word(&[a], &[b], LengthRange::ANY, limits)?;
        match word {
            Some(_) => Ok(word),
            None => self.find_word(&[b], &[a], LengthRange::ANY, limits),
        }
    }

    /// Whether the two languages are equal.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn equals_language(&mut self, a: Re, b: Re, limits: &Limits) -> Result<bool, Stop> {
        // There need not be a word that can be written.
        if self.refutes_inclusion(a, b) || self.refutes_inclusion(b, a) {
            return Ok(false);
        }
        Ok(self.distinguishing_word(a, b, limits)?.is_none())
    }

    fn walk_in_pairs(&mut self, a: Re, b: Re, limits: &Limits) -> Result<Option<Vec<u32>>, Stop> {
        let mut classes = Classes::default();
        classes.join(a, b);
        // Pairs in order of discovery, each with the pair and the character it came from.
        let mut pairs = vec![(a, b, 0, 0)];
        let mut at = 0;
        while let Some(&(a, b, ..)) = pairs.get(at) {
            if self.nullable(a) != self.nullable(b) {
                return Ok(Some(path(&pairs, at)));
            }
            for (guard, x, y) in self.joint_moves(a, b, limits)? {
                if x != y && classes.join(x, y) {
                    let c = self.set(guard).pick().unwrap_or_default();
                    pairs.push((x, y, at, c));
                }
            }
            at += 1;
        }
        Ok(None)
    }

    /// The blocks of characters on which both sides move alike, with where each side goes.
    fn joint_moves(
        &mut self,
        a: Re,
        b: Re,
        limits: &Limits,
    ) -> Result<Vec<(crate::sets::Set, Re, Re)>, Stop> {
        let (left, right) = (self.total_moves(a, limits)?, self.total_moves(b, limits)?);
        limits.charge((left.len() * right.len()) as u64)?;
        let mut joint = Vec::new();
        for &(g, x) in &left {
            for &(h, y) in &right {
                let both = self.sets.intersect(g, h);
                if !both.is_empty() {
                    joint.push((both, x, y));
                }
            }
        }
        Ok(joint)
    }

    /// Deterministic moves, and where nothing can be read a move to the empty language.
    fn total_moves(&mut self, r: Re, limits: &Limits) -> Result<Vec<(crate::sets::Set, Re)>, Stop> {
        let range = self.deterministic_moves(r, limits)?;
        let mut moves: Vec<_> =
            range.map(|i| self.get_move(i)).map(|m| (m.guard, m.target)).collect();
        let read = self.sets.union_all(moves.iter().map(|m| m.0).collect());
        let unread = self.sets.complement(read);
        if !unread.is_empty() {
            moves.push((unread, Re::NONE));
        }
        Ok(moves)
    }
}

/// The characters read on the way to the pair with this index.
fn path(pairs: &[(Re, Re, usize, u32)], mut at: usize) -> Vec<u32> {
    let mut word = Vec::new();
    while at != 0 {
        word.push(pairs[at].3);
        at = pairs[at].2;
    }
    word.reverse();
    word
}
