//! Going on from the check before.
//!
//! Clients that test a large form ask hundreds of questions of it, each with a few assertions more on top of
//! thousands. Setting up the thousands is then all the work, so the engine of a check is kept with its
//! clauses, theories and phases. What it holds for good is a *prefix* of the assertion stack, preprocessed as a
//! whole; the assertions above the prefix, like the assumptions of the client, are assumptions of the SAT
//! core, rewritten one by one. So a `pop` has nothing to undo, and all that is learned stays
//! true: clauses of the theories are statements about terms without context.
//!
//! The alternative, a scope of the SAT core and of each theory for each scope of the client, must forget at a
//! `pop` all terms that appeared since, although the next question is likely to bring them back.
//! The price here is that assertions above the prefix are not preprocessed together, which
//! the procedures for strings would profit from. So the prefix is the whole stack whenever what is on top is not small
//! against it, and a question that stays open is asked again that way (see [`crate::session`]).

use crate::audit::Audit;
use crate::elimination::Eliminated;
use crate::engine::{Answer, Engine, Kept, Needs, Original, Resources};
use crate::options::Options;
use crate::preprocess::{self, Tries};
use crate::sequences::Sequences;
use crate::stats::{Counter, Stats};
use crate::strings::trials::Tried;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use sat::Lit;
use std::collections::hash_map::Entry;
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

/// An engine between two checks.
#[derive(Debug)]
pub(crate) struct Incremental {
    /// How many assertions of the stack hold for good.
    pub(crate) prefix: usize,
    core: sat::Solver,
    kept: Kept,
    eliminated: Eliminated,
    tries: Tries,
    /// What becomes of assertions above the prefix.
    images: FxHashMap<Term, Term>,
    options: Options,
    /// That of the images of sequences.
    generation: u64,
    /// How many terms the prefix consists of.
    size: usize,
    /// Clauses at the beginning.
    clauses: usize,
    /// Assignments were blocked because nobody could decide them, or clauses were lost: nothing follows from that.
    blocked: bool,
    /// After how many steps a search is to pause before a final check, and at the latest.
    pause_at: Option<[u64; 2]>,
    paused: bool,
}

impl Incremental {
    /// Preprocesses `facts`, the prefix of the stack, for a check of `all`.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn new(
        mut res: Resources<'_>,
        (prefix, facts): (usize, &[Term]),
        all: &[Term],
    ) -> Result<Incremental, Interrupted> {
        debug_assert!(prefix <= all.len(), "a prefix is longer than the whole");
        debug_assert!(all.starts_with(facts), "what holds for good is not what is asserted first");
        let o = res.options;
        plan_sequences(&mut res, all)?;
        let generation = res.sequences.generation();
        let pre = preprocess::run(&mut res, facts)?;
        res.stats.add(Counter::Preprocessed, pre.formulas.len() as u64);
        let config = sat::Config {
            seed: o.seed,
            theory_branching: o.sat_theory_branching,
            case_splits: o.sat_case_splits,
            ..sat::Config::from(&res.budget.tunables().sat)
        };
        let mut core = sat::Solver::new(config);
        if res.audit.trace.is_noted() {
            core.start_log();
        }
        let size = res.terms.post_order_within(&pre.formulas, res.budget)?.len();
        let above = substituted(&mut res, &pre.eliminated, &all[prefix..])?;
        let formulas = normal_forms(&mut res, pre.formulas.iter().copied().chain(above));
        let original = Original { assertions: all.to_vec(), eliminated: pre.eliminated };
        let mut engine = Engine::new(res.reborrow(), original, &formulas)?;
        for &f in &pre.formulas {
            // Registration asks rewriting for normal forms, and goes on without them when there is no time.
            engine.res.budget.charge(1)?;
            engine.add_root(&mut core, vec![f])?;
        }
        let (kept, eliminated) = engine.suspend();
        if cfg!(feature = "scaling") && !pre.tries.literals.is_empty() {
            tell(&mut core, &kept, &pre.tries.literals, res.terms);
        }
        let clauses = kept.clauses();
        Ok(Incremental {
            prefix,
            core,
            kept,
            eliminated,
            tries: pre.tries,
            images: FxHashMap::default(),
            options: o.clone(),
            generation,
            size,
            clauses,
            blocked: false,
            pause_at: None,
            paused: false,
        })
    }

    /// What is asked from now on is not noted: a proof would tell a part of the story.
    pub(crate) fn end_log(&mut self) {
        self.core.take_log();
    }

    /// How many strings became the codes of their letters.
    pub(crate) fn spelled(&self) -> usize {
        self.eliminated.iter().map(|round| round.lengths.len()).sum()
    }

    /// Whether strings became the codes of their letters.
    pub(crate) fn is_spelled(&self) -> bool {
        cfg!(feature = "scaling") && self.spelled() > 0
    }

    /// Whether one of these strings has a length that is only bounded.
    pub(crate) fn is_spelled_to_a_bound(&self, terms: &Terms) -> bool {
        let mut lengths = self.eliminated.iter().flat_map(|round| &round.lengths);
        lengths.any(|&length| terms.int_value(length).is_none())
    }

    /// Has the search try first what holds in `last`, a model of most of what is asserted. Values that theories choose are not
    /// kept, but follow from the atoms for the most part. Where preprocessing solved sums that do not hold in `last`, its solution counts
    /// for more: a sum with one summand changed is wrong again, and to repair it takes as long as to search for it without a model.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn lean_on(
        &mut self,
        res: Resources<'_>,
        mut last: Model,
    ) -> Result<(), Interrupted> {
        for round in &self.eliminated {
            preprocess::spell(res.terms, &mut last, round);
        }
        let mut eval = Evaluator::new(res.terms, &last, res.budget);
        let holds = |&claim: &Term| matches!(eval.eval(claim), Ok(Value::Bool(true)));
        let tried = match self.tries.solved.iter().all(holds) {
            true => FxHashSet::default(),
            false => self.tried(res.terms, res.budget)?,
        };
        for (var, t) in self.kept.atoms().named().filter(|(_, t)| !tried.contains(t)) {
            res.budget.charge(1)?;
            if let Ok(Value::Bool(value)) = eval.eval(t) {
                self.core.set_phase(Lit::new(var, value));
            }
        }
        Ok(())
    }

    /// The atoms about constants that preprocessing knew values for.
    fn tried(&self, terms: &Terms, budget: &Budget) -> Result<FxHashSet<Term>, Interrupted> {
        let literals: Vec<Term> = self.tries.literals.iter().map(|&(t, _)| t).collect();
        let is_constant =
            |t: &Term| matches!(terms.op(*t), Op::Apply(_)) && terms.args(*t).is_empty();
        let known = terms.post_order_within(&literals, budget)?.into_iter().filter(is_constant);
        let mut all: FxHashSet<Term> = known.collect();
        let atoms: Vec<Term> = self.kept.atoms().named().map(|(_, t)| t).collect();
        for t in terms.post_order_within(&atoms, budget)? {
            if terms.args(t).iter().any(|a| all.contains(a)) {
                all.insert(t);
            }
        }
        Ok(all)
    }

    /// Whether `all` that is asserted and assumed may be checked here.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn is_compatible(
        &mut self,
        mut res: Resources<'_>,
        all: &[Term],
    ) -> Result<bool, Interrupted> {
        debug_assert!(self.prefix <= all.len(), "a prefix is longer than the whole");
        let above = &all[self.prefix..];
        Ok(!self.blocked
            && self.generation == res.sequences.generation()
            && res.sequences.is_planned(res.terms, all, above, res.budget)?
            && self.options == *res.options
            && share(res.terms, above, res.budget)? <= self.size
            && self.kept.clauses() <= 2 * self.clauses + res.budget.tunables().check.go_on_clauses
            && self.kept.needs.cover(self.needs_of(&mut res, above)?))
    }

    /// What the formulas need that `above` becomes, but for those that were here before.
    fn needs_of(&mut self, res: &mut Resources<'_>, above: &[Term]) -> Result<Needs, Interrupted> {
        let new: Vec<Term> =
            above.iter().copied().filter(|t| !self.images.contains_key(t)).collect();
        let images = self.images_of(res, &new)?;
        let formulas = normal_forms(res, images.into_iter());
        Needs::of(res.terms, &formulas, res.budget)
    }

    /// What becomes of `formulas`.
    fn images_of(
        &mut self,
        res: &mut Resources<'_>,
        formulas: &[Term],
    ) -> Result<Vec<Term>, Interrupted> {
        let mut images = Vec::with_capacity(formulas.len());
        for &t in formulas {
            let image = match self.images.entry(t) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    *new.insert(preprocess::substitute(res, t, &self.eliminated)?)
                }
            };
            images.push(image);
        }
        Ok(images)
    }

    /// Makes assertions part of the prefix if many have stayed above it: `above` are those that did.
    ///
    /// # Errors
    /// When the budget runs out; nothing can go on from here then.
    pub(crate) fn extend_prefix(
        &mut self,
        mut res: Resources<'_>,
        above: &[(usize, Term)],
    ) -> Result<(), Interrupted> {
        if above.len() <= res.budget.tunables().check.go_on_above {
            return Ok(());
        }
        // The older half: what came last is likely to go first.
        let (positions, older): (Vec<usize>, Vec<Term>) =
            above[..above.len() / 2].iter().copied().unzip();
        let images = self.images_of(&mut res, &older)?;
        let mut engine = self.wake(res, Vec::new());
        for (position, t) in positions.into_iter().zip(images) {
            debug_assert_eq!(position, self.prefix, "an assertion below the prefix is left out");
            engine.add_root(&mut self.core, vec![t])?;
            self.prefix = position + 1;
        }
        self.sleep(engine);
        Ok(())
    }

    /// Decides whether the prefix and `assumed` hold together; `all` is what a model must satisfy.
    ///
    /// # Errors
    /// When the budget runs out before the search; nothing can go on from here then.
    pub(crate) fn check(
        &mut self,
        mut res: Resources<'_>,
        all: Vec<Term>,
        assumed: &[Term],
    ) -> Result<Answer, Interrupted> {
        let images = self.images_of(&mut res, assumed)?;
        let is_early = self.is_spelled();
        let mut engine = self.wake(res, all);
        let mut lits: Vec<Lit> = Vec::with_capacity(assumed.len());
        for t in images {
            lits.push(engine.assume(&mut self.core, t)?);
        }
        engine
            .ending
            .pause_at(self.pause_at.map(|[at, latest]| [at, if is_early { at } else { latest }]));
        let answer = engine.solve(&mut self.core, &lits);
        self.paused = engine.ending.has_paused();
        self.blocked |= engine.ending.has_given_up() || engine.has_lost_clauses;
        self.sleep(engine);
        Ok(answer)
    }

    /// From now on a search pauses at the first final check after as many steps as come first, or at the first decision after as many
    /// as come second; where strings are spelled, which it may search for very long without a final check, at any decision after the
    /// first. The next goes on from there.
    pub(crate) fn pause_at(&mut self, steps: Option<[u64; 2]>) {
        self.pause_at = steps;
    }

    /// Whether the last search paused; its answer means nothing then.
    pub(crate) fn has_paused(&self) -> bool {
        debug_assert!(!self.paused || !self.blocked, "a search paused that lost something");
        self.paused
    }

    fn wake<'s>(&mut self, res: Resources<'s>, assertions: Vec<Term>) -> Engine<'s> {
        let eliminated = std::mem::take(&mut self.eliminated);
        let kept = std::mem::take(&mut self.kept);
        Engine::resume(res, Original { assertions, eliminated }, kept)
    }

    fn sleep(&mut self, engine: Engine<'_>) {
        (self.kept, self.eliminated) = engine.suspend();
    }
}

/// Has the search try first what preprocessing found. Of integers that are to be numbers, that decides comparisons.
fn tell(core: &mut sat::Solver, kept: &Kept, tries: &[(Term, bool)], terms: &Terms) {
    debug_assert!(tries.iter().all(|(t, _)| terms.sort(*t) == Sort::Bool), "no literals");
    let number = |&(t, holds): &(Term, bool)| {
        let (Op::Eq, true, &[a, b]) = (terms.op(t), holds, terms.args(t)) else { return None };
        let (x, n) = if terms.int_value(a).is_some() { (b, a) } else { (a, b) };
        Some((x, terms.int_value(n)?.clone()))
    };
    let numbers: FxHashMap<Term, Int> = tries.iter().filter_map(number).collect();
    let tries: FxHashMap<Term, bool> = tries.iter().copied().collect();
    let value = |t: Term| {
        let sum = rewrite::linear(terms, t);
        let mut value = sum.constant;
        for (x, factor) in &sum.terms {
            value += numbers.get(x)? * factor;
        }
        Some(value)
    };
    for (var, t) in kept.atoms().named() {
        let compared = || {
            if terms.args(t).first().is_none_or(|&a| terms.sort(a) != Sort::Int) {
                return None;
            }
            let (Op::Ge | Op::Eq, &[a, b]) = (terms.op(t), terms.args(t)) else { return None };
            let (a, b) = (value(a)?, value(b)?);
            Some(a == b || terms.op(t) == Op::Ge && a > b)
        };
        if let Some(holds) = tries.get(&t).copied().or_else(compared) {
            core.set_phase(Lit::new(var, holds));
        }
    }
}

/// Finds out what sequences the formulas are about. For that the solver is asked about single elements.
fn plan_sequences(res: &mut Resources<'_>, all: &[Term]) -> Result<(), Interrupted> {
    let Resources { terms, rewriter, sequences, languages, options, budget, .. } = res;
    let mut ask = |terms: &mut Terms, x: Term, formula: Term| {
        let (mut sequences, mut stats, mut audit) =
            (Sequences::default(), Stats::default(), Audit::default());
        let mut tried = Tried::default();
        let mut side = Resources {
            terms,
            rewriter,
            sequences: &mut sequences,
            languages,
            options,
            budget,
            tried: &mut tried,
            stats: &mut stats,
            audit: &mut audit,
        };
        let attempt = || about_element(&mut side, x, formula);
        budget.rationed(budget.tunables().check.minterm_steps, attempt)?.ok()?
    };
    sequences.plan(terms, all, budget, &mut ask)
}

/// A value of `x` for which `formula` holds.
fn about_element(
    res: &mut Resources<'_>,
    x: Term,
    formula: Term,
) -> Result<Option<Option<Value>>, Interrupted> {
    debug_assert!(res.terms.sort(formula) == Sort::Bool, "a question that is no formula");
    let mut live = Incremental::new(res.reborrow(), (1, &[formula]), &[formula])?;
    Ok(match live.check(res.reborrow(), vec![formula], &[])? {
        Answer::Sat(model) => Evaluator::new(res.terms, &model, res.budget).eval(x).ok().map(Some),
        Answer::Unsat(_) => Some(None),
        Answer::Unknown(_) => None,
    })
}

/// Of how many terms the assertions below `above` must consist for it to be small.
///
/// # Errors
/// When the budget runs out.
pub(crate) fn share(terms: &Terms, above: &[Term], budget: &Budget) -> Result<usize, Interrupted> {
    Ok(terms.post_order_within(above, budget)?.len() * budget.tunables().check.go_on_ratio)
}

fn substituted(
    res: &mut Resources<'_>,
    eliminated: &Eliminated,
    formulas: &[Term],
) -> Result<Vec<Term>, Interrupted> {
    formulas.iter().map(|&t| preprocess::substitute(res, t, eliminated)).collect()
}

/// What the engine gets to see of `formulas`.
fn normal_forms(res: &mut Resources<'_>, formulas: impl Iterator<Item = Term>) -> Vec<Term> {
    formulas.map(|t| res.rewriter.rewrite_or_keep(res.terms, t, res.budget)).collect()
}
