//! Replacements inside replacements: laws about terms over few variables, found by enumeration in
//! Noetzli et al., "Syntax-guided rewrite rule enumeration for SMT solvers" (SAT 2019). Each comment
//! says why the law holds.

use crate::cx::Cx;
use crate::entail;
use crate::rule::RuleId;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, s: Term, t: Term, u: Term) -> Option<Term> {
    in_needle(cx, s, t, u)
        .or_else(|| in_replacement(cx, s, t, u))
        .or_else(|| in_subject(cx, s, t, u))
}

/// The parts of a replacement.
fn replace_parts(cx: &Cx, t: Term) -> Option<[Term; 3]> {
    match *cx.args(t) {
        [s, t2, u] if cx.op(t) == Op::StrReplace => Some([s, t2, u]),
        _ => None,
    }
}

fn lacks(cx: &mut Cx, s: Term, t: Term) -> bool {
    let ctn = cx.mk(Op::StrContains, &[s, t]);
    cx.decides(ctn) == Some(false)
}

/// `replace(x, replace(y, a, b), u)`
fn in_needle(cx: &mut Cx, x: Term, t: Term, u: Term) -> Option<Term> {
    let [y, a, b] = replace_parts(cx, t)?;
    // With y = x: if `a` occurs in `x`, the needle contains `b`, which `x` lacks; else it is `x`.
    if y == x && lacks(cx, x, b) {
        let found = cx.mk(Op::StrContains, &[x, a]);
        return cx.fire_app(RuleId::ReplaceNeedle, Op::Ite, &[found, x, u]);
    }
    // With a = x, b = y: if `x` occurs in `y`, the needle is longer than `x`, or all are equal.
    let longer = a == x && b == y;
    // With a = x: if `x` occurs in `y`, `b` is in neither, so the needle is not in `x`; and `y` is
    // in `x` only if they are equal, when the replacement `u` is equal to `x` too.
    let absent = a == x && (u == x || u == y) && lacks(cx, y, b);
    // If `a` occurs in `y`, the needle contains `b`, and `y` contains `a`: neither is in `x`.
    if longer || absent || (lacks(cx, x, a) && lacks(cx, x, b)) {
        return cx.fire_app(RuleId::ReplaceNeedle, Op::StrReplace, &[x, y, u]);
    }
    None
}

/// `replace(x, t, replace(y, a, b))`
fn in_replacement(cx: &mut Cx, x: Term, t: Term, u: Term) -> Option<Term> {
    let [y, a, b] = replace_parts(cx, u)?;
    // With a = x: where `t` occurs in `x`, `x` does not occur in `y`, which lacks `t`.
    if a == x && lacks(cx, y, t) {
        return cx.fire_app(RuleId::ReplaceReplacement, Op::StrReplace, &[x, t, y]);
    }
    // With y = t: where `t` occurs in `x`, `a` occurs in `t` only if it does in `x`, or they are
    // equal and nothing changes.
    if y == t && ((a == x && b == t) || lacks(cx, x, a)) {
        return cx.fire(RuleId::ReplaceReplacement, x);
    }
    None
}

/// `replace(replace(x, a, b), t, u)`
fn in_subject(cx: &mut Cx, s: Term, t: Term, u: Term) -> Option<Term> {
    let [x, a, b] = replace_parts(cx, s)?;
    // The first `a` of one character is gone, the next is in `b`, if `b` has one whenever `x` does.
    if a == t && cx.str_value(a).is_some_and(|w| w.len() == 1) {
        let again = cx.mk(Op::StrContains, &[b, a]);
        if b == x || cx.decides(again) == Some(true) {
            let inner = cx.mk(Op::StrReplace, &[b, a, u]);
            return cx.fire_app(RuleId::ReplaceSubject, Op::StrReplace, &[x, a, inner]);
        }
    }
    // With b = t: `b` was put where `a` was, and `x` has none of its own before: undone at once.
    if b == t && one_char(cx, b) && entail::lacks_letter(cx, x, b) {
        return cx.fire_app(RuleId::ReplaceSubject, Op::StrReplace, &[x, a, u]);
    }
    if t == x && (is_lost(cx, a, b) || (b == x && one_char(cx, a))) {
        // Without an `a` all of `x` is replaced. With one, `x` is lost in what it is not longer than but different from.
        // With b = x = p a s, the result is `p x s`, and `x` occurs at the end of `p` first: if it occurred `d`
        // before, the `a` would be repeated `d` before, in `p`.
        let found = cx.mk(Op::StrContains, &[x, a]);
        let b = if b == x { u } else { b };
        let replaced = cx.mk(Op::StrReplace, &[x, a, b]);
        return cx.fire_app(RuleId::ReplaceSubject, Op::Ite, &[found, replaced, u]);
    }
    None
}

/// Whether putting the word `b` for an occurrence of the word `a` makes another word, and none that is longer.
fn is_lost(cx: &Cx, a: Term, b: Term) -> bool {
    match (cx.str_value(a), cx.str_value(b)) {
        (Some(a), Some(b)) => b.len() <= a.len() && a != b,
        _ => false,
    }
}

fn one_char(cx: &Cx, t: Term) -> bool {
    cx.str_value(t).is_some_and(|w| w.len() == 1)
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn nested() {
        fires!(ReplaceNeedle, "(str.replace x (str.replace y x y) z)", "(str.replace x y z)");
        fires!(
            ReplaceNeedle,
            r#"(str.replace x (str.replace x y (str.++ "a" x)) z)"#,
            "(ite (str.contains x y) x z)"
        );
        fires!(
            ReplaceNeedle,
            r#"(str.replace (str.from_int i) (str.replace y "a" "b") z)"#,
            "(str.replace (str.from_int i) y z)"
        );
        keeps!(ReplaceNeedle, r#"(str.replace x (str.replace y "a" "b") z)"#);
        fires!(ReplaceReplacement, "(str.replace x y (str.replace y x y))", "x");
        fires!(
            ReplaceReplacement,
            r#"(str.replace x "a" (str.replace "bcd" x y))"#,
            r#"(str.replace x "a" "bcd")"#
        );
        keeps!(ReplaceReplacement, r#"(str.replace x "a" (str.replace y x y))"#);
        fires!(
            ReplaceSubject,
            r#"(str.replace (str.replace x "b" x) "b" y)"#,
            r#"(str.replace x "b" (str.replace x "b" y))"#
        );
        keeps!(ReplaceSubject, r#"(str.replace (str.replace x "b" z) "b" y)"#);
        fires!(
            ReplaceSubject,
            r#"(str.replace (str.replace x "b" x) x y)"#,
            r#"(ite (str.contains x "b") (str.replace x "b" y) y)"#
        );
        fires!(
            ReplaceSubject,
            r#"(str.replace (str.replace x "bb" "a") x y)"#,
            r#"(ite (str.contains x "bb") (str.replace x "bb" "a") y)"#
        );
        keeps!(ReplaceSubject, r#"(str.replace (str.replace x "bb" x) x y)"#);
        keeps!(ReplaceSubject, r#"(str.replace (str.replace x "b" "ab") x y)"#);
    }
}
