//! Formulas in all models of a few values: what tests compare those with that passes make of them.

use super::spelling::Ranges;
use crate::engine::{Resources, with_resources};
use base::{Budget, Int, Tunables};
use rewrite::{LinearSum, ToTerm};
use std::ops::RangeInclusive;
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

/// A constant, and the values that are tried for it.
pub(super) type Tried = (Term, Vec<Value>);

/// What `work` finds without limits.
pub(super) fn run<T>(terms: &mut Terms, work: impl FnOnce(&mut Resources<'_>) -> T) -> T {
    with_resources(terms, &Budget::unlimited(), work)
}

/// No limits, and other tunables.
pub(super) fn tuned(settings: &[&str]) -> Budget {
    let mut tunables = Tunables::DEFAULT;
    settings.iter().for_each(|setting| tunables.set(setting).unwrap());
    Budget::unlimited().with_tunables(std::sync::Arc::new(tunables))
}

pub(super) fn ints(values: impl IntoIterator<Item = i64>) -> Vec<Value> {
    values.into_iter().map(|n| Value::Int(Int::from(n))).collect()
}

/// These values are tried for each of `constants`.
pub(super) fn each(constants: &[Term], values: &[Value]) -> Vec<Tried> {
    constants.iter().map(|&x| (x, values.to_vec())).collect()
}

/// A new integer between these, as it is said in `formulas`.
pub(super) fn bounded(
    terms: &mut Terms,
    values: RangeInclusive<i64>,
    formulas: &mut Vec<Term>,
) -> Term {
    let x = terms.fresh("x", Sort::Int);
    let [least, most] = [values.start(), values.end()].map(|&n| terms.int(n));
    formulas.extend([terms.ge(x, least), terms.ge(most, x)]);
    x
}

/// The sum of `parts`, each with its factor, and a number.
pub(super) fn sum(terms: &mut Terms, parts: &[(i64, Term)], constant: i64) -> Term {
    let mut sum = LinearSum::constant(constant);
    parts.iter().for_each(|&(factor, t)| sum.add_var(t, factor));
    sum.to_term(terms)
}

pub(super) fn fun(terms: &Terms, x: Term) -> Fun {
    let Op::Apply(fun) = terms.op(x) else { panic!("a constant is applied") };
    fun
}

/// All models in which constants have values that are tried.
pub(super) fn models(terms: &Terms, tried: &[Tried]) -> Vec<Model> {
    let mut all = vec![Model::new()];
    for (x, values) in tried {
        let with = |model: &Model| {
            let model = model.clone();
            values.iter().map(move |value| {
                let mut model = model.clone();
                model.set(fun(terms, *x), value.clone());
                model
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

pub(super) fn value(terms: &Terms, model: &Model, t: Term) -> Value {
    Evaluator::new(terms, model, &Budget::unlimited()).eval(t).unwrap()
}

pub(super) fn hold(terms: &Terms, model: &Model, formulas: &[Term]) -> bool {
    let budget = Budget::unlimited();
    let mut evaluator = Evaluator::new(terms, model, &budget);
    formulas.iter().all(|&f| evaluator.holds(f).unwrap())
}

/// Whether all `formulas` hold if just those of `conditions` do that are true in `literals`.
pub(super) fn hold_under(
    terms: &Terms,
    formulas: &[Term],
    conditions: &[Term],
    literals: &[(Term, bool)],
) -> bool {
    let value = |&c: &Term| (c, vec![Value::Bool(literals.contains(&(c, true)))]);
    let tried: Vec<Tried> = conditions.iter().map(value).collect();
    models(terms, &tried).iter().all(|model| hold(terms, model, formulas))
}

/// Asserts that `before` holds in just those models in which `after` does, for some values of constants that are only there and bounded.
/// How often that is so.
pub(super) fn assert_same(
    terms: &Terms,
    tried: &[Tried],
    before: &[Term],
    after: &[Term],
) -> usize {
    let is_new = |t: &Term| terms.is_constant(*t) && tried.iter().all(|tried| tried.0 != *t);
    let new: Vec<Term> = terms.post_order(after).into_iter().filter(is_new).collect();
    let parts = |&f: &Term| if terms.op(f) == Op::And { terms.args(f).to_vec() } else { vec![f] };
    let parts: Vec<Term> = after.iter().flat_map(parts).collect();
    let ranges = Ranges::collect(terms, &parts);
    let range = |&x: &Term| {
        let (least, most) = ranges.of(terms, x).expect("a new constant without bounds");
        (x, ints(least.to_i64().unwrap()..=most.to_i64().unwrap()))
    };
    let more = models(terms, &new.iter().map(range).collect::<Vec<Tried>>());
    let mut holds = 0;
    for model in models(terms, tried) {
        let is_possible = more.iter().any(|more| {
            let mut model = model.clone();
            more.constants().for_each(|(fun, value)| model.set(fun, value.clone()));
            hold(terms, &model, after)
        });
        assert_eq!(hold(terms, &model, before), is_possible, "{model:?}");
        holds += usize::from(is_possible);
    }
    holds
}
