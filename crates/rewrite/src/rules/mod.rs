//! The rules, one file per operator family, and which families see which operator.

mod affix;
mod arith;
mod bits_arith;
mod bits_compare;
mod bits_elim;
mod bits_numbers;
mod bits_slice;
mod bool;
mod concat;
mod contains;
mod context;
mod convert;
mod divmod;
mod eq;
mod eq_function;
mod eq_invert;
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
mod reversed;
mod shape;
mod substr;

use crate::cx::Cx;
use terms::op::Family;
use terms::{Op, Sort, Term};

/// One step: an equal term for `t`, whose arguments are in normal form, if some rule fires.
pub(crate) fn apply(cx: &mut Cx, t: Term) -> Option<Term> {
    if is_over_elements(cx, t) {
        return None;
    }
    if cx.is_structural() {
        return structural(cx, t);
    }
    shape::rewrite(cx, t).or_else(|| fold::rewrite(cx, t)).or_else(|| by_family(cx, t)).or_else(
        || is_atom(cx, t).then(|| ite::lift_atom(cx, t).or_else(|| context::split_atom(cx, t)))?,
    )
}

/// Whether `t` is a function of sequences other than strings: the rules are those of strings, which these become before
/// they are solved.
fn is_over_elements(cx: &Cx, t: Term) -> bool {
    let over = |t: &Term| cx.sort(*t).alphabet().is_some();
    over(&t) || cx.args(t).iter().any(over)
}

/// As [`apply`], where only rules of structure may fire: the families that have some are asked.
fn structural(cx: &mut Cx, t: Term) -> Option<Term> {
    let has_rules = match cx.op(t).family() {
        Family::Connective
        | Family::Equality
        | Family::Conditional
        | Family::Sum
        | Family::Comparison
        | Family::Division
        | Family::Concatenation
        | Family::Length
        | Family::BitVectors
        | Family::Regex => true,
        Family::Order => cx.op(t) == Op::StrLt,
        Family::Slice => cx.op(t) == Op::StrAt,
        Family::Conversion => cx.op(t) == Op::StrIsDigit,
        Family::Membership => cx.str_value(cx.arg(t, 0)).is_some(),
        Family::Constant
        | Family::Elements
        | Family::Declared
        | Family::Affix
        | Family::Containment
        | Family::Index
        | Family::Replacement
        | Family::Match
        | Family::Mapping
        | Family::Derived => false,
    };
    let general = shape::rewrite(cx, t).or_else(|| fold::rewrite(cx, t));
    if has_rules { general.or_else(|| by_family(cx, t)) } else { general }
}

/// Whether `t` is a predicate of integers or strings.
fn is_atom(cx: &Cx, t: Term) -> bool {
    cx.sort(t) == Sort::Bool
        && cx.args(t).first().is_some_and(|&a| matches!(cx.sort(a), Sort::Int | Sort::String))
}

fn by_family(cx: &mut Cx, t: Term) -> Option<Term> {
    match cx.op(t).family() {
        Family::Constant | Family::Declared | Family::Derived | Family::Elements => None,
        Family::BitVectors => bits(cx, t),
        Family::Connective => bool::rewrite(cx, t)
            .or_else(|| junction::rewrite(cx, t))
            .or_else(|| in_context(cx, t, context::rewrite_junction))
            .or_else(|| in_context(cx, t, context::rewrite_domain)),
        Family::Equality => equality(cx, t),
        Family::Conditional => {
            ite::rewrite(cx, t).or_else(|| in_context(cx, t, context::rewrite_ite))
        }
        Family::Sum => arith::rewrite_sum(cx, t),
        Family::Comparison => arith::rewrite_compare(cx, t)
            .or_else(|| ite::lift_ge(cx, t))
            .or_else(|| in_context(cx, t, len::slice_at_least))
            .or_else(|| bits_numbers::compare(cx, t)),
        Family::Division => divmod::rewrite(cx, t).or_else(|| bits_numbers::divide(cx, t)),
        Family::Concatenation => concat::rewrite(cx, t),
        Family::Length => len::rewrite(cx, t),
        Family::Order => order::rewrite(cx, t),
        Family::Slice => substr::rewrite(cx, t).or_else(|| reversed::slice(cx, t)),
        Family::Affix => reversed::predicate(cx, t)
            .or_else(|| affix::rewrite(cx, t))
            .or_else(|| letters::affix(cx, t)),
        Family::Containment => reversed::predicate(cx, t)
            .or_else(|| contains::rewrite(cx, t))
            .or_else(|| letters::contained(cx, t)),
        Family::Index => indexof::rewrite(cx, t),
        Family::Replacement => {
            if cx.op(t) == Op::StrReplace {
                replace::rewrite(cx, t)
            } else {
                replace_all::rewrite_all(cx, t)
            }
        }
        Family::Match => {
            if cx.op(t) == Op::StrIndexOfRe {
                replace_all::rewrite_index(cx, t)
            } else {
                replace_all::rewrite_re(cx, t)
            }
        }
        Family::Conversion => convert::rewrite(cx, t),
        Family::Mapping => mapping::rewrite(cx, t),
        Family::Membership => membership::rewrite(cx, t)
            .or_else(|| reversed::member(cx, t))
            .or_else(|| letters::membership(cx, t)),
        Family::Regex => regex::rewrite(cx, t),
    }
}

fn bits(cx: &mut Cx, t: Term) -> Option<Term> {
    let Op::Bits(op) = cx.op(t) else { return None };
    bits_elim::rewrite(cx, t, op)
        .or_else(|| bits_arith::rewrite(cx, t, op))
        .or_else(|| bits_slice::rewrite(cx, t, op))
        .or_else(|| bits_compare::rewrite(cx, t, op))
        .or_else(|| bits_numbers::rewrite(cx, t, op))
}

/// Rules that use what other parts of a formula say; there are none of structure among them.
fn in_context(cx: &mut Cx, t: Term, rule: fn(&mut Cx, Term) -> Option<Term>) -> Option<Term> {
    if cx.is_structural() { None } else { rule(cx, t) }
}

fn equality(cx: &mut Cx, t: Term) -> Option<Term> {
    if cx.op(t) == Op::Distinct {
        return None;
    }
    let (a, b) = (cx.arg(t, 0), cx.arg(t, 1));
    eq::order(cx, a, b).or_else(|| ite::lift_equality(cx, t)).or_else(|| match cx.sort(a) {
        Sort::Bool => bool::rewrite_iff(cx, t).or_else(|| in_context(cx, t, context::rewrite_iff)),
        Sort::Int => arith::rewrite_equality(cx, t)
            .or_else(|| in_context(cx, t, len::slice_of_length))
            .or_else(|| eq_invert::code(cx, a, b))
            .or_else(|| bits_numbers::equality(cx, a, b)),
        Sort::String if cx.is_structural() => None,
        Sort::String => equality_of_strings(cx, a, b),
        Sort::RegLan => regex::rewrite_equality(cx, t),
        Sort::BitVec(_) => bits_compare::equality(cx, a, b),
        Sort::Uninterpreted(_) | Sort::Seq(_) | Sort::RegEx(_) | Sort::Predicate(_) => None,
    })
}

fn equality_of_strings(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    eq::rewrite(cx, a, b)
        .or_else(|| reversed::both(cx, Op::Eq, a, b))
        .or_else(|| equality_with_function(cx, a, b))
        .or_else(|| equality_with_function(cx, b, a))
        .or_else(|| eq_function::not_contained(cx, a, b))
        .or_else(|| eq_split::rewrite(cx, a, b))
}

fn equality_with_function(cx: &mut Cx, other: Term, function: Term) -> Option<Term> {
    if cx.args(function).is_empty() {
        return None;
    }
    eq_function::rewrite(cx, other, function)
        .or_else(|| eq_invert::rewrite(cx, other, function))
        .or_else(|| letters::equality(cx, other, function))
}
