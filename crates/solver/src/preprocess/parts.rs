//! Strings as concatenations of fields of known width, at both ends, and a part of unknown length between them.
//!
//! What is read of such a string at a known distance from one of its ends is a concatenation of its parts, its length is a sum, and a
//! word at one end is words of fields. Who finds strings that are of this form ([`super::fields`]) says where they are cut.

use base::{FxHashMap, FxHashSet, Int};
use rewrite::LinearSum;
use terms::{Op, Sort, Term, Terms};

/// A place in a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// So many letters after the start.
    Start(usize),
    /// So many letters before the end.
    End(usize),
}

/// Where a string is read.
#[derive(Clone, Default, Debug)]
pub(super) struct Reads {
    /// Where slices of it begin and end.
    pub slices: Vec<Place>,
    /// Where words at its start end, and where those at its end begin.
    pub words: Vec<Place>,
}

/// What a string is: fields with their widths in letters, and what is between those at both ends.
pub(super) struct Parts {
    pub first: Vec<(Term, usize)>,
    pub middle: Term,
    pub last: Vec<(Term, usize)>,
}

/// The constants in `all` that are only read at known places, with these, in the order in which they are found. Besides, they may stand in
/// what `is_said` holds of, and their lengths may be asked for.
pub(super) fn reads(
    terms: &mut Terms,
    all: &[Term],
    is_said: impl Fn(&Terms, Term) -> bool,
) -> Vec<(Term, Reads)> {
    let mut found: FxHashMap<Term, Reads> = FxHashMap::default();
    let (mut order, mut elsewhere): (_, FxHashSet<Term>) = (Vec::new(), FxHashSet::default());
    for &t in all {
        let op = terms.op(t);
        let (x, places, is_slice) = if let Some(places) = between(terms, t) {
            (terms.arg(t, 0), places.to_vec(), true)
        } else if let Some((word, x)) = word_at_end(terms, t) {
            let n = terms.str_value(word).map_or(0, <[u32]>::len);
            let is_first = op == Op::StrPrefixOf;
            (x, vec![if is_first { Place::Start(n) } else { Place::End(n) }], false)
        } else {
            let is_known = op == Op::StrLen || is_said(terms, t);
            elsewhere.extend(terms.args(t).iter().filter(|_| !is_known));
            continue;
        };
        if terms.is_constant(x) {
            let reads = found.entry(x).or_insert_with(|| {
                order.push(x);
                Reads::default()
            });
            if is_slice { &mut reads.slices } else { &mut reads.words }.extend(places);
        }
    }
    order.retain(|x| !elsewhere.contains(x));
    debug_assert!(order.iter().all(|&x| terms.is_constant(x)), "parts of what is defined already");
    order.into_iter().filter_map(|x| Some((x, found.remove(&x)?))).collect()
}

/// The word, which is not empty, and the string of which `t` says that it begins or ends with this.
fn word_at_end(terms: &Terms, t: Term) -> Option<(Term, Term)> {
    if !matches!(terms.op(t), Op::StrPrefixOf | Op::StrSuffixOf) {
        return None;
    }
    let (word, x) = (terms.arg(t, 0), terms.arg(t, 1));
    terms.str_value(word).is_some_and(|word| !word.is_empty()).then_some((word, x))
}

/// Where the part `t` of a string begins and ends, if that is known, and in this order in strings as long as both together.
fn between(terms: &mut Terms, t: Term) -> Option<[Place; 2]> {
    let (Op::StrSubstr, &[x, from, n]) = (terms.op(t), terms.args(t)) else { return None };
    let (from, n) = (rewrite::linear(terms, from), rewrite::linear(terms, n));
    let to = from.clone().plus(&n);
    let length = terms.len_of(x);
    let places = [place(&from, length)?, place(&to, length)?];
    let is_ordered = match places {
        [Place::Start(from), Place::Start(to)] => from <= to,
        [Place::End(from), Place::End(to)] => from >= to,
        [Place::Start(_), Place::End(_)] => true,
        [Place::End(_), Place::Start(_)] => false,
    };
    is_ordered.then_some(places)
}

/// The place that is `sum` letters after the start of a string of this length.
fn place(sum: &LinearSum, length: Term) -> Option<Place> {
    if sum.terms.is_empty() {
        return sum.constant.to_usize().map(Place::Start);
    }
    let [(t, factor)] = &sum.terms[..] else { return None };
    if *t != length || !factor.is_one() {
        return None;
    }
    let before = if sum.constant.is_positive() { Int::ZERO } else { -sum.constant.clone() };
    before.to_usize().map(Place::End)
}

/// The distances from both ends at which a string that is cut at `places` is cut, in order.
pub(super) fn distances<'a>(places: impl Iterator<Item = &'a Place>) -> [Vec<usize>; 2] {
    let [mut first, mut last] = [Vec::new(), Vec::new()];
    for &place in places {
        match place {
            Place::Start(n) => first.push(n),
            Place::End(n) => last.push(n),
        }
    }
    [first, last].map(|mut distances| {
        distances.retain(|&n| n > 0);
        base::order::sort(&mut distances);
        distances.dedup();
        distances
    })
}

impl Parts {
    /// New parts of a string that is cut at these distances from its ends.
    pub(super) fn new(terms: &mut Terms, [first, last]: [&[usize]; 2]) -> Parts {
        let mut fields = |distances: &[usize]| {
            let mut before = 0;
            let mut fields = Vec::with_capacity(distances.len());
            for &at in distances {
                debug_assert!(before < at, "a field of no letters");
                fields.push((terms.fresh("field", Sort::String), at - before));
                before = at;
            }
            fields
        };
        let (first, mut last) = (fields(first), fields(last));
        last.reverse();
        Parts { first, middle: terms.fresh("middle", Sort::String), last }
    }

    /// The fields at both ends.
    pub(super) fn fields(&self) -> impl Iterator<Item = (Term, usize)> + '_ {
        self.first.iter().chain(&self.last).copied()
    }

    fn all(&self) -> Vec<Term> {
        let first = self.first.iter().map(|field| field.0).chain([self.middle]);
        first.chain(self.last.iter().map(|field| field.0)).collect()
    }

    /// The whole string.
    pub(super) fn whole(&self, terms: &mut Terms) -> Term {
        let all = self.all();
        terms.concat(&all)
    }

    /// What `t` says of a string that has these parts: its length, a slice, or whether a word is at an end.
    ///
    /// # Panics
    /// If it says something else.
    pub(super) fn image(&self, terms: &mut Terms, t: Term) -> Term {
        let op = terms.op(t);
        if op == Op::StrLen {
            let letters: usize = self.fields().map(|field| field.1).sum();
            let (letters, middle) = (terms.int(letters), terms.len_of(self.middle));
            return terms.add(&[middle, letters]);
        }
        if let Some(places) = between(terms, t) {
            return self.between(terms, places);
        }
        let (word, _) = word_at_end(terms, t).expect("strings with parts are read at known places");
        let word = terms.str_value(word).unwrap_or_default().to_vec();
        self.ends_in(terms, op, &word)
    }

    /// How many parts are in front of a place.
    fn position(&self, place: Place) -> usize {
        match place {
            Place::Start(n) => within(self.first.iter(), n),
            Place::End(n) => {
                self.first.len() + 1 + self.last.len() - within(self.last.iter().rev(), n)
            }
        }
    }

    /// What is between two places.
    fn between(&self, terms: &mut Terms, places: [Place; 2]) -> Term {
        let [from, to] = places.map(|place| self.position(place));
        debug_assert!(from <= to, "places in the wrong order");
        let parts: Vec<Term> = self.all()[from..to].to_vec();
        if parts.is_empty() { terms.string(&[]) } else { terms.concat(&parts) }
    }

    /// Whether `word` is at the start of all parts, or at their end, as `op` asks.
    fn ends_in(&self, terms: &mut Terms, op: Op, word: &[u32]) -> Term {
        let is_first = op == Op::StrPrefixOf;
        let fields = if is_first { &self.first } else { &self.last };
        let (mut left, mut equal) = (word, Vec::new());
        for i in 0..fields.len() {
            let (field, width) = fields[if is_first { i } else { fields.len() - 1 - i }];
            let n = left.len().min(width);
            let (front, back) = left.split_at(if is_first { n } else { left.len() - n });
            let (here, behind) = if is_first { (front, back) } else { (back, front) };
            let text = terms.string(here);
            equal.extend((n > 0).then(|| match n == width {
                true => terms.eq(field, text),
                false => terms.mk(op, &[text, field]),
            }));
            left = behind;
        }
        if !left.is_empty() {
            let (mut rest, left) = (self.all(), terms.string(left));
            drop(if is_first {
                rest.drain(..fields.len())
            } else {
                rest.drain(rest.len() - fields.len()..)
            });
            let rest = terms.concat(&rest);
            equal.push(terms.mk(op, &[left, rest]));
        }
        terms.and(&equal)
    }
}

/// How many of `fields` the first or last so many letters are.
fn within<'a>(fields: impl Iterator<Item = &'a (Term, usize)>, letters: usize) -> usize {
    let mut left = letters;
    fields
        .take_while(|&&(_, width)| {
            let is_within = left > 0;
            debug_assert!(!is_within || width <= left, "a string is read within a field");
            left -= width.min(left);
            is_within
        })
        .count()
}
