//! How many files have which verdict.

use std::collections::BTreeMap;

/// Counts of verdicts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    counts: BTreeMap<String, usize>,
    /// How many files have an answer that contradicts what they expect.
    pub wrong: usize,
}

impl Tally {
    /// One file more has this verdict.
    pub fn add(&mut self, verdict: &str, wrong: bool) {
        match self.counts.get_mut(verdict) {
            Some(count) => *count += 1,
            None => drop(self.counts.insert(verdict.to_owned(), 1)),
        }
        self.wrong += usize::from(wrong);
    }

    /// With what another one counted.
    pub fn join(&mut self, other: &Tally) {
        for (verdict, n) in &other.counts {
            *self.counts.entry(verdict.clone()).or_default() += n;
        }
        self.wrong += other.wrong;
    }

    /// How many files have this verdict.
    pub fn of(&self, verdict: &str) -> usize {
        self.counts.get(verdict).copied().unwrap_or_default()
    }

    /// How many files there are.
    pub fn files(&self) -> usize {
        self.counts.values().sum()
    }

    /// A line for people.
    pub fn summary(&self) -> String {
        let counts: Vec<String> =
            self.counts.iter().map(|(what, n)| format!("{n} {what}")).collect();
        let total = format!("{} files: {}", self.files(), counts.join(", "));
        match self.wrong {
            0 => total,
            wrong => format!("{total}; {wrong} contradict their status"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums() {
        let (mut a, mut b) = (Tally::default(), Tally::default());
        a.add("sat", false);
        b.add("sat", true);
        b.add("error", false);
        a.join(&b);
        assert_eq!(a.summary(), "3 files: 1 error, 2 sat; 1 contradict their status");
        assert_eq!((a.of("sat"), a.of("unsat"), a.files()), (2, 0, 3));
    }
}
