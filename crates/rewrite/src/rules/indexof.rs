//! `str.indexof` and `str.last_indexof`.

use crate::cx::Cx;
use crate::entail;
use crate::linear::{LinearSum, ToTerm, linear};
use crate::parts::{normal_concat, string_parts};
use crate::rule::RuleId;
use crate::word;
use base::Int;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, r: Term) -> Option<Term> {
    let (s, t) = (cx.arg(r, 0), cx.arg(r, 1));
    if cx.op(r) == Op::StrLastIndexOf {
        return last(cx, s, t);
    }
    let start = linear(cx, cx.arg(r, 2));
    out_of_range(cx, s, t, &start)
        .or_else(|| empty_needle(cx, s, t, &start))
        .or_else(|| in_constant(cx, s, t, &start))
        .or_else(|| itself(cx, s, t, &start))
        .or_else(|| absent(cx, s, t, &start))
        .or_else(|| at_front(cx, s, t, &start))
        .or_else(|| drop_back(cx, s, t, &start))
        .or_else(|| trim_back(cx, s, t, &start))
        .or_else(|| skip_front(cx, s, t, &start))
}

fn minus_one(cx: &mut Cx, rule: RuleId) -> Option<Term> {
    let n = cx.int(-1);
    cx.fire(rule, n)
}

fn is_zero(sum: &LinearSum) -> bool {
    sum.as_constant().is_some_and(Int::is_zero)
}

/// The start is negative, or too little is left for the needle.
fn out_of_range(cx: &mut Cx, s: Term, t: Term, start: &LinearSum) -> Option<Term> {
    let left = entail::length(cx, s).minus(start).minus(&entail::length(cx, t));
    if entail::contradictory(cx, &[start.clone(), left]) {
        return minus_one(cx, RuleId::IdxOutOfRange);
    }
    None
}

fn empty_needle(cx: &mut Cx, s: Term, t: Term, start: &LinearSum) -> Option<Term> {
    if !cx.is_empty_str(t) {
        return None;
    }
    let left = entail::length(cx, s).minus(start);
    if entail::nonneg(cx, start) && entail::nonneg(cx, &left) {
        let at = start.to_term(cx);
        return cx.fire(RuleId::IdxEmptyNeedle, at);
    }
    None
}

/// The haystack begins with a constant that contains the needle from the start on. What overlaps its end is found later.
fn in_constant(cx: &mut Cx, s: Term, t: Term, start: &LinearSum) -> Option<Term> {
    let from = start.as_constant().filter(|i| !i.is_negative())?.to_usize()?;
    let (front, needle) = (*string_parts(cx, s).first()?, cx.str_value(t)?);
    let at = word::find(cx.str_value(front)?, needle, from)?;
    let at = cx.int(at);
    cx.fire(RuleId::IdxInConstant, at)
}

/// `indexof(s, s, i)` is 0 for `i = 0`, else too little is left (or `s` is empty, and then too).
fn itself(cx: &mut Cx, s: Term, t: Term, start: &LinearSum) -> Option<Term> {
    if s != t {
        return None;
    }
    let (zero, minus) = (cx.int(0), cx.int(-1));
    let i = start.to_term(cx);
    let first = cx.eq(i, zero);
    cx.fire_app(RuleId::IdxSelf, Op::Ite, &[first, zero, minus])
}

/// Not contained, at least not from the start on.
fn absent(cx: &mut Cx, s: Term, t: Term, start: &LinearSum) -> Option<Term> {
    let mut lacks = |hay: Term| {
        let ctn = cx.mk(Op::StrContains, &[hay, t]);
        cx.decides(ctn) == Some(false)
    };
    if lacks(s) {
        return minus_one(cx, RuleId::IdxAbsent);
    }
    if start.as_constant().is_some_and(Int::is_positive) {
        let rest = entail::length(cx, s).minus(start).to_term(cx);
        let i = start.to_term(cx);
        let rest = cx.mk(Op::StrSubstr, &[s, i, rest]);
        let rest = cx.normal(rest);
        let ctn = cx.mk(Op::StrContains, &[rest, t]);
        if cx.decides(ctn) == Some(false) {
            return minus_one(cx, RuleId::IdxAbsent);
        }
    }
    None
}

/// The needle stands at the front.
fn at_front(cx: &mut Cx, s: Term, t: Term, start: &LinearSum) -> Option<Term> {
    if !is_zero(start) {
        return None;
    }
    let prefix = cx.mk(Op::StrPrefixOf, &[t, s]);
    if cx.decides(prefix) != Some(true) {
        return None;
    }
    let zero = cx.int(0);
    cx.fire(RuleId::IdxFront, zero)
}

/// Parts after a sure occurrence.
fn drop_back(cx: &mut Cx, s: Term, t: Term, start: &LinearSum) -> Option<Term> {
    let parts = string_parts(cx, s);
    if !is_zero(start) || parts.len() > cx.effort().indexof_parts {
        return None;
    }
    for i in 1..parts.len() {
        let front = normal_concat(cx, &parts[..i]);
        let ctn = cx.mk(Op::StrContains, &[front, t]);
        if cx.decides(ctn) == Some(true) {
            let zero = cx.int(0);
            return cx.fire_app(RuleId::IdxDropBack, Op::StrIndexOf, &[front, t, zero]);
        }
    }
    None
}

/// A constant at the back as far as no occurrence reaches it; the start must be inside the rest.
fn trim_back(cx: &mut Cx, s: Term, t: Term, start: &LinearSum) -> Option<Term> {
    let mut parts = string_parts(cx, s);
    let needle = string_parts(cx, t);
    if !is_zero(start) || parts.len() < 2 {
        return None;
    }
    let (part, end) = (parts.pop()?, *needle.last()?);
    let (w, v) = (cx.str_value(part)?, cx.str_value(end)?);
    let kept = word::reachable(w, v, true);
    if kept == w.len() {
        return None;
    }
    let kept = w[..kept].to_vec();
    parts.push(cx.string(&kept));
    let s = normal_concat(cx, &parts);
    let zero = cx.int(0);
    cx.fire_app(RuleId::IdxTrimBack, Op::StrIndexOf, &[s, t, zero])
}

/// A sure occurrence behind a front where none can start:
/// `indexof(a b, t, i) = |a| + indexof(b, t, i - |a|)` for `i >= |a|` and `b` containing `t` from there.
fn skip_front(cx: &mut Cx, s: Term, t: Term, start: &LinearSum) -> Option<Term> {
    let parts = string_parts(cx, s);
    if parts.len() < 2 {
        return None;
    }
    if is_zero(start) {
        return skip_constant(cx, parts, t);
    }
    let size = entail::length(cx, parts[0]);
    let start = start.clone().minus(&size);
    if !entail::nonneg(cx, &start) {
        return None;
    }
    let rest = normal_concat(cx, &parts[1..]);
    let left = entail::length(cx, rest).minus(&start);
    // Else there may be nothing left, in which the empty needle is contained but not found.
    if !entail::nonneg(cx, &left) {
        return None;
    }
    let (i, left) = (start.to_term(cx), left.to_term(cx));
    let tail = cx.mk(Op::StrSubstr, &[rest, i, left]);
    let tail = cx.normal(tail);
    let ctn = cx.mk(Op::StrContains, &[tail, t]);
    if cx.decides(ctn) != Some(true) {
        return None;
    }
    let (size, index) = (size.to_term(cx), cx.mk(Op::StrIndexOf, &[rest, t, i]));
    cx.fire_app(RuleId::IdxSkipFront, Op::Add, &[size, index])
}

fn skip_constant(cx: &mut Cx, mut parts: Vec<Term>, t: Term) -> Option<Term> {
    let needle = string_parts(cx, t);
    let (w, v) = (cx.str_value(parts[0])?, cx.str_value(*needle.first()?)?);
    let skipped = w.len() - word::reachable(w, v, false);
    if skipped == 0 {
        return None;
    }
    let kept = w[skipped..].to_vec();
    let s = normal_concat(cx, &parts);
    let ctn = cx.mk(Op::StrContains, &[s, t]);
    if cx.decides(ctn) != Some(true) {
        return None;
    }
    parts[0] = cx.string(&kept);
    let rest = normal_concat(cx, &parts);
    let (zero, skipped) = (cx.int(0), cx.int(skipped));
    let index = cx.mk(Op::StrIndexOf, &[rest, t, zero]);
    cx.fire_app(RuleId::IdxSkipFront, Op::Add, &[skipped, index])
}

fn last(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    if cx.is_empty_str(t) {
        return cx.fire_app(RuleId::LastIdxFold, Op::StrLen, &[s]);
    }
    if s == t {
        let zero = cx.int(0);
        return cx.fire(RuleId::LastIdxFold, zero);
    }
    let ctn = cx.mk(Op::StrContains, &[s, t]);
    if cx.decides(ctn) == Some(false) {
        return minus_one(cx, RuleId::LastIdxFold);
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn ranges() {
        fires!(IdxOutOfRange, "(str.indexof x y (- 1))", "(- 1)");
        fires!(IdxOutOfRange, "(str.indexof x y (+ 1 (str.len x)))", "(- 1)");
        fires!(IdxOutOfRange, r#"(str.indexof (str.at x i) "ab" j)"#, "(- 1)");
        keeps!(IdxOutOfRange, "(str.indexof x y 1)");
        fires!(IdxEmptyNeedle, r#"(str.indexof x "" 0)"#, "0");
        keeps!(IdxEmptyNeedle, r#"(str.indexof x "" 1)"#);
        fires!(IdxSelf, "(str.indexof x x i)", "(ite (= i 0) 0 (- 1))");
        keeps!(IdxSelf, "(str.indexof x y i)");
    }

    #[test]
    fn occurrences() {
        fires!(IdxAbsent, r#"(str.indexof (str.from_int i) "a" j)"#, "(- 1)");
        fires!(IdxAbsent, r#"(str.indexof (str.++ "ab" (str.from_int i)) "a" 1)"#, "(- 1)");
        keeps!(IdxAbsent, r#"(str.indexof x "a" 1)"#);
        fires!(IdxInConstant, r#"(str.indexof (str.++ "abcb" x) "b" 2)"#, "3");
        keeps!(IdxInConstant, r#"(str.indexof (str.++ "abcb" x) "bc" 2)"#);
        keeps!(IdxInConstant, r#"(str.indexof (str.++ "abcb" x) "b" (- 1))"#);
        fires!(IdxFront, "(str.indexof (str.++ x y) x 0)", "0");
        keeps!(IdxFront, r#"(str.indexof (str.++ x "abc") "ab" 0)"#);
        fires!(
            IdxDropBack,
            r#"(str.indexof (str.++ x y z) y 0)"#,
            "(str.indexof (str.++ x y) y 0)"
        );
        keeps!(IdxDropBack, r#"(str.indexof (str.++ x y z) y i)"#);
        fires!(IdxTrimBack, r#"(str.indexof (str.++ x "ac") "ab" 0)"#, r#"(str.indexof x "ab" 0)"#);
        keeps!(IdxTrimBack, r#"(str.indexof (str.++ x "b") "ab" 0)"#);
        fires!(
            IdxSkipFront,
            r#"(str.indexof (str.++ "xy" x "ab") "ab" 0)"#,
            r#"(+ 2 (str.indexof (str.++ x "ab") "ab" 0))"#
        );
        fires!(IdxSkipFront, r#"(str.indexof (str.++ x "b" y) "b" (str.len x))"#, "(str.len x)");
        keeps!(IdxSkipFront, r#"(str.indexof (str.++ "xy" x) "ab" 0)"#);
        keeps!(IdxSkipFront, r#"(str.indexof (str.++ "xy" x) "" 4)"#);
    }

    #[test]
    fn last_occurrence() {
        fires!(LastIdxFold, r#"(str.last_indexof x "")"#, "(str.len x)");
        fires!(LastIdxFold, r#"(str.last_indexof (str.from_int i) "a")"#, "(- 1)");
        keeps!(LastIdxFold, r#"(str.last_indexof x "a")"#);
    }
}
