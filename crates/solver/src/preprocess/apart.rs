//! Digits in weak order that differ somewhere are in strict order.
//!
//! The problem: `(str.< s t)` of texts that are spelled says that `s` is at most `t` and that they differ. The first is one sum, `s` and
//! `t` as numbers ([`super::lexicographic`]), the second a clause of all digits, of which the search picks one again and again.
//!
//! A sum of differences with factors each of which is larger than all the lower ones can come to is zero only where all of them are. So
//! with such a sum, which is not negative, "one of these differences is not zero" is that the sum is positive. And that the first
//! difference is not negative, which was told while there was no sum, is what the sum says.

use super::spelling::{Ranges, at_least_zero, bounds, zero};
use crate::engine::Resources;
use base::{FxHashMap, FxHashSet, Int, Interrupted};
use rewrite::{LinearSum, ToTerm};
use terms::{Op, Term, Terms};

/// Replaces clauses in `formulas` by sums, and drops what sums say. Whether there was anything.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let mut sums = FxHashMap::default();
    for &f in formulas.iter() {
        budget.charge(1)?;
        if let Some(sum) = at_least_zero(terms, f).filter(|sum| sum.terms.len() > 2) {
            sums.insert(terms_of(std::slice::from_ref(&sum)), sum);
        }
    }
    if sums.is_empty() {
        return Ok(false);
    }
    let ranges = Ranges::collect(terms, formulas);
    let said: FxHashSet<LinearSum> = sums.values().filter_map(|sum| first(&ranges, sum)).collect();
    let (given, mut changed) = (bounds(terms, formulas), Vec::new());
    for f in formulas.iter_mut() {
        budget.charge(1)?;
        let after = if at_least_zero(terms, *f).is_some_and(|sum| said.contains(&sum)) {
            terms.tt()
        } else if let Some(differences) = differences(terms, *f)
            && let Some(sum) = sums.get(&terms_of(&differences))
            && is_zero_with_all(&ranges, sum, &differences)
        {
            let (sum, one) = (sum.to_term(terms), terms.int(1));
            terms.ge(sum, one)
        } else {
            continue;
        };
        changed.push((std::mem::replace(f, after), after));
    }
    Ok(audit.replaced("preprocess.apart", &given, &changed))
}

/// The terms of all of `sums`, in order.
fn terms_of(sums: &[LinearSum]) -> Vec<Term> {
    let mut all: Vec<Term> = sums.iter().flat_map(|sum| &sum.terms).map(|(t, _)| *t).collect();
    all.sort_unstable();
    all
}

/// The sums one of which is not zero, if that is what `f` says.
fn differences(terms: &Terms, f: Term) -> Option<Vec<LinearSum>> {
    if terms.op(f) != Op::Or {
        return None;
    }
    let difference = |&case: &Term| {
        let (atom, is_negated) = terms.literal(case);
        zero(terms, atom).filter(|_| is_negated)
    };
    terms.args(f).iter().map(difference).collect()
}

/// Whether `sum`, which has all terms of `differences`, is zero only where each of these is.
fn is_zero_with_all(ranges: &Ranges, sum: &LinearSum, differences: &[LinearSum]) -> bool {
    let factor_of = |sum: &LinearSum, t: Term| {
        sum.terms.iter().find(|term| term.0 == t).map(|term| term.1.clone())
    };
    let (mut weighted, mut rest) = (Vec::new(), sum.clone());
    for difference in differences {
        let Some((t, unit)) = difference.terms.first() else { return false };
        debug_assert!(!unit.is_zero(), "a summand that is none");
        let Some(factor) = factor_of(sum, *t) else { return false };
        let (weight, is_odd) = factor.div_rem_euclid(unit);
        if !is_odd.is_zero() {
            return false;
        }
        rest.add_scaled(difference, &-weight.clone());
        weighted.push((weight.abs(), difference));
    }
    if !rest.terms.is_empty() || !rest.constant.is_zero() {
        return false;
    }
    base::order::sort_by_key(&mut weighted, |(weight, _)| weight.clone());
    let mut below = Int::ZERO;
    for (weight, difference) in weighted {
        let Some((least, most)) = ranges.of_sum(difference) else { return false };
        if weight <= below {
            return false;
        }
        below += weight * most.abs().max(least.abs());
    }
    true
}

/// The sum of what counts most in `sum`, if that is not negative because `sum` is not. A bound of one integer is what this rests on, for
/// others if not here: if it were dropped, two sums could each say what the other one rests on.
fn first(ranges: &Ranges, sum: &LinearSum) -> Option<LinearSum> {
    let weight = sum.terms.iter().map(|(_, factor)| factor.abs()).max()?;
    debug_assert!(weight.is_positive(), "a summand that counts for nothing");
    let is_first = |factor: &Int| factor.abs() == weight;
    let (mut first, mut rest) = (LinearSum::default(), LinearSum::constant(sum.constant.clone()));
    for (t, factor) in &sum.terms {
        match is_first(factor) {
            true => first.add_var(*t, if factor.is_positive() { Int::ONE } else { -Int::ONE }),
            false => rest.add_var(*t, factor.clone()),
        }
    }
    let (_, most) = ranges.of_sum(&rest)?;
    let is_bound = first.terms.len() == 1;
    (most < weight && !is_bound && first.terms.len() < sum.terms.len()).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::super::brute::{assert_same, bounded, each, ints, run, sum};
    use super::*;
    use base::SplitMix64;
    use terms::Terms;

    #[test]
    fn what_is_said_is_the_same() {
        let (mut random, mut changed) = (SplitMix64::new(5), 0);
        for _ in 0..200 {
            let (mut terms, mut formulas) = (Terms::new(), Vec::new());
            let x = [0; 4].map(|_| bounded(&mut terms, 0..=2, &mut formulas));
            let weight = 1 + random.below(4) as i64;
            let parts = [(weight, x[0]), (-weight, x[1]), (1, x[2]), (-1, x[3])];
            let whole = sum(&mut terms, &parts, random.below(2) as i64);
            let zero = terms.int(0);
            let differ = [terms.eq(x[0], x[1]), terms.eq(x[2], x[3])].map(|f| terms.not(f));
            formulas.extend([terms.ge(whole, zero), terms.or(&differ), terms.ge(x[0], x[1])]);
            let before = formulas.clone();
            changed += i64::from(run(&mut terms, |res| round(res, &mut formulas).unwrap()));
            assert_same(&terms, &each(&x, &ints(0..=2)), &before, &formulas);
        }
        assert!((50..150).contains(&changed), "{changed} changed");
    }
}
