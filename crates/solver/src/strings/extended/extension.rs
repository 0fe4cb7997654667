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
    /// How often each term was refined.
    refined: FxHashMap<Term, u32>,
}

impl Extension {
    /// What `t` means is told; returns whether it never was.
    pub(super) fn reduce(&mut self, t: Term) -> bool {
        self.reduced.insert(t)
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
