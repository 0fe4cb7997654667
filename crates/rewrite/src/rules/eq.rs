//! Equalities of strings.

use super::concat::normal_concat;
use crate::cx::Cx;
use crate::entail;
use crate::flatten::string_parts;
use crate::rule::RuleId;
use crate::word;
use std::collections::VecDeque;
use terms::{Op, Term};

/// What holds for every sort: reflexivity, constants, order.
pub(super) fn order(cx: &mut Cx, t: Term) -> Option<Term> {
    let (a, b) = (cx.arg(t, 0), cx.arg(t, 1));
    if a == b {
        return cx.fire_bool(RuleId::EqReflexive, true);
    }
    if cx.op(a).is_const() && cx.op(b).is_const() {
        return cx.fire_bool(RuleId::EqConstants, false);
    }
    if a > b {
        return cx.fire_app(RuleId::EqOrder, Op::Eq, &[b, a]);
    }
    None
}

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let (a, b) = (cx.arg(t, 0), cx.arg(t, 1));
    strip(cx, a, b)
        .or_else(|| empty_concat(cx, a, b))
        .or_else(|| by_length(cx, a, b))
        .or_else(|| const_parts(cx, a, b))
        .or_else(|| const_parts(cx, b, a))
        .or_else(|| super::eq_count::rewrite(cx, a, b))
        .or_else(|| multiset(cx, a, b))
        .or_else(|| multiset(cx, b, a))
        .or_else(|| super::eq_function::rewrite(cx, a, b))
        .or_else(|| super::eq_split::rewrite(cx, a, b))
}

/// Equal ends go; constants go character by character, or clash.
fn strip(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let (mut x, mut y) = (Ends::of(cx, a), Ends::of(cx, b));
    let mut changed = false;
    for back in [false, true] {
        loop {
            match strip_one(cx, &mut x, &mut y, back) {
                Strip::Clash => return cx.fire_bool(RuleId::EqClash, false),
                Strip::Some => changed = true,
                Strip::None => break,
            }
        }
    }
    if !changed {
        return None;
    }
    let (a, b) = (x.join(cx), y.join(cx));
    let eq = cx.eq(a, b);
    cx.fire(RuleId::EqStripEnds, eq)
}

/// The parts of a concatenation, to be taken off at both ends.
pub(super) struct Ends(VecDeque<Term>);

impl Ends {
    pub(super) fn of(cx: &Cx, s: Term) -> Ends {
        Ends(string_parts(cx, s).into())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn front(&self) -> Option<Term> {
        self.0.front().copied()
    }

    pub(super) fn join(mut self, cx: &mut Cx) -> Term {
        normal_concat(cx, self.0.make_contiguous())
    }

    fn peek(&self, back: bool) -> Option<Term> {
        if back { self.0.back().copied() } else { self.front() }
    }

    /// Replaces the part at one end by what is left of it.
    fn shorten(&mut self, cx: &mut Cx, back: bool, rest: &[u32]) {
        if back {
            self.0.pop_back();
        } else {
            self.0.pop_front();
        }
        if rest.is_empty() {
            return;
        }
        let rest = cx.string(rest);
        if back {
            self.0.push_back(rest);
        } else {
            self.0.push_front(rest);
        }
    }
}

pub(super) enum Strip {
    Clash,
    Some,
    None,
}

/// Removes what the two lists of parts share at one end.
pub(super) fn strip_one(cx: &mut Cx, x: &mut Ends, y: &mut Ends, back: bool) -> Strip {
    let (Some(a), Some(b)) = (x.peek(back), y.peek(back)) else { return Strip::None };
    if a == b {
        x.shorten(cx, back, &[]);
        y.shorten(cx, back, &[]);
        return Strip::Some;
    }
    let (Some(v), Some(w)) = (cx.str_value(a), cx.str_value(b)) else { return Strip::None };
    let shared = if back { word::common_suffix(v, w) } else { word::common_prefix(v, w) };
    if shared < v.len().min(w.len()) {
        return Strip::Clash;
    }
    let rest = |w: &[u32]| if back { w[..w.len() - shared].to_vec() } else { w[shared..].to_vec() };
    let (v, w) = (rest(v), rest(w));
    x.shorten(cx, back, &v);
    y.shorten(cx, back, &w);
    Strip::Some
}

fn empty_concat(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let s = if cx.is_empty_str(a) {
        b
    } else if cx.is_empty_str(b) {
        a
    } else {
        return None;
    };
    if cx.op(s) != Op::StrConcat {
        return None;
    }
    let parts = cx.args(s).to_vec();
    let all = all_empty(cx, &parts);
    cx.fire(RuleId::EqEmptyConcat, all)
}

pub(super) fn all_empty(cx: &mut Cx, parts: &[Term]) -> Term {
    let empty = cx.empty();
    let each: Vec<Term> = parts.iter().map(|&p| cx.eq(p, empty)).collect();
    cx.and(&each)
}

fn by_length(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let diff = entail::length(cx, a).minus(&entail::length(cx, b));
    let differ = entail::nonneg(cx, &diff.clone().plus_int(-1))
        || entail::nonneg(cx, &diff.negated().plus_int(-1))
        || (!diff.constant.is_zero() && !diff.constant.div_rem_euclid(&diff.content()).1.is_zero());
    if differ { cx.fire_bool(RuleId::EqLength, false) } else { None }
}

/// A constant against parts some of which are constants: these must occur in it in order.
fn const_parts(cx: &mut Cx, constant: Term, other: Term) -> Option<Term> {
    let w = cx.str_value(constant)?;
    if cx.op(other) != Op::StrConcat {
        return None;
    }
    let mut at = 0;
    for v in cx.args(other).iter().filter_map(|&p| cx.str_value(p)) {
        match word::find(w, v, at) {
            Some(i) => at = i + v.len(),
            None => return cx.fire_bool(RuleId::EqConstParts, false),
        }
    }
    None
}

/// When the parts of `a` are among those of `b`, the remaining parts of `b` are empty.
fn multiset(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let mut unmatched = string_parts(cx, a);
    if unmatched.is_empty() {
        return None;
    }
    let (mut matched, mut extra) = (Vec::new(), Vec::new());
    for p in string_parts(cx, b) {
        match unmatched.iter().position(|&q| q == p) {
            Some(i) => {
                unmatched.swap_remove(i);
                matched.push(p);
            }
            None => extra.push(p),
        }
    }
    if !unmatched.is_empty() || extra.is_empty() {
        return None;
    }
    let none = all_empty(cx, &extra);
    let rest = normal_concat(cx, &matched);
    let eq = cx.eq(a, rest);
    cx.fire_app(RuleId::EqMultiset, Op::And, &[none, eq])
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn any_sort() {
        fires!(EqReflexive, "(= (str.++ x y) (str.++ x y))", "true");
        fires!(EqConstants, "(= 1 2)", "false");
        fires!(EqConstants, r#"(= "a" "b")"#, "false");
        keeps!(EqConstants, "(= x y)");
        keeps!(EqReflexive, "(= x y)");
        fires!(EqOrder, "(= y x)", "(= x y)");
        keeps!(EqOrder, "(= x y)");
    }

    #[test]
    fn ends() {
        fires!(EqStripEnds, "(= (str.++ x y z) (str.++ x z z))", "(= y z)");
        fires!(EqStripEnds, r#"(= (str.++ "abc" x) (str.++ "ab" y))"#, r#"(= (str.++ "c" x) y)"#);
        fires!(EqStripEnds, r#"(= (str.++ x "bc") "abc")"#, r#"(= x "a")"#);
        keeps!(EqStripEnds, "(= (str.++ x y) z)");
        fires!(EqClash, r#"(= (str.++ "ab" x) (str.++ "ac" y))"#, "false");
        fires!(EqClash, r#"(= (str.++ x "b") (str.++ y "ac"))"#, "false");
        keeps!(EqClash, r#"(= (str.++ x "b") (str.++ "a" y))"#);
    }

    #[test]
    fn lengths() {
        fires!(EqEmptyConcat, r#"(= "" (str.++ x y))"#, r#"(and (= "" x) (= "" y))"#);
        keeps!(EqEmptyConcat, r#"(= "" x)"#);
        fires!(EqLength, r#"(= (str.substr x i 1) (str.++ "ab" y))"#, "false");
        fires!(EqEmptyConcat, r#"(= (str.++ x "a") "")"#, "false");
        fires!(EqLength, r#"(= (str.++ x x) (str.++ y "a" y))"#, "false");
        keeps!(EqLength, r#"(= (str.substr x i 1) (str.++ "a" y))"#);
    }

    #[test]
    fn contents() {
        fires!(EqConstParts, r#"(= "abcab" (str.++ x "b" y "c" y "c" z))"#, "false");
        keeps!(EqConstParts, r#"(= "abcab" (str.++ x "b" y "c" z))"#);
        fires!(EqMultiset, "(= x (str.++ y x z))", r#"(and (= "" y) (= "" z))"#);
        keeps!(EqMultiset, "(= (str.++ x x) (str.++ y z u))");
        fires!(
            EqMultiset,
            "(= (str.++ x y) (str.++ y z x))",
            r#"(and (= "" z) (= (str.++ x y) (str.++ y x)))"#
        );
    }
}
