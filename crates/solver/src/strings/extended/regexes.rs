//! Memberships in regexes that mention string variables.
//!
//! Automata know ground regexes only, so the regex is taken apart from outside, one operator at a
//! time: what is inside becomes memberships in smaller regexes, of the same string or of new parts
//! of it, until the parts are ground or are strings. Outside of a membership that holds, a
//! concatenation or an iteration has a witness; one that does not hold speaks of all ways to cut the
//! string, and is taken apart only where a string variable fixes the cut. The rest is settled by the
//! values of the variables.
//!
//! A derived function that cuts a piece out of a string, such as the string without white space around it, is
//! such a membership that always holds.

use super::reduction::{Part, Reduction};
use crate::theory::inference::InferenceId;
use terms::op::Pieces;
use terms::{Op, Term};

/// `p = (str.in_re x r)` for a regex that is not ground.
pub(super) fn membership(cx: &mut Reduction<'_>, p: Term) {
    let &[x, r] = cx.terms.args(p) else { return };
    let args = cx.terms.args(r).to_vec();
    let p = cx.purify(p);
    match cx.terms.op(r) {
        Op::StrToRe => {
            let same = cx.terms.eq(x, args[0]);
            iff(cx, p, same);
        }
        Op::ReRange => range(cx, p, x, args[0], args[1]),
        Op::ReUnion | Op::ReInter | Op::ReComp | Op::ReOpt | Op::RePlus => {
            let meaning = pointwise(cx, x, r, &args);
            iff(cx, p, meaning);
        }
        Op::ReConcat => concat(cx, p, x, r, &args),
        Op::ReStar => star(cx, p, x, r, args[0]),
        Op::RePower(n) => repeat(cx, p, x, args[0], n, n),
        Op::ReLoop(lo, hi) => repeat(cx, p, x, args[0], lo, hi),
        _ => {}
    }
}

fn iff(cx: &mut Reduction<'_>, p: Term, meaning: Term) {
    cx.imply_iff(InferenceId::ExtfRegex, &[], p, meaning);
}

/// One character, between two others.
fn range(cx: &mut Reduction<'_>, p: Term, x: Term, lo: Term, hi: Term) {
    let [lo, code, hi] = [lo, x, hi].map(|s| cx.terms.mk(Op::StrToCode, &[s]));
    let zero = cx.terms.int(0);
    let all = [
        cx.terms.ge(lo, zero),
        cx.terms.ge(hi, zero),
        cx.terms.le(lo, code),
        cx.terms.le(code, hi),
    ];
    let meaning = cx.terms.and(&all);
    iff(cx, p, meaning);
}

/// The argument of `t` is cut as the table of operators says, and `t` is one of the pieces.
pub(super) fn cut(cx: &mut Reduction<'_>, t: Term, pieces: Pieces) {
    let s = cx.terms.arg(t, 0);
    let regexes = (pieces.regexes)(cx.terms);
    debug_assert!(pieces.value < regexes.len(), "the value is none of the pieces");
    let whole = cx.terms.mk(Op::ReConcat, &regexes);
    let mut parts = Vec::new();
    for (i, &regex) in regexes.iter().enumerate() {
        let number = cx.terms.int(i as u64);
        let part = cx.part(Part::Piece, &[s, whole, number]);
        let member = cx.in_re(part, regex);
        cx.learn(InferenceId::ExtfPieces, member);
        parts.push(part);
    }
    let value = parts[pieces.value];
    let t = cx.purify(t);
    let facts = [cx.is_concat(s, &parts), cx.terms.eq(t, value)];
    for fact in facts {
        cx.learn(InferenceId::ExtfPieces, fact);
    }
}

/// Operators that do not cut the string.
fn pointwise(cx: &mut Reduction<'_>, x: Term, r: Term, args: &[Term]) -> Term {
    let inside: Vec<Term> = args.iter().map(|&a| cx.in_re(x, a)).collect();
    match cx.terms.op(r) {
        Op::ReInter => cx.terms.and(&inside),
        Op::ReComp => cx.terms.not(inside[0]),
        Op::ReOpt => {
            let empty = cx.is_empty(x);
            cx.terms.or(&[empty, inside[0]])
        }
        Op::RePlus => {
            let star = cx.terms.mk(Op::ReStar, &[args[0]]);
            let unfolded = cx.terms.mk(Op::ReConcat, &[args[0], star]);
            cx.in_re(x, unfolded)
        }
        _ => cx.terms.or(&inside),
    }
}

fn concat(cx: &mut Reduction<'_>, p: Term, x: Term, r: Term, args: &[Term]) {
    let id = InferenceId::ExtfRegex;
    let Some((&head, tail)) = args.split_first() else { return };
    if cx.terms.op(head) == Op::StrToRe && !tail.is_empty() {
        let t = cx.terms.arg(head, 0);
        let size = cx.len(t);
        let rest = cx.part(Part::Rest, &[x, size]);
        let starts = cx.terms.mk(Op::StrPrefixOf, &[t, x]);
        let cut = cx.is_concat(x, &[t, rest]);
        cx.imply(id, &[starts], &[cut]);
        let tail = if let [one] = tail { *one } else { cx.terms.mk(Op::ReConcat, tail) };
        let inside = cx.in_re(rest, tail);
        let meaning = cx.terms.and(&[starts, inside]);
        return iff(cx, p, meaning);
    }
    let mut pieces = Vec::new();
    let mut facts = Vec::new();
    for (i, &a) in args.iter().enumerate() {
        let piece = match cx.terms.op(a) {
            Op::StrToRe => cx.terms.arg(a, 0),
            _ => {
                let i = cx.terms.int(i as u64);
                let piece = cx.part(Part::Piece, &[x, r, i]);
                facts.push(cx.in_re(piece, a));
                piece
            }
        };
        pieces.push(piece);
    }
    facts.push(cx.is_concat(x, &pieces));
    cx.imply(id, &[p], &facts);
}

fn star(cx: &mut Reduction<'_>, p: Term, x: Term, r: Term, body: Term) {
    let empty = cx.is_empty(x);
    let absent = cx.terms.not(p);
    let something = cx.terms.not(empty);
    cx.imply(InferenceId::ExtfRegex, &[absent], &[something]);
    let (zero, one) = (cx.terms.int(0), cx.terms.int(1));
    let (head, tail) = (cx.part(Part::Piece, &[x, r, zero]), cx.part(Part::Piece, &[x, r, one]));
    let none = cx.is_empty(head);
    let facts = [
        cx.is_concat(x, &[head, tail]),
        cx.terms.not(none),
        cx.in_re(head, body),
        cx.in_re(tail, r),
    ];
    cx.imply(InferenceId::ExtfRegex, &[p, something], &facts);
}

/// From `lo` to `hi` times `body`.
fn repeat(cx: &mut Reduction<'_>, p: Term, x: Term, body: Term, lo: u32, hi: u32) {
    if hi > cx.budget.tunables().strings.copies {
        return;
    }
    let mut cases = Vec::new();
    for n in lo..=hi {
        cases.push(match n {
            0 => cx.is_empty(x),
            1 => cx.in_re(x, body),
            _ => {
                let copies = vec![body; n as usize];
                let copies = cx.terms.mk(Op::ReConcat, &copies);
                cx.in_re(x, copies)
            }
        });
    }
    let meaning = cx.terms.or(&cases);
    iff(cx, p, meaning);
}
