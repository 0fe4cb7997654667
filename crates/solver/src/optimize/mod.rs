//! Models that are best: `minimize` and `maximize`, several objectives in lexicographic order.
//!
//! An objective is an integer term, and optimising it is a sequence of questions "is there a model with at least this
//! number", which [`range`] chooses. Each is a check like any other, of the assertions with a bound on top: so
//! every procedure helps, the engine is kept from question to question where that pays (see [`crate::incremental`]), and every model
//! is judged. Once a number is proved to be the largest, it is asserted and the next objective follows. z3 does the same for
//! integers beside strings (N. Bjørner, A. Phan, L. Fleckenstein, *νZ: An Optimizing SMT Solver*, TACAS 2015).
//! The alternative, simplex maximising under each assignment of the SAT core, finds better models sooner, but in arithmetic
//! alone: here most assignments fail in the strings.
//!
//! Before the search there may be a bound by [`relaxation`]. What has no largest number is shown to be so by [`unbounded`].
//!
//! An attempt at a question may take a *ration* of steps, so that one that is hard does not take the time from those that
//! would have given a better model. When only such are left, rations grow.
//!
//! If not all is proved, the check is unknown. The best model found is there nonetheless, and for each objective what
//! was reached and what was proved.

pub(crate) mod objective;
mod range;
mod relaxation;
mod unbounded;

pub(crate) use objective::Objective;
pub use objective::{Optimum, Sense};

use crate::session::{Reason, Session, Verdict};
use base::{Budget, Int, Interrupted, Limits};
use range::{Aim, Question, Range, Tried};
use std::cell::RefCell;
use terms::eval::{EvalError, Evaluator};
use terms::value::Value;
use terms::{Sort, Term};

/// The reason why a model is not known to be optimal.
const NOT_PROVED: &str = "objective not proved optimal";

/// How an objective came out, and why it is not exact.
type Outcome = (Optimum, Option<Reason>);

impl Session {
    /// Adds an objective, an integer term, to the innermost scope. Those added earlier are more important.
    pub fn optimize(&mut self, sense: Sense, term: Term) {
        let scopes = self.depth();
        self.objectives.add(Objective { term, sense, scopes });
    }

    /// How many objectives there are.
    pub fn objective_count(&self) -> usize {
        self.objectives.all().len()
    }

    /// What the last check found out about the objectives; empty if it answered unsat, or if something changed since.
    pub fn optima(&self) -> &[Optimum] {
        self.objectives.optima()
    }

    /// The objectives with what the last check found out about them.
    pub(crate) fn optima_with_terms(&self) -> Vec<(Term, Optimum)> {
        let terms = self.objectives.all().iter().map(|objective| objective.term);
        terms.zip(self.objectives.optima().iter().cloned()).collect()
    }

    /// Steps for a question that may stay open.
    pub(crate) fn ration(&self) -> u64 {
        let tunables = &self.options.tune.check;
        // exact: steps that nobody makes.
        let share = tunables.optimum_share.saturating_mul(self.scratch_steps());
        // exact: as above.
        tunables.optimum_steps.saturating_add(share)
    }

    /// Whether the assertions have a model, and if there are objectives, an optimal one.
    pub(crate) fn check_optimizing(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Verdict, Interrupted> {
        let verdict = self.check_within(assumptions, budget);
        let nothing = Optimum::Between(None, None);
        match verdict {
            Ok(Verdict::Unsat) => return verdict,
            _ if self.objectives.all().is_empty() => return verdict,
            Ok(Verdict::Sat) if self.is_complete() => {}
            _ => {
                self.objectives.found(vec![nothing; self.objectives.all().len()]);
                return verdict;
            }
        }
        let objectives = self.objectives.all().to_vec();
        let (mut optima, mut doubt, mut fixed) = (Vec::new(), None, 0);
        for objective in &objectives {
            let (optimum, why) = self.extremum(*objective, assumptions, budget);
            let exact = self.fix(objective.term, &optimum);
            optima.push(optimum);
            if !exact {
                doubt = why;
                break;
            }
            fixed += 1;
        }
        self.drop_scopes(fixed);
        for objective in &objectives[optima.len()..] {
            optima.push(match self.value(objective.term) {
                Some(Value::Int(v)) => objective.optimum(Range::new(objective.score(v), None, 1)),
                _ => nothing.clone(),
            });
        }
        self.objectives.found(optima);
        Ok(doubt.map_or(Verdict::Sat, Verdict::Unknown))
    }

    /// Asserts in a scope of its own that a term has its optimum, if that is known.
    pub(crate) fn fix(&mut self, term: Term, optimum: &Optimum) -> bool {
        let Optimum::Exact(value) = optimum else { return false };
        let value = self.terms.int(value.clone());
        let fixed = self.terms.eq(term, value);
        self.push(1);
        self.assert(fixed);
        true
    }

    /// The optimum of a single objective, given a model, which becomes the best one found. The reason is absent if it is
    /// exact, or known not to exist.
    pub(crate) fn extremum(
        &mut self,
        objective: Objective,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Outcome {
        let nothing = |why| (Optimum::Between(None, None), Some(why));
        let reached = match self.integer_in_model(objective.term, budget) {
            Ok(Some(value)) => objective.score(value),
            Ok(None) => {
                return nothing(Reason::Incomplete("the objective has no value".to_owned()));
            }
            Err(why) => return nothing(why.into()),
        };
        let bound = self.relaxed_bound(objective, assumptions, budget);
        let mut search = Search {
            objective,
            assumptions,
            budget,
            range: Range::new(reached, bound, budget.tunables().check.optimum_longest_step),
            ration: self.ration(),
            suspicious: Int::from(budget.tunables().check.optimum_suspicious),
            doubt: None,
        };
        let why = match search.run(self) {
            Ok(true) => return (Optimum::Unbounded(objective.sense), None),
            Ok(false) => None,
            Err(why) => Some(why),
        };
        let why = match search.doubt {
            _ if search.range.is_exact() => None,
            Some(Reason::ModelCheckFailed) => Some(Reason::ModelCheckFailed),
            _ => why.or_else(|| Some(Reason::Incomplete(NOT_PROVED.to_owned()))),
        };
        (objective.optimum(search.range), why)
    }

    /// The value of an integer term in the model; `None` if it has none.
    fn integer_in_model(&mut self, t: Term, budget: &Budget) -> Result<Option<Int>, Interrupted> {
        let Some(model) = self.model().cloned() else { return Ok(None) };
        let resources = self.resources(budget);
        let (terms, limits) = (&*resources.terms, Limits::none(budget));
        let languages = RefCell::new(resources.languages);
        let decide = |a, b| match terms.sort(a) {
            Sort::RegLan => languages.borrow_mut().equal(terms, a, b, &limits).ok().flatten(),
            _ => None,
        };
        match Evaluator::new(terms, &model, budget).with_regex_equality(&decide).eval(t) {
            Ok(Value::Int(value)) => Ok(Some(value)),
            Err(EvalError::Interrupted(why)) => Err(why),
            _ => Ok(None),
        }
    }
}

/// The search for the optimum of one objective.
struct Search<'a> {
    objective: Objective,
    assumptions: &'a [Term],
    budget: &'a Budget,
    range: Range,
    ration: u64,
    /// Steps longer than this make one ask whether there is any bound.
    suspicious: Int,
    /// Why a question stayed open although it had time.
    doubt: Option<Reason>,
}

impl Search<'_> {
    /// Asks as long as there are questions; whether there is provably no bound.
    ///
    /// # Errors
    /// The reason why the check is over.
    fn run(&mut self, session: &mut Session) -> Result<bool, Reason> {
        let tunables = &self.budget.tunables().check;
        for _ in 0..tunables.optimum_rounds {
            let mut rationed = false;
            while let Some(question) = self.range.question() {
                if self.looks_endless(&question)
                    && session.has_no_bound(self.objective, self.assumptions, self.budget)
                {
                    return Ok(true);
                }
                let tried = self.ask(session, &question)?;
                rationed |= tried.is_none();
                self.range.learn(&question, tried.unwrap_or(Tried::Open));
            }
            if self.range.is_exact() || !rationed {
                break;
            }
            // exact: steps that nobody makes.
            self.ration = self.ration.saturating_mul(tunables.optimum_growth);
            self.range.reopen();
        }
        Ok(false)
    }

    /// Whether it is time to ask again if there is any bound.
    fn looks_endless(&mut self, question: &Question) -> bool {
        let long = self.range.step >= self.suspicious || question.aim == Aim::Far;
        if self.range.proved.is_some() || !long {
            return false;
        }
        self.suspicious =
            &self.suspicious * &Int::from(self.budget.tunables().check.optimum_suspicious);
        true
    }

    /// Asks; `None` if the ration did not suffice. A better model replaces the one there was.
    fn ask(&mut self, session: &mut Session, asked: &Question) -> Result<Option<Tried>, Reason> {
        let best = session.take_model();
        let bound = self.objective.at_least(&mut session.terms, &asked.at_least);
        session.push(1);
        session.assert(bound);
        let check = || session.check_within(self.assumptions, self.budget);
        let easy = self.budget.tunables().check.optimum_easy;
        let ration = if asked.aim == Aim::Nearer { self.ration } else { self.ration / easy };
        let verdict = self.budget.rationed(ration, check);
        session.drop_scopes(1);
        if verdict == Some(Ok(Verdict::Sat)) && asked.aim != Aim::Far {
            return Ok(Some(self.reached(session, asked)));
        }
        session.set_model(best);
        Ok(Some(match verdict {
            None => return Ok(None),
            Some(Ok(Verdict::Sat)) => Tried::Reached(asked.at_least.clone()),
            Some(Ok(Verdict::Unsat)) => Tried::Refuted,
            Some(Ok(Verdict::Unknown(why))) if self.budget.stopped().is_some() => return Err(why),
            Some(Ok(Verdict::Unknown(why))) => {
                self.doubt = Some(why);
                Tried::Open
            }
            Some(Err(why)) => return Err(why.into()),
        }))
    }

    /// The number in the model that was found; at least the one asked for, as the judge saw to that.
    fn reached(&self, session: &mut Session, asked: &Question) -> Tried {
        let value = session.integer_in_model(self.objective.term, self.budget).ok().flatten();
        let score = value.map(|value| self.objective.score(value));
        debug_assert!(
            score.as_ref().is_none_or(|score| *score >= asked.at_least),
            "a model has less than it was asked for"
        );
        Tried::Reached(score.max(Some(asked.at_least.clone())).unwrap_or_default())
    }
}
