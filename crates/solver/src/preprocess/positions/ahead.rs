//! What is read a few letters behind a position that is one of several ([`super::jumps`]), and what is left of the text there.

use super::chain::{Chain, PIECES};
use super::facts::Facts;
use super::jumps::left;
use base::{FxHashMap, Int};
use rewrite::LinearSum;
use terms::{Op, Term, Terms};

/// The points of a chain, with the numbers of their sums, by the terms of these.
type Points<'a> = FxHashMap<&'a [(Term, Int)], Vec<(&'a Int, usize)>>;

/// The points of a chain that has steps by cases.
pub(super) struct Ahead<'a> {
    chain: &'a Chain,
    points: Points<'a>,
}

impl Ahead<'_> {
    /// That of `chain`, if it has steps by cases.
    pub fn of(chain: &Chain) -> Option<Ahead<'_>> {
        let mut points = Points::default();
        for (i, point) in chain.points.iter().enumerate() {
            points.entry(&point.sum.terms[..]).or_default().push((&point.sum.constant, i));
        }
        chain.has_jumped.then_some(Ahead { chain, points })
    }

    /// The last point that `at` is not in front of, and how many letters it is behind it.
    fn point(&self, at: &LinearSum) -> Option<(usize, usize)> {
        let before = self.points.get(&at.terms[..])?.iter().filter(|(n, _)| **n <= at.constant);
        let &(number, i) = before.max()?;
        Some((i, (&at.constant - number).to_usize()?))
    }

    /// Pieces from the `i`-th point on with `n` letters at least, unless the text ends there.
    fn pieces(&self, terms: &mut Terms, i: usize, n: usize) -> Option<Term> {
        let (mut parts, mut known, mut next) = (Vec::new(), 0, i);
        while known < n {
            if next == self.chain.pieces.len() {
                parts.push(self.chain.points[next].rest?);
                break;
            }
            if parts.len() == PIECES {
                return None;
            }
            known += self.chain.widths[next]?;
            parts.push(self.chain.pieces[next]);
            next += 1;
        }
        debug_assert!(known >= n || parts.len() > next - i, "letters are missing within the text");
        Some(terms.concat(&parts))
    }

    /// The slice of `count` letters from `start` on.
    pub fn slice(&self, terms: &mut Terms, start: &LinearSum, count: &LinearSum) -> Option<Term> {
        let (i, more) = self.point(start)?;
        let count = count.as_constant()?.to_usize().filter(|&n| n > 0)?;
        let whole = self.pieces(terms, i, more.checked_add(count)?)?;
        let [from, count] = [more, count].map(|n| terms.int(n as u64));
        Some(terms.mk(Op::StrSubstr, &[whole, from, count]))
    }

    /// What `c` says of what is behind a position, if it is such a comparison.
    pub fn comparison(&self, terms: &mut Terms, facts: &Facts, c: Term) -> Option<Term> {
        left(terms, facts, &self.chain.length, c).into_iter().find_map(|(at, least, most)| {
            let (i, more) = self.point(&at).filter(|(i, _)| *i > 0)?;
            let mut says = Vec::new();
            for (bound, is_least) in [(least, true), (most, false)] {
                let Some(bound) = bound else { continue };
                // So many letters are not all.
                let not_all = bound + &Int::from(more as u64) - Int::from(i32::from(is_least));
                let is_more = self.is_more(terms, i, &not_all)?;
                says.push(if is_least { is_more } else { terms.not(is_more) });
            }
            debug_assert!(!says.is_empty(), "a comparison that says nothing");
            Some(terms.and(&says))
        })
    }

    /// Whether more than `n` letters are behind the `i`-th point.
    fn is_more(&self, terms: &mut Terms, i: usize, n: &Int) -> Option<Term> {
        if n.is_negative() {
            return (!self.chain.is_open).then(|| terms.tt());
        }
        let n = n.to_usize().filter(|&n| n < PIECES)?;
        let pieces = self.pieces(terms, i, n + 1)?;
        if n == 0 {
            let empty = terms.string(&[]);
            let is_empty = terms.eq(pieces, empty);
            return Some(terms.not(is_empty));
        }
        let [n, length] = [terms.int(n as u64), terms.len_of(pieces)];
        Some(terms.lt(n, length))
    }
}
