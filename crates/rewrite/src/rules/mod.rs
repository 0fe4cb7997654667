//! The rules, one file per operator family, and which families see which operator.

mod arith;
mod bool;
mod concat;
mod divmod;
mod eq;
mod fold;
mod ite;
mod len;
mod membership;
mod regex;
mod shape;

use crate::cx::Cx;
use terms::{Op, Sort, Term};

/// One step: an equal term for `t`, whose arguments are in normal form, if some rule fires.
pub(crate) fn apply(cx: &mut Cx, t: Term) -> Option<Term> {
    shape::rewrite(cx, t).or_else(|| fold::rewrite(cx, t)).or_else(|| by_operator(cx, t))
}

fn by_operator(cx: &mut Cx, t: Term) -> Option<Term> {
    match cx.op(t) {
        Op::Not | Op::And | Op::Or | Op::Implies | Op::Xor => bool::rewrite(cx, t),
        Op::Eq => equality(cx, t),
        Op::Ite => ite::rewrite(cx, t),
        Op::Add | Op::Sub | Op::Neg | Op::Mul => arith::rewrite_sum(cx, t),
        Op::Ge | Op::Gt | Op::Le | Op::Lt => arith::rewrite_compare(cx, t),
        Op::Div | Op::Mod | Op::Abs | Op::Divisible(_) => divmod::rewrite(cx, t),
        Op::StrConcat => concat::rewrite(cx, t),
        Op::StrLen => len::rewrite(cx, t),
        Op::StrInRe => membership::rewrite(cx, t),
        Op::StrToRe
        | Op::ReConcat
        | Op::ReUnion
        | Op::ReInter
        | Op::ReStar
        | Op::RePlus
        | Op::ReOpt
        | Op::ReComp
        | Op::ReDiff
        | Op::ReRange
        | Op::RePower(_)
        | Op::ReLoop(..) => regex::rewrite(cx, t),
        _ => None,
    }
}

fn equality(cx: &mut Cx, t: Term) -> Option<Term> {
    eq::order(cx, t).or_else(|| ite::lift_equality(cx, t)).or_else(|| match cx.sort(cx.arg(t, 0)) {
        Sort::Bool => bool::rewrite_iff(cx, t),
        Sort::Int => arith::rewrite_equality(cx, t),
        Sort::String => eq::rewrite(cx, t),
        Sort::RegLan => regex::rewrite_equality(cx, t),
        Sort::Uninterpreted(_) => None,
    })
}
