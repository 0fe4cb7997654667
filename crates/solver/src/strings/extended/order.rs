//! `str.<=`; rewriting states `str.<` by it.
//!
//! Two strings have a common prefix, then each a character or its end; their order is the order of
//! those codes, where an end has the code -1. With a constant on one side it is a membership.
//!
//! Short strings are compared letter by letter first, at the lengths of the candidate: that leaves
//! arithmetic over the codes, while the position of the first difference, a word of any length, makes the
//! equations find an arrangement for each place it may have. Lengths that keep changing lead to the general form.

use super::patterns;
use super::reduction::{Part, Reduction};
use crate::theory::inference::InferenceId;
use terms::{Op, Term};

/// The membership that `(str.<= a b)` is, if one side is a constant.
pub(super) fn as_membership(cx: &mut Reduction<'_>, p: Term) -> Option<Term> {
    let &[a, b] = cx.terms.args(p) else { return None };
    let longest = cx.budget.tunables().strings.order_constant;
    let (x, language) = match (cx.word(a), cx.word(b)) {
        (Some(w), _) if w.len() <= longest => (b, patterns::at_least(cx.terms, &w)),
        (_, Some(w)) if w.len() <= longest => (a, patterns::at_most(cx.terms, &w)),
        _ => return None,
    };
    Some(cx.in_re(x, language))
}

/// `p = (str.<= a b)`, wrong for the `times`-th time in a candidate with such words.
pub(super) fn refine(cx: &mut Reduction<'_>, p: Term, words: [&[u32]; 2], times: u32) {
    debug_assert!(cx.terms.op(p) == Op::StrLe && times > 0, "what is no wrong order is refined");
    let lengths = words.map(<[u32]>::len);
    let tunables = &cx.budget.tunables().strings;
    let short = lengths.iter().all(|&n| n <= tunables.order_letters);
    if times <= tunables.order_times && short {
        letter_by_letter(cx, p, lengths);
    } else {
        compare(cx, p);
    }
}

/// What `p = (str.<= a b)` means if `a` and `b` have these lengths.
fn letter_by_letter(cx: &mut Reduction<'_>, p: Term, lengths: [usize; 2]) {
    let id = InferenceId::ExtfOrder;
    let &[a, b] = cx.terms.args(p) else { return };
    let p = cx.purify(p);
    let (mut premises, mut facts, mut codes) = (Vec::new(), Vec::new(), Vec::new());
    for (s, length) in [a, b].into_iter().zip(lengths) {
        premises.push(cx.has_length(s, length as u64));
        let letters = cx.letters(s, length);
        facts.push(cx.is_concat(s, &letters));
        let any = cx.terms.mk(Op::ReAllChar, &[]);
        facts.extend(letters.iter().map(|&c| cx.terms.in_re(c, any)).collect::<Vec<_>>());
        codes.push(letters.iter().map(|&c| cx.terms.mk(Op::StrToCode, &[c])).collect::<Vec<_>>());
    }
    cx.imply(id, &premises, &facts);
    let mut less = cx.terms.bool(lengths[0] <= lengths[1]);
    for (&c, &d) in codes[0].iter().zip(&codes[1]).rev() {
        let (below, same) = (cx.terms.lt(c, d), cx.terms.eq(c, d));
        let later = cx.terms.and(&[same, less]);
        less = cx.terms.or(&[below, later]);
    }
    cx.imply_iff(id, &premises, p, less);
}

/// `p = (str.<= a b)`.
pub(super) fn compare(cx: &mut Reduction<'_>, p: Term) {
    let id = InferenceId::ExtfOrder;
    let &[a, b] = cx.terms.args(p) else { return };
    let p = cx.purify(p);
    let common = cx.part(Part::Common, &[a.min(b), a.max(b)]);
    let mut codes = Vec::new();
    for [s, other] in [[a, b], [b, a]] {
        let next = cx.part(Part::Differing, &[s, other]);
        let rest = cx.part(Part::Beyond, &[s, other]);
        let at_end = cx.is_empty(next);
        let done = cx.is_empty(rest);
        let (length, one) = (cx.terms.len_of(next), cx.terms.int(1));
        let facts = [cx.is_concat(s, &[common, next, rest]), cx.terms.le(length, one)];
        cx.imply(id, &[], &facts);
        cx.imply(id, &[at_end], &[done]);
        codes.push(cx.terms.mk(Op::StrToCode, &[next]));
    }
    let (same, same_code) = (cx.terms.eq(a, b), cx.terms.eq(codes[0], codes[1]));
    cx.imply(id, &[same_code], &[same]);
    let less = cx.terms.le(codes[0], codes[1]);
    cx.imply_iff(id, &[], p, less);
}
