//! Sets of lengths: unions of arithmetic progressions.
//!
//! The lengths of a regular language are ultimately periodic, so finitely many progressions
//! `start, start + step, ..., last` (or without end) describe them, and arithmetic wants exactly that: a
//! disjunction of `len = start + k * step`. Numbers are kept as numbers: `r{1000,2000}` is one
//! progression, not a thousand lengths.
//!
//! Where an operation would need too many progressions it returns a superset and says so:
//! [`LengthSet::is_exact`].
//!
//! [`algebra`] has the operations, `normal` the normal form, [`of_regex`] the lengths of a regex by
//! its form.

pub mod algebra;
mod normal;
pub mod of_regex;

use crate::regex::INFINITE;

/// The numbers `start, start + step, ...` up to `last`, which is one of them or [`INFINITE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Progression {
    /// The least member.
    pub start: u64,
    /// The distance of neighbours; 1 if there is one member only.
    pub step: u64,
    /// The greatest member, or [`INFINITE`].
    pub last: u64,
}

impl Progression {
    /// The members of `start + step * k` that are at most `last`; `start` must be one.
    pub(crate) fn new(start: u64, step: u64, last: u64) -> Progression {
        debug_assert!(start <= last);
        if last == INFINITE && step > 0 {
            return Progression { start, step, last };
        }
        match (last - start).checked_div(step) {
            None | Some(0) => Progression { start, step: 1, last: start },
            Some(n) => Progression { start, step, last: start + n * step },
        }
    }

    /// Whether there is no greatest member.
    pub fn is_infinite(self) -> bool {
        self.last == INFINITE
    }

    /// Whether `n` is a member.
    pub fn contains(self, n: u64) -> bool {
        self.start <= n && n <= self.last && (n - self.start).is_multiple_of(self.step)
    }

    /// The least member that is at least `n`.
    fn next(self, n: u64) -> Option<u64> {
        let skip = n.saturating_sub(self.start).div_ceil(self.step);
        let next = skip.checked_mul(self.step)?.checked_add(self.start)?;
        (next <= self.last).then_some(next)
    }

    /// How many members there are; [`INFINITE`] if not finitely many.
    fn count(self) -> u64 {
        if self.is_infinite() { INFINITE } else { (self.last - self.start) / self.step + 1 }
    }

    /// The members up to `max`.
    fn up_to(self, max: u64) -> impl Iterator<Item = u64> {
        let last = self.last.min(max);
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
        LengthSet::range(0, INFINITE)
    }

    /// Just `n`.
    pub fn single(n: u64) -> LengthSet {
        LengthSet::range(n, n)
    }

    /// The lengths from `min` to `max`; no upper bound if `max` is [`INFINITE`].
    pub fn range(min: u64, max: u64) -> LengthSet {
        let part = (min <= max).then(|| Progression::new(min, 1, max));
        LengthSet { parts: part.into_iter().collect(), exact: true }
    }

    /// The numbers `start + step * k` for every natural `k`.
    pub fn progression(start: u64, step: u64) -> LengthSet {
        let last = if step == 0 { start } else { INFINITE };
        LengthSet { parts: vec![Progression::new(start, step, last)], exact: true }
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
        self.parts == [Progression { start: 0, step: 1, last: INFINITE }]
    }

    /// Whether there are finitely many members.
    pub fn is_finite(&self) -> bool {
        self.parts.iter().all(|p| !p.is_infinite())
    }

    /// Whether `n` is a member.
    pub fn contains(&self, n: u64) -> bool {
        self.parts.iter().any(|p| p.contains(n))
    }

    /// The least member.
    pub fn min(&self) -> Option<u64> {
        self.next_member(0)
    }

    /// The greatest member; [`INFINITE`] if there is none but the set is not empty.
    pub fn max(&self) -> Option<u64> {
        self.parts.iter().map(|p| p.last).max()
    }

    /// The least member that is at least `n`.
    pub fn next_member(&self, n: u64) -> Option<u64> {
        self.parts.iter().filter_map(|p| p.next(n)).min()
    }

    /// The members up to `max`, ascending.
    pub fn up_to(&self, max: u64) -> impl Iterator<Item = u64> + '_ {
        let next = move |n: u64| self.next_member(n).filter(|&m| m <= max);
        std::iter::successors(next(0), move |&n| next(n.checked_add(1)?))
    }
}
