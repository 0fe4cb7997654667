//! What is remembered of extended functions during a check.

use super::cuts::Cuts;
use super::proxies::Proxies;
use super::reduction::Parts;
use base::{FxHashMap, FxHashSet};
use terms::Term;

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
    /// How often containments were reduced, and how many.
    containments: (u32, usize),
}

impl Extension {
    /// What `t` means is told; returns whether it never was.
    pub(super) fn reduce(&mut self, t: Term) -> bool {
        self.reduced.insert(t)
    }

    /// So many claimed containments are reduced at once. Returns how many others are worth it, too: none the first `few` times, then as
    /// many as were reduced so far.
    pub(super) fn reduce_containments(&mut self, wrong: usize, few: u32) -> usize {
        debug_assert!(wrong > 0, "no containment is reduced");
        let (times, reduced) = self.containments;
        let others = if times < few { 0 } else { reduced };
        self.containments = (times + 1, reduced + wrong + others);
        debug_assert!(self.containments.1 > reduced, "what is reduced does not grow");
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
    use super::Extension;

    #[test]
    fn long_chains_are_reduced_in_few_rounds() {
        let mut extension = Extension::default();
        let (mut reduced, mut rounds) = (0, 0);
        while reduced < 1024 {
            let others = extension.reduce_containments(1, 4);
            assert!(others == 0 || rounds >= 4, "{others} others in round {rounds}");
            reduced += 1 + others;
            rounds += 1;
        }
        assert_eq!(rounds, 12);
    }
}
