//! Bounds on natural numbers that say so when there is none, or when it does not fit.
//!
//! The problem: a counter, a length or a cost may be endless, or so large that no machine word holds it.
//! A number set aside for that (the greatest of its type) is a number like any other to the code that adds,
//! compares or prints it, and some input names it: `r{4294967295}` is a regex. And a sum that saturates looks
//! exact. Here "endless" and "too large" are cases of a type, and all arithmetic that may leave the range is in
//! this file.
//!
//! [`Upper`] and [`Lower`] only ever become weaker by rounding: a bound that is beyond the range is a bound that
//! allows more. So a conclusion from them is right whatever they were rounded to, and "exactly this many" has to
//! be asked for ([`Upper::number`], [`Lower::number`]). [`Cost`] is for estimates that nothing is concluded from.

use std::ops::{Add, Mul};

/// An upper bound on a natural number. Every number is below [`Unbounded`](Upper::Unbounded).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Upper<T> {
    /// So many and no more.
    AtMost(T),
    /// Any number.
    Unbounded,
}

use Upper::{AtMost, Unbounded};

impl<T: Copy + Ord> Upper<T> {
    /// The number, if there is one.
    pub fn number(self) -> Option<T> {
        match self {
            AtMost(n) => Some(n),
            Unbounded => None,
        }
    }

    /// Whether every number is allowed.
    pub fn is_unbounded(self) -> bool {
        matches!(self, Unbounded)
    }

    /// Whether `n` is allowed.
    pub fn admits(self, n: T) -> bool {
        self.number().is_none_or(|most| n <= most)
    }

    /// The smaller of the bound and `n`.
    pub fn cut(self, n: T) -> T {
        self.number().map_or(n, |most| most.min(n))
    }
}

impl<T> From<Option<T>> for Upper<T> {
    /// `None` is no bound.
    fn from(bound: Option<T>) -> Upper<T> {
        bound.map_or(Unbounded, AtMost)
    }
}

impl Upper<u32> {
    /// The sum of two bounds; `None` if it is a number that does not fit.
    pub fn checked_add(self, other: Upper<u32>) -> Option<Upper<u32>> {
        match (self, other) {
            (AtMost(a), AtMost(b)) => a.checked_add(b).map(AtMost),
            _ => Some(Unbounded),
        }
    }

    /// The product of two bounds, where nothing times anything is nothing; `None` if it is a number that
    /// does not fit.
    pub fn checked_mul(self, other: Upper<u32>) -> Option<Upper<u32>> {
        match (self, other) {
            (AtMost(0), _) | (_, AtMost(0)) => Some(AtMost(0)),
            (AtMost(a), AtMost(b)) => a.checked_mul(b).map(AtMost),
            _ => Some(Unbounded),
        }
    }

    /// What is left after one; 0 if there was nothing.
    pub fn less_one(self) -> Upper<u32> {
        match self {
            AtMost(n) => AtMost(n.saturating_sub(1)),
            Unbounded => Unbounded,
        }
    }

    /// The same bound on a wider number.
    pub fn widen(self) -> Upper<u64> {
        match self {
            AtMost(n) => AtMost(n.into()),
            Unbounded => Unbounded,
        }
    }
}

impl Upper<u64> {
    /// What is left after so many; `None` if there were fewer.
    pub fn checked_less(self, taken: u64) -> Option<Upper<u64>> {
        match self {
            AtMost(n) => n.checked_sub(taken).map(AtMost),
            Unbounded => Some(Unbounded),
        }
    }
}

/// The sum; no bound if it does not fit.
impl Add for Upper<u64> {
    type Output = Upper<u64>;

    fn add(self, other: Upper<u64>) -> Upper<u64> {
        match (self, other) {
            (AtMost(a), AtMost(b)) => a.checked_add(b).into(),
            _ => Unbounded,
        }
    }
}

/// The product, where nothing times anything is nothing; no bound if it does not fit.
impl Mul for Upper<u64> {
    type Output = Upper<u64>;

    fn mul(self, other: Upper<u64>) -> Upper<u64> {
        match (self, other) {
            (AtMost(0), _) | (_, AtMost(0)) => AtMost(0),
            (AtMost(a), AtMost(b)) => a.checked_mul(b).into(),
            _ => Unbounded,
        }
    }
}

/// A lower bound on a natural number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lower {
    /// So many or more.
    AtLeast(u64),
    /// More than a `u64` can say, if there is any such number at all.
    Beyond,
}

use Lower::{AtLeast, Beyond};

impl Lower {
    /// The number, if it fits.
    pub fn number(self) -> Option<u64> {
        match self {
            AtLeast(n) => Some(n),
            Beyond => None,
        }
    }

    /// Whether `n` is allowed.
    pub fn admits(self, n: u64) -> bool {
        self.number().is_some_and(|least| least <= n)
    }

    /// The greatest number that is a lower bound too: all that may be said of what is beyond.
    pub fn weakened(self) -> u64 {
        self.number().unwrap_or(u64::MAX)
    }

    /// Whether some number may be allowed by this and by `upper`. (What is beyond may be below no bound.)
    pub fn meets(self, upper: Upper<u64>) -> bool {
        match upper {
            AtMost(most) => self.admits(most),
            Unbounded => true,
        }
    }
}

/// The sum.
impl Add for Lower {
    type Output = Lower;

    fn add(self, other: Lower) -> Lower {
        let sum = self.number().zip(other.number()).and_then(|(a, b)| a.checked_add(b));
        sum.map_or(Beyond, AtLeast)
    }
}

/// So many times the bound, where 0 times anything is 0.
impl Mul<u32> for Lower {
    type Output = Lower;

    fn mul(self, times: u32) -> Lower {
        if times == 0 {
            return AtLeast(0);
        }
        self.number().and_then(|n| n.checked_mul(times.into())).map_or(Beyond, AtLeast)
    }
}

/// A guess at how much something costs, to order candidates by. It stops growing at the end of its range.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cost(u64);

impl Cost {
    /// A cost of `n`.
    pub const fn new(n: u64) -> Cost {
        Cost(n)
    }
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost(self.0.saturating_add(other.0))
    }
}

impl Mul for Cost {
    type Output = Cost;

    fn mul(self, other: Cost) -> Cost {
        Cost(self.0.saturating_mul(other.0))
    }
}

impl std::iter::Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost(0), Cost::add)
    }
}

impl From<u64> for Cost {
    fn from(n: u64) -> Cost {
        Cost(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upper_bounds_round_up() {
        assert!(AtMost(u32::MAX) < Unbounded);
        assert_eq!(AtMost(u32::MAX).checked_add(AtMost(1)), None);
        assert_eq!(AtMost(1 << 16).checked_mul(AtMost(1 << 16)), None);
        assert_eq!(Unbounded.checked_mul(AtMost(0)), Some(AtMost(0)));
        assert_eq!(Unbounded.checked_add(AtMost(0u32)), Some(Unbounded));
        assert_eq!(AtMost(u64::MAX) + AtMost(0), AtMost(u64::MAX));
        assert_eq!(AtMost(u64::MAX) + AtMost(1), Unbounded);
        assert_eq!(AtMost(1 << 32) * AtMost(1 << 32), Unbounded);
        assert_eq!(Unbounded * AtMost(0u64), AtMost(0));
        assert!(AtMost(u64::MAX).admits(u64::MAX) && !AtMost(3).admits(4u64));
        assert_eq!((AtMost(7).cut(9), Upper::Unbounded.cut(9)), (7, 9));
        assert_eq!(AtMost(0u64).checked_less(1), None);
        assert_eq!(
            (AtMost(0).less_one(), AtMost(u32::MAX).widen()),
            (AtMost(0), AtMost(u32::MAX.into()))
        );
    }

    #[test]
    fn lower_bounds_round_down() {
        let (top, far) = (AtLeast(u64::MAX), Beyond);
        assert!(top < far && top.admits(u64::MAX) && !far.admits(u64::MAX));
        assert_eq!((top + AtLeast(1), far + AtLeast(0)), (far, far));
        assert_eq!(
            (AtLeast(1 << 32) * u32::MAX, AtLeast(1 << 33) * u32::MAX),
            (AtLeast((u64::from(u32::MAX)) << 32), far)
        );
        assert_eq!([0, 1].map(|n| far * n), [AtLeast(0), far]);
        assert_eq!((far.weakened(), far.number()), (u64::MAX, None));
        assert!(
            far.meets(Unbounded) && !far.meets(AtMost(u64::MAX)) && AtLeast(3).meets(AtMost(3))
        );
    }

    #[test]
    fn costs_stop_growing() {
        let huge = Cost::new(1 << 40);
        assert_eq!(huge * huge + huge, Cost::new(u64::MAX));
        assert_eq!([1, 2, 3].map(Cost::new).into_iter().sum::<Cost>(), Cost::new(6));
    }
}
