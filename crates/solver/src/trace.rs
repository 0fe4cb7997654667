//! What a proof of `unsat` needs to know of the search that found it.
//!
//! The search notes numbers of terms and literals and makes nothing new, so a check with a trace is the same check, but for
//! strings that are not spelled (`preprocess::spelling`). What
//! they prove is found out afterwards, for the little that a refutation needs, by whoever writes the proof.
//!
//! Without a listener nothing is noted.

use crate::theory::inference::InferenceId;
use base::FxHashMap;
use rewrite::RewriteStep;
use sat::{Lit, Log};
use terms::{Fun, Sort, Term};

/// A step of preprocessing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Rewriting made the second formula of the first.
    Rewrite(Term, Term),
    /// The formula says that the constant is equal to the term.
    Definition(Term, Fun, Term),
    /// By the definitions right before it, the second formula is the first.
    Substituted(Term, Term),
}

/// What a declared function of the solver is, where sequences are strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Image {
    /// This function.
    Function(Fun),
    /// The element of this sort at an index.
    Nth(Sort),
    /// The letter of an element of this sort.
    Letter(Sort),
    /// The element that a letter is.
    Element(Sort),
    /// The length of a vector.
    Length,
    /// Its element of this sort at an index, outside too.
    Read(Sort),
    /// A vector with another element at an index.
    Write,
    /// The vector of one element.
    Unit,
    /// The vector of no element of this sort.
    Empty(Sort),
    /// The index at which two vectors differ.
    Difference(Term, Term),
}

/// A clause before rules of structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Which inference; none for an assertion.
    pub id: Option<InferenceId>,
    /// The disjuncts; empty if it was concluded as literals.
    pub clause: Vec<Term>,
}

/// A refuted check.
#[derive(Debug, Default)]
pub struct Refutation {
    /// The assertions, then the assumptions.
    pub facts: Vec<Term>,
    /// How many of them are assumptions.
    pub assumptions: usize,
    /// What preprocessing did.
    pub steps: Vec<Step>,
    /// Where added clauses come from, by their number in the log.
    pub origins: Vec<Origin>,
    /// The clauses.
    pub log: Box<Log>,
    /// What variables of the core stand for.
    pub atoms: FxHashMap<sat::Var, Term>,
    /// The literals of the assumptions.
    pub assumed: Vec<Lit>,
    /// The rules that were applied.
    pub rewrites: Vec<RewriteStep>,
    /// What new constants stand for.
    pub meanings: FxHashMap<Term, Vec<Term>>,
    /// What functions of strings are as functions of sequences.
    pub images: FxHashMap<Fun, Image>,
}

/// The notes of a check.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    on: bool,
    notes: Refutation,
    done: Option<Refutation>,
    rewrites: Vec<RewriteStep>,
}

impl Refutation {
    /// What the search knew at its end.
    pub(crate) fn complete(
        &mut self,
        log: Box<Log>,
        assumed: &[Lit],
        atoms: FxHashMap<sat::Var, Term>,
    ) {
        (self.log, self.assumed, self.atoms) = (log, assumed.to_vec(), atoms);
    }

    /// The new constant `t` stands for what these formulas say.
    pub(crate) fn define(&mut self, t: Term, meaning: Vec<Term>) {
        self.meanings.insert(t, meaning);
    }
}

impl Trace {
    pub(crate) fn is_on(&self) -> bool {
        self.on
    }

    pub(crate) fn turn(&mut self, on: bool) {
        self.on = on;
    }

    /// A check begins.
    pub(crate) fn begin(&mut self, facts: Vec<Term>, assumptions: usize) {
        self.notes = Refutation { facts, assumptions, ..Refutation::default() };
        self.done = None;
    }

    /// Notes a step of preprocessing.
    pub(crate) fn step(&mut self, step: Step) {
        if self.on {
            self.notes.steps.push(step);
        }
    }

    /// Notes a clause; returns its number.
    pub(crate) fn note(&mut self, id: Option<InferenceId>, clause: &[Term]) -> u32 {
        if !self.on {
            return 0;
        }
        self.notes.origins.push(Origin { id, clause: clause.to_vec() });
        base::narrow::id32(self.notes.origins.len() - 1)
    }

    /// Notes what rules did, also in earlier checks, as results are remembered.
    pub(crate) fn rewritten(&mut self, steps: &[RewriteStep]) {
        if self.on {
            self.rewrites.extend_from_slice(steps);
            if let Some(done) = &mut self.done {
                done.rewrites.clone_from(&self.rewrites);
            }
        }
    }

    /// Notes what became of functions of sequences.
    pub(crate) fn imaged(&mut self, images: impl Iterator<Item = (Fun, Image)>) {
        if let Some(done) = &mut self.done {
            done.images = images.collect();
        }
    }

    /// Forgets what rules did, as the terms may be gone.
    pub(crate) fn forget(&mut self) {
        self.rewrites.clear();
        self.done = None;
    }

    /// The notes of the check that ends.
    pub(crate) fn end(&mut self) -> Refutation {
        std::mem::take(&mut self.notes)
    }

    /// The check is refuted.
    pub(crate) fn refuted(&mut self, done: Refutation) {
        self.done = Some(done);
    }

    /// The refutation, once.
    pub(crate) fn take(&mut self) -> Option<Refutation> {
        self.done.take()
    }
}
