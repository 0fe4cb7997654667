//! `str.substr` and `str.update`: positions that are counted.
//!
//! The string is cut at the position: `s = before ++ t ++ after` with `|before| = i`. The parts
//! are named by string and position, so that all slices of one string share them. A cut at the
//! very front or at the very end needs no part; rewriting finds out whether it is one. Positions that are numbers, counted from either
//! end, are treated together: see [`cuts`].

use super::cuts;
use super::reduction::{Part, Reduction};
use crate::theory::inference::InferenceId;
use terms::Term;

/// `t = (str.substr s i n)`.
pub(super) fn substr(cx: &mut Reduction<'_>, t: Term) {
    let id = InferenceId::ExtfSubstr;
    let &[s, i, n] = cx.terms.args(t) else { return };
    let t = cx.purify(t);
    let (zero, one, size) = (cx.terms.int(0), cx.terms.int(1), cx.len(s));
    let begins = [cx.terms.ge(i, zero), cx.terms.lt(i, size), cx.terms.ge(n, one)];
    let inside = cx.terms.and(&begins);
    let outside = cx.terms.not(inside);
    let empty = cx.is_empty(t);
    cx.imply(id, &[outside], &[empty]);
    if let Some(segments) = cuts::segments(cx, s, i, n) {
        let spelt = cx.is_concat(t, &segments);
        return cx.imply(id, &[inside], &[spelt]);
    }
    // A slice that is not empty is one of the string that `s` is the rest of.
    let (whole, start) = cx.unsliced_to_the_end(s);
    let position = cx.terms.add(&[start, i]);
    let mut facts = Vec::new();
    let rest = match cuts::from_front(cx, whole, position) {
        Some(rest) => rest,
        None => {
            let parts = [Part::Prefix, Part::Rest].map(|part| cx.part(part, &[whole, position]));
            let length = cx.terms.len_of(parts[0]);
            facts.push(cx.terms.eq(length, position));
            facts.push(cx.is_concat(whole, &parts));
            parts[1]
        }
    };
    let mut parts = vec![t];
    let end = cx.terms.add(&[i, n]);
    let to_the_end = cx.terms.ge(end, size);
    if !cx.is_true(to_the_end) {
        let end = cx.terms.add(&[position, n]);
        let after = cx.part(Part::Rest, &[whole, end]);
        let length = cx.terms.len_of(t);
        let (full, shorter) = (cx.terms.eq(length, n), cx.terms.lt(length, n));
        let nothing_left = cx.is_empty(after);
        let cut_off = cx.terms.and(&[nothing_left, shorter]);
        facts.push(cx.terms.or(&[full, cut_off]));
        parts.push(after);
    }
    facts.push(cx.is_concat(rest, &parts));
    cx.imply(id, &[inside], &facts);
}

/// `t = (str.update s i u)`: what fits of `u` is written over the characters from `i` on.
pub(super) fn update(cx: &mut Reduction<'_>, t: Term) {
    let id = InferenceId::ExtfUpdate;
    let &[s, i, u] = cx.terms.args(t) else { return };
    let t = cx.purify(t);
    let (zero, size) = (cx.terms.int(0), cx.len(s));
    let begins = [cx.terms.ge(i, zero), cx.terms.lt(i, size)];
    let inside = cx.terms.and(&begins);
    let outside = cx.terms.not(inside);
    let same = cx.terms.eq(t, s);
    cx.imply(id, &[outside], &[same]);

    let before = cx.part(Part::Prefix, &[s, i]);
    let [old, new, dropped] =
        [Part::Overwritten, Part::Written, Part::Dropped].map(|part| cx.part(part, &[s, i, u]));
    let length = cx.len(u);
    let end = cx.terms.add(&[i, length]);
    let after = cx.part(Part::Rest, &[s, end]);
    let [before_length, old_length, new_length] =
        [before, old, new].map(|part| cx.terms.len_of(part));
    let (all_written, at_the_end) = (cx.is_empty(dropped), cx.is_empty(after));
    let facts = [
        cx.is_concat(s, &[before, old, after]),
        cx.is_concat(t, &[before, new, after]),
        cx.is_concat(u, &[new, dropped]),
        cx.terms.eq(before_length, i),
        cx.terms.eq(old_length, new_length),
        cx.terms.or(&[all_written, at_the_end]),
    ];
    cx.imply(id, &[inside], &facts);
    let (fits, whole) = (cx.terms.le(end, size), cx.terms.eq(new, u));
    cx.imply(id, &[inside, fits], &[whole]);
}
