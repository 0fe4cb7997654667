//! Linear sums over integer terms: the normal form of arithmetic.
//!
//! A sum is read off a term without recursion and without expanding shared subterms twice: an
//! argument is always older than the term that uses it, so processing pending terms from the
//! youngest to the oldest meets each one once, with its final coefficient.

use base::Int;
use std::collections::BTreeMap;
use terms::{Op, Term, Terms};

/// `sum of c * t, plus constant`, where the `t` are not themselves linear.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LinearSum {
    /// The monomials, ordered by term, without zero coefficients.
    pub terms: Vec<(Term, Int)>,
    /// The constant part.
    pub constant: Int,
}

/// The linear sum that the integer term `t` denotes. Products of two or more non-constant factors,
/// `div`, `mod`, `abs`, `ite` and everything non-arithmetic are leaves.
///
/// ```
/// use terms::{Op, Sort, Terms};
/// let mut t = Terms::new();
/// let x = t.fresh("x", Sort::Int);
/// let three_x = t.scale(3, x);
/// let d = t.sub(three_x, x);
/// let sum = rewrite::linear(&t, d);
/// assert_eq!(sum.terms, vec![(x, 2.into())]);
/// assert!(sum.constant.is_zero());
/// ```
pub fn linear(terms: &Terms, t: Term) -> LinearSum {
    LinearSum::of(terms, t)
}

/// The sum that is not negative iff `t`, a comparison of two integer terms, is true.
pub fn non_negative(terms: &Terms, t: Term) -> LinearSum {
    let [a, b] = [0, 1].map(|i| linear(terms, terms.arg(t, i)));
    match terms.op(t) {
        Op::Ge => a.minus(&b),
        Op::Gt => a.minus(&b).plus_int(-1),
        Op::Le => b.minus(&a),
        _ => b.minus(&a).plus_int(-1),
    }
}

impl LinearSum {
    /// A constant sum.
    pub fn constant(k: impl Into<Int>) -> LinearSum {
        LinearSum { terms: Vec::new(), constant: k.into() }
    }

    /// The sum of one term.
    pub fn term(t: Term) -> LinearSum {
        LinearSum { terms: vec![(t, Int::ONE)], constant: Int::ZERO }
    }

    /// As [`linear`].
    pub fn of(terms: &Terms, t: Term) -> LinearSum {
        match terms.op(t) {
            Op::Add | Op::Neg | Op::Sub | Op::Mul => {}
            Op::IntConst(i) => return LinearSum::constant(terms.int_payload(i).clone()),
            _ => return LinearSum::term(t),
        }
        let mut pending = BTreeMap::from([(t, Int::ONE)]);
        let mut sum = LinearSum::default();
        while let Some((t, c)) = pending.pop_last() {
            if c.is_zero() {
                continue;
            }
            let mut push = |a: Term, c: Int| {
                let slot = pending.entry(a).or_default();
                *slot += c;
            };
            match terms.op(t) {
                Op::IntConst(_) => sum.constant += terms.int_value(t).expect("constant") * &c,
                Op::Add => terms.args(t).iter().for_each(|&a| push(a, c.clone())),
                Op::Neg => push(terms.arg(t, 0), -c),
                Op::Sub => {
                    let args = terms.args(t);
                    push(args[0], c.clone());
                    args[1..].iter().for_each(|&a| push(a, -c.clone()));
                }
                Op::Mul => match scaled(terms, t) {
                    Some((Some(a), k)) => push(a, c * k),
                    Some((None, k)) => sum.constant += c * k,
                    None => sum.terms.push((t, c)),
                },
                _ => sum.terms.push((t, c)),
            }
        }
        // Popped from the youngest to the oldest, and each only once.
        sum.terms.reverse();
        sum
    }

    /// Adds `k * other`.
    pub fn add_scaled(&mut self, other: &LinearSum, k: &Int) {
        if k.is_zero() {
            return;
        }
        self.constant += &other.constant * k;
        let (mut a, mut b) = (self.terms.drain(..).peekable(), other.terms.iter().peekable());
        let mut merged = Vec::new();
        loop {
            let order = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) => x.0.cmp(&y.0),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => break,
            };
            match order {
                std::cmp::Ordering::Less => merged.extend(a.next()),
                std::cmp::Ordering::Greater => merged.extend(b.next().map(|(t, c)| (*t, c * k))),
                std::cmp::Ordering::Equal => {
                    let ((t, x), (_, y)) = (a.next().expect("peeked"), b.next().expect("peeked"));
                    let c = x + &(y * k);
                    if !c.is_zero() {
                        merged.push((t, c));
                    }
                }
            }
        }
        drop(a);
        self.terms = merged;
    }

    /// `self + other`
    pub fn plus(mut self, other: &LinearSum) -> LinearSum {
        self.add_scaled(other, &Int::ONE);
        self
    }

    /// `self - other`
    pub fn minus(mut self, other: &LinearSum) -> LinearSum {
        self.add_scaled(other, &Int::from(-1));
        self
    }

    /// `self + k`
    pub fn plus_int(mut self, k: impl Into<Int>) -> LinearSum {
        self.constant += k.into();
        self
    }

    /// `k * self`
    pub fn scaled(&self, k: &Int) -> LinearSum {
        let mut sum = LinearSum::default();
        sum.add_scaled(self, k);
        sum
    }

    /// `-self`
    pub fn negated(&self) -> LinearSum {
        self.scaled(&Int::from(-1))
    }

    /// The value, if there is no monomial.
    pub fn as_constant(&self) -> Option<&Int> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The coefficient of `t`.
    pub fn coefficient(&self, t: Term) -> Int {
        match self.terms.binary_search_by_key(&t, |m| m.0) {
            Ok(i) => self.terms[i].1.clone(),
            Err(_) => Int::ZERO,
        }
    }

    /// The greatest common divisor of the coefficients; 0 without monomials.
    pub fn content(&self) -> Int {
        self.terms.iter().fold(Int::ZERO, |g, (_, c)| g.gcd(c))
    }

    /// The sum as a term in normal form.
    pub fn to_term(&self, terms: &mut Terms) -> Term {
        let mut parts: Vec<Term> =
            self.terms.iter().map(|(t, c)| terms.scale(c.clone(), *t)).collect();
        if parts.is_empty() || !self.constant.is_zero() {
            parts.push(terms.int(self.constant.clone()));
        }
        terms.add(&parts)
    }
}

/// Reads a product as `constant * at most one factor`; `None` when more factors are not constant.
fn scaled(terms: &Terms, product: Term) -> Option<(Option<Term>, Int)> {
    let mut k = Int::ONE;
    let mut factor = None;
    for &a in terms.args(product) {
        match terms.int_value(a) {
            Some(n) => k = &k * n,
            None if factor.is_none() => factor = Some(a),
            None => return None,
        }
    }
    if k.is_zero() { Some((None, k)) } else { Some((factor, k)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use terms::Sort;

    #[test]
    fn shared_doubling_is_linear_time() {
        let mut t = Terms::new();
        let x = t.fresh("x", Sort::Int);
        let mut d = x;
        for _ in 0..200 {
            d = t.add(&[d, d]);
        }
        let sum = linear(&t, d);
        assert_eq!(sum.terms, vec![(x, Int::from(2).pow(200))]);
    }

    #[test]
    fn reading_and_writing_agree() {
        let mut t = Terms::new();
        let (x, y) = (t.fresh("x", Sort::Int), t.fresh("y", Sort::Int));
        let xy = t.mk(Op::Mul, &[x, y]);
        let (five, three) = (t.int(5), t.int(3));
        let (m, neg) = (t.mk(Op::Mul, &[three, y]), t.mk(Op::Neg, &[xy]));
        let s = t.mk(Op::Sub, &[m, x, neg, five]);
        let sum = linear(&t, s);
        assert_eq!(sum.terms, vec![(x, (-1).into()), (y, 3.into()), (xy, 1.into())]);
        assert_eq!(sum.constant, (-5).into());
        let back = sum.to_term(&mut t);
        assert_eq!(linear(&t, back), sum);
        assert!(sum.clone().minus(&sum).as_constant().is_some_and(Int::is_zero));
    }
}
