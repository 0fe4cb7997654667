//! Conflicts and redundancies between the atoms of one conjunction (dually, disjunction).

use crate::cx::Cx;
use crate::rule::RuleId;
use base::{FxHashMap, Int};
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    if !matches!(cx.op(t), Op::And | Op::Or) || cx.args(t).len() > cx.effort().junction_parts {
        return None;
    }
    bounds(cx, t).or_else(|| containments(cx, t))
}

/// An atom under at most one negation. In a disjunction the sign is turned: the parts are the
/// conjunction's negated ones.
fn literal(cx: &Cx, part: Term, op: Op) -> (Term, bool) {
    let (atom, positive) =
        if cx.op(part) == Op::Not { (cx.arg(part, 0), false) } else { (part, true) };
    (atom, positive == (op == Op::And))
}

/// The parts that bound one term: the strongest, by position.
#[derive(Default)]
struct Interval {
    lower: Option<(Int, usize)>,
    /// Exclusive.
    upper: Option<(Int, usize)>,
}

/// `(>= t k)` and `(not (>= t k))` over one `t`: only the strongest of each kind stays.
fn bounds(cx: &mut Cx, t: Term) -> Option<Term> {
    let (op, parts) = (cx.op(t), cx.args(t).to_vec());
    let mut intervals: FxHashMap<Term, Interval> = FxHashMap::default();
    let mut redundant = Vec::new();
    let mut order = Vec::new();
    for (i, &part) in parts.iter().enumerate() {
        let (atom, lower) = literal(cx, part, op);
        if cx.op(atom) != Op::Ge {
            continue;
        }
        let Some(k) = cx.int_value(cx.arg(atom, 1)).cloned() else { continue };
        let sum = cx.arg(atom, 0);
        let interval = intervals.entry(sum).or_insert_with(|| {
            order.push(sum);
            Interval::default()
        });
        let slot = if lower { &mut interval.lower } else { &mut interval.upper };
        match slot {
            Some((old, at)) if (lower && *old < k) || (!lower && k < *old) => {
                redundant.push(*at);
                (*old, *at) = (k, i);
            }
            Some(_) => redundant.push(i),
            None => *slot = Some((k, i)),
        }
    }
    let mut fixed = Vec::new();
    for sum in order {
        let Interval { lower: Some((lo, i)), upper: Some((hi, j)) } = &intervals[&sum] else {
            continue;
        };
        if lo >= hi {
            return cx.fire_bool(RuleId::JunctionBounds, op == Op::Or);
        }
        if lo + &Int::ONE == *hi {
            let k = cx.int(lo.clone());
            let eq = cx.eq(sum, k);
            fixed.push(if op == Op::And { eq } else { cx.not(eq) });
            redundant.extend([*i, *j]);
        }
    }
    if redundant.is_empty() {
        return None;
    }
    base::order::sort(&mut redundant);
    let kept = (0..parts.len()).filter(|i| redundant.binary_search(i).is_err()).map(|i| parts[i]);
    let kept: Vec<Term> = kept.chain(fixed).collect();
    cx.fire_app(RuleId::JunctionBounds, op, &kept)
}

/// What contains `t` contains what `t` contains.
fn containments(cx: &mut Cx, t: Term) -> Option<Term> {
    let op = cx.op(t);
    let (mut holds, mut fails) = (Vec::new(), Vec::new());
    for &part in cx.args(t) {
        let (atom, positive) = literal(cx, part, op);
        if cx.op(atom) == Op::StrContains {
            let pair = (cx.arg(atom, 0), cx.arg(atom, 1));
            if positive { holds.push(pair) } else { fails.push(pair) }
        }
    }
    if holds.len() * fails.len() > cx.effort().junction_pairs {
        return None;
    }
    for &(s, t) in &holds {
        for &(_, u) in fails.iter().filter(|f| f.0 == s) {
            let inner = cx.mk(Op::StrContains, &[t, u]);
            if holds.contains(&(t, u)) || cx.decides(inner) == Some(true) {
                return cx.fire_bool(RuleId::JunctionContains, op == Op::Or);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn intervals() {
        fires!(JunctionBounds, "(and (>= i 3) a (>= i 5))", "(and a (>= i 5))");
        fires!(JunctionBounds, "(and (>= i 3) (< i 4))", "(= i 3)");
        fires!(JunctionBounds, "(and (>= i 3) (< i 2))", "false");
        fires!(JunctionBounds, "(or (>= i 3) (>= i 5) (< j 1))", "(or (>= i 3) (< j 1))");
        fires!(JunctionBounds, "(or (>= i 3) (< i 4))", "true");
        fires!(JunctionBounds, "(or (< i 3) (>= i 4))", "(not (= i 3))");
        keeps!(JunctionBounds, "(and (>= i 3) (< i 5))");
    }

    #[test]
    fn containment_is_transitive() {
        fires!(
            JunctionContains,
            "(and (str.contains x y) (not (str.contains x z)) (str.contains y z))",
            "false"
        );
        fires!(
            JunctionContains,
            r#"(or (not (str.contains x "abc")) (str.contains x "b"))"#,
            "true"
        );
        keeps!(JunctionContains, "(and (str.contains x y) (not (str.contains y z)))");
    }
}
