//! The rules, one file per operator family, and which families see which operator.

mod affix;
mod arith;
mod bool;
mod concat;
mod contains;
mod context;
mod convert;
mod divmod;
mod eq;
mod eq_count;
mod eq_function;
mod eq_split;
mod fold;
mod indexof;
mod ite;
mod junction;
mod len;
mod letters;
mod mapping;
mod membership;
mod order;
mod regex;
mod replace;
mod replace_all;
mod replace_nested;
mod shape;
mod substr;

use crate::cx::Cx;
use terms::{Op, Sort, Term};

/// One step: an equal term for `t`, whose arguments are in normal form, if some rule fires.
pub(crate) fn apply(cx: &mut Cx, t: Term) -> Option<Term> {
    shape::rewrite(cx, t)
        .or_else(|| fold::rewrite(cx, t))
        .or_else(|| by_operator(cx, t))
        .or_else(|| if is_atom(cx, t) { context::split_atom(cx, t) } else { None })
}

/// Whether `t` is a predicate of integers or strings.
fn is_atom(cx: &Cx, t: Term) -> bool {
    cx.sort(t) == Sort::Bool
        && cx.args(t).first().is_some_and(|&a| matches!(cx.sort(a), Sort::Int | Sort::String))
}

fn by_operator(cx: &mut Cx, t: Term) -> Option<Term> {
    match cx.op(t) {
        Op::Not | Op::And | Op::Or | Op::Implies | Op::Xor => bool::rewrite(cx, t)
            .or_else(|| junction::rewrite(cx, t))
            .or_else(|| context::rewrite_junction(cx, t))
            .or_else(|| context::rewrite_domain(cx, t)),
        Op::Eq => equality(cx, t),
        Op::Ite => ite::rewrite(cx, t).or_else(|| context::rewrite_ite(cx, t)),
        Op::Add | Op::Sub | Op::Neg | Op::Mul => arith::rewrite_sum(cx, t),
        Op::Ge | Op::Gt | Op::Le | Op::Lt => arith::rewrite_compare(cx, t),
        Op::Div | Op::Mod | Op::Abs | Op::Divisible(_) => divmod::rewrite(cx, t),
        Op::StrConcat => concat::rewrite(cx, t),
        Op::StrLen => len::rewrite(cx, t),
        Op::StrLt | Op::StrLe => order::rewrite(cx, t),
        Op::StrIndexOf | Op::StrLastIndexOf => indexof::rewrite(cx, t),
        Op::StrReplaceAll => replace_all::rewrite_all(cx, t),
        Op::StrReplaceRe | Op::StrReplaceReAll => replace_all::rewrite_re(cx, t),
        Op::StrIndexOfRe => replace_all::rewrite_index(cx, t),
        Op::StrIsDigit | Op::StrToCode | Op::StrFromCode | Op::StrToInt | Op::StrFromInt => {
            convert::rewrite(cx, t)
        }
        Op::StrRev | Op::StrToLower | Op::StrToUpper | Op::StrUpdate => mapping::rewrite(cx, t),
        Op::StrReplace => replace::rewrite(cx, t),
        Op::StrContains => contains::rewrite(cx, t),
        Op::StrPrefixOf | Op::StrSuffixOf => affix::rewrite(cx, t),
        Op::StrAt | Op::StrSubstr => substr::rewrite(cx, t),
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
        Sort::Bool => bool::rewrite_iff(cx, t).or_else(|| context::rewrite_iff(cx, t)),
        Sort::Int => arith::rewrite_equality(cx, t),
        Sort::String => eq::rewrite(cx, t),
        Sort::RegLan => regex::rewrite_equality(cx, t),
        Sort::Uninterpreted(_) => None,
    })
}
