//! Remainders and questions about strings that have asserted values.
//!
//! `(= 1 (mod s 3))` gives a term a value, not a constant, so solving leaves it, and other formulas go on to ask about the same
//! remainder: each would be a decision diagram of its own, and that two of them exclude each other is found out bit by bit. So the
//! value takes the place of the remainder elsewhere. (Z3 propagates all values of terms before it searches. Of other terms congruence
//! closure knows them.) So does what is asserted of a string, or denied: that there is no dot in a name says which case a choice is, in
//! which other functions are known then.

use super::replace::replace;
use crate::engine::Resources;
use base::{FxHashMap, Interrupted};
use terms::{Op, Term, Terms};

/// Replaces remainders, and questions about strings, by the values that `formulas` give them, elsewhere. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    budget.charge(formulas.len() as u64)?;
    let (mut values, mut sources) = (FxHashMap::default(), Vec::new());
    let mut others: Vec<Term> = Vec::with_capacity(formulas.len());
    for &f in formulas.iter() {
        let source = value_in(terms, f).or_else(|| answer_in(terms, f));
        let source = source.filter(|(t, _)| !values.contains_key(t));
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
    debug_assert!(values.len() == sources.len(), "a term has two values");
    let changed = replace(terms, &mut others, budget, |_, t| Ok(values.get(&t).copied()))?;
    let mut kept = sources.iter().peekable();
    for (f, other) in formulas.iter_mut().zip(others) {
        if kept.next_if(|&&source| source == *f).is_none() {
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

/// The question about a string that `f` answers, and the answer.
fn answer_in(terms: &mut Terms, f: Term) -> Option<(Term, Term)> {
    use Op::{StrContains, StrInRe, StrPrefixOf, StrSuffixOf};
    let (atom, is_negated) = terms.literal(f);
    let is_question = matches!(terms.op(atom), StrContains | StrInRe | StrPrefixOf | StrSuffixOf);
    is_question.then(|| (atom, terms.bool(!is_negated)))
}
