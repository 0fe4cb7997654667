//! Steps: strings that are defined by cuts of another one, in formulas and within terms.

use super::super::substitution::constants_of;
use crate::engine::Resources;
use base::{FxHashMap, FxHashSet, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// The definition of a string by cases of another one, or by one.
pub(super) struct Step {
    pub x: Term,
    pub image: Term,
    pub read: Term,
    /// The equation that says so.
    pub formula: Term,
}

/// The steps in `formulas` of chains that have at least so many choices, those that others read first. Choices within terms get names.
pub(super) fn steps(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
    least: usize,
) -> Result<Vec<Step>, Interrupted> {
    let all = res.terms.post_order_within(formulas, res.budget)?;
    if all.iter().filter(|&&t| is_choice(res.terms, t)).count() < least {
        return Ok(Vec::new());
    }
    name(res, formulas, &all)?;
    let (mut steps, mut known) = (Vec::new(), FxHashSet::default());
    for &formula in &*formulas {
        let Some((x, image)) = definition(res.terms, formula) else { continue };
        let mut read = constants_of(res.terms, image, res.budget)?;
        read.retain(|&y| res.terms.sort(y) == Sort::String);
        if let [read] = read[..]
            && read != x
            && known.insert(x)
        {
            steps.push(Step { x, image, read, formula });
        }
    }
    Ok(in_order(res.terms, steps, least))
}

/// Whether `t` is one of two strings.
fn is_choice(terms: &Terms, t: Term) -> bool {
    terms.op(t) == Op::Ite && terms.sort(t) == Sort::String
}

/// The constant that `f` defines as a choice, or as what is cut off.
fn definition(terms: &Terms, f: Term) -> Option<(Term, Term)> {
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    let (x, image) = if terms.is_constant(a) { (a, b) } else { (b, a) };
    let is_step = is_choice(terms, image) || terms.op(image) == Op::StrSubstr;
    (terms.is_constant(x) && is_step).then_some((x, image))
}

/// Gives names to the choices among `all` terms of `formulas` that functions or predicates are applied to.
fn name(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
    all: &[Term],
) -> Result<(), Interrupted> {
    let Resources { terms, budget, .. } = res;
    let mut applied = FxHashSet::default();
    for &t in all {
        if definition(terms, t).is_none() && !is_choice(terms, t) {
            applied.extend(terms.args(t).iter().copied().filter(|&a| is_choice(terms, a)));
        }
    }
    let (mut memo, mut definitions) = (FxHashMap::default(), Vec::new());
    for f in &mut *formulas {
        // A choice that is looked at as it was before what is in it had names is found by its place in the order.
        let order = terms.post_order_unless_within(&[*f], |t| memo.contains_key(&t), budget)?;
        for t in order {
            let args: Vec<Term> = terms.args(t).iter().map(|a| *memo.get(a).unwrap_or(a)).collect();
            let image = if args == terms.args(t) { t } else { terms.mk(terms.op(t), &args) };
            let is_named = applied.contains(&t);
            debug_assert!(!memo.contains_key(&t), "a term is looked at twice");
            let name = if is_named { terms.fresh("slice", Sort::String) } else { image };
            if is_named {
                definitions.push(terms.eq(name, image));
            }
            memo.insert(t, name);
        }
        *f = memo[&*f];
    }
    formulas.extend(definitions);
    Ok(())
}

/// The steps of strings of which at least so many choices are made, those first that others read.
fn in_order(terms: &Terms, steps: Vec<Step>, least: usize) -> Vec<Step> {
    let of: FxHashMap<Term, usize> = steps.iter().enumerate().map(|(i, s)| (s.x, i)).collect();
    let (mut order, mut is_placed) = (Vec::new(), vec![false; steps.len()]);
    let mut first: Vec<Term> = steps.iter().map(|s| s.read).collect();
    let mut made: FxHashMap<Term, usize> = FxHashMap::default();
    for i in 0..steps.len() {
        let mut chain = Vec::new();
        let mut next = Some(i);
        while let Some(i) = next.filter(|&i| !is_placed[i]) {
            is_placed[i] = true;
            chain.push(i);
            next = of.get(&steps[i].read).copied();
        }
        for &i in chain.iter().rev() {
            first[i] = of.get(&steps[i].read).map_or(steps[i].read, |&read| first[read]);
            *made.entry(first[i]).or_default() += usize::from(is_choice(terms, steps[i].image));
        }
        order.extend(chain.into_iter().rev());
    }
    debug_assert_eq!(order.len(), steps.len(), "a step is lost or done twice");
    order.retain(|&i| made[&first[i]] >= least);
    let mut steps: Vec<Option<Step>> = steps.into_iter().map(Some).collect();
    order.into_iter().filter_map(|i| steps[i].take()).collect()
}
