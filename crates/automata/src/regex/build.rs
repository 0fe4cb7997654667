//! Constructors for literals, concatenations and repetitions.
//!
//! The normal form of a concatenation is a right-leaning list in which no neighbours are
//! repetitions of the same body (`r* r{2,3}` is `r{2,}`), nothing nullable stands next to
//! "every word", and no member is empty.

use super::{Node, Re, Regexes};
use crate::charset::CharSet;
use base::Upper::{self, AtMost, Unbounded};
use base::{Limits, Stop};

/// A fact: what the store may allocate at once when it grows for a letter of a literal.
const BYTES_PER_LETTER: u64 = 128;

/// A repetition: the body and its bounds.
type Repetition = (Re, u32, Upper<u32>);

impl Regexes {
    /// The words of length 1 over `set`.
    pub fn chars(&mut self, set: CharSet) -> Re {
        let set = self.sets.intern(set);
        self.chars_id(set)
    }

    pub(crate) fn chars_id(&mut self, set: crate::sets::Set) -> Re {
        if set.is_empty() { Re::NONE } else { self.intern(Node::Chars(set)) }
    }

    /// The words of length 1 from `lo` to `hi`.
    pub fn range(&mut self, lo: u32, hi: u32) -> Re {
        self.chars(CharSet::range(lo, hi))
    }

    /// Just `word`.
    pub fn word(&mut self, word: &[u32]) -> Re {
        word.iter().rev().fold(Re::EPS, |rest, &c| {
            let head = self.range(c, c);
            self.cons(head, rest)
        })
    }

    /// Just the characters of `text`.
    pub fn text(&mut self, text: &str) -> Re {
        let word: Vec<u32> = text.chars().map(u32::from).collect();
        self.word(&word)
    }

    /// A word of `a` followed by a word of `b`.
    pub fn concat(&mut self, a: Re, b: Re) -> Re {
        if a == Re::EPS {
            return b;
        }
        let mut parts = Vec::new();
        let mut rest = a;
        while let Node::Concat(head, tail) = *self.node(rest) {
            parts.push(head);
            rest = tail;
        }
        let end = self.cons(rest, b);
        parts.into_iter().rev().fold(end, |tail, head| self.cons(head, tail))
    }

    /// Words of all `parts` in order.
    pub fn concat_all(
        &mut self,
        parts: impl IntoIterator<Item = Re, IntoIter: DoubleEndedIterator>,
    ) -> Re {
        parts.into_iter().rev().fold(Re::EPS, |tail, head| self.concat(head, tail))
    }

    /// Just `word`, which may be long.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn word_within(&mut self, word: &[u32], limits: &Limits) -> Result<Re, Stop> {
        limits.budget().reserve(BYTES_PER_LETTER * word.len() as u64)?;
        word.iter().rev().try_fold(Re::EPS, |rest, &c| {
            limits.charge(1)?;
            let head = self.range(c, c);
            Ok(self.cons(head, rest))
        })
    }

    /// Words of all `parts` in order, which may be long.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn concat_within(&mut self, parts: &[Re], limits: &Limits) -> Result<Re, Stop> {
        let mut tail = Re::EPS;
        for &part in parts.iter().rev() {
            for head in self.parts(part).into_iter().rev() {
                limits.charge(1)?;
                tail = self.cons(head, tail);
            }
        }
        Ok(tail)
    }

    /// `head tail` for a `head` that is no concatenation.
    fn cons(&mut self, head: Re, mut tail: Re) -> Re {
        if head == Re::NONE || tail == Re::NONE {
            return Re::NONE;
        }
        if head == Re::EPS {
            return tail;
        }
        if head == Re::ALL {
            tail = self.skip_nullable(tail);
        }
        if tail == Re::EPS {
            return head;
        }
        let (next, rest) = self.uncons(tail);
        if next == Re::ALL && self.nullable(head) {
            return tail;
        }
        match self.merge(head, next) {
            Some(merged) => self.concat(merged, rest),
            None => self.intern(Node::Concat(head, tail)),
        }
    }

    /// `r` without its nullable beginning, which "every word" before it swallows.
    fn skip_nullable(&self, mut r: Re) -> Re {
        while r != Re::EPS {
            let (head, rest) = self.uncons(r);
            if !self.nullable(head) {
                break;
            }
            r = rest;
        }
        r
    }

    /// The first member of a concatenation and the others.
    pub fn uncons(&self, r: Re) -> (Re, Re) {
        match *self.node(r) {
            Node::Concat(head, tail) => (head, tail),
            _ => (r, Re::EPS),
        }
    }

    /// `r` seen as a repetition, of itself at worst.
    pub(crate) fn as_repetition(&self, r: Re) -> Repetition {
        match self.node(r) {
            Node::Star(body) => (*body, 0, Unbounded),
            Node::Loop(body, lo, hi) => (*body, *lo, *hi),
            Node::Union(kids) if kids.len() == 2 && kids[0] == Re::EPS => (kids[1], 0, AtMost(1)),
            _ => (r, 1, AtMost(1)),
        }
    }

    /// The concatenation of two repetitions of the same body. Two equal single characters stay
    /// apart, because literals are lists of characters.
    fn merge(&mut self, a: Re, b: Re) -> Option<Re> {
        let ((body, a_lo, a_hi), (other, b_lo, b_hi)) =
            (self.as_repetition(a), self.as_repetition(b));
        if body != other || (a == b && self.as_single(a).is_some()) {
            return None;
        }
        let (lo, hi) = (a_lo.checked_add(b_lo)?, a_hi.checked_add(b_hi)?);
        Some(self.repeat_raw(body, lo, hi))
    }

    /// The character that is the only member of `r`, if it is a character set of size 1.
    pub fn as_single(&self, r: Re) -> Option<u32> {
        match *self.node(r) {
            Node::Chars(set) => self.set(set).as_single(),
            _ => None,
        }
    }

    /// Any number of words of `r`.
    pub fn star(&mut self, r: Re) -> Re {
        self.repeat_raw(r, 0, Unbounded)
    }

    /// At least one word of `r`.
    pub fn plus(&mut self, r: Re) -> Re {
        self.repeat_raw(r, 1, Unbounded)
    }

    /// A word of `r` or the empty word.
    pub fn opt(&mut self, r: Re) -> Re {
        self.union([Re::EPS, r])
    }

    /// From `lo` to `hi` words of `r` (no upper bound if `hi` is `None`); empty if `lo > hi`.
    pub fn repeat(&mut self, r: Re, lo: u32, hi: Option<u32>) -> Re {
        self.repeat_raw(r, lo, hi.into())
    }

    pub(crate) fn repeat_raw(&mut self, r: Re, lo: u32, hi: Upper<u32>) -> Re {
        if !hi.admits(lo) {
            return Re::NONE;
        }
        if hi == AtMost(0) || r == Re::EPS {
            return Re::EPS;
        }
        if r == Re::NONE {
            return if lo == 0 { Re::EPS } else { Re::NONE };
        }
        let lo = if self.nullable(r) { 0 } else { lo };
        let body = if lo == 0 { self.without_eps(r) } else { r };
        if body != r {
            return self.repeat_raw(body, 0, hi);
        }
        if let Some((body, lo, hi)) = self.flatten_nested(r, lo, hi) {
            return self.repeat_raw(body, lo, hi);
        }
        match (lo, hi) {
            (1, AtMost(1)) => r,
            (0, AtMost(1)) => self.opt(r),
            (0, Unbounded) => self.star_of(r),
            _ => self.intern(Node::Loop(r, lo, hi)),
        }
    }

    /// More than `n` and at most `hi` words of `r`.
    pub(crate) fn repeat_more(&mut self, r: Re, n: u32, hi: Upper<u32>) -> Re {
        match n.checked_add(1) {
            Some(least) => self.repeat_raw(r, least, hi),
            None if hi.is_unbounded() => {
                let (most, more) = (self.repeat_raw(r, n, AtMost(n)), self.plus(r));
                self.concat(most, more)
            }
            None => Re::NONE,
        }
    }

    /// `r` without an explicit empty word on top.
    fn without_eps(&mut self, r: Re) -> Re {
        match self.node(r) {
            Node::Union(kids) if kids[0] == Re::EPS => {
                let rest = kids[1..].to_vec();
                self.union(rest)
            }
            _ => r,
        }
    }

    /// `(b{x,y}){lo,hi}` as one repetition of `b`, if the multiples of `[x,y]` leave no gaps.
    fn flatten_nested(&self, r: Re, lo: u32, hi: Upper<u32>) -> Option<Repetition> {
        let (body, x, y) = match *self.node(r) {
            Node::Star(body) => (body, 0, Unbounded),
            Node::Loop(body, x, y) => (body, x, y),
            _ => return None,
        };
        // k copies reach [kx, ky]; the next interval starts within reach if ky + 1 >= (k+1)x,
        // and if that holds for one k it holds for all larger ones.
        let reach = AtMost(lo).checked_mul(y)?;
        let next = (u64::from(lo) + 1) * u64::from(x);
        let gapless = hi == AtMost(lo) || (reach.widen() + AtMost(1)).admits(next);
        gapless.then_some((body, lo.checked_mul(x)?, hi.checked_mul(y)?))
    }

    /// The star of `r`, which is neither nullable on top nor a star.
    fn star_of(&mut self, r: Re) -> Re {
        if let Node::Union(kids) = self.node(r) {
            let bodies: Vec<Re> = kids.iter().map(|&kid| self.star_body(kid)).collect();
            if bodies.iter().zip(kids.iter()).any(|(a, b)| a != b) {
                let body = self.union(bodies);
                return self.repeat_raw(body, 0, Unbounded);
            }
            if kids.contains(&Re::ANY) {
                return Re::ALL;
            }
        }
        self.intern(Node::Star(r))
    }

    /// A simpler regex with the same star.
    fn star_body(&self, r: Re) -> Re {
        match self.as_repetition(r) {
            (body, 0 | 1, _) => body,
            _ => r,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn abc(rs: &mut Regexes) -> [Re; 3] {
        ["a", "b", "c"].map(|s| rs.text(s))
    }

    #[test]
    fn neighbours_merge() {
        let rs = &mut Regexes::new();
        let [a, b, _] = abc(rs);
        let (star, plus) = (rs.star(a), rs.plus(a));
        assert_eq!(rs.concat(a, star), plus);
        assert_eq!(rs.concat(star, a), plus);
        assert_eq!(rs.concat(star, star), star);
        let opt = rs.opt(a);
        let four = rs.repeat(a, 4, Some(4));
        let merged = rs.concat_all([four, opt, b]);
        let want = rs.repeat(a, 4, Some(5));
        assert_eq!(merged, rs.concat(want, b));
        let left = rs.concat(a, b);
        let (l, r) = (rs.concat(left, a), rs.concat(b, a));
        assert_eq!(l, rs.concat(a, r));
    }

    #[test]
    fn every_word_swallows_nullable_neighbours() {
        let rs = &mut Regexes::new();
        let [a, b, _] = abc(rs);
        let (sa, sb) = (rs.star(a), rs.star(b));
        assert_eq!(rs.concat_all([sa, sb, Re::ALL, sa, sb]), Re::ALL);
        assert_eq!(rs.concat_all([Re::ALL, sa, b]), rs.concat(Re::ALL, b));
        assert_eq!(rs.concat_all([Re::ALL, Re::EPS]), Re::ALL);
    }

    #[test]
    fn repetitions_normalise() {
        let rs = &mut Regexes::new();
        let [a, b, _] = abc(rs);
        let star = rs.star(a);
        assert_eq!(rs.star(star), star);
        let a25 = rs.repeat(a, 2, Some(5));
        assert_eq!(rs.repeat(a25, 3, Some(3)), rs.repeat(a, 6, Some(15)));
        assert_eq!(rs.repeat(a25, 1, Some(2)), rs.repeat(a, 2, Some(10)));
        let a2 = rs.repeat(a, 2, Some(2));
        assert!(matches!(rs.node(a2), Node::Loop(_, 2, AtMost(2))));
        let a2_13 = rs.repeat(a2, 1, Some(3));
        assert!(matches!(rs.node(a2_13), Node::Loop(body, 1, AtMost(3)) if *body == a2));
        assert_eq!(rs.repeat(a, 3, Some(2)), Re::NONE);
        assert_eq!(rs.repeat(a, 0, Some(0)), Re::EPS);
        assert_eq!(rs.repeat(Re::NONE, 0, Some(7)), Re::EPS);
        let union = rs.union([star, b]);
        let plain = rs.union([a, b]);
        assert_eq!(rs.star(union), rs.star(plain));
        assert_eq!(rs.repeat(union, 3, None), rs.star(plain));
        let huge = rs.repeat(a, u32::MAX, Some(u32::MAX));
        assert!(matches!(rs.node(huge), Node::Loop(_, u32::MAX, AtMost(u32::MAX))));
        let twice = rs.repeat(huge, 2, Some(2));
        assert!(matches!(rs.node(twice), Node::Loop(body, 2, AtMost(2)) if *body == huge));
    }
}
