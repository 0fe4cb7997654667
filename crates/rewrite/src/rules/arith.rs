//! Arithmetic: sums and atoms in polynomial normal form.
//!
//! An atom is `(>= sum k)` or `(= sum k)` with coprime coefficients, the first of them positive.
//! A negative leading coefficient turns `(>= sum k)` into a negated atom, so that a comparison and
//! its opposite are one atom with two signs.

use crate::cx::Cx;
use crate::entail;
use crate::linear::{LinearSum, ToTerm, eq_zero, ge_zero, linear, linear_within, times};
use crate::rule::RuleId;
use base::Int;
use terms::{Op, Term};

pub(super) fn rewrite_sum(cx: &mut Cx, t: Term) -> Option<Term> {
    if cx.op(t) == Op::Mul
        && let Some(product) = product(cx, t)
    {
        return cx.fire(RuleId::ProductNormal, product);
    }
    let sum = linear_within(cx, t, cx.budget()).ok()?.to_term(cx);
    if sum == t { None } else { cx.fire(RuleId::SumNormal, sum) }
}

/// A product as a constant times sorted factors, when it is not that already, and the constant is not too long.
fn product(cx: &mut Cx, t: Term) -> Option<Term> {
    let (mut k, mut factors) = (Int::ONE, Vec::new());
    for &a in cx.args(t) {
        collect_factors(cx, a, &mut k, &mut factors)?;
    }
    base::order::sort(&mut factors);
    let product = match factors.as_slice() {
        _ if k.is_zero() => cx.int(0),
        [] => cx.int(k),
        [one] => linear(cx, *one).scaled(&k).to_term(cx),
        many => {
            let opaque = cx.mk(Op::Mul, many);
            cx.scale(k, opaque)
        }
    };
    (product != t).then_some(product)
}

/// `a` is in normal form, so products nest in it at most once.
fn collect_factors(cx: &Cx, a: Term, k: &mut Int, factors: &mut Vec<Term>) -> Option<()> {
    let parts = if cx.op(a) == Op::Mul { cx.args(a) } else { &[a][..] };
    for &p in parts {
        match cx.int_value(p) {
            Some(n) => *k = times(k, n)?,
            None if cx.op(p) == Op::Mul => factors.extend_from_slice(cx.args(p)),
            None => factors.push(p),
        }
    }
    Some(())
}

pub(super) fn rewrite_compare(cx: &mut Cx, t: Term) -> Option<Term> {
    let (a, b) = (cx.arg(t, 0), cx.arg(t, 1));
    match cx.op(t) {
        Op::Le => return cx.fire_app(RuleId::CompareElim, Op::Ge, &[b, a]),
        Op::Lt | Op::Gt => {
            let (a, b) = if cx.op(t) == Op::Lt { (a, b) } else { (b, a) };
            let ge = cx.ge(a, b);
            let lt = cx.not(ge);
            return cx.fire(RuleId::CompareElim, lt);
        }
        _ => {}
    }
    let diff = linear(cx, a).minus(&linear(cx, b));
    if let Some(sum) = without_choices(cx, &diff) {
        let normal = ge_zero(cx, &sum);
        return cx.fire(RuleId::SumOfChoices, normal);
    }
    let normal = ge_zero(cx, &diff);
    if normal != t {
        return cx.fire(RuleId::GeNormal, normal);
    }
    // A proof costs more than all rules of structure together, none of which needs one.
    if cx.is_structural() { None } else { ge_decided(cx, &diff) }
}

/// `sum` with another sum in place of its choices by one condition, where they come to the same whether that holds or not.
fn without_choices(cx: &mut Cx, sum: &LinearSum) -> Option<LinearSum> {
    let choices = sum.terms.iter().filter_map(|(t, c)| Some((choice(cx, *t)?, *t, c)));
    let mut choices: Vec<(Term, Term, &Int)> =
        choices.map(|(choice, t, c)| (cx.arg(choice, 0), t, c)).collect();
    base::order::sort_by_key(&mut choices, |&(condition, t, _)| (condition, t));
    let mut left = None;
    for group in choices.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
        let mut case = |branch: usize| {
            let mut case = LinearSum::default();
            group.iter().for_each(|&(_, t, c)| case.add_scaled(&chosen(cx, t, branch), c));
            case
        };
        let then = case(1);
        if then == case(2) {
            let rest = left.unwrap_or_else(|| sum.clone());
            left = Some(group.iter().fold(rest, |rest, m| rest.without(m.1)).plus(&then));
        }
    }
    left
}

/// The choice that `t` is, or is the length of.
fn choice(cx: &Cx, t: Term) -> Option<Term> {
    let choice = if cx.op(t) == Op::StrLen { cx.arg(t, 0) } else { t };
    (cx.op(choice) == Op::Ite).then_some(choice)
}

/// What `t`, a choice or the length of one, is in a branch.
fn chosen(cx: &mut Cx, t: Term, branch: usize) -> LinearSum {
    match cx.op(t) == Op::StrLen {
        true => {
            let string = cx.arg(cx.arg(t, 0), branch);
            entail::length(cx, string)
        }
        false => linear(cx, cx.arg(t, branch)),
    }
}

fn ge_decided(cx: &mut Cx, diff: &LinearSum) -> Option<Term> {
    if entail::nonneg(cx, diff) {
        return cx.fire_bool(RuleId::GeEntailed, true);
    }
    if entail::nonneg(cx, &diff.negated().plus_int(-1)) {
        return cx.fire_bool(RuleId::GeEntailed, false);
    }
    // sum >= k with 0 < k <= every coefficient: not all lengths are 0
    let k = -diff.constant.clone();
    if k.is_positive()
        && diff.terms.iter().all(|(_, c)| *c >= k)
        && let Some(zero) = lengths_are_zero(cx, diff)
    {
        let some = cx.not(zero);
        return cx.fire(RuleId::LenZero, some);
    }
    if let Some(found) = found(cx, diff, 0) {
        return cx.fire(RuleId::IndexOfFound, found);
    }
    None
}

pub(super) fn rewrite_equality(cx: &mut Cx, t: Term) -> Option<Term> {
    let (a, b) = (cx.arg(t, 0), cx.arg(t, 1));
    let diff = linear(cx, a).minus(&linear(cx, b));
    if let Some(sum) = without_choices(cx, &diff) {
        let normal = eq_zero(cx, &sum);
        return cx.fire(RuleId::SumOfChoices, normal);
    }
    let divisor = diff.content();
    if !divisor.is_zero() && !diff.constant.div_rem_euclid(&divisor).1.is_zero() {
        return cx.fire_bool(RuleId::IntEqFalse, false);
    }
    let normal = eq_zero(cx, &diff);
    if normal != t {
        return cx.fire(RuleId::IntEqNormal, normal);
    }
    if cx.is_structural() { None } else { eq_decided(cx, &diff) }
}

fn eq_decided(cx: &mut Cx, diff: &LinearSum) -> Option<Term> {
    if entail::nonneg(cx, &diff.clone().plus_int(-1))
        || entail::nonneg(cx, &diff.negated().plus_int(-1))
    {
        return cx.fire_bool(RuleId::IntEqFalse, false);
    }
    if diff.constant.is_zero()
        && let Some(zero) = lengths_are_zero(cx, diff)
    {
        return cx.fire(RuleId::LenZero, zero);
    }
    if let Some(found) = found(cx, diff, -1).or_else(|| found(cx, &diff.negated(), -1)) {
        let absent = cx.not(found);
        return cx.fire(RuleId::IndexOfFound, absent);
    }
    None
}

/// All monomials are lengths with positive coefficients, or all with negative ones: that they sum
/// to 0 means that all strings are empty.
fn lengths_are_zero(cx: &mut Cx, sum: &LinearSum) -> Option<Term> {
    let sign = sum.terms.first()?.1.signum();
    let mut strings = Vec::with_capacity(sum.terms.len());
    for (t, c) in &sum.terms {
        if cx.op(*t) != Op::StrLen || c.signum() != sign {
            return None;
        }
        strings.push(cx.arg(*t, 0));
    }
    Some(cx.all_empty(&strings))
}

/// For a sum `indexof(s, t, 0) - k`: that `t` occurs in `s`.
fn found(cx: &mut Cx, sum: &LinearSum, k: i64) -> Option<Term> {
    let [(t, c)] = sum.terms.as_slice() else { return None };
    let searches = match cx.op(*t) {
        Op::StrIndexOf => cx.is_int(cx.arg(*t, 2), 0),
        op => op == Op::StrLastIndexOf,
    };
    if !searches || !c.is_one() || sum.constant != Int::from(-k) {
        return None;
    }
    let (hay, needle) = (cx.arg(*t, 0), cx.arg(*t, 1));
    Some(cx.mk(Op::StrContains, &[hay, needle]))
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn sums() {
        fires!(SumNormal, "(+ (str.len (str.++ x y)) (* (- 1) (str.len x)))", "(str.len y)");
        keeps!(SumNormal, "(+ i j)");
        keeps!(ProductNormal, "(+ i j)");
        fires!(ProductNormal, "(* j 2 i)", "(* 2 (* i j))");
        fires!(ProductNormal, "(* (+ i 1) 3)", "(+ (* 3 i) 3)");
        fires!(ProductNormal, "(* i (* j k))", "(* i j k)");
    }

    #[test]
    fn inequalities() {
        fires!(GeNormal, "(>= (+ (* 2 i) 1) (* 2 j))", "(>= (+ i (* (- 1) j)) 0)");
        fires!(CompareElim, "(< i j)", "(not (>= i j))");
        fires!(CompareElim, "(> 1 i)", "(not (>= i 1))");
        fires!(GeNormal, "(>= j i)", "(not (>= (+ i (* (- 1) j)) 1))");
        fires!(GeNormal, "(>= 3 1)", "true");
        keeps!(GeNormal, "(>= i 3)");
        keeps!(CompareElim, "(>= i 3)");
        fires!(GeEntailed, "(>= (str.len x) 0)", "true");
        fires!(GeEntailed, "(>= (str.len x) (- 3))", "true");
        fires!(GeEntailed, "(< (+ (str.len x) (str.len y)) 0)", "false");
        keeps!(GeEntailed, "(>= (str.len x) 1)");
        fires!(LenZero, "(<= (str.len x) 0)", r#"(= "" x)"#);
        fires!(
            LenZero,
            "(>= (+ (str.len x) (* 2 (str.len y))) 1)",
            r#"(not (and (= "" x) (= "" y)))"#
        );
        keeps!(LenZero, "(<= (str.len x) 1)");
        keeps!(LenZero, "(>= (+ (str.len x) i) 1)");
    }

    #[test]
    fn equalities() {
        fires!(IntEqNormal, "(= (+ i 1) (+ j 1))", "(= i j)");
        fires!(IntEqNormal, "(= (* 4 i) (+ (* 2 j) 6))", "(= (+ (* 2 i) (* (- 1) j)) 3)");
        keeps!(IntEqNormal, "(= i 3)");
        fires!(IntEqFalse, "(= (* 2 i) (+ (* 4 j) 1))", "false");
        fires!(LenZero, "(= (str.len x) 0)", r#"(= "" x)"#);
        keeps!(LenZero, "(= (str.len x) (str.len y))");
        fires!(IndexOfFound, "(>= (str.indexof x y 0) 0)", "(str.contains x y)");
        fires!(IndexOfFound, "(= (str.indexof x y 0) (- 1))", "(not (str.contains x y))");
        keeps!(IndexOfFound, "(>= (str.indexof x y i) 0)");
        fires!(IntEqFalse, "(= (str.len x) (- 1))", "false");
        keeps!(IntEqFalse, "(= (str.len x) 1)");
    }

    #[test]
    fn choices_that_come_to_the_same() {
        let sum = "(+ (ite a i 0) (* 2 (ite b j 3)) (ite a (+ j 1) (+ i j 1)))";
        fires!(SumOfChoices, &format!("(= {sum} k)"), "(= (+ i j (* 2 (ite b j 3))) (+ k (- 1)))");
        fires!(SumOfChoices, "(>= (ite a i 0) (ite a (+ i 2) 2))", "false");
        fires!(SumOfChoices, "(= (ite a 1 i) (+ 1 (ite a 0 (- i 1))))", "true");
        fires!(
            SumOfChoices,
            r#"(= (+ (str.len (ite a x "")) (ite a 0 (str.len x))) i)"#,
            "(= (str.len x) i)"
        );
        keeps!(SumOfChoices, "(= (ite a i 0) (ite b i 0))");
        keeps!(SumOfChoices, "(= (ite a i 0) (ite a 0 i))");
    }
}
