//! Terms as lists of the parts of an associative operator, above all concatenations.

use crate::word;
use std::collections::VecDeque;
use terms::{Op, Term, Terms};

/// A fact: longer argument lists stay nested. Others rely on flat lists, which this makes a bound on memory only.
pub(crate) const MAX_PARTS: usize = 1 << 16;

/// A fact: constants stay apart where they would be longer together, so that a text that is doubled again and again is not written
/// down. As above, this is a bound on memory only.
const MAX_LETTERS: usize = 1 << 22;

/// A fact: shorter lists always dissolve in those around them.
const SHORT: usize = 256;

/// How long a part that is itself a list may be to dissolve among `siblings` parts. Long lists only
/// dissolve into lists of like length, else a deep nest would copy a growing list at each level; and
/// the result must not become too long.
pub(crate) fn dissolving(siblings: usize) -> usize {
    SHORT.max(2 * siblings).min(MAX_PARTS / siblings.max(1))
}

/// The parts of a string term as a concatenation: none for the empty string.
pub(crate) fn string_parts(terms: &Terms, s: Term) -> Vec<Term> {
    if terms.op(s) == Op::StrConcat {
        return terms.args(s).to_vec();
    }
    let is_empty = terms.str_value(s).is_some_and(<[u32]>::is_empty);
    if is_empty { Vec::new() } else { vec![s] }
}

/// Where `needle` starts among the parts of `hay`, if it is visible there as a factor.
pub(crate) fn find_parts(terms: &Terms, hay: &[Term], needle: &[Term]) -> Option<usize> {
    let (first, last) = (*needle.first()?, *needle.last()?);
    let inner = |part: Term, piece: Term, test: fn(&[u32], &[u32]) -> bool| {
        part == piece
            || terms.str_value(part).zip(terms.str_value(piece)).is_some_and(|(w, v)| test(w, v))
    };
    if needle.len() == 1 {
        return hay.iter().position(|&p| inner(p, first, word::contains));
    }
    let middle = &needle[1..needle.len() - 1];
    hay.windows(needle.len()).position(|window| {
        inner(window[0], first, <[u32]>::ends_with)
            && window[1..window.len() - 1] == *middle
            && inner(window[window.len() - 1], last, <[u32]>::starts_with)
    })
}

/// The normal concatenation of parts that are in normal form.
pub(crate) fn normal_concat(terms: &mut Terms, parts: &[Term]) -> Term {
    let mut out: Vec<Term> = Vec::with_capacity(parts.len());
    let (mut constants, mut letters) = (Vec::new(), 0);
    let limit = dissolving(parts.len());
    for &p in parts {
        let nested = terms.op(p) == Op::StrConcat && terms.args(p).len() <= limit;
        let inner = if nested { terms.args(p).to_vec() } else { vec![p] };
        for q in inner {
            let length = terms.str_value(q).map(<[u32]>::len);
            if length.is_none_or(|n| letters + n > MAX_LETTERS) {
                join(terms, &mut constants, &mut out);
                letters = 0;
            }
            match length {
                Some(0) => {}
                Some(n) => {
                    constants.push(q);
                    letters += n;
                }
                None => out.push(q),
            }
        }
    }
    join(terms, &mut constants, &mut out);
    terms.concat(&out)
}

/// Adds the concatenation of `constants`, which are no empty ones, to `out`.
fn join(terms: &mut Terms, constants: &mut Vec<Term>, out: &mut Vec<Term>) {
    if let [_, _, ..] = constants[..] {
        let words = constants.iter().filter_map(|&q| terms.str_value(q));
        let word = words.collect::<Vec<_>>().concat();
        out.push(terms.string(&word));
        constants.clear();
    }
    out.append(constants);
}

/// Whether the constants among the parts of a concatenation occur in the word `w`, one after the other.
pub(crate) fn constants_occur(terms: &Terms, concat: Term, w: &[u32]) -> bool {
    let mut constants = terms.args(concat).iter().filter_map(|&p| terms.str_value(p));
    let after = |at, v: &[u32]| word::find(w, v, at).map(|i| i + v.len());
    constants.try_fold(0, after).is_some()
}

/// The parts of a concatenation, to be taken off at both ends.
pub(crate) struct Ends(VecDeque<Term>);

impl Ends {
    pub(crate) fn of(terms: &Terms, s: Term) -> Ends {
        Ends(string_parts(terms, s).into())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn front(&self) -> Option<Term> {
        self.0.front().copied()
    }

    pub(crate) fn join(mut self, terms: &mut Terms) -> Term {
        normal_concat(terms, self.0.make_contiguous())
    }

    fn peek(&self, back: bool) -> Option<Term> {
        if back { self.0.back().copied() } else { self.front() }
    }

    /// Replaces the part at one end by what is left of it.
    fn shorten(&mut self, terms: &mut Terms, back: bool, rest: &[u32]) {
        let part = if back { self.0.pop_back() } else { self.0.pop_front() };
        if part.is_some() && !rest.is_empty() {
            let rest = terms.string(rest);
            if back { self.0.push_back(rest) } else { self.0.push_front(rest) }
        }
    }
}

/// Takes off what two concatenations share at one end, and says whether that is anything; `None` if constants differ there.
pub(crate) fn strip(terms: &mut Terms, x: &mut Ends, y: &mut Ends, back: bool) -> Option<bool> {
    let mut changed = false;
    while strip_one(terms, x, y, back)? {
        changed = true;
    }
    Some(changed)
}

fn strip_one(terms: &mut Terms, x: &mut Ends, y: &mut Ends, back: bool) -> Option<bool> {
    let (Some(a), Some(b)) = (x.peek(back), y.peek(back)) else { return Some(false) };
    if a == b {
        x.shorten(terms, back, &[]);
        y.shorten(terms, back, &[]);
        return Some(true);
    }
    let (Some(v), Some(w)) = (terms.str_value(a), terms.str_value(b)) else { return Some(false) };
    let shared = if back { word::common_suffix(v, w) } else { word::common_prefix(v, w) };
    if shared < v.len().min(w.len()) {
        return None;
    }
    let rest = |w: &[u32]| if back { w[..w.len() - shared].to_vec() } else { w[shared..].to_vec() };
    let (v, w) = (rest(v), rest(w));
    x.shorten(terms, back, &v);
    y.shorten(terms, back, &w);
    Some(true)
}
