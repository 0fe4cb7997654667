//! Lengths are pushed inwards as far as they are linear.

use crate::cx::Cx;
use crate::entail::{self, Bounds};
use crate::linear::{LinearSum, ToTerm, eq_zero, ge_zero, linear, non_negative};
use crate::rule::RuleId;
use base::Int;
use std::cmp::Ordering;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let s = cx.arg(t, 0);
    match cx.op(s) {
        Op::StrConcat => {
            let len = entail::length(cx, s).to_term(cx);
            cx.fire(RuleId::LenConcat, len)
        }
        Op::StrReplace | Op::StrReplaceAll => replaced(cx, s),
        Op::StrSubstr => substr(cx, s),
        Op::Ite => branches(cx, s),
        _ => {
            let inner = entail::same_length(cx, s)?;
            cx.fire_app(RuleId::LenPreserved, Op::StrLen, &[inner])
        }
    }
}

fn replaced(cx: &mut Cx, s: Term) -> Option<Term> {
    let (needle, by) = (cx.arg(s, 1), cx.arg(s, 2));
    if cx.op(s) == Op::StrReplaceAll && entail::length_bounds(cx, needle).lo?.is_zero() {
        // An empty needle changes nothing, but then the lengths must not be compared.
        return None;
    }
    if entail::length(cx, needle) != entail::length(cx, by) {
        return None;
    }
    let inner = cx.arg(s, 0);
    cx.fire_app(RuleId::LenReplace, Op::StrLen, &[inner])
}

/// `|substr(s, i, n)|` is `n` or `|s| - i` when it is known which is smaller.
fn substr(cx: &mut Cx, s: Term) -> Option<Term> {
    let start = linear(cx, cx.arg(s, 1));
    if !entail::nonneg(cx, &start) {
        return None;
    }
    let n = linear(cx, cx.arg(s, 2));
    let whole = cx.arg(s, 0);
    let rest = entail::length(cx, whole).minus(&start);
    let fits = |cx: &mut Cx, small: &LinearSum, large: &LinearSum| {
        entail::nonneg(cx, small) && entail::nonneg(cx, &large.clone().minus(small))
    };
    let len = if fits(cx, &n, &rest) {
        n
    } else if fits(cx, &rest, &n) {
        rest
    } else {
        return None;
    };
    let len = len.to_term(cx);
    cx.fire(RuleId::LenSubstr, len)
}

/// How long the slice `t` is measured to be, if that is positive: as much as the sum, but not more than the number.
fn slice(cx: &mut Cx, t: Term) -> Option<(LinearSum, Option<Int>)> {
    if cx.op(t) != Op::StrLen || cx.op(cx.arg(t, 0)) != Op::StrSubstr {
        return None;
    }
    let [whole, start, n] = *cx.args(cx.arg(t, 0)) else { return None };
    let (start, n) = (linear(cx, start), linear(cx, n));
    let rest = entail::length(cx, whole).minus(&start);
    if !entail::nonneg(cx, &start) {
        return None;
    }
    match (n.as_constant(), n.clone().minus(&rest).as_constant()) {
        (Some(most), _) => Some((rest, Some(most.clone()))),
        (None, Some(more)) => Some((if more.is_negative() { n } else { rest }, None)),
        (None, None) => None,
    }
}

/// That a slice has at least so many letters, one or more: so far goes the string.
pub(super) fn slice_at_least(cx: &mut Cx, ge: Term) -> Option<Term> {
    let sum = non_negative(cx, ge);
    let ([(t, factor)], least) = (sum.terms.as_slice(), -sum.constant.clone()) else { return None };
    if !factor.is_one() || !least.is_positive() {
        return None;
    }
    let (length, most) = slice(cx, *t)?;
    let fits = most.is_none_or(|most| least <= most);
    let reaches = ge_zero(cx, &length.plus_int(-least));
    let result = if fits { reaches } else { cx.ff() };
    cx.fire(RuleId::LenSubstr, result)
}

/// As [`slice_at_least`], with exactly so many.
pub(super) fn slice_of_length(cx: &mut Cx, eq: Term) -> Option<Term> {
    let [a, b] = *cx.args(eq) else { return None };
    let (t, n) = if cx.op(a) == Op::StrLen { (a, b) } else { (b, a) };
    let n = cx.int_value(n).filter(|n| n.is_positive())?.clone();
    let (length, most) = slice(cx, t)?;
    let sum = length.plus_int(-n.clone());
    let result = match most.map(|most| n.cmp(&most)) {
        Some(Ordering::Greater) => cx.ff(),
        Some(Ordering::Equal) => ge_zero(cx, &sum),
        Some(Ordering::Less) | None => eq_zero(cx, &sum),
    };
    cx.fire(RuleId::LenSubstr, result)
}

/// Branches of one length have it; the length of a choice between words is one between numbers, which arithmetic can count.
fn branches(cx: &mut Cx, s: Term) -> Option<Term> {
    if let Bounds { lo: Some(lo), hi: Some(hi) } = entail::length_bounds(cx, s)
        && lo == hi
    {
        let len = cx.int(lo);
        return cx.fire(RuleId::LenIte, len);
    }
    let [c, a, b] = *cx.args(s) else { return None };
    let [is_word, is_choice] = [Op::is_const, |op| op == Op::Ite]
        .map(|test: fn(Op) -> bool| [a, b].map(|t| test(cx.op(t))));
    if !(0..2).all(|at| is_word[at] || is_choice[at] && is_word[1 - at]) {
        return None;
    }
    let (then, otherwise) = (cx.mk(Op::StrLen, &[a]), cx.mk(Op::StrLen, &[b]));
    cx.fire_app(RuleId::LenIte, Op::Ite, &[c, then, otherwise])
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn lengths() {
        fires!(LenConcat, r#"(str.len (str.++ x "ab" y))"#, "(+ (str.len x) (str.len y) 2)");
        keeps!(LenConcat, "(str.len x)");
        fires!(LenPreserved, "(str.len (str.rev x))", "(str.len x)");
        fires!(LenPreserved, "(str.len (str.update x i y))", "(str.len x)");
        keeps!(LenPreserved, "(str.len (str.from_int i))");
        fires!(LenReplace, r#"(str.len (str.replace_all x "a" "b"))"#, "(str.len x)");
        fires!(LenReplace, r#"(str.len (str.replace x "ab" "cd"))"#, "(str.len x)");
        keeps!(LenReplace, r#"(str.len (str.replace x "ab" "c"))"#);
        fires!(LenSubstr, r#"(str.len (str.substr (str.++ x "ab") 0 2))"#, "2");
        keeps!(LenSubstr, "(str.len (str.substr x 0 2))");
        fires!(
            LenSubstr,
            "(>= (str.len (str.substr x 2 (- (str.len x) 2))) 3)",
            "(>= (str.len x) 5)"
        );
        fires!(LenSubstr, "(= (str.len (str.substr x 2 4)) 4)", "(>= (str.len x) 6)");
        fires!(LenSubstr, "(= (str.len (str.substr x 2 4)) 3)", "(= (str.len x) 5)");
        fires!(LenSubstr, "(= (str.len (str.substr (str.++ x x) 0 4)) 3)", "false");
        keeps!(LenSubstr, "(>= (str.len (str.substr x i 4)) 3)");
        keeps!(LenSubstr, "(= (str.len (str.substr x 2 i)) 3)");
        fires!(LenIte, r#"(str.len (ite a "x" "y"))"#, "1");
        fires!(LenIte, r#"(str.len (ite a "x" "yz"))"#, "(ite a 1 2)");
        keeps!(LenIte, "(str.len (ite a x y))");
    }
}
