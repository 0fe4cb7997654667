//! The audit: every conclusion as a statement that another solver can be asked about.
//!
//! A wrong `unsat` rests on a clause, a rewrite or a preprocessing step that does not hold. Each of these is a
//! statement about terms, true in every model, so its negation is a query that must be unsatisfiable. They
//! are collected during a check and handed to a [`Sink`] at its end: building their terms earlier would
//! give the terms of the search other numbers, and an audited check would not be the check that is audited.
//!
//! Variables that a theory introduces have a meaning of their own. It goes along as a premise, see
//! [`crate::strings`]; what has none, like the integers of the word procedures, is free.
//!
//! Without a sink nothing is collected.

use crate::engine::Engine;
use crate::strings::extended::extension::Extension;
use crate::theory::inference::InferenceId;
use crate::trace::{Refutation, Trace};
use base::{FxHashMap, FxHashSet};
use rewrite::ToTerm;
use sat::Lit;
use std::borrow::Cow;
use std::fmt;
use terms::{Op, Sort, Term, Terms};

/// A fact: claims of one name in a session; later ones are not kept.
const MAX_CLAIMS: u32 = 300;

/// What holds in every model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// One of these formulas.
    OneOf(Vec<Term>),
    /// These terms are equal.
    Equal(Term, Term),
}

/// A statement with the name of the step that relies on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// An inference by its name, `rewrite.` and a rule, or `preprocess.` and a pass.
    pub name: Cow<'static, str>,
    /// Definitions, under which it holds.
    pub given: Vec<Term>,
    /// What holds.
    pub goal: Goal,
}

impl Claim {
    /// All terms of the claim.
    pub fn roots(&self) -> Vec<Term> {
        let mut roots = self.given.clone();
        match &self.goal {
            Goal::OneOf(clause) => roots.extend(clause),
            &Goal::Equal(a, b) => roots.extend([a, b]),
        }
        roots
    }

    /// Writes the definitions of derived functions in place of them, as other solvers do not know these.
    fn expand(&mut self, terms: &mut Terms) {
        let mut memo = FxHashMap::default();
        let mut expanded = |t: &mut Term| *t = terms.expanded(*t, &mut memo);
        self.given.iter_mut().for_each(&mut expanded);
        match &mut self.goal {
            Goal::OneOf(clause) => clause.iter_mut().for_each(&mut expanded),
            Goal::Equal(a, b) => [a, b].into_iter().for_each(&mut expanded),
        }
    }
}

/// Where claims go.
pub type Sink = Box<dyn FnMut(&Terms, &Claim) + Send>;

/// The claims of a check.
#[derive(Default)]
pub struct Audit {
    sink: Option<Sink>,
    waiting: Vec<Claim>,
    made: FxHashMap<Cow<'static, str>, u32>,
    /// What a proof needs to know.
    pub(crate) trace: Trace,
}

impl fmt::Debug for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Audit").field("waiting", &self.waiting).finish_non_exhaustive()
    }
}

impl Audit {
    /// An audit that hands what it collects to `sink`.
    pub fn new(sink: Sink) -> Audit {
        Audit { sink: Some(sink), ..Audit::default() }
    }

    /// Whether anybody wants to know.
    pub fn is_on(&self) -> bool {
        cfg!(feature = "audit") && self.sink.is_some()
    }

    /// Keeps a claim, if anybody wants to know.
    pub fn claim(&mut self, name: impl Into<Cow<'static, str>>, given: &[Term], goal: Goal) {
        if !self.is_on() {
            return;
        }
        let name = name.into();
        let made = self.made.entry(name.clone()).or_default();
        *made += 1;
        if *made <= MAX_CLAIMS {
            self.waiting.push(Claim { name, given: given.to_vec(), goal });
        }
    }

    /// Keeps a claim of a step that proofs have no rule for.
    pub fn conclude(&mut self, name: &'static str, given: &[Term], goal: Goal) {
        self.trace.give_up();
        self.claim(name, given, goal);
    }

    /// The same of formulas that are others now, before and after, as `given` says. Whether there are any.
    pub fn replaced(&mut self, name: &'static str, given: &[Term], all: &[(Term, Term)]) -> bool {
        for &(before, after) in all {
            self.conclude(name, given, Goal::Equal(before, after));
        }
        !all.is_empty()
    }

    /// Adds what the variables of `extension` stand for to the claims that mention them.
    fn define(&mut self, terms: &mut Terms, extension: &Extension) {
        for claim in &mut self.waiting {
            let mut seen: FxHashSet<Term> = FxHashSet::default();
            let mut new = claim.roots();
            while !new.is_empty() {
                let known = seen.clone();
                let used = terms.post_order_unless(&new, |t| known.contains(&t));
                seen.extend(&used);
                new = used.into_iter().flat_map(|t| extension.meaning(terms, t)).collect();
                claim.given.extend(&new);
            }
            claim.expand(terms);
        }
    }

    /// Hands over the claims.
    pub(crate) fn close(&mut self, terms: &Terms) {
        let Some(sink) = self.sink.as_mut().filter(|_| cfg!(feature = "audit")) else { return };
        for claim in self.waiting.drain(..) {
            sink(terms, &claim);
        }
    }
}

impl Engine<'_> {
    /// Claims a clause of terms.
    pub(crate) fn claim(&mut self, id: InferenceId, clause: &[Term]) {
        debug_assert!(
            clause.iter().all(|&t| self.res.terms.sort(t) == Sort::Bool),
            "{}: what is no formula is claimed",
            id.name()
        );
        if self.res.audit.is_on() {
            self.res.audit.claim(id.name(), &[], Goal::OneOf(clause.to_vec()));
        }
    }

    /// Claims a clause of literals. Axioms have a literal and no atom.
    pub(crate) fn claim_lits(&mut self, id: InferenceId, clause: &[Lit]) {
        if !self.res.audit.is_on() {
            return;
        }
        let mut terms = Vec::new();
        for &lit in clause {
            let term = match (self.atoms.term(self.res.terms, lit), self.registry.bound(lit.var()))
            {
                (Some(t), _) => t,
                (None, Some(t)) if lit.is_positive() => t,
                (None, Some(t)) => self.res.terms.not(t),
                (None, None) => return,
            };
            terms.push(term);
        }
        self.claim(id, &terms);
    }

    /// The end of a check: the variables that the claims mention are defined.
    pub(crate) fn define_claims(&mut self) {
        if self.res.audit.is_on() {
            self.res.audit.define(self.res.terms, &self.strings.extension);
        }
    }

    /// The check is refuted: what literals and new constants mean is added to the notes.
    pub(crate) fn finish_trace(&mut self, core: &mut sat::Solver, assumed: &[Lit]) {
        if !self.res.audit.trace.is_noted() {
            return;
        }
        let Some(log) = core.take_log() else { return };
        let mut done = self.res.audit.trace.end();
        let mut atoms: FxHashMap<sat::Var, Term> = self.atoms.named().collect();
        for (var, sum) in self.registry.sums() {
            let (sum, zero) = (sum.to_term(self.res.terms), self.res.terms.int(0));
            atoms.insert(var, self.res.terms.mk(Op::Ge, &[sum, zero]));
        }
        done.complete(log, assumed, atoms);
        self.define_constants(&mut done);
        self.res.audit.trace.refuted(done);
    }

    /// The meanings of the new constants in the clauses, and of those in the meanings.
    fn define_constants(&mut self, done: &mut Refutation) {
        let mut new: Vec<Term> = done.atoms.values().copied().collect();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        while !new.is_empty() {
            let found = self.res.terms.post_order_unless(&new, |t| seen.contains(&t));
            seen.extend(&found);
            new.clear();
            for t in found {
                let meaning = self.strings.extension.meaning(self.res.terms, t);
                if !meaning.is_empty() {
                    new.extend(&meaning);
                    done.define(t, meaning);
                }
            }
        }
    }
}
