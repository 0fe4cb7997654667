//! `str.rev`, `str.to_lower` and `str.to_upper`: functions that work character by character.
//!
//! A string of the candidate's length is written as that many characters, whose images make up the
//! result; the lemma is exact for that length. Long strings are left to their values.

use super::patterns;
use super::reduction::{Part, Reduction};
use crate::theory::inference::InferenceId;
use terms::{Op, Term};

const CAPITALS: [u32; 2] = ['A' as u32, 'Z' as u32];
const SMALL: [u32; 2] = ['a' as u32, 'z' as u32];

/// `t = (str.rev x)` or a change of case: what holds for all lengths.
pub(super) fn map(cx: &mut Reduction<'_>, t: Term) {
    let id = InferenceId::ExtfChars;
    let (x, op) = (cx.terms.arg(t, 0), cx.terms.op(t));
    let t = cx.purify(t);
    debug_assert!(
        matches!(op, Op::StrRev | Op::StrToLower | Op::StrToUpper),
        "{op:?} does not map letters"
    );
    let (length, image) = (cx.len(x), cx.terms.len_of(t));
    let same_length = cx.terms.eq(length, image);
    cx.learn(id, same_length);
    let (from, step) = match op {
        Op::StrToLower => (CAPITALS, 32),
        Op::StrToUpper => (SMALL, -32),
        _ => return,
    };
    let changed = patterns::range(cx.terms, from[0], from[1]);
    let some_changed = patterns::containing(cx.terms, changed);
    let gone = cx.not_in_re(t, some_changed);
    cx.learn(id, gone);
    let stays = cx.not_in_re(x, some_changed);
    let same = cx.terms.eq(t, x);
    cx.imply(id, &[stays], &[same]);
    let one = cx.in_re(x, changed);
    let [code, image] = [x, t].map(|s| cx.terms.mk(Op::StrToCode, &[s]));
    let step = cx.terms.int(step);
    let shifted = cx.terms.add(&[code, step]);
    let moved = cx.terms.eq(image, shifted);
    cx.imply(id, &[one], &[moved]);
}

/// If the argument of `t` has `length` characters, then `t` is made of their images.
pub(super) fn spell(cx: &mut Reduction<'_>, t: Term, length: usize) {
    if length > cx.budget.tunables().strings.spelled || length == 0 {
        return;
    }
    let id = InferenceId::ExtfChars;
    let (x, op) = (cx.terms.arg(t, 0), cx.terms.op(t));
    debug_assert!(
        matches!(op, Op::StrRev | Op::StrToLower | Op::StrToUpper),
        "{op:?} does not map letters"
    );
    if length == 1 && op != Op::StrRev {
        return;
    }
    let t = cx.purify(t);
    let mut facts = Vec::new();
    let mut word = Vec::new();
    for i in 0..length {
        let i = cx.terms.int(i as u64);
        let c = cx.part(Part::Char, &[x, i]);
        facts.push(cx.has_length(c, 1));
        word.push(c);
    }
    facts.push(cx.is_concat(x, &word));
    let images: Vec<Term> = match op {
        Op::StrRev => word.into_iter().rev().collect(),
        _ => word.into_iter().map(|c| cx.terms.mk(op, &[c])).collect(),
    };
    facts.push(cx.is_concat(t, &images));
    let sized = cx.has_length(x, length as u64);
    cx.imply(id, &[sized], &facts);
}
