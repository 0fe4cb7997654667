//! `str.rev`, `str.to_lower`, `str.to_upper` and `str.update`: operators that keep lengths.

use crate::cx::Cx;
use crate::entail;
use crate::linear::{ToTerm, linear};
use crate::parts::{normal_concat, string_parts};
use crate::rule::RuleId;
use base::Int;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let s = cx.arg(t, 0);
    match cx.op(t) {
        Op::StrRev => reverse(cx, s),
        Op::StrToLower | Op::StrToUpper => case(cx, cx.op(t), s),
        Op::StrUpdate => update(cx, t),
        _ => None,
    }
}

fn reverse(cx: &mut Cx, s: Term) -> Option<Term> {
    if cx.op(s) == Op::StrRev {
        let inner = cx.arg(s, 0);
        return cx.fire(RuleId::RevFold, inner);
    }
    if entail::length_bounds(cx, s).hi.is_some_and(|hi| hi <= Int::ONE) {
        return cx.fire(RuleId::RevFold, s);
    }
    if cx.op(s) == Op::StrUpdate {
        return reverse_update(cx, s);
    }
    if cx.op(s) != Op::StrConcat {
        return None;
    }
    let parts: Vec<Term> = cx.args(s).iter().rev().copied().collect();
    let parts: Vec<Term> = parts.into_iter().map(|p| cx.mk(Op::StrRev, &[p])).collect();
    cx.fire_app(RuleId::RevConcat, Op::StrConcat, &parts)
}

/// A character that is written from the front is written from the back. An index outside of the one is outside of the other.
fn reverse_update(cx: &mut Cx, update: Term) -> Option<Term> {
    let [s, i, c] = *cx.args(update) else { return None };
    let size = entail::length_bounds(cx, c);
    if size.lo != Some(Int::ONE) || size.hi != Some(Int::ONE) {
        return None;
    }
    let index = entail::length(cx, s).minus(&linear(cx, i)).plus_int(-1).to_term(cx);
    let reversed = cx.mk(Op::StrRev, &[s]);
    cx.fire_app(RuleId::RevUpdate, Op::StrUpdate, &[reversed, index, c])
}

fn case(cx: &mut Cx, op: Op, s: Term) -> Option<Term> {
    match cx.op(s) {
        Op::StrToLower | Op::StrToUpper => {
            let inner = cx.arg(s, 0);
            cx.fire_app(RuleId::CaseFold, op, &[inner])
        }
        Op::StrFromInt => cx.fire(RuleId::CaseFold, s),
        Op::StrConcat => {
            let parts = cx.args(s).to_vec();
            let parts: Vec<Term> = parts.into_iter().map(|p| cx.mk(op, &[p])).collect();
            cx.fire_app(RuleId::CaseConcat, Op::StrConcat, &parts)
        }
        _ => None,
    }
}

fn update(cx: &mut Cx, t: Term) -> Option<Term> {
    let [s, i, u] = *cx.args(t) else { return None };
    let start = linear(cx, i);
    let size = entail::length(cx, s);
    let inside = size.clone().minus(&start).plus_int(-1);
    if cx.is_empty_str(u) || entail::contradictory(cx, &[start.clone(), inside]) {
        return cx.fire(RuleId::UpdateFold, s);
    }
    // The whole string is overwritten.
    let longer = entail::length(cx, u).minus(&size);
    if start.as_constant().is_some_and(Int::is_zero) && entail::nonneg(cx, &longer) {
        let size = size.to_term(cx);
        return cx.fire_app(RuleId::UpdateFold, Op::StrSubstr, &[u, i, size]);
    }
    // Only some parts in the middle are concerned: those before the start stay.
    let parts = string_parts(cx, s);
    let first = *parts.first()?;
    let start = start.minus(&entail::length(cx, first));
    if parts.len() < 2 || !entail::nonneg(cx, &start) {
        return None;
    }
    let rest = normal_concat(cx, &parts[1..]);
    let start = start.to_term(cx);
    let rest = cx.mk(Op::StrUpdate, &[rest, start, u]);
    cx.fire_app(RuleId::UpdateSkipFront, Op::StrConcat, &[first, rest])
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn reversal() {
        fires!(RevFold, "(str.rev (str.rev x))", "x");
        fires!(RevFold, "(str.rev (str.at x i))", "(str.at x i)");
        keeps!(RevFold, "(str.rev x)");
        fires!(RevConcat, r#"(str.rev (str.++ x "ab"))"#, r#"(str.++ "ba" (str.rev x))"#);
        keeps!(RevConcat, "(str.rev x)");
        fires!(
            RevUpdate,
            r#"(str.rev (str.update x i "c"))"#,
            r#"(str.update (str.rev x) (- (str.len x) i 1) "c")"#
        );
        keeps!(RevUpdate, r#"(str.rev (str.update x i "cd"))"#);
    }

    #[test]
    fn case_mapping() {
        fires!(CaseFold, "(str.to_lower (str.to_upper x))", "(str.to_lower x)");
        fires!(CaseFold, "(str.to_upper (str.from_int i))", "(str.from_int i)");
        keeps!(CaseFold, "(str.to_lower x)");
        fires!(CaseConcat, r#"(str.to_lower (str.++ x "A"))"#, r#"(str.++ (str.to_lower x) "a")"#);
        keeps!(CaseConcat, "(str.to_lower x)");
    }

    #[test]
    fn updates() {
        fires!(UpdateFold, r#"(str.update x i "")"#, "x");
        fires!(UpdateFold, r#"(str.update x (str.len x) y)"#, "x");
        fires!(
            UpdateFold,
            r#"(str.update (str.at x i) 0 "abc")"#,
            r#"(str.substr "abc" 0 (str.len (str.at x i)))"#
        );
        keeps!(UpdateFold, "(str.update x i y)");
        fires!(
            UpdateSkipFront,
            r#"(str.update (str.++ "ab" x) 2 y)"#,
            r#"(str.++ "ab" (str.update x 0 y))"#
        );
        keeps!(UpdateSkipFront, r#"(str.update (str.++ "ab" x) 1 y)"#);
    }
}
