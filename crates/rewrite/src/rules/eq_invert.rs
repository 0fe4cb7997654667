//! Equalities with a conversion, or another function of one argument, solved for the argument.

use crate::cx::Cx;
use crate::linear::linear;
use crate::rule::RuleId;
use crate::word;
use terms::sort::MAX_CHAR;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, other: Term, function: Term) -> Option<Term> {
    word_of(cx, other, function)
        .or_else(|| numerals(cx, other, function))
        .or_else(|| shortest_numeral(cx, other, function))
}

/// `(= (str.from_int m) (str.from_int n))`: one numeral has one number, and no numeral has all those below 0.
fn numerals(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    if cx.op(s) != Op::StrFromInt || cx.op(t) != Op::StrFromInt {
        return None;
    }
    let (m, n, zero) = (cx.arg(s, 0), cx.arg(t, 0), cx.int(0));
    let (same, below) = (cx.eq(m, n), [m, n].map(|number| cx.lt(number, zero)));
    let none = cx.and(&below);
    let result = cx.or(&[same, none]);
    cx.fire(RuleId::EqNumerals, result)
}

/// `(= k (str.from_int n))`, `(= k (str.from_code n))` for a constant word, and mapped words.
fn word_of(cx: &mut Cx, k: Term, t: Term) -> Option<Term> {
    let w = cx.str_value(k)?.to_vec();
    let inner = cx.args(t).first().copied()?;
    let zero = cx.int(0);
    let result = match cx.op(t) {
        Op::StrFromInt if w.is_empty() => cx.lt(inner, zero),
        Op::StrFromInt => {
            let n = word::to_int(&w);
            if word::from_int(&n) == w {
                let n = cx.int(n);
                cx.eq(inner, n)
            } else {
                cx.ff()
            }
        }
        Op::StrFromCode => match w.as_slice() {
            [] => {
                let max = cx.int(MAX_CHAR);
                let (low, high) = (cx.lt(inner, zero), cx.mk(Op::Gt, &[inner, max]));
                cx.or(&[low, high])
            }
            [c] => {
                let c = cx.int(*c);
                cx.eq(inner, c)
            }
            _ => cx.ff(),
        },
        Op::StrToLower if w.iter().any(|&c| c != word::to_lower(c)) => cx.ff(),
        Op::StrToUpper if w.iter().any(|&c| c != word::to_upper(c)) => cx.ff(),
        Op::StrToLower | Op::StrToUpper
            if w.iter().all(|&c| word::to_lower(c) == word::to_upper(c)) =>
        {
            cx.eq(inner, k)
        }
        _ => return None,
    };
    cx.fire(RuleId::EqInvert, result)
}

/// `(= s (str.from_int n))` for a sum `n` with `(str.to_int s)` in it: `s` is this number without zeros in front, or nothing.
fn shortest_numeral(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    if cx.op(t) != Op::StrFromInt {
        return None;
    }
    let (n, value) = (cx.arg(t, 0), cx.mk(Op::StrToInt, &[s]));
    if n != value && !linear(cx, n).terms.iter().any(|&(x, _)| x == value) {
        return None;
    }
    let [nought, one, nine] = ["0", "1", "9"].map(|c| cx.text(c));
    let (first, digit) = (cx.mk(Op::ReRange, &[one, nine]), cx.mk(Op::ReRange, &[nought, nine]));
    let digits = cx.mk(Op::ReStar, &[digit]);
    let (zero, number) = (cx.mk(Op::StrToRe, &[nought]), cx.mk(Op::ReConcat, &[first, digits]));
    let numeral = cx.mk(Op::ReUnion, &[zero, number]);
    let result = if n == value {
        let numeral = cx.mk(Op::ReOpt, &[numeral]);
        cx.in_re(s, numeral)
    } else {
        let (same, member) = (cx.eq(value, n), cx.in_re(s, numeral));
        let (zero, empty) = (cx.int(0), cx.text(""));
        let (below, nothing) = (cx.lt(n, zero), cx.eq(s, empty));
        let cases = [cx.and(&[same, member]), cx.and(&[below, nothing])];
        cx.or(&cases)
    };
    cx.fire(RuleId::EqNumeral, result)
}

/// `(= k (str.to_code s))` for a code.
pub(super) fn code(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let (k, t) = if cx.op(a) == Op::StrToCode { (b, a) } else { (a, b) };
    if cx.op(t) != Op::StrToCode {
        return None;
    }
    let code = cx.int_value(k)?.to_i64().and_then(|n| u32::try_from(n).ok());
    let code = code.filter(|&code| code <= MAX_CHAR)?;
    let (s, c) = (cx.arg(t, 0), cx.string(&[code]));
    let eq = cx.eq(s, c);
    cx.fire(RuleId::EqInvert, eq)
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn inversion() {
        fires!(EqInvert, r#"(= "12" (str.from_int i))"#, "(= i 12)");
        fires!(EqInvert, r#"(= "012" (str.from_int i))"#, "false");
        fires!(EqInvert, r#"(= "" (str.from_int i))"#, "(< i 0)");
        fires!(EqInvert, r#"(= "a" (str.from_code i))"#, "(= i 97)");
        fires!(EqInvert, r#"(= "aB" (str.to_upper x))"#, "false");
        fires!(EqInvert, r#"(= "12" (str.to_upper x))"#, r#"(= "12" x)"#);
        fires!(EqInvert, "(= 97 (str.to_code x))", r#"(= "a" x)"#);
        keeps!(EqInvert, r#"(= "AB" (str.to_upper x))"#);
        keeps!(EqInvert, "(= (- 1) (str.to_code x))");
        fires!(
            EqNumeral,
            "(= x (str.from_int (str.to_int x)))",
            r#"(str.in_re x (re.opt (re.union (str.to_re "0")
                (re.++ (re.range "1" "9") (re.* (re.range "0" "9"))))))"#
        );
        fires!(
            EqNumeral,
            "(= x (str.from_int (+ (* 2 (str.to_int x)) i)))",
            r#"(or (and (= (str.to_int x) (+ (* 2 (str.to_int x)) i)) (str.in_re x
                    (re.union (str.to_re "0") (re.++ (re.range "1" "9") (re.* (re.range "0" "9"))))))
                (and (< (+ (* 2 (str.to_int x)) i) 0) (= x "")))"#
        );
        keeps!(EqNumeral, "(= x (str.from_int (str.to_int y)))");
        fires!(
            EqNumerals,
            "(= (str.from_int i) (str.from_int j))",
            "(or (= i j) (and (< i 0) (< j 0)))"
        );
        keeps!(EqNumerals, "(= x (str.from_int i))");
    }
}
