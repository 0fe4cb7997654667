//! What was made known to the theories, and what they must justify: data only, so that the engine can own it and
//! registration, relevancy and the audit can use it.

use base::{FxHashMap, FxHashSet};
use rewrite::LinearSum;
use sat::Var;
use terms::{Op, Term, Terms};

/// The clauses that must hold: assertions, lemmas that define something, and assumptions. Relevancy starts from them.
#[derive(Debug, Default)]
pub(crate) struct Roots {
    /// Those that hold for good.
    kept: Vec<Box<[Term]>>,
    /// Those of this check.
    assumed: Vec<Box<[Term]>>,
}

impl Roots {
    /// One of the disjuncts must hold from now on.
    pub(crate) fn add(&mut self, clause: Vec<Term>) {
        self.kept.push(clause.into());
    }

    /// `t` must hold in this check.
    pub(crate) fn assume(&mut self, t: Term) {
        self.assumed.push([t].into());
    }

    /// The check is over.
    pub(crate) fn end_check(&mut self) {
        self.assumed.clear();
    }

    /// How many hold for good.
    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &[Term]> + Clone {
        self.kept.iter().chain(&self.assumed).map(|clause| &**clause)
    }
}

/// The terms that were registered, and the bounds that were.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    terms: FxHashSet<Term>,
    /// What literals that are no atoms say, if there is an audit.
    bounds: FxHashMap<Var, Term>,
    /// The same for a trace, which makes no terms during a search.
    sums: FxHashMap<Var, LinearSum>,
    /// Vectors that are equal or differ somewhere, and applications that are equal if their arguments are.
    compared: FxHashSet<(Term, Term)>,
    /// With how many strings that differ from it the length of a string is compared.
    lengths: FxHashMap<Term, usize>,
    /// What the search was asked to decide.
    decided: FxHashSet<Term>,
}

impl Registry {
    /// Enters `t`; returns whether it was not there.
    pub(crate) fn enter(&mut self, t: Term) -> bool {
        self.terms.insert(t)
    }

    /// Enters that the vectors or applications `a` and `b` are compared; returns whether they were not.
    pub(crate) fn enter_comparison(&mut self, a: Term, b: Term) -> bool {
        debug_assert!(a != b, "a term is compared with itself");
        self.compared.insert((a.min(b), a.max(b)))
    }

    /// Enters that the lengths of `a` and `b`, which differ, are compared, unless one of them was `most` times; returns whether they are.
    pub(crate) fn enter_lengths(&mut self, a: Term, b: Term, most: usize) -> bool {
        debug_assert!(a != b, "a length is compared with itself");
        let often = |t| self.lengths.get(&t).is_some_and(|&n| n >= most);
        if often(a) || often(b) {
            return false;
        }
        [a, b].into_iter().for_each(|t| *self.lengths.entry(t).or_default() += 1);
        true
    }

    /// Enters that the search is to decide `t`; returns whether it was not.
    pub(crate) fn enter_decision(&mut self, t: Term) -> bool {
        self.decided.insert(t)
    }

    /// Whether the search was asked to decide `t`.
    pub(crate) fn is_decided(&self, t: Term) -> bool {
        self.decided.contains(&t)
    }

    /// The positive literal of `var`, which is no atom, says `bound`.
    pub(crate) fn enter_bound(&mut self, terms: &Terms, var: Var, bound: Term) {
        debug_assert!(terms.op(bound) == Op::Ge, "a bound is no comparison");
        let before = self.bounds.insert(var, bound);
        debug_assert!(before.is_none(), "a literal stands for two bounds");
    }

    /// The positive literal of `var`, which is no atom, says `sum >= 0`.
    pub(crate) fn enter_sum(&mut self, var: Var, sum: LinearSum) {
        let before = self.sums.insert(var, sum);
        debug_assert!(before.is_none(), "a literal stands for two sums");
    }

    /// All sums that literals state to be at least 0.
    pub(crate) fn sums(&self) -> impl Iterator<Item = (Var, &LinearSum)> {
        self.sums.iter().map(|(&var, sum)| (var, sum))
    }

    /// What the positive literal of `var` says, if that is a bound that is no atom.
    pub(crate) fn bound(&self, var: Var) -> Option<Term> {
        self.bounds.get(&var).copied()
    }
}
