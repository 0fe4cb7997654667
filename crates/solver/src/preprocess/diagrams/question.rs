//! What comparisons ask about sums.

use super::choice::small;
use base::{Budget, Int, Interrupted};
use rewrite::LinearSum;
use terms::{Op, Sort, Term, Terms};

/// What is asked about a sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Test {
    /// Is it at least 0?
    AtLeastZero,
    /// Is it 0?
    Zero,
    /// Does this number, which is positive, divide it?
    Divisible(i64),
}

/// What an atom says: that `sum` passes the test, or that it does not, and if it is an equation with a bound, that `sum - 1` does not.
/// So equations share their nodes with bounds, and the sum that is too large for one is known not to be small enough for the other.
pub(super) struct Question {
    pub sum: LinearSum,
    pub test: Test,
    pub is_equation: bool,
    /// The first coefficient of the sum was negative, so that the sum is the negated one, and not at least 0.
    pub is_negated: bool,
}

/// What `atom` says of a sum, if it is a comparison.
pub(super) fn question(
    terms: &Terms,
    atom: Term,
    budget: &Budget,
) -> Result<Option<Question>, Interrupted> {
    let op = terms.op(atom);
    let is_comparison = matches!(op, Op::Ge | Op::Gt | Op::Le | Op::Lt | Op::Eq);
    let &[a, b] = terms.args(atom) else { return Ok(None) };
    if !is_comparison || terms.sort(a) != Sort::Int {
        return Ok(None);
    }
    let (more, less) = if matches!(op, Op::Le | Op::Lt) { (b, a) } else { (a, b) };
    let less = rewrite::linear_within(terms, less, budget)?;
    let mut sum = rewrite::linear_within(terms, more, budget)?.minus(&less);
    let is_equation = op == Op::Eq;
    if is_equation && let Some(question) = modulo(terms, &sum, budget)? {
        return Ok(Some(question));
    }
    if matches!(op, Op::Gt | Op::Lt) {
        sum.add_constant(-1);
    }
    let is_negative = sum.terms.first().is_some_and(|(_, factor)| factor.is_negative());
    if is_negative {
        sum = sum.negated().plus_int(if is_equation { 0 } else { -1 });
    }
    let is_negated = is_negative && !is_equation;
    Ok(Some(Question { sum, test: Test::AtLeastZero, is_equation, is_negated }))
}

/// What `sum = 0` says of another sum, if it says what its remainder is.
fn modulo(
    terms: &Terms,
    sum: &LinearSum,
    budget: &Budget,
) -> Result<Option<Question>, Interrupted> {
    let [(remainder, factor)] = &sum.terms[..] else { return Ok(None) };
    let &[dividend, divisor] = terms.args(*remainder) else { return Ok(None) };
    let divisor = terms.int_value(divisor).and_then(small).filter(|&n| n > 0);
    let (Op::Mod, Some(n)) = (terms.op(*remainder), divisor) else { return Ok(None) };
    let value = if *factor == Int::ONE { -sum.constant.clone() } else { sum.constant.clone() };
    let is_one = *factor == Int::ONE || *factor == Int::from(-1);
    if !is_one || value.is_negative() || value >= Int::from(n) {
        return Ok(None);
    }
    let sum = rewrite::linear_within(terms, dividend, budget)?.minus(&LinearSum::constant(value));
    Ok(Some(Question { sum, test: Test::Divisible(n), is_equation: false, is_negated: false }))
}
