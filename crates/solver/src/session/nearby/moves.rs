//! A model that is a few changes of constants away from the last one, of single ones for the most part.
//!
//! Problem: what is new is most often repaired by one other value: a name for a part, a longer string, another letter. To solve a
//! part of the assertions for that sets up an engine, which costs a thousand times as much as to evaluate what reads the constant.
//!
//! So an assertion that does not hold is picked, the oldest first, single constants are proposed other values for it
//! ([`super::inverse`]), what is defined by one of them ([`super::readers`]) follows, and what reads any of that is evaluated. The
//! first one after which fewer assertions are broken is taken, or else the one that breaks the fewest, and the search goes on with
//! what is broken last. No constant gets a value that it has had. That is WalkSAT over values in place of truth values (B. Selman,
//! H. Kautz, B. Cohen, *Noise Strategies for Improving Local Search*, AAAI 1994), with the moves of propagation-based local search and
//! without noise: where it does not get on soon, the next way is better than patience.

use super::effects::{Changed, Effects};
use super::inverse::{self, Proposal};
use super::readers::{Changes, Readers};
use super::reads::Reads;
use super::{Attempt, Question};
use crate::known_answers::{evaluating, violated};
use crate::session::Session;
use crate::strings::languages::Languages;
use base::{Budget, FxHashSet, IdMap, Interrupted};
use terms::eval::{Evaluated, Evaluator};
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Term, Terms};

/// What a change comes to.
#[derive(Default)]
struct Move {
    changed: Vec<Changed>,
    /// What is evaluated, with how much it reads.
    about: Vec<(usize, Term)>,
    /// What is broken of that.
    broken: Vec<Term>,
    /// What was evaluated for that.
    known: Evaluated,
}

impl Move {
    /// Whether `f` is evaluated.
    fn is_about(&self, f: Term) -> bool {
        self.about.iter().any(|&(_, g)| g == f)
    }
}

/// What changes first; what is defined by it follows.
#[derive(Clone, Copy)]
enum Change<'a> {
    /// Constants get values.
    Values(&'a [(Term, Value)]),
    /// Constants get the values of their definitions.
    Definitions(&'a [Term]),
}

impl<'a> Change<'a> {
    fn roots(self) -> Vec<Term> {
        match self {
            Change::Values(list) => list.iter().map(|&(x, _)| x).collect(),
            Change::Definitions(list) => list.to_vec(),
        }
    }

    /// The constants that change for sure, with the values that they get if not those of their definitions.
    fn due(self) -> IdMap<Term, Option<&'a Value>> {
        let mut due = IdMap::new();
        match self {
            Change::Values(list) => list.iter().for_each(|(x, value)| {
                due.insert(*x, Some(value));
            }),
            Change::Definitions(list) => list.iter().for_each(|&x| {
                due.insert(x, None);
            }),
        }
        due
    }
}

/// What changes came to.
enum Ending {
    Model,
    /// Nothing that is proposed gets on.
    Stuck,
    /// There are no other first changes.
    Exhausted,
}

/// A model on its way, and what it violates.
struct Walk<'a> {
    terms: &'a Terms,
    languages: &'a mut Languages,
    reads: &'a mut Reads,
    readers: &'a Readers,
    budget: &'a Budget,
    model: Model,
    /// What is known of it, for proposals and attempts: what holds in the end is evaluated afresh.
    known: Evaluated,
    /// What was evaluated by what was known.
    presumed: Vec<Term>,
    /// What was known of models that were not taken: its room is used again.
    room: Evaluated,
    /// The oldest last.
    broken: Vec<Term>,
    /// Values that constants have had.
    had: FxHashSet<(Term, Value)>,
    /// How many more times an assertion may be evaluated that reads much.
    large: usize,
}

impl Session {
    /// Changes one constant after the other.
    pub(super) fn mend(
        &mut self,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Attempt, Interrupted> {
        let mut readers = std::mem::take(&mut self.nearby.readers);
        let is_fit = readers.enter(&self.terms, &mut self.nearby.reads, question.all, budget)?;
        debug_assert!(!question.violated.is_empty(), "a model is changed that violates nothing");
        let known = self.nearby.known.take().filter(|(of, _)| of.shares_constants(question.last));
        let mut walk = Walk {
            terms: &self.terms,
            languages: &mut self.languages,
            reads: &mut self.nearby.reads,
            readers: &readers,
            budget,
            model: question.last.clone(),
            presumed: Vec::new(),
            room: std::mem::take(&mut self.nearby.room),
            known: known.map(|(_, known)| known).unwrap_or_default(),
            broken: question.violated.to_vec(),
            had: FxHashSet::default(),
            large: budget.tunables().check.nearby_large,
        };
        let is_model =
            is_fit && walk.define()? && walk.run_again(question.all.len())? && walk.is_confirmed();
        let found = is_model.then_some((walk.model, walk.known));
        self.nearby.room = walk.room;
        self.nearby.readers = readers;
        self.nearby.known = found;
        let found = self.nearby.known.as_ref().map(|(model, _)| model.clone());
        Ok(if is_fit { found.into() } else { Attempt::Unfit })
    }
}

impl Walk<'_> {
    /// Gives what is defined its value where the definition is broken; whether these can be evaluated.
    fn define(&mut self) -> Result<bool, Interrupted> {
        let defined = |f: &Term| self.readers.defined_in(self.terms, *f);
        let new: Vec<Term> = self.broken.iter().filter_map(defined).collect();
        // exact: all that breaks is looked at.
        let found = self.tried(Change::Definitions(&new), usize::MAX)?;
        let is_definition = |f: &Term| self.readers.defined_in(self.terms, *f).is_some();
        self.broken.retain(|f| !is_definition(f));
        if self.readers.are_read_elsewhere(&new) {
            self.known = Evaluated::default();
        }
        Ok(found.is_some_and(|found| {
            self.take(found);
            true
        }))
    }

    /// Changes constants until nothing is broken, a few times from the beginning; whether that came to pass. Where no first change leaves
    /// fewer assertions broken, another one comes first each time: which of them the next changes can make up for shows only then.
    fn run_again(&mut self, asserted: usize) -> Result<bool, Interrupted> {
        let (model, broken) = (self.model.clone(), self.broken.clone());
        for pass in 0..=self.budget.tunables().check.nearby_again {
            if pass > 0 {
                self.model = model.clone();
                self.broken.clone_from(&broken);
                self.known = Evaluated::default();
                self.had = FxHashSet::default();
            }
            match self.run(asserted, pass)? {
                Ending::Model => return Ok(true),
                Ending::Stuck => {}
                Ending::Exhausted => break,
            }
        }
        Ok(false)
    }

    /// Changes constants until nothing is broken. So many first changes are passed over that do not leave fewer assertions broken.
    fn run(&mut self, asserted: usize, mut passed: usize) -> Result<Ending, Interrupted> {
        let most = self.budget.tunables().check.nearby_broken;
        while let Some(&f) = self.broken.last() {
            // exact: any number will do, and multiples of an odd one are spread over all.
            let turn = (self.had.len() + asserted).wrapping_mul(0x9E37_79B9) >> 8;
            let store = (self.terms, &mut *self.languages);
            let at = (&self.model, &mut self.known, self.readers);
            let mut proposals = inverse::proposals(store, at, (f, turn), self.budget)?;
            proposals.retain(|proposal| proposal.iter().any(|change| !self.had.contains(change)));
            let mut best: Option<(Proposal, Move)> = None;
            // After how many broken assertions a change is worse than another one.
            let mut worse = most + 1;
            for proposal in proposals {
                let Some(better) = self.tried(Change::Values(&proposal), worse)? else { continue };
                let left = self.left(&better);
                if passed > 0 && left >= self.broken.len() {
                    self.room = better.known;
                    passed -= 1;
                    continue;
                }
                worse = left;
                best = Some((proposal, better));
                if worse < self.broken.len() {
                    break;
                }
            }
            let Some((proposal, mut best)) = best else {
                return Ok(if passed > 0 { Ending::Exhausted } else { Ending::Stuck });
            };
            passed = 0;
            self.room = std::mem::replace(&mut self.known, std::mem::take(&mut best.known));
            for (x, _) in proposal {
                let old = value_of(self.terms, &self.model, x).cloned();
                let old = old.or_else(|| Value::default_of(self.terms.sort(x)));
                self.had.extend(old.map(|old| (x, old)));
            }
            self.take(best);
        }
        Ok(Ending::Model)
    }

    /// Whether what was presumed to hold does.
    fn is_confirmed(&mut self) -> bool {
        debug_assert!(self.broken.is_empty(), "what is broken is to be confirmed");
        let store = (self.terms, &mut *self.languages);
        self.presumed.sort_unstable();
        self.presumed.dedup();
        let violated = violated(store, &self.model, &self.presumed, self.budget);
        violated.is_some_and(|violated| violated.is_empty())
    }

    /// How many assertions are broken after a move.
    fn left(&self, made: &Move) -> usize {
        let still = self.broken.iter().filter(|f| !made.is_about(**f)).count();
        still + made.broken.len()
    }

    fn take(&mut self, made: Move) {
        debug_assert!(
            made.broken.iter().all(|f| made.is_about(*f)),
            "what is broken was not looked at"
        );
        self.broken.retain(|f| !made.is_about(*f));
        self.broken.extend(made.broken);
        for (x, value, _) in made.changed {
            let Op::Apply(fun) = self.terms.op(x) else { unreachable!("only constants change") };
            self.model.set(fun, value);
        }
    }

    /// A change of constants, and of what is defined by them; `None` if it does not leave
    /// fewer assertions broken than are `worse`, or that cannot be told, or an assertion would be evaluated that reads much, and so many
    /// were.
    fn tried(&mut self, change: Change<'_>, worse: usize) -> Result<Option<Move>, Interrupted> {
        let order = self.readers.in_order(&change.roots(), self.budget)?;
        let (store, budget) = ((self.terms, &mut *self.languages), self.budget);
        let scene = (self.terms, self.readers, &self.model);
        let Walk { terms, reads, known, broken, large, presumed, room, .. } = self;
        evaluating(store, &self.model, budget, |eval| {
            eval.reuse(std::mem::take(room));
            let Some(mut made) = follow(scene, eval, (&order, change), budget)? else {
                return Ok(None);
            };
            budget.charge(1 + made.about.len() as u64)?;
            made.about.sort_unstable();
            made.about.dedup();
            let still = broken.iter().filter(|f| !made.is_about(**f)).count();
            let room_for = worse.saturating_sub(still);
            let mut effects = Effects { terms, reads, known, large, presumed, eval, budget };
            let Some(now) = effects.broken((&made.about, &made.changed), room_for)? else {
                *room = eval.take();
                return Ok(None);
            };
            (made.broken, made.known) = (now, eval.take());
            Ok(Some(made))
        })
    }
}

/// Changes constants one after the other in `order`; `None` if one that is defined cannot be evaluated.
fn follow(
    (terms, readers, model): (&Terms, &Readers, &Model),
    eval: &mut Evaluator<'_>,
    (order, change): (&[Term], Change<'_>),
    budget: &Budget,
) -> Result<Option<Move>, Interrupted> {
    let mut made = Move::default();
    let mut due = change.due();
    debug_assert!(due.iter().all(|(x, _)| order.contains(&x)), "what changes is not followed");
    debug_assert!(
        due.iter().all(|(x, value)| value.is_none() || readers.definition(x).is_none()),
        "what is defined gets another value"
    );
    for &x in order {
        let Some(&given) = due.get(x) else { continue };
        let given = given.cloned();
        let Some(new) = given.or_else(|| eval.eval(readers.definition(x)?).ok()) else {
            return Ok(None);
        };
        let default;
        let old = match value_of(terms, model, x) {
            Some(old) => old,
            None => {
                default = Value::default_of(new.sort());
                let Some(old) = &default else { return Ok(None) };
                old
            }
        };
        if *old == new {
            continue;
        }
        if eval.assign(x, &new).is_err() {
            return Ok(None);
        }
        let (mut defined, before) = (0, made.about.len());
        let changes = Changes::between(old, &new);
        readers.about(x, &changes, &mut made.about, |y| {
            due.slot(y).get_or_insert(None);
            defined += 1;
        });
        budget.charge((defined + made.about.len() - before) as u64)?;
        made.changed.push((x, new, changes));
    }
    Ok(Some(made))
}

/// What `model` says of the constant `x`.
fn value_of<'m>(terms: &Terms, model: &'m Model, x: Term) -> Option<&'m Value> {
    let Op::Apply(fun) = terms.op(x) else { unreachable!("only constants have values") };
    model.get(fun)
}
