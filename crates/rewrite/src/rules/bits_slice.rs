//! Parts of bit-vectors, and words made of parts.

use crate::bitvec;
use crate::bitvec::{apply, slice, width};
use crate::cx::Cx;
use crate::rule::RuleId;
use terms::op::BitOp;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    match op {
        BitOp::Extract(high, low) => extract(cx, t, high, low),
        BitOp::SignExtend(by) => extend(cx, t, by),
        BitOp::Concat => concat(cx, t),
        _ => None,
    }
}

fn extract(cx: &mut Cx, t: Term, high: u32, low: u32) -> Option<Term> {
    let a = cx.arg(t, 0);
    if high - low + 1 == width(cx, a) {
        return cx.fire(RuleId::BitsExtractWhole, a);
    }
    let Op::Bits(op) = cx.op(a) else { return None };
    let args = cx.args(a).to_vec();
    match op {
        BitOp::Extract(_, below) => {
            let inner = apply(cx, BitOp::Extract(high + below, low + below), &args);
            cx.fire(RuleId::BitsExtractNested, inner)
        }
        BitOp::Concat => of_concat(cx, &args, high + 1, low),
        BitOp::SignExtend(_) if high < width(cx, args[0]) => {
            let inner = slice(cx, args[0], high + 1, low)?;
            cx.fire(RuleId::BitsExtractExtended, inner)
        }
        BitOp::Not | BitOp::And | BitOp::Or | BitOp::Xor => {
            of_each(cx, RuleId::BitsExtractBitwise, op, &args, high, low)
        }
        BitOp::Neg | BitOp::Add | BitOp::Sub | BitOp::Mul if low == 0 => {
            of_each(cx, RuleId::BitsExtractSum, op, &args, high, low)
        }
        _ => None,
    }
}

/// The operator applied to that part of each argument.
fn of_each(
    cx: &mut Cx,
    rule: RuleId,
    op: BitOp,
    args: &[Term],
    high: u32,
    low: u32,
) -> Option<Term> {
    let parts: Vec<Term> =
        args.iter().map(|&arg| apply(cx, BitOp::Extract(high, low), &[arg])).collect();
    let image = apply(cx, op, &parts);
    cx.fire(rule, image)
}

/// The bits from `low` up to `high`, exclusive, of parts in a row.
fn of_concat(cx: &mut Cx, parts: &[Term], high: u32, low: u32) -> Option<Term> {
    let (mut cut, mut start) = (Vec::new(), 0);
    for &part in parts.iter().rev() {
        let end = start + width(cx, part);
        if start < high && low < end {
            let (from, to) = (low.max(start) - start, high.min(end) - start);
            cut.push(slice(cx, part, to, from));
        }
        start = end;
    }
    cut.reverse();
    let image = bitvec::concat(cx, &cut);
    cx.fire(RuleId::BitsExtractConcat, image)
}

fn extend(cx: &mut Cx, t: Term, by: u32) -> Option<Term> {
    let a = cx.arg(t, 0);
    let image = match cx.op(a) {
        _ if by == 0 => a,
        Op::Bits(BitOp::SignExtend(more)) => {
            let inner = cx.arg(a, 0);
            apply(cx, BitOp::SignExtend(by + more), &[inner])
        }
        _ => return None,
    };
    cx.fire(RuleId::BitsExtend, image)
}

/// Flat, with neighbours that make up one term joined.
fn concat(cx: &mut Cx, t: Term) -> Option<Term> {
    let parts = flat(cx, t);
    let mut joined: Vec<Term> = Vec::new();
    for part in parts {
        match joined.pop() {
            None => joined.push(part),
            Some(before) => match join(cx, before, part) {
                Some(both) => joined.push(both),
                None => joined.extend([before, part]),
            },
        }
    }
    if joined == cx.args(t) {
        return None;
    }
    let image = if joined.len() == 1 { joined[0] } else { apply(cx, BitOp::Concat, &joined) };
    cx.fire(RuleId::BitsConcat, image)
}

fn flat(cx: &Cx, t: Term) -> Vec<Term> {
    let nested = |a: Term| cx.op(a) == Op::Bits(BitOp::Concat);
    let count = cx.args(t).iter().map(|&a| if nested(a) { cx.args(a).len() } else { 1 });
    if count.sum::<usize>() > cx.effort().bit_parts {
        return cx.args(t).to_vec();
    }
    let parts = |&a: &Term| if nested(a) { cx.args(a).to_vec() } else { vec![a] };
    cx.args(t).iter().flat_map(parts).collect()
}

/// Two neighbours as one term, if they are constants or adjacent parts of one.
fn join(cx: &mut Cx, high: Term, low: Term) -> Option<Term> {
    if let (Some(above), Some(below)) = (cx.bits_value(high), cx.bits_value(low)) {
        let (wide, value) = (width(cx, low), below + &(above * &bitvec::power(width(cx, low))));
        let both = width(cx, high) + wide;
        return Some(cx.bits(both, &value));
    }
    let part = |cx: &Cx, t: Term| match cx.op(t) {
        Op::Bits(BitOp::Extract(high, low)) => Some((cx.arg(t, 0), high, low)),
        _ => None,
    };
    let ((a, top, middle), (b, below, bottom)) = (part(cx, high)?, part(cx, low)?);
    if a != b || middle != below + 1 {
        return None;
    }
    slice(cx, a, top + 1, bottom)
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn parts() {
        fires!(BitsExtractWhole, "((_ extract 3 0) p)", "p");
        keeps!(BitsExtractWhole, "((_ extract 2 0) p)");
        fires!(BitsExtractNested, "((_ extract 1 0) ((_ extract 3 1) p))", "((_ extract 2 1) p)");
        keeps!(BitsExtractNested, "((_ extract 2 1) p)");
        fires!(
            BitsExtractConcat,
            "((_ extract 5 2) (concat p q))",
            "(concat ((_ extract 1 0) p) ((_ extract 3 2) q))"
        );
        fires!(BitsExtractConcat, "((_ extract 7 4) (concat p q r))", "q");
        keeps!(BitsExtractConcat, "((_ extract 1 1) p)");
        fires!(BitsExtractBitwise, "((_ extract 2 1) (bvnot p))", "(bvnot ((_ extract 2 1) p))");
        keeps!(BitsExtractBitwise, "((_ extract 2 1) (bvadd p q))");
        fires!(
            BitsExtractSum,
            "((_ extract 1 0) (bvadd p q))",
            "(bvadd ((_ extract 1 0) p) ((_ extract 1 0) q))"
        );
        keeps!(BitsExtractSum, "((_ extract 2 1) (bvadd p q))");
        fires!(
            BitsExtractExtended,
            "((_ extract 2 0) ((_ sign_extend 4) p))",
            "((_ extract 2 0) p)"
        );
        keeps!(BitsExtractExtended, "((_ extract 5 2) ((_ sign_extend 4) p))");
    }

    #[test]
    fn words_of_parts() {
        fires!(BitsExtend, "((_ sign_extend 0) p)", "p");
        fires!(BitsExtend, "((_ sign_extend 1) ((_ sign_extend 2) p))", "((_ sign_extend 3) p)");
        keeps!(BitsExtend, "((_ sign_extend 1) p)");
        fires!(BitsConcat, "(concat p #x1 (concat #x2 q))", "(concat p #x12 q)");
        fires!(BitsConcat, "(concat ((_ extract 3 2) p) ((_ extract 1 0) p))", "p");
        keeps!(BitsConcat, "(concat ((_ extract 3 2) p) ((_ extract 1 0) q))");
    }
}
