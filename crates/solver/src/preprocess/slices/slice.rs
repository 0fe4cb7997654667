//! Slices: what is left of a string without some letters at its ends.

use base::Int;
use rewrite::LinearSum;
use terms::{Op, Term, Terms};

/// A string without so many letters at the start and so many at the end; empty if it has no more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Slice {
    pub base: Term,
    front: u32,
    back: u32,
}

impl Slice {
    pub fn whole(base: Term) -> Slice {
        Slice { base, front: 0, back: 0 }
    }

    pub fn is_whole(self) -> bool {
        self.front == 0 && self.back == 0
    }

    /// The slice of this one from letter `from` on, of a length that is that of this slice and `more` together; `None` if that is no
    /// slice, or one without more letters than can be counted.
    pub fn cut(self, from: &Int, more: &Int) -> Option<Slice> {
        let from = u32::try_from(from.to_i64()?).ok()?;
        let behind = i64::from(from).checked_add(more.to_i64()?)?.min(0).checked_neg()?;
        let (front, behind) = (self.front.checked_add(from)?, u32::try_from(behind).ok()?);
        let back = self.back.checked_add(behind)?;
        front.checked_add(back)?;
        Some(Slice { base: self.base, front, back })
    }

    /// How many letters the string has more, if there are any.
    fn lost(self) -> i64 {
        i64::from(self.front) + i64::from(self.back)
    }

    pub fn term(self, terms: &mut Terms) -> Term {
        if self.is_whole() {
            return self.base;
        }
        let (from, rest) = (terms.int(self.front), self.rest(terms));
        terms.mk(Op::StrSubstr, &[self.base, from, rest])
    }

    /// The length, if the string is as long as what is cut off.
    fn rest(self, terms: &mut Terms) -> Term {
        let (length, lost) = (terms.len_of(self.base), terms.int(-self.lost()));
        terms.add(&[length, lost])
    }

    pub fn length(self, terms: &mut Terms) -> Term {
        if self.is_whole() {
            return terms.len_of(self.base);
        }
        let (rest, zero) = (self.rest(terms), terms.int(0));
        let is_long = terms.ge(rest, zero);
        terms.ite(is_long, rest, zero)
    }

    /// That the slice is in `regex`: the string is, with any letters around, or too short, if the empty word is.
    pub fn is_in(self, terms: &mut Terms, regex: Term) -> Term {
        debug_assert!(!self.is_whole(), "what is asked of a whole string stays");
        let any = |terms: &mut Terms, n: u32| {
            let letter = terms.mk(Op::ReAllChar, &[]);
            terms.mk(Op::RePower(n), &[letter])
        };
        let (front, back) = (any(terms, self.front), any(terms, self.back));
        let around = terms.mk(Op::ReConcat, &[front, regex, back]);
        let is_around = terms.in_re(self.base, around);
        let (empty, rest, zero) = (terms.string(&[]), self.rest(terms), terms.int(0));
        let (takes_empty, is_short) = (terms.in_re(empty, regex), terms.le(rest, zero));
        let is_empty = terms.and(&[takes_empty, is_short]);
        terms.or(&[is_around, is_empty])
    }
}

/// What `n` is more than the length of `of`, if that is a number.
pub(super) fn more_than_length(n: &LinearSum, length: Term) -> Option<Int> {
    let [(t, factor)] = &n.terms[..] else { return None };
    (*t == length && factor.is_one()).then(|| n.constant.clone())
}
