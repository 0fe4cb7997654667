//! Counters of a session, printed under their names.

use crate::theory::inference::InferenceId;
use crate::theory::verdict::Verdict;
use std::collections::BTreeMap;

/// What is counted as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// `check-sat` commands.
    Checks,
    /// Checks that an earlier answer decided.
    Recalled,
    /// Checks that changes of single constants answered.
    NearbyMoves,
    /// Checks that a model near the one before decided.
    Nearby,
    /// Checks that a model decided whose strings begin like those of the one before.
    NearbyEnds,
    /// Checks that went on from an earlier one.
    Continued,
    /// Assertions that preprocessing left, over all checks.
    Preprocessed,
    /// Total assignments that the theories judged.
    FinalChecks,
    /// Atoms that the justifications of those needed, in total.
    RelevantAtoms,
    /// Checks that were decided assertion by assertion.
    Pieced,
    /// Checks that a search for words decided, where strings of bounded length became letters.
    ForWords,
    /// Checks that a search for letters decided, where strings of bounded length stayed words.
    ForLetters,
    /// Checks that a search decided which assumed that words are found in texts.
    Assuming,
    /// Total assignments that no procedure decided.
    GaveUp,
    /// Models that every procedure was content with and the judge rejected: each is a bug.
    RejectedModels,
    /// Guessed models that the judge rejected: trials, which are wrong most of the time.
    RejectedGuesses,
    /// Models that the judge could not evaluate.
    UnjudgedModels,
    /// Gates made for bit-vectors.
    Gates,
    /// Conflicts of the SAT core.
    Conflicts,
    /// Decisions of the SAT core.
    Decisions,
    /// Steps charged to budgets.
    Steps,
}

impl Counter {
    /// All of them under their names, in order.
    const ROWS: [(Counter, &'static str); 21] = [
        (Counter::Checks, "checks"),
        (Counter::Recalled, "recalled"),
        (Counter::NearbyMoves, "nearby.moves"),
        (Counter::Nearby, "nearby"),
        (Counter::NearbyEnds, "nearby.ends"),
        (Counter::Continued, "continued"),
        (Counter::Preprocessed, "preprocessed"),
        (Counter::FinalChecks, "final-checks"),
        (Counter::RelevantAtoms, "relevant-atoms"),
        (Counter::Pieced, "pieced"),
        (Counter::ForWords, "for-words"),
        (Counter::ForLetters, "for-letters"),
        (Counter::Assuming, "assuming"),
        (Counter::GaveUp, "gave-up"),
        (Counter::RejectedModels, "judge.rejected-models"),
        (Counter::RejectedGuesses, "judge.rejected-guesses"),
        (Counter::UnjudgedModels, "judge.unjudged-models"),
        (Counter::Gates, "bits.gates"),
        (Counter::Conflicts, "sat.conflicts"),
        (Counter::Decisions, "sat.decisions"),
        (Counter::Steps, "steps"),
    ];
}

/// What happened so far.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    counters: [u64; Counter::ROWS.len()],
    /// The models of the present check that the judge rejected.
    latest_rejected: u64,
    inferences: Vec<u64>,
    procedures: BTreeMap<&'static str, Effort>,
    techniques: BTreeMap<&'static str, Effort>,
    passes: BTreeMap<&'static str, Effort>,
    /// How often each procedure decided in the present check.
    latest: BTreeMap<&'static str, u64>,
    conflict_sizes: ConflictSizes,
}

/// What a procedure or technique for conjunctions of string constraints did, or a pass of preprocessing.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    /// Conjunctions that it decided, or rounds in which it found something.
    decided: u64,
    /// Steps that it took, in vain or not.
    steps: u64,
}

/// How much of the conjunctions that they refute the conflicts of the string theory use.
#[derive(Clone, Copy, Debug, Default)]
struct ConflictSizes {
    conflicts: u64,
    /// Relevant literals, which a conflict without explanation would block.
    given: u64,
    /// Literals in the conflicts.
    premises: u64,
}

impl Stats {
    /// Counts `n` more.
    pub fn add(&mut self, counter: Counter, n: u64) {
        self.counters[counter as usize] += n;
    }

    /// Counts an inference.
    pub fn count(&mut self, id: InferenceId) {
        if self.inferences.is_empty() {
            self.inferences.resize(InferenceId::ALL.len(), 0);
        }
        self.inferences[id as usize] += 1;
    }

    /// A new check begins.
    pub fn begin_check(&mut self) {
        self.add(Counter::Checks, 1);
        self.latest.clear();
        self.latest_rejected = 0;
    }

    /// Counts a model that every procedure was content with and the judge rejected.
    pub fn count_rejected_model(&mut self) {
        self.add(Counter::RejectedModels, 1);
        self.latest_rejected += 1;
    }

    /// How many such models there were in the last check.
    pub fn latest_rejected(&self) -> u64 {
        self.latest_rejected
    }

    /// Counts a conjunction of string constraints by the procedure that decided it.
    pub fn decided_by(&mut self, procedure: &'static str) {
        self.procedures.entry(procedure).or_default().decided += 1;
        *self.latest.entry(procedure).or_default() += 1;
    }

    /// Records the work of a procedure.
    pub fn worked(&mut self, procedure: &'static str, steps: u64) {
        self.procedures.entry(procedure).or_default().steps += steps;
    }

    /// Counts a technique that looked at a conjunction, and whether it concluded something or found a model.
    pub fn tried(&mut self, technique: &'static str, steps: u64, verdict: Verdict) {
        let effort = self.techniques.entry(technique).or_default();
        effort.steps += steps;
        let decided = matches!(verdict, Verdict::Progress | Verdict::Satisfied);
        effort.decided += u64::from(decided);
    }

    /// Counts a pass of preprocessing that looked at the formulas, and whether it found something.
    pub fn passed(&mut self, pass: &'static str, steps: u64, is_changed: bool) {
        let effort = self.passes.entry(pass).or_default();
        effort.steps += steps;
        effort.decided += u64::from(is_changed);
    }

    /// Records a conflict of `premises` among `given` literals.
    pub fn conflict(&mut self, premises: usize, given: usize) {
        self.conflict_sizes.conflicts += 1;
        self.conflict_sizes.premises += premises as u64;
        self.conflict_sizes.given += given as u64;
    }

    /// The procedures that decided conjunctions in the last check, and how many each.
    pub fn latest_procedures(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.latest.iter().map(|(&name, &n)| (name, n))
    }

    /// All counters that are not zero, as printable rows.
    pub fn rows(&self) -> Vec<(String, String)> {
        let plain =
            Counter::ROWS.iter().map(|&(c, name)| (name.to_owned(), self.counters[c as usize]));
        let inferences = InferenceId::ALL
            .iter()
            .zip(&self.inferences)
            .map(|(id, &n)| (format!("inference.{}", id.name()), n));
        let efforts = [
            ("pass", &self.passes),
            ("procedure", &self.procedures),
            ("technique", &self.techniques),
        ];
        let efforts = efforts.into_iter().flat_map(|(kind, efforts)| {
            efforts.iter().flat_map(move |(name, effort)| {
                let row = format!("{kind}.{name}");
                [(row.clone(), effort.decided), (row + ".steps", effort.steps)]
            })
        });
        let rows = plain.chain(inferences).chain(efforts).filter(|&(_, n)| n > 0);
        let rows = rows.map(|(name, n)| (name, n.to_string()));
        rows.chain(self.conflict_sizes.rows()).collect()
    }
}

impl ConflictSizes {
    /// The number of conflicts, and their mean sizes before and after what is not needed is dropped.
    fn rows(self) -> impl Iterator<Item = (String, String)> {
        // Printing floating-point numbers would take more code than all other rows.
        let mean = |n: u64| {
            let tenths = (10 * n + self.conflicts / 2) / self.conflicts.max(1);
            format!("{}.{}", tenths / 10, tenths % 10)
        };
        let rows = [
            ("string-conflicts", self.conflicts.to_string()),
            ("string-conflicts.given", mean(self.given)),
            ("string-conflicts.blamed", mean(self.premises)),
        ];
        let shown = if self.conflicts > 0 { rows.len() } else { 0 };
        rows.into_iter().take(shown).map(|(name, value)| (name.to_owned(), value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_counters() {
        let positions = Counter::ROWS.iter().map(|&(counter, _)| counter as usize);
        assert!(positions.eq(0..Counter::ROWS.len()));
        let mut stats = Stats::default();
        stats.add(Counter::GaveUp, 2);
        assert_eq!(stats.rows(), [("gave-up".to_owned(), "2".to_owned())]);
    }
}
