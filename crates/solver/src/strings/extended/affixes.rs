//! `str.prefixof`, `str.suffixof` and `str.contains`.
//!
//! With a constant on one side they are memberships. Otherwise the positive literal is an equation;
//! the negative affix says that the string is too short or its end, cut off at the right length,
//! is different. A negative `str.contains` of two variables has no finite reduction to equations:
//! it is refined where a candidate violates it, by the offset at which the needle occurs there and
//! by the needle's value, for which it is a membership (cvc5 uses a bounded quantifier, Z3-Noodler
//! quantified arithmetic over Parikh images).

use super::patterns;
use super::reduction::{Part, Reduction};
use crate::theory::inference::InferenceId;
use base::Int;
use terms::{Op, Term};

/// Whether the atom `t` is a membership of a leaf in disguise; if so, says which.
pub(super) fn as_membership(cx: &mut Reduction<'_>, t: Term) -> Option<Term> {
    let op = cx.terms.op(t);
    let (needle, hay) = match (op, cx.terms.args(t)) {
        (Op::StrContains, &[s, t]) => (t, s),
        (Op::StrPrefixOf | Op::StrSuffixOf, &[t, s]) => (t, s),
        _ => return None,
    };
    if let Some(w) = cx.word(needle) {
        let language = match op {
            Op::StrPrefixOf => patterns::starting(cx.terms, &w),
            Op::StrSuffixOf => patterns::ending(cx.terms, &w),
            _ => {
                let w = patterns::word(cx.terms, &w);
                patterns::containing(cx.terms, w)
            }
        };
        return Some(cx.in_re(hay, language));
    }
    let w = cx.word(hay)?;
    let tunables = &cx.budget.tunables().strings;
    let language = match op {
        Op::StrPrefixOf if w.len() <= tunables.prefixes => patterns::prefixes(cx.terms, &w),
        Op::StrSuffixOf if w.len() <= tunables.prefixes => patterns::suffixes(cx.terms, &w),
        Op::StrContains if w.len() <= tunables.factors => patterns::factors(cx.terms, &w),
        _ => return None,
    };
    Some(cx.in_re(needle, language))
}

/// `p = (str.prefixof t s)`.
pub(super) fn prefix(cx: &mut Reduction<'_>, p: Term) {
    let &[t, s] = cx.terms.args(p) else { return };
    let p = cx.purify(p);
    let size = cx.len(t);
    let rest = cx.part(Part::Rest, &[s, size]);
    let found = cx.is_concat(s, &[t, rest]);
    cx.imply(InferenceId::ExtfPrefix, &[p], &[found]);
    let front = cx.part(Part::Prefix, &[s, size]);
    differs(cx, InferenceId::ExtfPrefix, p, [t, s], front, [front, rest]);
}

/// `p = (str.suffixof t s)`.
pub(super) fn suffix(cx: &mut Reduction<'_>, p: Term) {
    let &[t, s] = cx.terms.args(p) else { return };
    let p = cx.purify(p);
    let (size, whole) = (cx.len(t), cx.len(s));
    let start = cx.terms.sub(whole, size);
    let front = cx.part(Part::Prefix, &[s, start]);
    let found = cx.is_concat(s, &[front, t]);
    cx.imply(InferenceId::ExtfSuffix, &[p], &[found]);
    let back = cx.part(Part::Rest, &[s, start]);
    differs(cx, InferenceId::ExtfSuffix, p, [t, s], back, [front, back]);
}

/// If not `p`, then `t` is longer than `s`, or `end`, one of the two `parts` of `s`, is as long as
/// `t` and not `t`.
fn differs(
    cx: &mut Reduction<'_>,
    id: InferenceId,
    p: Term,
    [t, s]: [Term; 2],
    end: Term,
    parts: [Term; 2],
) {
    debug_assert!(parts.contains(&end), "the end of a string is none of its parts");
    let absent = cx.terms.not(p);
    let (size, whole, length) = (cx.len(t), cx.len(s), cx.terms.len_of(end));
    let same = cx.terms.eq(end, t);
    let facts = [cx.is_concat(s, &parts), cx.terms.eq(length, size), cx.terms.not(same)];
    let fits = cx.terms.le(size, whole);
    cx.imply(id, &[absent, fits], &facts);
}

/// `p = (str.contains s t)`, if it is true.
pub(super) fn contains(cx: &mut Reduction<'_>, p: Term) {
    let &[s, t] = cx.terms.args(p) else { return };
    let p = cx.purify(p);
    let [before, after] = [Part::Before, Part::After].map(|part| cx.part(part, &[s, t]));
    let found = cx.is_concat(s, &[before, t, after]);
    cx.imply(InferenceId::ExtfContains, &[p], &[found]);
    // A letter is in one of the parts, which is no matter of where: the rewriter does the same where it knows the length.
    if cx.terms.op(s) == Op::StrConcat
        && let Some(is_letter) = cx.is_letter(t)
    {
        let parts = cx.terms.args(s).to_vec();
        let each: Vec<Term> =
            parts.iter().map(|&part| cx.terms.mk(Op::StrContains, &[part, t])).collect();
        let some = cx.terms.or(&each);
        cx.imply(InferenceId::ExtfContains, &[p, is_letter], &[some]);
    }
}

/// The candidate has `needle` at `offset` in the string, though `p = (str.contains s t)` is false.
pub(super) fn contained(cx: &mut Reduction<'_>, p: Term, needle: &[u32], offset: usize) {
    let id = InferenceId::ExtfNotContains;
    debug_assert!(
        cx.terms.op(p) == Op::StrContains,
        "what is no containment is refuted at a place"
    );
    let &[s, t] = cx.terms.args(p) else { return };
    let p = cx.purify(p);
    let value = cx.terms.string(needle);
    let is_needle = cx.terms.eq(t, value);
    let w = patterns::word(cx.terms, needle);
    let language = patterns::containing(cx.terms, w);
    let absent = cx.terms.not(p);
    let outside = cx.not_in_re(s, language);
    cx.imply(id, &[absent, is_needle], &[outside]);

    let (size, whole) = (cx.len(t), cx.len(s));
    let start = cx.terms.int(Int::from(offset as u64));
    let end = cx.terms.add(&[start, size]);
    let fits = cx.terms.ge(whole, end);
    let [front, rest] = [Part::Prefix, Part::Rest].map(|part| cx.part(part, &[s, start]));
    let cut = cx.is_concat(s, &[front, rest]);
    let length = cx.has_length(front, offset as u64);
    let here = cx.terms.mk(Op::StrPrefixOf, &[t, rest]);
    let not_here = cx.terms.not(here);
    cx.imply(id, &[absent, fits], &[cut, length, not_here]);
}
