//! Comparisons with the ends of the range, and equations.

use crate::bitvec;
use crate::bitvec::{apply, power, slice, width};
use crate::cx::Cx;
use crate::rule::RuleId;
use base::Int;
use terms::op::BitOp;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    let (rule, shift) = match op {
        BitOp::Ult => (RuleId::BitsUlt, Int::ZERO),
        BitOp::Slt => (RuleId::BitsSlt, power(width(cx, cx.arg(t, 0)) - 1)),
        _ => return None,
    };
    less(cx, rule, &shift, cx.arg(t, 0), cx.arg(t, 1))
}

/// `a < b` in the order that starts with the number `least`.
fn less(cx: &mut Cx, rule: RuleId, least: &Int, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return cx.fire_bool(rule, false);
    }
    let (width, size) = (width(cx, a), power(width(cx, a)));
    let rank = |t: Term| Some((cx.bits_value(t)? + least).div_rem_euclid(&size).1);
    let (low, high) = (rank(a), rank(b));
    let top = &size - &Int::ONE;
    if low.as_ref() == Some(&top) || high.as_ref().is_some_and(Int::is_zero) {
        return cx.fire_bool(rule, false);
    }
    let (other, value, holds) = match (low, high) {
        // Above the least, below the greatest: all but that.
        (Some(n), _) if n.is_zero() => (b, n, false),
        (_, Some(n)) if n == top => (a, n, false),
        // Below the second, above the last but one: just one.
        (_, Some(n)) if n.is_one() => (a, Int::ZERO, true),
        (Some(n), _) if &n + &Int::ONE == top => (b, top, true),
        _ => return None,
    };
    let constant = cx.bits(width, &(value - least));
    let same = cx.eq(other, constant);
    let image = if holds { same } else { cx.not(same) };
    cx.fire(rule, image)
}

/// `a = b` over bit-vectors.
pub(super) fn equality(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    concats(cx, a, b)
        .or_else(|| invert(cx, a, b))
        .or_else(|| invert(cx, b, a))
        .or_else(|| cancel(cx, a, b))
}

/// Concatenations part by part, where the cuts are at the same places, or one side is a constant.
fn concats(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let is_concat = |t: Term| cx.op(t) == Op::Bits(BitOp::Concat);
    let (whole, other) = if is_concat(a) { (a, b) } else { (b, a) };
    let fits = cx.bits_value(other).is_some() || (is_concat(other) && cut(cx, a) == cut(cx, b));
    if !is_concat(whole) || !fits {
        return None;
    }
    let (mut equal, mut end) = (Vec::new(), width(cx, whole));
    for part in cx.args(whole).to_vec() {
        let start = end - width(cx, part);
        let counterpart = slice(cx, other, end, start)?;
        equal.push(cx.eq(part, counterpart));
        end = start;
    }
    let all = cx.and(&equal);
    cx.fire(RuleId::BitsEqConcat, all)
}

/// The widths of the parts.
fn cut(cx: &Cx, t: Term) -> Vec<u32> {
    cx.args(t).iter().map(|&part| width(cx, part)).collect()
}

/// What the argument of a function with an inverse must be, for a constant value.
fn invert(cx: &mut Cx, value: Term, function: Term) -> Option<Term> {
    cx.bits_value(value)?;
    let Op::Bits(op) = cx.op(function) else { return None };
    let first = cx.arg(function, 0);
    let (unknown, image) = match op {
        BitOp::Not | BitOp::Neg => (first, apply(cx, op, &[value])),
        BitOp::Add | BitOp::Xor => {
            cx.bits_value(first)?;
            let rest = cx.args(function)[1..].to_vec();
            let unknown = if rest.len() == 1 { rest[0] } else { apply(cx, op, &rest) };
            let inverse = if op == BitOp::Add { BitOp::Sub } else { BitOp::Xor };
            (unknown, apply(cx, inverse, &[value, first]))
        }
        _ => return None,
    };
    let same = cx.eq(unknown, image);
    cx.fire(RuleId::BitsEqInvert, same)
}

/// A summand of both sides.
fn cancel(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    [BitOp::Add, BitOp::Xor].into_iter().find_map(|op| {
        let (left, right) = (summands(cx, op, a), summands(cx, op, b));
        if left.len() + right.len() == 2 {
            return None;
        }
        let common = *left.iter().find(|t| right.contains(t))?;
        let [left, right] = [left, right].map(|sum| without(cx, op, sum, common));
        let same = cx.eq(left, right);
        cx.fire(RuleId::BitsEqCancel, same)
    })
}

fn summands(cx: &Cx, op: BitOp, t: Term) -> Vec<Term> {
    if cx.op(t) == Op::Bits(op) { cx.args(t).to_vec() } else { vec![t] }
}

/// A sum without one of its summands.
fn without(cx: &mut Cx, op: BitOp, mut sum: Vec<Term>, gone: Term) -> Term {
    if let Some(at) = sum.iter().position(|&t| t == gone) {
        sum.remove(at);
    }
    match sum[..] {
        [] => {
            let width = width(cx, gone);
            bitvec::zero(cx, width)
        }
        [t] => t,
        _ => apply(cx, op, &sum),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn ends_of_the_range() {
        fires!(BitsUlt, "(bvult p #x0)", "false");
        fires!(BitsUlt, "(bvult p p)", "false");
        fires!(BitsUlt, "(bvult p #x1)", "(= p #x0)");
        fires!(BitsUlt, "(bvult p #xf)", "(not (= p #xf))");
        fires!(BitsUlt, "(bvult #x0 p)", "(not (= p #x0))");
        fires!(BitsUlt, "(bvult #xe p)", "(= p #xf)");
        keeps!(BitsUlt, "(bvult p #x2)");
        fires!(BitsSlt, "(bvslt p #x8)", "false");
        fires!(BitsSlt, "(bvslt #x7 p)", "false");
        fires!(BitsSlt, "(bvslt p #x9)", "(= p #x8)");
        fires!(BitsSlt, "(bvslt p #x7)", "(not (= p #x7))");
        keeps!(BitsSlt, "(bvslt p #x0)");
    }

    #[test]
    fn equations() {
        fires!(BitsEqConcat, "(= (concat p q) #x1f)", "(and (= p #x1) (= q #xf))");
        fires!(BitsEqConcat, "(= (concat p q) (concat q r))", "(and (= p q) (= q r))");
        keeps!(BitsEqConcat, "(= (concat p #b01) (concat #b10 q))");
        fires!(BitsEqInvert, "(= (bvadd p #x1) #x3)", "(= p #x2)");
        fires!(BitsEqInvert, "(= #x3 (bvneg p))", "(= p #xd)");
        fires!(BitsEqInvert, "(= (bvxor p q #x1) #x3)", "(= (bvxor p q) #x2)");
        keeps!(BitsEqInvert, "(= (bvmul p #x3) #x3)");
        fires!(BitsEqCancel, "(= (bvadd p q) (bvadd p r))", "(= q r)");
        fires!(BitsEqCancel, "(= p (bvxor p q))", "(= q #x0)");
        keeps!(BitsEqCancel, "(= (bvadd p q) (bvxor p q))");
    }
}
