//! What predicates are in a model.
//!
//! A predicate that assertions define, by an axiom or an equation, is in a model what its definition says there: the theories only know
//! it for the elements that were asked about.

use base::{Budget, FxHashMap};
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Term, Terms};

/// The predicate with the values of a model for what a model says in it, if that depends on no element.
pub(crate) fn closed(
    terms: &mut Terms,
    model: &Model,
    lambda: Term,
    budget: &Budget,
) -> Option<Term> {
    debug_assert!(matches!(terms.op(lambda), Op::Lambda(_)), "a definition that is no predicate");
    let mut values = FxHashMap::default();
    for t in terms.post_order(&[lambda]) {
        if terms.is_interpreted_by_models(t) && !mentions_element(terms, t) {
            let known = Evaluator::new(terms, model, budget).eval(t).ok();
            let value = known.or_else(|| Value::default_of(terms.sort(t)))?;
            values.insert(t, constant(terms, &value)?);
        }
    }
    let closed = terms.substitute(lambda, &values);
    terms.is_ground(closed).then_some(closed)
}

fn mentions_element(terms: &Terms, t: Term) -> bool {
    terms.post_order(&[t]).into_iter().any(|part| matches!(terms.op(part), Op::Bound(_)))
}

/// The predicates that the assertions define.
pub(crate) fn definitions(terms: &Terms, assertions: &[Term]) -> Vec<(Fun, Term)> {
    let mut found = Vec::new();
    let mut stack = assertions.to_vec();
    while let Some(t) = stack.pop() {
        match (terms.op(t), terms.args(t)) {
            (Op::And, args) => stack.extend_from_slice(args),
            (Op::Not, &[inner]) if terms.op(inner) == Op::Not => stack.push(terms.arg(inner, 0)),
            (Op::Eq, &[a, b]) => {
                for (p, lambda) in [(a, b), (b, a)] {
                    if let (Op::Apply(f), Op::Lambda(_)) = (terms.op(p), terms.op(lambda))
                        && terms.args(p).is_empty()
                    {
                        found.push((f, lambda));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// The constant for an element that assertions may mention: of declared sorts there is none.
pub(super) fn literal(terms: &mut Terms, value: &Value) -> Option<Term> {
    let mut stack = vec![value];
    while let Some(value) = stack.pop() {
        match value {
            Value::Elem(..) => return None,
            Value::Seq(_, elements) => stack.extend(elements.iter()),
            _ => {}
        }
    }
    constant(terms, value)
}

/// The constant for an element in a model.
pub(super) fn constant(terms: &mut Terms, value: &Value) -> Option<Term> {
    let (element, elements) = match value {
        Value::Seq(element, elements) => (element, elements),
        Value::Elem(sort, n) => return Some(terms.mk(Op::ElementConst(*sort, *n), &[])),
        _ => return value.to_term(terms),
    };
    let mut units = Vec::with_capacity(elements.len());
    // Sorts are nested a few times at most.
    for inner in elements.iter() {
        let inner = constant(terms, inner)?;
        units.push(terms.mk(Op::SeqUnit(*element), &[inner]));
    }
    debug_assert!(units.iter().all(|&unit| terms.is_ground(unit)), "a constant with unknowns");
    Some(match units[..] {
        [] => terms.mk(Op::SeqEmpty(*element), &[]),
        [unit] => unit,
        _ => terms.mk(Op::StrConcat, &units),
    })
}
