//! Sets of lengths: unions of arithmetic progressions.
//!
//! The lengths of a regular language are ultimately periodic, so finitely many progressions
//! `start, start + step, ..., last` (or without end) describe them, and arithmetic wants exactly that: a
//! disjunction of `len = start + k * step`. Numbers are kept as numbers: `r{1000,2000}` is one
//! progression, not a thousand lengths.
//!
//! Where an operation would need too many progressions it returns a superset and says so:
//! [`LengthSet::is_exact`]. So it does where a member does not fit into a `u64`: the superset then goes on
//! without end, and is never empty.
//!
//! [`algebra`] has the operations, `normal` the normal form, [`of_regex`] the lengths of a regex by
//! its form.

pub mod algebra;
mod normal;
pub mod of_regex;

use base::Int;
use base::Upper::{self, AtMost, Unbounded};

/// The numbers `start, start + step, ...` up to `last`, which is one of them if there is a last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Progression {
    /// The least member.
    pub start: u64,
    /// The distance of neighbours; 1 if there is one member only.
    pub step: u64,
    /// The greatest member.
    pub last: Upper<u64>,
}

impl Progression {
    /// The same progression one step down; `None` below zero.
    pub(crate) fn extended_down(self) -> Option<Progression> {
        let start = self.start.checked_sub(self.step)?;
        Some(Progression { start, ..self })
    }

    /// Includes whatever is too large to be a member of another progression.
    pub(crate) const BEYOND: Progression =
        // exact: the greatest number that fits.
        Progression { start: u64::MAX, step: 1, last: Unbounded };

    /// The members of `start + step * k` that are at most `last`; `start` must be one.
    pub(crate) fn new(start: u64, step: u64, last: Upper<u64>) -> Progression {
        debug_assert!(last.admits(start));
        let steps = match last {
            Unbounded if step > 0 => return Progression { start, step, last },
            Unbounded => None,
            AtMost(last) => (last - start).checked_div(step),
        };
        match steps {
            None | Some(0) => Progression::single(start),
            Some(n) => Progression { start, step, last: AtMost(start + n * step) },
        }
    }

    /// Just `n`.
    pub(crate) fn single(n: u64) -> Progression {
        Progression { start: n, step: 1, last: AtMost(n) }
    }

    /// The only member, if there is just one.
    pub fn as_single(self) -> Option<u64> {
        (self.last == AtMost(self.start)).then_some(self.start)
    }

    /// Whether there is no greatest member.
    pub fn is_infinite(self) -> bool {
        self.last.is_unbounded()
    }

    /// Whether `n` is a member.
    pub fn contains(self, n: u64) -> bool {
        self.start <= n && self.last.admits(n) && (n - self.start).is_multiple_of(self.step)
    }

    /// The least member that is at least `n`, if it fits.
    fn next(self, n: u64) -> Option<u64> {
        let skip = n.saturating_sub(self.start).div_ceil(self.step);
        let next = skip.checked_mul(self.step)?.checked_add(self.start)?;
        self.last.admits(next).then_some(next)
    }

    /// How many steps there are from the first to the last member.
    pub(crate) fn steps(self) -> Upper<u64> {
        match self.last {
            AtMost(last) => AtMost((last - self.start) / self.step),
            Unbounded => Unbounded,
        }
    }

    /// The members up to `max`.
    fn up_to(self, max: u64) -> impl Iterator<Item = u64> {
        let last = self.last.cut(max);
        std::iter::successors(Some(self.start), move |n| n.checked_add(self.step))
            .take_while(move |&n| n <= last)
    }
}

/// A set of lengths, or a superset of one.
///
/// ```
/// use automata::LengthSet;
/// let even = LengthSet::progression(0, 2);
/// let fives = LengthSet::progression(5, 5);
/// let both = even.intersect(&fives);
/// assert_eq!((both.min(), both.next_member(11)), (Some(10), Some(20)));
/// let sums = even.sum(&fives);
/// assert!(!sums.contains(6) && sums.contains(7) && sums.contains(12));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LengthSet {
    parts: Vec<Progression>,
    exact: bool,
}

impl LengthSet {
    /// No length.
    pub fn empty() -> LengthSet {
        LengthSet { parts: Vec::new(), exact: true }
    }

    /// Every length.
    pub fn all() -> LengthSet {
        LengthSet::range(0, Unbounded)
    }

    /// Just `n`.
    pub fn single(n: u64) -> LengthSet {
        LengthSet::range(n, AtMost(n))
    }

    /// The lengths from `min` to `max`.
    pub fn range(min: u64, max: Upper<u64>) -> LengthSet {
        let part = max.admits(min).then(|| Progression::new(min, 1, max));
        LengthSet { parts: part.into_iter().collect(), exact: true }
    }

    /// Lengths that do not fit, of which nothing else is known.
    pub(crate) fn beyond() -> LengthSet {
        LengthSet { parts: vec![Progression::BEYOND], exact: false }
    }

    /// The numbers `start + step * k` for every natural `k`.
    pub fn progression(start: u64, step: u64) -> LengthSet {
        LengthSet { parts: vec![Progression::new(start, step, Unbounded)], exact: true }
    }

    /// The union of `parts`.
    pub fn from_parts(parts: impl IntoIterator<Item = Progression>) -> LengthSet {
        LengthSet { parts: parts.into_iter().collect(), exact: true }.normalised()
    }

    /// The set whose members below `bits.len()` are the set bits; from `threshold` on it repeats
    /// the bits from `threshold` to the end, unless there is none.
    pub fn from_bits(bits: &[bool], threshold: usize) -> LengthSet {
        normal::pack(bits, threshold)
    }

    /// The same set, marked as a superset of the one meant.
    pub fn as_superset(mut self) -> LengthSet {
        self.exact = self.parts.is_empty();
        self
    }

    /// Whether every member is meant, not just possible.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The progressions, sorted; their union is the set.
    pub fn parts(&self) -> &[Progression] {
        &self.parts
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether every length is a member.
    pub fn is_all(&self) -> bool {
        self.parts == [Progression { start: 0, step: 1, last: Unbounded }]
    }

    /// Whether there are finitely many members.
    pub fn is_finite(&self) -> bool {
        self.parts.iter().all(|p| !p.is_infinite())
    }

    /// Whether `n` is a member.
    pub fn contains(&self, n: u64) -> bool {
        self.parts.iter().any(|p| p.contains(n))
    }

    /// Whether `n`, which need not fit, is a member.
    pub fn contains_int(&self, n: &Int) -> bool {
        let is_member = |p: &Progression| {
            let [start, step] = [p.start, p.step].map(Int::from);
            let below = p.last.number().is_none_or(|last| *n <= Int::from(last));
            start <= *n && below && (n - &start).div_rem_euclid(&step).1.is_zero()
        };
        n.to_u64().map_or_else(|| self.parts.iter().any(is_member), |n| self.contains(n))
    }

    /// The least member.
    pub fn min(&self) -> Option<u64> {
        self.next_member(0)
    }

    /// The greatest member, if the set is not empty.
    pub fn max(&self) -> Option<Upper<u64>> {
        self.parts.iter().map(|p| p.last).max()
    }

    /// The least member that is at least `n`; `None` also if it does not fit, which can be if the set is not
    /// [finite](Self::is_finite).
    pub fn next_member(&self, n: u64) -> Option<u64> {
        self.parts.iter().filter_map(|p| p.next(n)).min()
    }

    /// The members up to `max`, ascending.
    pub fn up_to(&self, max: u64) -> impl Iterator<Item = u64> + '_ {
        let next = move |n: u64| self.next_member(n).filter(|&m| m <= max);
        std::iter::successors(next(0), move |&n| next(n.checked_add(1)?))
    }
}
