//! Sets of elements as sets of characters.
//!
//! A predicate without unknowns over bit-vectors of at most 17 bits is evaluated on all of them, 64 at a time. Any other is
//! a declared language about which is known, for each element that the problem names, whether it is in it. That says less than
//! the predicate does: a refutation stands, and a model is judged as it was written.

use super::Sequences;
use super::letters::{any_letter, size};
use base::{Budget, Interrupted};
use rewrite::circuit;
use std::ops::RangeInclusive;
use terms::{Element, Op, Sort, Term, Terms};

impl Sequences {
    /// The language of the letters of the elements that `lambda` holds for.
    pub(super) fn language(
        &mut self,
        terms: &mut Terms,
        element: Element,
        lambda: Term,
        budget: &Budget,
    ) -> Result<Term, Interrupted> {
        debug_assert!(
            terms.op(lambda) == Op::Lambda(element),
            "a language is made of what is no predicate"
        );
        if size(terms, element).is_some() {
            let bound = terms.mk(Op::Bound(element), &[]);
            let body = terms.arg(lambda, 0);
            if let Some(ranges) = circuit::numbers(terms, body, bound, budget)? {
                return Ok(union(terms, ranges));
            }
        }
        let declared =
            *self.opaque.entry(lambda).or_insert_with(|| terms.fresh("predicate", Sort::RegLan));
        Ok(declared)
    }

    /// The language of letters that a term of a sort of predicates is, given its image.
    pub(super) fn of_predicate(
        &mut self,
        terms: &mut Terms,
        element: Element,
        image: Term,
    ) -> Term {
        let letters = any_letter(terms, element);
        terms.mk(Op::ReInter, &[letters, image])
    }
}

/// The characters in these ranges.
fn union(terms: &mut Terms, ranges: Vec<RangeInclusive<u32>>) -> Term {
    debug_assert!(
        ranges.is_sorted_by(|a, b| a.end() < b.start()),
        "ranges of characters are not in order"
    );
    let mut parts = Vec::with_capacity(ranges.len());
    for range in ranges {
        let ends = [*range.start(), *range.end()].map(|c| terms.string(&[c]));
        parts.push(terms.mk(Op::ReRange, &ends));
    }
    match parts[..] {
        [] => terms.mk(Op::ReNone, &[]),
        [part] => part,
        _ => terms.mk(Op::ReUnion, &parts),
    }
}
