//! `str.indexof`, `str.last_indexof`, `str.replace` and `str.replace_all`: the first occurrence.
//!
//! The first occurrence of `t` in `s` cuts `s` into `before ++ t ++ after` with the tightest
//! prefix: `t` is not in `before ++ t'`, where `t'` is `t` without its last character. For a
//! constant that is a membership of `before` alone. All functions that look for `t` in `s` share
//! the parts. `str.replace_all` replaces the first occurrence and applies itself to what follows:
//! a new term, which is reduced in turn when a candidate gets its value wrong.

use super::patterns;
use super::reduction::{Part, Reduction};
use crate::theory::inference::InferenceId;
use terms::{Op, Term};

/// The parts of a string around an occurrence, and the literal that there is one.
struct Found {
    found: Term,
    before: Term,
    after: Term,
}

/// Cuts `s` at the first occurrence of `t`.
fn first(cx: &mut Reduction<'_>, s: Term, t: Term) -> Found {
    let id = InferenceId::ExtfOccurrence;
    let found = cx.terms.mk(Op::StrContains, &[s, t]);
    let [before, after] = [Part::Before, Part::After].map(|part| cx.part(part, &[s, t]));
    let whole = cx.is_concat(s, &[before, t, after]);
    cx.imply(id, &[found], &[whole]);
    if let Some(w) = cx.word(t) {
        let spoilt = patterns::spoilt_before(cx.terms, &w);
        let tight = cx.not_in_re(before, spoilt);
        cx.imply(id, &[found], &[tight]);
        return Found { found, before, after };
    }
    let nothing = cx.is_empty(t);
    let at_front = cx.is_empty(before);
    cx.imply(id, &[nothing], &[at_front]);
    let [init, last] = [Part::Init, Part::Last].map(|part| cx.part(part, &[t]));
    let parts = cx.is_concat(t, &[init, last]);
    let one = cx.has_length(last, 1);
    let front = cx.terms.concat(&[before, init]);
    let earlier = cx.terms.mk(Op::StrContains, &[front, t]);
    let tight = cx.terms.not(earlier);
    let something = cx.terms.not(nothing);
    let longer = letters_apart(cx, t, before, &[found, something]);
    let premises: Vec<Term> = [found, something].into_iter().chain(longer).collect();
    cx.imply(id, &premises, &[parts, one, tight]);
    Found { found, before, after }
}

/// If `t` may be the letter of an element, says that it is not in `rest` then, as `premises` hold, and returns that it is longer: its
/// first and its last letter need not be told apart.
fn letters_apart(cx: &mut Reduction<'_>, t: Term, rest: Term, premises: &[Term]) -> Option<Term> {
    let is_letter = cx.is_letter(t)?;
    debug_assert!(rest != t, "what is in front of or behind an occurrence is the occurrence");
    let again = cx.terms.mk(Op::StrContains, &[rest, t]);
    let gone = cx.terms.not(again);
    let all: Vec<Term> = premises.iter().copied().chain([is_letter]).collect();
    cx.imply(InferenceId::ExtfOccurrence, &all, &[gone]);
    Some(cx.terms.not(is_letter))
}

/// Cuts `s` at the last occurrence of `t`.
fn last(cx: &mut Reduction<'_>, s: Term, t: Term) -> Found {
    let id = InferenceId::ExtfOccurrence;
    let found = cx.terms.mk(Op::StrContains, &[s, t]);
    let [before, after] = [Part::BeforeLast, Part::AfterLast].map(|part| cx.part(part, &[s, t]));
    let whole = cx.is_concat(s, &[before, t, after]);
    cx.imply(id, &[found], &[whole]);
    if let Some(w) = cx.word(t) {
        let spoilt = patterns::spoilt_after(cx.terms, &w);
        let tight = cx.not_in_re(after, spoilt);
        cx.imply(id, &[found], &[tight]);
        return Found { found, before, after };
    }
    let nothing = cx.is_empty(t);
    let at_end = cx.is_empty(after);
    cx.imply(id, &[nothing], &[at_end]);
    let [first, tail] = [Part::First, Part::Tail].map(|part| cx.part(part, &[t]));
    let parts = cx.is_concat(t, &[first, tail]);
    let one = cx.has_length(first, 1);
    let back = cx.terms.concat(&[tail, after]);
    let later = cx.terms.mk(Op::StrContains, &[back, t]);
    let tight = cx.terms.not(later);
    let something = cx.terms.not(nothing);
    let longer = letters_apart(cx, t, after, &[found, something]);
    let premises: Vec<Term> = [found, something].into_iter().chain(longer).collect();
    cx.imply(id, &premises, &[parts, one, tight]);
    Found { found, before, after }
}

/// A search from a position on, as far as it does not matter what is sought.
pub(super) struct Search {
    id: InferenceId,
    /// The string, and where the search begins.
    of: [Term; 2],
    index: Term,
    /// The position is one of the string.
    pub inside: Term,
    /// The index is -1.
    nowhere: Term,
}

impl Search {
    /// The search in `s` from `i` on, whose result is `index`: -1 outside of the string.
    pub fn of(cx: &mut Reduction<'_>, id: InferenceId, [s, i]: [Term; 2], index: Term) -> Search {
        let (zero, none, size) = (cx.terms.int(0), cx.terms.int(-1), cx.len(s));
        let nowhere = cx.terms.eq(index, none);
        let bounds = [cx.terms.ge(i, zero), cx.terms.le(i, size)];
        let inside = cx.terms.and(&bounds);
        let outside = cx.terms.not(inside);
        cx.imply(id, &[outside], &[nowhere]);
        Search { id, of: [s, i], index, inside, nowhere }
    }

    /// What is searched: the string from the position on.
    pub fn rest(&self, cx: &mut Reduction<'_>) -> Term {
        let [s, i] = self.of;
        let zero = cx.terms.int(0);
        let at_front = cx.terms.eq(i, zero);
        if cx.is_true(at_front) {
            return s;
        }
        let [front, rest] = [Part::Prefix, Part::Rest].map(|part| cx.part(part, &[s, i]));
        let length = cx.terms.len_of(front);
        let cut = [cx.is_concat(s, &[front, rest]), cx.terms.eq(length, i)];
        cx.imply(self.id, &[self.inside], &cut);
        rest
    }

    /// The index, if what is sought is in the rest when `found` holds, first behind `before`.
    pub fn conclude(&self, cx: &mut Reduction<'_>, found: Term, before: Term) {
        let absent = cx.terms.not(found);
        cx.imply(self.id, &[self.inside, absent], &[self.nowhere]);
        let offset = cx.terms.len_of(before);
        let position = cx.terms.add(&[self.of[1], offset]);
        let here = cx.terms.eq(self.index, position);
        cx.imply(self.id, &[self.inside, found], &[here]);
    }
}

/// `r = (str.indexof s t i)`.
pub(super) fn index_of(cx: &mut Reduction<'_>, r: Term) {
    let id = InferenceId::ExtfIndexOf;
    let &[s, t, i] = cx.terms.args(r) else { return };
    let (index, r) = (r, cx.purify(r));
    let search = Search::of(cx, id, [s, i], r);
    let rest = search.rest(cx);
    let Found { found, before, after } = first(cx, rest, t);
    search.conclude(cx, found, before);
    cut_at(cx, [s, t, index], [search.inside, found], after);
    if rest != s {
        // Redundant, but a search from the front may be asked for as well.
        let zero = cx.terms.int(0);
        let anywhere = cx.terms.mk(Op::StrContains, &[s, t]);
        let anywhere = cx.simplify(anywhere);
        if cx.atoms.lit(cx.terms, anywhere).is_some() {
            let somewhere = cx.terms.ge(r, zero);
            cx.imply(id, &[somewhere], &[anywhere]);
        }
    }
}

/// If the premises hold, `t` occurs in `s` at the position `r`, and `after` follows: what begins there is said in the words of slices, so
/// that a string which is searched for separators and cut at them has one decomposition.
fn cut_at(cx: &mut Reduction<'_>, [s, t, r]: [Term; 3], premises: [Term; 2], after: Term) {
    let (whole, start) = cx.unsliced_to_the_end(s);
    let size = cx.len(t);
    let (position, end) = (cx.terms.add(&[start, r]), cx.terms.add(&[start, r, size]));
    let [from_here, beyond] = [position, end].map(|at| cx.part(Part::Rest, &[whole, at]));
    let zero = cx.terms.int(0);
    let begins = cx.terms.ge(start, zero);
    let parts = cx.is_concat(from_here, &[t, beyond]);
    let same = cx.terms.eq(after, beyond);
    let premises = [begins, premises[0], premises[1]];
    cx.imply(InferenceId::ExtfCuts, &premises, &[parts, same]);
}

/// `r = (str.last_indexof s t)`.
pub(super) fn last_index_of(cx: &mut Reduction<'_>, r: Term) {
    let id = InferenceId::ExtfLastIndexOf;
    let &[s, t] = cx.terms.args(r) else { return };
    let r = cx.purify(r);
    let none = cx.terms.int(-1);
    let Found { found, before, .. } = last(cx, s, t);
    let absent = cx.terms.not(found);
    let nowhere = cx.terms.eq(r, none);
    cx.imply(id, &[absent], &[nowhere]);
    let length = cx.terms.len_of(before);
    let here = cx.terms.eq(r, length);
    cx.imply(id, &[found], &[here]);
}

/// `v = (str.replace s t u)`; nothing is in front of an empty `t`, so that `u` comes first.
pub(super) fn replace(cx: &mut Reduction<'_>, v: Term) {
    let id = InferenceId::ExtfReplace;
    let &[s, t, u] = cx.terms.args(v) else { return };
    let v = cx.purify(v);
    let Found { found, before, after } = first(cx, s, t);
    let absent = cx.terms.not(found);
    let same = cx.terms.eq(v, s);
    cx.imply(id, &[absent], &[same]);
    let replaced = cx.is_concat(v, &[before, u, after]);
    cx.imply(id, &[found], &[replaced]);
}

/// `v = (str.replace_all s t u)`.
pub(super) fn replace_all(cx: &mut Reduction<'_>, v: Term) {
    let id = InferenceId::ExtfReplaceAll;
    let &[s, t, u] = cx.terms.args(v) else { return };
    let v = cx.purify(v);
    let Found { found, before, after } = first(cx, s, t);
    let (absent, nothing) = (cx.terms.not(found), cx.is_empty(t));
    let same = cx.terms.eq(v, s);
    cx.imply(id, &[absent], &[same]);
    cx.imply(id, &[nothing], &[same]);
    let something = cx.terms.not(nothing);
    let others = cx.terms.mk(Op::StrReplaceAll, &[after, t, u]);
    let replaced = cx.is_concat(v, &[before, u, others]);
    cx.imply(id, &[found, something], &[replaced]);
    // What follows for the length takes induction over the occurrences; of constants the rewriter knows it. Other lengths than those of
    // letters are better left open: words would be chosen by them.
    let is_short = |cx: &mut Reduction<'_>, t: Term| {
        cx.word(t).map_or_else(|| cx.is_letter(t).is_some(), |w| w.len() == 1)
    };
    if (cx.word(t).is_none() || cx.word(u).is_none()) && is_short(cx, t) && is_short(cx, u) {
        let (old, new) = (cx.len(t), cx.len(u));
        let (whole, length) = (cx.len(s), cx.terms.len_of(v));
        let (as_long, kept) = (cx.terms.eq(old, new), cx.terms.eq(length, whole));
        cx.imply(id, &[as_long], &[kept]);
    }
}
