//! `str.contains`, needle second.
//!
//! Much of it follows the structure of the two terms; the rest is by length, and by looking at
//! which characters a term can be made of ([`entail::alphabet`]).

use crate::cx::Cx;
use crate::entail;
use crate::parts::{constants_occur, find_parts, normal_concat, string_parts};
use crate::rule::RuleId;
use crate::word;
use base::Int;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let (s, t) = (cx.arg(t, 0), cx.arg(t, 1));
    trivial(cx, s, t)
        .or_else(|| factor(cx, s, t))
        .or_else(|| by_alphabet(cx, s, t))
        .or_else(|| by_length(cx, s, t))
        .or_else(|| short_haystack(cx, s, t))
        .or_else(|| constants_in_order(cx, s, t))
        .or_else(|| single_char(cx, s, t))
        .or_else(|| strip_ends(cx, s, t))
        .or_else(|| split(cx, s, t))
        .or_else(|| in_replace(cx, s, t))
        .or_else(|| of_replace(cx, s, t))
        .or_else(|| by_part(cx, s, t))
        .or_else(|| in_larger(cx, s, t))
        .or_else(|| of_branches(cx, s, t))
}

fn trivial(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    if s == t || cx.is_empty_str(t) {
        return cx.fire_bool(RuleId::CtnTrivial, true);
    }
    if cx.is_empty_str(s) {
        let eq = cx.eq(s, t);
        return cx.fire(RuleId::CtnTrivial, eq);
    }
    None
}

/// The needle is visibly a factor: its parts stand in a row, or it is cut from something contained.
fn factor(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    if find_parts(cx, &string_parts(cx, s), &string_parts(cx, t)).is_some() {
        return cx.fire_bool(RuleId::CtnFactor, true);
    }
    if cx.op(t) == Op::StrSubstr {
        let base = cx.arg(t, 0);
        let holds = cx.mk(Op::StrContains, &[s, base]);
        if cx.decides(holds) == Some(true) {
            return cx.fire_bool(RuleId::CtnFactor, true);
        }
    }
    None
}

fn by_length(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    let diff = entail::length(cx, t).minus(&entail::length(cx, s));
    if entail::nonneg(cx, &diff.clone().plus_int(-1)) {
        return cx.fire_bool(RuleId::CtnLength, false);
    }
    if entail::nonneg(cx, &diff) {
        let eq = cx.eq(s, t);
        return cx.fire(RuleId::CtnLength, eq);
    }
    None
}

fn by_alphabet(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    if entail::lacks_letter(cx, s, t) { cx.fire_bool(RuleId::CtnAlphabet, false) } else { None }
}

/// `(str.contains "AB" t)` for a needle of at most one character: it is empty, "A" or "B".
fn short_haystack(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    let w = cx.str_value(s)?;
    let mut letters = w.to_vec();
    base::order::sort(&mut letters);
    letters.dedup();
    let short = w.len() == 1 || entail::length_bounds(cx, t).hi.is_some_and(|hi| hi <= Int::ONE);
    if letters.len() > cx.effort().contains_letters || !short || cx.str_value(t).is_some() {
        return None;
    }
    let mut cases = vec![cx.empty()];
    for c in letters {
        cases.push(cx.string(&[c]));
    }
    let cases: Vec<Term> = cases.into_iter().map(|k| cx.eq(t, k)).collect();
    cx.fire_app(RuleId::CtnShort, Op::Or, &cases)
}

/// The needle's constants do not occur in the constant haystack, one after the other.
fn constants_in_order(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    let w = cx.str_value(s)?;
    if cx.op(t) != Op::StrConcat {
        return None;
    }
    if constants_occur(cx, t, w) { None } else { cx.fire_bool(RuleId::CtnConstParts, false) }
}

/// One character does not straddle parts.
fn single_char(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    if cx.op(s) != Op::StrConcat || entail::length_bounds(cx, t).hi? > Int::ONE {
        return None;
    }
    let parts = cx.args(s).to_vec();
    let each: Vec<Term> = parts.into_iter().map(|p| cx.mk(Op::StrContains, &[p, t])).collect();
    cx.fire_app(RuleId::CtnSplitChar, Op::Or, &each)
}

/// Constants at the ends of the haystack as far as no occurrence can reach them.
fn strip_ends(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    let mut parts = string_parts(cx, s);
    if parts.len() < 2 {
        return None;
    }
    let needle = string_parts(cx, t);
    let mut changed = false;
    for back in [false, true] {
        let i = if back { parts.len() - 1 } else { 0 };
        let end = if back { *needle.last()? } else { *needle.first()? };
        let (Some(w), Some(v)) = (cx.str_value(parts[i]), cx.str_value(end)) else { continue };
        let kept = word::reachable(w, v, back);
        if kept < w.len() {
            let w = if back { w[..kept].to_vec() } else { w[w.len() - kept..].to_vec() };
            parts[i] = cx.string(&w);
            changed = true;
        }
    }
    if !changed {
        return None;
    }
    let s = normal_concat(cx, &parts);
    cx.fire_app(RuleId::CtnStripEnds, Op::StrContains, &[s, t])
}

/// A constant in the middle that occurrences of a constant needle cannot cover.
fn split(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    let v = cx.str_value(t)?.to_vec();
    let parts = string_parts(cx, s);
    for i in 1..parts.len().saturating_sub(1) {
        let Some(w) = cx.str_value(parts[i]) else { continue };
        if word::contains(w, &v) || word::contains(&v, w) {
            continue;
        }
        let (head, tail) = (word::overlap(&v, w), word::overlap(w, &v));
        let (head, tail) = (w[..head].to_vec(), w[w.len() - tail..].to_vec());
        let (head, tail) = (cx.string(&head), cx.string(&tail));
        let left = normal_concat(cx, &[&parts[..i], &[head]].concat());
        let right = normal_concat(cx, &[&[tail], &parts[i + 1..]].concat());
        let left = cx.mk(Op::StrContains, &[left, t]);
        let right = cx.mk(Op::StrContains, &[right, t]);
        return cx.fire_app(RuleId::CtnSplit, Op::Or, &[left, right]);
    }
    None
}

/// The haystack is a replacement.
fn in_replace(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    if cx.op(s) != Op::StrReplace {
        return None;
    }
    let [x, y, z] = *cx.args(s) else { return None };
    let ctn = |cx: &mut Cx, a: Term, b: Term| cx.mk(Op::StrContains, &[a, b]);
    if x == z {
        let at_most_one =
            |cx: &Cx, t: Term| entail::length_bounds(cx, t).hi.is_some_and(|hi| hi <= Int::ONE);
        if t == x {
            return cx.fire_bool(RuleId::CtnInReplace, true);
        }
        if t == y || at_most_one(cx, t) {
            let result = ctn(cx, x, t);
            return cx.fire(RuleId::CtnInReplace, result);
        }
    }
    if t == z {
        let (found, there) = (ctn(cx, x, y), ctn(cx, x, z));
        return cx.fire_app(RuleId::CtnInReplace, Op::Or, &[found, there]);
    }
    let one_char = cx.str_value(t).is_some_and(|w| w.len() == 1);
    let without = ctn(cx, y, t);
    if one_char && cx.decides(without) == Some(false) {
        let (kept, found, new) = (ctn(cx, x, t), ctn(cx, x, y), ctn(cx, z, t));
        let put = cx.mk(Op::And, &[found, new]);
        return cx.fire_app(RuleId::CtnInReplace, Op::Or, &[kept, put]);
    }
    None
}

/// The needle is a replacement.
fn of_replace(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    if cx.op(t) != Op::StrReplace {
        return None;
    }
    let [x, y, z] = *cx.args(t) else { return None };
    let ctn = |cx: &mut Cx, a: Term, b: Term| cx.mk(Op::StrContains, &[a, b]);
    // (str.contains x (str.replace y x y)) = (str.contains x y)
    if y == s && z == x {
        let result = ctn(cx, s, x);
        return cx.fire(RuleId::CtnOfReplace, result);
    }
    let (unchanged, changed) = (ctn(cx, s, x), ctn(cx, s, z));
    if cx.decides(unchanged) == Some(false) && cx.decides(changed) == Some(false) {
        return cx.fire_bool(RuleId::CtnOfReplace, false);
    }
    None
}

/// A part of the needle alone is not contained.
fn by_part(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    if cx.op(t) != Op::StrConcat || cx.args(t).len() > cx.effort().contains_letters {
        return None;
    }
    for p in cx.args(t).to_vec() {
        if cx.str_value(p).is_some() && cx.str_value(s).is_some() {
            continue;
        }
        let part = cx.mk(Op::StrContains, &[s, p]);
        if cx.decides(part) == Some(false) {
            return cx.fire_bool(RuleId::CtnPart, false);
        }
    }
    None
}

/// The haystack is cut from something that does not contain the needle.
fn in_larger(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    if cx.op(s) != Op::StrSubstr {
        return None;
    }
    let base = cx.arg(s, 0);
    let whole = cx.mk(Op::StrContains, &[base, t]);
    if cx.decides(whole) == Some(false) {
        return cx.fire_bool(RuleId::CtnSubstr, false);
    }
    None
}

/// Branches of which one decides.
fn of_branches(cx: &mut Cx, s: Term, t: Term) -> Option<Term> {
    for (i, branching) in [s, t].into_iter().enumerate() {
        if cx.op(branching) != Op::Ite {
            continue;
        }
        let [c, a, b] = *cx.args(branching) else { return None };
        let mut with = |branch: Term| {
            let args = if i == 0 { [branch, t] } else { [s, branch] };
            let ctn = cx.mk(Op::StrContains, &args);
            cx.normal(ctn)
        };
        let (a, b) = (with(a), with(b));
        if cx.bool_value(a).is_some() || cx.bool_value(b).is_some() {
            return cx.fire_app(RuleId::CtnIte, Op::Ite, &[c, a, b]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn structure() {
        fires!(CtnTrivial, r#"(str.contains x "")"#, "true");
        fires!(CtnTrivial, r#"(str.contains "" x)"#, r#"(= "" x)"#);
        keeps!(CtnTrivial, "(str.contains x y)");
        fires!(CtnFactor, r#"(str.contains (str.++ x "ab" y "cd") (str.++ "b" y "c"))"#, "true");
        fires!(CtnFactor, "(str.contains (str.++ x y) (str.substr y i j))", "true");
        keeps!(CtnFactor, "(str.contains (str.++ x y) (str.++ z u))");
        fires!(CtnIte, r#"(str.contains "ab" (ite a "a" x))"#, r#"(or a (str.contains "ab" x))"#);
        keeps!(CtnIte, r#"(str.contains "ab" (ite a z x))"#);
    }

    #[test]
    fn lengths_and_letters() {
        fires!(CtnLength, r#"(str.contains x (str.++ "a" x))"#, "false");
        fires!(CtnLength, "(str.contains x (str.++ x y))", r#"(= "" y)"#);
        keeps!(CtnLength, "(str.contains x y)");
        fires!(CtnAlphabet, r#"(str.contains (str.from_int i) "a")"#, "false");
        keeps!(CtnAlphabet, r#"(str.contains (str.from_int i) "1")"#);
        fires!(
            CtnShort,
            r#"(str.contains "AB" (str.at x 0))"#,
            r#"(or (= "" (str.at x 0)) (= "A" (str.at x 0)) (= "B" (str.at x 0)))"#
        );
        keeps!(CtnShort, r#"(str.contains "AB" x)"#);
        fires!(CtnConstParts, r#"(str.contains "abc" (str.++ x "c" y "b"))"#, "false");
        keeps!(CtnConstParts, r#"(str.contains "abc" (str.++ x "b" y "c"))"#);
        fires!(
            CtnPart,
            r#"(str.contains (str.from_int i) (str.++ x (str.replace "ab" y "cd")))"#,
            "false"
        );
        keeps!(CtnPart, "(str.contains x (str.++ y z))");
    }

    #[test]
    fn constants_in_the_haystack() {
        fires!(
            CtnSplitChar,
            r#"(str.contains (str.++ x "b" y) "a")"#,
            r#"(or (str.contains x "a") (str.contains y "a"))"#
        );
        keeps!(CtnSplitChar, r#"(str.contains (str.++ x "b" y) "ab")"#);
        fires!(
            CtnStripEnds,
            r#"(str.contains (str.++ "cca" x "cc") (str.++ "ab" y "b"))"#,
            r#"(str.contains (str.++ "a" x) (str.++ "ab" y "b"))"#
        );
        keeps!(CtnStripEnds, r#"(str.contains (str.++ "a" x "b") "ab")"#);
        fires!(
            CtnSplit,
            r#"(str.contains (str.++ x "ba" y) "aab")"#,
            r#"(or (str.contains (str.++ x "b") "aab") (str.contains (str.++ "a" y) "aab"))"#
        );
        keeps!(CtnSplit, r#"(str.contains (str.++ x "ba" y) "abab")"#);
    }

    #[test]
    fn replacements() {
        fires!(CtnInReplace, "(str.contains (str.replace x y x) y)", "(str.contains x y)");
        fires!(CtnInReplace, "(str.contains (str.replace x y x) x)", "true");
        fires!(
            CtnInReplace,
            "(str.contains (str.replace x y z) z)",
            "(or (str.contains x y) (str.contains x z))"
        );
        fires!(
            CtnInReplace,
            r#"(str.contains (str.replace x "b" z) "a")"#,
            r#"(or (str.contains x "a") (and (str.contains x "b") (str.contains z "a")))"#
        );
        keeps!(CtnInReplace, r#"(str.contains (str.replace x "b" z) "ab")"#);
        fires!(CtnOfReplace, "(str.contains x (str.replace y x y))", "(str.contains x y)");
        fires!(
            CtnOfReplace,
            r#"(str.contains (str.from_int i) (str.replace "ab" x "cd"))"#,
            "false"
        );
        keeps!(CtnOfReplace, r#"(str.contains x (str.replace "a" x "b"))"#);
        fires!(CtnSubstr, r#"(str.contains (str.substr "abc" i j) (str.++ "b" x "a"))"#, "false");
        keeps!(CtnSubstr, r#"(str.contains (str.substr x j k) "ab")"#);
    }
}
