//! What a problem asks of its sequences, found out before any is lowered.
//!
//! How a sequence is lowered depends on all that is asserted: whether those of its sort are only read and written, which
//! predicates there are over its elements, and whether it is stated to be a word of its alphabet anyway. So the formulas of a
//! check are looked at together. When a later check finds something else, all images belong to a past generation, and an engine that
//! was made from them is not used again.

use super::Sequences;
use super::letters::limit;
use super::minterms::{Ask, Minterms, wide_predicate};
use base::{Budget, FxHashSet, Interrupted};
use std::collections::BTreeMap;
use terms::{Element, Op, Sort, Term, Terms};

/// What is known of the sequences that occur.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// Sorts of sequences that are read or written at indices. Others gain nothing: words can be counted. Nor do those with few elements,
    /// as arrays do not count them.
    indexed: FxHashSet<Element>,
    /// Sorts that are used as words.
    words: FxHashSet<Element>,
    /// Sequences that are stated to be in a language within their alphabet: nothing else has to say that they are words of it.
    members: FxHashSet<Term>,
    /// Predicates over elements that are no characters, in the order in which they are met.
    predicates: BTreeMap<Element, Vec<Term>>,
}

impl Plan {
    /// Whether `t` is stated to be in a language within its alphabet.
    pub(super) fn is_member(&self, t: Term) -> bool {
        self.members.contains(&t)
    }

    /// Whether the sequences over `element` are only read and written.
    pub(super) fn is_vector(&self, element: Element) -> bool {
        self.indexed.contains(&element) && !self.words.contains(&element)
    }
}

/// The conjuncts of `formulas`.
fn conjuncts(terms: &Terms, formulas: &[Term]) -> Vec<Term> {
    let (mut conjuncts, mut stack) = (Vec::new(), formulas.to_vec());
    while let Some(t) = stack.pop() {
        if terms.op(t) == Op::And {
            stack.extend_from_slice(terms.args(t));
        } else {
            conjuncts.push(t);
        }
    }
    conjuncts
}

/// The subjects of the memberships among the conjuncts of `formulas`, and constants that are equal to something made of others.
fn members(terms: &Terms, formulas: &[Term]) -> FxHashSet<Term> {
    let conjuncts = conjuncts(terms, formulas);
    let regexes = defined_regexes(terms, &conjuncts);
    let (mut members, mut defined, mut used) =
        (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
    for t in conjuncts {
        match terms.op(t) {
            Op::StrInRe if is_within_alphabet(terms, terms.arg(t, 1), &regexes) => {
                members.insert(terms.arg(t, 0));
            }
            Op::Eq => {
                let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
                for (x, made) in [(a, b), (b, a)] {
                    let constant = |&s: &Term| {
                        matches!(terms.op(s), Op::Apply(_)) && matches!(terms.sort(s), Sort::Seq(_))
                    };
                    let of: Vec<Term> =
                        terms.post_order(&[made]).into_iter().filter(constant).collect();
                    // No two constants may rest on each other.
                    if constant(&x)
                        && !used.contains(&x)
                        && !of.iter().any(|s| *s == x || defined.contains(s))
                    {
                        defined.insert(x);
                        used.extend(of);
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    members.extend(defined);
    members
}

/// The declared regexes that a conjunct says to be equal to a language within its alphabet.
fn defined_regexes(terms: &Terms, conjuncts: &[Term]) -> FxHashSet<Term> {
    let is_declared = |t: Term| matches!(terms.op(t), Op::Apply(_));
    let mut equations: Vec<(Term, Term)> = Vec::new();
    for &t in conjuncts.iter().filter(|&&t| terms.op(t) == Op::Eq) {
        let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
        if matches!(terms.sort(a), Sort::RegEx(_)) {
            let both = [(a, b), (b, a)];
            equations.extend(both.into_iter().filter(|&(regex, _)| is_declared(regex)));
        }
    }
    let mut defined = FxHashSet::default();
    loop {
        let before = defined.len();
        equations.retain(|&(regex, is)| {
            let is_new = is_within_alphabet(terms, is, &defined);
            if is_new {
                defined.insert(regex);
            }
            !is_new
        });
        if defined.len() == before {
            return defined;
        }
    }
}

/// Whether all words of a language are words of its alphabet, whatever its unknowns are but for those `defined`. Unknown ends of ranges
/// are bounded where the range is lowered.
fn is_within_alphabet(terms: &Terms, language: Term, defined: &FxHashSet<Term>) -> bool {
    let is_unknown = |&t: &Term| match terms.sort(t) {
        Sort::RegEx(_) if terms.op(t) == Op::StrToRe => !terms.is_ground(terms.arg(t, 0)),
        Sort::RegEx(_) => matches!(terms.op(t), Op::Apply(_)) && !defined.contains(&t),
        _ => false,
    };
    !terms.post_order(&[language]).iter().any(is_unknown)
}

/// The functions that arrays have, too.
pub(super) fn is_pointwise(terms: &Terms, t: Term) -> bool {
    match terms.op(t) {
        Op::Apply(_) | Op::Eq | Op::Distinct | Op::Ite | Op::StrLen | Op::SeqNth => true,
        Op::SeqEmpty(_) | Op::SeqUnit(_) => true,
        Op::StrUpdate => matches!(terms.op(terms.arg(t, 2)), Op::SeqUnit(_)),
        _ => false,
    }
}

/// The sorts of sequences that `t` uses as words.
fn words_in(terms: &Terms, t: Term) -> impl Iterator<Item = Element> {
    let around = terms.args(t).iter().copied().chain([t]);
    let mut found = Vec::new();
    for sort in around.map(|s| terms.sort(s)) {
        match sort {
            Sort::Seq(element) => {
                if !is_pointwise(terms, t) {
                    found.push(element);
                }
                // As elements, sequences are compared as a whole.
                if let Sort::Seq(inner) = terms.element_sort(element) {
                    found.push(inner);
                }
            }
            Sort::RegEx(element) | Sort::Predicate(element) => found.push(element),
            _ => {}
        }
    }
    found.into_iter()
}

impl Sequences {
    /// Finds out what sequences are in `formulas`, which are going to be solved together. If a sort is used in another way than
    /// before, what was lowered before belongs to another generation and cannot be used any more.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn plan(
        &mut self,
        terms: &mut Terms,
        formulas: &[Term],
        budget: &Budget,
        ask: &mut Ask<'_>,
    ) -> Result<(), Interrupted> {
        if !terms.has_sequences() {
            return Ok(());
        }
        let mut plan = Plan { members: members(terms, formulas), ..Plan::default() };
        for t in terms.post_order_within(formulas, budget)? {
            if matches!(terms.op(t), Op::SeqNth | Op::StrUpdate)
                && let Sort::Seq(element) = terms.sort(terms.arg(t, 0))
                && limit(terms, element).is_none()
            {
                plan.indexed.insert(element);
            }
            plan.words.extend(words_in(terms, t));
            if let Some((element, predicate)) = wide_predicate(terms, t) {
                let known = plan.predicates.entry(element).or_default();
                if !known.contains(&predicate) {
                    known.push(predicate);
                }
            }
        }
        if plan != self.plan {
            let generation = self.generation + u64::from(!self.images.is_empty());
            *self = Sequences { plan, generation, ..Sequences::default() };
            for (element, predicates) in self.plan.predicates.clone() {
                let minterms = Minterms::new(terms, element, &predicates, budget, ask)?;
                self.alphabets.entry(element).or_default().minterms = minterms;
            }
        }
        Ok(())
    }

    /// A number that changes when images are made in another way from then on.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether `above`, the last of all the `formulas` that are going to be solved together, may be lowered beside what was
    /// lowered before.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn is_planned(
        &self,
        terms: &mut Terms,
        formulas: &[Term],
        above: &[Term],
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        debug_assert!(formulas.ends_with(above), "formulas are lowered that are not to be solved");
        if !terms.has_sequences() {
            return Ok(true);
        }
        // A sequence that nothing else states to be a word any more has to be stated to be one.
        if !self.plan.members.is_subset(&members(terms, formulas)) {
            return Ok(false);
        }
        let inner = terms.post_order_within(above, budget)?;
        Ok(inner.into_iter().all(|t| {
            let is_known = wide_predicate(terms, t).is_none_or(|(element, predicate)| {
                self.plan.predicates.get(&element).is_some_and(|all| all.contains(&predicate))
            });
            is_known && words_in(terms, t).all(|element| !self.plan.is_vector(element))
        }))
    }
}
