//! The combination of theories, as the SAT core sees it.
//!
//! Equality, arithmetic and strings talk through literals and terms only. While the SAT core is
//! assigning, congruence and simplex propagate; strings wait for the final check, which runs the
//! steps of [`steps`] in order until one of them concludes something. When all are content, a model is
//! built and judged against the original assertions before the answer is `sat`.

use crate::engine::{Engine, Resources};
use crate::lia::Checked;
use crate::relevancy::{self, Justification};
use crate::stats::Counter;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::{Incompleteness, Verdict};
use base::Interrupted;
use sat::{Context, FinalCheck, Lit, Propagator, Value};
use simplex::BoundId;
use terms::{Op, Sort, Term};

type Step<'s> = fn(&mut Engine<'s>, &mut Context<'_>) -> Result<Verdict, Interrupted>;

/// The final check, cheapest first.
fn steps<'s>() -> [Step<'s>; 6] {
    [
        Engine::check_integers,
        Engine::check_products,
        Engine::check_strings,
        // The strings may have chosen other integers.
        Engine::check_products,
        Engine::arrange,
        Engine::build_model,
    ]
}

/// A fact: reason tokens handed to the SAT core: congruence, or an arithmetic bound by its number.
const EUF_REASON: u32 = 0;

fn lia_reason(id: BoundId) -> sat::Reason {
    sat::Reason(id.0 + 1)
}

/// The clause that the premises imply `lit`.
fn implication(premises: &[Lit], lit: Lit) -> Vec<Lit> {
    premises.iter().map(|&p| !p).chain([lit]).collect()
}

pub(crate) fn value_in(cx: &Context<'_>, lit: Lit) -> Option<bool> {
    match cx.value(lit) {
        Value::True => Some(true),
        Value::False => Some(false),
        Value::Unassigned => None,
    }
}

impl Propagator for Engine<'_> {
    fn assigned(&mut self, lits: &[Lit]) {
        for &lit in lits {
            self.euf.assert(lit);
            self.lia.assert(lit);
        }
    }

    fn new_level(&mut self) {
        self.euf.push();
        self.lia.push();
    }

    fn backtrack(&mut self, levels: u32) {
        self.euf.pop(levels as usize);
        self.lia.pop(levels as usize);
    }

    fn propagate(&mut self, cx: &mut Context<'_>) {
        if let Err(why) = self.propagate_theories(cx) {
            self.ending.interrupt(why);
        }
    }

    fn pauses(&mut self) -> bool {
        self.ending.pauses_early(self.res.budget.spent())
    }

    fn final_check(&mut self, cx: &mut Context<'_>) -> FinalCheck {
        self.res.stats.add(Counter::FinalChecks, 1);
        debug_assert!(
            self.out.is_empty() || self.ending.interrupted().is_some(),
            "conclusions wait while the assignment is judged"
        );
        self.strings.forget_candidate();
        self.ending.begin_final_check();
        if self.ending.pauses(self.res.budget.spent()) {
            return FinalCheck::GiveUp;
        }
        let steps = steps();
        for step in if self.arithmetic_only { &steps[..1] } else { &steps[..] } {
            let before = self.out.total();
            let verdict = step(self, cx);
            self.check_conflicts(cx);
            let flushed = self.flush(cx);
            self.split_cases(cx);
            let verdict = flushed.and(verdict);
            debug_assert!(
                !matches!(verdict, Ok(Verdict::Consistent | Verdict::Incomplete(_)))
                    || self.out.total() == before,
                "a step concluded something without making progress"
            );
            match verdict {
                Ok(Verdict::Consistent) => {}
                Ok(Verdict::Progress) => {
                    debug_assert!(self.out.total() > before, "progress without a conclusion");
                    return FinalCheck::Progress;
                }
                Ok(Verdict::Satisfied) => return FinalCheck::Consistent,
                Ok(Verdict::Incomplete(why)) => self.ending.incomplete(why),
                Err(why) => return self.stop(why),
            }
        }
        match self.ending.incompleteness() {
            Some(why) => self.give_up(cx, why).unwrap_or_else(|why| self.stop(why)),
            None => FinalCheck::Consistent,
        }
    }

    fn explain(&mut self, lit: Lit, reason: sat::Reason, out: &mut Vec<Lit>) {
        match reason.0 {
            EUF_REASON => {
                let premises = self.euf.explain(lit);
                debug_assert!(!premises.contains(&lit), "a literal explains itself");
                self.claim_lits(InferenceId::EufConflict, &implication(&premises, lit));
                out.extend(premises);
            }
            bound => {
                let premises = self.lia.explain(BoundId(bound - 1));
                debug_assert!(!premises.contains(&lit), "a literal explains itself");
                self.count(InferenceId::LiaPropagate, &implication(&premises, lit));
                out.extend(premises);
            }
        }
    }
}

impl Engine<'_> {
    fn propagate_theories(&mut self, cx: &mut Context<'_>) -> Result<(), Interrupted> {
        for conflict in self.lia.take_conflicts() {
            self.raise(cx, InferenceId::LiaConflict, &conflict);
        }
        let value = |lit| value_in(cx, lit);
        let Resources { terms, languages, budget, .. } = &mut self.res;
        let euf = self.euf.propagate(terms, languages, &value, budget)?;
        if let Some((id, conflict)) = euf.conflict {
            self.raise(cx, id, &conflict);
            return Ok(());
        }
        for lit in euf.implied {
            cx.propagate(lit, sat::Reason(EUF_REASON));
        }
        for (a, b) in euf.merges {
            if !self.is_made_of_integers(a) && !self.is_made_of_integers(b) {
                self.tell_equality(a, b);
            }
        }
        for t in self.lia.equalities.take_asserted() {
            self.define_equality(t);
        }
        self.flush(cx)?;
        let value = |lit| value_in(cx, lit);
        let lia = self.lia.propagate(&value, self.res.budget)?;
        if let Some(conflict) = lia.conflict {
            self.raise(cx, InferenceId::LiaConflict, &conflict);
        }
        for (lit, id) in lia.implied {
            if !cx.propagate(lit, lia_reason(id)) {
                break;
            }
        }
        Ok(())
    }

    /// Checks that the premises of the conflicts among the conclusions are true, in debug builds.
    fn check_conflicts(&self, cx: &Context<'_>) {
        if cfg!(debug_assertions) {
            for (id, negated) in self.out.premises() {
                let value = self.atoms.lit(self.res.terms, negated).and_then(|l| value_in(cx, l));
                assert!(value == Some(false), "{id:?}: a premise that is not true");
            }
        }
    }

    /// Adds the clause that these literals contradict each other.
    fn raise(&mut self, cx: &mut Context<'_>, id: InferenceId, lits: &[Lit]) {
        debug_assert!(lits.iter().all(|&l| value_in(cx, l) == Some(true)), "{id:?}: untrue");
        self.out.count_conclusion();
        let clause: Vec<Lit> = lits.iter().map(|&l| !l).collect();
        self.count(id, &clause);
        let origin = self.res.audit.trace.note(Some(id), &[]);
        cx.set_origin(origin);
        cx.add_clause(&clause, true);
    }

    /// Whether `t` is a sum of integers or a choice between them. Its value follows from theirs in arithmetic, too: a sum is no column,
    /// and of a choice clauses say that it equals what it chooses, which arithmetic hears of when the condition has a value. What
    /// congruence knows of a link in a chain of choices rests on all links before it, so to tell it takes the square of the length,
    /// and arithmetic gets a row for each.
    fn is_made_of_integers(&self, t: Term) -> bool {
        let terms = &*self.res.terms;
        let is_scaled = || terms.args(t).iter().any(|&a| terms.int_value(a).is_some());
        match terms.sort(t) {
            Sort::Int if terms.op(t) == Op::Mul => is_scaled(),
            Sort::Int => matches!(terms.op(t), Op::Ite | Op::Add | Op::Sub | Op::Neg),
            _ => false,
        }
    }

    /// Concludes `a = b`, which congruence found; returns whether that is news.
    pub(super) fn tell_equality(&mut self, a: Term, b: Term) -> bool {
        debug_assert!(a != b, "an equality of a term with itself is concluded");
        let lits = self.euf.explain_equal(a, b);
        let term = |&lit: &Lit| self.atoms.term(self.res.terms, lit);
        let premises: Vec<Term> = lits.iter().filter_map(term).collect();
        debug_assert_eq!(premises.len(), lits.len(), "a premise is no formula");
        let same = self.res.terms.eq(a, b);
        let is_news = !premises.contains(&same);
        if is_news {
            self.out.lemma(self.res.terms, InferenceId::EufArrange, &premises, same);
        }
        is_news
    }

    fn check_integers(&mut self, cx: &mut Context<'_>) -> Result<Verdict, Interrupted> {
        if self.lia.is_idle() {
            return Ok(Verdict::Consistent);
        }
        match self.lia.check_int(self.res.terms, self.res.budget)? {
            Checked::Feasible => self.check_disequalities(cx),
            Checked::Conflict(lits) => {
                self.raise(cx, InferenceId::LiaConflict, &lits);
                Ok(Verdict::Progress)
            }
            Checked::Branch { above, first } => {
                self.out.decide(self.res.terms, InferenceId::LiaBranch, above);
                self.out.try_first(first);
                Ok(Verdict::Progress)
            }
        }
    }

    /// Defines the equalities that are false, but hold in the solution and any that is near.
    fn check_disequalities(&mut self, cx: &Context<'_>) -> Result<Verdict, Interrupted> {
        let value = |lit| value_in(cx, lit);
        if cfg!(feature = "scaling") {
            self.lia.separate(&value, self.res.budget)?;
        }
        let wrong = self.lia.take_wrong_equalities(&value);
        let found = !wrong.is_empty();
        wrong.into_iter().for_each(|t| self.define_equality(t));
        Ok(if found { Verdict::Progress } else { Verdict::Consistent })
    }

    fn check_strings(&mut self, cx: &mut Context<'_>) -> Result<Verdict, Interrupted> {
        let facts = self.relevant(cx)?;
        self.res.stats.add(Counter::RelevantAtoms, facts.atoms.len() as u64);
        let verdict = crate::strings::strategy::final_check(self, &facts.atoms, cx);
        for size in self.out.take_conflict_sizes() {
            self.res.stats.conflict(size, facts.atoms.len());
        }
        verdict
    }

    /// Tells the core which atoms exclude each other, and which it should decide first.
    fn split_cases(&mut self, cx: &mut Context<'_>) {
        for cases in self.out.take_splits() {
            let lit = |t: Term| self.atoms.lit(self.res.terms, t);
            let cases: Vec<(Lit, f64)> =
                cases.into_iter().filter_map(|(t, weight)| Some((lit(t)?, weight))).collect();
            let lits: Vec<Lit> = cases.iter().map(|c| c.0).collect();
            cx.split(&lits);
            cases.into_iter().for_each(|(lit, weight)| cx.prefer(lit, weight));
        }
        for t in self.out.take_tries() {
            if let Some(lit) = self.atoms.lit(self.res.terms, t) {
                cx.set_phase(lit);
            }
        }
    }

    /// The atoms that the present assignment needs.
    fn relevant(&self, cx: &Context<'_>) -> Result<Justification, Interrupted> {
        let value = |lit| value_in(cx, lit);
        if !self.res.options.sat_relevancy {
            return Ok(relevancy::all_atoms(&self.atoms, &value));
        }
        let budget = self.res.budget;
        relevancy::justify(self.res.terms, &self.atoms, self.all_roots(), &value, budget)
    }

    /// Blocks the present assignment, which nobody could decide, and looks for another one.
    fn give_up(
        &mut self,
        cx: &mut Context<'_>,
        why: Incompleteness,
    ) -> Result<FinalCheck, Interrupted> {
        if self.ending.give_up(why) > self.res.budget.tunables().check.given_up {
            return Ok(FinalCheck::GiveUp);
        }
        let facts = self.relevant(cx)?;
        let blocked: Vec<Lit> = facts
            .atoms
            .iter()
            .filter_map(|&(t, b)| self.atoms.lit(self.res.terms, t).map(|l| if b { !l } else { l }))
            .collect();
        self.res.stats.add(Counter::GaveUp, 1);
        cx.add_clause(&blocked, false);
        Ok(FinalCheck::Progress)
    }

    /// The query is over.
    fn stop(&mut self, why: Interrupted) -> FinalCheck {
        self.ending.interrupt(why);
        FinalCheck::GiveUp
    }
}
