//! Between bit-vectors and integers.

use crate::bitvec::{apply, power, slice, width, zero};
use crate::cx::Cx;
use crate::linear::{LinearSum, ToTerm, linear};
use crate::rule::RuleId;
use base::Int;
use terms::op::BitOp;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    let a = cx.arg(t, 0);
    let image = match (op, cx.op(a)) {
        (BitOp::ToInt, Op::Bits(BitOp::OfInt(width))) => {
            let (n, size) = (cx.arg(a, 0), cx.int(power(width)));
            cx.mk(Op::Mod, &[n, size])
        }
        (BitOp::OfInt(width), Op::Bits(BitOp::ToInt)) => {
            let word = cx.arg(a, 0);
            resized(cx, word, width)?
        }
        _ => return None,
    };
    cx.fire(RuleId::BitsConvert, image)
}

/// The lowest bits, or zeros above all of them.
fn resized(cx: &mut Cx, a: Term, to: u32) -> Option<Term> {
    let from = width(cx, a);
    if to <= from {
        return slice(cx, a, to, 0);
    }
    let high = zero(cx, to - from);
    Some(apply(cx, BitOp::Concat, &[high, a]))
}

/// Division of numbers by a power of two: the quotient is what the upper bits say, the remainder what the lower ones do, also
/// of the numbers in a sum.
pub(super) fn divide(cx: &mut Cx, t: Term) -> Option<Term> {
    let &[dividend, divisor] = cx.args(t) else { return None };
    let power = cx.int_value(divisor)?.to_i64().and_then(|k| u64::try_from(k).ok());
    let bits = power.filter(|k| k.is_power_of_two())?.trailing_zeros();
    if cx.op(t) == Op::Div {
        let a = word_of(cx, dividend)?;
        let all = width(cx, a);
        let upper = slice(cx, a, all, bits)?;
        let quotient = apply(cx, BitOp::ToInt, &[upper]);
        return cx.fire(RuleId::BitsDivideNumber, quotient);
    }
    let mut shortened = LinearSum::default();
    let sum = linear(cx, dividend);
    for (x, factor) in &sum.terms {
        shortened.add_var(lowest(cx, *x, bits).unwrap_or(*x), factor.clone());
    }
    shortened.constant.clone_from(&sum.constant);
    if shortened == sum {
        return None;
    }
    let rest = shortened.to_term(cx);
    cx.fire_app(RuleId::BitsDivideNumber, Op::Mod, &[rest, divisor])
}

/// The number of the lowest bits of a longer word.
fn lowest(cx: &mut Cx, number: Term, bits: u32) -> Option<Term> {
    let a = word_of(cx, number).filter(|&a| width(cx, a) > bits)?;
    let low = slice(cx, a, bits, 0)?;
    Some(apply(cx, BitOp::ToInt, &[low]))
}

fn word_of(cx: &Cx, number: Term) -> Option<Term> {
    (cx.op(number) == Op::Bits(BitOp::ToInt)).then(|| cx.arg(number, 0))
}

/// `(>= sum k)` of one number, or of the difference of two of one width.
pub(super) fn compare(cx: &mut Cx, t: Term) -> Option<Term> {
    if cx.op(t) != Op::Ge {
        return None;
    }
    let sum = linear(cx, cx.arg(t, 0)).minus(&linear(cx, cx.arg(t, 1)));
    let less = match words(cx, &sum)? {
        [(a, 1), (b, -1)] if sum.constant.is_zero() => apply(cx, BitOp::Ult, &[a, b]),
        [(b, -1), (a, 1)] if sum.constant.is_zero() => apply(cx, BitOp::Ult, &[a, b]),
        [(a, 1), (_, 0)] => {
            let least = constant(cx, a, -&sum.constant)?;
            apply(cx, BitOp::Ult, &[a, least])
        }
        _ => return None,
    };
    let image = cx.not(less);
    cx.fire(RuleId::BitsCompareNumbers, image)
}

/// `a = b` of a number and a constant, or of two numbers of one width.
pub(super) fn equality(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let sum = linear(cx, a).minus(&linear(cx, b));
    let same = match words(cx, &sum)? {
        [(a, 1), (b, -1)] | [(b, -1), (a, 1)] if sum.constant.is_zero() => cx.eq(a, b),
        [(a, 1), (_, 0)] => {
            let value = constant(cx, a, -&sum.constant)?;
            cx.eq(a, value)
        }
        [(a, -1), (_, 0)] => {
            let value = constant(cx, a, sum.constant.clone())?;
            cx.eq(a, value)
        }
        _ => return None,
    };
    cx.fire(RuleId::BitsEqNumbers, same)
}

/// The bit-vectors, of one width, whose numbers a sum is made of, each with its sign; 0 stands for none.
fn words(cx: &Cx, sum: &LinearSum) -> Option<[(Term, i64); 2]> {
    let word = |(t, c): &(Term, Int)| match cx.op(*t) {
        Op::Bits(BitOp::ToInt) => Some((cx.arg(*t, 0), c.to_i64()?)),
        _ => None,
    };
    match &sum.terms[..] {
        [one] => word(one).map(|(a, c)| [(a, c), (a, 0)]),
        [one, other] => {
            let (one, other) = (word(one)?, word(other)?);
            (width(cx, one.0) == width(cx, other.0)).then_some([one, other])
        }
        _ => None,
    }
}

/// The constant of the width of `a`, if there is one with this number.
fn constant(cx: &mut Cx, a: Term, n: Int) -> Option<Term> {
    let width = width(cx, a);
    (!n.is_negative() && n < power(width)).then(|| cx.bits(width, &n))
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn numbers() {
        fires!(BitsConvert, "(ubv_to_int ((_ int_to_bv 4) i))", "(mod i 16)");
        fires!(BitsConvert, "((_ int_to_bv 4) (ubv_to_int p))", "p");
        fires!(BitsConvert, "((_ int_to_bv 6) (ubv_to_int p))", "(concat #b00 p)");
        fires!(BitsConvert, "((_ int_to_bv 2) (ubv_to_int p))", "((_ extract 1 0) p)");
        keeps!(BitsConvert, "(ubv_to_int p)");
        fires!(BitsCompareNumbers, "(>= (ubv_to_int p) 3)", "(not (bvult p #x3))");
        fires!(BitsCompareNumbers, "(< (ubv_to_int p) (ubv_to_int q))", "(bvult p q)");
        keeps!(BitsCompareNumbers, "(< (ubv_to_int p) (+ 1 (ubv_to_int q)))");
        fires!(BitsEqNumbers, "(= (ubv_to_int p) 3)", "(= p #x3)");
        fires!(BitsEqNumbers, "(= (ubv_to_int p) (ubv_to_int q))", "(= p q)");
        keeps!(BitsEqNumbers, "(= (ubv_to_int p) (ubv_to_int ((_ extract 1 0) q)))");
    }

    #[test]
    fn division() {
        fires!(BitsDivideNumber, "(mod (ubv_to_int p) 4)", "(ubv_to_int ((_ extract 1 0) p))");
        fires!(BitsDivideNumber, "(div (ubv_to_int p) 4)", "(ubv_to_int ((_ extract 3 2) p))");
        fires!(
            BitsDivideNumber,
            "(mod (+ i (* 3 (ubv_to_int p))) 4)",
            "(mod (+ i (* 3 (ubv_to_int ((_ extract 1 0) p)))) 4)"
        );
        keeps!(BitsDivideNumber, "(mod (ubv_to_int p) 6)");
        keeps!(BitsDivideNumber, "(div (+ i (ubv_to_int p)) 4)");
        keeps!(BitsDivideNumber, "(mod (+ i (ubv_to_int p)) 16)");
    }

    #[test]
    fn bounds_decide() {
        fires!(GeEntailed, "(>= (ubv_to_int p) 16)", "false");
        fires!(GeEntailed, "(>= (ubv_to_int p) 0)", "true");
        fires!(IntEqFalse, "(= (ubv_to_int p) 16)", "false");
    }
}
