//! The whole at once, or assertion by assertion.
//!
//! Problem: many assertions are seldom hard because of all of them. A search decides everything anew after each conflict, and its
//! procedures see one system of everything that is connected; so what costs a step for each assertion where a client checks after
//! each (a value for what is new, few changes to what was there: [`super::nearby`]) takes a multiple of the square of it here.
//!
//! So when a search has gone on for a while, the check does what such a client does: it takes one assertion after the other, with the
//! answers of a session. Where the first of them contradict each other, so do all. Searches and such runs take turns, each turn a few
//! times longer than the one before. A run goes on from the model where the last one stopped. A short one tells what all of it would
//! cost; it goes on at once only where that is not much more than what the search has cost.
//!
//! A search pauses where a final check begins: all that was concluded is in clauses then, so the next turn goes on from
//! there and loses nothing but an assignment, which phases bring back. One that comes to none, as where each assignment is refuted
//! before it is total, pauses at a decision halfway to where it would be interrupted. What sets a search up belongs to no turn. A final
//! check that takes several times longer than the turn is interrupted, and with it the search, which starts over next time: what it was
//! interrupted in may have lost conclusions.
//!
//! Where strings of bounded length became the codes of their letters, a search for words has its turns, too: which of the two is quicker
//! shows only in the search. Codes are better for numerals and orders, words for many that must differ. Where they stayed words, it is the
//! other way round: in a search for letters all strings of bounded length are spelled, whatever is asked of them. What is bounded has
//! finitely many cases, which procedures for words may go through one by one, or give up; the SAT core learns from each.
//!
//! Where texts are searched, and nothing says whether the words are there, a search under the assumption that all of them are has its
//! turns: programs are written for that case, and in it texts are cut at places in a known order (`preprocess::positions`). Of what is
//! assumed only a model says something about the whole. To split the cases in the formula lost: what is found would be
//! an equation under a condition, of which preprocessing makes nothing.
//!
//! Where there are few assertions, none of them is taken by itself. A search pauses once: changes of single constants, which are soon given
//! up before it, may take a part of the time that it has taken. It pauses again only where it shares its time with one of the others.
//!
//! That is local search of a kind, but one that is complete at each step. The alternatives lost: to run it first costs most where there are
//! few conflicts; searches that always start over made problems that one of them decides in 50 million steps cost ten times that.

use super::{Outcome, Reason, Session, Verdict};
use crate::engine::Answer;
use crate::incremental::Incremental;
use crate::stats::Counter;
use base::{Budget, FxHashSet, Interrupted};
use terms::{Op, Term};

/// A search that takes turns.
#[derive(Default)]
struct Search {
    /// It goes on from here, if it has paused.
    paused: Option<Incremental>,
    /// How many strings became the codes of their letters, once that is known.
    spelled: Option<usize>,
    /// Whether there are some of bounded length among them.
    is_for_letters: bool,
}

/// The searches that share the time.
#[derive(Default)]
struct Searches {
    /// That which the options ask for.
    first: Search,
    /// One for words, where that is for letters; where it is not, one for more letters.
    other: Search,
    /// Nothing more is expected of the other one.
    is_alone: bool,
    /// One where more holds.
    assuming: Search,
    /// The places of words that it assumes to be found; none if it is not worth another turn.
    found: Vec<Term>,
}

impl Searches {
    /// Whether there is more than the first one.
    fn share_time(&self) -> bool {
        !self.is_alone || !self.found.is_empty()
    }
}

impl Session {
    /// From scratch, at once and piece by piece in turns.
    pub(super) fn take_turns(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, Interrupted> {
        if self.has_pieces(assumptions, budget)
            && let Some(answer) = self.in_turns(budget)?
        {
            return Ok(answer);
        }
        if self.may_pause(assumptions) {
            return self.search_and_guess(budget);
        }
        self.start_over(assumptions, budget)
    }

    /// From scratch, by searches that pause.
    fn search_and_guess(&mut self, budget: &Budget) -> Result<Answer, Interrupted> {
        let before = budget.spent();
        let answer = self.search_with_pauses(budget)?;
        self.scratch_steps = budget.spent() - before;
        Ok(answer)
    }

    /// A search that pauses once, for a guess, and goes on pausing where there are others.
    fn search_with_pauses(&mut self, budget: &Budget) -> Result<Answer, Interrupted> {
        let tunables = &budget.tunables().pieces;
        let (mut searches, before) = (self.searches(), budget.spent());
        let mut steps = tunables.steps;
        if let Some(answer) = self.turn(&mut searches.first, steps, budget)? {
            let searched = budget.spent() - before;
            return self.unless_open(answer, &mut searches, searched, budget);
        }
        let searched = budget.spent() - before;
        if let Some(model) = self.guess(searched / tunables.share, budget)? {
            return Ok(Answer::Sat(model));
        }
        loop {
            if let Some(answer) = self.search_otherwise(&mut searches, steps, budget)? {
                return Ok(answer);
            }
            if !searches.share_time() {
                break;
            }
            // exact: a turn longer than the budget is the last one.
            steps = steps.saturating_mul(tunables.growth);
            if let Some(answer) = self.turn(&mut searches.first, steps, budget)? {
                let searched = budget.spent() - before;
                return self.unless_open(answer, &mut searches, searched, budget);
            }
        }
        let answer = self.search_on(&mut searches.first, None, budget)?;
        let Some(answer) = answer else {
            unreachable!("a search that is not to pause has an answer")
        };
        Ok(answer)
    }

    /// An answer by the pieces, or by a search if that is quicker.
    fn in_turns(&mut self, budget: &Budget) -> Result<Option<Answer>, Interrupted> {
        let tunables = &budget.tunables().pieces;
        let mut steps = tunables.steps;
        let (mut searches, mut searched) = (self.searches(), 0);
        loop {
            let before = budget.spent();
            if let Some(answer) = self.search_in_turns(&mut searches, steps, budget)? {
                return Ok(Some(answer));
            }
            searched += budget.spent() - before;
            let verdict = self.gather_while_it_pays(steps, searched, budget)?;
            self.outcome = Outcome::default();
            let answer = match (verdict, self.known.witness()) {
                (None, _) => {
                    // exact: a turn longer than the budget is the last one.
                    steps = steps.saturating_mul(tunables.growth);
                    continue;
                }
                (Some(Verdict::Sat), Some(model)) => Answer::Sat(model.clone()),
                (Some(Verdict::Unsat), _) => Answer::Unsat(Vec::new()),
                (Some(_), _) => return Ok(None),
            };
            self.stats.add(Counter::Pieced, 1);
            return Ok(Some(answer));
        }
    }

    /// A turn of so many `steps`, or a few times longer, of each search.
    fn search_in_turns(
        &mut self,
        searches: &mut Searches,
        steps: u64,
        budget: &Budget,
    ) -> Result<Option<Answer>, Interrupted> {
        let before = budget.spent();
        match self.turn(&mut searches.first, steps, budget)? {
            Some(answer) => {
                let searched = budget.spent() - before;
                self.unless_open(answer, searches, searched, budget).map(Some)
            }
            None => self.search_otherwise(searches, steps, budget),
        }
    }

    /// The `answer` of the first search, unless that is open, and the other one has one within a few times what was `searched`.
    fn unless_open(
        &mut self,
        answer: Answer,
        searches: &mut Searches,
        searched: u64,
        budget: &Budget,
    ) -> Result<Answer, Interrupted> {
        let is_open = matches!(answer, Answer::Unknown(Reason::Incomplete(_)));
        if !is_open || searches.first.is_for_letters {
            return Ok(answer);
        }
        let steps = searched.max(budget.tunables().pieces.steps);
        let other = self.search_spelled_otherwise(searches, steps, budget)?;
        Ok(other.unwrap_or(answer))
    }

    /// The searches, before the first turn. Assumed is that words are found wherever no assertion says whether they are.
    fn searches(&self) -> Searches {
        let mut searches = Searches::default();
        if self.terms.has_sequences() {
            return searches;
        }
        let (terms, mut told): (_, FxHashSet<Term>) = (&self.terms, FxHashSet::default());
        let formulas: Vec<Term> = self.assertions.iter().map(|f| f.0).collect();
        let mut stack = formulas.clone();
        while let Some(f) = stack.pop() {
            let args = terms.args(terms.literal(f).0);
            if terms.op(f) == Op::And {
                stack.extend_from_slice(args);
            } else if args.iter().any(|&t| terms.int_value(t).is_some()) {
                told.extend(args);
            }
        }
        let is_open = |t: &Term| terms.op(*t) == Op::StrIndexOf && !told.contains(t);
        searches.found.extend(terms.post_order(&formulas).into_iter().filter(is_open));
        searches
    }

    /// A turn of so many `steps`, or a few times longer. If a long step is interrupted, the search starts over next time.
    fn turn(
        &mut self,
        search: &mut Search,
        steps: u64,
        budget: &Budget,
    ) -> Result<Option<Answer>, Interrupted> {
        // exact: no budget is that long.
        let longest = steps.saturating_mul(budget.tunables().pieces.share);
        self.prepare(search, budget)?;
        let turn = || self.search_on(search, Some(steps), budget);
        Ok(budget.rationed(longest, turn).transpose()?.flatten())
    }

    /// Short turns of the searches that are not the first; that for words answers if it decides.
    fn search_otherwise(
        &mut self,
        searches: &mut Searches,
        steps: u64,
        budget: &Budget,
    ) -> Result<Option<Answer>, Interrupted> {
        let steps = steps / budget.tunables().pieces.share;
        if let Some(answer) = self.search_spelled_otherwise(searches, steps, budget)? {
            return Ok(Some(answer));
        }
        self.search_assuming(searches, steps, budget)
    }

    /// A turn of the search for words, or for letters, which the first one is not for.
    fn search_spelled_otherwise(
        &mut self,
        searches: &mut Searches,
        steps: u64,
        budget: &Budget,
    ) -> Result<Option<Answer>, Interrupted> {
        if !cfg!(feature = "scaling") || searches.is_alone {
            return Ok(None);
        }
        let for_words = searches.first.is_for_letters;
        let (any, all) = (self.options.strings_spelling, self.options.strings_spelling_all);
        self.options.strings_spelling = any && !for_words;
        self.options.strings_spelling_all = !for_words;
        let answer = self.turn_of_other(searches, steps, budget);
        self.options.strings_spelling = any;
        self.options.strings_spelling_all = all;
        let answer = answer?.filter(|answer| !matches!(answer, Answer::Unknown(_)));
        let counter = if for_words { Counter::ForWords } else { Counter::ForLetters };
        self.stats.add(counter, u64::from(answer.is_some()));
        Ok(answer)
    }

    /// A turn of the other search, unless that is for no more letters than the first one. To find that out takes no longer than a turn
    /// may, and is tried again in the next one.
    fn turn_of_other(
        &mut self,
        Searches { first, other, is_alone, .. }: &mut Searches,
        steps: u64,
        budget: &Budget,
    ) -> Result<Option<Answer>, Interrupted> {
        // exact: no budget is that long.
        let longest = steps.saturating_mul(budget.tunables().pieces.share);
        if budget.rationed(longest, || self.prepare(other, budget)).transpose()?.is_none() {
            return Ok(None);
        }
        *is_alone = !first.is_for_letters && other.spelled <= first.spelled;
        if *is_alone {
            other.paused = None;
            return Ok(None);
        }
        let answer = self.turn(other, steps, budget)?;
        // A search that is over without an answer would have none again.
        *is_alone = answer.is_some();
        Ok(answer)
    }

    /// A turn of the search where more is assumed, which answers if it finds a model.
    fn search_assuming(
        &mut self,
        Searches { assuming, found, .. }: &mut Searches,
        steps: u64,
        budget: &Budget,
    ) -> Result<Option<Answer>, Interrupted> {
        if found.is_empty() {
            return Ok(None);
        }
        let (asserted, zero) = (self.assertions.len(), self.terms.int(0));
        for &place in &*found {
            let fact = self.terms.ge(place, zero);
            self.assertions.push((fact, None));
        }
        let answer = self.turn(assuming, steps, budget);
        self.assertions.truncate(asserted);
        self.live.take_if(|live| live.prefix > asserted);
        debug_assert!(self.assertions.len() == asserted, "what is assumed stays asserted");
        match answer? {
            Some(Answer::Sat(model)) => {
                self.stats.add(Counter::Assuming, 1);
                Ok(Some(Answer::Sat(model)))
            }
            Some(_) => {
                found.clear();
                Ok(None)
            }
            None => Ok(None),
        }
    }

    /// Sets up a search that has not begun. That is part of no turn: it would be done again in the next one.
    fn prepare(&mut self, search: &mut Search, budget: &Budget) -> Result<(), Interrupted> {
        if search.paused.is_none() {
            let live = self.set_up(&[], budget)?;
            search.spelled = Some(live.spelled());
            search.is_for_letters = live.is_spelled_to_a_bound(&self.terms);
            search.paused = Some(live);
        }
        Ok(())
    }

    /// Goes on with a search, or begins it; `None` if it pauses after so many `steps`.
    fn search_on(
        &mut self,
        search: &mut Search,
        steps: Option<u64>,
        budget: &Budget,
    ) -> Result<Option<Answer>, Interrupted> {
        self.prepare(search, budget)?;
        let Some(mut live) = search.paused.take() else { unreachable!("a search was set up") };
        let (spent, share) = (budget.spent(), budget.tunables().pieces.share);
        live.pause_at(steps.and_then(|steps| {
            let latest = steps.checked_mul(1 + share)? / 2;
            Some([spent.checked_add(steps)?, spent.checked_add(latest)?])
        }));
        let answer = self.ask(&mut live, &[], budget)?;
        debug_assert!(steps.is_some() || !live.has_paused(), "a search paused that is not to");
        if live.has_paused() {
            search.paused = Some(live);
            return Ok(None);
        }
        live.pause_at(None);
        self.keep_engine(live, &answer);
        Ok(Some(answer))
    }

    /// Takes a part of `steps`, then twice as many each time as long as that gets on, and all that is left promises to cost no more
    /// than a few times what was `searched`, where the first so many of the assertions cost as the square of their number does.
    fn gather_while_it_pays(
        &mut self,
        steps: u64,
        searched: u64,
        budget: &Budget,
    ) -> Result<Option<Verdict>, Interrupted> {
        let share = budget.tunables().pieces.share;
        let square = |n: usize| (n as u128).pow(2);
        let (begin, first) = (budget.spent(), square(self.known.satisfied_len()));
        let left = square(self.assertions.len()) - first;
        let mut ration = steps / share;
        loop {
            let before = self.known.satisfied_len();
            let verdict = budget.rationed(ration, || self.gather(budget)).transpose()?;
            let after = self.known.satisfied_len();
            let spent = budget.spent() - begin;
            let pays = u128::from(spent) * left
                < u128::from(searched) * u128::from(share) * (square(after) - first);
            if verdict.is_some() || after == before || !pays {
                return Ok(verdict);
            }
            ration = spent;
        }
    }

    /// Whether a search may pause, as what else is tried then is part of no proof.
    fn may_pause(&self, assumptions: &[Term]) -> bool {
        self.options.pieces && assumptions.is_empty() && !self.audit.trace.is_on()
    }

    /// Whether to take turns. What is noted for a proof is one search; and over sequences, where models nearby are looked for in one
    /// way only, most pieces would be searches of their own.
    fn has_pieces(&self, assumptions: &[Term], budget: &Budget) -> bool {
        self.may_pause(assumptions)
            && !self.terms.has_sequences()
            && self.assertions.len() - self.known.satisfied_len() >= budget.tunables().pieces.least
    }

    /// Checks after each assertion that the last model does not know.
    fn gather(&mut self, budget: &Budget) -> Result<Verdict, Interrupted> {
        let all = std::mem::take(&mut self.assertions);
        let known = self.known.satisfied_len();
        debug_assert!(known <= all.len(), "a model of assertions that are gone");
        self.assertions.extend_from_slice(&all[..known]);
        self.survived = known;
        // An answer that came too late has left its engine.
        self.live.take_if(|live| live.prefix > known);
        let mut verdict = Ok(Verdict::Sat);
        for &assertion in &all[known..] {
            self.assertions.push(assertion);
            verdict = self.answer(&[], budget, Session::start_over);
            if !matches!(verdict, Ok(Verdict::Sat)) {
                break;
            }
        }
        self.assertions = all;
        self.survived = self.assertions.len();
        verdict
    }
}
