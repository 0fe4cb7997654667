//! What a condition says is used where it holds: `x = k` in the rest of a conjunction and in the
//! first branch of an `ite`, and the condition itself in its branches.
//!
//! An atom with an `ite` inside is split on the condition when that decides a case: most such atoms
//! come from replacements in constants, and few cases survive.
//!
//! Substitution copies the term it is applied to, so only small terms are touched. Facts of the whole
//! problem are the solver's business.

use crate::cx::Cx;
use crate::rule::RuleId;
use base::{FxHashMap, FxHashSet};
use terms::{Op, Sort, Term};

/// What the other parts of a junction say, for each part.
///
/// All parts are rewritten at once. That is sound: a fact replaces a term by a constant, so it can
/// only simplify facts about larger terms, and no two facts justify each other.
pub(super) fn rewrite_junction(cx: &mut Cx, t: Term) -> Option<Term> {
    let op = cx.op(t);
    if !matches!(op, Op::And | Op::Or) || cx.args(t).len() > cx.effort().context_parts {
        return None;
    }
    let mut parts = cx.args(t).to_vec();
    let mut known: FxHashMap<Term, (Term, usize)> = FxHashMap::default();
    for (i, &part) in parts.iter().enumerate() {
        if !matches!(cx.op(part), Op::And | Op::Or) {
            for (s, k) in facts(cx, part, op == Op::And) {
                known.entry(s).or_insert((k, i));
            }
        }
    }
    if known.is_empty() {
        return None;
    }
    let (mut changed, mut seen) = (false, FxHashSet::default());
    for (i, part) in parts.iter_mut().enumerate() {
        let Some(foreign) = mentioned(cx, *part, &known, i, &mut seen) else { continue };
        *part = cx.substitute(*part, &foreign);
        changed = true;
    }
    if changed { cx.fire_app(RuleId::ContextJunction, op, &parts) } else { None }
}

/// The facts of other parts than `own` that concern the small term `t`, if there are any. `seen` is what this needs memory for.
fn mentioned(
    cx: &Cx,
    t: Term,
    known: &FxHashMap<Term, (Term, usize)>,
    own: usize,
    seen: &mut FxHashSet<Term>,
) -> Option<FxHashMap<Term, Term>> {
    let mut found = FxHashMap::default();
    seen.clear();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        // The arguments of a junction differ.
        let is_wide =
            matches!(cx.op(t), Op::And | Op::Or) && cx.args(t).len() > cx.effort().context_size;
        if is_wide || seen.len() > cx.effort().context_size {
            return None;
        }
        if let Some(&(k, _)) = known.get(&t).filter(|(_, owner)| *owner != own) {
            found.insert(t, k);
        }
        stack.extend_from_slice(cx.args(t));
    }
    (!found.is_empty()).then_some(found)
}

/// `(= (= x k) p)` when `p` is decided for `x = k`.
pub(super) fn rewrite_iff(cx: &mut Cx, t: Term) -> Option<Term> {
    for (c, p) in [(cx.arg(t, 0), cx.arg(t, 1)), (cx.arg(t, 1), cx.arg(t, 0))] {
        if binding(cx, c, true).is_none() {
            continue;
        }
        let map = map_of(cx, c, true);
        let Some(then) = apply(cx, p, &map) else { continue };
        let then = cx.normal(then);
        if cx.bool_value(then).is_some() {
            let not = cx.not(p);
            return cx.fire_app(RuleId::ContextIff, Op::Ite, &[c, then, not]);
        }
    }
    None
}

/// A term and the constant that it is equal to when `part` has the given value.
fn binding(cx: &Cx, part: Term, value: bool) -> Option<(Term, Term)> {
    let atom = match (cx.op(part), value) {
        (Op::Not, false) => cx.arg(part, 0),
        (Op::Eq, true) => part,
        _ => return None,
    };
    if cx.op(atom) != Op::Eq {
        return None;
    }
    let (a, b) = (cx.arg(atom, 0), cx.arg(atom, 1));
    match (cx.op(a).is_const(), cx.op(b).is_const()) {
        (false, true) => Some((a, b)),
        (true, false) => Some((b, a)),
        _ => None,
    }
}

/// The image of `t`, if the substitution concerns it and it is small.
fn apply(cx: &mut Cx, t: Term, map: &FxHashMap<Term, Term>) -> Option<Term> {
    if !cx.is_small(t) {
        return None;
    }
    let image = cx.substitute(t, map);
    (image != t).then_some(image)
}

pub(super) fn rewrite_ite(cx: &mut Cx, t: Term) -> Option<Term> {
    let [c, a, b] = *cx.args(t) else { return None };
    let (then, otherwise) = (map_of(cx, c, true), map_of(cx, c, false));
    let (x, y) = (apply(cx, a, &then), apply(cx, b, &otherwise));
    if x.is_none() && y.is_none() {
        return None;
    }
    cx.fire_app(RuleId::ContextIte, Op::Ite, &[c, x.unwrap_or(a), y.unwrap_or(b)])
}

/// What can be replaced by what when `c` has the given value.
fn facts(cx: &mut Cx, c: Term, value: bool) -> Vec<(Term, Term)> {
    let junction = if value { Op::And } else { Op::Or };
    let mut facts = Vec::new();
    let parts = if cx.op(c) == junction { cx.args(c).to_vec() } else { vec![c] };
    for part in parts.into_iter().chain([c]) {
        let constant = cx.bool(value);
        facts.push((part, constant));
        if cx.op(part) == Op::Not {
            let opposite = cx.bool(!value);
            facts.push((cx.arg(part, 0), opposite));
        }
        if let Some((x, k)) = binding(cx, part, value) {
            facts.push((x, k));
        }
    }
    facts
}

fn map_of(cx: &mut Cx, c: Term, value: bool) -> FxHashMap<Term, Term> {
    facts(cx, c, value).into_iter().collect()
}

/// `(p (ite c a b)) = (ite c (p a) (p b))` for a small atom, when that decides a case, or nothing is left to choose then.
pub(super) fn split_atom(cx: &mut Cx, t: Term) -> Option<Term> {
    if cx.sort(t) != Sort::Bool {
        return None;
    }
    let c = condition_inside(cx, t)?;
    let mut case = |value: bool| {
        let map = map_of(cx, c, value);
        let image = apply(cx, t, &map)?;
        Some(cx.normal(image))
    };
    let (then, otherwise) = (case(true)?, case(false)?);
    let decided = cx.bool_value(then).is_some() || cx.bool_value(otherwise).is_some();
    // Who is told `x = u ++ (ite c v w)`, or `i = j + (ite c 1 0)`, can name the end and go on; two equations under conditions hide
    // what both say.
    let is_equation =
        cx.op(t) == Op::Eq && matches!(cx.sort(cx.arg(t, 0)), Sort::String | Sort::Int);
    if !decided
        && (is_equation
            || then == t
            || otherwise == t
            || has_ite(cx, then)
            || has_ite(cx, otherwise))
    {
        return None;
    }
    cx.fire_app(RuleId::ContextSplit, Op::Ite, &[c, then, otherwise])
}

/// The condition of an innermost `ite` of a small term.
fn condition_inside(cx: &Cx, t: Term) -> Option<Term> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![t];
    let mut oldest: Option<Term> = None;
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        if seen.len() > cx.effort().context_size {
            return None;
        }
        if cx.op(t) == Op::Ite {
            oldest = Some(oldest.map_or(t, |o| o.min(t)));
        }
        // The value of a declared function with one of its arguments chosen is another term than that with either case.
        if !matches!(cx.op(t), Op::Apply(_)) || seen.len() == 1 {
            stack.extend_from_slice(cx.args(t));
        }
    }
    // Arguments are older than what uses them, so the oldest has none inside.
    oldest.map(|t| cx.arg(t, 0))
}

fn has_ite(cx: &Cx, t: Term) -> bool {
    condition_inside(cx, t).is_some()
}

/// `(and (or (= x k1) (= x k2)) (p x))`: values that `p` excludes go, and `p` goes when all are decided.
pub(super) fn rewrite_domain(cx: &mut Cx, t: Term) -> Option<Term> {
    let op = cx.op(t);
    if !matches!(op, Op::And | Op::Or) || cx.args(t).len() > cx.effort().context_parts {
        return None;
    }
    let parts = cx.args(t).to_vec();
    let mut pairs = 0;
    for (i, &part) in parts.iter().enumerate() {
        let Some((x, values)) = domain(cx, part, op == Op::And) else { continue };
        for (j, &p) in parts.iter().enumerate() {
            pairs += 1;
            if pairs > cx.effort().context_pairs {
                return None;
            }
            if i == j || !cx.is_small(p) || !cx.occurs(x, p) {
                continue;
            }
            let images: Vec<Option<bool>> = values
                .iter()
                .map(|&k| {
                    let image = cx.substitute(p, &FxHashMap::from_iter([(x, k)]));
                    cx.decides(image)
                })
                .collect();
            let excluded = Some(op == Op::Or);
            let all = images.iter().all(Option::is_some);
            if !all && !images.contains(&excluded) {
                continue;
            }
            let mut rest = parts.clone();
            let kept = values.iter().zip(&images).filter(|(_, image)| **image != excluded);
            let kept: Vec<Term> = kept.map(|(&k, _)| k).collect();
            rest[i] = among(cx, x, &kept, op == Op::And);
            if all {
                rest.remove(j);
            }
            return cx.fire_app(RuleId::ContextDomain, op, &rest);
        }
    }
    None
}

/// A part that says that a term has one of a few values (or, in a disjunction, none of them).
fn domain(cx: &Cx, part: Term, positive: bool) -> Option<(Term, Vec<Term>)> {
    if cx.op(part) != if positive { Op::Or } else { Op::And }
        || cx.args(part).len() > cx.effort().context_values
    {
        return None;
    }
    let cases: Option<Vec<(Term, Term)>> =
        cx.args(part).iter().map(|&case| binding(cx, case, positive)).collect();
    let cases = cases?;
    let (x, _) = *cases.first()?;
    cases.iter().all(|c| c.0 == x).then(|| (x, cases.into_iter().map(|c| c.1).collect()))
}

fn among(cx: &mut Cx, x: Term, values: &[Term], positive: bool) -> Term {
    let cases: Vec<Term> = values.iter().map(|&k| cx.eq(x, k)).collect();
    let any = cx.or(&cases);
    if positive { any } else { cx.not(any) }
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};
    use crate::{Rewriter, text};
    use terms::Sort;

    #[test]
    fn domains_are_tried() {
        fires!(
            ContextDomain,
            r#"(and (or (= x "a") (= x "b")) (str.contains (str.++ "c" x "d") "bd"))"#,
            r#"(= x "b")"#
        );
        fires!(
            ContextDomain,
            r#"(or (and (not (= x "a")) (not (= x "b"))) (str.contains x "c"))"#,
            r#"(and (not (= x "a")) (not (= x "b")))"#
        );
        keeps!(ContextDomain, r#"(and (or (= x "a") (= x "b")) (str.contains y x))"#);
    }

    #[test]
    fn atoms_are_split() {
        fires!(ContextSplit, r#"(str.contains (str.++ "c" x) (str.++ (ite a "c" "") x))"#, "true");
        fires!(
            ContextSplit,
            r#"(= (str.++ (ite (= x "") y "") x) (str.++ x (ite (= x "") y "")))"#,
            "true"
        );
        keeps!(ContextSplit, "(str.contains x y)");
        keeps!(ContextSplit, r#"(= x (str.++ y (ite a "c" "d")))"#);
    }

    #[test]
    fn facts_are_used() {
        fires!(
            ContextJunction,
            r#"(and (= x "a") (= y (str.++ x x)))"#,
            r#"(and (= x "a") (= y "aa"))"#
        );
        fires!(
            ContextJunction,
            r#"(or (not (= x "a")) (str.contains x y))"#,
            r#"(or (not (= x "a")) (= y "") (= y "a"))"#
        );
        fires!(ContextJunction, r#"(and (= x "a") (= x "b"))"#, "false");
        keeps!(ContextJunction, r#"(or (= x "a") (= y (str.++ x x)))"#);
        fires!(ContextJunction, r#"(and a (= b (and a c)))"#, r#"(and a (= b c))"#);
        keeps!(ContextJunction, r#"(and (= x "a") (= y z))"#);
        fires!(
            ContextIff,
            r#"(= (= x "") (str.contains y x))"#,
            r#"(or (= x "") (not (str.contains y x)))"#
        );
        keeps!(ContextIff, r#"(= (= x "a") (str.contains y x))"#);
        fires!(
            ContextIte,
            r#"(ite (= x "a") (str.++ x y) z)"#,
            r#"(ite (= x "a") (str.++ "a" y) z)"#
        );
        fires!(ContextIte, r#"(ite (and a b) (ite a x y) z)"#, "(ite (and a b) x z)");
        fires!(ContextIte, r#"(ite (or a b) x (ite a z y))"#, "(ite (or a b) x y)");
        keeps!(ContextIte, "(ite (and a b) x (ite a z y))");
    }

    #[test]
    fn arguments_of_declared_functions_are_left() {
        let (mut terms, mut context) = text::store();
        context.declare("f", &[Sort::Int], Sort::String, &mut terms).expect("a new name");
        let chosen = r#"(str.in_re (f (ite a i j)) (re.range "a" "c"))"#;
        let member = text::parse(&mut context, &mut terms, chosen);
        assert_eq!(Rewriter::new().rewrite(&mut terms, member), member);
    }
}
