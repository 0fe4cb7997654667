//! Objectives, and what may be known about them.

use super::range::Range;
use base::Int;
use terms::{Term, Terms};

/// Which end is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// The least number.
    Minimize,
    /// The largest number.
    Maximize,
}

/// What is known about an objective after a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// The optimum, proved; the model has it.
    Exact(Int),
    /// There is none, proved: for each number there is a better model.
    Unbounded(Sense),
    /// The optimum is between these, of which the model has one; `None` if that side is not known to be bounded.
    Between(Option<Int>, Option<Int>),
}

/// An integer term to be minimised or maximised.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Objective {
    pub(crate) term: Term,
    pub(crate) sense: Sense,
    /// How many scopes were open when it was added.
    pub(crate) scopes: usize,
}

/// The objectives of a session, and what the last check found out about them.
#[derive(Debug, Default)]
pub(crate) struct Objectives {
    all: Vec<Objective>,
    /// For each objective, or empty.
    optima: Vec<Optimum>,
}

impl Objectives {
    /// The objectives, the most important first.
    pub(crate) fn all(&self) -> &[Objective] {
        &self.all
    }

    /// What is known about them; empty if nothing is.
    pub(crate) fn optima(&self) -> &[Optimum] {
        &self.optima
    }

    /// Adds an objective, less important than the others.
    pub(crate) fn add(&mut self, objective: Objective) {
        debug_assert!(
            self.all.last().is_none_or(|last| last.scopes <= objective.scopes),
            "an objective of a scope that was closed before"
        );
        self.all.push(objective);
        self.optima.clear();
    }

    /// What a check found out.
    pub(crate) fn found(&mut self, optima: Vec<Optimum>) {
        debug_assert_eq!(optima.len(), self.all.len(), "an objective is left out");
        self.optima = optima;
    }

    /// Only so many scopes are left.
    pub(crate) fn popped(&mut self, scopes: usize) {
        self.all.retain(|objective| objective.scopes <= scopes);
        self.optima.clear();
    }

    /// The results of the last check are gone.
    pub(crate) fn forget_optima(&mut self) {
        self.optima.clear();
    }

    pub(crate) fn clear(&mut self) {
        *self = Objectives::default();
    }

    pub(crate) fn terms_mut(&mut self) -> impl Iterator<Item = &mut Term> {
        self.all.iter_mut().map(|objective| &mut objective.term)
    }
}

impl Objective {
    /// An objective of no scope.
    pub(crate) fn new(sense: Sense, term: Term) -> Objective {
        Objective { term, sense, scopes: 0 }
    }

    /// The number that is to become large, if the term has this value. Its own inverse.
    pub(super) fn score(self, value: Int) -> Int {
        match self.sense {
            Sense::Minimize => -value,
            Sense::Maximize => value,
        }
    }

    /// Whether the score is at least `score`, as a formula.
    pub(super) fn at_least(self, terms: &mut Terms, score: &Int) -> Term {
        let bound = terms.int(self.score(score.clone()));
        match self.sense {
            Sense::Minimize => terms.le(self.term, bound),
            Sense::Maximize => terms.ge(self.term, bound),
        }
    }

    /// What a range of scores says of the term.
    pub(super) fn optimum(self, range: Range) -> Optimum {
        if range.is_exact() {
            return Optimum::Exact(self.score(range.reached));
        }
        let (reached, proved) = (self.score(range.reached), range.proved.map(|n| self.score(n)));
        debug_assert!(
            proved.as_ref().is_none_or(|proved| match self.sense {
                Sense::Minimize => *proved <= reached,
                Sense::Maximize => reached <= *proved,
            }),
            "a model is better than the best"
        );
        match self.sense {
            Sense::Minimize => Optimum::Between(proved, Some(reached)),
            Sense::Maximize => Optimum::Between(Some(reached), proved),
        }
    }
}
