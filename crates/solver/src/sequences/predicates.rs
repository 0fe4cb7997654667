//! Sets of elements as sets of characters.
//!
//! A predicate without unknowns over bit-vectors of at most 17 bits is evaluated on all of them, 64 at a time if it is a
//! circuit; over other sorts it is a union of minterms. One with unknowns is a declared language. For each element that the
//! problem names is stated that its character is in the language if the predicate holds for it. Of the declared ones that says less than
//! the predicate does: a refutation stands, and a model is judged as it was written.

use super::Sequences;
use super::letters::{of_character, size};
use super::minterms::range;
use base::{Budget, FxHashSet, Interrupted};
use rewrite::circuit;
use std::ops::RangeInclusive;
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::{Element, Op, Sort, Term, Terms};

impl Sequences {
    /// The language of the letters of the elements that `lambda` holds for. It is part of the image of `owner`.
    pub(super) fn language(
        &mut self,
        terms: &mut Terms,
        (owner, element): (Term, Element),
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
            let ranges = match circuit::numbers(terms, body, bound, budget)? {
                None if terms.is_ground(lambda) => evaluated(terms, lambda, element, budget)?,
                ranges => ranges,
            };
            if let Some(ranges) = ranges {
                return Ok(characters(terms, ranges));
            }
        }
        let alphabet = self.alphabets.entry(element).or_default();
        let blocks = alphabet.minterms.as_ref().and_then(|minterms| minterms.characters_of(lambda));
        let language = match blocks {
            Some(blocks) => {
                let blocks = blocks.into_iter().filter(|block| !block.is_empty());
                characters(terms, blocks.map(|block| block.start..=block.end - 1).collect())
            }
            None => {
                let language = terms.fresh("predicate", Sort::RegLan);
                self.unknown.insert(language, element);
                language
            }
        };
        let predicates = &mut self.alphabets.entry(element).or_default().predicates;
        predicates.push((owner, lambda, language));
        Ok(language)
    }

    /// For elements and predicates one of which occurs in `inner`: the character is in the language if and only if the predicate
    /// holds for the element.
    pub(super) fn instances(
        &mut self,
        terms: &mut Terms,
        inner: &[Term],
        budget: &Budget,
    ) -> Result<Vec<Term>, Interrupted> {
        let inner: FxHashSet<Term> = inner.iter().copied().collect();
        let mut pairs = Vec::new();
        for alphabet in self.alphabets.values() {
            for &(owner, lambda, language) in &alphabet.predicates {
                let is_new = inner.contains(&owner);
                for &(owner, a, letter) in &alphabet.letters {
                    budget.charge(1)?;
                    if is_new || inner.contains(&owner) {
                        pairs.push((lambda, a, letter, language));
                    }
                }
            }
        }
        base::order::sort(&mut pairs);
        pairs.dedup();
        let mut facts = Vec::new();
        for (lambda, a, letter, language) in pairs {
            debug_assert!(terms.sort(language) == Sort::RegLan, "a predicate is no language");
            let (holds, more) = self.instance(terms, lambda, a, budget)?;
            let member = terms.in_re(letter, language);
            facts.push(terms.eq(member, holds));
            facts.extend(more);
        }
        Ok(facts)
    }

    /// Whether there are predicates with unknowns.
    pub(crate) fn has_unknown_predicates(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// Whether `language` is the image of a predicate with unknowns.
    pub(crate) fn is_unknown_predicate(&self, language: Term) -> bool {
        self.unknown.contains_key(&language)
    }

    /// What predicates say of the element whose character `letter` is, and what holds of that, if `language` is the image of one with
    /// unknowns. Any character of a sequence is that of some element.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn says_of(
        &mut self,
        terms: &mut Terms,
        language: Term,
        letter: Term,
        budget: &Budget,
    ) -> Result<Option<Term>, Interrupted> {
        let Some(&element) = self.unknown.get(&language) else { return Ok(None) };
        debug_assert!(terms.sort(letter) == Sort::String, "a letter that is no string");
        let (_, back) = self.code(terms, element);
        let image = terms.mk(Op::Apply(back), &[letter]);
        let a = terms.fresh("element", terms.element_sort(element));
        self.images.insert(a, image);
        let (code, mut facts) = self.letter_of(terms, element, image, budget);
        facts.push(terms.eq(code, letter));
        // An element that no term of the problem is has to be said to be a value of its sort.
        if let Sort::Seq(inner) = terms.element_sort(element) {
            facts.extend(self.is_word(terms, inner, image));
        }
        // The other predicates, too, decide which elements the letter may stand for.
        let predicates = self.alphabets.get(&element).map_or(Vec::new(), |a| a.predicates.clone());
        let mut seen = FxHashSet::default();
        for (_, lambda, language) in predicates {
            if seen.insert(language) {
                let (holds, more) = self.instance(terms, lambda, a, budget)?;
                let member = terms.in_re(letter, language);
                facts.push(terms.eq(member, holds));
                facts.extend(more);
            }
        }
        Ok(Some(terms.and(&facts)))
    }

    /// A range of elements: of bit-vectors that are characters it is one of characters, of others a predicate.
    pub(super) fn range(
        &mut self,
        terms: &mut Terms,
        element: Element,
        t: Term,
        ends: &[Term],
        budget: &Budget,
    ) -> Result<Term, Interrupted> {
        debug_assert!(ends.len() == 2, "a range without two ends");
        let language = match (range(terms, element, t), size(terms, element)) {
            (Some(_), Some(_)) => return Ok(terms.mk(Op::ReRange, ends)),
            (Some(lambda), None) => match self.images.get(&lambda) {
                Some(&language) => language,
                None => {
                    let language = self.language(terms, (t, element), lambda, budget)?;
                    self.images.insert(lambda, language);
                    language
                }
            },
            (None, _) => return Ok(terms.mk(Op::ReNone, &[])),
        };
        Ok(self.of_predicate(terms, element, language))
    }

    /// The language of letters that a term of a sort of predicates is, given its image.
    pub(super) fn of_predicate(
        &mut self,
        terms: &mut Terms,
        element: Element,
        image: Term,
    ) -> Term {
        let letters = self.any_letter(terms, element);
        terms.mk(Op::ReInter, &[letters, image])
    }
}

/// The characters of the elements that `lambda` holds for, a predicate of narrow elements without unknowns that is no circuit: there
/// are integers or strings in it. Each is tried. `None` if the evaluator cannot tell.
fn evaluated(
    terms: &Terms,
    lambda: Term,
    element: Element,
    budget: &Budget,
) -> Result<Option<Vec<RangeInclusive<u32>>>, Interrupted> {
    let sort = terms.element_sort(element);
    let model = Model::new();
    let mut evaluator = Evaluator::new(terms, &model, budget);
    let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
    for character in 0..size(terms, element).unwrap_or(0) {
        let Some(value) = of_character(sort, character) else { return Ok(None) };
        match evaluator.holds_for(lambda, &value) {
            Ok(false) => {}
            Ok(true) => match ranges.last_mut() {
                Some(last) if *last.end() + 1 == character => *last = *last.start()..=character,
                _ => ranges.push(character..=character),
            },
            Err(EvalError::Interrupted(why)) => return Err(why),
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(ranges))
}

/// The characters in these ranges.
pub(crate) fn characters(terms: &mut Terms, ranges: Vec<RangeInclusive<u32>>) -> Term {
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
