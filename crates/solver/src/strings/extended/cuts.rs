//! Strings cut at fixed positions, counted from the front or from the back.
//!
//! Slices at numbers often overlap: characters 0 to 3, 1 to 2, 2 to 5 of one string. If each had an
//! equation of its own for the string, the procedures would have to align them all. Instead all
//! positions that occur cut the string once, `s = [0,1) ++ [1,2) ++ [2,3) ++ ... ++ rest`, where a
//! segment beyond the end is empty; a slice is then a concatenation of segments, so only a
//! definition. A position that turns up later splits the segment around it. (Z3-Noodler names the
//! characters of a slice one by one, and starts anew for each term.)

use super::reduction::{Part, Reduction};
use crate::theory::inference::InferenceId;
use base::FxHashMap;
use std::collections::BTreeSet;
use terms::{Op, Term};

/// An end of a string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum End {
    Front,
    Back,
}

/// The positions at which strings are cut.
#[derive(Debug, Default)]
pub(super) struct Cuts(FxHashMap<(Term, End), BTreeSet<i64>>);

impl Cuts {
    /// The cuts between two positions, the first left out.
    fn between(&self, s: Term, end: End, from: i64, to: i64) -> impl Iterator<Item = i64> {
        let known = self.0.get(&(s, end)).into_iter();
        known.flat_map(move |cuts| cuts.range(from + 1..=to).copied())
    }

    /// Whether `s` is cut at the position.
    fn contains(&self, s: Term, end: End, p: i64) -> bool {
        p == 0 || self.0.get(&(s, end)).is_some_and(|cuts| cuts.contains(&p))
    }

    /// How often `s` is cut.
    fn count(&self, s: Term, end: End) -> usize {
        self.0.get(&(s, end)).map_or(0, BTreeSet::len)
    }

    /// Cuts `s` at a position; returns the cut before, or 0, and the one behind.
    fn insert(&mut self, s: Term, end: End, p: i64) -> (i64, Option<i64>) {
        let cuts = self.0.entry((s, end)).or_default();
        let neighbours =
            (cuts.range(..p).next_back().copied().unwrap_or(0), cuts.range(p..).next().copied());
        let is_new = cuts.insert(p);
        debug_assert!(p > 0 && is_new, "a string is cut in front or twice at one position");
        neighbours
    }
}

/// A slice between two positions, or from a position on.
#[derive(Clone, Copy, Debug)]
struct Slice {
    end: End,
    from: i64,
    to: Option<i64>,
}

impl Slice {
    fn positions(self) -> impl Iterator<Item = i64> {
        [Some(self.from), self.to].into_iter().flatten()
    }
}

/// The segments that make up `(str.substr s i n)` if it is inside of `s`.
pub(super) fn segments(cx: &mut Reduction<'_>, s: Term, i: Term, n: Term) -> Option<Vec<Term>> {
    let slice = fixed(cx, s, i, n)?;
    for p in slice.positions() {
        cut(cx, s, slice.end, p)?;
    }
    let Some(to) = slice.to else { return Some(vec![rest(cx, s, slice.end, slice.from)]) };
    let mut at: Vec<i64> = vec![slice.from];
    at.extend(cx.cuts.between(s, slice.end, slice.from.max(0), to));
    let mut parts: Vec<Term> =
        at.windows(2).map(|w| segment(cx, s, slice.end, w[0], w[1])).collect();
    if slice.end == End::Back {
        parts.reverse();
    }
    Some(parts)
}

/// What follows the first `i` letters of `s`, if `i` is a number.
pub(super) fn from_front(cx: &mut Reduction<'_>, s: Term, i: Term) -> Option<Term> {
    let farthest = cx.budget.tunables().strings.cut_position;
    let i = number(cx, i).filter(|i| (0..=farthest).contains(i))?;
    cut(cx, s, End::Front, i)?;
    Some(rest(cx, s, End::Front, i))
}

/// Cuts strings at all fixed positions of slices at once, so that none is cut twice.
pub(super) fn prepare(cx: &mut Reduction<'_>, slices: &[Term]) {
    let mut all: BTreeSet<(Term, End, i64)> = BTreeSet::new();
    let farthest = cx.budget.tunables().strings.cut_position;
    for &t in slices.iter().filter(|&&t| cx.terms.op(t) == Op::StrSubstr).collect::<Vec<_>>() {
        let &[s, i, n] = cx.terms.args(t) else { continue };
        if let Some(slice) = fixed(cx, s, i, n) {
            all.extend(slice.positions().map(|p| (s, slice.end, p)));
        } else if let Some(i) = number(cx, i).filter(|i| (0..=farthest).contains(i)) {
            all.insert((s, End::Front, i));
        }
    }
    for (s, end, p) in all {
        cut(cx, s, end, p);
    }
}

/// The slice as positions, if it has such.
fn fixed(cx: &mut Reduction<'_>, s: Term, i: Term, n: Term) -> Option<Slice> {
    let size = cx.len(s);
    let stop = cx.terms.add(&[i, n]);
    let farthest = cx.budget.tunables().strings.cut_position;
    let small = |k: &i64| (0..=farthest).contains(k);
    let from_back = |cx: &mut Reduction<'_>, t| {
        let left = cx.terms.sub(size, t);
        number(cx, left)
    };
    if let Some(from) = number(cx, i) {
        let from = Some(from).filter(small)?;
        if let Some(to) = number(cx, stop) {
            let to = Some(to).filter(|to| small(to) && from <= *to)?;
            return Some(Slice { end: End::Front, from, to: Some(to) });
        }
        return match from_back(cx, stop)? {
            left if left <= 0 => Some(Slice { end: End::Front, from, to: None }),
            left if from == 0 && small(&left) => {
                Some(Slice { end: End::Back, from: left, to: None })
            }
            _ => None,
        };
    }
    // From the back, the slice begins where it ends.
    let to = from_back(cx, i).filter(small)?;
    let from = from_back(cx, stop)?.clamp(0, to);
    Some(Slice { end: End::Back, from, to: Some(to) })
}

fn number(cx: &mut Reduction<'_>, t: Term) -> Option<i64> {
    let t = cx.simplify(t);
    cx.terms.int_value(t)?.to_i64()
}

/// What is left of `s` without `k` letters at an end.
fn rest(cx: &mut Reduction<'_>, s: Term, end: End, k: i64) -> Term {
    debug_assert!(k >= 0, "less than nothing is cut off");
    if k == 0 {
        return s;
    }
    let part = if end == End::Front { Part::Rest } else { Part::RestFromBack };
    let k = cx.terms.int(k);
    cx.part(part, &[s, k])
}

/// The letters of `s` between two positions from an end.
fn segment(cx: &mut Reduction<'_>, s: Term, end: End, from: i64, to: i64) -> Term {
    let part = if end == End::Front { Part::Segment } else { Part::SegmentFromBack };
    let (from, to) = (cx.terms.int(from), cx.terms.int(to));
    cx.part(part, &[s, from, to])
}

/// Cuts `s` at a position; `None` if there are too many cuts already.
fn cut(cx: &mut Reduction<'_>, s: Term, end: End, p: i64) -> Option<()> {
    if cx.cuts.contains(s, end, p) {
        return Some(());
    }
    if cx.cuts.count(s, end) >= cx.budget.tunables().strings.cuts {
        return None;
    }
    let (before, after) = cx.cuts.insert(s, end, p);
    state(cx, s, end, before, p);
    if let Some(after) = after {
        state(cx, s, end, p, after);
    }
    Some(())
}

/// What is left at `from` is the segment to `to` and what is left there.
fn state(cx: &mut Reduction<'_>, s: Term, end: End, from: i64, to: i64) {
    debug_assert!(0 <= from && from < to, "a segment ends where it begins, or before");
    let id = InferenceId::ExtfCuts;
    let (whole, beyond) = (rest(cx, s, end, from), rest(cx, s, end, to));
    let segment = segment(cx, s, end, from, to);
    let parts = if end == End::Front { [segment, beyond] } else { [beyond, segment] };
    let cut = cx.is_concat(whole, &parts);
    cx.learn(id, cut);
    let (size, bound) = (cx.len(s), cx.terms.int(to));
    let long = cx.terms.ge(size, bound);
    let short = cx.terms.not(long);
    let full = cx.has_length(segment, to - from);
    cx.imply(id, &[long], &[full]);
    let nothing = cx.is_empty(beyond);
    cx.imply(id, &[short], &[nothing]);
}
