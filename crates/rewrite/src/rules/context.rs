//! What a condition says is used where it holds: `x = k` in the rest of a conjunction and in the
//! first branch of an `ite`, and the condition itself in its branches.
//!
//! Substitution copies the term it is applied to, so only small terms are touched. Facts of the whole
//! problem are the solver's business.

use crate::cx::Cx;
use crate::rule::RuleId;
use base::{FxHashMap, FxHashSet};
use terms::{Op, Term};

/// Larger terms (as graphs) are left alone.
const MAX_SIZE: usize = 64;

/// Longer junctions are left alone.
const MAX_PARTS: usize = 16;

pub(super) fn rewrite_junction(cx: &mut Cx, t: Term) -> Option<Term> {
    let op = cx.op(t);
    if !matches!(op, Op::And | Op::Or) || cx.args(t).len() > MAX_PARTS {
        return None;
    }
    let mut parts = cx.args(t).to_vec();
    for i in 0..parts.len() {
        let Some((x, k)) = binding(cx, parts[i], op == Op::And) else { continue };
        let map = FxHashMap::from_iter([(x, k)]);
        let mut changed = false;
        for j in (0..parts.len()).filter(|&j| j != i) {
            // Of two bindings of one variable the first stays as it is.
            if let Some(image) = apply(cx, parts[j], &map) {
                parts[j] = image;
                changed = true;
            }
        }
        if changed {
            return cx.fire_app(RuleId::ContextEq, op, &parts);
        }
    }
    None
}

/// A variable and the constant that it is equal to when `part` has the given value.
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
    let variable = |t: Term| matches!(cx.op(t), Op::Apply(_)) && cx.args(t).is_empty();
    match (variable(a), variable(b)) {
        (true, _) if cx.op(b).is_const() => Some((a, b)),
        (_, true) if cx.op(a).is_const() => Some((b, a)),
        _ => None,
    }
}

/// The image of `t`, if the substitution concerns it and it is small.
fn apply(cx: &mut Cx, t: Term, map: &FxHashMap<Term, Term>) -> Option<Term> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![t];
    let mut concerned = false;
    while let Some(t) = stack.pop() {
        concerned |= map.contains_key(&t);
        if seen.insert(t) {
            if seen.len() > MAX_SIZE {
                return None;
            }
            stack.extend_from_slice(cx.args(t));
        }
    }
    concerned.then(|| cx.substitute(t, map))
}

pub(super) fn rewrite_ite(cx: &mut Cx, t: Term) -> Option<Term> {
    let [c, a, b] = *cx.args(t) else { return None };
    let (then, otherwise) = (facts(cx, c, true), facts(cx, c, false));
    let (x, y) = (apply(cx, a, &then), apply(cx, b, &otherwise));
    if x.is_none() && y.is_none() {
        return None;
    }
    cx.fire_app(RuleId::ContextIte, Op::Ite, &[c, x.unwrap_or(a), y.unwrap_or(b)])
}

/// What can be replaced by what when `c` has the given value.
fn facts(cx: &mut Cx, c: Term, value: bool) -> FxHashMap<Term, Term> {
    let junction = if value { Op::And } else { Op::Or };
    let mut map = FxHashMap::default();
    let parts = if cx.op(c) == junction { cx.args(c).to_vec() } else { vec![c] };
    for part in parts.into_iter().chain([c]) {
        let constant = cx.bool(value);
        map.insert(part, constant);
        if cx.op(part) == Op::Not {
            let opposite = cx.bool(!value);
            map.insert(cx.arg(part, 0), opposite);
        }
        if let Some((x, k)) = binding(cx, part, value) {
            map.insert(x, k);
        }
    }
    map
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn facts_are_used() {
        fires!(ContextEq, r#"(and (= x "a") (= y (str.++ x x)))"#, r#"(and (= x "a") (= y "aa"))"#);
        fires!(
            ContextEq,
            r#"(or (not (= x "a")) (str.contains x y))"#,
            r#"(or (not (= x "a")) (= y "") (= y "a"))"#
        );
        fires!(ContextEq, r#"(and (= x "a") (= x "b"))"#, "false");
        keeps!(ContextEq, r#"(or (= x "a") (= y (str.++ x x)))"#);
        keeps!(ContextEq, r#"(and (= x "a") (= y z))"#);
        fires!(
            ContextIte,
            r#"(ite (= x "a") (str.++ x y) z)"#,
            r#"(ite (= x "a") (str.++ "a" y) z)"#
        );
        fires!(ContextIte, r#"(ite (and a b) (ite a x y) z)"#, "(ite (and a b) x z)");
        fires!(ContextIte, r#"(ite (or a b) x (ite a z y))"#, "(ite (or a b) x y)");
        keeps!(ContextIte, "(ite (and a b) x (ite a z y))");
    }
}
