//! Counters of a session: plain fields, printed under their names.

use crate::theory::inference::InferenceId;
use std::collections::BTreeMap;

/// What happened so far.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// `check-sat` commands.
    pub checks: u64,
    /// Assertions that preprocessing left, over all checks.
    pub preprocessed: u64,
    /// Checks that preprocessing alone decided.
    pub by_preprocessing: u64,
    /// Total assignments that the theories judged.
    pub final_checks: u64,
    /// Atoms that the justifications of those needed, in total.
    pub relevant_atoms: u64,
    /// Total assignments that no procedure decided.
    pub gave_up: u64,
    /// Conflicts of the SAT core.
    pub conflicts: u64,
    /// Decisions of the SAT core.
    pub decisions: u64,
    /// Steps charged to budgets.
    pub steps: u64,
    inferences: Vec<u64>,
    procedures: BTreeMap<&'static str, u64>,
}

impl Stats {
    /// Counts an inference.
    pub fn count(&mut self, id: InferenceId) {
        if self.inferences.is_empty() {
            self.inferences.resize(InferenceId::ALL.len(), 0);
        }
        self.inferences[id as usize] += 1;
    }

    /// Counts a system of word equations by the procedure that decided it.
    pub fn decided_by(&mut self, procedure: &'static str) {
        *self.procedures.entry(procedure).or_default() += 1;
    }

    /// All counters that are not zero, as printable rows.
    pub fn rows(&self) -> Vec<(String, String)> {
        let plain = [
            ("checks", self.checks),
            ("preprocessed", self.preprocessed),
            ("by-preprocessing", self.by_preprocessing),
            ("final-checks", self.final_checks),
            ("relevant-atoms", self.relevant_atoms),
            ("gave-up", self.gave_up),
            ("sat.conflicts", self.conflicts),
            ("sat.decisions", self.decisions),
            ("steps", self.steps),
        ];
        let plain = plain.into_iter().map(|(name, n)| (name.to_owned(), n));
        let inferences = InferenceId::ALL
            .iter()
            .zip(&self.inferences)
            .map(|(id, &n)| (format!("inference.{}", id.name()), n));
        let procedures = self.procedures.iter().map(|(name, &n)| (format!("words.{name}"), n));
        let rows = plain.chain(inferences).chain(procedures).filter(|&(_, n)| n > 0);
        rows.map(|(name, n)| (name, n.to_string())).collect()
    }
}
