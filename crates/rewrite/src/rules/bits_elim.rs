//! Operators of constants, and those that stand for others. `bvult` and `bvslt` are left of the comparisons; of what moves bits,
//! `concat`, `extract` and `sign_extend`, with shifts and products by constants among that.

use crate::bitvec::{apply, concat, slice, width, zero};
use crate::circuit;
use crate::cx::Cx;
use crate::rule::RuleId;
use base::{FxHashMap, Int};
use bits::Truth;
use terms::op::BitOp;
use terms::{Op, Sort, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    fold(cx, t, op).or_else(|| eliminate(cx, t, op))
}

/// An operator of constants, by its circuit: the judge has a definition of its own.
fn fold(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    if !cx.args(t).iter().all(|&a| cx.op(a).is_const()) {
        return None;
    }
    let a = cx.arg(t, 0);
    let value = match op {
        BitOp::OfInt(width) => {
            let n = cx.int_value(a)?.clone();
            cx.bits(width, &n)
        }
        BitOp::ToInt => {
            let n = cx.bits_value(a)?.clone();
            cx.int(n)
        }
        _ if circuit::is_circuit(op) => {
            let mut words = FxHashMap::default();
            let word = circuit::word(cx, t, &mut Truth, &mut words, cx.budget()).ok()??;
            match cx.sort(t) {
                Sort::BitVec(width) => cx.bits(width, &Int::from_bits(&word)),
                _ => cx.bool(word[0]),
            }
        }
        _ => return None,
    };
    cx.fire(RuleId::Evaluate, value)
}

fn eliminate(cx: &mut Cx, t: Term, op: BitOp) -> Option<Term> {
    let args = cx.args(t).to_vec();
    let a = args[0];
    let image = match op {
        BitOp::Nand => negated(cx, BitOp::And, &args),
        BitOp::Nor => negated(cx, BitOp::Or, &args),
        BitOp::Xnor => negated(cx, BitOp::Xor, &args),
        BitOp::Comp => {
            let [set, clear] = [Int::ONE, Int::ZERO].map(|n| cx.bits(1, &n));
            let same = cx.eq(a, args[1]);
            cx.ite(same, set, clear)
        }
        BitOp::Ugt => apply(cx, BitOp::Ult, &[args[1], a]),
        BitOp::Ule => denied(cx, BitOp::Ult, &[args[1], a]),
        BitOp::Uge => denied(cx, BitOp::Ult, &args),
        BitOp::Sgt => apply(cx, BitOp::Slt, &[args[1], a]),
        BitOp::Sle => denied(cx, BitOp::Slt, &[args[1], a]),
        BitOp::Sge => denied(cx, BitOp::Slt, &args),
        BitOp::UsubOverflows => apply(cx, BitOp::Ult, &args),
        BitOp::ZeroExtend(0) => a,
        BitOp::ZeroExtend(by) => {
            let zero = zero(cx, by);
            apply(cx, BitOp::Concat, &[zero, a])
        }
        BitOp::RotateLeft(by) => rotated(cx, a, by % width(cx, a)),
        BitOp::RotateRight(by) => {
            let width = width(cx, a);
            rotated(cx, a, (width - by % width) % width)
        }
        BitOp::Repeat(times) if times <= cx.effort().bit_copies => {
            concat(cx, &vec![Some(a); times as usize])
        }
        BitOp::ToSignedInt => circuit::signed_number(cx, a),
        _ => return None,
    };
    cx.fire(RuleId::BitsElim, image)
}

fn negated(cx: &mut Cx, op: BitOp, args: &[Term]) -> Term {
    let inner = apply(cx, op, args);
    apply(cx, BitOp::Not, &[inner])
}

fn denied(cx: &mut Cx, op: BitOp, args: &[Term]) -> Term {
    let inner = apply(cx, op, args);
    cx.mk(Op::Not, &[inner])
}

fn rotated(cx: &mut Cx, a: Term, by: u32) -> Term {
    let width = width(cx, a);
    let (low, high) = (slice(cx, a, width - by, 0), slice(cx, a, width, width - by));
    concat(cx, &[low, high])
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn operators_that_stand_for_others() {
        fires!(BitsElim, "(bvule p q)", "(not (bvult q p))");
        fires!(BitsElim, "(bvsge p q)", "(not (bvslt p q))");
        fires!(BitsElim, "(bvnand p q)", "(bvnot (bvand p q))");
        fires!(BitsElim, "(bvcomp p q)", "(ite (= p q) #b1 #b0)");
        fires!(
            BitsElim,
            "((_ rotate_left 5) p)",
            "(concat ((_ extract 2 0) p) ((_ extract 3 3) p))"
        );
        fires!(BitsElim, "((_ rotate_right 4) p)", "p");
        fires!(BitsElim, "((_ repeat 2) p)", "(concat p p)");
        fires!(
            BitsElim,
            "(sbv_to_int p)",
            "(ite (bvslt p #x0) (- (ubv_to_int p) 16) (ubv_to_int p))"
        );
        keeps!(BitsElim, "(bvult p (bvand q ((_ sign_extend 2) ((_ extract 1 0) r))))");
    }
}
