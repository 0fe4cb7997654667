//! Integers that live in an `i64` until they do not fit.
//!
//! Nearly all numbers in string problems are lengths below a few thousand, but place values of
//! decimal conversions and literals in the input have no bound. A value has exactly one
//! representation (`Big` only if it does not fit an `i64`), so equality and hashing are structural.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

/// An integer of any size.
///
/// ```
/// use base::Int;
/// let n = Int::from(i64::MAX) + Int::from(1);
/// assert_eq!(n.to_string(), "9223372036854775808");
/// assert_eq!((n - Int::from(1)).to_i64(), Some(i64::MAX));
/// assert_eq!(Int::from(-7).div_rem_euclid(&Int::from(-2)), (Int::from(4), Int::from(1)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<IBig>),
}

use Repr::{Big, Small};

impl Int {
    /// 0.
    pub const ZERO: Int = Int(Small(0));
    /// 1.
    pub const ONE: Int = Int(Small(1));
    /// -1.
    pub const NEG_ONE: Int = Int(Small(-1));

    fn from_big(b: IBig) -> Int {
        match i64::try_from(&b) {
            Ok(n) => Int(Small(n)),
            Err(_) => Int(Big(Box::new(b))),
        }
    }

    fn to_big(&self) -> IBig {
        match &self.0 {
            Small(n) => IBig::from(*n),
            Big(b) => (**b).clone(),
        }
    }

    /// The value as an `i64`, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(n) => Some(*n),
            Big(_) => None,
        }
    }

    /// The value as a `u64`, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Small(n) => u64::try_from(*n).ok(),
            Big(b) => u64::try_from(&**b).ok(),
        }
    }

    /// The value as a `usize`, if it fits.
    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64().and_then(|n| usize::try_from(n).ok())
    }

    /// -1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            // exact: it is -1, 0 or 1.
            Small(n) => n.signum() as i32,
            Big(b) => signum_of_big(b),
        }
    }

    /// Whether this is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.0 == Small(0)
    }

    /// Whether this is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        self.0 == Small(1)
    }

    /// Whether this is less than 0.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Whether this is more than 0.
    #[inline]
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// The absolute value.
    #[inline]
    pub fn abs(&self) -> Int {
        if self.is_negative() { -self.clone() } else { self.clone() }
    }

    /// Quotient and remainder with `0 <= remainder < |d|`, as SMT-LIB's `div` and `mod`.
    ///
    /// # Panics
    /// If `d` is 0.
    #[inline]
    pub fn div_rem_euclid(&self, d: &Int) -> (Int, Int) {
        assert!(!d.is_zero(), "division by zero");
        if let (Small(a), Small(b)) = (&self.0, &d.0)
            && let (Some(q), Some(r)) = (a.checked_div_euclid(*b), a.checked_rem_euclid(*b))
        {
            return (Int(Small(q)), Int(Small(r)));
        }
        let (a, b) = (self.to_big(), d.to_big());
        let (mut q, mut r) = (&a / &b, &a % &b);
        if r < IBig::ZERO {
            let step = if b > IBig::ZERO { IBig::ONE } else { IBig::NEG_ONE };
            r += &step * &b;
            q -= step;
        }
        (Int::from_big(q), Int::from_big(r))
    }

    /// The largest integer that is at most `self / d`.
    ///
    /// # Panics
    /// If `d` is 0.
    pub fn div_floor(&self, d: &Int) -> Int {
        let (q, r) = self.div_rem_euclid(d);
        if d.is_negative() && !r.is_zero() { q - Int::ONE } else { q }
    }

    /// The smallest integer that is at least `self / d`.
    ///
    /// # Panics
    /// If `d` is 0.
    pub fn div_ceil(&self, d: &Int) -> Int {
        -(-self.clone()).div_floor(d)
    }

    /// The exact quotient.
    ///
    /// # Panics
    /// If `d` is 0; in debug builds also if `d` does not divide `self`.
    pub fn div_exact(&self, d: &Int) -> Int {
        let (q, r) = self.div_rem_euclid(d);
        debug_assert!(r.is_zero());
        q
    }

    /// The greatest common divisor, never negative.
    pub fn gcd(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &other.0) {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            return Int::from(a);
        }
        let (mut a, mut b) = (self.abs(), other.abs());
        while !b.is_zero() {
            let r = a.div_rem_euclid(&b).1;
            a = std::mem::replace(&mut b, r);
        }
        a
    }

    /// `self` to the power `exp`.
    pub fn pow(&self, exp: u32) -> Int {
        match &self.0 {
            Small(n) => match n.checked_pow(exp) {
                Some(p) => Int(Small(p)),
                None => Int::from_big(IBig::from(*n).pow(exp as usize)),
            },
            Big(b) => Int::from_big(b.pow(exp as usize)),
        }
    }

    /// The lowest `count` binary digits, the least significant one first; of a negative number, those of its two's complement.
    pub fn low_bits(&self, count: usize) -> Vec<bool> {
        match &self.0 {
            Small(n) => (0..count).map(|i| n >> i.min(63) & 1 == 1).collect(),
            Big(b) => (0..count).map(|i| b.bit(i)).collect(),
        }
    }

    /// The number with these binary digits, the least significant one first.
    pub fn from_bits(bits: &[bool]) -> Int {
        let byte = |byte: &[bool]| byte.iter().rev().fold(0, |n, &bit| n << 1 | u8::from(bit));
        let bytes: Vec<u8> = bits.chunks(8).map(byte).collect();
        Int::from_big(UBig::from_le_bytes(&bytes).into())
    }

    /// How many decimal digits the absolute value has, at most; for limits.
    pub fn approx_digits(&self) -> usize {
        match &self.0 {
            Small(_) => 19,
            Big(b) => b.bit_len() / 3 + 1,
        }
    }
}

impl Default for Int {
    fn default() -> Self {
        Int::ZERO
    }
}

macro_rules! from_prim {
    ($($t:ty),*) => {$(
        impl From<$t> for Int {
            fn from(n: $t) -> Int {
                match i64::try_from(n) {
                    Ok(n) => Int(Small(n)),
                    Err(_) => Int::from_big(IBig::from(n)),
                }
            }
        }
    )*};
}
from_prim!(i32, u32, i64, u64, usize, i128, u128);

impl Ord for Int {
    #[inline]
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            (Big(_), Small(_)) => self.signum().cmp(&0),
            (Small(_), Big(_)) => 0.cmp(&other.signum()),
        }
    }
}

impl PartialOrd for Int {
    #[inline]
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Apart, so that what nearly all numbers need is small enough to be inlined.
#[cold]
fn signum_of_big(n: &IBig) -> i32 {
    n.signum().try_into().unwrap_or(0)
}

macro_rules! binary {
    ($op:ident, $f:ident, $checked:ident, $assign:ident, $fa:ident, $big:ident) => {
        /// Apart, as [`signum_of_big`] is.
        #[cold]
        fn $big(a: &Int, b: &Int) -> Int {
            Int::from_big(a.to_big().$f(b.to_big()))
        }
        impl<'a> $op<&'a Int> for &'a Int {
            type Output = Int;
            #[inline]
            fn $f(self, rhs: &Int) -> Int {
                if let (Small(a), Small(b)) = (&self.0, &rhs.0)
                    && let Some(n) = a.$checked(*b)
                {
                    return Int(Small(n));
                }
                $big(self, rhs)
            }
        }
        impl $op for Int {
            type Output = Int;
            #[inline]
            fn $f(self, rhs: Int) -> Int {
                (&self).$f(&rhs)
            }
        }
        impl<'a> $op<&'a Int> for Int {
            type Output = Int;
            #[inline]
            fn $f(self, rhs: &Int) -> Int {
                (&self).$f(rhs)
            }
        }
        impl $assign<&Int> for Int {
            #[inline]
            fn $fa(&mut self, rhs: &Int) {
                if let (Small(a), Small(b)) = (&mut self.0, &rhs.0)
                    && let Some(n) = a.$checked(*b)
                {
                    *a = n;
                } else {
                    *self = $big(self, rhs);
                }
            }
        }
        impl $assign<Int> for Int {
            #[inline]
            fn $fa(&mut self, rhs: Int) {
                self.$fa(&rhs);
            }
        }
    };
}
binary!(Add, add, checked_add, AddAssign, add_assign, add_big);
binary!(Sub, sub, checked_sub, SubAssign, sub_assign, sub_big);
binary!(Mul, mul, checked_mul, MulAssign, mul_assign, mul_big);

impl Neg for Int {
    type Output = Int;
    fn neg(self) -> Int {
        match self.0 {
            // exact: its negation does not fit.
            Small(n) if n != i64::MIN => Int(Small(-n)),
            _ => Int::from_big(-self.to_big()),
        }
    }
}

impl Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        -self.clone()
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(n) => n.fmt(f),
            Big(b) => b.fmt(f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a decimal integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseIntError;

impl FromStr for Int {
    type Err = ParseIntError;
    /// Reads an optional `-` and decimal digits.
    fn from_str(s: &str) -> Result<Int, ParseIntError> {
        let digits = s.strip_prefix('-').unwrap_or(s);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseIntError);
        }
        match s.parse::<i64>() {
            Ok(n) => Ok(Int(Small(n))),
            Err(_) => s.parse::<IBig>().map(Int::from_big).map_err(|_| ParseIntError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_agrees_with_i128() {
        let edge = [i64::MIN, i64::MIN + 1, -3, -2, -1, 0, 1, 2, 3, i64::MAX - 1, i64::MAX];
        for a in edge {
            for b in edge {
                let (x, y, wa, wb) = (Int::from(a), Int::from(b), i128::from(a), i128::from(b));
                assert_eq!(&x + &y, Int::from(wa + wb));
                assert_eq!(&x - &y, Int::from(wa - wb));
                assert_eq!(&x * &y, Int::from(wa * wb));
                assert_eq!(x.cmp(&y), a.cmp(&b));
                if b != 0 {
                    let (q, r) = (wa.div_euclid(wb), wa.rem_euclid(wb));
                    assert_eq!(x.div_rem_euclid(&y), (Int::from(q), Int::from(r)));
                    let floor = wa.div_euclid(wb) - i128::from(wb < 0 && r != 0);
                    assert_eq!(x.div_floor(&y), Int::from(floor));
                }
            }
        }
    }

    #[test]
    fn big_division_is_euclidean() {
        let big: Int = "100000000000000000000000000007".parse().unwrap();
        for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (n, d) = (&big * &Int::from(a), Int::from(10 * b));
            let (q, r) = n.div_rem_euclid(&d);
            assert!(!r.is_negative() && r < Int::from(10));
            assert_eq!(q * d + r, n);
        }
    }

    #[test]
    fn binary_digits() {
        let numbers = [0, 1, 5, 255, i128::from(i64::MAX), 1 << 64, (1 << 100) + 12345];
        for n in numbers {
            for width in [1, 8, 63, 64, 65, 126] {
                let rest = n.rem_euclid(1 << width);
                let negative = (-n).rem_euclid(1 << width);
                let low = |n: i128| Int::from_bits(&Int::from(n).low_bits(width));
                assert_eq!((low(n), low(-n)), (Int::from(rest), Int::from(negative)));
            }
        }
        assert_eq!(Int::from_bits(&[]), Int::ZERO);
    }

    #[test]
    fn parsing() {
        assert_eq!("-12".parse(), Ok(Int::from(-12)));
        assert_eq!("".parse::<Int>(), Err(ParseIntError));
        assert_eq!("+1".parse::<Int>(), Err(ParseIntError));
        let s = "9".repeat(100);
        assert_eq!(s.parse::<Int>().unwrap().to_string(), s);
    }
}
