//! `ite`: folding, Boolean branches, and atoms over branches that are constants.

use crate::cx::Cx;
use crate::linear::{LinearSum, ToTerm, ge_zero, linear, non_negative};
use crate::parts::string_parts;
use crate::rule::RuleId;
use base::Int;
use terms::{Op, Sort, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let (c, a, b) = (cx.arg(t, 0), cx.arg(t, 1), cx.arg(t, 2));
    fold(cx, c, a, b)
        .or_else(|| nested(cx, c, a, b))
        .or_else(
            || if cx.sort(a) == Sort::Bool { boolean(cx, c, a, b) } else { ordered(cx, c, a, b) },
        )
        .or_else(|| substitute(cx, c, a, b))
        .or_else(|| common(cx, c, a, b))
}

fn fold(cx: &mut Cx, c: Term, a: Term, b: Term) -> Option<Term> {
    if let Some(value) = cx.bool_value(c) {
        return cx.fire(RuleId::IteFold, if value { a } else { b });
    }
    if a == b {
        return cx.fire(RuleId::IteFold, a);
    }
    if cx.op(c) == Op::Not {
        let inner = cx.arg(c, 0);
        return cx.fire_app(RuleId::IteFold, Op::Ite, &[inner, b, a]);
    }
    None
}

/// A branch that tests the same condition again.
fn nested(cx: &mut Cx, c: Term, a: Term, b: Term) -> Option<Term> {
    let branch = |cx: &Cx, t: Term, i: usize| {
        if cx.op(t) == Op::Ite && cx.arg(t, 0) == c { cx.arg(t, i) } else { t }
    };
    let (a2, b2) = (branch(cx, a, 1), branch(cx, b, 2));
    if (a2, b2) == (a, b) {
        return None;
    }
    cx.fire_app(RuleId::IteNested, Op::Ite, &[c, a2, b2])
}

/// Numbers chosen by the same conditions in another order cancel each other in sums. Junctions elsewhere keep the order of the input,
/// which says what to decide first.
fn ordered(cx: &mut Cx, c: Term, a: Term, b: Term) -> Option<Term> {
    let op = cx.op(c);
    if !matches!(op, Op::And | Op::Or) || cx.args(c).is_sorted() {
        return None;
    }
    let mut parts = cx.args(c).to_vec();
    base::order::sort(&mut parts);
    let c = cx.mk(op, &parts);
    cx.fire_app(RuleId::IteOrder, Op::Ite, &[c, a, b])
}

fn boolean(cx: &mut Cx, c: Term, a: Term, b: Term) -> Option<Term> {
    let nc = cx.not(c);
    let value = |cx: &Cx, t: Term, when: bool| {
        if t == c {
            Some(when)
        } else if t == nc {
            Some(!when)
        } else {
            cx.bool_value(t)
        }
    };
    let result = match (value(cx, a, true), value(cx, b, false)) {
        (Some(true), Some(true)) => cx.tt(),
        (Some(false), Some(false)) => cx.ff(),
        (Some(true), Some(false)) => c,
        (Some(false), Some(true)) => nc,
        (Some(true), None) => cx.or(&[c, b]),
        (Some(false), None) => cx.and(&[nc, b]),
        (None, Some(true)) => cx.or(&[nc, a]),
        (None, Some(false)) => cx.and(&[c, a]),
        (None, None) => {
            let na = cx.not(a);
            if na != b {
                return None;
            }
            cx.eq(c, a)
        }
    };
    cx.fire(RuleId::IteBool, result)
}

/// Under `x = k` a branch `x` is `k`.
fn substitute(cx: &mut Cx, c: Term, a: Term, b: Term) -> Option<Term> {
    if cx.op(c) != Op::Eq {
        return None;
    }
    let (x, k) = match (cx.arg(c, 0), cx.arg(c, 1)) {
        (k, x) if cx.op(k).is_const() => (x, k),
        (x, k) => (x, k),
    };
    if a == x && b == k {
        return cx.fire(RuleId::IteSubstitute, k);
    }
    if a == k && b == x {
        return cx.fire(RuleId::IteSubstitute, x);
    }
    if a == x && cx.op(k).is_const() {
        return cx.fire_app(RuleId::IteSubstitute, Op::Ite, &[c, k, b]);
    }
    let is_empty = cx.str_value(k).is_some_and(<[u32]>::is_empty);
    if is_empty { beside_nothing(cx, (c, x), a, b) } else { None }
}

/// A text that begins or ends with `x`, and is `a` where that is empty: then it is `x` and a choice, since `a` is `x` and `a`.
fn beside_nothing(cx: &mut Cx, (c, x): (Term, Term), a: Term, b: Term) -> Option<Term> {
    let parts = string_parts(cx, b);
    let (is_first, is_last) = (parts.first() == Some(&x), parts.last() == Some(&x));
    if parts.len() < 2 || !is_first && !is_last {
        return None;
    }
    let rest = cx.concat(if is_first { &parts[1..] } else { &parts[..parts.len() - 1] });
    let choice = cx.mk(Op::Ite, &[c, a, rest]);
    let whole = if is_first { [x, choice] } else { [choice, x] };
    let whole = cx.concat(&whole);
    cx.fire(RuleId::IteSubstitute, whole)
}

/// What both branches have around what differs, or add to it, does not depend on the condition.
fn common(cx: &mut Cx, c: Term, a: Term, b: Term) -> Option<Term> {
    let result = match cx.sort(a) {
        Sort::String => common_parts(cx, c, a, b)?,
        Sort::Int => common_sum(cx, c, a, b)?,
        _ => return None,
    };
    cx.fire(RuleId::IteCommon, result)
}

fn common_parts(cx: &mut Cx, c: Term, a: Term, b: Term) -> Option<Term> {
    let [a, b] = [a, b].map(|t| string_parts(cx, t));
    let same = |(a, b): &(&Term, &Term)| a == b;
    let front = a.iter().zip(&b).take_while(same).count();
    let (a_rest, b_rest) = (&a[front..], &b[front..]);
    let back = a_rest.iter().rev().zip(b_rest.iter().rev()).take_while(same).count();
    if a[..front].iter().chain(&a[a.len() - back..]).all(|&t| cx.op(t).is_const()) {
        return around(cx, c, [&a, &b]);
    }
    let [then, otherwise] = [&a, &b].map(|parts| cx.concat(&parts[front..parts.len() - back]));
    let choice = cx.mk(Op::Ite, &[c, then, otherwise]);
    let parts = [&a[..front], &[choice], &a[a.len() - back..]].concat();
    Some(cx.concat(&parts))
}

/// One unknown with words around it, which differ: what is in front and what is behind are chosen apart.
fn around(cx: &mut Cx, c: Term, branches: [&[Term]; 2]) -> Option<Term> {
    let unknown = |cx: &Cx, parts: &[Term]| {
        let mut unknown = (0..parts.len()).filter(|&i| !cx.op(parts[i]).is_const());
        unknown.next().filter(|_| unknown.next().is_none())
    };
    let [a, b] = branches;
    let (i, j) = (unknown(cx, a)?, unknown(cx, b)?);
    if a[i] != b[j] || a.len() + b.len() == 2 {
        return None;
    }
    let [front, back] = [[&a[..i], &b[..j]], [&a[i + 1..], &b[j + 1..]]].map(|sides| {
        let [then, otherwise] = sides.map(|side| cx.concat(side));
        cx.mk(Op::Ite, &[c, then, otherwise])
    });
    Some(cx.concat(&[front, a[i], back]))
}

/// Numbers that differ by a constant are a multiple of 0 or 1, so that divisibility is seen.
fn common_sum(cx: &mut Cx, c: Term, a: Term, b: Term) -> Option<Term> {
    let sums = [a, b].map(|t| linear(cx, t));
    if let Some(factored) = common_factor(cx, c, &sums) {
        return Some(factored);
    }
    if cx.op(a) != Op::Add && cx.op(b) != Op::Add {
        return None;
    }
    let [a, b] = sums;
    let (mut shared, mut a_rest, mut b_rest) = (LinearSum::default(), a.clone(), b.clone());
    for (t, factor) in a.terms.iter().filter(|(t, factor)| b.coefficient(*t) == *factor) {
        shared.add_var(*t, factor.clone());
    }
    if shared.terms.is_empty() {
        return None;
    }
    a_rest.add_scaled(&shared, &Int::from(-1));
    b_rest.add_scaled(&shared, &Int::from(-1));
    let (then, otherwise, factor) = match (a_rest.as_constant(), b_rest.as_constant()) {
        (Some(k), Some(l)) => {
            shared.add_constant(l.clone());
            (cx.int(1), cx.int(0), k - l)
        }
        _ => (a_rest.to_term(cx), b_rest.to_term(cx), Int::ONE),
    };
    shared.add_var(cx.mk(Op::Ite, &[c, then, otherwise]), factor);
    Some(shared.to_term(cx))
}

/// Multiples of one number, of which not both are constants: these are choices as they are.
fn common_factor(cx: &mut Cx, c: Term, branches: &[LinearSum; 2]) -> Option<Term> {
    let factor = branches.iter().fold(Int::ZERO, |g, sum| g.gcd(&sum.content()).gcd(&sum.constant));
    if factor <= Int::ONE || branches.iter().all(|sum| sum.terms.is_empty()) {
        return None;
    }
    let [then, otherwise] = branches.each_ref().map(|sum| {
        let mut share = LinearSum::constant(sum.constant.div_exact(&factor));
        sum.terms.iter().for_each(|(t, k)| share.add_var(*t, k.div_exact(&factor)));
        share.to_term(cx)
    });
    let choice = LinearSum::var(cx.mk(Op::Ite, &[c, then, otherwise]));
    Some(choice.scaled(&factor).to_term(cx))
}

/// An equality with an `ite`: against a constant, against an `ite` on the same condition, or
/// where a branch decides.
pub(super) fn lift_equality(cx: &mut Cx, t: Term) -> Option<Term> {
    let (a, b) = (cx.arg(t, 0), cx.arg(t, 1));
    let (branching, other) = match (cx.op(a), cx.op(b)) {
        (Op::Ite, _) => (a, b),
        (_, Op::Ite) => (b, a),
        _ => return None,
    };
    // Not a rule of structure: both branches would be rewritten in vain.
    if cx.sort(other) == Sort::Bool || cx.is_structural() {
        return None;
    }
    let (c, x, y) = (cx.arg(branching, 0), cx.arg(branching, 1), cx.arg(branching, 2));
    if cx.op(other) == Op::Ite && cx.arg(other, 0) == c {
        let (v, w) = (cx.arg(other, 1), cx.arg(other, 2));
        let (then, otherwise) = (cx.eq(x, v), cx.eq(y, w));
        return cx.fire_app(RuleId::IteLift, Op::Ite, &[c, then, otherwise]);
    }
    let (then, otherwise) = (cx.eq(x, other), cx.eq(y, other));
    let (then, otherwise) = (cx.normal(then), cx.normal(otherwise));
    let decided = |t: Term| cx.bool_value(t).is_some();
    if decided(then) || decided(otherwise) || cx.op(other).is_const() {
        return cx.fire_app(RuleId::IteLift, Op::Ite, &[c, then, otherwise]);
    }
    None
}

/// `(>= (* k (ite c a b)) l)` with a constant branch, which decides.
pub(super) fn lift_ge(cx: &mut Cx, ge: Term) -> Option<Term> {
    let sum = non_negative(cx, ge);
    let [(t, k)] = sum.terms.as_slice() else { return None };
    if cx.op(*t) != Op::Ite {
        return None;
    }
    let [c, a, b] = *cx.args(*t) else { return None };
    if cx.int_value(a).is_none() && cx.int_value(b).is_none() {
        return None;
    }
    let mut branch = |t: Term| {
        let ge = linear(cx, t).scaled(k).plus_int(sum.constant.clone());
        ge_zero(cx, &ge)
    };
    let (then, otherwise) = (branch(a), branch(b));
    cx.fire_app(RuleId::IteLift, Op::Ite, &[c, then, otherwise])
}

/// `(p (ite c k b))` beside constants, where `k` decides: a question about an entry of a table is one about its key.
pub(super) fn lift_atom(cx: &mut Cx, t: Term) -> Option<Term> {
    let mut args = cx.args(t).to_vec();
    let at = args.iter().position(|&arg| cx.op(arg) == Op::Ite)?;
    let [c, a, b] = *cx.args(args[at]) else { return None };
    let is_word = [a, b].map(|branch| cx.op(branch).is_const());
    if cx.sort(a) != Sort::String || is_word == [false; 2] {
        return None;
    }
    let op = cx.op(t);
    let cases = [a, b].map(|branch| {
        args[at] = branch;
        cx.mk(op, &args)
    });
    cx.decides(if is_word[0] { cases[0] } else { cases[1] })?;
    cx.fire_app(RuleId::IteLift, Op::Ite, &[c, cases[0], cases[1]])
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn folding() {
        fires!(IteFold, "(ite true x y)", "x");
        fires!(IteFold, "(ite a x x)", "x");
        fires!(IteFold, "(ite (not a) x y)", "(ite a y x)");
        keeps!(IteFold, "(ite a x y)");
        fires!(IteOrder, "(ite (or b a) x y)", "(ite (or a b) x y)");
        keeps!(IteOrder, "(ite (and a b) x y)");
        fires!(IteNested, "(ite a (ite a x y) z)", "(ite a x z)");
        keeps!(IteNested, "(ite a (ite b x y) z)");
        fires!(IteSubstitute, "(ite (= x y) x y)", "y");
        fires!(IteSubstitute, r#"(ite (= x "a") x y)"#, r#"(ite (= x "a") "a" y)"#);
        fires!(
            IteSubstitute,
            r#"(ite (= x "") "a" (str.++ x "b"))"#,
            r#"(str.++ x (ite (= x "") "a" "b"))"#
        );
        fires!(
            IteSubstitute,
            r#"(ite (= x "") y (str.++ "b" x))"#,
            r#"(str.++ (ite (= x "") y "b") x)"#
        );
        keeps!(IteSubstitute, "(ite (= x y) z x)");
        keeps!(IteSubstitute, r#"(ite (= x "") y (str.++ "b" x "c"))"#);
    }

    #[test]
    fn common_parts_do_not_depend_on_the_condition() {
        fires!(
            IteCommon,
            r#"(ite a (str.++ x "ab" y) (str.++ x "b" y))"#,
            r#"(str.++ x (ite a "ab" "b") y)"#
        );
        fires!(IteCommon, r#"(ite a x (str.++ x "b"))"#, r#"(str.++ x (ite a "" "b"))"#);
        fires!(IteCommon, r#"(ite a (str.++ "b" x) x)"#, r#"(str.++ (ite a "b" "") x)"#);
        keeps!(IteCommon, r#"(ite a (str.++ "b" x) (str.++ "b" y))"#);
        fires!(
            IteCommon,
            r#"(ite a (str.++ x "b") (str.++ "c" x))"#,
            r#"(str.++ (ite a "" "c") x (ite a "b" ""))"#
        );
        keeps!(IteCommon, r#"(ite a (str.++ x "b" y) (str.++ "b" x))"#);
        fires!(IteCommon, "(ite a (+ i 1) (- i 1))", "(+ (- 1) i (* 2 (ite a 1 0)))");
        fires!(IteCommon, "(ite a (+ i j) i)", "(+ i (ite a j 0))");
        keeps!(IteCommon, "(ite a (+ i j) (* 2 i))");
        fires!(IteCommon, "(ite a (* 60 i) (* (- 90) j))", "(* 30 (ite a (* 2 i) (* (- 3) j)))");
        fires!(IteCommon, "(ite a 0 (* 60 i))", "(* 60 (ite a 0 i))");
        keeps!(IteCommon, "(ite a (* 2 i) (* 3 j))");
        keeps!(IteCommon, "(ite a 2 4)");
    }

    #[test]
    fn boolean_branches() {
        fires!(IteBool, "(ite a b false)", "(and a b)");
        fires!(IteBool, "(ite a true b)", "(or a b)");
        fires!(IteBool, "(ite a false true)", "(not a)");
        fires!(IteBool, "(ite a a b)", "(or a b)");
        fires!(IteBool, "(ite a b (not b))", "(= a b)");
        keeps!(IteBool, "(ite a b c)");
    }

    #[test]
    fn equalities_look_into_branches() {
        fires!(IteLift, "(= (ite a 1 0) 0)", "(not a)");
        fires!(IteLift, "(= (ite a 1 0) 2)", "false");
        fires!(IteLift, r#"(= (ite a x "b") "c")"#, r#"(and a (= x "c"))"#);
        fires!(IteLift, "(= (ite a i j) (ite a k j))", "(or (not a) (= i k))");
        fires!(IteLift, "(>= (ite a 1 i) 1)", "(or a (>= i 1))");
        fires!(IteLift, r#"(str.suffixof "b" (ite a "ab" x))"#, r#"(or a (str.suffixof "b" x))"#);
        fires!(
            IteLift,
            r#"(str.in_re (ite a x "b") (re.+ (str.to_re "a")))"#,
            r#"(and a (str.in_re x (re.+ (str.to_re "a"))))"#
        );
        keeps!(IteLift, r#"(str.prefixof y (ite a "ab" x))"#);
        keeps!(IteLift, "(= (ite a i j) k)");
        keeps!(IteLift, "(>= (ite a i j) 1)");
    }
}
