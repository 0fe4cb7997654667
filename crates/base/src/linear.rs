//! Linear sums over variables of any kind: the common form of what rewriting reads off terms, what the word
//! procedures say about lengths, and what the rows of a tableau are made from.

use crate::Int;
use std::cmp::Ordering;

/// A fact: to insert a monomial moves those after it, which takes so much less time than to copy and compare each.
const MERGE_RATIO: usize = 8;

/// `Σ coefficient · variable + constant`; each variable occurs once, in ascending order, with a coefficient that
/// is not 0.
///
/// ```
/// use base::{Int, LinearSum};
/// let mut sum = LinearSum::var('x').plus_int(3);
/// sum.add_var('y', 2);
/// assert_eq!(sum.coefficient('y'), Int::from(2));
/// assert_eq!(sum.value(|v| Int::from(if v == 'x' { 1 } else { 10 })), Int::from(24));
/// assert_eq!(sum.clone().minus(&sum), LinearSum::constant(0));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LinearSum<V> {
    /// The monomials, ascending by variable, without zero coefficients.
    pub terms: Vec<(V, Int)>,
    /// The constant part.
    pub constant: Int,
}

impl<V> Default for LinearSum<V> {
    fn default() -> Self {
        LinearSum { terms: Vec::new(), constant: Int::ZERO }
    }
}

impl<V: Copy + Ord> LinearSum<V> {
    /// Just a number.
    pub fn constant(n: impl Into<Int>) -> Self {
        LinearSum { terms: Vec::new(), constant: n.into() }
    }

    /// Just a variable.
    pub fn var(v: V) -> Self {
        LinearSum { terms: vec![(v, Int::ONE)], constant: Int::ZERO }
    }

    /// Adds `factor · v`, in time linear in the number of monomials.
    pub fn add_var(&mut self, v: V, factor: impl Into<Int>) {
        let factor = factor.into();
        match self.terms.binary_search_by(|t| t.0.cmp(&v)) {
            Ok(at) => {
                self.terms[at].1 += factor;
                if self.terms[at].1.is_zero() {
                    self.terms.remove(at);
                }
            }
            Err(at) if !factor.is_zero() => self.terms.insert(at, (v, factor)),
            Err(_) => {}
        }
    }

    /// Adds `n`.
    pub fn add_constant(&mut self, n: impl Into<Int>) {
        self.constant += n.into();
    }

    /// Adds `factor · other`, in time linear in the number of monomials of both.
    pub fn add_scaled(&mut self, other: &Self, factor: &Int) {
        if factor.is_zero() {
            return;
        }
        self.constant += &other.constant * factor;
        if other.terms.len() * MERGE_RATIO < self.terms.len() {
            other.terms.iter().for_each(|(v, c)| self.add_var(*v, c * factor));
            return;
        }
        let mut merged = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.drain(..).peekable(), other.terms.iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) => x.0.cmp(&y.0),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            match order {
                Ordering::Less => merged.extend(a.next()),
                Ordering::Greater => merged.extend(b.next().map(|(v, c)| (*v, c * factor))),
                Ordering::Equal => {
                    if let (Some((v, x)), Some((_, y))) = (a.next(), b.next()) {
                        let c = x + &(y * factor);
                        if !c.is_zero() {
                            merged.push((v, c));
                        }
                    }
                }
            }
        }
        drop(a);
        self.terms = merged;
    }

    /// `self + other`
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        self.add_scaled(other, &Int::ONE);
        self
    }

    /// `self - other`
    #[must_use]
    pub fn minus(mut self, other: &Self) -> Self {
        self.add_scaled(other, &Int::from(-1));
        self
    }

    /// `self + n`
    #[must_use]
    pub fn plus_int(mut self, n: impl Into<Int>) -> Self {
        self.constant += n.into();
        self
    }

    /// `factor · self`
    #[must_use]
    pub fn scaled(&self, factor: &Int) -> Self {
        let mut sum = LinearSum::default();
        sum.add_scaled(self, factor);
        sum
    }

    /// `-self`
    #[must_use]
    pub fn negated(&self) -> Self {
        self.scaled(&Int::from(-1))
    }

    /// The sum without the monomial of `v`, which it has.
    #[must_use]
    pub fn without(mut self, v: V) -> Self {
        let before = self.terms.len();
        self.terms.retain(|(other, _)| *other != v);
        debug_assert!(self.terms.len() + 1 == before, "a monomial is not there, or twice");
        self
    }

    /// What `v`, whose coefficient is 1 or -1, is where the sum is zero.
    #[must_use]
    pub fn solved_for(&self, v: V) -> Self {
        let factor = self.coefficient(v);
        debug_assert!(factor.abs().is_one(), "a variable counts more than once");
        // c v + rest = 0 with c = 1 or -1, so v = -c rest.
        self.scaled(&-factor).without(v)
    }

    /// The value where each variable has the value `value`.
    pub fn value(&self, value: impl Fn(V) -> Int) -> Int {
        self.terms.iter().fold(self.constant.clone(), |sum, (v, c)| sum + &(c * &value(*v)))
    }

    /// The value, if there is no variable.
    pub fn as_constant(&self) -> Option<&Int> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The coefficient of `v`.
    pub fn coefficient(&self, v: V) -> Int {
        match self.terms.binary_search_by(|t| t.0.cmp(&v)) {
            Ok(at) => self.terms[at].1.clone(),
            Err(_) => Int::ZERO,
        }
    }

    /// The greatest common divisor of the coefficients; 0 without monomials.
    pub fn content(&self) -> Int {
        self.terms.iter().fold(Int::ZERO, |g, (_, c)| g.gcd(c))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monomials_stay_sorted_and_nonzero() {
        let mut sum = LinearSum::var('b');
        sum.add_var('a', 2);
        sum.add_var('c', 0);
        sum.add_var('b', -1);
        assert_eq!(sum.terms, [('a', Int::from(2))]);
    }

    #[test]
    fn sums_are_merged_in_order() {
        let (a, b, c) = (LinearSum::var('a'), LinearSum::var('b'), LinearSum::var('c'));
        let left = a.clone().plus(&c).plus_int(1);
        let right = b.plus(&c).scaled(&Int::from(3));
        let sum = left.plus(&right).minus(&a);
        assert_eq!(sum.terms, [('b', Int::from(3)), ('c', Int::from(4))]);
        assert_eq!((sum.constant.clone(), sum.content()), (Int::ONE, Int::ONE));
        assert_eq!(sum.negated().plus(&sum).as_constant(), Some(&Int::ZERO));
    }
}
