//! `div`, `mod`, `abs` and divisibility. Nothing here touches a divisor that is 0 or not constant.

use crate::cx::Cx;
use crate::entail::{self, Bounds};
use crate::linear::{LinearSum, ToTerm, linear};
use crate::rule::RuleId;
use base::Int;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    match cx.op(t) {
        Op::Div if cx.args(t).len() > 2 => split(cx, t),
        Op::Div | Op::Mod => {
            let divisor = cx.int_value(cx.arg(t, 1)).filter(|k| !k.is_zero())?.clone();
            by_unit(cx, t, &divisor)
                .or_else(|| in_range(cx, t, &divisor))
                .or_else(|| extract(cx, t, &divisor))
                .or_else(|| replaced(cx, t, &divisor))
        }
        Op::Abs => abs(cx, t),
        Op::Divisible(n) => {
            let n = cx.int_payload(n).clone();
            let (a, n) = (cx.arg(t, 0), cx.int(n));
            let (rest, zero) = (cx.mk(Op::Mod, &[a, n]), cx.int(0));
            let eq = cx.eq(rest, zero);
            cx.fire(RuleId::DivisibleElim, eq)
        }
        _ => None,
    }
}

fn split(cx: &mut Cx, t: Term) -> Option<Term> {
    let args = cx.args(t).to_vec();
    let quotient = args[1..].iter().fold(args[0], |acc, &d| cx.mk(Op::Div, &[acc, d]));
    cx.fire(RuleId::DivSplit, quotient)
}

fn by_unit(cx: &mut Cx, t: Term, divisor: &Int) -> Option<Term> {
    if !divisor.abs().is_one() {
        return None;
    }
    if cx.op(t) == Op::Mod {
        let zero = cx.int(0);
        return cx.fire(RuleId::ModFold, zero);
    }
    let quotient = linear(cx, cx.arg(t, 0)).scaled(divisor).to_term(cx);
    cx.fire(RuleId::DivFold, quotient)
}

/// Both at once: `0 <= a < |k|` has quotient 0 and remainder `a`.
fn in_range(cx: &mut Cx, t: Term, divisor: &Int) -> Option<Term> {
    let a = cx.arg(t, 0);
    let Bounds { lo: Some(lo), hi: Some(hi) } = entail::int_bounds(cx, a) else { return None };
    if lo.is_negative() || hi >= divisor.abs() {
        return None;
    }
    let result = if cx.op(t) == Op::Mod { a } else { cx.int(0) };
    cx.fire(RuleId::DivModInRange, result)
}

/// Multiples of the divisor leave the dividend.
fn extract(cx: &mut Cx, t: Term, divisor: &Int) -> Option<Term> {
    let dividend = linear(cx, cx.arg(t, 0));
    let (mut whole, mut rest) = (LinearSum::default(), LinearSum::default());
    for (x, c) in dividend.terms {
        let (q, r) = c.div_rem_euclid(divisor);
        if r.is_zero() {
            whole.terms.push((x, q));
        } else {
            rest.terms.push((x, c));
        }
    }
    let (q, r) = dividend.constant.div_rem_euclid(divisor);
    (whole.constant, rest.constant) = (q, r);
    if whole.as_constant().is_some_and(Int::is_zero) {
        return None;
    }
    let (op, divisor, rest) = (cx.op(t), cx.arg(t, 1), rest.to_term(cx));
    let inner = cx.mk(op, &[rest, divisor]);
    if op == Op::Mod {
        return cx.fire(RuleId::ModReduce, inner);
    }
    let whole = whole.to_term(cx);
    cx.fire_app(RuleId::DivExtract, Op::Add, &[whole, inner])
}

fn abs(cx: &mut Cx, t: Term) -> Option<Term> {
    let a = linear(cx, cx.arg(t, 0));
    let negated = a.negated();
    if entail::nonneg(cx, &a) {
        let a = cx.arg(t, 0);
        return cx.fire(RuleId::AbsSign, a);
    }
    let leading = a.terms.first().is_some_and(|(_, c)| c.is_negative());
    if entail::nonneg(cx, &negated) {
        let negated = negated.to_term(cx);
        return cx.fire(RuleId::AbsSign, negated);
    }
    if !leading {
        return None;
    }
    let negated = negated.to_term(cx);
    cx.fire_app(RuleId::AbsSign, Op::Abs, &[negated])
}

/// The length of `(str.replace_all s "ab" "xyz")` is that of `s` modulo the difference of the lengths of the words: so many letters
/// come with each occurrence, or go.
fn replaced(cx: &mut Cx, t: Term, divisor: &Int) -> Option<Term> {
    if cx.op(t) != Op::Mod {
        return None;
    }
    let dividend = linear(cx, cx.arg(t, 0)).terms;
    let (found, s) = dividend.iter().find_map(|&(x, _)| {
        let changed = if cx.op(x) == Op::StrLen { cx.arg(x, 0) } else { return None };
        let &[s, old, new] = cx.args(changed) else { return None };
        let size = |word: Term| cx.str_value(word).map(<[u32]>::len);
        let (old, new) = (size(old).filter(|&n| n > 0)?, size(new)?);
        let step = Int::from(old.abs_diff(new));
        let is_multiple = step.div_rem_euclid(divisor).1.is_zero();
        (cx.op(changed) == Op::StrReplaceAll && is_multiple).then_some((x, s))
    })?;
    let mut sum = linear(cx, cx.arg(t, 0));
    let factor = sum.coefficient(found);
    let length = cx.mk(Op::StrLen, &[s]);
    sum.add_var(found, -factor.clone());
    sum.add_var(length, factor);
    let (divisor, sum) = (cx.arg(t, 1), sum.to_term(cx));
    cx.fire_app(RuleId::ModReplaceAll, Op::Mod, &[sum, divisor])
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn division() {
        fires!(DivFold, "(div i (- 1))", "(- i)");
        fires!(ModFold, "(mod i 1)", "0");
        keeps!(DivFold, "(div i 2)");
        keeps!(ModFold, "(mod i 2)");
        keeps!(DivFold, "(div i 0)");
        fires!(DivModInRange, "(mod (mod i 5) 7)", "(mod i 5)");
        fires!(DivModInRange, "(div (mod i 5) (- 7))", "0");
        keeps!(DivModInRange, "(mod (mod i 5) 4)");
        fires!(DivExtract, "(div (+ (* 4 i) j 7) 2)", "(+ (* 2 i) 3 (div (+ j 1) 2))");
        fires!(DivExtract, "(div (* 4 i) (- 2))", "(* (- 2) i)");
        keeps!(DivExtract, "(div (+ (* 3 i) 1) 2)");
        fires!(ModReduce, "(mod (+ (* 4 i) j 7) 2)", "(mod (+ j 1) 2)");
        keeps!(ModReduce, "(mod (+ j 1) 2)");
        fires!(
            ModReplaceAll,
            r#"(mod (str.len (str.replace_all x "a" "bcd")) 2)"#,
            "(mod (str.len x) 2)"
        );
        keeps!(ModReplaceAll, r#"(mod (str.len (str.replace_all x "a" "bcd")) 3)"#);
        fires!(DivSplit, "(div i 2 3)", "(div (div i 2) 3)");
        keeps!(DivSplit, "(div i 2)");
        keeps!(DivisibleElim, "(= (mod i 3) 0)");
        fires!(DivisibleElim, "((_ divisible 3) i)", "(= (mod i 3) 0)");
    }

    #[test]
    fn absolute_value() {
        fires!(AbsSign, "(abs (str.len x))", "(str.len x)");
        fires!(AbsSign, "(abs (- i))", "(abs i)");
        keeps!(AbsSign, "(abs (+ i j))");
    }
}
