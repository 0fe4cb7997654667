//! A run of the passes of preprocessing over a conjunction: rewriting, then the first stage that finds something, and again, until
//! none does.
//!
//! Rewriting comes before each pass, as a pass sees more in simple formulas, and what it makes is simple only after
//! rewriting. To begin again with the first stage costs a look of each pass at formulas in which it finds nothing, which is
//! linear in their size; not to, what a late pass uncovers for an early one would be lost.

use super::spelling;
use crate::audit::Goal;
use crate::elimination::{Eliminated, Round};
use crate::engine::Resources;
use crate::options::{PassId, PassSet, Switch};
use crate::trace::Step;
use base::{Budget, FxHashSet, Interrupted};
use terms::{Fun, Op, Term, Terms};

/// The conjunction that is left, and how to undo what was done to it.
#[derive(Debug, Default)]
pub struct Preprocessed {
    /// What remains to be decided, all to hold together. `[false]` when refuted.
    pub formulas: Vec<Term>,
    /// Eliminated constants with their definitions, a round at a time. A definition mentions only
    /// constants that are still there after its round.
    pub eliminated: Eliminated,
    /// What the search should try first.
    pub tries: Tries,
}

/// Values that solve sums. Nothing follows from them.
#[derive(Debug, Default)]
pub struct Tries {
    /// Atoms and whether they are to hold.
    pub literals: Vec<(Term, bool)>,
    /// The formulas with comparisons that these make true.
    pub solved: Vec<Term>,
}

impl Tries {
    /// Adds literals, and replaces the formulas by those that there are now.
    pub(super) fn add(&mut self, literals: Vec<(Term, bool)>, solved: Vec<Term>) {
        self.literals.extend(literals);
        self.solved = solved;
    }
}

/// What a pass comes to.
pub(super) enum Found {
    Nothing,
    /// The formulas are others now.
    Change,
    /// The formulas are others, and it is not worth it that all is looked at again: to rewrite them costs more than it finds.
    Last,
    /// Constants are gone.
    Definitions(Round),
}

impl From<bool> for Found {
    fn from(is_changed: bool) -> Found {
        if is_changed { Found::Change } else { Found::Nothing }
    }
}

impl From<Vec<(Fun, Term)>> for Found {
    fn from(definitions: Vec<(Fun, Term)>) -> Found {
        (definitions, false).into()
    }
}

impl From<(Vec<(Fun, Term)>, bool)> for Found {
    fn from((definitions, is_changed): (Vec<(Fun, Term)>, bool)) -> Found {
        match definitions.is_empty() {
            true => is_changed.into(),
            false => Found::Definitions(Round { definitions, lengths: Vec::new() }),
        }
    }
}

impl From<Option<spelling::Definitions>> for Found {
    fn from(spelled: Option<spelling::Definitions>) -> Found {
        match spelled {
            None => Found::Nothing,
            Some(spelling::Definitions { definitions, .. }) if definitions.is_empty() => {
                Found::Change
            }
            Some(spelling::Definitions { definitions, lengths }) => {
                Found::Definitions(Round { definitions, lengths })
            }
        }
    }
}

/// When a pass looks at the formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// In each round.
    Always,
    /// In the first round that comes to it.
    Once,
    /// In the first round that comes to it, and in the first one after strings were spelled.
    Twice,
    /// In each round until strings are spelled, if they will be.
    Unspelled,
}

/// A row of the table.
pub(super) struct Pass {
    /// Its name.
    pub id: PassId,
    /// What it does, for people.
    pub about: &'static str,
    /// The option that switches it off with its kin, by name and value.
    pub switch: Switch,
    /// When it looks at the formulas.
    pub when: When,
    /// Looks at the formulas.
    pub run: Look,
}

/// What a pass does.
pub(super) type Look = fn(&mut Run<'_, '_>) -> Result<Found, Interrupted>;

/// A run of the passes over a conjunction.
pub(super) struct Run<'r, 's> {
    pub res: &'r mut Resources<'s>,
    pub formulas: Vec<Term>,
    pub tries: Tries,
    /// The passes that are still asked.
    due: PassSet,
    /// The passes that are asked again when strings are spelled.
    again: PassSet,
    as_written: &'static [Pass],
    stages: &'static [&'static [Pass]],
}

impl<'r, 's> Run<'r, 's> {
    /// A run of the passes that options ask for.
    pub fn new(
        res: &'r mut Resources<'s>,
        formulas: Vec<Term>,
        as_written: &'static [Pass],
        stages: &'static [&'static [Pass]],
    ) -> Run<'r, 's> {
        let options = res.options;
        let is_due = |p: &&Pass| {
            options.preprocess
                && (p.switch.1)(options)
                && !options.preprocess_without.contains(p.id)
        };
        let passes = as_written.iter().chain(stages.iter().copied().flatten());
        let due = passes.clone().filter(is_due).map(|p| p.id).collect();
        let again = passes.filter(|p| is_due(p) && p.when == When::Twice).map(|p| p.id).collect();
        Run { res, formulas, tries: Tries::default(), due, again, as_written, stages }
    }

    /// Runs the passes until they find nothing any more.
    pub fn finish(mut self) -> Result<Preprocessed, Interrupted> {
        let mut eliminated = Vec::new();
        self.look_as_written()?;
        for _ in 0..self.res.budget.tunables().check.preprocess_rounds {
            if self.res.options.rewrite {
                self.rewrite()?;
            }
            flatten(self.res.terms, &mut self.formulas, self.res.budget)?;
            if self.formulas.iter().any(|&f| self.res.terms.op(f) == Op::False) {
                break;
            }
            match self.look_again()? {
                Found::Nothing => break,
                Found::Change => {}
                Found::Last => {
                    flatten(self.res.terms, &mut self.formulas, self.res.budget)?;
                    break;
                }
                Found::Definitions(round) => {
                    debug_assert!(!round.definitions.is_empty(), "definitions of no constant");
                    debug_assert!(
                        [0, round.definitions.len()].contains(&round.lengths.len()),
                        "some of the strings that are spelled have no length"
                    );
                    eliminated.push(round);
                }
            }
        }
        if cfg!(debug_assertions) {
            check(self.res.terms, &eliminated);
        }
        Ok(Preprocessed { formulas: self.formulas, eliminated, tries: self.tries })
    }

    fn rewrite(&mut self) -> Result<(), Interrupted> {
        let Resources { terms, rewriter, audit, budget, .. } = &mut *self.res;
        for f in &mut self.formulas {
            let before = *f;
            *f = rewriter.rewrite_within(terms, before, budget)?;
            if *f != before {
                audit.trace.step(Step::Rewrite(before, *f));
                audit.claim("preprocess.rewrite", &[], Goal::Equal(before, *f));
            }
        }
        Ok(())
    }

    /// Looks at the formulas before they are rewritten. They are flattened only if something is found, as rewriting does it, too.
    fn look_as_written(&mut self) -> Result<(), Interrupted> {
        if self.as_written.iter().all(|pass| !self.due.contains(pass.id)) {
            return Ok(());
        }
        let given = self.formulas.clone();
        flatten(self.res.terms, &mut self.formulas, self.res.budget)?;
        let mut is_changed = false;
        for pass in self.as_written {
            is_changed |= !matches!(self.look(pass)?, Found::Nothing);
        }
        if !is_changed {
            self.formulas = given;
        }
        Ok(())
    }

    /// Whether the pass `id` is still asked.
    pub fn is_on(&self, id: PassId) -> bool {
        cfg!(feature = "scaling") && self.due.contains(id)
    }

    /// What `pass` finds now.
    fn look(&mut self, pass: &Pass) -> Result<Found, Interrupted> {
        let is_late = pass.when == When::Unspelled && !self.due.contains(PassId::Spelling);
        if !self.due.contains(pass.id) || is_late {
            return Ok(Found::Nothing);
        }
        if matches!(pass.when, When::Once | When::Twice) {
            self.due = self.due.without(pass.id);
        }
        let given = if cfg!(debug_assertions) { self.formulas.clone() } else { Vec::new() };
        let before = self.res.budget.spent();
        let found = (pass.run)(self)?;
        if pass.id == PassId::Spelling && !matches!(found, Found::Nothing) {
            self.due = self.due.and(self.again);
        }
        debug_assert!(
            !matches!(found, Found::Nothing) || self.formulas == given,
            "{}: formulas are others though nothing was found",
            pass.id.name()
        );
        let steps = self.res.budget.spent() - before;
        if cfg!(feature = "tuning") {
            let is_changed = !matches!(found, Found::Nothing);
            self.res.stats.passed(pass.id.name(), steps, is_changed);
        }
        Ok(found)
    }

    /// What the first stage finds that finds anything.
    fn look_again(&mut self) -> Result<Found, Interrupted> {
        for stage in self.stages {
            let mut found = Found::Nothing;
            for pass in *stage {
                let more = self.look(pass)?;
                debug_assert!(
                    stage.len() == 1 || matches!(more, Found::Nothing | Found::Change),
                    "{}: constants are gone of which the next pass knows nothing",
                    pass.id.name()
                );
                if !matches!(more, Found::Nothing) {
                    found = more;
                }
            }
            if !matches!(found, Found::Nothing) {
                return Ok(found);
            }
        }
        Ok(Found::Nothing)
    }
}

/// Checks that a model can be extended to the eliminated constants, the last round first.
fn check(terms: &mut Terms, eliminated: &[Round]) {
    let mut gone = FxHashSet::default();
    for round in eliminated {
        for &(fun, _) in &round.definitions {
            assert!(gone.insert(terms.constant(fun)), "a constant is eliminated twice");
        }
        let images: Vec<Term> = round.definitions.iter().map(|&(_, image)| image).collect();
        let known = terms.post_order(&images).iter().all(|t| !gone.contains(t));
        assert!(known, "a definition mentions a constant that is eliminated before it");
    }
}

/// Splits conjunctions, drops `true` and repetitions, and reduces to `[false]` when it occurs.
fn flatten(terms: &Terms, formulas: &mut Vec<Term>, budget: &Budget) -> Result<(), Interrupted> {
    let mut seen = FxHashSet::default();
    let mut flat = Vec::new();
    let mut stack: Vec<Term> = formulas.iter().rev().copied().collect();
    while let Some(f) = stack.pop() {
        budget.tick(1)?;
        match terms.op(f) {
            Op::And => stack.extend(terms.args(f).iter().rev()),
            Op::True => {}
            Op::False => {
                flat = vec![f];
                break;
            }
            _ if seen.insert(f) => flat.push(f),
            _ => {}
        }
    }
    *formulas = flat;
    Ok(())
}
