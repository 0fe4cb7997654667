//! `str.prefixof` and `str.suffixof`, needle first: one set of rules with a direction.

use crate::cx::Cx;
use crate::entail;
use crate::linear::{LinearSum, linear};
use crate::parts::{Ends, strip};
use crate::rule::RuleId;
use base::Int;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let (op, t, s) = (cx.op(t), cx.arg(t, 0), cx.arg(t, 1));
    trivial(cx, t, s)
        .or_else(|| if op == Op::StrPrefixOf { of_replace(cx, t, s) } else { None })
        .or_else(|| if op == Op::StrPrefixOf { of_slice(cx, t, s) } else { None })
        .or_else(|| ends(cx, op, t, s))
        .or_else(|| by_length(cx, t, s))
        .or_else(|| short(cx, t, s))
        .or_else(|| absent(cx, t, s))
}

fn trivial(cx: &mut Cx, t: Term, s: Term) -> Option<Term> {
    if s == t || cx.is_empty_str(t) {
        return cx.fire_bool(RuleId::AffixTrivial, true);
    }
    None
}

fn ends(cx: &mut Cx, op: Op, t: Term, s: Term) -> Option<Term> {
    let back = op == Op::StrSuffixOf;
    let (mut x, mut y) = (Ends::of(cx, t), Ends::of(cx, s));
    match strip(cx, &mut x, &mut y, back) {
        None => return cx.fire_bool(RuleId::AffixStrip, false),
        Some(changed) => changed.then_some(())?,
    }
    let (t, s) = (x.join(cx), y.join(cx));
    cx.fire_app(RuleId::AffixStrip, op, &[t, s])
}

fn by_length(cx: &mut Cx, t: Term, s: Term) -> Option<Term> {
    let diff = entail::length(cx, t).minus(&entail::length(cx, s));
    if entail::nonneg(cx, &diff) {
        let eq = cx.eq(s, t);
        return cx.fire(RuleId::AffixLength, eq);
    }
    None
}

/// In at most one character, being at the front, at the back or anywhere is the same.
fn short(cx: &mut Cx, t: Term, s: Term) -> Option<Term> {
    if entail::length_bounds(cx, s).hi? > Int::ONE {
        return None;
    }
    cx.fire_app(RuleId::AffixShort, Op::StrContains, &[s, t])
}

/// The first character, when one character replaces one.
fn of_replace(cx: &mut Cx, t: Term, s: Term) -> Option<Term> {
    let &[x, y, z] = cx.args(s) else { return None };
    let one = |cx: &Cx, t: Term| cx.str_value(t).is_some_and(|w| w.len() == 1);
    if cx.op(s) != Op::StrReplace || z != t || !one(cx, y) || !one(cx, z) {
        return None;
    }
    let cases = [y, z].map(|c| cx.mk(Op::StrPrefixOf, &[c, x]));
    cx.fire_app(RuleId::AffixReplace, Op::Or, &cases)
}

/// What a slice begins with that is not shorter, or goes on to the end, is a slice that is as long. Only at known places: at others the
/// whole slice is what other formulas speak of.
fn of_slice(cx: &mut Cx, t: Term, s: Term) -> Option<Term> {
    let &[x, start, n] = cx.args(s) else { return None };
    let length = Int::from(cx.str_value(t)?.len() as u64);
    if cx.op(s) != Op::StrSubstr || cx.int_value(start).is_none() {
        return None;
    }
    let n = linear(cx, n);
    let rest = entail::length(cx, x).minus(&linear(cx, start));
    let more = |cx: &mut Cx, least: &LinearSum| entail::nonneg(cx, &n.clone().minus(least));
    if !more(cx, &LinearSum::constant(length.clone())) && !more(cx, &rest) {
        return None;
    }
    let length = cx.int(length);
    let slice = cx.mk(Op::StrSubstr, &[x, start, length]);
    let eq = cx.eq(slice, t);
    cx.fire(RuleId::AffixSlice, eq)
}

fn absent(cx: &mut Cx, t: Term, s: Term) -> Option<Term> {
    let ctn = cx.mk(Op::StrContains, &[s, t]);
    if cx.decides(ctn) == Some(false) {
        return cx.fire_bool(RuleId::AffixAbsent, false);
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn affixes() {
        fires!(AffixTrivial, r#"(str.prefixof "" x)"#, "true");
        fires!(AffixTrivial, "(str.suffixof x x)", "true");
        keeps!(AffixTrivial, "(str.prefixof x y)");
        fires!(AffixStrip, r#"(str.prefixof "ab" (str.++ "a" x))"#, r#"(str.prefixof "b" x)"#);
        fires!(AffixStrip, r#"(str.suffixof "ab" (str.++ x "ac"))"#, "false");
        keeps!(AffixStrip, r#"(str.suffixof "ab" (str.++ "ab" x))"#);
        fires!(AffixLength, r#"(str.prefixof (str.++ x y) x)"#, r#"(= "" y)"#);
        fires!(AffixLength, r#"(str.suffixof x "")"#, r#"(= "" x)"#);
        keeps!(AffixLength, "(str.prefixof x y)");
        fires!(AffixShort, "(str.prefixof x (str.at y i))", "(str.contains (str.at y i) x)");
        keeps!(AffixShort, "(str.prefixof (str.at y i) x)");
        fires!(
            AffixReplace,
            r#"(str.prefixof "a" (str.replace x "b" "a"))"#,
            r#"(or (str.prefixof "b" x) (str.prefixof "a" x))"#
        );
        keeps!(AffixReplace, r#"(str.prefixof "a" (str.replace x "bc" "a"))"#);
        fires!(
            AffixSlice,
            r#"(str.prefixof "ab" (str.substr x 3 (- (str.len x) 3)))"#,
            r#"(= "ab" (str.substr x 3 2))"#
        );
        fires!(
            AffixSlice,
            r#"(str.prefixof "ab" (str.substr x 3 7))"#,
            r#"(= "ab" (str.substr x 3 2))"#
        );
        keeps!(AffixSlice, r#"(str.prefixof "ab" (str.substr x 3 j))"#);
        keeps!(AffixSlice, r#"(str.prefixof "ab" (str.substr x i 7))"#);
        fires!(AffixAbsent, r#"(str.prefixof "a" (str.from_int i))"#, "false");
        keeps!(AffixAbsent, r#"(str.prefixof "1" (str.from_int i))"#);
    }
}
