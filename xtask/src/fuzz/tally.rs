//! Counts of a run, profile by profile.

use super::explain::Verdict;
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
    /// Peers that contradict themselves.
    against_themselves: usize,
    /// Peers that others refute.
    against_others: usize,
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

    /// Counts what a contradiction or another kind of finding comes to.
    pub fn add_finding(&mut self, profile: &str, verdict: &Verdict) {
        let row = self.0.entry(profile.to_owned()).or_default();
        *match verdict {
            Verdict::AgainstItself(_) => &mut row.against_themselves,
            Verdict::AgainstOthers(_) => &mut row.against_others,
            Verdict::Open(_) => &mut row.findings,
        } += 1;
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
            let Row { formulas, planted, sat, unsat, undecided, behind, .. } = row;
            let Row { against_themselves, against_others, findings, .. } = row;
            writeln!(
                f,
                "{profile:<12} {formulas:>6} formulas ({planted} planted): {sat} sat, {unsat} unsat, \
                 {undecided} undecided ({behind} decided by a peer), {against_themselves} peers against themselves, \
                 {against_others} peers against others, {findings} findings"
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
        tallies.add_finding("a", &Verdict::AgainstItself(String::new()));
        tallies.add_finding("a", &Verdict::AgainstOthers(String::new()));
        tallies.add_finding("a", &Verdict::Open(None));
        assert_eq!((tallies.formulas(), tallies.findings()), (2, 1));
        let row = tallies.to_string();
        assert!(
            row.contains(
                "1 undecided (1 decided by a peer), 1 peers against themselves, 1 peers against others, 1 findings"
            ),
            "{row}"
        );
    }
}
