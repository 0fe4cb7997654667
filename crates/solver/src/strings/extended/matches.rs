//! `str.replace_re`, `str.replace_re_all` and `str.indexof_re`: the first match of a regex.
//!
//! The match is the leftmost and, from there, the shortest. If all matches have one length, the
//! leftmost match is also the one that ends first, and the cut `s = before ++ m ++ after` is exact
//! with `m in R` and no match in `before ++ m'`, where `m'` is `m` without its last character.
//! In general a match that starts earlier may end later, beyond `m`, and then what can be said of
//! the parts alone is only necessary: no match inside of `before`, and none that is a proper prefix of `m`.
//! (Z3-Noodler takes the match that ends first, which is not the one that SMT-LIB means.) What
//! is missing then is supplied by values.

use super::occurrences::Search;
use super::patterns;
use super::reduction::{Part, Reduction};
use crate::theory::inference::InferenceId;
use automata::{LengthRange, Re};
use base::Limits;
use terms::{Op, Term};

/// A cut at the first non-empty match.
struct Match {
    found: Term,
    before: Term,
    after: Term,
}

/// What the reductions need to know of a ground regex.
struct Shape {
    nullable: bool,
    /// The non-empty words that are no longer than needed.
    minimal: Term,
    /// The one length of those, if there is just one.
    length: Option<u64>,
}

fn shape(cx: &mut Reduction<'_>, r: Term) -> Option<Shape> {
    let re = cx.languages.language(cx.terms, r, cx.budget)?;
    let nullable = cx.languages.regexes.nullable(re);
    let any = cx.terms.mk(Op::ReAllChar, &[]);
    let some = cx.terms.mk(Op::RePlus, &[any]);
    let proper = cx.terms.mk(Op::ReInter, &[r, some]);
    let longer = patterns::concat(cx.terms, &[proper, some]);
    let minimal = cx.terms.mk(Op::ReDiff, &[proper, longer]);
    let minimal_re = cx.languages.language(cx.terms, minimal, cx.budget)?;
    Some(Shape { nullable, minimal, length: one_length(cx, minimal_re) })
}

fn one_length(cx: &mut Reduction<'_>, re: Re) -> Option<u64> {
    let limits = Limits::new(cx.budget, cx.budget.tunables().strings.match_length_steps);
    let regexes = &mut cx.languages.regexes;
    let lengths = regexes.length_set(&[re], &[], LengthRange::ANY, &limits).ok()?;
    match lengths.parts() {
        [part] => part.as_single(),
        _ => None,
    }
}

/// Cuts `s` at the first non-empty match of `r`.
fn first(cx: &mut Reduction<'_>, s: Term, r: Term, shape: &Shape) -> Match {
    debug_assert!(shape.length != Some(0), "the match that is looked for is empty");
    let id = InferenceId::ExtfMatch;
    let anywhere = patterns::containing(cx.terms, shape.minimal);
    let found = cx.in_re(s, anywhere);
    let [before, matched, after] =
        [Part::Before, Part::Match, Part::After].map(|part| cx.part(part, &[s, r]));
    let mut facts = vec![
        cx.is_concat(s, &[before, matched, after]),
        cx.in_re(matched, shape.minimal),
        cx.not_in_re(before, anywhere),
    ];
    if shape.length.is_some_and(|n| n > 1) {
        let [init, last] = [Part::Init, Part::Last].map(|part| cx.part(part, &[matched]));
        facts.push(cx.is_concat(matched, &[init, last]));
        facts.push(cx.has_length(last, 1));
        let front = cx.terms.concat(&[before, init]);
        facts.push(cx.not_in_re(front, anywhere));
    }
    cx.imply(id, &[found], &facts);
    Match { found, before, after }
}

/// `v = (str.replace_re s r u)`, or `str.replace_re_all`.
pub(super) fn replace(cx: &mut Reduction<'_>, v: Term) {
    let id = InferenceId::ExtfReplaceRe;
    let &[s, r, u] = cx.terms.args(v) else { return };
    let all = cx.terms.op(v) == Op::StrReplaceReAll;
    let Some(shape) = shape(cx, r) else { return };
    let v = cx.purify(v);
    if shape.nullable && !all {
        let in_front = cx.is_concat(v, &[u, s]);
        return cx.learn(id, in_front);
    }
    let Match { found, before, after } = first(cx, s, r, &shape);
    let absent = cx.terms.not(found);
    let same = cx.terms.eq(v, s);
    cx.imply(id, &[absent], &[same]);
    let others = if all { cx.terms.mk(Op::StrReplaceReAll, &[after, r, u]) } else { after };
    let replaced = cx.is_concat(v, &[before, u, others]);
    cx.imply(id, &[found], &[replaced]);
}

/// `n = (str.indexof_re s r i)`.
pub(super) fn index_of(cx: &mut Reduction<'_>, n: Term) {
    let id = InferenceId::ExtfIndexOfRe;
    let &[s, r, i] = cx.terms.args(n) else { return };
    let Some(shape) = shape(cx, r) else { return };
    let n = cx.purify(n);
    let search = Search::of(cx, id, [s, i], n);
    if shape.nullable {
        let here = cx.terms.eq(n, i);
        return cx.imply(id, &[search.inside], &[here]);
    }
    let rest = search.rest(cx);
    let Match { found, before, .. } = first(cx, rest, r, &shape);
    search.conclude(cx, found, before);
}
