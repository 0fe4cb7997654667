//! Languages in equations, as the judge sees them.
//!
//! Whether a word is in a language, evaluation decides. Whether two languages are equal takes automata, and these know ground regexes
//! over characters: languages over other sequences are compared by their images. The image of a predicate that a model
//! says something in is a declared language, of which the theories only know the letters that were asked about; what the predicate
//! is in the model is computed here from the predicate itself.

use crate::engine::Resources;
use crate::sequences::{characters, closed, definitions, is_narrow};
use base::{FxHashMap, FxHashSet};
use rewrite::circuit;
use terms::eval::{EvalError, ground_regex};
use terms::model::Model;
use terms::value::Value;
use terms::{Element, Fun, Op, Sort, Term};

const OPEN: EvalError =
    EvalError::Unsupported("a predicate with unknowns in an equality of languages");

/// What the languages in equations are in the model, as terms without declared symbols: only such can be compared, and the
/// evaluator knows those that it has met.
pub(super) fn compared(
    res: &mut Resources<'_>,
    model: &Model,
    assertions: &[Term],
) -> Result<Vec<Term>, EvalError> {
    let is_language = |&t: &Term| res.terms.sort(t) == Sort::RegLan;
    let mut compared: Vec<Term> = Vec::new();
    for t in res.terms.post_order_within(assertions, res.budget)? {
        if matches!(res.terms.op(t), Op::Eq | Op::Distinct) {
            compared.extend(res.terms.args(t).iter().filter(|t| is_language(t)));
        }
    }
    // What the model says of such a language is only what was asked.
    let is_open = |t: &Term| res.sequences.is_unknown_predicate(*t);
    if res.terms.post_order(&compared).iter().any(is_open) {
        return Err(OPEN);
    }
    let ground = |t| ground_regex(res.terms, model, res.budget, t);
    compared.into_iter().map(ground).collect()
}

/// The languages over other sequences than strings in equations, and what declared ones of them are in the model, with their
/// images without declared symbols.
pub(super) fn images_of_compared(
    res: &mut Resources<'_>,
    model: &Model,
    assertions: &[Term],
) -> Result<FxHashMap<Term, Term>, EvalError> {
    let mut images = FxHashMap::default();
    if !res.terms.has_sequences() {
        return Ok(images);
    }
    let defined = definitions(res.terms, assertions).into_iter().map(|(f, _)| f).collect();
    for t in res.terms.post_order_within(assertions, res.budget)? {
        if !matches!(res.terms.op(t), Op::Eq | Op::Distinct) {
            continue;
        }
        for side in res.terms.args(t).to_vec() {
            let Sort::RegEx(_) = res.terms.sort(side) else { continue };
            let Some(image) = res.sequences.image(side) else { continue };
            let image = with_predicates(res, model, side, image, &defined)?;
            let image = ground_regex(res.terms, model, res.budget, image)?;
            images.insert(side, image);
            if let Op::Apply(f) = res.terms.op(side)
                && let Some(&Value::Re(value)) = model.get(f)
            {
                images.insert(value, image);
            }
        }
    }
    Ok(images)
}

/// `image`, that of `side`, with what its predicates are in the model. Those `defined` by an axiom are what that says.
fn with_predicates(
    res: &mut Resources<'_>,
    model: &Model,
    side: Term,
    image: Term,
    defined: &FxHashSet<Fun>,
) -> Result<Term, EvalError> {
    debug_assert!(res.terms.sort(image) == Sort::RegLan, "an image that is no language");
    let mut languages = FxHashMap::default();
    for p in res.terms.post_order_within(&[side], res.budget)? {
        let (Sort::Predicate(element), Some(language)) =
            (res.terms.sort(p), res.sequences.image(p))
        else {
            continue;
        };
        // All other images say themselves which characters they are.
        if matches!(res.terms.op(language), Op::Apply(_)) {
            let is_table = matches!(res.terms.op(p), Op::Apply(f) if !defined.contains(&f));
            if is_narrow(res.terms, element) {
                languages.insert(language, letters_of(res, model, element, p)?);
            } else if !is_table {
                return Err(OPEN);
            }
        }
    }
    let image = res.terms.substitute(image, &languages);
    let is_open = |t: &Term| res.sequences.is_unknown_predicate(*t);
    if res.terms.post_order(&[image]).iter().any(is_open) { Err(OPEN) } else { Ok(image) }
}

/// The characters of the elements that the predicate `p` holds for.
fn letters_of(
    res: &mut Resources<'_>,
    model: &Model,
    element: Element,
    p: Term,
) -> Result<Term, EvalError> {
    let known = if let Op::Apply(f) = res.terms.op(p) { model.get(f) } else { None };
    let lambda = match known {
        Some(&Value::Predicate(_, lambda)) => Some(lambda),
        _ if matches!(res.terms.op(p), Op::Lambda(_)) => closed(res.terms, model, p, res.budget),
        _ => None,
    };
    let lambda = lambda.ok_or(OPEN)?;
    let bound = res.terms.mk(Op::Bound(element), &[]);
    debug_assert!(res.terms.is_ground(lambda), "a predicate with unknowns in a model");
    let body = res.terms.arg(lambda, 0);
    let numbers = circuit::numbers(res.terms, body, bound, res.budget)?;
    Ok(characters(res.terms, numbers.ok_or(OPEN)?))
}
