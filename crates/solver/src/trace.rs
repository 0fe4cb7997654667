//! What a proof of `unsat` needs to know of the search that found it.
//!
//! The search notes numbers of terms and literals and makes nothing new, so a check with a trace is the same check. What
//! they prove is found out afterwards, for the little that a refutation needs, by whoever writes the proof.
//!
//! No rule of proofs speaks of codes that stand for letters, nor of words that are found by letters that parts lack, nor of decision
//! diagrams. Not to take these steps (`preprocess::spelling`, `preprocess::occurrences`, `preprocess::diagrams`) where somebody wants a
//! proof made another search of it, which may answer otherwise. So the notes end where one is taken, and who asks for the proof has a
//! refutation without them searched for, after the answer (`Session::refute_again`). It is the same where a session answers by what
//! earlier checks left: a proof tells the whole story, so only checks from scratch are noted.
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
    /// What is done at present is a check from scratch, and no step was taken that no rule of proofs speaks of.
    is_noted: bool,
    notes: Refutation,
    done: Option<Refutation>,
    /// The assertions and the assumptions of a check that was refuted without notes, and how many are assumptions.
    untold: Option<(Vec<Term>, usize)>,
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
    /// Whether somebody wants to know.
    pub(crate) fn is_on(&self) -> bool {
        cfg!(feature = "proofs") && self.on
    }

    /// Whether this check is noted.
    pub(crate) fn is_noted(&self) -> bool {
        self.is_on() && self.is_noted
    }

    pub(crate) fn turn(&mut self, on: bool) {
        self.on = on;
    }

    /// A check begins, perhaps not from scratch.
    pub(crate) fn pause(&mut self) {
        (self.done, self.untold, self.is_noted) = (None, None, false);
    }

    /// A check from scratch begins.
    pub(crate) fn begin(&mut self, facts: Vec<Term>, assumptions: usize) {
        debug_assert!(assumptions <= facts.len(), "more is assumed than there is");
        self.notes = Refutation { facts, assumptions, ..Refutation::default() };
        (self.done, self.untold, self.is_noted) = (None, None, true);
    }

    /// A step was taken that no rule of proofs speaks of.
    pub(crate) fn give_up(&mut self) {
        self.is_noted = false;
        self.notes = Refutation::default();
    }

    /// Notes a step of preprocessing.
    pub(crate) fn step(&mut self, step: Step) {
        if self.is_noted() {
            self.notes.steps.push(step);
        }
    }

    /// Notes a clause; returns its number.
    pub(crate) fn note(&mut self, id: Option<InferenceId>, clause: &[Term]) -> u32 {
        if !self.is_noted() {
            return 0;
        }
        self.notes.origins.push(Origin { id, clause: clause.to_vec() });
        base::narrow::id32(self.notes.origins.len() - 1)
    }

    /// Notes what rules did, also in earlier checks, as results are remembered.
    pub(crate) fn rewritten(&mut self, steps: &[RewriteStep]) {
        if self.is_on() {
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
        (self.done, self.untold) = (None, None);
    }

    /// The notes of the check that ends.
    pub(crate) fn end(&mut self) -> Refutation {
        std::mem::take(&mut self.notes)
    }

    /// The check is refuted.
    pub(crate) fn refuted(&mut self, done: Refutation) {
        self.done = Some(done);
    }

    /// The check of `facts`, the last of which are `assumptions`, is refuted: it stays untold unless it was noted.
    pub(crate) fn answered(&mut self, facts: impl Iterator<Item = Term>, assumptions: usize) {
        if self.is_on() && self.done.is_none() {
            let facts: Vec<Term> = facts.collect();
            debug_assert!(assumptions <= facts.len(), "more is assumed than there is");
            self.untold = Some((facts, assumptions));
        }
    }

    /// What was refuted without notes.
    pub(crate) fn untold(&self) -> Option<&[Term]> {
        self.untold.as_ref().map(|(facts, _)| &facts[..])
    }

    /// The same with the number of its assumptions, once.
    pub(crate) fn take_untold(&mut self) -> Option<(Vec<Term>, usize)> {
        self.untold.take()
    }

    /// The refutation, once.
    pub(crate) fn take(&mut self) -> Option<Refutation> {
        self.done.take()
    }
}
