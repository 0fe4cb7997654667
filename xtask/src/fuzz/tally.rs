//! Counts of a run, profile by profile.

use super::runner::Answer;
use std::collections::BTreeMap;

/// How the default configuration answered.
#[derive(Default, Debug)]
struct Row {
    formulas: usize,
    planted: usize,
    sat: usize,
    unsat: usize,
    undecided: usize,
    /// Undecided by us, decided by a peer.
    behind: usize,
    /// Contradictions that are a peer's mistake.
    explained: usize,
    findings: usize,
}

/// One row per profile.
#[derive(Default, Debug)]
pub struct Tallies(BTreeMap<String, Row>);

impl Tallies {
    /// Counts one formula. Returns whether a peer decided it and we did not.
    pub fn add(&mut self, profile: &str, planted: bool, ours: &Answer, peers: &[Answer]) -> bool {
        let row = self.0.entry(profile.to_owned()).or_default();
        let is_decided = |a: &Answer| matches!(a, Answer::Sat | Answer::Unsat);
        let behind = !is_decided(ours) && peers.iter().any(is_decided);
        row.formulas += 1;
        row.planted += usize::from(planted);
        row.sat += usize::from(*ours == Answer::Sat);
        row.unsat += usize::from(*ours == Answer::Unsat);
        row.undecided += usize::from(!is_decided(ours));
        row.behind += usize::from(behind);
        behind
    }

    /// Counts a contradiction, or another kind of finding.
    pub fn add_finding(&mut self, profile: &str, is_explained: bool) {
        let row = self.0.entry(profile.to_owned()).or_default();
        row.explained += usize::from(is_explained);
        row.findings += usize::from(!is_explained);
    }

    pub fn findings(&self) -> usize {
        self.0.values().map(|row| row.findings).sum()
    }

    pub fn formulas(&self) -> usize {
        self.0.values().map(|row| row.formulas).sum()
    }
}

impl std::fmt::Display for Tallies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (profile, row) in &self.0 {
            let Row { formulas, planted, sat, unsat, undecided, behind, explained, findings } = row;
            writeln!(
                f,
                "{profile:<12} {formulas:>6} formulas ({planted} planted): {sat} sat, {unsat} unsat, \
                 {undecided} undecided ({behind} decided by a peer), {explained} mistakes of peers, {findings} findings"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_add_up() {
        let mut tallies = Tallies::default();
        tallies.add("a", true, &Answer::Sat, &[]);
        tallies.add("a", false, &Answer::TimedOut, &[Answer::Unsat]);
        tallies.add_finding("a", true);
        tallies.add_finding("a", false);
        assert_eq!((tallies.formulas(), tallies.findings()), (2, 1));
        let row = tallies.to_string();
        assert!(
            row.contains(
                "1 sat, 0 unsat, 1 undecided (1 decided by a peer), 1 mistakes of peers, 1 findings"
            ),
            "{row}"
        );
    }
}
