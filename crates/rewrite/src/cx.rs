//! What a rule works with: the store, the budget, and normal forms of helper terms. Who applies the rules, and which
//! there are, a rule does not see.

use crate::rule::{RuleId, Rules, Stats};
use base::{Budget, FxHashSet};
use std::ops::{Deref, DerefMut};
use terms::{Op, Term, Terms};

/// Whoever applies the rules.
pub(crate) trait Normalizer {
    /// The normal form of a helper term; the term itself beyond a small nesting depth.
    fn normal(&mut self, terms: &mut Terms, t: Term, budget: &Budget) -> Term;

    /// Where it is counted what fires.
    fn stats_mut(&mut self) -> &mut Stats;

    /// Where it is noted which terms are large.
    fn large_mut(&mut self) -> &mut FxHashSet<Term>;
}

/// A rule's view; dereferences to the term store.
pub(crate) struct Cx<'a> {
    terms: &'a mut Terms,
    normalizer: &'a mut dyn Normalizer,
    rules: Rules,
    budget: &'a Budget,
}

impl Deref for Cx<'_> {
    type Target = Terms;
    fn deref(&self) -> &Terms {
        self.terms
    }
}

impl DerefMut for Cx<'_> {
    fn deref_mut(&mut self) -> &mut Terms {
        self.terms
    }
}

impl<'a> Cx<'a> {
    pub(crate) fn new(
        terms: &'a mut Terms,
        normalizer: &'a mut dyn Normalizer,
        rules: Rules,
        budget: &'a Budget,
    ) -> Cx<'a> {
        Cx { terms, normalizer, rules, budget }
    }

    /// What limits the rewriting. A rule that finds it used up does not fire; whoever asked for the rewriting gives up.
    pub(crate) fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Whether a rule that makes much of little may go on. If not, whoever asked for the rewriting gives up.
    pub(crate) fn may_go_on(&self) -> bool {
        self.budget.tick(1).and_then(|()| self.budget.reserve(self.terms.next_growth())).is_ok()
    }

    /// Reports that `rule` turns the term at hand into `result`, if such rules are wanted.
    pub(crate) fn fire(&mut self, rule: RuleId, result: Term) -> Option<Term> {
        if !self.rules.include(rule) {
            return None;
        }
        self.normalizer.stats_mut().hit(rule);
        Some(result)
    }

    /// Whether only rules of structure are wanted.
    pub(crate) fn is_structural(&self) -> bool {
        self.rules == Rules::Structural
    }

    /// As [`fire`](Self::fire), for a Boolean constant.
    pub(crate) fn fire_bool(&mut self, rule: RuleId, value: bool) -> Option<Term> {
        let b = self.terms.bool(value);
        self.fire(rule, b)
    }

    /// As [`fire`](Self::fire), for an application.
    pub(crate) fn fire_app(&mut self, rule: RuleId, op: Op, args: &[Term]) -> Option<Term> {
        let t = self.terms.mk(op, args);
        self.fire(rule, t)
    }

    /// As [`Normalizer::normal`].
    pub(crate) fn normal(&mut self, t: Term) -> Term {
        self.normalizer.normal(self.terms, t, self.budget)
    }

    /// Whether the rewriter decides the Boolean helper `t`.
    pub(crate) fn decides(&mut self, t: Term) -> Option<bool> {
        let n = self.normal(t);
        self.terms.bool_value(n)
    }

    /// Whether `t` has at most `limit` different subterms.
    pub(crate) fn size_within(&self, t: Term, limit: usize) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if seen.insert(t) {
                stack.extend_from_slice(self.args(t));
            }
            if seen.len() > limit {
                return false;
            }
        }
        true
    }

    /// Whether `t` is small enough to be simplified by what others say. What has a large argument is large, and asked about no more.
    pub(crate) fn is_small(&mut self, t: Term) -> bool {
        let large = self.normalizer.large_mut();
        let is_large = large.contains(&t) || self.terms.args(t).iter().any(|a| large.contains(a));
        let is_small = !is_large && self.size_within(t, self.effort().context_size);
        if !is_small {
            self.normalizer.large_mut().insert(t);
        }
        is_small
    }

    /// The empty string.
    pub(crate) fn empty(&mut self) -> Term {
        self.terms.string(&[])
    }

    /// That all of the strings are empty.
    pub(crate) fn all_empty(&mut self, strings: &[Term]) -> Term {
        let empty = self.empty();
        let each: Vec<Term> = strings.iter().map(|&s| self.eq(s, empty)).collect();
        self.and(&each)
    }

    /// Whether `t` is the empty string.
    pub(crate) fn is_empty_str(&self, t: Term) -> bool {
        self.terms.str_value(t).is_some_and(<[u32]>::is_empty)
    }

    /// Whether `t` is the integer `n`.
    pub(crate) fn is_int(&self, t: Term, n: i64) -> bool {
        self.terms.int_value(t).is_some_and(|k| k.to_i64() == Some(n))
    }
}
