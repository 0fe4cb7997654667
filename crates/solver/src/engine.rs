//! One check: the formula, the theories and what ties them together.
//!
//! An engine lives for one `check-sat`. It owns the theories and the table of atoms and borrows
//! what the session owns: terms, the rewriter's memo, the regex store. The SAT core drives it as a
//! [`sat::Propagator`] (see [`crate::theory::combine`]). What it leaves behind is [`Kept`], from which
//! another engine can go on (see [`crate::incremental`]).

mod clauses;
mod needs;

pub(crate) use needs::Needs;

use crate::audit::Audit;
use crate::blaster::Blaster;
use crate::cnf::{Atoms, ClauseSink};
use crate::elimination::Eliminated;
use crate::euf::{Eager, Euf};
use crate::lia::Lia;
use crate::options::Options;
use crate::registry::{Registry, Roots};
use crate::sequences::Sequences;
use crate::session::verdict::Reason;
use crate::stats::{Counter, Stats};
use crate::strings::languages::Languages;
use crate::strings::state::Strings;
use crate::strings::trials::Tried;
use crate::theory::ending::Ending;
use crate::theory::inference::{InferenceId, Inferences};
use base::{Budget, Int, Interrupted};
use rewrite::{Rewriter, ToTerm};
use sat::{Lit, SolveResult, Unknown};
use terms::model::Model;
use terms::{Sort, Term, Terms};

/// What a check borrows from its session.
pub struct Resources<'s> {
    /// All terms.
    pub terms: &'s mut Terms,
    /// The rewriter with its memo.
    pub rewriter: &'s mut Rewriter,
    /// The images of sequences other than strings.
    pub sequences: &'s mut Sequences,
    /// Regular languages and what was learned about them.
    pub languages: &'s mut Languages,
    /// Options in force.
    pub options: &'s Options,
    /// The limits of this check.
    pub budget: &'s Budget,
    /// What trials of small words came to in earlier checks.
    pub tried: &'s mut Tried,
    /// Counters.
    pub stats: &'s mut Stats,
    /// Where conclusions are reported.
    pub audit: &'s mut Audit,
}

impl Resources<'_> {
    /// The same, for a shorter time.
    pub(crate) fn reborrow(&mut self) -> Resources<'_> {
        Resources {
            terms: self.terms,
            rewriter: self.rewriter,
            sequences: self.sequences,
            languages: self.languages,
            options: self.options,
            budget: self.budget,
            tried: self.tried,
            stats: self.stats,
            audit: self.audit,
        }
    }
}

/// What `work` comes to with these terms and this budget, and resources that nothing else has used.
#[cfg(test)]
pub(crate) fn with_resources<T>(
    terms: &mut Terms,
    budget: &Budget,
    work: impl FnOnce(&mut Resources<'_>) -> T,
) -> T {
    work(&mut Resources {
        terms,
        rewriter: &mut Rewriter::default(),
        sequences: &mut Sequences::default(),
        languages: &mut Languages::default(),
        options: &Options::default(),
        budget,
        tried: &mut Tried::default(),
        stats: &mut Stats::default(),
        audit: &mut Audit::default(),
    })
}

/// The original problem, for the judge.
#[derive(Debug, Default)]
pub struct Original {
    /// What a model must satisfy.
    pub assertions: Vec<Term>,
    /// Constants eliminated before the engine saw the formula; see [`crate::preprocess`].
    pub eliminated: Eliminated,
}

/// The outcome of a check.
#[derive(Debug)]
pub enum Answer {
    /// With a model that the judge accepted.
    Sat(Model),
    /// With the positions of assumptions that cannot hold together.
    Unsat(Vec<usize>),
    /// Not decided.
    Unknown(Reason),
}

/// What outlives a check, so that the next one can go on from there: the theories with all that is registered,
/// and the clauses that hold for good.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    atoms: Atoms,
    roots: Roots,
    euf: Euf,
    lia: Lia,
    blaster: Blaster,
    strings: Strings,
    registry: Registry,
    pub(crate) needs: Needs,
}

impl Kept {
    /// The atoms that have literals.
    pub(crate) fn atoms(&self) -> &Atoms {
        &self.atoms
    }

    /// How many clauses relevancy starts from.
    pub(crate) fn clauses(&self) -> usize {
        self.roots.len()
    }
}

/// What an inner engine needs of its own.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub stats: Stats,
    pub tried: Tried,
    pub languages: Languages,
    pub sequences: Sequences,
}

/// The state of one check.
pub struct Engine<'s> {
    pub(crate) res: Resources<'s>,
    pub(crate) original: Original,
    pub(crate) atoms: Atoms,
    pub(crate) roots: Roots,
    pub(crate) euf: Euf,
    pub(crate) lia: Lia,
    pub(crate) blaster: Blaster,
    pub(crate) strings: Strings,
    pub(crate) out: Inferences,
    pub(crate) registry: Registry,
    /// What the input asks of the theories.
    pub(crate) needs: Needs,
    /// Nothing but arithmetic is asked, and nobody wants a model: an integer solution will do.
    pub(crate) arithmetic_only: bool,
    pub(crate) ending: Ending,
    /// Lent to the engines that answer for arithmetic alone.
    pub(crate) scratch: Scratch,
    /// The budget ran out while clauses were added: those that were waiting are gone.
    pub(crate) has_lost_clauses: bool,
}

impl<'s> Engine<'s> {
    /// An engine that has no formulas yet, but is going to have `formulas`, in normal form: what the theories are asked
    /// follows from them, not from `original`, where rewriting may have made lengths of a membership, or done away with them.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn new(
        res: Resources<'s>,
        original: Original,
        formulas: &[Term],
    ) -> Result<Engine<'s>, Interrupted> {
        let needs = Needs::of(res.terms, formulas, res.budget)?;
        let eager = Eager {
            evaluation: needs.merging && res.options.strings_eval_congruence,
            properties: needs.merging && res.options.strings_eager_properties,
        };
        let kept = Kept { needs, euf: Euf::new(eager), ..Kept::default() };
        Ok(Engine::resume(res, original, kept))
    }

    /// An engine without formulas that is asked about arithmetic alone.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn of_arithmetic(res: Resources<'s>) -> Result<Engine<'s>, Interrupted> {
        let mut engine = Engine::new(res, Original::default(), &[])?;
        engine.arithmetic_only = true;
        engine.needs = Needs::of_arithmetic();
        Ok(engine)
    }

    /// Another question of arithmetic: the one before this may have been given up on the way.
    pub(crate) fn begin_question(&mut self) {
        debug_assert!(self.arithmetic_only, "questions are asked of a whole check");
        self.ending.resume();
        self.lia.end_check();
    }

    /// An engine that goes on from an earlier check.
    pub(crate) fn resume(res: Resources<'s>, original: Original, kept: Kept) -> Engine<'s> {
        Engine {
            res,
            original,
            atoms: kept.atoms,
            roots: kept.roots,
            euf: kept.euf,
            lia: kept.lia,
            blaster: kept.blaster,
            strings: kept.strings,
            out: Inferences::default(),
            registry: kept.registry,
            needs: kept.needs,
            arithmetic_only: false,
            ending: Ending::default(),
            scratch: Scratch::default(),
            has_lost_clauses: false,
        }
    }

    /// Forgets all formulas.
    pub(crate) fn forget(&mut self) {
        debug_assert!(self.arithmetic_only, "only an engine for arithmetic forgets its formulas");
        let Kept { atoms, roots, euf, lia, blaster, strings, registry, .. } = Kept::default();
        (self.atoms, self.roots, self.euf, self.lia) = (atoms, roots, euf, lia);
        (self.strings, self.registry, self.out) = (strings, registry, Inferences::default());
        self.blaster = blaster;
        self.has_lost_clauses = false;
    }

    /// What the next check may go on from, with the eliminations that belong to it.
    pub(crate) fn suspend(mut self) -> (Kept, Eliminated) {
        debug_assert!(
            self.out.is_empty() || self.has_lost_clauses || self.ending.interrupted().is_some(),
            "conclusions wait at the end of a check"
        );
        self.roots.end_check();
        self.lia.end_check();
        let kept = Kept {
            atoms: self.atoms,
            roots: self.roots,
            euf: self.euf,
            lia: self.lia,
            blaster: self.blaster,
            strings: self.strings,
            registry: self.registry,
            needs: self.needs,
        };
        (kept, self.original.eliminated)
    }

    /// Decides whether the clauses and the assumptions `lits` hold together.
    pub(crate) fn solve(&mut self, core: &mut sat::Solver, lits: &[Lit]) -> Answer {
        let budget = self.res.budget;
        let before = *core.stats();
        let result = core.solve(lits, self, budget);
        self.define_claims();
        self.res.stats.add(
            Counter::Conflicts,
            core.stats()[sat::Counter::Conflicts] - before[sat::Counter::Conflicts],
        );
        self.res.stats.add(
            Counter::Decisions,
            core.stats()[sat::Counter::Decisions] - before[sat::Counter::Decisions],
        );
        if result == SolveResult::Unsat && !self.arithmetic_only {
            self.finish_trace(core, lits);
        }
        self.answer(result, lits, core.failed_assumptions())
    }

    /// Adds a clause of formulas and everything its new atoms entail.
    ///
    /// # Errors
    /// When the budget runs out; the engine is of no use then. So it is with all that adds clauses.
    pub fn add_root(
        &mut self,
        sink: &mut dyn ClauseSink,
        clause: Vec<Term>,
    ) -> Result<(), Interrupted> {
        sink.set_origin(self.res.audit.trace.note(None, &clause));
        let clause = clause.into_iter().map(|t| self.normal(t)).collect();
        self.add_clause(sink, clause, true)?;
        self.flush(sink)
    }

    /// Clauses that must hold in this check.
    pub(crate) fn all_roots(&self) -> impl Iterator<Item = &[Term]> + Clone {
        self.roots.all()
    }

    /// The literal of an assumption.
    pub(crate) fn assume(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
    ) -> Result<Lit, Interrupted> {
        let t = self.normal(t);
        let t = self.structural(t);
        self.roots.assume(t);
        self.literal(sink, t)
    }

    /// The literal of `t` as it is: what another engine made of a formula must keep the integers that it speaks of, and
    /// rewriting would find `g(0)` and `(ite c i g(0))` equal without comparing them.
    pub(crate) fn literal(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
    ) -> Result<Lit, Interrupted> {
        let lit = self.atoms.encode(self.res.terms, sink, t, self.res.budget)?;
        self.register_fresh(sink)?;
        self.flush(sink)?;
        Ok(lit)
    }

    fn answer(&mut self, result: SolveResult, assumed: &[Lit], failed: &[Lit]) -> Answer {
        debug_assert!(
            failed.iter().all(|lit| assumed.contains(lit)),
            "a literal failed that was not assumed"
        );
        let incomplete = || Reason::Incomplete("no procedure applies".to_owned());
        match result {
            SolveResult::Sat => {
                let model = self.ending.take_model();
                debug_assert!(model.is_some(), "sat without a model that the judge accepted");
                match model {
                    Some(model) => Answer::Sat(model),
                    None => Answer::Unknown(self.ending.take_reason().unwrap_or_else(incomplete)),
                }
            }
            SolveResult::Unsat => match self.ending.take_reason() {
                None => {
                    let position = |lit| assumed.iter().position(|l| l == lit);
                    Answer::Unsat(failed.iter().filter_map(position).collect())
                }
                Some(why) => Answer::Unknown(why),
            },
            SolveResult::Unknown(Unknown::Interrupted(why)) => Answer::Unknown(why.into()),
            SolveResult::Unknown(_) => Answer::Unknown(match self.ending.interrupted() {
                Some(why) => why.into(),
                None => self.ending.take_reason().unwrap_or_else(incomplete),
            }),
        }
    }

    /// Adds all waiting lemmas, and those that their new atoms bring.
    pub(crate) fn flush(&mut self, sink: &mut dyn ClauseSink) -> Result<(), Interrupted> {
        let result = self.add_lemmas(sink);
        self.has_lost_clauses |= result.is_err();
        result
    }

    /// The value of a linear term in the candidate model: what the string procedures fixed, else
    /// the last integer solution.
    pub(crate) fn integer(&self, t: Term) -> Option<Int> {
        debug_assert!(self.res.terms.sort(t) == Sort::Int, "the integer of what is none");
        let sum = rewrite::linear(self.res.terms, t);
        let mut value = sum.constant.clone();
        for (leaf, c) in &sum.terms {
            let n = match self.strings.integer(*leaf) {
                Some(n) => n.clone(),
                None => self.lia.value(self.res.terms, *leaf)?,
            };
            value += n * c;
        }
        Some(value)
    }

    /// The normal form of `t`.
    pub(crate) fn normal(&mut self, t: Term) -> Term {
        let normal = self.res.rewriter.rewrite_or_keep(self.res.terms, t, self.res.budget);
        debug_assert!(
            self.res.terms.sort(normal) == self.res.terms.sort(t),
            "rewriting changes a sort"
        );
        normal
    }

    /// The form of `t` that only rules of structure give.
    pub(crate) fn structural(&mut self, t: Term) -> Term {
        let form = self.res.rewriter.structural(self.res.terms, t, self.res.budget);
        debug_assert!(
            self.res.terms.sort(form) == self.res.terms.sort(t),
            "rules of structure change a sort"
        );
        form
    }

    /// The length of a string as a sum over the lengths of what it is made of. What rewriting knows beyond that is told to
    /// arithmetic when the string appears.
    pub(crate) fn length_of(&mut self, s: Term) -> Term {
        debug_assert!(self.res.terms.sort(s) == Sort::String, "the length of what is no string");
        rewrite::entail::length(self.res.terms, s).to_term(self.res.terms)
    }

    /// Counts a clause of literals that a theory concluded without going through terms.
    pub(crate) fn count(&mut self, id: InferenceId, clause: &[Lit]) {
        self.res.stats.count(id);
        self.claim_lits(id, clause);
    }
}
