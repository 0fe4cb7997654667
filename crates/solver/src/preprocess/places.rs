//! The places of numbers in long equations.
//!
//! A number that is read forwards and backwards has factors that are sums of few powers of ten, one of which may be taken away: 3999 is
//! `4000 - 1`. Such an equation says something about each place ([`super::carries`]), so no factor in it is too long to be written down
//! ([`super::spelling`]). The digits of a factor may be negative, and no digit is more than half of the base: for the base two these are
//! the non-adjacent forms (G. Reitwiesner, *Binary arithmetic*, Advances in Computers 1, 1960).

use base::Int;
use rewrite::LinearSum;
use std::cmp::Ordering;

/// A fact: an equation of three summands has nothing to be told apart.
pub(super) const LEAST: usize = 4;

/// A fact: in which bases numbers are written; what is read in groups of bits is so in the second.
const BASES: [u64; 2] = [10, 2];

/// A fact: factors of fewer digits are few places.
const PLACES: u32 = 5;

/// The last digit of a factor, positive or negative, the one that leaves less of it; of two alike, the one with a zero in front.
pub(super) fn digit(factor: &Int, base: &Int) -> Int {
    debug_assert!(*base > Int::ONE, "digits without a base");
    let (_, positive) = factor.div_rem_euclid(base);
    let negative = &positive - base;
    let is_zero_next = |digit: &Int| {
        let (quotient, _) = (factor - digit).div_rem_euclid(base);
        quotient.div_rem_euclid(base).1.is_zero()
    };
    match positive.cmp(&negative.abs()) {
        Ordering::Less => positive,
        Ordering::Greater => negative,
        Ordering::Equal if is_zero_next(&negative) => negative,
        Ordering::Equal => positive,
    }
}

/// Whether it falls apart, by its factors, that `sum` is zero, if numerals are in it, and `most` summands are looked at.
pub(super) fn has_places(sum: &LinearSum, most: usize) -> bool {
    (LEAST..=most).contains(&sum.terms.len()) && has_few_digits(sum, BASES[0])
}

/// A base in which the factors of `sum` have few digits, but one of them many places.
pub(super) fn base_of(sum: &LinearSum) -> Option<u64> {
    BASES.into_iter().find(|&base| {
        let large = Int::from(base).pow(PLACES);
        let is_long = sum.terms.iter().any(|(_, factor)| factor.abs() >= large);
        is_long && has_few_digits(sum, base)
    })
}

/// Whether the factors have no more than three digits each on average that are not zero.
fn has_few_digits(sum: &LinearSum, base: u64) -> bool {
    debug_assert!(base > 1, "digits without a base");
    let (base, mut left) = (Int::from(base), 3 * sum.terms.len());
    for (_, factor) in &sum.terms {
        let mut factor = factor.clone();
        while !factor.is_zero() {
            let digit = digit(&factor, &base);
            if !digit.is_zero() && left == 0 {
                return false;
            }
            left -= usize::from(!digit.is_zero());
            factor = (&factor - &digit).div_exact(&base);
        }
    }
    true
}

/// The greatest power of `base` that divides `n`, which is a multiple of it.
pub(super) fn power_in(n: &Int, base: &Int) -> Int {
    let mut power = base.clone();
    debug_assert!(!n.is_zero() && n.div_rem_euclid(&power).1.is_zero(), "no multiple");
    loop {
        let next = &power * base;
        if !n.div_rem_euclid(&next).1.is_zero() {
            return power;
        }
        power = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_few_and_come_to_the_factor() {
        for base in [2, 10] {
            for n in -300..300_i64 {
                let (mut left, mut place, mut value) = (Int::from(n), 1, 0);
                while !left.is_zero() {
                    let digit = digit(&left, &Int::from(base));
                    value += place * digit.to_i64().unwrap();
                    left = (&left - &digit).div_exact(&Int::from(base));
                    place *= base;
                }
                assert_eq!(value, n);
            }
        }
        assert_eq!(digit(&Int::from(7), &Int::from(2)), Int::from(-1));
        assert_eq!(power_in(&Int::from(2400), &Int::from(10)), Int::from(100));
    }
}
