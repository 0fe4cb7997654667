//! Conversions between strings and numbers.

use crate::cx::Cx;
use crate::entail;
use crate::linear::linear;
use crate::parts::{normal_concat, string_parts};
use crate::rule::RuleId;
use crate::word;
use base::Int;
use terms::sort::MAX_CHAR;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let a = cx.arg(t, 0);
    match cx.op(t) {
        Op::StrIsDigit => is_digit(cx, a),
        Op::StrToCode => to_code(cx, a),
        Op::StrFromCode => from_code(cx, a),
        Op::StrToInt => to_int(cx, a),
        Op::StrFromInt => from_int(cx, a),
        _ => None,
    }
}

fn is_digit(cx: &mut Cx, s: Term) -> Option<Term> {
    let (lo, hi) = (cx.text("0"), cx.text("9"));
    let digits = cx.mk(Op::ReRange, &[lo, hi]);
    let member = cx.in_re(s, digits);
    cx.fire(RuleId::IsDigitElim, member)
}

/// Constant bounds on the length of `s` that exclude 1, or allow nothing else.
fn is_one_char(cx: &Cx, s: Term) -> Option<bool> {
    let bounds = entail::length_bounds(cx, s);
    let (lo, hi) = (bounds.lo.unwrap_or_default(), bounds.hi);
    if lo > Int::ONE || hi.as_ref().is_some_and(Int::is_zero) {
        return Some(false);
    }
    (lo.is_one() && hi.is_some_and(|hi| hi.is_one())).then_some(true)
}

fn to_code(cx: &mut Cx, s: Term) -> Option<Term> {
    if is_one_char(cx, s) == Some(false) {
        let none = cx.int(-1);
        return cx.fire(RuleId::ToCodeFold, none);
    }
    if cx.op(s) == Op::StrFromCode {
        let n = cx.arg(s, 0);
        let (zero, max, none) = (cx.int(0), cx.int(MAX_CHAR), cx.int(-1));
        let (ge, le) = (cx.ge(n, zero), cx.le(n, max));
        let valid = cx.and(&[ge, le]);
        return cx.fire_app(RuleId::ToCodeFold, Op::Ite, &[valid, n, none]);
    }
    None
}

fn from_code(cx: &mut Cx, n: Term) -> Option<Term> {
    let sum = linear(cx, n);
    let beyond = sum.clone().plus_int(-i64::from(MAX_CHAR) - 1);
    if entail::nonneg(cx, &sum.negated().plus_int(-1)) || entail::nonneg(cx, &beyond) {
        let empty = cx.empty();
        return cx.fire(RuleId::FromCodeFold, empty);
    }
    if cx.op(n) != Op::StrToCode {
        return None;
    }
    let s = cx.arg(n, 0);
    if entail::length_bounds(cx, s).hi.is_some_and(|hi| hi <= Int::ONE) {
        return cx.fire(RuleId::FromCodeFold, s);
    }
    let (len, one, empty) = (cx.len_of(s), cx.int(1), cx.empty());
    let single = cx.eq(len, one);
    cx.fire_app(RuleId::FromCodeFold, Op::Ite, &[single, s, empty])
}

fn to_int(cx: &mut Cx, s: Term) -> Option<Term> {
    if cx.op(s) == Op::StrFromInt {
        let n = cx.arg(s, 0);
        let (zero, none) = (cx.int(0), cx.int(-1));
        let number = cx.ge(n, zero);
        return cx.fire_app(RuleId::ToIntFold, Op::Ite, &[number, n, none]);
    }
    let parts = string_parts(cx, s);
    let spoiled =
        |p: &Term| cx.str_value(*p).is_some_and(|w| !w.iter().all(|&c| word::is_digit(c)));
    if parts.iter().any(spoiled) {
        let none = cx.int(-1);
        return cx.fire(RuleId::ToIntFold, none);
    }
    leading_zeros(cx, &parts)
}

/// Zeros in front say nothing, unless they are all there is.
fn leading_zeros(cx: &mut Cx, parts: &[Term]) -> Option<Term> {
    let w = cx.str_value(*parts.first()?)?.to_vec();
    let zeros = w.iter().take_while(|&&c| c == u32::from(b'0')).count();
    if zeros == 0 || parts.len() == 1 {
        return None;
    }
    let mut rest = vec![cx.string(&w[zeros..])];
    rest.extend(&parts[1..]);
    let rest = normal_concat(cx, &rest);
    let (empty, zero) = (cx.empty(), cx.int(0));
    let none = cx.eq(rest, empty);
    let number = cx.mk(Op::StrToInt, &[rest]);
    cx.fire_app(RuleId::ToIntZeros, Op::Ite, &[none, zero, number])
}

fn from_int(cx: &mut Cx, n: Term) -> Option<Term> {
    let sum = linear(cx, n);
    if entail::nonneg(cx, &sum.negated().plus_int(-1)) {
        let empty = cx.empty();
        return cx.fire(RuleId::FromIntFold, empty);
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn codes() {
        keeps!(IsDigitElim, r#"(str.in_re x (re.range "0" "9"))"#);
        fires!(IsDigitElim, "(str.is_digit x)", r#"(str.in_re x (re.range "0" "9"))"#);
        fires!(ToCodeFold, r#"(str.to_code (str.++ "ab" x))"#, "(- 1)");
        fires!(ToCodeFold, "(str.to_code (str.from_code (mod i 99)))", "(mod i 99)");
        keeps!(ToCodeFold, "(str.to_code (str.at x 0))");
        fires!(FromCodeFold, "(str.from_code (- (- 1) (str.len x)))", r#""""#);
        fires!(FromCodeFold, "(str.from_code (str.to_code (str.at x i)))", "(str.at x i)");
        fires!(FromCodeFold, "(str.from_code (str.to_code x))", r#"(ite (= 1 (str.len x)) x "")"#);
        keeps!(FromCodeFold, "(str.from_code i)");
    }

    #[test]
    fn numbers() {
        fires!(ToIntFold, "(str.to_int (str.from_int (str.len x)))", "(str.len x)");
        fires!(ToIntFold, r#"(str.to_int (str.++ x "-1"))"#, "(- 1)");
        keeps!(ToIntFold, r#"(str.to_int (str.++ x "1"))"#);
        fires!(ToIntZeros, r#"(str.to_int (str.++ "00" x))"#, r#"(ite (= "" x) 0 (str.to_int x))"#);
        fires!(ToIntZeros, r#"(str.to_int (str.++ "01" x))"#, r#"(str.to_int (str.++ "1" x))"#);
        keeps!(ToIntZeros, r#"(str.to_int (str.++ x "0"))"#);
        fires!(FromIntFold, "(str.from_int (- (- 1) (str.len x)))", r#""""#);
        keeps!(FromIntFold, "(str.from_int i)");
    }
}
