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
    pub(super) reduced: FxHashSet<Term>,
    /// Formulas learned so far.
    pub(super) learned: FxHashSet<Term>,
    /// How often each term was refined.
    pub(super) refined: FxHashMap<Term, u32>,
}
