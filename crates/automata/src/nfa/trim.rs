//! Trimming: keep the states that lie on a path from an initial to a final state.
//!
//! A trimmed automaton is empty exactly if it has no states, and in a trimmed *deterministic*
//! automaton bisimilar states are those with the same language. Both facts are used elsewhere.

use super::automaton::{Nfa, State};
use base::FxHashMap;

/// The members of `start` and all states reachable from them along `step`.
pub(crate) fn reach<'a, I: IntoIterator<Item = &'a State>>(
    len: usize,
    start: impl IntoIterator<Item = State>,
    step: impl Fn(State) -> I,
) -> Vec<bool> {
    let mut seen = vec![false; len];
    let mut stack: Vec<State> = Vec::new();
    for s in start {
        if !std::mem::replace(&mut seen[s as usize], true) {
            stack.push(s);
        }
    }
    while let Some(s) = stack.pop() {
        for &t in step(s) {
            if !std::mem::replace(&mut seen[t as usize], true) {
                stack.push(t);
            }
        }
    }
    seen
}

impl Nfa {
    /// For each state whether an initial state reaches it.
    pub(crate) fn reachable(&self) -> Vec<bool> {
        let start = self.initial().iter().copied();
        reach(self.len(), start, |s| self.edges(s).iter().map(|e| &e.1))
    }

    /// For each state whether it reaches a final state.
    pub(crate) fn coreachable(&self) -> Vec<bool> {
        let preds = self.predecessors();
        reach(self.len(), self.finals(), |s| &preds[s as usize])
    }

    /// The same language without useless states; the others keep their order.
    pub fn trim(&self) -> Nfa {
        let mut keep = self.reachable();
        for (k, useful) in keep.iter_mut().zip(self.coreachable()) {
            *k &= useful;
        }
        if keep.iter().all(|&k| k) { self.clone() } else { self.restrict(&keep) }
    }

    /// The part of the automaton that consists of the states in `keep`.
    pub(crate) fn restrict(&self, keep: &[bool]) -> Nfa {
        let mut number = Vec::with_capacity(self.len());
        let mut out = Nfa::empty();
        for s in self.states() {
            let kept = keep[s as usize];
            number.push(kept.then(|| out.add_state(self.is_final(s))));
        }
        for s in self.states() {
            let Some(from) = number[s as usize] else { continue };
            for (guard, t) in self.edges(s) {
                if let Some(to) = number[*t as usize] {
                    out.add_edge(from, guard.clone(), to);
                }
            }
        }
        for &s in self.initial() {
            if let Some(s) = number[s as usize] {
                out.add_initial(s);
            }
        }
        out
    }

    /// The automaton between two sets of states: the words that lead from a state of `from` to a
    /// state of `to`, trimmed.
    pub fn between(&self, from: &[State], to: &[State]) -> Nfa {
        let mut part = Nfa::empty();
        let mut number: FxHashMap<State, State> = FxHashMap::default();
        let mut found: Vec<State> = Vec::new();
        let mut visit = |s: State, part: &mut Nfa, found: &mut Vec<State>| {
            *number.entry(s).or_insert_with(|| {
                found.push(s);
                part.add_state(false)
            })
        };
        for &s in from {
            let s = visit(s, &mut part, &mut found);
            part.add_initial(s);
        }
        let mut next = 0;
        while let Some(&s) = found.get(next) {
            for (guard, t) in self.edges(s) {
                let t = visit(*t, &mut part, &mut found);
                part.add_edge(base::id32(next), guard.clone(), t);
            }
            next += 1;
        }
        for s in to {
            if let Some(&s) = number.get(s) {
                part.set_final(s, true);
            }
        }
        part.trim()
    }

    /// The words that lead from `s` to a final state: the residual language of `s`.
    pub fn residual(&self, s: State) -> Nfa {
        let finals: Vec<State> = self.finals().collect();
        self.between(&[s], &finals)
    }

    /// The words that lead from an initial state to `s`.
    pub fn prefixes_to(&self, s: State) -> Nfa {
        self.between(self.initial(), &[s])
    }
}
