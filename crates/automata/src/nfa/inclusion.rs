//! Inclusion, universality and equivalence, without building a complement.
//!
//! `A` is included in `B` unless some word leads `A` to a final state and all of `B` to
//! non-final ones. The search runs over pairs (state of `A`, set of states of `B`). A pair is
//! dropped if one with the same state and a *subset* was seen: whatever the larger set misses,
//! the smaller one misses too, so only an antichain of sets is kept per state (De Wulf, Doyen,
//! Henzinger and Raskin, *Antichains: a new algorithm for checking universality*, CAV 2006).
//! Breadth first, so a counterexample is a shortest one.

use super::automaton::{Nfa, State};
use super::split::{split, uncovered};
use base::{FxHashMap, Limits, Stop};

impl Nfa {
    /// Whether every word of this language is in that of `other`.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn is_included_in(&self, other: &Nfa, limits: &Limits) -> Result<bool, Stop> {
        Ok(self.difference_word(other, limits)?.is_none())
    }

    /// Whether all words are in the language.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn is_universal(&self, limits: &Limits) -> Result<bool, Stop> {
        if self.is_obviously_universal() {
            return Ok(true);
        }
        Nfa::sigma_star().is_included_in(self, limits)
    }

    /// Whether both languages are the same.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn is_equivalent_to(&self, other: &Nfa, limits: &Limits) -> Result<bool, Stop> {
        Ok(self == other
            || self.is_included_in(other, limits)? && other.is_included_in(self, limits)?)
    }

    /// A shortest word of this language that is not in that of `other`, if there is any.
    ///
    /// ```
    /// use automata::nfa::Nfa;
    /// use base::{Budget, Limits};
    /// let budget = Budget::unlimited();
    /// let limits = Limits::none(&budget);
    /// let word = Nfa::sigma_star().difference_word(&Nfa::epsilon(), &limits).unwrap();
    /// assert_eq!(word.map(|w| w.len()), Some(1));
    /// ```
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn difference_word(&self, other: &Nfa, limits: &Limits) -> Result<Option<Vec<u32>>, Stop> {
        let (left, right) = (self.trim(), other.trim());
        let mut search = Search { nodes: Vec::new(), antichains: FxHashMap::default() };
        for &p in left.initial() {
            search.add(p, right.initial().to_vec(), None, limits)?;
        }
        let mut next = 0;
        while next < search.nodes.len() {
            let Node { state, ref set, .. } = search.nodes[next];
            if left.is_final(state) && !set.iter().any(|&q| right.is_final(q)) {
                return Ok(Some(search.word(next)));
            }
            search.expand(&left, &right, next, limits)?;
            next += 1;
        }
        Ok(None)
    }
}

struct Node {
    state: State,
    set: Vec<State>,
    /// The node before, and the character read from there.
    parent: Option<(usize, u32)>,
}

struct Search {
    nodes: Vec<Node>,
    /// For each state of the left side the nodes with it that are minimal.
    antichains: FxHashMap<State, Vec<usize>>,
}

impl Search {
    fn expand(&mut self, a: &Nfa, b: &Nfa, node: usize, limits: &Limits) -> Result<(), Stop> {
        let Node { state, ref set, .. } = self.nodes[node];
        let edges = || set.iter().flat_map(|&q| b.edges(q));
        limits.charge(1 + edges().map(|e| e.0.ranges().len() as u64).sum::<u64>())?;
        let mut groups = split(edges());
        groups.push((uncovered(&groups), Vec::new()));
        for (guard, p) in a.edges(state) {
            for (chars, targets) in &groups {
                limits.charge(1)?;
                let common = guard.intersect(chars);
                if let Some(c) = common.pick() {
                    self.add(*p, targets.clone(), Some((node, c)), limits)?;
                }
            }
        }
        Ok(())
    }

    /// Adds a node unless one below it is known.
    fn add(
        &mut self,
        state: State,
        set: Vec<State>,
        parent: Option<(usize, u32)>,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let chain = self.antichains.entry(state).or_default();
        for &i in chain.iter() {
            limits.charge(1 + self.nodes[i].set.len() as u64 / 4)?;
            if is_subset(&self.nodes[i].set, &set) {
                return Ok(());
            }
        }
        chain.retain(|&i| !is_subset(&set, &self.nodes[i].set));
        chain.push(self.nodes.len());
        self.nodes.push(Node { state, set, parent });
        Ok(())
    }

    fn word(&self, node: usize) -> Vec<u32> {
        let mut word = Vec::new();
        let mut at = node;
        while let Some((before, c)) = self.nodes[at].parent {
            word.push(c);
            at = before;
        }
        word.reverse();
        word
    }
}

/// Whether all members of `a` are in `b`; both are sorted.
fn is_subset(a: &[State], b: &[State]) -> bool {
    let mut rest = b;
    a.len() <= b.len()
        && a.iter().all(|x| {
            let skip = rest.partition_point(|y| y < x);
            rest = &rest[skip..];
            rest.first() == Some(x)
        })
}
