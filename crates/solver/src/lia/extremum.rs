//! The greater and the smaller of two numbers.
//!
//! A loop that looks for the greatest letter or the longest word is a chain of `(ite (>= a b) a b)`, each with the one before as an
//! argument. That the last is at least each of the first ones takes a case split at each link, as long as nothing says that no link gets
//! smaller; simplex adds it up if each choice is at least both that it is made of. The alternative, clauses for each
//! pair of links, is square.

use base::Int;
use rewrite::{LinearSum, linear, non_negative};
use terms::{Op, Sort, Term, Terms};

/// If the choice `t` is the greater of two numbers, or the smaller, its distances to both, which are not negative.
pub(crate) fn bounds(terms: &Terms, t: Term) -> Option<[LinearSum; 2]> {
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
            let [first, _] = bounds(&terms, t)?;
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
}
