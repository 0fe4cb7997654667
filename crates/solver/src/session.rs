//! The session: the assertion stack and everything a client can ask about it.

mod check;
mod nearby;
mod pauses;
mod pieces;
pub(crate) mod verdict;

pub use verdict::{Reason, Verdict};

use crate::audit::{Audit, Goal, Sink};
use crate::engine::Resources;
use crate::incremental::Incremental;
use crate::known_answers::KnownAnswers;
use crate::memory::Room;
use crate::optimize::objective::Objectives;
use crate::options::Options;
use crate::sequences::Sequences;
use crate::stats::{Counter, Stats};
use crate::strings::languages::Languages;
use crate::strings::trials::Tried;
use crate::trace::Refutation;
use base::time::Instant;
use base::{Budget, Interrupted};
use nearby::Nearby;
use pauses::Pauses;
use rewrite::Rewriter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use terms::collect::{Holders, Mark};
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;
use terms::{Sort, Term, Terms};

/// A solving session.
///
/// What is learned about terms (rewriting) and languages (derivatives, emptiness) is kept from check to
/// check, and so is the engine as long as it fits the assertions.
#[derive(Debug)]
pub struct Session {
    /// All terms of the session.
    pub terms: Terms,
    /// The options in force.
    pub options: Options,
    /// Reports the memory in use, in bytes, for the memory limit.
    pub memory_probe: Option<fn() -> u64>,
    /// Asked now and then whether a check is to stop, besides the flag.
    pub stop_probe: Option<fn() -> bool>,
    /// When the whole run has to end.
    pub deadline: Option<Instant>,
    assertions: Vec<(Term, Option<u32>)>,
    scopes: Vec<usize>,
    /// Assertions that could not be read: how many scopes were open, and what was wrong. One a scope suffices.
    refused: Vec<(usize, String)>,
    interrupt: Arc<AtomicBool>,
    rewriter: Rewriter,
    languages: Languages,
    sequences: Sequences,
    tried: Tried,
    stats: Stats,
    audit: Audit,
    outcome: Outcome,
    known: KnownAnswers,
    nearby: Nearby,
    live: Option<Incremental>,
    /// How many assertions have been there since the last check.
    survived: usize,
    /// When to try to go on from the check before.
    pauses: Pauses,
    /// The steps of the last check from scratch.
    scratch_steps: u64,
    room: Room,
    pub(crate) objectives: Objectives,
}

/// What the last check left behind.
#[derive(Debug, Default)]
struct Outcome {
    model: Option<Model>,
    /// After unsat, the assumptions that were used.
    failed: Option<Vec<Term>>,
    /// After unsat, the names of the core, once it was asked for.
    core: Option<Vec<u32>>,
}

impl Session {
    /// An empty session.
    pub fn new(options: Options) -> Session {
        Session {
            terms: Terms::new(),
            options,
            memory_probe: None,
            stop_probe: None,
            deadline: None,
            assertions: Vec::new(),
            scopes: Vec::new(),
            refused: Vec::new(),
            interrupt: Arc::default(),
            rewriter: Rewriter::new(),
            languages: Languages::default(),
            sequences: Sequences::default(),
            tried: Tried::default(),
            stats: Stats::default(),
            audit: Audit::default(),
            outcome: Outcome::default(),
            known: KnownAnswers::default(),
            nearby: Nearby::default(),
            live: None,
            survived: 0,
            pauses: Pauses::default(),
            scratch_steps: 0,
            room: Room::default(),
            objectives: Objectives::default(),
        }
    }

    /// Asserts a Boolean term.
    pub fn assert(&mut self, t: Term) {
        debug_assert!(self.terms.sort(t) == Sort::Bool, "an assertion that is no formula");
        self.assertions.push((t, None));
    }

    /// Asserts a Boolean term that a core may mention by the number `name`.
    pub fn assert_named(&mut self, t: Term, name: u32) {
        debug_assert!(self.terms.sort(t) == Sort::Bool, "an assertion that is no formula");
        self.assertions.push((t, Some(name)));
    }

    /// An assertion is missing here, as the client could not read it. Until its scope is closed, there is no model
    /// of what was meant: instead of sat, checks answer unknown with `error` as the reason.
    pub fn refuse(&mut self, error: &impl ToString) {
        let scope = self.scopes.len();
        if self.refused.last().is_none_or(|&(last, _)| last < scope) {
            self.refused.push((scope, error.to_string()));
        }
    }

    /// The asserted terms, oldest first.
    pub fn assertions(&self) -> impl ExactSizeIterator<Item = Term> + '_ {
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
        self.drop_scopes(n);
        self.objectives.popped(self.scopes.len());
        true
    }

    /// Closes scopes that have no objectives.
    pub(crate) fn drop_scopes(&mut self, n: usize) {
        debug_assert!(n <= self.scopes.len(), "more scopes are closed than were opened");
        for _ in 0..n {
            if let Some(len) = self.scopes.pop() {
                debug_assert!(len <= self.assertions.len(), "assertions are gone from a scope");
                self.assertions.truncate(len);
            }
        }
        self.shrunk();
    }

    /// Whether no assertion is missing.
    pub(crate) fn is_complete(&self) -> bool {
        self.refused.is_empty()
    }

    /// The steps of the last check from scratch.
    pub(crate) fn scratch_steps(&self) -> u64 {
        self.scratch_steps
    }

    /// How many scopes are open.
    pub(crate) fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Forgets terms that neither the assertions nor `others` hold, nor were there at `mark`, once there are many.
    /// Assertions, `others` and what was there stay as they are; the results of the last check are gone then.
    pub fn collect_garbage(&mut self, mark: Mark, others: &mut Holders<'_>) {
        if !self.room.is_crowded(&self.terms, &self.languages, self.options.tune.check.spare_terms)
        {
            return;
        }
        self.close_audit();
        self.outcome = Outcome::default();
        self.live = None;
        self.nearby.forget();
        self.rewriter.forget();
        self.audit.trace.forget();
        self.sequences.forget();
        self.languages = Languages::default();
        let (assertions, objectives, known) =
            (&mut self.assertions, &mut self.objectives, &mut self.known);
        self.terms.collect(mark, &mut |visitor| {
            assertions.iter_mut().for_each(|(t, _)| visitor.term(t));
            objectives.terms_mut().for_each(|t| visitor.term(t));
            known.visit(visitor);
            others(visitor);
        });
        self.room.cleared();
    }

    /// The smallest number that names no assertion, nor does any above it.
    pub fn next_name(&self) -> u32 {
        self.assertions.iter().rev().find_map(|a| a.1).map_or(0, |name| name + 1)
    }

    /// Assertions are gone: forgets what rested on them.
    fn shrunk(&mut self) {
        let (len, scopes) = (self.assertions.len(), self.scopes.len());
        self.refused.retain(|&(scope, _)| scope <= scopes);
        self.survived = len.min(self.survived);
        self.known.popped(len);
        (self.outcome.failed, self.outcome.core) = (None, None);
        self.live.take_if(|live| live.prefix > len);
    }

    /// Whether the assertions have a model that also satisfies `assumptions`. If there are objectives, it is optimal; if that
    /// cannot be proved, the answer is unknown, and the best model found is there.
    pub fn check(&mut self, assumptions: &[Term]) -> Verdict {
        self.question(|session, budget| session.check_optimizing(assumptions, budget))
    }

    /// A question under the limits of a check.
    pub(crate) fn question(
        &mut self,
        ask: impl FnOnce(&mut Session, &Budget) -> Result<Verdict, Interrupted>,
    ) -> Verdict {
        self.outcome = Outcome::default();
        self.objectives.forget_optima();
        self.tried.begin_check();
        self.stats.begin_check();
        let budget = self.budget();
        let mut verdict = match ask(self, &budget) {
            Ok(verdict) => verdict,
            Err(why) => Verdict::Unknown(why.into()),
        };
        if let (Some(_), Some((_, error))) = (&self.outcome.model, self.refused.first()) {
            verdict = Verdict::Unknown(Reason::Refused(error.clone()));
            self.outcome.model = None;
        }
        debug_assert!(
            verdict != Verdict::Sat || self.outcome.model.is_some(),
            "sat without a model"
        );
        debug_assert!(
            verdict != Verdict::Unsat || self.outcome.failed.is_some(),
            "unsat without the assumptions that were used"
        );
        self.close(&budget);
        self.room.settle(&self.terms, &self.languages);
        verdict
    }

    /// Counts the steps of a question and reports its conclusions.
    pub(crate) fn close(&mut self, budget: &Budget) {
        self.stats.add(Counter::Steps, budget.spent());
        self.close_audit();
    }

    /// From now on every conclusion is reported to `sink`.
    pub fn set_audit(&mut self, sink: Sink) {
        self.audit = Audit::new(sink);
        self.rewriter.record_steps();
    }

    /// Whether checks leave what a proof of their answer needs, from now on.
    pub fn record_traces(&mut self, on: bool) {
        if on && !self.audit.trace.is_on() {
            // What is remembered from before would have no steps.
            self.rewriter.forget();
            self.rewriter.record_steps();
        }
        self.audit.trace.turn(on);
    }

    /// Whether they do.
    pub fn records_traces(&self) -> bool {
        self.audit.trace.is_on()
    }

    /// From now on terms are rewritten by rules of structure only: for who wants to know what follows without the others.
    pub fn keep_to_structure(&mut self) {
        self.rewriter.keep_to_structure();
    }

    /// What refuted the last check, if it was refuted and somebody had asked.
    pub fn take_refutation(&mut self) -> Option<Refutation> {
        self.audit.trace.take()
    }

    /// What the last check refuted, if it did without a refutation that a proof can be made of and somebody had asked.
    pub fn untold(&self) -> Option<&[Term]> {
        self.audit.trace.untold()
    }

    pub(crate) fn close_audit(&mut self) {
        if cfg!(not(any(feature = "audit", feature = "proofs"))) {
            return;
        }
        let steps = self.rewriter.take_steps();
        self.audit.trace.rewritten(&steps);
        self.audit.trace.imaged(self.sequences.functions(&self.terms));
        for (rule, from, to) in steps {
            if let Some(rule) = rule {
                self.audit.claim(format!("rewrite.{rule:?}"), &[], Goal::Equal(from, to));
            }
        }
        self.audit.close(&self.terms);
    }

    /// The limits of a check.
    pub fn budget(&self) -> Budget {
        let mut budget = self.reading();
        let o = &self.options;
        if o.rlimit > 0 {
            budget = budget.with_steps(o.rlimit);
        }
        let own = (o.timeout > 0).then(|| Instant::now() + Duration::from_millis(o.timeout));
        budget.renew(own.into_iter().chain(self.deadline).min());
        budget
    }

    /// The limits of whatever is no check: the whole run's.
    pub fn reading(&self) -> Budget {
        let budget = self.finding().with_interrupt(self.interrupt.clone());
        match self.stop_probe {
            Some(probe) => budget.with_stop_probe(probe),
            None => budget,
        }
    }

    /// The limits of finding out where commands end, which nobody interrupts: what is read stays read.
    pub fn finding(&self) -> Budget {
        let mut budget = Budget::unlimited().with_tunables(self.options.tune.clone());
        budget.renew(self.deadline);
        match self.memory_probe {
            Some(probe) if self.options.memory > 0 => {
                budget = budget.with_memory(self.options.memory << 20, probe);
            }
            _ => {}
        }
        budget
    }

    pub(crate) fn resources<'s>(&'s mut self, budget: &'s Budget) -> Resources<'s> {
        self.terms.set_effort(budget.tunables().rewrite);
        self.languages.regexes.set_effort(budget.tunables().automata);
        Resources {
            terms: &mut self.terms,
            rewriter: &mut self.rewriter,
            sequences: &mut self.sequences,
            languages: &mut self.languages,
            options: &self.options,
            budget,
            tried: &mut self.tried,
            stats: &mut self.stats,
            audit: &mut self.audit,
        }
    }

    /// The model of the last check, if it answered sat, or the best one found if that is not known to be optimal.
    pub fn model(&self) -> Option<&Model> {
        self.outcome.model.as_ref()
    }

    /// Lets whoever knows more of the assertions, and of the assumptions of the last check, add to its model. It says whether
    /// it could: otherwise there is no model. `verdict` is that of the check; returns what it is now.
    pub fn extend_model(
        &mut self,
        verdict: Verdict,
        assumptions: &[Term],
        extend: impl FnOnce(&mut Terms, &mut Model, &[Term], &Budget) -> Result<bool, Interrupted>,
    ) -> Verdict {
        let budget = self.budget();
        let formulas: Vec<Term> = self.assertions().chain(assumptions.iter().copied()).collect();
        let Some(model) = &mut self.outcome.model else { return verdict };
        let why = match extend(&mut self.terms, model, &formulas, &budget) {
            Ok(true) => return verdict,
            Ok(false) => Reason::Incomplete("the values of a datatype are too few".to_owned()),
            Err(why) => why.into(),
        };
        self.outcome.model = None;
        if verdict == Verdict::Sat { Verdict::Unknown(why) } else { verdict }
    }

    pub(crate) fn take_model(&mut self) -> Option<Model> {
        self.outcome.model.take()
    }

    pub(crate) fn set_model(&mut self, model: Option<Model>) {
        self.outcome.model = model;
    }

    /// The value of `t` in the model.
    pub fn value(&self, t: Term) -> Option<Value> {
        let budget = self.budget();
        Evaluator::new(&self.terms, self.model()?, &budget).eval(t).ok()
    }

    /// An equivalent term in the normal form of the rewriter, whose rules are about strings: what speaks of sequences, which are lowered
    /// before it sees them in a check, stays as it is.
    pub fn simplify(&mut self, t: Term) -> Term {
        let is_other = |&t: &Term| {
            matches!(self.terms.sort(t), Sort::Seq(_) | Sort::RegEx(_) | Sort::Predicate(_))
        };
        if self.terms.has_sequences() && self.terms.post_order(&[t]).iter().any(is_other) {
            return t;
        }
        let budget = self.budget();
        self.rewriter.rewrite_or_keep(&mut self.terms, t, &budget)
    }

    /// Names of assertions that are unsatisfiable together, after an unsat answer: with the nameless, and with the
    /// assumptions of that check.
    pub fn unsat_core(&mut self) -> Option<Vec<u32>> {
        let failed = self.outcome.failed.as_ref()?;
        if self.outcome.core.is_none() {
            let nameless = self.assertions.iter().filter(|a| a.1.is_none());
            let facts: Vec<Term> = nameless.map(|a| a.0).chain(failed.iter().copied()).collect();
            let named = self.assertions.iter().filter_map(|&(t, name)| Some((t, name?)));
            let (suspects, names): (Vec<Term>, Vec<u32>) = named.unzip();
            let core = self.minimal_core(&facts, &suspects);
            debug_assert!(core.len() <= names.len(), "the core has more than there are names");
            self.outcome.core = Some(core.into_iter().map(|at| names[at]).collect());
        }
        self.outcome.core.clone()
    }

    /// Assumptions of the last check that were used, after an unsat answer.
    pub fn unsat_assumptions(&mut self) -> Option<&[Term]> {
        let failed = self.outcome.failed.clone()?;
        if self.options.unsat_core_minimal {
            let facts: Vec<Term> = self.assertions().collect();
            let core = self.minimal_core(&facts, &failed);
            self.outcome.failed = Some(core.into_iter().map(|at| failed[at]).collect());
        }
        self.outcome.failed.as_deref()
    }

    /// Statistics of the session as printable rows.
    pub fn stats(&self) -> Vec<(String, String)> {
        let mut rows = self.stats.rows();
        rows.push(("terms".to_owned(), self.terms.len().to_string()));
        rows.push(("collections".to_owned(), self.room.collections.to_string()));
        rows
    }

    /// The procedures that decided conjunctions of string constraints in the last check, and how many each.
    pub fn procedures(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.stats.latest_procedures()
    }

    /// How many models of the last check the judge rejected although no procedure was incomplete: each is a bug, whatever
    /// was answered in the end.
    pub fn rejected_models(&self) -> u64 {
        self.stats.latest_rejected()
    }

    /// Set the flag to true from any thread to stop the running check.
    pub fn interrupt_handle(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    /// Lets checks be stopped by this flag instead, such as that of the session before.
    pub fn set_interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = flag;
    }

    /// Forgets all assertions, keeping declarations and options.
    pub fn reset_assertions(&mut self) {
        self.assertions.clear();
        self.scopes.clear();
        self.refused.clear();
        self.shrunk();
        self.objectives.clear();
        self.outcome = Outcome::default();
    }
}
