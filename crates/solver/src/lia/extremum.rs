//! The greater and the smaller of some numbers.
//!
//! A loop that looks for the greatest letter or the longest word is a chain of `(ite (>= a b) a b)`, each with the one before as an
//! argument. That the last is at least each of the first ones takes a case split at each link, as long as nothing says that no link gets
//! smaller; simplex adds it up if each choice is at least both that it is made of. The alternative, clauses for each
//! pair of links, is square.
//!
//! A choice between constants is at least the least and at most the greatest of them. Without that, a sum of bits with weights has
//! no bound before the last bit is decided, and the search learns about sets of bits, where propagation would find one bit after the other.

use base::Int;
use rewrite::{LinearSum, linear, non_negative};
use terms::{Op, Sort, Term, Terms};

/// A fact: choices between more cases than this are lists that letters are looked up in.
const CASES: usize = 64;

/// What is not negative whatever is chosen in `t`: its distances to the greater or the smaller of two numbers, or to constants.
pub(crate) fn bounds(terms: &Terms, t: Term) -> Option<[LinearSum; 2]> {
    of_two(terms, t).or_else(|| of_constants(terms, t))
}

/// If the choice `t` is between constants, its distances to the least and the greatest.
fn of_constants(terms: &Terms, t: Term) -> Option<[LinearSum; 2]> {
    let (mut values, mut cases, mut stack) = (Vec::new(), 0, vec![t]);
    while let Some(t) = stack.pop() {
        cases += 1;
        if cases > CASES {
            return None;
        }
        if terms.op(t) == Op::Ite {
            stack.extend_from_slice(&terms.args(t)[1..]);
        } else {
            values.push(terms.int_value(t)?);
        }
    }
    let (least, most) = (*values.iter().min()?, *values.iter().max()?);
    debug_assert!(least <= most, "the least constant is greater than others");
    let it = LinearSum::var(t);
    let above = it.clone().minus(&LinearSum::constant(least.clone()));
    Some([above, LinearSum::constant(most.clone()).minus(&it)])
}

/// If the choice `t` is the greater of two numbers, or the smaller, its distances to both, which are not negative.
fn of_two(terms: &Terms, t: Term) -> Option<[LinearSum; 2]> {
    debug_assert!(terms.op(t) == Op::Ite, "a choice is an ite");
    let &[c, a, b] = terms.args(t) else { return None };
    if terms.sort(a) != Sort::Int || terms.op(c) != Op::Ge {
        return None;
    }
    let condition = non_negative(terms, c);
    let [it, a, b] = [t, a, b].map(|t| linear(terms, t));
    let difference = a.clone().minus(&b);
    let (leaf, unit) = condition.terms.first()?;
    let (factor, _) = difference.coefficient(*leaf).div_rem_euclid(unit);
    let rest = difference.minus(&condition.scaled(&factor));
    // If the condition is true, the difference is `rest` or on the side of `factor`; if not, `rest - factor` or on the other side.
    let (rest, sign) = (rest.as_constant()?, Int::from(factor.signum()));
    let (then, otherwise) = (rest * &sign, (&factor - rest) * &sign);
    if sign.is_zero() || then.is_negative() || otherwise.is_negative() {
        return None;
    }
    Some([a, b].map(|other| it.clone().minus(&other).scaled(&sign)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_and_smaller() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh("x", Sort::Int), terms.fresh("y", Sort::Int));
        let [zero, one, two] = [0, 1, 2].map(|n| terms.int(n));
        let minus = terms.scale(Int::from(-1), x);
        let next = terms.add(&[y, one]);
        let further = terms.add(&[y, two]);
        let mut sign = |a, b, then, otherwise| {
            let c = terms.ge(a, b);
            let t = terms.ite(c, then, otherwise);
            let [first, _] = of_two(&terms, t)?;
            Some(first.coefficient(t))
        };
        let (greater, smaller) = (Some(Int::ONE), Some(Int::from(-1)));
        assert_eq!(sign(x, y, x, y), greater);
        assert_eq!(sign(x, next, x, y), greater);
        assert_eq!(sign(x, y, y, x), smaller);
        assert_eq!(sign(x, zero, x, minus), greater);
        assert_eq!(sign(x, one, one, x), smaller);
        assert_eq!(sign(x, further, x, y), None);
        assert_eq!(sign(x, zero, y, minus), None);
        assert_eq!(sign(x, zero, one, two), None);
    }

    #[test]
    fn constants() {
        let mut terms = Terms::new();
        let (c, x) = (terms.fresh("c", Sort::Bool), terms.fresh("x", Sort::Int));
        let d = terms.fresh("d", Sort::Bool);
        let [two, five, seven] = [2, 5, 7].map(|n| terms.int(n));
        let inner = terms.ite(c, seven, two);
        let t = terms.ite(d, five, inner);
        let [above, below] = bounds(&terms, t).unwrap();
        assert_eq!((above.constant, below.constant), (Int::from(-2), Int::from(7)));
        let open = terms.ite(d, x, inner);
        assert_eq!(bounds(&terms, open), None);
    }
}
