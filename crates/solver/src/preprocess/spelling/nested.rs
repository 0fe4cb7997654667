//! Remainders of remainders by one number.
//!
//! A checksum is `(a mod n + c) mod n` for one letter after the other. All of these are one remainder of a sum, and the inner ones need
//! not be written out: each would be a sum of all letters before it.

use base::{FxHashMap, FxHashSet, Int};
use rewrite::LinearSum;
use std::collections::BTreeMap;
use terms::{Op, Sort, Term, Terms};

/// Where a term occurs: in sums of which a remainder by this is taken, and nowhere else; or elsewhere.
type Place = Option<Term>;

/// The remainders that occur nowhere but in sums of which a remainder by the same number is taken. Of `all`, arguments come first.
pub(crate) fn nested(terms: &Terms, all: &[Term]) -> FxHashSet<Term> {
    let mut places: FxHashMap<Term, Place> = FxHashMap::default();
    let mut found = FxHashSet::default();
    for &t in all.iter().rev() {
        let own = places.get(&t).copied().flatten();
        let (op, args) = (terms.op(t), terms.args(t));
        let inner = match args {
            &[_, divisor] if op == Op::Mod => Some(divisor),
            _ if matches!(op, Op::Add | Op::Mul) => own,
            _ => None,
        };
        if op == Op::Mod && own.is_some() && own == inner {
            found.insert(t);
        }
        for &a in args.iter().filter(|&&a| terms.sort(a) == Sort::Int) {
            let place = places.entry(a).or_insert(inner);
            if *place != inner {
                *place = None;
            }
        }
    }
    debug_assert!(found.len() <= all.len(), "more remainders than terms");
    found
}

/// The sum without remainders by `divisor`, which is `n`, and of the same remainder.
pub(super) fn expanded(terms: &Terms, sum: &LinearSum, divisor: Term, n: &Int) -> LinearSum {
    debug_assert!(n.is_positive(), "a remainder by something that is not positive");
    let (mut open, mut rest) = (BTreeMap::new(), BTreeMap::new());
    let mut constant = Int::ZERO;
    let mut take = |open: &mut BTreeMap<Term, Int>, sum: &LinearSum, factor: &Int| {
        constant += &(&sum.constant * factor);
        for (t, own) in &sum.terms {
            let is_inner = terms.op(*t) == Op::Mod && terms.arg(*t, 1) == divisor;
            let group = if is_inner { &mut *open } else { &mut rest };
            *group.entry(*t).or_default() += &(own * factor);
        }
    };
    take(&mut open, sum, &Int::ONE);
    // The youngest first: what it contains is older, and so each is taken apart once.
    while let Some((t, factor)) = open.pop_last() {
        take(&mut open, &rewrite::linear(terms, terms.arg(t, 0)), &lessened(&factor, n));
    }
    rest.retain(|_, factor: &mut Int| !factor.is_zero());
    LinearSum { terms: rest.into_iter().collect(), constant }
}

/// A number of the same sign and the same remainder, between `-n` and `n`.
pub(super) fn lessened(factor: &Int, n: &Int) -> Int {
    let rest = factor.abs().div_rem_euclid(n).1;
    if factor.is_negative() { -rest } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_in_remainders_are_one_sum() {
        let mut terms = Terms::new();
        let [x, y, n, m] = ["x", "y", "n", "m"].map(|name| terms.fresh(name, Sort::Int));
        let (seven, five) = (terms.int(7), terms.int(5));
        let rest = |terms: &mut Terms, sum: &[Term], by: Term| {
            let sum = terms.add(sum);
            terms.mk(Op::Mod, &[sum, by])
        };
        let inner = rest(&mut terms, &[x, y], seven);
        let other = rest(&mut terms, &[x, y], five);
        let twice = terms.scale(2, inner);
        let outer = rest(&mut terms, &[twice, x, other], seven);
        let formulas = [terms.eq(outer, n), terms.eq(other, m)];
        let all = terms.post_order(&formulas);
        assert_eq!(nested(&terms, &all), [inner].into_iter().collect());
        let sum = rewrite::linear(&terms, terms.arg(outer, 0));
        let sum = expanded(&terms, &sum, seven, &Int::from(7));
        let coefficients = [x, y, other].map(|t| sum.coefficient(t));
        assert_eq!(coefficients, [3, 2, 1].map(Int::from));
    }
}
