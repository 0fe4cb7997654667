//! A bound without a search: the linear relaxation.
//!
//! Of what preprocessing leaves, the literals that hold in every model are comparisons of integers, memberships, which
//! bound lengths, and equations and containments between strings, which compare them. They are a linear program over
//! integers and lengths, whose optimum is a bound on the objective, as in branch and bound. It is often attained, so it makes a good
//! first question; and it is what is known when the time for questions is over.

use super::{Objective, Sense};
use crate::engine::Resources;
use crate::preprocess;
use crate::session::Session;
use base::{Budget, Int, Limits};
use rewrite::entail::{int_bounds, length, regex_lengths};
use rewrite::{LinearSum, linear, non_negative};
use simplex::{Col, Conflict, Reason, Side, Simplex};
use std::collections::BTreeMap;
use terms::{Op, Sort, Term, Terms};

/// Nobody asks what a bound rests on.
const WHATEVER: Reason = Reason(0);

impl Session {
    /// A score that no model exceeds, if linear arithmetic tells one.
    pub(super) fn relaxed_bound(
        &mut self,
        objective: Objective,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Option<Int> {
        let attempt = || {
            let (formulas, goal) = self.preprocessed(objective.term, assumptions, budget)?;
            let goal = linear(&self.terms, goal);
            let mut program = Program::default();
            for f in formulas {
                program.fact(&mut self.terms, f).ok()?;
            }
            let end = match objective.sense {
                Sense::Minimize => Side::Lower,
                Sense::Maximize => Side::Upper,
            };
            program.optimum(&self.terms, &goal, end, budget)
        };
        let bound = budget.rationed(budget.tunables().check.relaxation_steps, attempt).flatten()?;
        Some(objective.score(bound))
    }

    /// What preprocessing makes of all that holds, and of a term.
    pub(super) fn preprocessed(
        &mut self,
        t: Term,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Option<(Vec<Term>, Term)> {
        let facts: Vec<Term> = self.assertions().chain(assumptions.iter().copied()).collect();
        let mut res = self.resources(budget);
        let pre = preprocess::run(&mut res, &facts).ok()?;
        let t = preprocess::substitute(&mut res, t, &pre.eliminated).ok()?;
        let Resources { terms, rewriter, .. } = res;
        Some((pre.formulas, rewriter.rewrite_within(terms, t, budget).ok()?))
    }
}

/// A linear program.
#[derive(Default)]
struct Program {
    simplex: Simplex,
    columns: BTreeMap<Term, Col>,
}

/// The numbers from here to there.
type Interval = (Option<Int>, Option<Int>);

impl Program {
    /// Adds what a formula says about sums.
    fn fact(&mut self, terms: &mut Terms, f: Term) -> Result<(), Conflict> {
        let (atom, negated) = terms.literal(f);
        let zero = || Some(Int::ZERO);
        let (sum, interval) = match (terms.op(atom), terms.args(atom).to_vec()[..].as_ref()) {
            (Op::Le | Op::Lt | Op::Ge | Op::Gt, [_, _]) => {
                let below = (None, Some(-Int::ONE));
                (non_negative(terms, atom), if negated { below } else { (zero(), None) })
            }
            _ if negated => return Ok(()),
            (Op::Eq, &[a, b]) if terms.sort(a) == Sort::Int => {
                (linear(terms, a).minus(&linear(terms, b)), (zero(), zero()))
            }
            (Op::Eq, &[a, b]) if terms.sort(a) == Sort::String => {
                (length(terms, a).minus(&length(terms, b)), (zero(), zero()))
            }
            (Op::StrContains, &[long, short])
            | (Op::StrPrefixOf | Op::StrSuffixOf, &[short, long]) => {
                (length(terms, long).minus(&length(terms, short)), (zero(), None))
            }
            (Op::StrInRe, &[s, r]) => {
                let lengths = regex_lengths(terms, r);
                (length(terms, s), (lengths.lo, lengths.hi))
            }
            _ => return Ok(()),
        };
        self.within(terms, &sum, interval)
    }

    fn within(&mut self, terms: &Terms, sum: &LinearSum, of: Interval) -> Result<(), Conflict> {
        let column = self.column(terms, sum)?;
        self.bound(column, (of.0.map(|n| n - &sum.constant), of.1.map(|n| n - &sum.constant)))
    }

    fn bound(&mut self, column: Col, (low, high): Interval) -> Result<(), Conflict> {
        low.map_or(Ok(()), |n| self.simplex.assert_lower(column, n, WHATEVER))?;
        high.map_or(Ok(()), |n| self.simplex.assert_upper(column, n, WHATEVER))
    }

    /// A column for a sum without its constant.
    fn column(&mut self, terms: &Terms, sum: &LinearSum) -> Result<Col, Conflict> {
        let mut columns = Vec::with_capacity(sum.terms.len());
        for (leaf, c) in &sum.terms {
            let column = match self.columns.get(leaf) {
                Some(&column) => column,
                None => {
                    let column = self.simplex.new_col();
                    self.columns.insert(*leaf, column);
                    let bounds = int_bounds(terms, *leaf);
                    self.bound(column, (bounds.lo, bounds.hi))?;
                    column
                }
            };
            columns.push((column, c.clone()));
        }
        Ok(self.simplex.define(&columns))
    }

    /// The greatest or the least value of a sum.
    fn optimum(
        &mut self,
        terms: &Terms,
        sum: &LinearSum,
        side: Side,
        budget: &Budget,
    ) -> Option<Int> {
        let column = self.column(terms, sum).ok()?;
        self.simplex.check(budget).ok()?.ok()?;
        let optimum = self.simplex.optimize(column, side, &Limits::none(budget)).ok()??;
        Some(optimum.bound + &sum.constant)
    }
}
