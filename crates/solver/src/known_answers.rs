//! What earlier answers say about the next question, without a search.
//!
//! A model satisfies the assertions it was found for whatever is asserted later, so only the new ones have to be
//! evaluated in it: half of the questions of a client that explores are answered by the model it has. And
//! what is refuted stays so until part of it is popped.

use base::{Budget, Limits};
use std::cell::RefCell;
use terms::collect::Visitor;
use terms::eval::Evaluator;
use terms::model::Model;
use terms::{Sort, Term, Terms};

use crate::strings::languages::Languages;

/// Answers about prefixes of the assertion stack.
#[derive(Debug, Default)]
pub(crate) struct KnownAnswers {
    /// A model, and how many assertions it is known to satisfy.
    witness: Option<(Model, usize)>,
    /// How many assertions contradict each other.
    refuted: Option<usize>,
}

impl KnownAnswers {
    /// `model` satisfies the first `len` assertions.
    pub(crate) fn satisfied(&mut self, model: &Model, len: usize) {
        debug_assert!(
            self.refuted.is_none_or(|refuted| refuted > len),
            "a model of assertions that were refuted"
        );
        self.witness = Some((model.clone(), len));
    }

    /// The first `len` assertions contradict each other.
    pub(crate) fn refuted(&mut self, len: usize) {
        debug_assert!(
            self.witness.as_ref().is_none_or(|(_, satisfied)| *satisfied < len),
            "assertions are refuted that have a model"
        );
        self.refuted = Some(self.refuted.unwrap_or(len).min(len));
    }

    /// The last model, which may be none of what is asserted by now.
    pub(crate) fn witness(&self) -> Option<&Model> {
        self.witness.as_ref().map(|(model, _)| model)
    }

    /// How many assertions it is known to satisfy.
    pub(crate) fn satisfied_len(&self) -> usize {
        self.witness.as_ref().map_or(0, |(_, len)| *len)
    }

    /// Shows `visitor` what the model mentions; forgets it where that cannot be done.
    pub(crate) fn visit(&mut self, visitor: &mut dyn Visitor) {
        self.witness.take_if(|(model, _)| !model.visit(visitor));
    }

    /// Only the first `len` assertions are left.
    pub(crate) fn popped(&mut self, len: usize) {
        if let Some((_, satisfied)) = &mut self.witness {
            *satisfied = len.min(*satisfied);
        }
        self.refuted.take_if(|refuted| *refuted > len);
    }

    /// Whether the assertions are known to contradict each other.
    pub(crate) fn is_refuted(&self) -> bool {
        self.refuted.is_some()
    }

    /// The model, with those of `assertions` and `assumptions` that it violates, newest first.
    pub(crate) fn model(
        &mut self,
        store: (&Terms, &mut Languages),
        assertions: &[Term],
        assumptions: &[Term],
        budget: &Budget,
    ) -> Option<(Model, Vec<Term>)> {
        let (model, satisfied) = self.witness.as_mut()?;
        debug_assert!(*satisfied <= assertions.len(), "a model of assertions that are gone");
        // Newest first: what is new is what the model may not satisfy.
        let new = assertions[*satisfied..].iter().rev();
        let open: Vec<Term> = assumptions.iter().chain(new).copied().collect();
        let violated = violated(store, model, &open, budget)?;
        if violated.is_empty() {
            *satisfied = assertions.len();
        }
        Some((model.clone(), violated))
    }
}

/// Those of `formulas` that `model` violates, if all can be evaluated.
pub(crate) fn violated(
    store: (&Terms, &mut Languages),
    model: &Model,
    formulas: &[Term],
    budget: &Budget,
) -> Option<Vec<Term>> {
    // exact: there are never so many.
    evaluating(store, model, budget, |eval| violated_by(eval, usize::MAX, formulas.iter().copied()))
}

/// The first ones of `formulas` that do not hold, at most so many, if all that are looked at can be evaluated.
pub(crate) fn violated_by(
    eval: &mut Evaluator<'_>,
    most: usize,
    formulas: impl Iterator<Item = Term>,
) -> Option<Vec<Term>> {
    let mut violated = Vec::new();
    for f in formulas {
        if violated.len() >= most {
            break;
        }
        if !eval.holds(f).ok()? {
            violated.push(f);
        }
    }
    Some(violated)
}

/// Passes an evaluator to `ask` that compares languages, too.
pub(crate) fn evaluating<T>(
    (terms, languages): (&Terms, &mut Languages),
    model: &Model,
    budget: &Budget,
    ask: impl FnOnce(&mut Evaluator<'_>) -> T,
) -> T {
    let limits = Limits::none(budget);
    let languages = RefCell::new(languages);
    let decide = |a, b| match terms.sort(a) {
        Sort::RegLan => languages.borrow_mut().equal(terms, a, b, &limits).ok().flatten(),
        _ => None,
    };
    ask(&mut Evaluator::new(terms, model, budget).with_regex_equality(&decide))
}
