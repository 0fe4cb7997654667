//! The session: the assertion stack and everything a client can ask about it.

use crate::audit::{Audit, Goal, Sink};
use crate::engine::{Answer, Original, Resources, solve};
use crate::options::Options;
use crate::preprocess::{self, Passes};
use crate::stats::Stats;
use crate::strings::Languages;
use base::{Budget, Interrupted};
use rewrite::Rewriter;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;
use terms::{Term, Terms};

/// The answer to a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a model; it satisfied every assertion when evaluated.
    Sat,
    /// There is none.
    Unsat,
    /// Not decided.
    Unknown(Reason),
}

/// Why a check was not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The wall clock ran out.
    Timeout,
    /// The step limit ran out.
    Steps,
    /// The memory limit was reached.
    Memory,
    /// Interrupted from outside.
    Canceled,
    /// The formula is outside what the procedures decide; says what.
    Incomplete(String),
    /// A model failed its check: a bug.
    ModelCheckFailed,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => f.write_str("timeout"),
            Reason::Steps => f.write_str("resource limit reached"),
            Reason::Memory => f.write_str("memout"),
            Reason::Canceled => f.write_str("canceled"),
            Reason::Incomplete(what) => write!(f, "incomplete ({what})"),
            Reason::ModelCheckFailed => f.write_str("internal: model check failed"),
        }
    }
}

impl From<Interrupted> for Reason {
    fn from(why: Interrupted) -> Reason {
        match why {
            Interrupted::Timeout => Reason::Timeout,
            Interrupted::Steps => Reason::Steps,
            Interrupted::Memory => Reason::Memory,
            Interrupted::Canceled => Reason::Canceled,
        }
    }
}

/// A solving session.
///
/// What is learned about terms (rewriting) and languages (derivatives, emptiness) is kept from check to
/// check; clauses are not.
#[derive(Debug)]
pub struct Session {
    /// All terms of the session.
    pub terms: Terms,
    /// The options in force.
    pub options: Options,
    /// Reports the memory in use, in bytes, for the memory limit.
    pub memory_probe: Option<fn() -> u64>,
    /// When the whole run has to end.
    pub deadline: Option<Instant>,
    assertions: Vec<(Term, Option<u32>)>,
    scopes: Vec<usize>,
    interrupt: Arc<AtomicBool>,
    rewriter: Rewriter,
    languages: Languages,
    stats: Stats,
    audit: Audit,
    outcome: Outcome,
}

/// What the last check left behind.
#[derive(Debug, Default)]
struct Outcome {
    model: Option<Model>,
    core: Option<Vec<u32>>,
    failed: Option<Vec<Term>>,
}

impl Session {
    /// An empty session.
    pub fn new(options: Options) -> Session {
        Session {
            terms: Terms::new(),
            options,
            memory_probe: None,
            deadline: None,
            assertions: Vec::new(),
            scopes: Vec::new(),
            interrupt: Arc::default(),
            rewriter: Rewriter::new(),
            languages: Languages::default(),
            stats: Stats::default(),
            audit: Audit::default(),
            outcome: Outcome::default(),
        }
    }

    /// Asserts a Boolean term.
    pub fn assert(&mut self, t: Term) {
        self.assertions.push((t, None));
    }

    /// Asserts a Boolean term that a core may mention by the number `name`.
    pub fn assert_named(&mut self, t: Term, name: u32) {
        self.assertions.push((t, Some(name)));
    }

    /// The asserted terms, oldest first.
    pub fn assertions(&self) -> impl Iterator<Item = Term> + '_ {
        self.assertions.iter().map(|&(t, _)| t)
    }

    /// Opens `n` scopes.
    pub fn push(&mut self, n: usize) {
        for _ in 0..n {
            self.scopes.push(self.assertions.len());
        }
    }

    /// Closes the `n` innermost scopes; false if there are fewer.
    pub fn pop(&mut self, n: usize) -> bool {
        if n > self.scopes.len() {
            return false;
        }
        for _ in 0..n {
            if let Some(len) = self.scopes.pop() {
                self.assertions.truncate(len);
            }
        }
        true
    }

    /// Whether the assertions have a model that also satisfies `assumptions`.
    pub fn check(&mut self, assumptions: &[Term]) -> Verdict {
        self.outcome = Outcome::default();
        self.stats.begin_check();
        let budget = self.budget();
        let verdict = match self.check_within(assumptions, &budget) {
            Ok(verdict) => verdict,
            Err(why) => Verdict::Unknown(why.into()),
        };
        self.stats.steps += budget.spent();
        self.close_audit();
        verdict
    }

    /// From now on every conclusion is reported to `sink`.
    pub fn set_audit(&mut self, sink: Sink) {
        self.audit = Audit::new(sink);
        self.rewriter.record_steps();
    }

    fn close_audit(&mut self) {
        for (rule, from, to) in self.rewriter.take_steps() {
            self.audit.claim(format!("rewrite.{rule:?}"), &[], Goal::Equal(from, to));
        }
        self.audit.close(&self.terms);
    }

    fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited().with_interrupt(self.interrupt.clone());
        let o = &self.options;
        if o.rlimit > 0 {
            budget = budget.with_steps(o.rlimit);
        }
        let own = (o.timeout > 0).then(|| Instant::now() + Duration::from_millis(o.timeout));
        if let Some(deadline) = own.into_iter().chain(self.deadline).min() {
            budget = budget.with_deadline(deadline);
        }
        match self.memory_probe {
            Some(probe) if o.memory > 0 => budget.with_memory(o.memory << 20, probe),
            _ => budget,
        }
    }

    fn check_within(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Verdict, Interrupted> {
        let Split { facts, named } = self.split_assertions();
        let passes = Passes { rewrite: self.options.rewrite, solve: self.options.preprocess };
        let mut pre = preprocess::run(
            &mut self.terms,
            &mut self.rewriter,
            &facts,
            passes,
            &mut self.audit,
            budget,
        )?;
        self.stats.preprocessed += pre.formulas.len() as u64;
        let mut assumed: Vec<Term> = named.iter().map(|&(t, _)| t).collect();
        assumed.extend_from_slice(assumptions);
        let original = Original {
            assertions: self.assertions().chain(assumptions.iter().copied()).collect(),
            eliminated: std::mem::take(&mut pre.eliminated),
        };
        for t in &mut assumed {
            *t = preprocess::substitute(&mut self.terms, *t, &original.eliminated);
        }
        let answer = solve(self.resources(budget), original, &pre.formulas, &assumed);
        Ok(self.conclude(answer, &named, assumptions))
    }

    fn resources<'s>(&'s mut self, budget: &'s Budget) -> Resources<'s> {
        Resources {
            terms: &mut self.terms,
            rewriter: &mut self.rewriter,
            languages: &mut self.languages,
            options: &self.options,
            budget,
            stats: &mut self.stats,
            audit: &mut self.audit,
        }
    }

    /// Separates assertions that a core has to tell apart from those it takes for granted.
    fn split_assertions(&self) -> Split {
        let cores = self.options.produce_unsat_cores;
        let mut split = Split::default();
        for &(t, name) in &self.assertions {
            match name {
                Some(name) if cores => split.named.push((t, name)),
                _ => split.facts.push(t),
            }
        }
        split
    }

    fn conclude(&mut self, answer: Answer, named: &[(Term, u32)], assumptions: &[Term]) -> Verdict {
        match answer {
            Answer::Sat(model) => {
                self.outcome.model = Some(model);
                Verdict::Sat
            }
            Answer::Unsat(failed) => {
                let name = |&i: &usize| named.get(i).map(|n| n.1);
                self.outcome.core = Some(failed.iter().filter_map(name).collect());
                let assumption = |&i: &usize| assumptions.get(i.checked_sub(named.len())?).copied();
                self.outcome.failed = Some(failed.iter().filter_map(assumption).collect());
                Verdict::Unsat
            }
            Answer::Unknown(why) => Verdict::Unknown(why),
        }
    }

    /// The model of the last check, if it answered sat.
    pub fn model(&self) -> Option<&Model> {
        self.outcome.model.as_ref()
    }

    /// The value of `t` in the model.
    pub fn value(&self, t: Term) -> Option<Value> {
        let budget = self.budget();
        Evaluator::new(&self.terms, self.model()?, &budget).eval(t).ok()
    }

    /// An equivalent term in the normal form of the rewriter.
    pub fn simplify(&mut self, t: Term) -> Term {
        let budget = self.budget();
        self.rewriter.rewrite_or_keep(&mut self.terms, t, &budget)
    }

    /// Names of assertions that are unsatisfiable together, after an unsat answer.
    pub fn unsat_core(&self) -> Option<Vec<u32>> {
        self.outcome.core.clone()
    }

    /// Assumptions of the last check that were used, after an unsat answer.
    pub fn unsat_assumptions(&self) -> Option<&[Term]> {
        self.outcome.failed.as_deref()
    }

    /// Statistics of the session as printable rows.
    pub fn stats(&self) -> Vec<(String, String)> {
        self.stats.rows()
    }

    /// The procedures that decided conjunctions of string constraints in the last check, and how many each.
    pub fn procedures(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.stats.latest_procedures()
    }

    /// Set the flag to true from any thread to stop the running check.
    pub fn interrupt_handle(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    /// Forgets all assertions, keeping declarations and options.
    pub fn reset_assertions(&mut self) {
        self.assertions.clear();
        self.scopes.clear();
        self.outcome = Outcome::default();
    }
}

/// Assertions by what a core has to say of them.
#[derive(Default)]
struct Split {
    facts: Vec<Term>,
    named: Vec<(Term, u32)>,
}
