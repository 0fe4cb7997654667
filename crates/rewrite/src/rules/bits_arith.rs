//! Connectives bit by bit, sums, products and divisions.

use crate::bitvec::{apply, concat, exponent, is_ones, is_zero, ones, power, slice, width, zero};
use crate::cx::Cx;
use crate::rule::RuleId;
use base::{FxHashSet, Int};
use terms::op::BitOp;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    match op {
        BitOp::And | BitOp::Or => normal(cx, t, op)
            .or_else(|| absorbing(cx, t, op))
            .or_else(|| complement(cx, t, op))
            .or_else(|| absorb(cx, t, op)),
        BitOp::Xor | BitOp::Add => normal(cx, t, op).or_else(|| complement(cx, t, op)),
        BitOp::Mul => {
            normal(cx, t, op).or_else(|| absorbing(cx, t, op)).or_else(|| multiple(cx, t))
        }
        BitOp::Not | BitOp::Neg => twice(cx, t, op),
        BitOp::Sub => sub(cx, t),
        BitOp::Udiv | BitOp::Urem => same(cx, t, op).or_else(|| divide(cx, t, op)),
        BitOp::Srem | BitOp::Smod => same(cx, t, op),
        BitOp::Shl | BitOp::Lshr | BitOp::Ashr => shift(cx, t, op),
        _ => None,
    }
}

/// Flat, sorted, with one constant in front, none that changes nothing, and without repetitions.
fn normal(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    let mut args = flat(cx, t, op);
    base::order::sort(&mut args);
    let (constants, mut others): (Vec<Term>, Vec<Term>) =
        args.into_iter().partition(|&arg| cx.bits_value(arg).is_some());
    let repeated = remove_repeated(&mut others, op);
    let constant = merged(cx, op, &constants, width(cx, t));
    let is_neutral = match op {
        BitOp::And => is_ones(cx, constant),
        BitOp::Mul => cx.bits_value(constant).is_some_and(Int::is_one),
        _ => is_zero(cx, constant),
    };
    if !is_neutral || others.is_empty() {
        others.insert(0, constant);
    }
    if others == cx.args(t) {
        return None;
    }
    let image = if others.len() == 1 { others[0] } else { apply(cx, op, &others) };
    cx.fire(if repeated { RuleId::BitsRepeated } else { RuleId::BitsNormal }, image)
}

fn flat(cx: &Cx, t: Term, op: BitOp) -> Vec<Term> {
    let nested = |t: &Term| cx.op(*t) == Op::Bits(op);
    let count = cx.args(t).iter().map(|a| if nested(a) { cx.args(*a).len() } else { 1 });
    if count.sum::<usize>() > cx.effort().bit_arguments {
        return cx.args(t).to_vec();
    }
    let parts = |a: &Term| if nested(a) { cx.args(*a).to_vec() } else { vec![*a] };
    cx.args(t).iter().flat_map(parts).collect()
}

/// Whether arguments went from a sorted list: equal ones, or pairs of them.
fn remove_repeated(args: &mut Vec<Term>, op: BitOp) -> bool {
    let before = args.len();
    match op {
        BitOp::And | BitOp::Or => args.dedup(),
        BitOp::Xor => {
            let mut odd: Vec<Term> = Vec::new();
            for &arg in args.iter() {
                if odd.last() == Some(&arg) {
                    odd.pop();
                } else {
                    odd.push(arg);
                }
            }
            *args = odd;
        }
        _ => {}
    }
    args.len() < before
}

/// The constant that some constants are together.
fn merged(cx: &mut Cx, op: BitOp, constants: &[Term], width: u32) -> Term {
    let bits = |n: &Int| n.low_bits(width as usize);
    let bitwise = |a: &Int, b: &Int, f: fn(bool, bool) -> bool| {
        let joined: Vec<bool> = bits(a).into_iter().zip(bits(b)).map(|(a, b)| f(a, b)).collect();
        Int::from_bits(&joined)
    };
    let neutral = match op {
        BitOp::And => power(width) - Int::ONE,
        BitOp::Mul => Int::ONE,
        _ => Int::ZERO,
    };
    let all = constants.iter().filter_map(|&c| cx.bits_value(c)).fold(neutral, |a, b| match op {
        BitOp::And => bitwise(&a, b, |a, b| a && b),
        BitOp::Or => bitwise(&a, b, |a, b| a || b),
        BitOp::Xor => bitwise(&a, b, |a, b| a != b),
        BitOp::Mul => (a * b).div_rem_euclid(&power(width)).1,
        _ => a + b,
    });
    cx.bits(width, &all)
}

fn absorbing(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    let first = cx.arg(t, 0);
    let absorbs = if op == BitOp::Or { is_ones(cx, first) } else { is_zero(cx, first) };
    if absorbs { cx.fire(RuleId::BitsAbsorbing, first) } else { None }
}

/// An argument and its negation.
fn complement(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    let args = cx.args(t).to_vec();
    let inverse = if op == BitOp::Add { BitOp::Neg } else { BitOp::Not };
    let is_pair =
        |&a: &Term| cx.op(a) == Op::Bits(inverse) && args.binary_search(&cx.arg(a, 0)).is_ok();
    let negated = *args.iter().find(|a| is_pair(a))?;
    let (width, plain) = (width(cx, t), cx.arg(negated, 0));
    let together =
        if op == BitOp::And || op == BitOp::Add { zero(cx, width) } else { ones(cx, width) };
    let mut rest: Vec<Term> = args.into_iter().collect();
    for gone in [negated, plain] {
        let at = rest.iter().position(|&arg| arg == gone)?;
        rest.remove(at);
    }
    rest.push(together);
    let image = if rest.len() == 1 { together } else { apply(cx, op, &rest) };
    cx.fire(RuleId::BitsComplement, image)
}

fn absorb(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    let dual = Op::Bits(if op == BitOp::And { BitOp::Or } else { BitOp::And });
    let args = cx.args(t).to_vec();
    let present: FxHashSet<Term> = args.iter().copied().collect();
    let is_weaker =
        |&a: &Term| cx.op(a) == dual && cx.args(a).iter().any(|part| present.contains(part));
    let kept: Vec<Term> = args.iter().copied().filter(|a| !is_weaker(a)).collect();
    if kept.len() == args.len() {
        return None;
    }
    let image = if kept.len() == 1 { kept[0] } else { apply(cx, op, &kept) };
    cx.fire(RuleId::BitsAbsorb, image)
}

/// A product with a power of two.
fn multiple(cx: &mut Cx, t: Term) -> Option<Term> {
    let by = exponent(cx, cx.arg(t, 0))?;
    let others = cx.args(t)[1..].to_vec();
    let other = if others.len() == 1 { others[0] } else { apply(cx, BitOp::Mul, &others) };
    let shifted = shifted_left(cx, other, by);
    cx.fire(RuleId::BitsMulPower, shifted)
}

fn shifted_left(cx: &mut Cx, a: Term, by: u32) -> Term {
    let width = width(cx, a);
    let (kept, low) = (slice(cx, a, width - by, 0), zeros(cx, by));
    concat(cx, &[kept, low])
}

fn zeros(cx: &mut Cx, width: u32) -> Option<Term> {
    (width > 0).then(|| zero(cx, width))
}

fn twice(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    let inner = cx.arg(t, 0);
    if cx.op(inner) != Op::Bits(op) {
        return None;
    }
    let a = cx.arg(inner, 0);
    cx.fire(RuleId::BitsTwice, a)
}

fn sub(cx: &mut Cx, t: Term) -> Option<Term> {
    let (a, b, width) = (cx.arg(t, 0), cx.arg(t, 1), width(cx, t));
    let image = if a == b {
        zero(cx, width)
    } else if is_zero(cx, a) {
        apply(cx, BitOp::Neg, &[b])
    } else {
        let minus = -cx.bits_value(b)?;
        let minus = cx.bits(width, &minus);
        apply(cx, BitOp::Add, &[a, minus])
    };
    cx.fire(RuleId::BitsSub, image)
}

/// The remainder of a word by itself, or of 0, is 0; a quotient needs to know whether the divisor is 0.
fn same(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    let (a, d, width) = (cx.arg(t, 0), cx.arg(t, 1), width(cx, t));
    if a != d && !is_zero(cx, a) {
        return None;
    }
    let none = zero(cx, width);
    if op != BitOp::Udiv {
        return cx.fire(RuleId::BitsDivideSame, none);
    }
    let by_zero = cx.eq(d, none);
    let quotient = if a == d { cx.bits(width, &Int::ONE) } else { none };
    let ones = ones(cx, width);
    let image = cx.ite(by_zero, ones, quotient);
    cx.fire(RuleId::BitsDivideSame, image)
}

fn divide(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    let (a, d, width) = (cx.arg(t, 0), cx.arg(t, 1), width(cx, t));
    let image = if is_zero(cx, d) {
        if op == BitOp::Udiv { ones(cx, width) } else { a }
    } else {
        let by = exponent(cx, d)?;
        let part = if op == BitOp::Udiv { slice(cx, a, width, by) } else { slice(cx, a, by, 0) };
        let rest = zeros(cx, if op == BitOp::Udiv { by } else { width - by });
        concat(cx, &[rest, part])
    };
    cx.fire(RuleId::BitsDivide, image)
}

/// By a constant, or of 0.
fn shift(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    let (a, width) = (cx.arg(t, 0), width(cx, t));
    if is_zero(cx, a) {
        return cx.fire(RuleId::BitsShift, a);
    }
    let by = cx.bits_value(cx.arg(t, 1))?.to_i64().and_then(|n| u32::try_from(n).ok());
    let by = by.map_or(width, |by| by.min(width));
    let image = match op {
        BitOp::Shl => shifted_left(cx, a, by),
        BitOp::Lshr => {
            let (high, kept) = (zeros(cx, by), slice(cx, a, width, by));
            concat(cx, &[high, kept])
        }
        _ => {
            let by = by.min(width - 1);
            let kept = slice(cx, a, width, by)?;
            apply(cx, BitOp::SignExtend(by), &[kept])
        }
    };
    cx.fire(RuleId::BitsShift, image)
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn bit_by_bit() {
        fires!(BitsNormal, "(bvand q (bvand p #xc) #x6)", "(bvand #x4 p q)");
        fires!(BitsNormal, "(bvor p #x0)", "p");
        keeps!(BitsNormal, "(bvand p q)");
        fires!(BitsAbsorbing, "(bvand p #x0 q)", "#x0");
        fires!(BitsAbsorbing, "(bvor p #xf)", "#xf");
        keeps!(BitsAbsorbing, "(bvor #x1 p)");
        fires!(BitsRepeated, "(bvand p q p)", "(bvand p q)");
        fires!(BitsRepeated, "(bvxor p q p p)", "(bvxor p q)");
        keeps!(BitsRepeated, "(bvadd p p)");
        fires!(BitsComplement, "(bvand p (bvnot p) q)", "#x0");
        fires!(BitsComplement, "(bvxor p q (bvnot p))", "(bvxor #xf q)");
        fires!(BitsComplement, "(bvadd p q (bvneg p))", "q");
        keeps!(BitsComplement, "(bvadd p (bvnot p))");
        fires!(BitsAbsorb, "(bvand p (bvor q p))", "p");
        fires!(BitsAbsorb, "(bvor p r (bvand q p))", "(bvor p r)");
        keeps!(BitsAbsorb, "(bvor p (bvor q r))");
        fires!(BitsTwice, "(bvnot (bvnot p))", "p");
        fires!(BitsTwice, "(bvneg (bvneg p))", "p");
        keeps!(BitsTwice, "(bvneg (bvnot p))");
    }

    #[test]
    fn sums_and_products() {
        fires!(BitsSub, "(bvsub p p)", "#x0");
        fires!(BitsSub, "(bvsub p #x3)", "(bvadd #xd p)");
        fires!(BitsSub, "(bvsub #x0 p)", "(bvneg p)");
        keeps!(BitsSub, "(bvsub p q)");
        fires!(BitsMulPower, "(bvmul p #x4)", "(concat ((_ extract 1 0) p) #b00)");
        keeps!(BitsMulPower, "(bvmul #x3 p)");
        fires!(BitsDivide, "(bvudiv p #x0)", "#xf");
        fires!(BitsDivide, "(bvurem p #x0)", "p");
        fires!(BitsDivide, "(bvudiv p #x1)", "p");
        fires!(BitsDivide, "(bvudiv p #x4)", "(concat #b00 ((_ extract 3 2) p))");
        fires!(BitsDivide, "(bvurem p #x4)", "(concat #b00 ((_ extract 1 0) p))");
        keeps!(BitsDivide, "(bvudiv p #x3)");
        fires!(BitsDivideSame, "(bvurem p p)", "#x0");
        fires!(BitsDivideSame, "(bvsmod #x0 p)", "#x0");
        fires!(BitsDivideSame, "(bvudiv p p)", "(ite (= p #x0) #xf #x1)");
        fires!(BitsDivideSame, "(bvudiv #x0 p)", "(ite (= p #x0) #xf #x0)");
        keeps!(BitsDivideSame, "(bvudiv p q)");
    }

    #[test]
    fn shifts() {
        fires!(BitsShift, "(bvshl p #x1)", "(concat ((_ extract 2 0) p) #b0)");
        fires!(BitsShift, "(bvlshr p #x1)", "(concat #b0 ((_ extract 3 1) p))");
        fires!(BitsShift, "(bvlshr p #x9)", "#x0");
        fires!(BitsShift, "(bvashr p #x9)", "((_ sign_extend 3) ((_ extract 3 3) p))");
        fires!(BitsShift, "(bvshl #x0 p)", "#x0");
        keeps!(BitsShift, "(bvshl #x1 p)");
    }
}
