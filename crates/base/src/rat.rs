//! Exact rationals over [`Int`], in lowest terms with a positive denominator.
//!
//! The values of a simplex tableau over integers are whole numbers most of the time, so every
//! operation first looks whether both denominators are 1 and then costs what it costs on `Int`.

use crate::int::Int;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A rational number.
///
/// ```
/// use base::{Int, Rat};
/// let half = Rat::new(Int::from(2), Int::from(4));
/// assert_eq!((half.floor(), half.ceil()), (Int::ZERO, Int::ONE));
/// assert_eq!(&half + &half, Rat::from(Int::ONE));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rat {
    num: Int,
    den: Int,
}

impl Rat {
    /// 0.
    pub const ZERO: Rat = Rat { num: Int::ZERO, den: Int::ONE };

    /// `num / den`.
    ///
    /// # Panics
    /// If `den` is 0.
    pub fn new(num: Int, den: Int) -> Rat {
        assert!(!den.is_zero(), "rational with denominator 0");
        if den.is_one() {
            return Rat { num, den };
        }
        let g = num.gcd(&den);
        let g = if den.is_negative() { -g } else { g };
        if g.is_one() {
            return Rat { num, den };
        }
        Rat { num: num.div_exact(&g), den: den.div_exact(&g) }
    }

    /// The numerator in lowest terms.
    pub fn num(&self) -> &Int {
        &self.num
    }

    /// The denominator in lowest terms; positive.
    pub fn den(&self) -> &Int {
        &self.den
    }

    /// The value, if it is whole.
    #[inline]
    pub fn to_int(&self) -> Option<&Int> {
        self.den.is_one().then_some(&self.num)
    }

    /// Whether the value is whole.
    #[inline]
    pub fn is_integer(&self) -> bool {
        self.den.is_one()
    }

    /// Whether the value is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    /// -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        self.num.signum()
    }

    /// The largest integer that is not above.
    pub fn floor(&self) -> Int {
        if self.den.is_one() { self.num.clone() } else { self.num.div_floor(&self.den) }
    }

    /// The smallest integer that is not below.
    pub fn ceil(&self) -> Int {
        if self.den.is_one() { self.num.clone() } else { self.num.div_ceil(&self.den) }
    }

    /// `self * factor / divisor`.
    ///
    /// # Panics
    /// If `divisor` is 0.
    #[inline]
    pub fn scale(&self, factor: &Int, divisor: &Int) -> Rat {
        if self.den.is_one() && divisor.is_one() {
            return Rat { num: &self.num * factor, den: Int::ONE };
        }
        Rat::new(&self.num * factor, &self.den * divisor)
    }

    /// Compares with an integer, without building a rational.
    #[inline]
    pub fn cmp_int(&self, n: &Int) -> Ordering {
        if self.den.is_one() { self.num.cmp(n) } else { self.num.cmp(&(n * &self.den)) }
    }

    #[inline]
    fn sum(&self, rhs: &Rat, op: impl Fn(&Int, &Int) -> Int) -> Rat {
        if self.den.is_one() && rhs.den.is_one() {
            return Rat { num: op(&self.num, &rhs.num), den: Int::ONE };
        }
        if self.den == rhs.den {
            return Rat::new(op(&self.num, &rhs.num), self.den.clone());
        }
        let num = op(&(&self.num * &rhs.den), &(&rhs.num * &self.den));
        Rat::new(num, &self.den * &rhs.den)
    }
}

impl Default for Rat {
    fn default() -> Self {
        Rat::ZERO
    }
}

impl From<Int> for Rat {
    fn from(num: Int) -> Rat {
        Rat { num, den: Int::ONE }
    }
}

impl Ord for Rat {
    fn cmp(&self, other: &Rat) -> Ordering {
        if self.den == other.den {
            self.num.cmp(&other.num)
        } else {
            (&self.num * &other.den).cmp(&(&other.num * &self.den))
        }
    }
}

impl PartialOrd for Rat {
    fn partial_cmp(&self, other: &Rat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Rat {
    type Output = Rat;
    #[inline]
    fn add(self, rhs: &Rat) -> Rat {
        self.sum(rhs, |a, b| a + b)
    }
}

impl Sub for &Rat {
    type Output = Rat;
    #[inline]
    fn sub(self, rhs: &Rat) -> Rat {
        self.sum(rhs, |a, b| a - b)
    }
}

impl Mul for &Rat {
    type Output = Rat;
    fn mul(self, rhs: &Rat) -> Rat {
        self.scale(&rhs.num, &rhs.den)
    }
}

impl AddAssign<&Rat> for Rat {
    #[inline]
    fn add_assign(&mut self, rhs: &Rat) {
        *self = &*self + rhs;
    }
}

impl Neg for Rat {
    type Output = Rat;
    fn neg(self) -> Rat {
        Rat { num: -self.num, den: self.den }
    }
}

impl fmt::Display for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den.is_one() { self.num.fmt(f) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

impl fmt::Debug for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rat(n: i64, d: i64) -> Rat {
        Rat::new(Int::from(n), Int::from(d))
    }

    #[test]
    fn arithmetic_agrees_with_cross_multiplication() {
        for (a, b) in (-6..=6).flat_map(|a| [(a, 1), (a, -2), (a, 3), (a, 4)]) {
            let x = rat(a, b);
            assert!(x.den().is_positive() && x.num().gcd(x.den()).is_one());
            assert_eq!(x.floor(), Int::from(a).div_floor(&Int::from(b)));
            assert_eq!(x.ceil(), Int::from(a).div_ceil(&Int::from(b)));
            for (c, d) in (-6..=6).flat_map(|c| [(c, 1), (c, 2), (c, -3)]) {
                let y = rat(c, d);
                assert_eq!(&x + &y, rat(a * d + c * b, b * d));
                assert_eq!(&x - &y, rat(a * d - c * b, b * d));
                assert_eq!(&x * &y, rat(a * c, b * d));
                let sign = (b * d).signum();
                assert_eq!(x.cmp(&y), (a * d * sign).cmp(&(c * b * sign)));
                assert_eq!(x.cmp_int(&Int::from(c)), x.cmp(&Rat::from(Int::from(c))));
            }
        }
    }
}
