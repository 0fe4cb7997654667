//! Integers that only say where a text that is spelled out is read.
//!
//! The problem: `(= (str.at "bcad" p) (str.at "bcad" (+ p 1)))` has no bounds for `p`, so it cannot be evaluated for each value; as a
//! formula about strings, each of its letters is a cut of the text somewhere.
//!
//! But in front of the text and behind it there is no letter. So for all `p` that are less than -2, or greater than 4, it says the
//! same as for these. (A function that is constant beyond its thresholds saturates, as in saturation arithmetic.)

use base::{FxHashSet, Int};
use rewrite::{LinearSum, linear};
use std::ops::RangeInclusive;
use terms::{Op, Term, Terms};

/// From a value of `x` to another one, beyond which the formula whose subterms are `all`, in post-order, says the same as for these; none
/// if it reads `x` for something else than letters.
pub(super) fn range(terms: &Terms, all: &[Term], x: Term) -> Option<(i64, i64)> {
    let mut sums = FxHashSet::from_iter([x]);
    let mut ends: Option<(i64, i64)> = None;
    for &t in all {
        let Some(at) = terms.args(t).iter().position(|arg| sums.contains(arg)) else { continue };
        let op = terms.op(t);
        if matches!(op, Op::Add | Op::Sub | Op::Neg | Op::Mul) {
            sums.insert(t);
            continue;
        }
        let is_word = |&length: &Term| terms.int_value(length).is_some();
        let is_slice = terms.args(t).get(2).is_none_or(is_word);
        if !matches!(op, Op::StrAt | Op::StrSubstr) || at != 1 || !is_slice {
            return None;
        }
        let text = terms.str_value(terms.arg(t, 0))?;
        let index = linear(terms, terms.arg(t, 1));
        let (least, most) = outside(&index, x, text.len())?;
        let (low, high) = ends.unwrap_or((least, most));
        ends = Some((low.min(least), high.max(most)));
    }
    debug_assert!(ends.is_none_or(|(low, high)| low < high), "a text is read at no place");
    ends
}

/// The greatest value of `x` for which `index`, a sum of it and a constant, is in front of a text of so many letters, and the least
/// for which it is behind; in this order of the values.
fn outside(index: &LinearSum, x: Term, length: usize) -> Option<(i64, i64)> {
    let [(t, factor)] = &index.terms[..] else { return None };
    if *t != x || factor.abs() != Int::ONE {
        return None;
    }
    let offset = index.constant.to_i64()?;
    let length = i64::try_from(length).ok()?;
    let (front, behind) = if factor.is_positive() {
        (offset.checked_neg()?.checked_sub(1)?, length.checked_sub(offset)?)
    } else {
        (offset.checked_sub(length)?, offset.checked_add(1)?)
    };
    Some((front, behind))
}

/// That `x` is in one of these intervals within `values`, of which the ends stand for all beyond them.
pub(super) fn within(
    terms: &mut Terms,
    x: Term,
    intervals: &[(i64, i64)],
    values: &RangeInclusive<i64>,
) -> Term {
    let mut cases = Vec::new();
    for &(low, high) in intervals {
        debug_assert!(
            values.contains(&low) && values.contains(&high),
            "an interval without a table"
        );
        let mut bounds = Vec::new();
        for (end, is_low) in [(low, true), (high, false)] {
            if end != if is_low { *values.start() } else { *values.end() } {
                let end = terms.int(end);
                bounds.push(if is_low { terms.ge(x, end) } else { terms.ge(end, x) });
            }
        }
        cases.push(terms.and(&bounds));
    }
    if cases.is_empty() { terms.ff() } else { terms.or(&cases) }
}

#[cfg(test)]
mod tests {
    use super::super::super::brute::run;
    use super::super::round;
    use base::Budget;
    use terms::eval::Evaluator;
    use terms::model::Model;
    use terms::value::Value;
    use terms::{Op, Sort, Terms};

    #[test]
    fn tables_say_the_same_for_all_values() {
        for (text, offset, negated) in [("bccad", 1, false), ("aab", -2, false), ("abba", 5, true)]
        {
            let mut terms = Terms::new();
            let p = terms.fresh("p", Sort::Int);
            let Op::Apply(fun) = terms.op(p) else { unreachable!() };
            let (text, offset) = (terms.text(text), terms.int(offset));
            let index = terms.mk(if negated { Op::Sub } else { Op::Add }, &[offset, p]);
            let letters = [p, index].map(|at| terms.mk(Op::StrAt, &[text, at]));
            let given = terms.eq(letters[0], letters[1]);
            let mut formulas = vec![given];
            assert!(run(&mut terms, |res| round(res, false, &mut formulas)).unwrap());
            assert!(!terms.post_order(&formulas).iter().any(|&t| terms.op(t) == Op::StrAt));
            let budget = Budget::unlimited();
            for value in -20..20 {
                let mut model = Model::new();
                model.set(fun, Value::Int(value.into()));
                let [a, b] = [given, formulas[0]]
                    .map(|f| Evaluator::new(&terms, &model, &budget).eval(f).unwrap());
                assert_eq!(a, b, "{value}");
            }
        }
    }

    #[test]
    fn what_is_read_otherwise_has_no_table() {
        let mut terms = Terms::new();
        let p = terms.fresh("p", Sort::Int);
        let text = terms.text("a1b2");
        let letter = terms.mk(Op::StrAt, &[text, p]);
        let numeral = terms.mk(Op::StrFromInt, &[p]);
        let mut formulas = vec![terms.eq(letter, numeral)];
        assert!(!run(&mut terms, |res| round(res, false, &mut formulas)).unwrap());
    }
}
