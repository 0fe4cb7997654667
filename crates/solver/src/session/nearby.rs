//! A model near the last one.
//!
//! Problem: what a client asserts between two checks is about a few of its constants, but a search decides everything that
//! was ever asserted anew, so that n checks cost n times what the last one costs.
//!
//! So first single constants get other values, one after the other ([`moves`]): to evaluate what reads them is cheap. If that leads
//! nowhere, only the assertions that the last model violates are solved, with all that share a constant with them, or letters of one
//! ([`reads`]); every other constant is replaced by its value. If that has a model, it and the values of the others are a model of the
//! whole: assertions that were left out read nothing that changed. If not, nothing follows, for the values that were kept may be to
//! blame. Then the other constants of what was looked at may change as well, as long as that is a part of everything
//! ([`widen`]). Where no part can be told from the whole, it may still be that only the ends of strings have to change ([`grow`]).
//!
//! KLEE solves only the constraints that are connected with the question by shared variables, and tries the models it knows
//! (C. Cadar, D. Dunbar, D. Engler, *KLEE: Unassisted and Automatic Generation of High-Coverage Tests for Complex Systems
//! Programs*, OSDI 2008, 3.3). There a component is solved as a whole. In one long session everything is soon one component, but
//! a solution of it seldom has to change far from what is new. The alternative, the engine of the check before with its phases
//! (see [`crate::incremental`]), changes as little, but builds and judges the whole model each time; it comes next.

mod effects;
mod grow;
mod inverse;
mod moves;
mod readers;
mod reads;
mod splice;
mod widen;

use super::Session;
use super::pauses::Pauses;
use crate::engine::{Answer, Resources};
use crate::incremental::Incremental;
use crate::known_answers;
use crate::options::Options;
use crate::sequences::Sequences;
use crate::stats::Counter;
use base::tunables::Check;
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use readers::Readers;
use reads::{Part, Read, Reads};
use terms::eval::Evaluated;
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Term, Terms};

/// What is known about where to look.
#[derive(Debug, Default)]
pub(super) struct Nearby {
    reads: Reads,
    readers: Readers,
    /// What stands for letters that may change.
    holes: Vec<Term>,
    /// What was evaluated under the last model that a change of single constants led to.
    known: Option<(Model, Evaluated)>,
    /// What was evaluated for that before, whose room is used again.
    room: Evaluated,
    /// When each of [`WAYS`] is due.
    pauses: [Pauses; WAYS.len()],
    /// How many steps an attempt in each of [`WAYS`] may take, once some were in vain: half as many each time, but not much fewer than
    /// those took that led to a model. As long as none was, it is 0, and there is no limit. (No `Option`: compilers test both halves
    /// of it at once, which valgrind reports.)
    allowed: [u64; WAYS.len()],
    /// The steps of attempts that led to a model: of the dearest one of late. What each assertion makes a little dearer than it was for
    /// the one before outgrows any limit that is linear in their number, but still takes little more each time.
    found: [u64; WAYS.len()],
    /// The steps of a search of late, which an attempt has to compete with.
    search: u64,
    /// How many assertions and assumptions the last search was about.
    searched: u64,
    /// How many constants had values when those that nothing speaks of any more were last dropped.
    valued: usize,
}

/// Where to look.
struct Way {
    is_enabled: fn(&Options) -> bool,
    /// Whether it searches nothing: a search is over strings, but a model may be one of other sequences.
    evaluates_only: bool,
    /// How many steps a search of late must have taken: a cheaper one is made, as its models are shorter.
    worth: fn(&Check) -> u64,
    /// How many steps an attempt about so many assertions may take beyond those of a search, where of late so many led to a model.
    steps: fn(&Check, u64, u64) -> u64,
    /// How many times the steps of a search it may take besides. Changes of single constants are made at once or never, as long as no
    /// search has shown that nothing else is quick either: then there is [`Session::guess`].
    share: fn(&Check) -> u64,
    /// What counts the models found.
    counter: Counter,
    run: Run,
}

/// An attempt.
type Run = fn(&mut Session, &Question<'_>, &Budget) -> Result<Attempt, Interrupted>;

/// A fact: after attempts in vain, one may take so many times the steps of one that led to a model. What is soon found is found in a few
/// of them.
const PATIENCE: u64 = 8;

/// A fact: what is not compiled finds nothing.
const UNFIT: Run = |_, _, _| Ok(Attempt::Unfit);

/// In the order in which they are tried.
const WAYS: [Way; 3] = [
    Way {
        is_enabled: |o| o.nearby_moves,
        evaluates_only: true,
        worth: |_| 0,
        steps: |check, all, found| {
            (check.nearby_moves_steps + check.nearby_moves_share * all).max(2 * found)
        },
        share: |_| 0,
        counter: Counter::NearbyMoves,
        run: if cfg!(feature = "nearby") { Session::mend } else { UNFIT },
    },
    Way {
        is_enabled: |o| o.nearby,
        evaluates_only: false,
        worth: |_| 0,
        steps: |check, _, _| check.nearby_steps,
        share: |check| check.nearby_share,
        counter: Counter::Nearby,
        run: if cfg!(feature = "nearby") { Session::widen } else { UNFIT },
    },
    Way {
        is_enabled: |o| o.nearby_ends,
        evaluates_only: false,
        worth: |check| check.nearby_ends_worth,
        steps: |check, _, _| check.nearby_ends_steps,
        share: |check| check.nearby_share,
        counter: Counter::NearbyEnds,
        run: if cfg!(feature = "nearby") { Session::grow } else { UNFIT },
    },
];

/// What the last model leaves open.
pub(super) struct Question<'a> {
    last: &'a Model,
    /// Those of `all` that it violates.
    violated: &'a [Term],
    /// All that is asserted and assumed.
    all: &'a [Term],
}

impl Question<'_> {
    /// The value of the string `x`.
    fn word(&self, terms: &Terms, x: Term) -> &[u32] {
        let Op::Apply(fun) = terms.op(x) else { return &[] };
        self.last.get(fun).and_then(Value::as_str).map_or(&[], |word| word)
    }

    /// The value of what is read.
    fn value(&self, terms: &Terms, read: Read) -> Option<Value> {
        let Op::Apply(fun) = terms.op(read.of) else { return None };
        match (self.last.get(fun)?, read.part) {
            (Value::Str(word), Part::Letters(from, to)) => {
                word.get(from..to).map(|letters| Value::Str(letters.into()))
            }
            (value, _) => Some(value.clone()),
        }
    }
}

/// What came of looking in one way.
pub(super) enum Attempt {
    /// That way leads nowhere here, as was seen without a search.
    Unfit,
    Failed,
    Found(Model),
}

impl From<Option<Model>> for Attempt {
    fn from(found: Option<Model>) -> Attempt {
        found.map_or(Attempt::Failed, Attempt::Found)
    }
}

impl Nearby {
    /// Terms have new names.
    pub(super) fn forget(&mut self) {
        self.reads.forget();
        self.readers.forget();
        self.holes.clear();
        (self.known, self.room) = (None, Evaluated::default());
    }

    /// A search for a model of so many formulas has taken so many steps.
    pub(super) fn searched(&mut self, steps: u64, formulas: usize) {
        // A mean in which older ones count half as much each time: what is refuted at once says little of what has models.
        self.search = self.search.midpoint(steps);
        self.searched = formulas as u64;
    }

    /// How many steps a search for a model of so many formulas is likely to take: it reads all of them, so where attempts have replaced
    /// searches for long, those of late say too little of the next.
    fn next_search(&self, formulas: u64) -> u64 {
        self.search * (formulas / self.searched.max(1)).max(1)
    }
}

impl Session {
    /// A model of all that is asserted and assumed that differs little from `last`, which violates `violated`.
    pub(super) fn look_nearby(
        &mut self,
        last: &Model,
        violated: &[Term],
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Option<Model>, Interrupted> {
        debug_assert!(!violated.is_empty(), "the last model is one of the whole");
        let all: Vec<Term> = self.assertions().chain(assumptions.iter().copied()).collect();
        let question = Question { last, violated, all: &all };
        for i in 0..WAYS.len() {
            let found = self.look(i, &question, budget)?;
            if let Some(mut model) = found {
                self.drop_unused(&mut model, &all, budget)?;
                debug_assert!(self.satisfies(&model, &all), "a model near by is none of the whole");
                return Ok(Some(model));
            }
        }
        Ok(None)
    }

    /// A model of all that is asserted that is a few changes away from the last one, or else from that of default values. Unlike attempts
    /// before a search, this may take as many `steps` as what is known of the search allows.
    pub(super) fn guess(
        &mut self,
        steps: u64,
        budget: &Budget,
    ) -> Result<Option<Model>, Interrupted> {
        let way = &WAYS[0];
        if !(way.is_enabled)(&self.options) {
            return Ok(None);
        }
        let all: Vec<Term> = self.assertions().collect();
        let last = self.known.witness().cloned().unwrap_or_default();
        let newest_first: Vec<Term> = all.iter().rev().copied().collect();
        let store = (&self.terms, &mut self.languages);
        let violated = known_answers::violated(store, &last, &newest_first, budget);
        let Some(violated) = violated.filter(|violated| !violated.is_empty()) else {
            return Ok(None);
        };
        let question = Question { last: &last, violated: &violated, all: &all };
        let attempt = || (way.run)(self, &question, budget);
        let Some(Attempt::Found(model)) = budget.rationed(steps, attempt).transpose()? else {
            return Ok(None);
        };
        self.stats.add(way.counter, 1);
        debug_assert!(self.satisfies(&model, &all), "a guess is no model of the whole");
        Ok(Some(model))
    }

    /// Drops the values of constants that no assertion mentions, once there may be as many as others: each model is made from the
    /// one before, so those of scopes that are over would be kept for ever.
    fn drop_unused(
        &mut self,
        model: &mut Model,
        all: &[Term],
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        let nearby = &mut self.nearby;
        if model.constants().count() / 2 <= nearby.valued {
            return Ok(());
        }
        if let Some(used) = nearby.reads.constants(&self.terms, all, budget)? {
            let used: FxHashSet<Op> = used.into_iter().map(|x| self.terms.op(x)).collect();
            model.retain_constants(|fun| used.contains(&Op::Apply(fun)));
        }
        nearby.valued = model.constants().count();
        Ok(())
    }

    /// Looks in one way, unless that has been in vain too often.
    fn look(
        &mut self,
        i: usize,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Option<Model>, Interrupted> {
        let (way, tunables) = (&WAYS[i], &budget.tunables().check);
        let pays = (way.is_enabled)(&self.options) && self.nearby.search >= (way.worth)(tunables);
        let is_fit = way.evaluates_only || !self.terms.has_sequences();
        if !pays || !is_fit || !self.nearby.pauses[i].is_due() {
            return Ok(None);
        }
        let formulas = question.all.len() as u64;
        let most = (way.steps)(tunables, formulas, self.nearby.found[i]);
        let steps = match self.nearby.allowed[i] {
            0 => most,
            allowed => allowed.min(most),
        };
        debug_assert!(steps <= most, "an attempt may take more steps than ever");
        let before = budget.spent();
        let ration = steps + (way.share)(tunables) * self.nearby.next_search(formulas);
        let attempt = || (way.run)(self, question, budget);
        let outcome = budget.rationed(ration, attempt).transpose()?;
        let (allowed, of_late) = (&mut self.nearby.allowed[i], &mut self.nearby.found[i]);
        let found = match outcome {
            Some(Attempt::Unfit) => return Ok(None),
            Some(Attempt::Found(model)) => {
                let spent = budget.spent() - before;
                *of_late = spent.max(*of_late - *of_late / PATIENCE);
                if *allowed > 0 {
                    *allowed = (*allowed).max(PATIENCE * spent);
                }
                Some(model)
            }
            Some(Attempt::Failed) => None,
            None => {
                *allowed = (steps / 2).max(1);
                None
            }
        };
        self.nearby.pauses[i].attempted(found.is_some(), tunables.nearby_failures);
        self.stats.add(way.counter, u64::from(found.is_some()));
        Ok(found)
    }

    /// Whether `model` is one of `formulas`, as far as can be told.
    fn satisfies(&mut self, model: &Model, formulas: &[Term]) -> bool {
        let store = (&self.terms, &mut self.languages);
        known_answers::violated(store, model, formulas, &Budget::unlimited())
            .is_none_or(|v| v.is_empty())
    }

    /// `last` with the values of `free` in `found`, after what strings have begun with.
    fn changed(
        &self,
        last: &Model,
        found: &Model,
        free: impl Iterator<Item = Term>,
        begun: &FxHashMap<Term, Vec<u32>>,
    ) -> Model {
        let mut model = last.clone();
        for x in free {
            let Op::Apply(fun) = self.terms.op(x) else { continue };
            let value = found.get(fun).cloned().or(Value::default_of(self.terms.sort(x)));
            let value = match (value, begun.get(&x)) {
                (Some(Value::Str(end)), Some(begin)) => {
                    Some(Value::Str([begin, &end[..]].concat().into()))
                }
                (value, _) => value,
            };
            if let Some(value) = value {
                model.set(fun, value);
            }
        }
        model
    }

    /// A model of `formulas` with `images` in the places of constants, in which others preferably have the values of `hints`.
    fn solve_with(
        &mut self,
        images: FxHashMap<Term, Term>,
        formulas: &[Term],
        hints: &Model,
        budget: &Budget,
    ) -> Result<Option<Model>, Interrupted> {
        let Some(open) = self.open(images, formulas, budget)? else { return Ok(None) };
        let mut sequences = Sequences::default();
        let mut res = Resources { sequences: &mut sequences, ..self.resources(budget) };
        let mut live = Incremental::new(res.reborrow(), (open.len(), &open), &open)?;
        if res.options.nearby_phases && live.is_spelled() {
            live.lean_on(res.reborrow(), hints.clone())?;
        }
        Ok(match live.check(res, open, &[])? {
            Answer::Sat(found) => Some(found),
            Answer::Unsat(_) | Answer::Unknown(_) => None,
        })
    }

    /// What becomes of `formulas` without those that become true; `None` if one becomes false.
    fn open(
        &mut self,
        mut images: FxHashMap<Term, Term>,
        formulas: &[Term],
        budget: &Budget,
    ) -> Result<Option<Vec<Term>>, Interrupted> {
        let Session { terms, rewriter, options, .. } = self;
        let mut open = Vec::new();
        for &f in formulas {
            let image = terms.map_bottom_up_within(f, &mut images, budget, |_, t| t)?;
            let image = if options.rewrite {
                rewriter.rewrite_within(terms, image, budget)?
            } else {
                image
            };
            match terms.bool_value(image) {
                Some(true) => {}
                Some(false) => return Ok(None),
                None => open.push(image),
            }
        }
        Ok(Some(open))
    }

    /// `model` if it is one of `formulas`.
    fn confirmed(
        &mut self,
        model: Model,
        formulas: &[Term],
        budget: &Budget,
    ) -> Result<Option<Model>, Interrupted> {
        debug_assert!(!formulas.is_empty(), "a model of nothing");
        budget.charge(formulas.len() as u64)?;
        let violated =
            known_answers::violated((&self.terms, &mut self.languages), &model, formulas, budget);
        Ok(violated.is_some_and(|violated| violated.is_empty()).then_some(model))
    }

    /// The values of constants, if they are short.
    fn kept_values(
        &mut self,
        last: &Model,
        constants: impl Iterator<Item = Term>,
        budget: &Budget,
    ) -> Option<FxHashMap<Term, Term>> {
        let longest = budget.tunables().check.nearby_letters;
        let mut values = FxHashMap::default();
        for x in constants {
            let Op::Apply(fun) = self.terms.op(x) else { continue };
            let value = last.get(fun).cloned().or(Value::default_of(self.terms.sort(x)));
            let is_short = |value: &Value| value.as_str().is_none_or(|word| word.len() <= longest);
            let value = value.filter(is_short)?;
            values.extend(value.to_term(&mut self.terms).map(|value| (x, value)));
        }
        Some(values)
    }
}
