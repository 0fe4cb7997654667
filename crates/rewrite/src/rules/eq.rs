//! Equalities of strings.

use crate::cx::Cx;
use crate::entail;
use crate::parts::{Ends, constants_occur, normal_concat, string_parts, strip};
use crate::rule::RuleId;
use base::{FxHashMap, Int};
use terms::{Op, Term};

/// What holds for every sort: reflexivity, constants, order.
pub(super) fn order(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return cx.fire_bool(RuleId::EqReflexive, true);
    }
    if cx.op(a).is_const() && cx.op(b).is_const() {
        return cx.fire_bool(RuleId::EqConstants, false);
    }
    if a > b {
        return cx.fire_app(RuleId::EqOrder, Op::Eq, &[b, a]);
    }
    None
}

pub(super) fn rewrite(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    ends(cx, a, b)
        .or_else(|| empty_concat(cx, a, b))
        .or_else(|| by_length(cx, a, b))
        .or_else(|| const_parts(cx, a, b))
        .or_else(|| const_parts(cx, b, a))
        .or_else(|| count(cx, a, b))
        .or_else(|| multiset(cx, a, b))
        .or_else(|| multiset(cx, b, a))
}

/// Equal ends go; constants go character by character, or clash.
fn ends(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let (mut x, mut y) = (Ends::of(cx, a), Ends::of(cx, b));
    let mut changed = false;
    for back in [false, true] {
        match strip(cx, &mut x, &mut y, back) {
            None => return cx.fire_bool(RuleId::EqClash, false),
            Some(more) => changed |= more,
        }
    }
    if !changed {
        return None;
    }
    let (a, b) = (x.join(cx), y.join(cx));
    let eq = cx.eq(a, b);
    cx.fire(RuleId::EqStripEnds, eq)
}

fn empty_concat(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let s = if cx.is_empty_str(a) {
        b
    } else if cx.is_empty_str(b) {
        a
    } else {
        return None;
    };
    if cx.op(s) != Op::StrConcat {
        return None;
    }
    let parts = cx.args(s).to_vec();
    let all = cx.all_empty(&parts);
    cx.fire(RuleId::EqEmptyConcat, all)
}

fn by_length(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let diff = entail::length(cx, a).minus(&entail::length(cx, b));
    let differ = entail::nonneg(cx, &diff.clone().plus_int(-1))
        || entail::nonneg(cx, &diff.negated().plus_int(-1))
        || (!diff.constant.is_zero() && !diff.constant.div_rem_euclid(&diff.content()).1.is_zero());
    if differ { cx.fire_bool(RuleId::EqLength, false) } else { None }
}

/// A constant against parts some of which are constants: these must occur in it in order.
fn const_parts(cx: &mut Cx, constant: Term, other: Term) -> Option<Term> {
    let w = cx.str_value(constant)?;
    if cx.op(other) != Op::StrConcat {
        return None;
    }
    if constants_occur(cx, other, w) { None } else { cx.fire_bool(RuleId::EqConstParts, false) }
}

/// What both sides have in common in any order cancels, and the letters that are left in constants must be matched by the
/// other side.
fn count(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    if cx.op(a) != Op::StrConcat && cx.op(b) != Op::StrConcat {
        return None;
    }
    let mut parts: FxHashMap<Term, i64> = FxHashMap::default();
    let mut letters: FxHashMap<u32, i64> = FxHashMap::default();
    for (side, sign) in [(a, 1), (b, -1)] {
        for p in string_parts(cx, side) {
            match cx.str_value(p) {
                Some(w) => w.iter().for_each(|&c| *letters.entry(c).or_default() += sign),
                None => *parts.entry(p).or_default() += sign,
            }
        }
    }
    // Unknown parts left on one side may supply letters that the other side's constants have more of.
    let left = parts.values().any(|&n| n > 0);
    let right = parts.values().any(|&n| n < 0);
    let clash = letters.values().any(|&n| (n > 0 && !right) || (n < 0 && !left));
    if clash { cx.fire_bool(RuleId::EqCount, false) } else { divisible(cx, &parts, &letters) }
}

/// Each letter's surplus is a multiple of how often the unknown parts are left.
fn divisible(
    cx: &mut Cx,
    parts: &FxHashMap<Term, i64>,
    letters: &FxHashMap<u32, i64>,
) -> Option<Term> {
    let divisor = parts.values().fold(Int::ZERO, |g, &n| g.gcd(&n.into()));
    let fits = |n: &i64| *n == 0 || Int::from(*n).div_rem_euclid(&divisor).1.is_zero();
    if divisor.is_zero() || letters.values().all(fits) {
        return None;
    }
    cx.fire_bool(RuleId::EqCount, false)
}

/// When the parts of `a` are among those of `b`, the remaining parts of `b` are empty.
fn multiset(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let mut unmatched = string_parts(cx, a);
    if unmatched.is_empty() {
        return None;
    }
    let (mut matched, mut extra) = (Vec::new(), Vec::new());
    for p in string_parts(cx, b) {
        match unmatched.iter().position(|&q| q == p) {
            Some(i) => {
                unmatched.swap_remove(i);
                matched.push(p);
            }
            None => extra.push(p),
        }
    }
    if !unmatched.is_empty() || extra.is_empty() {
        return None;
    }
    let none = cx.all_empty(&extra);
    let rest = normal_concat(cx, &matched);
    let eq = cx.eq(a, rest);
    cx.fire_app(RuleId::EqMultiset, Op::And, &[none, eq])
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn any_sort() {
        fires!(EqReflexive, "(= (str.++ x y) (str.++ x y))", "true");
        fires!(EqConstants, "(= 1 2)", "false");
        fires!(EqConstants, r#"(= "a" "b")"#, "false");
        keeps!(EqConstants, "(= x y)");
        keeps!(EqReflexive, "(= x y)");
        fires!(EqOrder, "(= y x)", "(= x y)");
        keeps!(EqOrder, "(= x y)");
    }

    #[test]
    fn ends() {
        fires!(EqStripEnds, "(= (str.++ x y z) (str.++ x z z))", "(= y z)");
        fires!(EqStripEnds, r#"(= (str.++ "abc" x) (str.++ "ab" y))"#, r#"(= (str.++ "c" x) y)"#);
        fires!(EqStripEnds, r#"(= (str.++ x "bc") "abc")"#, r#"(= x "a")"#);
        keeps!(EqStripEnds, "(= (str.++ x y) z)");
        fires!(EqClash, r#"(= (str.++ "ab" x) (str.++ "ac" y))"#, "false");
        fires!(EqClash, r#"(= (str.++ x "b") (str.++ y "ac"))"#, "false");
        keeps!(EqClash, r#"(= (str.++ x "b") (str.++ "a" y))"#);
    }

    #[test]
    fn lengths() {
        fires!(EqEmptyConcat, r#"(= "" (str.++ x y))"#, r#"(and (= "" x) (= "" y))"#);
        keeps!(EqEmptyConcat, r#"(= "" x)"#);
        fires!(EqLength, r#"(= (str.substr x i 1) (str.++ "ab" y))"#, "false");
        fires!(EqEmptyConcat, r#"(= (str.++ x "a") "")"#, "false");
        fires!(EqLength, r#"(= (str.++ x x) (str.++ y "a" y))"#, "false");
        keeps!(EqLength, r#"(= (str.substr x i 1) (str.++ "a" y))"#);
    }

    #[test]
    fn contents() {
        fires!(EqConstParts, r#"(= "abcab" (str.++ x "b" y "c" y "c" z))"#, "false");
        keeps!(EqConstParts, r#"(= "abcab" (str.++ x "b" y "c" z))"#);
        fires!(EqMultiset, "(= x (str.++ y x z))", r#"(and (= "" y) (= "" z))"#);
        keeps!(EqMultiset, "(= (str.++ x x) (str.++ y z u))");
        fires!(
            EqMultiset,
            "(= (str.++ x y) (str.++ y z x))",
            r#"(and (= "" z) (= (str.++ x y) (str.++ y x)))"#
        );
    }

    #[test]
    fn letters() {
        fires!(EqCount, r#"(= (str.++ x "bce" y) (str.++ y "dcb" x))"#, "false");
        fires!(EqCount, r#"(= (str.++ x "ac" y) (str.++ y "b" z x))"#, "false");
        fires!(EqCount, r#"(= (str.++ x "ab" x) (str.++ y "cb" y "ad"))"#, "false");
        keeps!(EqCount, r#"(= (str.++ x "ab" y) (str.++ y "b" z x))"#);
        keeps!(EqCount, r#"(= (str.++ x "bce" y) (str.++ y "ceb" x))"#);
    }
}
