//! Words as codes of letters.

use automata::CharSet;
use base::{FxHashMap, Int};
use std::rc::Rc;
use terms::sort::MAX_CHAR;
use terms::{Sort, Term, Terms};

/// Where letters of a word may be missing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shape {
    /// Nowhere.
    Exact,
    /// At the end: behind a letter that is not there is none.
    Padded,
    /// Anywhere.
    Gapped,
}

/// What is known of the code of a letter.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    /// The letter is one of these, if it is there.
    pub(super) set: CharSet,
    /// Whether it may be missing: then its code is -1.
    pub(super) optional: bool,
}

impl Letter {
    /// It is also one of these.
    pub(super) fn narrow(&mut self, set: &CharSet) {
        self.set = self.set.intersect(set);
    }

    /// The first code and the distance of each to the next, if these are the same everywhere, greater than 1, and no letter is missing.
    pub(super) fn progression(&self) -> Option<(u32, u32)> {
        let ranges = self.set.ranges();
        let &[(first, _), (second, _), ..] = ranges else { return None };
        let step = second - first;
        let is_even = ranges.windows(2).all(|w| w[1].0 - w[0].0 == step);
        let are_single = ranges.iter().all(|(lo, hi)| lo == hi);
        (!self.optional && is_even && are_single).then_some((first, step))
    }

    /// A code for such a letter. Even digits are twice a number, which arithmetic sees in every sum of them.
    pub(super) fn new_code(&self, terms: &mut Terms) -> Term {
        let code = terms.fresh("code", Sort::Int);
        let Some((first, step)) = self.progression() else { return code };
        let (first, steps) = (terms.int(first), terms.scale(Int::from(step), code));
        terms.add(&[steps, first])
    }
}

/// What a constant is spelled by.
#[derive(Clone)]
pub(super) struct Spelling {
    pub(super) codes: Rc<[Term]>,
    /// Whether all letters are there; else those behind the length are missing.
    pub(super) is_exact: bool,
    pub(super) length: Term,
}

/// The spellings of constants.
pub(super) type Letters = FxHashMap<Term, Spelling>;

/// A string letter by letter.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// The code of each letter; -1 stands for one that is not there. No code is less.
    pub(super) codes: Vec<Term>,
    pub(super) shape: Shape,
    /// How many letters there are, if a term says so.
    pub(super) length: Option<Term>,
    /// The number that it is the numeral of, perhaps with zeros in front, if a term says so.
    pub(super) number: Option<Term>,
    /// Numerals of known numbers in it, each with its place and how many letters it has; if all letters of this word are there.
    pub(super) within: Vec<(usize, usize, Term)>,
    /// Which letters it has for each value of a length, if that is known.
    pub(super) cases: Option<Rc<Cases>>,
}

/// What a word is for each value of a length, by its letters.
#[derive(Debug)]
pub(super) struct Cases {
    /// The length of a spelled string, or of a numeral.
    pub(super) length: Term,
    /// The least that it may be.
    pub(super) least: usize,
    /// The words, all of whose letters are there.
    pub(super) words: Vec<Vec<Term>>,
}

impl Cases {
    pub(super) fn new(length: Term, least: usize, words: Vec<Vec<Term>>) -> Cases {
        debug_assert!(!words.is_empty(), "a length without a value");
        Cases { length, least, words }
    }

    /// Other words by the same length.
    pub(super) fn with(&self, words: Vec<Vec<Term>>) -> Cases {
        debug_assert!(words.len() == self.words.len(), "a case is lost");
        Cases { words, ..*self }
    }

    /// Whether all words are equally long.
    pub(super) fn is_exact(&self) -> bool {
        self.words.iter().all(|word| word.len() == self.words[0].len())
    }
}

impl Word {
    pub(super) fn new(codes: Vec<Term>, shape: Shape) -> Word {
        Word { codes, shape, length: None, number: None, within: Vec::new(), cases: None }
    }

    pub(super) fn exact(codes: Vec<Term>) -> Word {
        Word::new(codes, Shape::Exact)
    }

    /// The letter with this code, or no letter if it is -1.
    pub(super) fn optional(code: Term) -> Word {
        Word::new(vec![code], Shape::Padded)
    }

    /// This word, whose length is that of a term.
    pub(super) fn measured(self, length: Term) -> Word {
        Word { length: Some(length), ..self }
    }

    /// This word, which is a numeral of this number, if it is one.
    pub(super) fn numbered(self, number: Option<Term>) -> Word {
        Word { number, ..self }
    }

    /// This word, which has so many letters.
    pub(super) fn cut(mut self, n: usize) -> Word {
        debug_assert!(n <= self.codes.len(), "a word has more letters than places");
        debug_assert!(self.is_aligned(), "it is not clear which letters are there");
        self.codes.truncate(n);
        Word { shape: Shape::Exact, length: None, within: Vec::new(), cases: None, ..self }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.shape == Shape::Exact
    }

    /// Whether the place of a letter says how many are in front of it.
    pub(super) fn is_aligned(&self) -> bool {
        self.shape <= Shape::Padded
    }

    /// This word and then `other`. The length of both is not that of either, nor is the number.
    pub(super) fn then(mut self, other: Word) -> Word {
        self.shape = match (self.shape, other.shape) {
            (Shape::Exact, shape) => shape,
            (shape, _) if other.codes.is_empty() => shape,
            _ => Shape::Gapped,
        };
        self.codes.extend(other.codes);
        (self.length, self.number, self.cases) = (None, None, None);
        self.within.clear();
        self
    }

    /// The letters from last to first.
    pub(super) fn reversed(mut self) -> Word {
        self.codes.reverse();
        if self.codes.len() > 1 && !self.is_exact() {
            self.shape = Shape::Gapped;
        }
        (self.within, self.cases) = (Vec::new(), None);
        self.numbered(None)
    }

    /// Each letter replaced by another. What is missing must stay missing.
    pub(super) fn mapped(self, by: impl FnMut(Term) -> Term) -> Word {
        let codes = self.codes.into_iter().map(by).collect();
        Word { codes, number: None, within: Vec::new(), cases: None, ..self }
    }

    /// This word with missing letters at the end, so that it has `n` places.
    pub(super) fn padded(mut self, n: usize, missing: Term) -> Word {
        if self.codes.len() < n {
            self.codes.resize(n, missing);
            self.within.clear();
            self.shape = self.shape.max(Shape::Padded);
        }
        debug_assert!(self.codes.len() >= n, "a word has fewer places than it was given");
        self
    }
}

/// There is no letter with this code.
pub(super) fn missing(terms: &mut Terms, code: Term, known: Option<&Letter>) -> Term {
    debug_assert!(terms.sort(code) == Sort::Int, "the code of a letter is no number");
    if known.is_some_and(|letter| !letter.optional) {
        return terms.ff();
    }
    if let Some(value) = terms.int_value(code) {
        let negative = value.is_negative();
        return terms.bool(negative);
    }
    let zero = terms.int(0);
    terms.lt(code, zero)
}

/// `code` is in `set`, or, if `or_missing`, there is no such letter.
pub(super) fn reads(
    terms: &mut Terms,
    code: Term,
    set: &CharSet,
    or_missing: bool,
    known: Option<&Letter>,
) -> Term {
    if !or_missing {
        return within(terms, code, set, known);
    }
    if set.is_full() || known.is_some_and(|letter| letter.set.is_subset(set)) {
        return terms.tt();
    }
    let cases = [missing(terms, code, known), within(terms, code, set, known)];
    terms.or(&cases)
}

/// There is a letter, and `code`, its code, is in `set`, for a code of which something is known.
pub(super) fn within(terms: &mut Terms, code: Term, set: &CharSet, known: Option<&Letter>) -> Term {
    debug_assert!(terms.sort(code) == Sort::Int, "the code of a letter is no number");
    if let Some(value) = terms.int_value(code) {
        let inside = value.to_i64().and_then(|c| u32::try_from(c).ok());
        return terms.bool(inside.is_some_and(|c| set.contains(c)));
    }
    let Some(letter) = known else { return in_ranges(terms, code, set, None, None) };
    let admitted = &letter.set;
    let (first, last) = (admitted.min(), admitted.ranges().last().map(|r| r.1));
    if !letter.optional && letter.set.is_subset(set) {
        return terms.tt();
    }
    if !letter.optional {
        return in_ranges(terms, code, &letter.set.intersect(set), first, last);
    }
    // A missing letter is below all others.
    if letter.set.is_subset(set) {
        let zero = terms.int(0);
        return terms.ge(code, zero);
    }
    in_ranges(terms, code, &letter.set.intersect(set), None, last)
}

/// `code` is in `set`, which nothing below `first` and beyond `last` need be compared with.
fn in_ranges(
    terms: &mut Terms,
    code: Term,
    set: &CharSet,
    first: Option<u32>,
    last: Option<u32>,
) -> Term {
    let mut ranges = Vec::new();
    for &(lo, hi) in set.ranges() {
        let (from, to) = (terms.int(lo), terms.int(hi));
        let mut bounds = Vec::new();
        if first != Some(lo) {
            bounds.push(terms.ge(code, from));
        }
        if last != Some(hi) {
            bounds.push(terms.le(code, to));
        }
        ranges.push(terms.and(&bounds));
    }
    terms.or(&ranges)
}

/// `code` is not before the first of `set`, nor behind the last.
pub(super) fn between(terms: &mut Terms, code: Term, set: &CharSet) -> Term {
    let (first, last) = (set.min(), set.ranges().last().map(|range| range.1));
    let range = first.zip(last).map_or(CharSet::empty(), |(lo, hi)| CharSet::range(lo, hi));
    in_ranges(terms, code, &range, None, None)
}

/// The code of every character.
pub(super) fn any() -> CharSet {
    CharSet::range(0, MAX_CHAR)
}
