//! Bounds of numbers that are read digit by digit, by cases.
//!
//! `v2 = (ite (and (<= 48 c) (<= c 57)) (+ (* 10 v1) (- c 48)) v1)` and so on is the loop of `atoi`, which skips what is no digit.
//! How large a number can be after some steps follows for each from the one before, but only by cases: arithmetic learns the bound of the
//! last one from a conflict for each choice of cases, of which there are exponentially many.
//!
//! Here the bounds of both cases are computed in the order of the steps, each under its condition, and stated (interval analysis:
//! P. Cousot and R. Cousot, *Static Determination of Dynamic Properties of Programs*, 1976). With these a number that is too large for the
//! steps that are left is a conflict of one case. Only numbers that are multiplied in a case are looked at: of those that are
//! counted up by choices, sums are better ([`super::diagrams`]), which a bound of its own would keep apart.

use super::spelling::Ranges;
use super::substitution::constants_of;
use crate::audit::Goal;
use crate::engine::Resources;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// A fact: the largest code of a letter.
const LARGEST_CODE: u64 = 0x2_FFFF;

/// An integer constant that an equation defines.
struct Definition {
    x: Term,
    image: Term,
    /// The constants that the image reads.
    read: Vec<Term>,
}

/// Adds the bounds of accumulators to `formulas`. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let definitions = definitions(terms, formulas, budget)?;
    if !definitions.iter().any(|d| multiplies(terms, d)) {
        return Ok(false);
    }
    let (mut ranges, before) = (Ranges::collect(terms, formulas), formulas.len());
    for definition in in_order(definitions, budget)? {
        budget.charge(16)?;
        let range = range_of(terms, &ranges, definition.image, budget)?;
        let Some((least, most)) = range else { continue };
        debug_assert!(least <= most, "an integer has no value in any case");
        if multiplies(terms, &definition) {
            let (low, high) = (terms.int(least.clone()), terms.int(most.clone()));
            for fact in [terms.ge(definition.x, low), terms.ge(high, definition.x)] {
                audit.conclude("preprocess.accumulators", formulas, Goal::OneOf(vec![fact]));
                formulas.push(fact);
            }
        }
        ranges.at_least(definition.x, least);
        ranges.at_most(definition.x, most);
    }
    Ok(formulas.len() > before)
}

/// The integer constants that `formulas` define, each once.
fn definitions(
    terms: &Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<Vec<Definition>, Interrupted> {
    let (mut found, mut known) = (Vec::new(), FxHashSet::default());
    for &f in formulas {
        budget.charge(1)?;
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { continue };
        let (x, image) = if terms.is_constant(a) { (a, b) } else { (b, a) };
        if terms.sort(x) == Sort::Int && terms.is_constant(x) && known.insert(x) {
            let read = constants_of(terms, image, budget)?;
            found.push(Definition { x, image, read });
        }
    }
    Ok(found)
}

/// Whether a case of the image has a multiple of a constant that it reads.
fn multiplies(terms: &Terms, definition: &Definition) -> bool {
    let (mut seen, mut stack) = (FxHashSet::default(), vec![definition.image]);
    if terms.op(definition.image) != Op::Ite {
        return false;
    }
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        if terms.op(t) == Op::Ite {
            stack.extend_from_slice(&terms.args(t)[1..]);
        } else if rewrite::linear(terms, t).terms.iter().any(|(t, factor)| {
            terms.is_constant(*t) && factor.abs() > Int::ONE && *t != definition.x
        }) {
            return true;
        }
    }
    false
}

/// The definitions, those first that others read, unless they read each other.
fn in_order(definitions: Vec<Definition>, budget: &Budget) -> Result<Vec<Definition>, Interrupted> {
    let of: FxHashMap<Term, usize> =
        definitions.iter().enumerate().map(|(i, d)| (d.x, i)).collect();
    let read = |d: &Definition| d.read.iter().filter_map(|x| of.get(x).copied()).collect();
    let targets: Vec<Vec<usize>> = definitions.iter().map(read).collect();
    let components = base::components(&targets, 0..targets.len(), || budget.charge(1))?;
    debug_assert!(components.iter().all(Option::is_some), "a definition is left out");
    let mut ordered: Vec<_> = components.into_iter().zip(definitions).collect();
    base::order::sort_by_key(&mut ordered, |(component, _)| *component);
    Ok(ordered.into_iter().map(|(_, definition)| definition).collect())
}

/// Between which numbers `image` is, if that is known, whatever its conditions choose.
fn range_of(
    terms: &Terms,
    ranges: &Ranges,
    image: Term,
    budget: &Budget,
) -> Result<Option<(Int, Int)>, Interrupted> {
    let (mut all, mut stack) = (None::<(Int, Int)>, vec![(image, Vec::new())]);
    while let Some((t, facts)) = stack.pop() {
        budget.charge(16)?;
        if let (Op::Ite, &[c, p, q]) = (terms.op(t), terms.args(t)) {
            let conjuncts = if terms.op(c) == Op::And { terms.args(c) } else { &[c][..] };
            let (mut holds, mut fails) = (facts.clone(), facts);
            holds.extend(conjuncts.iter().map(|&c| (c, true)));
            fails.extend((terms.op(c) != Op::And).then_some((c, false)));
            stack.extend([(p, holds), (q, fails)]);
            continue;
        }
        debug_assert!(terms.sort(t) == Sort::Int, "a case of a number is none");
        let sum = rewrite::linear(terms, t);
        let mut own = Ranges::default();
        for (t, _) in &sum.terms {
            let (least, most) = bounds(terms, ranges, *t);
            least.into_iter().for_each(|n| own.at_least(*t, n));
            most.into_iter().for_each(|n| own.at_most(*t, n));
        }
        facts.iter().for_each(|&(fact, holds)| own.suppose(terms, fact, holds));
        let Some((least, most)) = own.of_sum(&sum) else { return Ok(None) };
        all = Some(match all {
            Some((low, high)) => (low.min(least), high.max(most)),
            None => (least, most),
        });
    }
    Ok(all)
}

/// The bounds of a summand.
fn bounds(terms: &Terms, ranges: &Ranges, t: Term) -> (Option<Int>, Option<Int>) {
    let (least, most) = (ranges.least(t).cloned(), ranges.most(t).cloned());
    if terms.op(t) == Op::StrToCode {
        return (least.or(Some(Int::from(-1))), most.or(Some(Int::from(LARGEST_CODE))));
    }
    (least, most)
}

#[cfg(test)]
mod tests {
    use super::super::brute::run;
    use super::*;

    #[test]
    fn numbers_have_as_many_digits_as_were_read() {
        let mut terms = Terms::new();
        let [x, y, z, c] = ["x", "y", "z", "c"].map(|name| terms.fresh(name, Sort::Int));
        let [zero, nine] = [0, 9].map(|n| terms.int(n));
        let (low, high) = (terms.ge(c, zero), terms.ge(nine, c));
        let is_digit = terms.and(&[low, high]);
        let mut formulas = vec![terms.eq(x, zero)];
        for (before, after) in [(y, z), (x, y)] {
            let shifted = terms.scale(10, before);
            let longer = terms.add(&[shifted, c]);
            let image = terms.ite(is_digit, longer, before);
            formulas.push(terms.eq(after, image));
        }
        assert!(run(&mut terms, |res| round(res, &mut formulas).unwrap()));
        let most = [9, 99].map(|n| terms.int(n));
        for (t, most) in [y, z].into_iter().zip(most) {
            assert!(formulas.contains(&terms.ge(most, t)) && formulas.contains(&terms.ge(t, zero)));
        }
        assert_eq!(formulas.len(), 7);
    }
}
