//! Linear sums over integer terms: the normal form of arithmetic.
//!
//! A sum is read off a term without recursion and without expanding shared subterms twice: an
//! argument is always older than the term that uses it, so processing pending terms from the
//! youngest to the oldest meets each one once, with its final coefficient.

use base::{Budget, Int, Interrupted};
use std::collections::BTreeMap;
use std::convert::Infallible;
use terms::eval::MAX_DIGITS;
use terms::{Op, Term, Terms};

/// A fact: so many digits of a coefficient are copied in the time of a tick.
const DIGITS_PER_TICK: u64 = 1000;

/// `sum of c * t, plus constant`, where the `t` are not themselves linear.
pub type LinearSum = base::LinearSum<Term>;

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
    read(terms, t, |_| Ok(())).unwrap_or_else(|never: Infallible| match never {})
}

/// As [`linear`], of a term that may be deep, so that coefficients may be long.
///
/// # Errors
/// When the budget runs out.
pub fn linear_within(terms: &Terms, t: Term, budget: &Budget) -> Result<LinearSum, Interrupted> {
    read(terms, t, |work| budget.tick(work))
}

fn read<E>(terms: &Terms, t: Term, tick: impl Fn(u64) -> Result<(), E>) -> Result<LinearSum, E> {
    match terms.op(t) {
        Op::Add | Op::Neg | Op::Sub | Op::Mul => {}
        Op::IntConst(i) => return Ok(LinearSum::constant(terms.int_payload(i).clone())),
        _ => return Ok(LinearSum::var(t)),
    }
    let mut pending = BTreeMap::new();
    pending.insert(t, Int::ONE);
    let mut sum = LinearSum::default();
    while let Some((t, c)) = pending.pop_last() {
        tick(1 + c.approx_digits() as u64 / DIGITS_PER_TICK)?;
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
    Ok(sum)
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

/// A sum that can be written as a term again.
pub trait ToTerm {
    /// The sum as a term in normal form.
    fn to_term(&self, terms: &mut Terms) -> Term;
}

impl ToTerm for LinearSum {
    fn to_term(&self, terms: &mut Terms) -> Term {
        let mut parts: Vec<Term> =
            self.terms.iter().map(|(t, c)| terms.scale(c.clone(), *t)).collect();
        if parts.is_empty() || !self.constant.is_zero() {
            parts.push(terms.int(self.constant.clone()));
        }
        terms.add(&parts)
    }
}

/// The normal form of `sum >= 0`.
pub(crate) fn ge_zero(terms: &mut Terms, sum: &LinearSum) -> Term {
    if let Some(k) = sum.as_constant() {
        let holds = !k.is_negative();
        return terms.bool(holds);
    }
    let divisor = sum.content();
    let mut lhs = sum.clone();
    let mut bound = (-lhs.constant.clone()).div_ceil(&divisor);
    lhs.constant = Int::ZERO;
    let negative = lhs.terms[0].1.is_negative();
    for (_, c) in &mut lhs.terms {
        *c = c.div_exact(&divisor);
        if negative {
            *c = -c.clone();
        }
    }
    // -lhs >= k  iff  lhs <= -k  iff  not (lhs >= 1 - k)
    if negative {
        bound = Int::ONE - bound;
    }
    let (lhs, bound) = (lhs.to_term(terms), terms.int(bound));
    let ge = terms.ge(lhs, bound);
    if negative { terms.not(ge) } else { ge }
}

/// The normal form of `sum = 0`: false where the coefficients do not divide the constant.
pub(crate) fn eq_zero(terms: &mut Terms, sum: &LinearSum) -> Term {
    if let Some(k) = sum.as_constant() {
        let holds = k.is_zero();
        return terms.bool(holds);
    }
    let mut divisor = sum.content();
    if sum.terms[0].1.is_negative() {
        divisor = -divisor;
    }
    let (constant, rest) = sum.constant.div_rem_euclid(&divisor);
    if !rest.is_zero() {
        return terms.ff();
    }
    let mut lhs = sum.clone();
    lhs.constant = Int::ZERO;
    lhs.terms.iter_mut().for_each(|(_, c)| *c = c.div_exact(&divisor));
    let bound = -constant;
    if let [(x, cx), (y, cy)] = lhs.terms.as_slice()
        && bound.is_zero()
        && cx.is_one()
        && *cy == Int::from(-1)
    {
        return terms.eq(*x, *y);
    }
    let (lhs, bound) = (lhs.to_term(terms), terms.int(bound));
    terms.eq(lhs, bound)
}

/// The product of two constants, unless it is longer than what is evaluated: a number that is squared again and again is not written
/// down.
pub(crate) fn times(a: &Int, b: &Int) -> Option<Int> {
    (a.approx_digits() + b.approx_digits() <= MAX_DIGITS).then(|| a * b)
}

/// Reads a product as `constant * at most one factor`; `None` when more factors are not constant, or too long.
fn scaled(terms: &Terms, product: Term) -> Option<(Option<Term>, Int)> {
    let mut k = Int::ONE;
    let mut factor = None;
    for &a in terms.args(product) {
        match terms.int_value(a) {
            Some(n) => k = times(&k, n)?,
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
    fn long_constants_are_not_multiplied() {
        let mut t = Terms::new();
        let n = t.int(Int::from(2).pow(2_000_000));
        let [two, square] = [t.int(2), n].map(|by| t.mk(Op::Mul, &[n, by]));
        assert!(linear(&t, two).as_constant().is_some());
        assert_eq!(linear(&t, square), LinearSum::var(square));
    }

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
