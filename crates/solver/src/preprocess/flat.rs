//! Concatenations as lists of parts, and how many parts may be looked at.

use base::{Budget, Interrupted};
use terms::{Op, Term, Terms};

/// Whether so many parts are `left` to look at.
pub(super) fn pay(parts: usize, left: &mut usize, budget: &Budget) -> Result<bool, Interrupted> {
    budget.charge(parts as u64)?;
    let pays = *left >= parts;
    *left -= if pays { parts } else { 0 };
    Ok(pays)
}

/// The parts of a concatenation, and of those in it.
pub(super) fn flat(terms: &Terms, s: Term) -> Vec<Term> {
    let (mut parts, mut stack) = (Vec::new(), vec![s]);
    while let Some(t) = stack.pop() {
        if terms.op(t) == Op::StrConcat {
            stack.extend(terms.args(t).iter().rev());
        } else {
            parts.push(t);
        }
    }
    parts
}
