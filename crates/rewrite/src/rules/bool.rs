//! Boolean connectives. `and` and `or` are treated as one *junction* with a polarity: its unit
//! (`true` for `and`), its zero (`false`), and its dual.

use crate::cx::Cx;
use crate::parts::dissolving;
use crate::rule::RuleId;
use base::{FxHashSet, FxHasher};
use std::hash::{BuildHasher, BuildHasherDefault};
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    match cx.op(t) {
        Op::Not => rewrite_not(cx, t),
        Op::Implies => implies(cx, t),
        Op::Xor => xor(cx, t),
        _ => flatten(cx, t).or_else(|| fold(cx, t)).or_else(|| absorb(cx, t)),
    }
}

fn implies(cx: &mut Cx, t: Term) -> Option<Term> {
    let mut parts = cx.args(t).to_vec();
    let last = parts.len() - 1;
    for p in &mut parts[..last] {
        *p = cx.not(*p);
    }
    cx.fire_app(RuleId::ImpliesElim, Op::Or, &parts)
}

fn xor(cx: &mut Cx, t: Term) -> Option<Term> {
    let args = cx.args(t).to_vec();
    let mut acc = args[0];
    for &a in &args[1..] {
        let same = cx.eq(acc, a);
        acc = cx.not(same);
    }
    cx.fire(RuleId::XorElim, acc)
}

fn rewrite_not(cx: &mut Cx, t: Term) -> Option<Term> {
    let a = cx.arg(t, 0);
    let dual = match cx.op(a) {
        Op::Not => {
            let inner = cx.arg(a, 0);
            return cx.fire(RuleId::NotNot, inner);
        }
        Op::True | Op::False => {
            let value = cx.op(a) == Op::False;
            return cx.fire_bool(RuleId::Evaluate, value);
        }
        Op::And | Op::Or => dual(cx.op(a)),
        _ => return None,
    };
    let parts = cx.args(a).to_vec();
    let parts: Vec<Term> = parts.into_iter().map(|p| cx.not(p)).collect();
    cx.fire_app(RuleId::NotJunction, dual, &parts)
}

fn dual(op: Op) -> Op {
    if op == Op::And { Op::Or } else { Op::And }
}

/// Parts that are junctions of the same kind dissolve.
fn flatten(cx: &mut Cx, t: Term) -> Option<Term> {
    let op = cx.op(t);
    let parts = cx.args(t).to_vec();
    let limit = dissolving(parts.len());
    let nested = |cx: &Cx, p: Term| cx.op(p) == op && cx.args(p).len() <= limit;
    if !parts.iter().any(|&p| nested(cx, p)) {
        return None;
    }
    let mut flat = Vec::new();
    for &p in &parts {
        if nested(cx, p) { flat.extend_from_slice(cx.args(p)) } else { flat.push(p) }
    }
    cx.fire_app(RuleId::JunctionFlatten, op, &flat)
}

/// The normal form of `not p` for a `p` in normal form.
fn complement(cx: &mut Cx, p: Term) -> Term {
    match cx.op(p) {
        op @ (Op::And | Op::Or) => {
            let parts = cx.args(p).to_vec();
            let parts: Vec<Term> = parts.into_iter().map(|q| cx.not(q)).collect();
            cx.mk(dual(op), &parts)
        }
        _ => cx.not(p),
    }
}

/// Parts of a junction, to be asked for complements without writing them down.
#[derive(Default)]
struct Parts {
    all: FxHashSet<Term>,
    /// What is negated in a part.
    negated: FxHashSet<Term>,
    /// Of the parts that are junctions, the [`shape`]s.
    shapes: FxHashSet<u64>,
}

impl Parts {
    /// Whether `p` is new.
    fn insert(&mut self, cx: &Cx, p: Term) -> bool {
        if let op @ (Op::And | Op::Or) = cx.op(p) {
            self.shapes.insert(shape(cx, op, p));
        } else if cx.op(p) == Op::Not {
            self.negated.insert(cx.arg(p, 0));
        }
        self.all.insert(p)
    }

    fn has(&self, p: Term) -> bool {
        self.all.contains(&p)
    }

    /// Whether the normal form of `not p` is among the parts, for a `p` in normal form.
    fn has_complement(&self, cx: &mut Cx, p: Term) -> bool {
        match cx.op(p) {
            Op::Not => self.has(cx.arg(p, 0)),
            op @ (Op::And | Op::Or) => {
                !self.shapes.is_empty() && self.shapes.contains(&shape(cx, dual(op), p)) && {
                    let complement = complement(cx, p);
                    self.has(complement)
                }
            }
            _ => self.negated.contains(&p),
        }
    }
}

/// A number that is the same for junctions of the same atoms, negated or not, under the operator `op`.
fn shape(cx: &Cx, op: Op, p: Term) -> u64 {
    let atom = |&q: &Term| if cx.op(q) == Op::Not { cx.arg(q, 0) } else { q };
    let hash = |q: Term| BuildHasherDefault::<FxHasher>::default().hash_one(q);
    // exact: any number does that is the same for the same atoms.
    cx.args(p).iter().map(atom).map(hash).fold(u64::from(op == Op::And), u64::wrapping_add)
}

/// Constants, repetitions and complements.
fn fold(cx: &mut Cx, t: Term) -> Option<Term> {
    let op = cx.op(t);
    let unit = op == Op::And;
    let parts = cx.args(t).to_vec();
    let mut seen = Parts::default();
    let mut kept = Vec::with_capacity(parts.len());
    for &p in &parts {
        if cx.bool_value(p) == Some(unit) || !seen.insert(cx, p) {
            continue;
        }
        if seen.has_complement(cx, p) || cx.bool_value(p) == Some(!unit) {
            return cx.fire_bool(RuleId::JunctionFold, !unit);
        }
        kept.push(p);
    }
    if kept.len() == parts.len() {
        return None;
    }
    let folded = if unit { cx.and(&kept) } else { cx.or(&kept) };
    cx.fire(RuleId::JunctionFold, folded)
}

/// Parts of the dual kind that another part makes redundant or shorter.
fn absorb(cx: &mut Cx, t: Term) -> Option<Term> {
    let op = cx.op(t);
    let parts = cx.args(t).to_vec();
    if !parts.iter().any(|&p| cx.op(p) == dual(op)) {
        return None;
    }
    let mut given = Parts::default();
    for &p in &parts {
        given.insert(cx, p);
    }
    let mut kept = Vec::with_capacity(parts.len());
    let mut changed = false;
    for &p in &parts {
        if cx.op(p) != dual(op) {
            kept.push(p);
            continue;
        }
        let inner = cx.args(p).to_vec();
        if inner.iter().any(|&q| given.has(q)) {
            changed = true;
            continue;
        }
        let live: Vec<Term> =
            inner.iter().copied().filter(|&q| !given.has_complement(cx, q)).collect();
        changed |= live.len() < inner.len();
        kept.push(if op == Op::And { cx.or(&live) } else { cx.and(&live) });
    }
    if !changed {
        return None;
    }
    let absorbed = if op == Op::And { cx.and(&kept) } else { cx.or(&kept) };
    cx.fire(RuleId::JunctionAbsorb, absorbed)
}

pub(super) fn rewrite_iff(cx: &mut Cx, t: Term) -> Option<Term> {
    let (a, b) = (cx.arg(t, 0), cx.arg(t, 1));
    iff_fold(cx, a, b)
        .or_else(|| iff_same_parts(cx, a, b))
        .or_else(|| iff_junction(cx, a, b))
        .or_else(|| iff_junction(cx, b, a))
}

fn iff_fold(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    for (a, b) in [(a, b), (b, a)] {
        if let Some(value) = cx.bool_value(a) {
            let result = if value { b } else { cx.not(b) };
            return cx.fire(RuleId::IffFold, result);
        }
        if cx.op(a) == Op::Not {
            let inner = cx.arg(a, 0);
            let result = if inner == b {
                cx.ff()
            } else {
                let same = cx.eq(inner, b);
                cx.not(same)
            };
            return cx.fire(RuleId::IffFold, result);
        }
    }
    None
}

/// Two junctions with the same parts, or with complementary parts and dual operators.
fn iff_same_parts(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let (op, other) = (cx.op(a), cx.op(b));
    let junctions = [Op::And, Op::Or];
    if !junctions.contains(&op) || !junctions.contains(&other) {
        return None;
    }
    let sorted = |mut parts: Vec<Term>| {
        base::order::sort(&mut parts);
        parts
    };
    let parts = sorted(cx.args(a).to_vec());
    if op == other {
        return (parts == sorted(cx.args(b).to_vec()))
            .then(|| cx.fire_bool(RuleId::IffSameParts, true))?;
    }
    let parts_of_b = cx.args(b).to_vec();
    let negated: Vec<Term> = parts_of_b.into_iter().map(|p| complement(cx, p)).collect();
    (parts == sorted(negated)).then(|| cx.fire_bool(RuleId::IffSameParts, false))?
}

/// `a` against a junction that has `a`, or its complement, among its parts.
fn iff_junction(cx: &mut Cx, a: Term, junction: Term) -> Option<Term> {
    let op = cx.op(junction);
    if op != Op::And && op != Op::Or {
        return None;
    }
    let parts = cx.args(junction).to_vec();
    let rest: Vec<Term> = parts.iter().copied().filter(|&p| p != a).collect();
    let na = complement(cx, a);
    if rest.len() < parts.len() {
        let result = if op == Op::And {
            let all = cx.and(&rest);
            cx.or(&[na, all])
        } else {
            let any = cx.or(&rest);
            let none = cx.not(any);
            cx.or(&[a, none])
        };
        return cx.fire(RuleId::IffJunction, result);
    }
    if !parts.contains(&na) {
        return None;
    }
    // (= a (and (not a) b)) = (and (not a) (not b)); (= a (or (not a) b)) = (and a b)
    let rest: Vec<Term> = parts.into_iter().filter(|&p| p != na).collect();
    let result = if op == Op::And {
        let all = cx.and(&rest);
        let not_all = cx.not(all);
        cx.and(&[na, not_all])
    } else {
        let any = cx.or(&rest);
        cx.and(&[a, any])
    };
    cx.fire(RuleId::IffJunction, result)
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn negation() {
        fires!(NotNot, "(not (not (= x y)))", "(= x y)");
        keeps!(NotNot, "(not a)");
        fires!(NotJunction, "(not (and (not a) (not b)))", "(or a b)");
        fires!(NotJunction, "(not (or a (not b)))", "(and (not a) b)");
        keeps!(NotJunction, "(not (= x y))");
    }

    #[test]
    fn junctions() {
        fires!(JunctionFlatten, "(or a (ite b true c))", "(or a b c)");
        keeps!(JunctionFlatten, "(and a (or b c))");
        fires!(JunctionFold, "(and a true b a)", "(and a b)");
        fires!(JunctionFold, "(or a b (not a))", "true");
        fires!(JunctionFold, "(and a false b)", "false");
        fires!(JunctionFold, "(or (and a b) (not a) (not (and a b)))", "true");
        keeps!(JunctionFold, "(and a b)");
        fires!(JunctionAbsorb, "(and a (or a b) c)", "(and a c)");
        fires!(JunctionAbsorb, "(or a (and (not a) b))", "(or a b)");
        fires!(JunctionAbsorb, "(and a (or (not a) b))", "(and a b)");
        keeps!(JunctionAbsorb, "(and a (or b c))");
        fires!(ImpliesElim, "(=> a b c)", "(or (not a) (not b) c)");
        keeps!(ImpliesElim, "(or (not a) b)");
    }

    #[test]
    fn equivalence() {
        fires!(XorElim, "(xor a b)", "(not (= a b))");
        fires!(XorElim, "(xor a a)", "false");
        keeps!(XorElim, "(= a b)");
        fires!(IffFold, "(= true a)", "a");
        fires!(IffFold, "(= a false)", "(not a)");
        fires!(IffFold, "(= a (not a))", "false");
        fires!(IffFold, "(= (not a) (not b))", "(= a b)");
        keeps!(IffFold, "(= a b)");
        fires!(IffSameParts, "(= (and a b) (and b a))", "true");
        fires!(IffSameParts, "(= (and a b) (or (not a) (not b)))", "false");
        keeps!(IffSameParts, "(= (and a b) (or b c))");
        fires!(IffJunction, "(= a (and a b))", "(or (not a) b)");
        fires!(IffJunction, "(= a (or a b))", "(or a (not b))");
        fires!(IffJunction, "(= a (or (not a) b))", "(and a b)");
        fires!(IffJunction, "(= a (and (not a) b))", "(and (not a) (not b))");
        keeps!(IffJunction, "(= a (and b c))");
    }
}
