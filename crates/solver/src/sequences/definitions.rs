//! What predicates are in a model.
//!
//! A predicate that assertions define, by an axiom or an equation, is in a model what its definition says there: the theories only know
//! it for the elements that were asked about.

use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

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

/// The predicates that the assertions define, by themselves or as equal to others.
pub(crate) fn definitions(terms: &Terms, assertions: &[Term]) -> Vec<(Fun, Term)> {
    let (mut found, mut equal) = (Vec::new(), Vec::new());
    let mut stack = assertions.to_vec();
    while let Some(t) = stack.pop() {
        match (terms.op(t), terms.args(t)) {
            (Op::And, args) => stack.extend_from_slice(args),
            (Op::Not, &[inner]) if terms.op(inner) == Op::Not => stack.push(terms.arg(inner, 0)),
            (Op::Eq, args) => {
                let sides: Vec<Term> = args.iter().filter_map(|&t| predicate(terms, t)).collect();
                for (p, q) in sides.iter().flat_map(|&p| sides.iter().map(move |&q| (p, q))) {
                    let Some(f) = constant_of(terms, p) else { continue };
                    if matches!(terms.op(q), Op::Lambda(_)) {
                        found.push((f, q));
                    } else if let Some(g) = constant_of(terms, q).filter(|&g| g != f) {
                        equal.push((f, g));
                    }
                }
            }
            _ => {}
        }
    }
    spread(&mut found, &equal);
    found
}

/// The predicate that `t` is, or is the regex of.
fn predicate(terms: &Terms, t: Term) -> Option<Term> {
    let is_predicate = |&p: &Term| matches!(terms.sort(p), Sort::Predicate(_));
    let inner = (terms.op(t) == Op::ReOfPred).then(|| terms.arg(t, 0));
    inner.or(Some(t)).filter(is_predicate)
}

/// The declared constant that `t` is.
fn constant_of(terms: &Terms, t: Term) -> Option<Fun> {
    let Op::Apply(f) = terms.op(t) else { return None };
    terms.args(t).is_empty().then_some(f)
}

/// What is equal to a predicate that is defined is defined, too.
fn spread(defined: &mut Vec<(Fun, Term)>, equal: &[(Fun, Fun)]) {
    let mut known: FxHashSet<Fun> = defined.iter().map(|&(f, _)| f).collect();
    let mut next = 0;
    while let Some(&(f, lambda)) = defined.get(next) {
        next += 1;
        let others = equal.iter().filter(|(a, _)| *a == f).map(|&(_, b)| b);
        defined.extend(others.filter(|&g| known.insert(g)).map(|g| (g, lambda)));
    }
}

/// `lambda` with what the predicates in it are defined as, each instance for itself. Definitions in a circle stay.
///
/// # Errors
/// When the budget runs out.
pub(super) fn inlined(
    terms: &mut Terms,
    definitions: &[(Fun, Term)],
    lambda: Term,
    budget: &Budget,
) -> Result<Term, Interrupted> {
    let defined: FxHashMap<Fun, Term> = definitions.iter().copied().collect();
    let mut lambda = lambda;
    for _ in 0..defined.len() {
        let mut memo = FxHashMap::default();
        let inline = |terms: &mut Terms, t| instance(terms, &defined, t).unwrap_or(t);
        let next = terms.map_bottom_up_within(lambda, &mut memo, budget, inline)?;
        if next == lambda {
            break;
        }
        lambda = next;
    }
    Ok(lambda)
}

/// What a defined predicate says of the element that `t` applies it to.
fn instance(terms: &mut Terms, defined: &FxHashMap<Fun, Term>, t: Term) -> Option<Term> {
    if terms.op(t) != Op::Select {
        return None;
    }
    let (p, a) = (terms.arg(t, 0), terms.arg(t, 1));
    let lambda = *defined.get(&constant_of(terms, p)?)?;
    let Op::Lambda(element) = terms.op(lambda) else { return None };
    let (bound, body) = (terms.mk(Op::Bound(element), &[]), terms.arg(lambda, 0));
    let is_nested = |&t: &Term| matches!(terms.op(t), Op::Lambda(_));
    if terms.post_order(&[body]).iter().any(is_nested) {
        return None;
    }
    debug_assert!(terms.sort(bound) == terms.sort(a), "a predicate is applied to another sort");
    Some(terms.substitute(body, &[(bound, a)].into_iter().collect()))
}

/// The constant for an element that assertions may mention: of declared sorts there is none.
pub(super) fn literal(terms: &mut Terms, value: &Value) -> Option<Term> {
    let mut stack = vec![value.clone()];
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
        let inner = constant(terms, &inner)?;
        units.push(terms.mk(Op::SeqUnit(*element), &[inner]));
    }
    debug_assert!(units.iter().all(|&unit| terms.is_ground(unit)), "a constant with unknowns");
    Some(match units[..] {
        [] => terms.mk(Op::SeqEmpty(*element), &[]),
        [unit] => unit,
        _ => terms.mk(Op::StrConcat, &units),
    })
}
