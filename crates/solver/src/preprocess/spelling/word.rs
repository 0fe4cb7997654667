//! Words as codes of letters.

use automata::CharSet;
use terms::sort::MAX_CHAR;
use terms::{Sort, Term, Terms};

/// A string letter by letter.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// The code of each letter; if the word is not `exact`, -1 stands for a letter that is not there.
    pub(super) codes: Vec<Term>,
    /// Whether all letters are there.
    pub(super) exact: bool,
}

impl Word {
    pub(super) fn exact(codes: Vec<Term>) -> Word {
        Word { codes, exact: true }
    }

    /// The letter with this code, or no letter if it is -1.
    pub(super) fn optional(code: Term) -> Word {
        Word { codes: vec![code], exact: false }
    }

    /// This word and then `other`.
    pub(super) fn append(&mut self, other: Word) {
        self.codes.extend(other.codes);
        self.exact &= other.exact;
    }

    /// The letters from last to first.
    pub(super) fn reversed(mut self) -> Word {
        self.codes.reverse();
        self
    }

    /// Each letter that is there replaced by another.
    pub(super) fn mapped(self, by: impl FnMut(Term) -> Term) -> Word {
        Word { codes: self.codes.into_iter().map(by).collect(), exact: self.exact }
    }
}

/// `code` is in `set`, for a code that is known to be in `known`.
pub(super) fn within(
    terms: &mut Terms,
    code: Term,
    set: &CharSet,
    known: Option<&CharSet>,
) -> Term {
    debug_assert!(terms.sort(code) == Sort::Int, "the code of a letter is no number");
    if let Some(value) = terms.int_value(code) {
        let inside = value.to_i64().and_then(|c| u32::try_from(c).ok());
        return terms.bool(inside.is_some_and(|c| set.contains(c)));
    }
    let (first, last) = match known {
        Some(known) if known.is_subset(set) => return terms.tt(),
        Some(known) => (known.min(), known.ranges().last().map(|r| r.1)),
        None => (None, None),
    };
    let set = known.map_or_else(|| set.clone(), |known| known.intersect(set));
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

/// The code of every character.
pub(super) fn any() -> CharSet {
    CharSet::range(0, MAX_CHAR)
}
