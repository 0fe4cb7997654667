//! Determinisation by subsets, complement, and the minimal deterministic automaton.
//!
//! The guards of one subset are split locally (`split.rs`), so the alphabet never matters, only
//! how often it is cut. Minimisation is the bisimulation quotient (`bisim.rs`) of the trimmed
//! deterministic automaton: there, states with the same language are bisimilar. Brzozowski's
//! double reversal would need no extra code, but it explodes on languages whose reversal does.

use super::automaton::{Nfa, State};
use super::split::{split, uncovered};
use base::{IndexSet, Limits, Stop};

impl Nfa {
    /// Whether there is at most one run on every word.
    pub fn is_deterministic(&self) -> bool {
        let disjoint = |s: State| {
            let mut all: Vec<(u32, u32)> =
                self.edges(s).iter().flat_map(|e| e.0.ranges()).copied().collect();
            all.sort_unstable();
            all.windows(2).all(|w| w[0].1 < w[1].0)
        };
        self.initial().len() <= 1 && self.states().all(disjoint)
    }

    /// A deterministic automaton for the same language; it may lack transitions.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn determinize(&self, limits: &Limits) -> Result<Nfa, Stop> {
        let useful = self.trim();
        Ok(useful.determinize_within(None, limits)?.unwrap_or(useful))
    }

    /// A deterministic automaton for the same language with at most `max` states if given, if the subset
    /// construction gives one; this automaton must be trimmed.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub(crate) fn determinize_within(
        &self,
        max: Option<usize>,
        limits: &Limits,
    ) -> Result<Option<Nfa>, Stop> {
        if self.is_deterministic() {
            return Ok(max.is_none_or(|max| self.len() <= max).then(|| self.clone()));
        }
        self.subsets(false, max, limits)
    }

    /// The subset construction, given up beyond `max` states. If `complete`, the empty subset is a
    /// state too.
    fn subsets(
        &self,
        complete: bool,
        max: Option<usize>,
        limits: &Limits,
    ) -> Result<Option<Nfa>, Stop> {
        let mut out = Nfa::empty();
        let mut sets: IndexSet<Vec<State>> = IndexSet::default();
        if !self.initial().is_empty() || complete {
            sets.insert(self.initial().to_vec());
            out.add_state(self.accepts_epsilon());
            out.add_initial(0);
        }
        let mut next = 0;
        while next < sets.len() {
            if max.is_some_and(|max| sets.len() > max) {
                return Ok(None);
            }
            let set = sets.items()[next].clone();
            let edges = || set.iter().flat_map(|&s| self.edges(s));
            limits.charge(1 + edges().map(|e| e.0.ranges().len() as u64).sum::<u64>())?;
            let mut groups = split(edges());
            if complete {
                groups.push((uncovered(&groups), Vec::new()));
            }
            for (guard, targets) in groups {
                limits.charge(1 + targets.len() as u64)?;
                if guard.is_empty() {
                    continue;
                }
                let is_final = targets.iter().any(|&s| self.is_final(s));
                let (to, new) = sets.insert(targets);
                if new {
                    out.add_state(is_final);
                }
                out.add_edge(base::id32(next), guard, to);
            }
            next += 1;
        }
        Ok(Some(out))
    }

    /// The words that are not in the language, as a trimmed deterministic automaton.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn complement(&self, limits: &Limits) -> Result<Nfa, Stop> {
        let mut out = self.trim().subsets(true, None, limits)?.unwrap_or_default();
        for s in out.states() {
            out.set_final(s, !out.is_final(s));
        }
        Ok(out.trim())
    }

    /// The words of this language that are not in that of `other`.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn difference(&self, other: &Nfa, limits: &Limits) -> Result<Nfa, Stop> {
        self.product(&other.complement(limits)?, limits)
    }

    /// The smallest deterministic automaton for the language, without a rejecting sink.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn minimize(&self, limits: &Limits) -> Result<Nfa, Stop> {
        self.determinize(limits)?.trim().quotient_by_bisimulation(limits)
    }
}
