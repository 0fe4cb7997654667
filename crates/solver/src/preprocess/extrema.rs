//! The greater or the less of two values is bounded by both.
//!
//! `(ite (< a b) b a)` is at least `a` and at least `b`, but only one of these is stated, under the condition. A running maximum is a
//! chain of such choices, and that it is not less than a value that went in follows only from all cases of those after it, one after
//! the other. Stated of each choice, both bounds make it a chain of inequalities. (So a constant that is defined by such a choice
//! stays, too: put into the next choice, it would be compared by cases.)

use super::spelling::at_least_zero;
use crate::audit::Goal;
use crate::engine::Resources;
use base::{FxHashMap, Int, Interrupted};
use rewrite::linear;
use terms::{Op, Sort, Term, Terms};

/// Which of two values a choice takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extreme {
    Greatest,
    Least,
}

/// Adds bounds of the choices in `formulas` that are the greater or the less of two values. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    let before = formulas.len();
    let names = names(terms, formulas);
    for t in all {
        let Some(extreme) = extreme(terms, t) else { continue };
        budget.charge(8)?;
        let (whole, given) = names.get(&t).map_or((t, None), |&(name, f)| (name, Some(f)));
        for value in [terms.arg(t, 1), terms.arg(t, 2)] {
            let (low, high) =
                if extreme == Extreme::Greatest { (value, whole) } else { (whole, value) };
            let op = if terms.sort(t) == Sort::String { Op::StrLe } else { Op::Le };
            let fact = terms.mk(op, &[low, high]);
            audit.conclude("preprocess.extrema", given.as_slice(), Goal::OneOf(vec![fact]));
            formulas.push(fact);
        }
    }
    Ok(formulas.len() > before)
}

/// The constants that `formulas` define by choices between strings, and the definitions. Compared with the choice itself, a value of it
/// would be compared by cases again.
fn names(terms: &Terms, formulas: &[Term]) -> FxHashMap<Term, (Term, Term)> {
    let mut names = FxHashMap::default();
    for &f in formulas {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { continue };
        let sides = [(a, b), (b, a)].into_iter();
        let is_name = |&(x, t): &(Term, Term)| terms.is_constant(x) && terms.op(t) == Op::Ite;
        if let Some((x, t)) = sides.filter(|_| terms.sort(a) == Sort::String).find(is_name) {
            debug_assert!(x != t, "a constant that is a choice");
            names.entry(t).or_insert((x, f));
        }
    }
    names
}

/// Whether `t` is the greater or the less of two values.
pub(super) fn is_extreme(terms: &Terms, t: Term) -> bool {
    extreme(terms, t).is_some()
}

/// Whether the choice `t` takes the greatest or the least of its values.
fn extreme(terms: &Terms, t: Term) -> Option<Extreme> {
    let (Op::Ite, &[c, p, q]) = (terms.op(t), terms.args(t)) else { return None };
    if p == q {
        return None;
    }
    let is_greatest = match terms.sort(t) {
        Sort::Int => {
            let (sum, difference) =
                (at_least_zero(terms, c)?, linear(terms, p).minus(&linear(terms, q)));
            let opposite = difference.scaled(&Int::from(-1));
            let compares = |d: &base::LinearSum<Term>| sum == *d || sum == d.clone().plus_int(-1);
            let (greatest, least) = (compares(&difference), compares(&opposite));
            (greatest || least).then_some(greatest)?
        }
        Sort::String => {
            let (low, high, is_negated) = comparison(terms, c)?;
            let is_known = [(p, q), (q, p)].contains(&(low, high));
            is_known.then_some((low == q) != is_negated)?
        }
        _ => return None,
    };
    Some(if is_greatest { Extreme::Greatest } else { Extreme::Least })
}

/// The strings of which `c` says that the first is at most the second, or that it is not, and whether it is the latter. Whether both may be
/// equal makes no difference to a choice between them, so a strict comparison, which excludes that, is as good.
fn comparison(terms: &Terms, c: Term) -> Option<(Term, Term, bool)> {
    let (mut atom, mut is_negated) = terms.literal(c);
    let op = terms.op(c);
    if let (Op::And | Op::Or, &[a, b]) = (op, terms.args(c)) {
        let is_order = terms.op(terms.literal(a).0) == Op::StrLe;
        let (order, other) = if is_order { (a, b) } else { (b, a) };
        (atom, is_negated) = terms.literal(order);
        let (equation, differs) = terms.literal(other);
        let is_same = |s| terms.args(equation).contains(s);
        let are_same = terms.op(equation) == Op::Eq && terms.args(atom).iter().all(is_same);
        if !are_same || differs != (op == Op::And) || is_negated != (op == Op::Or) {
            return None;
        }
    }
    let (Op::StrLe, &[low, high]) = (terms.op(atom), terms.args(atom)) else { return None };
    Some((low, high, is_negated))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_of_the_values_say_which() {
        let mut terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.fresh(name, Sort::Int));
        let zero = terms.int(0);
        let difference = rewrite::linear(&terms, a).minus(&rewrite::linear(&terms, b));
        let difference = rewrite::ToTerm::to_term(&difference, &mut terms);
        let is_greater = terms.mk(Op::Ge, &[difference, zero]);
        let is_less = terms.not(is_greater);
        let other = terms.ge(a, c);
        let cases =
            [(is_greater, Some(Extreme::Greatest)), (is_less, Some(Extreme::Least)), (other, None)];
        for (condition, expected) in cases {
            let choice = terms.ite(condition, a, b);
            assert_eq!(extreme(&terms, choice), expected);
        }
        let [x, y] = ["x", "y"].map(|name| terms.fresh(name, Sort::String));
        let is_most = terms.mk(Op::StrLe, &[x, y]);
        let is_more = terms.not(is_most);
        for (condition, expected) in [(is_most, Extreme::Least), (is_more, Extreme::Greatest)] {
            let choice = terms.ite(condition, x, y);
            assert_eq!(extreme(&terms, choice), Some(expected));
            let opposite = terms.ite(condition, y, x);
            assert!(extreme(&terms, opposite).is_some_and(|found| found != expected));
            // The same, unless they are equal.
            let same = terms.eq(x, y);
            let differ = terms.not(same);
            let strict = if condition == is_most {
                terms.and(&[differ, condition])
            } else {
                terms.or(&[same, condition])
            };
            let choice = terms.ite(strict, x, y);
            assert_eq!(extreme(&terms, choice), Some(expected));
        }
    }
}
