//! From conclusions of the theories to clauses of the SAT core.

use super::Engine;
use crate::cnf::{self, ClauseSink};
use crate::theory::inference::Kind;
use base::Interrupted;
use terms::{Sort, Term};

impl Engine<'_> {
    /// Adds lemmas as long as some wait.
    pub(super) fn add_lemmas(&mut self, sink: &mut dyn ClauseSink) -> Result<(), Interrupted> {
        while !self.out.is_empty() {
            for (id, sum) in self.out.take_axioms() {
                sink.set_origin(self.res.audit.trace.note(Some(id), &[]));
                let axiom = self.add_axiom(sink, &sum)?;
                self.count(id, &[axiom]);
                self.out.count_conclusion();
            }
            for lemma in self.out.take() {
                self.res.stats.count(lemma.id);
                self.claim(lemma.id, &lemma.clause);
                sink.set_origin(self.res.audit.trace.note(Some(lemma.id), &lemma.clause));
                let is_known = lemma.kind == Kind::Decision
                    && lemma.clause.first().is_some_and(|&t| !self.registry.enter_decision(t));
                let needs_reason = lemma.needs_reason() && !is_known;
                self.add_clause(sink, lemma.clause, needs_reason)?;
            }
        }
        Ok(())
    }

    /// Adds a clause. Only rules of structure may change it: the others take for granted what lemmas state.
    pub(super) fn add_clause(
        &mut self,
        sink: &mut dyn ClauseSink,
        clause: Vec<Term>,
        needs_reason: bool,
    ) -> Result<(), Interrupted> {
        let clause: Vec<Term> = clause.into_iter().map(|t| self.structural(t)).collect();
        debug_assert!(
            clause.iter().all(|&t| self.res.terms.sort(t) == Sort::Bool),
            "a clause of what is no formula"
        );
        // As the clauses of the core are made of it: a lone conjunction that `false` stands beside has no literal of its own.
        let Some(clause) = cnf::flatten_or(self.res.terms, clause) else { return Ok(()) };
        self.out.count_conclusion();
        self.atoms.assert_clause(self.res.terms, sink, &clause, self.res.budget)?;
        if needs_reason && !self.arithmetic_only {
            self.roots.add(clause);
        }
        self.register_fresh(sink)
    }

    /// Introduces new atoms to the theories, and those that this brings: once one is assigned it would be too late.
    pub(super) fn register_fresh(&mut self, sink: &mut dyn ClauseSink) -> Result<(), Interrupted> {
        loop {
            let fresh = self.atoms.take_fresh();
            if fresh.is_empty() {
                return Ok(());
            }
            for t in fresh {
                self.res.budget.tick(1)?;
                self.register_atom(sink, t)?;
            }
        }
    }
}
