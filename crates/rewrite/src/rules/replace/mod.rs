//! `str.replace`: the first occurrence of the needle, or nothing, is replaced.

mod nested;

use crate::cx::Cx;
use crate::entail;
use crate::linear::LinearSum;
use crate::parts::{Ends, normal_concat, string_parts, strip};
use crate::rule::RuleId;
use crate::word;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, r: Term) -> Option<Term> {
    let [s, t, u] = *cx.args(r) else { return None };
    trivial(cx, s, t, u)
        .or_else(|| prefix(cx, s, t, u))
        .or_else(|| decided(cx, s, t, u))
        .or_else(|| nested::rewrite(cx, s, t, u))
        .or_else(|| to_ite(cx, s, t, u))
        .or_else(|| pull_ends(cx, s, t, u))
        .or_else(|| repeated_parts(cx, s, t, u))
        .or_else(|| char_and_self(cx, s, t, u))
}

fn trivial(cx: &mut Cx, s: Term, t: Term, u: Term) -> Option<Term> {
    if cx.is_empty_str(t) {
        return cx.fire_app(RuleId::ReplaceEmptyNeedle, Op::StrConcat, &[u, s]);
    }
    if t == u {
        return cx.fire(RuleId::ReplaceSame, s);
    }
    if s == t {
        return cx.fire(RuleId::ReplaceSelf, u);
    }
    None
}

/// The needle stands at the front: `replace(t a, t, u) = u a`, even for an empty `t`.
fn prefix(cx: &mut Cx, s: Term, t: Term, u: Term) -> Option<Term> {
    let (mut rest, mut needle) = (Ends::of(cx, s), Ends::of(cx, t));
    strip(cx, &mut rest, &mut needle, false)?;
    if !needle.is_empty() {
        return None;
    }
    let rest = rest.join(cx);
    cx.fire_app(RuleId::ReplacePrefix, Op::StrConcat, &[u, rest])
}

/// The needle surely does not occur, or surely does before the last parts.
fn decided(cx: &mut Cx, s: Term, t: Term, u: Term) -> Option<Term> {
    let occurs = |cx: &mut Cx, s: Term| {
        let ctn = cx.mk(Op::StrContains, &[s, t]);
        cx.decides(ctn)
    };
    match occurs(cx, s) {
        Some(false) => return cx.fire(RuleId::ReplaceAbsent, s),
        Some(true) => {}
        None => return None,
    }
    let parts = string_parts(cx, s);
    if parts.len() > cx.effort().replace_parts {
        return None;
    }
    for i in 1..parts.len() {
        let front = normal_concat(cx, &parts[..i]);
        if occurs(cx, front) == Some(true) {
            let replaced = cx.mk(Op::StrReplace, &[front, t, u]);
            let rest = normal_concat(cx, &parts[i..]);
            return cx.fire_app(RuleId::ReplaceDropBack, Op::StrConcat, &[replaced, rest]);
        }
    }
    None
}

/// A needle that is at least as long as the string, or a string of at most one character.
fn to_ite(cx: &mut Cx, s: Term, t: Term, u: Term) -> Option<Term> {
    let longer = entail::length(cx, t).minus(&entail::length(cx, s));
    if entail::nonneg(cx, &longer) {
        if s == u {
            return cx.fire(RuleId::ReplaceToIte, s);
        }
        let same = cx.eq(s, t);
        return cx.fire_app(RuleId::ReplaceToIte, Op::Ite, &[same, u, s]);
    }
    if cx.str_value(s)?.len() != 1 {
        return None;
    }
    let empty = cx.empty();
    let (none, same) = (cx.eq(t, empty), cx.eq(t, s));
    let whole = cx.mk(Op::Ite, &[same, u, s]);
    let front = cx.mk(Op::StrConcat, &[u, s]);
    cx.fire_app(RuleId::ReplaceToIte, Op::Ite, &[none, front, whole])
}

/// Constants at the ends of the string as far as no occurrence reaches them.
fn pull_ends(cx: &mut Cx, s: Term, t: Term, u: Term) -> Option<Term> {
    let mut parts = string_parts(cx, s);
    let needle = string_parts(cx, t);
    if parts.len() < 2 {
        return None;
    }
    let mut pulled = [cx.empty(), cx.empty()];
    let mut changed = false;
    for back in [false, true] {
        let i = if back { parts.len() - 1 } else { 0 };
        let end = if back { *needle.last()? } else { *needle.first()? };
        let (Some(w), Some(v)) = (cx.str_value(parts[i]), cx.str_value(end)) else { continue };
        let kept = word::reachable(w, v, back);
        if kept == w.len() {
            continue;
        }
        let (kept, free) = if back {
            let (kept, free) = w.split_at(kept);
            (kept.to_vec(), free.to_vec())
        } else {
            let (free, kept) = w.split_at(w.len() - kept);
            (kept.to_vec(), free.to_vec())
        };
        parts[i] = cx.string(&kept);
        pulled[usize::from(back)] = cx.string(&free);
        changed = true;
    }
    if !changed {
        return None;
    }
    let inner = normal_concat(cx, &parts);
    let inner = cx.mk(Op::StrReplace, &[inner, t, u]);
    cx.fire_app(RuleId::ReplacePullEnds, Op::StrConcat, &[pulled[0], inner, pulled[1]])
}

/// For one character, later copies of a part do not matter: `replace(x y x, "a", u) = replace(x y,
/// "a", u) x`.
fn repeated_parts(cx: &mut Cx, s: Term, t: Term, u: Term) -> Option<Term> {
    if cx.str_value(t)?.len() != 1 {
        return None;
    }
    let parts = string_parts(cx, s);
    let mut needed = parts.len();
    while needed > 1 && parts[..needed - 1].contains(&parts[needed - 1]) {
        needed -= 1;
    }
    if needed == parts.len() {
        return None;
    }
    let (front, back) = (normal_concat(cx, &parts[..needed]), normal_concat(cx, &parts[needed..]));
    let front = cx.mk(Op::StrReplace, &[front, t, u]);
    cx.fire_app(RuleId::ReplaceRepeated, Op::StrConcat, &[front, back])
}

/// `replace(c x, x, "") = c` for one character `c`: when `c x` starts with `x`, then `x` is a
/// power of `c`.
fn char_and_self(cx: &mut Cx, s: Term, t: Term, u: Term) -> Option<Term> {
    if !cx.is_empty_str(u) || cx.op(s) != Op::StrConcat {
        return None;
    }
    let (c, rest) = (cx.arg(s, 0), cx.args(s)[1..].to_vec());
    if rest != string_parts(cx, t) || entail::length(cx, c) != LinearSum::constant(1) {
        return None;
    }
    cx.fire(RuleId::ReplaceCharSelf, c)
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn trivial_cases() {
        fires!(ReplaceEmptyNeedle, r#"(str.replace x "" y)"#, "(str.++ y x)");
        keeps!(ReplaceEmptyNeedle, "(str.replace x y z)");
        fires!(ReplaceSame, "(str.replace x y y)", "x");
        keeps!(ReplaceSame, "(str.replace x y z)");
        fires!(ReplaceSelf, "(str.replace x x y)", "y");
        keeps!(ReplaceSelf, "(str.replace x y x)");
        fires!(
            ReplacePrefix,
            r#"(str.replace (str.++ x "abc" y) (str.++ x "ab") z)"#,
            r#"(str.++ z "c" y)"#
        );
        keeps!(ReplacePrefix, "(str.replace (str.++ x y) y z)");
    }

    #[test]
    fn occurrence_is_decided() {
        fires!(ReplaceAbsent, r#"(str.replace (str.from_int i) "a" x)"#, "(str.from_int i)");
        keeps!(ReplaceAbsent, r#"(str.replace x "a" y)"#);
        fires!(
            ReplaceDropBack,
            r#"(str.replace (str.++ x "a" y) "a" z)"#,
            r#"(str.++ (str.replace (str.++ x "a") "a" z) y)"#
        );
        keeps!(ReplaceDropBack, r#"(str.replace (str.++ x "a" y) "b" z)"#);
        fires!(ReplaceToIte, "(str.replace x (str.++ x y) z)", r#"(ite (= "" y) z x)"#);
        fires!(
            ReplaceToIte,
            r#"(str.replace "a" x y)"#,
            r#"(ite (= "" x) (str.++ y "a") (ite (= "a" x) y "a"))"#
        );
        fires!(ReplaceToIte, "(str.replace x (str.++ x y) x)", "x");
        keeps!(ReplaceToIte, r#"(str.replace "ab" x y)"#);
    }

    #[test]
    fn parts() {
        fires!(
            ReplacePullEnds,
            r#"(str.replace (str.++ "cb" x "a") "ab" y)"#,
            r#"(str.++ "cb" (str.replace (str.++ x "a") "ab" y))"#
        );
        keeps!(ReplacePullEnds, r#"(str.replace (str.++ "a" x "b") "ab" y)"#);
        fires!(
            ReplaceRepeated,
            r#"(str.replace (str.++ x y x) "a" z)"#,
            r#"(str.++ (str.replace (str.++ x y) "a" z) x)"#
        );
        keeps!(ReplaceRepeated, r#"(str.replace (str.++ x y x) "ab" z)"#);
        fires!(ReplaceCharSelf, r#"(str.replace (str.++ "a" x) x "")"#, r#""a""#);
        keeps!(ReplaceCharSelf, r#"(str.replace (str.++ "ab" x) x "")"#);
    }
}
