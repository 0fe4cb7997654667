//! Putting what constants are defined as into formulas, in a way that is noted.

use crate::audit::{Audit, Goal};
use crate::engine::Resources;
use crate::trace::Step;
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use terms::{Fun, Term, Terms};

/// Replaces, in all of `formulas`, the constants of `map` by their images, in which there are none of them.
pub(super) fn substitute(
    terms: &mut Terms,
    map: &FxHashMap<Term, Term>,
    formulas: &mut [Term],
    audit: &mut Audit,
    budget: &Budget,
) -> Result<(), Interrupted> {
    let mut memo = map.clone();
    for f in formulas {
        budget.charge(16)?;
        let before = *f;
        *f = terms.map_bottom_up_within(before, &mut memo, budget, |_, t| t)?;
        if *f != before {
            audit.trace.step(Step::Substituted(before, *f));
        }
        if *f != before && audit.is_on() {
            let used = used_in(terms, map, before, budget)?;
            audit.claim("preprocess.substitution", &used, Goal::Equal(before, *f));
        }
    }
    Ok(())
}

/// Replaces the terms of `images` in all of `formulas`, each as a whole: what is in it is not looked at. The claims of `pass` are that
/// `given` makes both equal.
pub(super) fn replace_whole(
    terms: &mut Terms,
    mut images: FxHashMap<Term, Term>,
    formulas: &mut [Term],
    (pass, given): (&'static str, &[Term]),
    audit: &mut Audit,
    budget: &Budget,
) -> Result<(), Interrupted> {
    audit.trace.give_up();
    for f in formulas {
        let after = terms.map_bottom_up_within(*f, &mut images, budget, |_, t| t)?;
        let before = std::mem::replace(f, after);
        if before != after {
            audit.claim(pass, given, Goal::Equal(before, after));
        }
    }
    Ok(())
}

/// Replaces the terms of `images` in all of `formulas`, each as a whole, and adds `facts`: these and the `definitions` of constants make
/// both equal, as `pass` claims.
pub(super) fn define(
    res: &mut Resources<'_>,
    definitions: &[(Fun, Term)],
    images: FxHashMap<Term, Term>,
    (formulas, facts): (&mut Vec<Term>, Vec<Term>),
    pass: &'static str,
) -> Result<(), Interrupted> {
    let equations = definitions.iter().map(|&(fun, image)| equation(res.terms, fun, image));
    let known: Vec<Term> = equations.chain(facts.iter().copied()).collect();
    replace_whole(res.terms, images, formulas, (pass, &known), res.audit, res.budget)?;
    formulas.extend(facts);
    Ok(())
}

/// The definitions of the constants in `f`, as equations.
pub(super) fn used_in(
    terms: &mut Terms,
    map: &FxHashMap<Term, Term>,
    f: Term,
    budget: &Budget,
) -> Result<Vec<Term>, Interrupted> {
    let constants = constants_of(terms, f, budget)?;
    let image = |x: &Term| map.get(x).map(|&image| (*x, image));
    Ok(constants.iter().filter_map(image).map(|(x, image)| terms.eq(x, image)).collect())
}

pub(super) fn equation(terms: &mut Terms, fun: Fun, image: Term) -> Term {
    let x = terms.constant(fun);
    terms.eq(x, image)
}

/// The declared constants in `t`, each once.
pub(super) fn constants_of(
    terms: &Terms,
    t: Term,
    budget: &Budget,
) -> Result<Vec<Term>, Interrupted> {
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            budget.tick(1)?;
            if terms.is_constant(t) {
                out.push(t);
            }
            stack.extend_from_slice(terms.args(t));
        }
    }
    Ok(out)
}
