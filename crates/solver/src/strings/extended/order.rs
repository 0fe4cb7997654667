//! `str.<=`; rewriting states `str.<` by it.
//!
//! Two strings have a common prefix, then each a character or its end; their order is the order of
//! those codes, where an end has the code -1. With a constant on one side it is a membership.

use super::patterns;
use super::reduction::{Part, Reduction};
use crate::theory::inference::InferenceId;
use terms::{Op, Term};

/// Constants longer than this are compared like variables.
const MAX_BOUND: usize = 1000;

/// The membership that `(str.<= a b)` is, if one side is a constant.
pub(super) fn as_membership(cx: &mut Reduction<'_>, p: Term) -> Option<Term> {
    let &[a, b] = cx.terms.args(p) else { return None };
    let (x, language) = match (cx.word(a), cx.word(b)) {
        (Some(w), _) if w.len() <= MAX_BOUND => (b, patterns::at_least(cx.terms, &w)),
        (_, Some(w)) if w.len() <= MAX_BOUND => (a, patterns::at_most(cx.terms, &w)),
        _ => return None,
    };
    Some(cx.in_re(x, language))
}

/// `p = (str.<= a b)`.
pub(super) fn compare(cx: &mut Reduction<'_>, p: Term) {
    let id = InferenceId::ExtfOrder;
    let &[a, b] = cx.terms.args(p) else { return };
    let p = cx.opaque(p);
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
