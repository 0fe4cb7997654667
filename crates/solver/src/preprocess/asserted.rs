//! Remainders that have asserted values.
//!
//! `(= 1 (mod s 3))` gives a term a value, not a constant, so solving leaves it, and other formulas go on to ask about the same
//! remainder: each would be a decision diagram of its own, and that two of them exclude each other is found out bit by bit. So the
//! value takes the place of the remainder elsewhere. (Z3 propagates all values of terms before it searches. Of other terms congruence
//! closure knows them.)

use super::replace::replace;
use crate::engine::Resources;
use base::{FxHashMap, Interrupted};
use terms::{Op, Term, Terms};

/// Replaces remainders by the values that `formulas` give them, outside of the equations that do. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    budget.charge(formulas.len() as u64)?;
    let (mut values, mut sources) = (FxHashMap::default(), Vec::new());
    let mut others: Vec<Term> = Vec::with_capacity(formulas.len());
    for &f in formulas.iter() {
        let source = value_in(terms, f).filter(|(t, _)| !values.contains_key(t));
        if let Some((t, value)) = source {
            values.insert(t, value);
            sources.push(f);
            others.push(terms.tt());
        } else {
            others.push(f);
        }
    }
    if values.is_empty() {
        return Ok(false);
    }
    debug_assert!(values.len() == sources.len(), "a remainder has two values");
    let changed = replace(terms, &mut others, budget, |_, t| Ok(values.get(&t).copied()))?;
    for (f, other) in formulas.iter_mut().zip(others) {
        if terms.op(other) != Op::True {
            *f = other;
        }
    }
    Ok(audit.replaced("preprocess.asserted", &sources, &changed))
}

/// The remainder that `f` gives a value, and the value.
fn value_in(terms: &Terms, f: Term) -> Option<(Term, Term)> {
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    let is_value = |&(t, v): &(Term, Term)| terms.op(t) == Op::Mod && terms.op(v).is_const();
    [(a, b), (b, a)].into_iter().find(is_value)
}
