//! `str.replace_all`, and the operators that search for a regex.

use crate::cx::Cx;
use crate::entail;
use crate::linear::linear;
use crate::matching;
use crate::parts::{normal_concat, string_parts};
use crate::rule::RuleId;
use crate::word;
use terms::{Op, Term};

pub(super) fn rewrite_all(cx: &mut Cx, r: Term) -> Option<Term> {
    let [s, t, u] = *cx.args(r) else { return None };
    if cx.is_empty_str(t) || cx.is_empty_str(s) || t == u {
        return cx.fire(RuleId::ReplaceAllFold, s);
    }
    if s == t {
        let empty = cx.empty();
        let none = cx.eq(s, empty);
        return cx.fire_app(RuleId::ReplaceAllFold, Op::Ite, &[none, empty, u]);
    }
    let ctn = cx.mk(Op::StrContains, &[s, t]);
    if cx.decides(ctn) == Some(false) {
        return cx.fire(RuleId::ReplaceAllFold, s);
    }
    in_constant(cx, s, t, u).or_else(|| of_char(cx, r))
}

/// A constant needle in a constant string: only the replacement is unknown.
fn in_constant(cx: &mut Cx, s: Term, t: Term, u: Term) -> Option<Term> {
    let (w, v) = (cx.str_value(s)?.to_vec(), cx.str_value(t)?.to_vec());
    let (mut parts, mut at) = (Vec::new(), 0);
    while let Some(i) = word::find(&w, &v, at) {
        parts.extend([cx.string(&w[at..i]), u]);
        at = i + v.len();
        if parts.len() > cx.effort().replaced_parts {
            return None;
        }
    }
    parts.push(cx.string(&w[at..]));
    cx.fire_app(RuleId::ReplaceAllConst, Op::StrConcat, &parts)
}

/// One character is replaced in each part by itself.
fn of_char(cx: &mut Cx, r: Term) -> Option<Term> {
    let (s, t) = (cx.arg(r, 0), cx.arg(r, 1));
    if cx.op(s) != Op::StrConcat || cx.str_value(t)?.len() != 1 {
        return None;
    }
    by_parts(cx, r)
}

fn by_parts(cx: &mut Cx, t: Term) -> Option<Term> {
    let (op, &[s, from, to]) = (cx.op(t), cx.args(t)) else { return None };
    let parts = cx.args(s).to_vec();
    let parts: Vec<Term> = parts.into_iter().map(|p| cx.mk(op, &[p, from, to])).collect();
    cx.fire_app(RuleId::ReplaceAllChar, Op::StrConcat, &parts)
}

pub(super) fn rewrite_re(cx: &mut Cx, t: Term) -> Option<Term> {
    let [s, r, u] = *cx.args(t) else { return None };
    let all = cx.op(t) == Op::StrReplaceReAll;
    match cx.op(r) {
        Op::ReNone => return cx.fire(RuleId::ReplaceReFold, s),
        Op::StrToRe => {
            let needle = cx.arg(r, 0);
            let op = if all { Op::StrReplaceAll } else { Op::StrReplace };
            return cx.fire_app(RuleId::ReplaceReFold, op, &[s, needle, u]);
        }
        // Shortest matches that are not empty count, and these are one word of what is iterated.
        Op::ReAll if all => {
            let letter = cx.mk(Op::ReAllChar, &[]);
            return cx.fire_app(RuleId::ReplaceReFold, Op::StrReplaceReAll, &[s, letter, u]);
        }
        Op::ReStar | Op::RePlus | Op::ReOpt if all => {
            let once = cx.arg(r, 0);
            return cx.fire_app(RuleId::ReplaceReFold, Op::StrReplaceReAll, &[s, once, u]);
        }
        _ => {}
    }
    if !all && matching::accepts(cx, r, &[], cx.budget()) == Some(true) {
        return cx.fire_app(RuleId::ReplaceReFold, Op::StrConcat, &[u, s]);
    }
    if !all && cx.op(r) == Op::RePlus {
        let once = cx.arg(r, 0);
        return cx.fire_app(RuleId::ReplaceReFold, Op::StrReplaceRe, &[s, once, u]);
    }
    if all && cx.op(s) == Op::StrConcat && matching::characters(cx, r).is_some() {
        return by_parts(cx, t);
    }
    let w = cx.str_value(s)?.to_vec();
    let Some(found) = matching::matches(cx, r, &w, cx.budget()) else {
        return in_char(cx, [s, r, u], all);
    };
    let (mut parts, mut at) = (Vec::new(), 0);
    for i in 0..w.len() {
        if i < at || (!all && !parts.is_empty()) || parts.len() > cx.effort().replaced_parts {
            continue;
        }
        // The leftmost, then shortest; the empty match does not count.
        if let Some(end) = found.ends(i).find(|&end| end > i) {
            parts.extend([cx.string(&w[at..i]), u]);
            at = end;
        }
    }
    if parts.len() > cx.effort().replaced_parts {
        return None;
    }
    parts.push(cx.string(&w[at..]));
    let result = normal_concat(cx, &parts);
    cx.fire(RuleId::ReplaceReConst, result)
}

/// At most one character is matched by a regex that is not ground, or not.
fn in_char(cx: &mut Cx, [s, r, u]: [Term; 3], all: bool) -> Option<Term> {
    if cx.str_value(s)?.len() > 1 {
        return None;
    }
    let once = if cx.is_empty_str(s) {
        s
    } else {
        let matched = cx.in_re(s, r);
        cx.mk(Op::Ite, &[matched, u, s])
    };
    if all {
        return cx.fire(RuleId::ReplaceReChar, once);
    }
    let empty = cx.empty();
    let (nullable, front) = (cx.in_re(empty, r), normal_concat(cx, &[u, s]));
    cx.fire_app(RuleId::ReplaceReChar, Op::Ite, &[nullable, front, once])
}

pub(super) fn rewrite_index(cx: &mut Cx, t: Term) -> Option<Term> {
    let [s, r, i] = *cx.args(t) else { return None };
    let start = linear(cx, i);
    let left = entail::length(cx, s).minus(&start);
    let none = cx.int(-1);
    if cx.op(r) == Op::ReNone || entail::contradictory(cx, &[start.clone(), left.clone()]) {
        return cx.fire(RuleId::IndexOfReFold, none);
    }
    let inside = entail::nonneg(cx, &start) && entail::nonneg(cx, &left);
    if inside && matching::accepts(cx, r, &[], cx.budget()) == Some(true) {
        return cx.fire(RuleId::IndexOfReFold, i);
    }
    let from = cx.int_value(i)?.to_usize()?;
    if string_parts(cx, s).len() > 1 {
        return None;
    }
    let w = cx.str_value(s)?;
    let (len, found) = (w.len(), matching::matches(cx, r, w, cx.budget())?);
    let at = (from..=len).find(|&i| found.ends(i).next().is_some());
    let at = at.map_or(none, |at| cx.int(at));
    cx.fire(RuleId::IndexOfReFold, at)
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn all_occurrences() {
        fires!(ReplaceAllFold, r#"(str.replace_all x "" y)"#, "x");
        fires!(ReplaceAllFold, r#"(str.replace_all (str.from_int i) "a" y)"#, "(str.from_int i)");
        fires!(ReplaceAllFold, "(str.replace_all x x y)", r#"(ite (= "" x) "" y)"#);
        keeps!(ReplaceAllFold, "(str.replace_all x y z)");
        fires!(ReplaceAllConst, r#"(str.replace_all "abcabc" "bc" x)"#, r#"(str.++ "a" x "a" x)"#);
        keeps!(ReplaceAllConst, r#"(str.replace_all "abc" y x)"#);
        fires!(
            ReplaceAllChar,
            r#"(str.replace_all (str.++ x "ba") "a" y)"#,
            r#"(str.++ (str.replace_all x "a" y) "b" y)"#
        );
        keeps!(ReplaceAllChar, r#"(str.replace_all (str.++ x "ba") "ab" y)"#);
        fires!(
            ReplaceAllChar,
            r#"(str.replace_re_all (str.++ x "ba") (re.range "b" "c") y)"#,
            r#"(str.++ (str.replace_re_all x (re.range "b" "c") y) y "a")"#
        );
    }

    #[test]
    fn regex_occurrences() {
        fires!(
            ReplaceReFold,
            r#"(str.replace_re x (str.to_re "a") y)"#,
            r#"(str.replace x "a" y)"#
        );
        fires!(ReplaceReFold, "(str.replace_re x re.all y)", "(str.++ y x)");
        fires!(
            ReplaceReFold,
            r#"(str.replace_re_all x (re.+ (str.to_re "a")) y)"#,
            r#"(str.replace_all x "a" y)"#
        );
        fires!(
            ReplaceReFold,
            r#"(str.replace_re_all x (re.* (re.range "0" "9")) y)"#,
            r#"(str.replace_re_all x (re.range "0" "9") y)"#
        );
        fires!(
            ReplaceReFold,
            "(str.replace_re_all x re.all y)",
            "(str.replace_re_all x re.allchar y)"
        );
        fires!(
            ReplaceReFold,
            r#"(str.replace_re_all x (re.+ (re.union (str.to_re "ab") (str.to_re "a"))) y)"#,
            r#"(str.replace_re_all x (re.union (str.to_re "ab") (str.to_re "a")) y)"#
        );
        fires!(
            ReplaceReFold,
            r#"(str.replace_re x (re.+ (re.range "a" "b")) y)"#,
            r#"(str.replace_re x (re.range "a" "b") y)"#
        );
        keeps!(
            ReplaceReFold,
            r#"(str.replace_re x (re.++ (re.range "a" "b") (re.range "a" "b")) y)"#
        );
        keeps!(ReplaceReFold, "(str.replace_re x re.allchar y)");
        fires!(
            ReplaceReConst,
            r#"(str.replace_re "xab" (re.+ (re.range "a" "b")) y)"#,
            r#"(str.++ "x" y "b")"#
        );
        fires!(
            ReplaceReConst,
            r#"(str.replace_re_all "xab" (re.* (re.range "a" "b")) y)"#,
            r#"(str.++ "x" y y)"#
        );
        keeps!(ReplaceReConst, "(str.replace_re_all x re.allchar y)");
        fires!(
            ReplaceReChar,
            r#"(str.replace_re_all "a" (re.++ (str.to_re x) re.allchar) y)"#,
            r#"(ite (str.in_re "a" (re.++ (str.to_re x) re.allchar)) y "a")"#
        );
        fires!(
            ReplaceReChar,
            r#"(str.replace_re "" (re.union (str.to_re "b") (str.to_re x)) y)"#,
            r#"(ite (str.in_re "" (re.union (str.to_re "b") (str.to_re x))) y "")"#
        );
        keeps!(
            ReplaceReChar,
            r#"(str.replace_re_all "ab" (re.* (re.++ (str.to_re x) re.allchar)) y)"#
        );
        fires!(IndexOfReFold, r#"(str.indexof_re "xab" (re.+ (str.to_re "b")) 1)"#, "2");
        fires!(IndexOfReFold, "(str.indexof_re x re.all 0)", "0");
        fires!(IndexOfReFold, "(str.indexof_re x re.none i)", "(- 1)");
        keeps!(IndexOfReFold, "(str.indexof_re x re.allchar 0)");
    }
}
