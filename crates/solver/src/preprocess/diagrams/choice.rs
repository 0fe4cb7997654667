//! Choices between numbers, the summands of what becomes a diagram.

use base::{Budget, FxHashSet, Int, Interrupted};
use terms::{Op, Term, Terms};

/// A condition and whether it is to hold.
pub(super) type Literal = (Term, bool);

/// A choice as often as its coefficient says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub term: Term,
    pub coefficient: i64,
    /// The least and the greatest value, with the coefficient.
    pub least: i64,
    pub greatest: i64,
}

impl Choice {
    /// The choice `coefficient * term`, unless one of its values is no known number, or a large one.
    pub fn new(
        terms: &Terms,
        term: Term,
        coefficient: &Int,
        budget: &Budget,
    ) -> Result<Option<Choice>, Interrupted> {
        let Some(coefficient) = small(coefficient) else { return Ok(None) };
        let mut values = Vec::new();
        for t in inner(terms, term, budget)? {
            if terms.op(t) == Op::Ite {
                continue;
            }
            let value = terms.int_value(t).and_then(small).map(|n| n * coefficient);
            let Some(value) = value.filter(|&n| i32::try_from(n).is_ok()) else { return Ok(None) };
            values.push(value);
        }
        let (least, greatest) = (values.iter().min(), values.iter().max());
        Ok(least
            .zip(greatest)
            .filter(|_| terms.op(term) == Op::Ite)
            .map(|(&least, &greatest)| Choice { term, coefficient, least, greatest }))
    }
}

/// A number of which no sum overflows that fits into memory.
pub(super) fn small(n: &Int) -> Option<i64> {
    n.to_i64().filter(|&n| i32::try_from(n).is_ok())
}

/// The choices that `choice` consists of and their values, what others need first.
pub(super) fn inner(
    terms: &Terms,
    choice: Term,
    budget: &Budget,
) -> Result<Vec<Term>, Interrupted> {
    let (mut out, mut seen) = (Vec::new(), FxHashSet::default());
    let mut stack = vec![(choice, false)];
    while let Some((t, is_ready)) = stack.pop() {
        budget.tick(1)?;
        if is_ready {
            out.push(t);
        } else if seen.insert(t) {
            stack.push((t, true));
            if terms.op(t) == Op::Ite {
                stack.extend(terms.args(t)[1..].iter().map(|&value| (value, false)));
            }
        }
    }
    Ok(out)
}
