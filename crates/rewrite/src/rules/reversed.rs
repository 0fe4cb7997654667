//! Predicates and slices of strings that are read backwards.
//!
//! Reversing both sides of an equation, of an affix or of a containment says the same. It is done where that leaves fewer
//! reversals. So equations between reversed strings become word equations, which procedures are made for; a
//! reversal that stays has to be evaluated in candidates.

use crate::backwards;
use crate::cx::Cx;
use crate::entail;
use crate::linear::{ToTerm, linear};
use crate::parts::{normal_concat, string_parts};
use crate::rule::RuleId;
use base::Int;
use terms::{Op, Term};

/// An affix or a containment.
pub(super) fn predicate(cx: &mut Cx, t: Term) -> Option<Term> {
    let (op, a, b) = (cx.op(t), cx.arg(t, 0), cx.arg(t, 1));
    both(cx, op, a, b)
}

/// `(= a b)`, `(str.contains a b)`, or an affix, by its operator.
pub(super) fn both(cx: &mut Cx, op: Op, a: Term, b: Term) -> Option<Term> {
    if balance(cx, a) + balance(cx, b) <= 0 {
        return None;
    }
    let [a, b] = [a, b].map(|s| mirror(cx, s));
    let other = [(Op::StrPrefixOf, Op::StrSuffixOf), (Op::StrSuffixOf, Op::StrPrefixOf)];
    let op = other.into_iter().find(|&(from, _)| from == op).map_or(op, |(_, to)| to);
    let result = if op == Op::Eq { cx.eq(a, b) } else { cx.mk(op, &[a, b]) };
    cx.fire(RuleId::RevBoth, result)
}

/// How many reversals reading `s` backwards saves.
fn balance(cx: &mut Cx, s: Term) -> i64 {
    let parts = string_parts(cx, s);
    parts.into_iter().map(|part| saved(cx, part)).sum()
}

fn saved(cx: &mut Cx, part: Term) -> i64 {
    if cx.op(part) == Op::StrRev {
        return 1;
    }
    let is_free = is_short(cx, part) || cx.str_value(part).is_some();
    if is_free { 0 } else { -1 }
}

fn is_short(cx: &mut Cx, s: Term) -> bool {
    entail::length_bounds(cx, s).hi.is_some_and(|hi| hi <= Int::ONE)
}

/// `s` backwards.
fn mirror(cx: &mut Cx, s: Term) -> Term {
    let parts = string_parts(cx, s);
    let mirrored: Vec<Term> = parts.into_iter().rev().map(|part| mirrored(cx, part)).collect();
    normal_concat(cx, &mirrored)
}

fn mirrored(cx: &mut Cx, part: Term) -> Term {
    if let Some(word) = cx.str_value(part) {
        let word: Vec<u32> = word.iter().rev().copied().collect();
        return cx.string(&word);
    }
    if cx.op(part) == Op::StrRev {
        return cx.arg(part, 0);
    }
    if is_short(cx, part) { part } else { cx.mk(Op::StrRev, &[part]) }
}

/// A membership of strings that are reversed.
pub(super) fn member(cx: &mut Cx, t: Term) -> Option<Term> {
    let (s, r) = (cx.arg(t, 0), cx.arg(t, 1));
    if cx.is_structural() || balance(cx, s) <= 0 {
        return None;
    }
    let (s, r) = (mirror(cx, s), backwards::regex(cx, r)?);
    let member = cx.in_re(s, r);
    cx.fire(RuleId::RevMember, member)
}

/// One character of a reversed string is one of the string. An index outside of the one is outside of the other.
pub(super) fn slice(cx: &mut Cx, t: Term) -> Option<Term> {
    let &[whole, start, count] = cx.args(t) else { return None };
    if cx.op(whole) != Op::StrRev || !cx.int_value(count).is_some_and(Int::is_one) {
        return None;
    }
    let s = cx.arg(whole, 0);
    let start = entail::length(cx, s).minus(&linear(cx, start)).plus_int(-1).to_term(cx);
    cx.fire_app(RuleId::RevAt, Op::StrSubstr, &[s, start, count])
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn both_sides() {
        fires!(RevBoth, "(= (str.rev x) (str.rev y))", "(= x y)");
        fires!(
            RevBoth,
            r#"(= (str.++ (str.rev x) "ab" (str.rev y)) (str.++ (str.rev z) (str.rev x)))"#,
            r#"(= (str.++ y "ba" x) (str.++ x z))"#
        );
        fires!(RevBoth, "(str.prefixof (str.rev x) (str.rev y))", "(str.suffixof x y)");
        fires!(RevBoth, "(str.suffixof (str.rev x) (str.rev y))", "(str.prefixof x y)");
        fires!(RevBoth, "(str.contains (str.rev x) (str.rev y))", "(str.contains x y)");
        keeps!(RevBoth, "(= (str.rev x) y)");
        keeps!(RevBoth, "(str.prefixof (str.rev x) (str.++ y x))");
    }

    #[test]
    fn memberships() {
        fires!(
            RevMember,
            r#"(str.in_re (str.rev x) (re.++ (str.to_re "ab") (re.* (str.to_re "c"))))"#,
            r#"(str.in_re x (re.++ (re.* (str.to_re "c")) (str.to_re "ba")))"#
        );
        keeps!(RevMember, r#"(str.in_re (str.++ (str.rev x) y) (re.* (str.to_re "ab")))"#);
    }

    #[test]
    fn one_character() {
        fires!(RevAt, "(str.at (str.rev x) i)", "(str.at x (- (str.len x) i 1))");
        keeps!(RevAt, "(str.substr (str.rev x) i 2)");
    }
}
