//! What is remembered of extended functions during a check.

use super::cuts::Cuts;
use super::proxies::Proxies;
use super::reduction::Parts;
use base::{FxHashMap, FxHashSet};
use terms::Term;

/// Terms about which candidates may be wrong one after the other, as arithmetic or a chain of strings passes the error on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Series {
    /// Claimed containments that are reduced.
    Containments,
    /// Numbers of numerals that are reduced.
    Numbers,
    /// Such numbers that are refined.
    Bounds,
}

/// What is remembered during a check.
#[derive(Debug, Default)]
pub struct Extension {
    pub(super) parts: Parts,
    pub(super) cuts: Cuts,
    pub(super) proxies: Proxies,
    /// Terms whose meaning was told.
    reduced: FxHashSet<Term>,
    /// Formulas learned so far.
    learned: FxHashSet<Term>,
    /// Letters by their codes, of which no bounds were told.
    letters: Vec<Term>,
    /// How often each term was refined.
    refined: FxHashMap<Term, u32>,
    /// For each series in how many rounds it was told about terms, and about how many.
    told: [(u32, usize); 3],
}

impl Extension {
    /// What `t` means is told; returns whether it never was.
    pub(super) fn reduce(&mut self, t: Term) -> bool {
        self.reduced.insert(t)
    }

    /// So many terms of a series are told about at once, as they are `wrong`. Returns how many others are worth it, too: none the first
    /// `few` times, then as many as were told about so far.
    pub(super) fn others_of(&mut self, series: Series, wrong: usize, few: u32) -> usize {
        debug_assert!(wrong > 0, "nothing is told");
        let (rounds, told) = &mut self.told[series as usize];
        let others = if *rounds < few { 0 } else { *told };
        *rounds += 1;
        *told += wrong + others;
        others
    }

    /// The letter `t` is given by its code.
    pub(super) fn note_letter(&mut self, t: Term) {
        self.letters.push(t);
    }

    /// Such letters since the last call.
    pub(super) fn take_letters(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.letters)
    }

    /// `formula` is learned; returns whether it never was.
    pub(super) fn learn(&mut self, formula: Term) -> bool {
        self.learned.insert(formula)
    }

    /// Whether the meaning of `t` was told.
    pub(super) fn is_reduced(&self, t: Term) -> bool {
        self.reduced.contains(&t)
    }

    /// How often `t` was refined.
    pub(super) fn times_refined(&self, t: Term) -> u32 {
        self.refined.get(&t).copied().unwrap_or(0)
    }

    /// `t` is refined; returns how often it was.
    pub(super) fn refine(&mut self, t: Term) -> u32 {
        let times = self.refined.entry(t).or_default();
        *times += 1;
        *times
    }
}

#[cfg(test)]
mod tests {
    use super::{Extension, Series};

    #[test]
    fn long_series_are_told_in_few_rounds() {
        let mut extension = Extension::default();
        let (mut reduced, mut rounds) = (0, 0);
        while reduced < 1024 {
            let others = extension.others_of(Series::Containments, 1, 4);
            assert!(others == 0 || rounds >= 4, "{others} others in round {rounds}");
            reduced += 1 + others;
            rounds += 1;
        }
        assert_eq!(rounds, 12);
    }
}
