//! How a session comes to an answer: by what earlier answers say, else with the engine of an earlier check as long as
//! that fits and pays, else from scratch.

use super::{Reason, Session, Verdict};
use crate::engine::Answer;
use crate::incremental::{self, Incremental};
use crate::options::{PassId, PassSet};
use crate::stats::Counter;
use crate::trace::Refutation;
use base::{Budget, Interrupted};
use terms::Term;

/// A search from scratch.
type Search = fn(&mut Session, &[Term], &Budget) -> Result<Answer, Interrupted>;

impl Session {
    pub(crate) fn check_within(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Verdict, Interrupted> {
        let turns =
            if cfg!(feature = "scaling") { Session::take_turns } else { Session::start_over };
        self.answer(assumptions, budget, turns)
    }

    /// A check, with a `search` for what earlier ones do not help with.
    pub(super) fn answer(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
        search: Search,
    ) -> Result<Verdict, Interrupted> {
        let survived = std::mem::replace(&mut self.survived, self.assertions.len());
        debug_assert!(survived <= self.assertions.len(), "assertions are gone that have survived");
        self.audit.trace.pause();
        if let Some(verdict) = self.answered_before(assumptions, budget)? {
            return Ok(verdict);
        }
        let before = budget.spent();
        let answer = match self.go_on(survived, assumptions, budget)? {
            Some(answer) => answer,
            None => search(self, assumptions, budget)?,
        };
        let formulas = self.assertions.len() + assumptions.len();
        self.nearby.searched(budget.spent() - before, formulas);
        Ok(self.conclude(answer, assumptions))
    }

    /// A refutation of the last check that a proof can be made of, if it was refuted otherwise: by what earlier checks left, or by
    /// steps that no rule of proofs speaks of. It is searched for from scratch, without those steps and under limits of its own; the
    /// answer and its statistics stay what they are.
    pub fn refute_again(&mut self) -> Option<Refutation> {
        let (facts, assumptions) = self.audit.trace.take_untold()?;
        let options = self.options.clone();
        self.options.preprocess_without = PassSet::all_but(PassId::WITH_RULES);
        let stats = std::mem::take(&mut self.stats);
        let budget = self.budget();
        let answer = self.retell(facts, assumptions, &budget);
        (self.options, self.stats) = (options, stats);
        self.close_audit();
        debug_assert!(
            self.untold().is_none(),
            "a check without what no rule speaks of is not noted"
        );
        self.audit.trace.take().filter(|_| matches!(answer, Ok(Answer::Unsat(_))))
    }

    fn retell(
        &mut self,
        facts: Vec<Term>,
        assumptions: usize,
        budget: &Budget,
    ) -> Result<Answer, Interrupted> {
        debug_assert!(
            self.options.preprocess_without == PassSet::all_but(PassId::WITH_RULES),
            "what no rule speaks of is asked for again"
        );
        self.audit.trace.begin(facts.clone(), assumptions);
        let prefix = facts.len() - assumptions;
        let (asserted, assumed) = facts.split_at(prefix);
        let mut live = Incremental::new(self.resources(budget), (prefix, asserted), &facts)?;
        live.check(self.resources(budget), facts.clone(), assumed)
    }

    /// What earlier answers say: that of a model, or of one near it.
    fn answered_before(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Option<Verdict>, Interrupted> {
        if self.known.is_refuted() {
            self.stats.add(Counter::Recalled, 1);
            self.fail(Vec::new(), assumptions);
            return Ok(Some(Verdict::Unsat));
        }
        let assertions: Vec<Term> = self.assertions().collect();
        let store = (&self.terms, &mut self.languages);
        let Some((model, violated)) = self.known.model(store, &assertions, assumptions, budget)
        else {
            return Ok(None);
        };
        if violated.is_empty() {
            self.stats.add(Counter::Recalled, 1);
            self.outcome.model = Some(model);
            return Ok(Some(Verdict::Sat));
        }
        let found = self.look_nearby(&model, &violated, assumptions, budget)?;
        Ok(found.map(|model| self.conclude(Answer::Sat(model), assumptions)))
    }

    /// An attempt to answer with the engine of an earlier check, or with one for the assertions that are
    /// likely to stay; `None` if that does not pay or does not decide.
    fn go_on(
        &mut self,
        survived: usize,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Option<Answer>, Interrupted> {
        let tunables = &budget.tunables().check;
        if !self.pauses.is_due() {
            self.live = None;
            return Ok(None);
        }
        let steps = tunables.go_on_steps + tunables.go_on_share * self.scratch_steps;
        let attempt = || self.attempt(survived, assumptions, budget);
        let answer = match budget.rationed(steps, attempt).transpose()? {
            Some(None) => return Ok(None),
            None | Some(Some(Answer::Unknown(Reason::Incomplete(_)))) => None,
            Some(answer) => answer,
        };
        self.pauses.attempted(answer.is_some(), tunables.go_on_failures);
        Ok(answer)
    }

    fn attempt(
        &mut self,
        survived: usize,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Option<Answer>, Interrupted> {
        let Some(mut live) = self.live_engine(survived, assumptions, budget)? else {
            return Ok(None);
        };
        let stayed: Vec<(usize, Term)> =
            self.assertions().enumerate().take(survived).skip(live.prefix).collect();
        live.extend_prefix(self.resources(budget), &stayed)?;
        let answer = self.ask(&mut live, assumptions, budget)?;
        if !matches!(answer, Answer::Unknown(_)) {
            self.live = Some(live);
        }
        Ok(Some(answer))
    }

    /// The engine of the check before if it suits, else one for the assertions that were there at the last
    /// check if they are many.
    fn live_engine(
        &mut self,
        survived: usize,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Option<Incremental>, Interrupted> {
        let live = self.live.take();
        let above = |this: &Session, prefix| {
            let asserted = this.assertions().skip(prefix);
            asserted.chain(assumptions.iter().copied()).collect::<Vec<Term>>()
        };
        if let Some(mut live) = live {
            let all = above(self, 0);
            if live.is_compatible(self.resources(budget), &all)? {
                self.stats.add(Counter::Continued, 1);
                return Ok(Some(live));
            }
        }
        // Where nothing new goes before something old does, an engine for the whole serves as long as one for the older part, and is
        // better: the whole is preprocessed together.
        if assumptions.is_empty() && self.scopes.last().is_none_or(|&begin| begin < survived) {
            return Ok(None);
        }
        if !self.is_large(survived, &above(self, survived), budget)? {
            return Ok(None);
        }
        let base: Vec<Term> = self.assertions().take(survived).collect();
        let all: Vec<Term> = self.assertions().chain(assumptions.iter().copied()).collect();
        Incremental::new(self.resources(budget), (survived, &base), &all).map(Some)
    }

    /// Whether the first `len` assertions consist of many terms, compared with `above`, too.
    fn is_large(&self, len: usize, above: &[Term], budget: &Budget) -> Result<bool, Interrupted> {
        let least = budget.tunables().check.go_on_terms;
        let size = |most| self.terms.size_up_to(self.assertions().take(len), most, budget);
        if size(least)? < least {
            return Ok(false);
        }
        let least = incremental::share(&self.terms, above, budget)?;
        Ok(size(least)? >= least)
    }

    /// The whole at once.
    pub(super) fn start_over(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, Interrupted> {
        let before = budget.spent();
        let mut live = self.set_up(assumptions, budget)?;
        let answer = self.ask(&mut live, assumptions, budget)?;
        self.scratch_steps = budget.spent() - before;
        self.keep_engine(live, &answer);
        Ok(answer)
    }

    /// An engine for the whole.
    pub(super) fn set_up(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Incremental, Interrupted> {
        let facts: Vec<Term> = self.assertions().collect();
        let all: Vec<Term> = self.assertions().chain(assumptions.iter().copied()).collect();
        if self.audit.trace.is_on() {
            self.audit.trace.begin(all.clone(), assumptions.len());
        }
        let mut live = Incremental::new(self.resources(budget), (facts.len(), &facts), &all)?;
        // Where strings are words, atoms about lengths and parts would be as they were, but not the words that these came from.
        if self.options.nearby_phases
            && live.is_spelled()
            && let Some(last) = self.known.witness().cloned()
        {
            live.lean_on(self.resources(budget), last)?;
        }
        Ok(live)
    }

    /// The next check may go on from `live`, which gave `answer`.
    pub(super) fn keep_engine(&mut self, mut live: Incremental, answer: &Answer) {
        if !matches!(answer, Answer::Unknown(_)) {
            live.end_log();
            self.live = Some(live);
        }
    }

    /// Asks `live`: its assumptions are those of the client, then what is asserted above its prefix.
    pub(super) fn ask(
        &mut self,
        live: &mut Incremental,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, Interrupted> {
        debug_assert!(
            live.prefix <= self.assertions.len(),
            "an engine has assertions for good that are gone"
        );
        let mut assumed = assumptions.to_vec();
        assumed.extend(self.assertions().skip(live.prefix));
        let all = self.assertions().chain(assumptions.iter().copied()).collect();
        live.check(self.resources(budget), all, &assumed)
    }

    fn conclude(&mut self, answer: Answer, assumptions: &[Term]) -> Verdict {
        match answer {
            Answer::Sat(model) => {
                self.known.satisfied(&model, self.assertions.len());
                self.outcome.model = Some(model);
                Verdict::Sat
            }
            Answer::Unsat(failed) => {
                let failed: Vec<Term> =
                    failed.iter().filter_map(|&i| assumptions.get(i).copied()).collect();
                if failed.is_empty() {
                    self.known.refuted(self.assertions.len());
                }
                self.fail(failed, assumptions);
                Verdict::Unsat
            }
            Answer::Unknown(why) => Verdict::Unknown(why),
        }
    }

    /// There is no model, for which those of the assumptions that `failed` are a core.
    fn fail(&mut self, failed: Vec<Term>, assumptions: &[Term]) {
        debug_assert!(failed.len() <= assumptions.len(), "the core has more than was assumed");
        self.outcome.failed = Some(failed);
        let facts = self.assertions.iter().map(|a| a.0).chain(assumptions.iter().copied());
        self.audit.trace.answered(facts, assumptions.len());
    }
}
