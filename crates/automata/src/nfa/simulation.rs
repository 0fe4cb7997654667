//! Reduction by forward simulation.
//!
//! A state `q` simulates `p` if every step of `p` can be answered by `q`, forever. States that
//! simulate each other are merged, and a transition is dropped when the same state can go, on the
//! same character, to one that simulates the target ("little brothers", Bustan and Grumberg,
//! *Simulation-based minimization*, 2003). Noodles multiply with the number of states, so this is
//! run on every product and segment.
//!
//! The relation is a matrix refined with a work list of pairs. Better algorithms (Ranzato and
//! Tapparo) need an explicit alphabet; here the answer to a step may be spread over several
//! edges whose guards together cover it. For large automata only bisimulation is used.

use super::automaton::{Nfa, State};
use super::bisim::{Graph, coarsest_bisimulation};
use crate::CharSet;
use base::{Limits, Stop};

/// The relation "is simulated by", as a square matrix.
pub(crate) struct Simulation {
    len: usize,
    below: Vec<bool>,
}

impl Simulation {
    /// The largest simulation on `graph` that relates only states with equal `key`.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn compute(
        graph: &Graph,
        key: impl Fn(State) -> u64,
        limits: &Limits,
    ) -> Result<Simulation, Stop> {
        let nfa = graph.nfa;
        let len = nfa.len();
        let mut sim = Simulation { len, below: vec![false; len * len] };
        let keys: Vec<u64> = nfa.states().map(key).collect();
        for p in 0..len {
            limits.charge(len as u64 / 4)?;
            for q in 0..len {
                let finals = !nfa.is_final(base::id32(p)) || nfa.is_final(base::id32(q));
                sim.below[p * len + q] = finals && keys[p] == keys[q];
            }
        }
        sim.refine(graph, limits)?;
        Ok(sim)
    }

    /// Whether `q` simulates `p`.
    pub fn holds(&self, p: State, q: State) -> bool {
        self.below[p as usize * self.len + q as usize]
    }

    fn refine(&mut self, graph: &Graph, limits: &Limits) -> Result<(), Stop> {
        let preds = graph.predecessors();
        let mut lost: Vec<(State, State)> = Vec::new();
        for p in graph.nfa.states() {
            for q in graph.nfa.states() {
                self.recheck(graph, p, q, &mut lost, limits)?;
            }
        }
        while let Some((p, q)) = lost.pop() {
            for &p in &preds[p as usize] {
                for &q in &preds[q as usize] {
                    self.recheck(graph, p, q, &mut lost, limits)?;
                }
            }
        }
        Ok(())
    }

    fn recheck(
        &mut self,
        graph: &Graph,
        p: State,
        q: State,
        lost: &mut Vec<(State, State)>,
        limits: &Limits,
    ) -> Result<(), Stop> {
        if p == q || !self.holds(p, q) {
            return Ok(());
        }
        limits.charge(1 + (graph.nfa.edges(p).len() * graph.nfa.edges(q).len()) as u64)?;
        if !self.can_answer(graph, p, q) {
            self.below[p as usize * self.len + q as usize] = false;
            lost.push((p, q));
        }
        Ok(())
    }

    /// Whether `q` can answer every step of `p` with one that the relation accepts.
    fn can_answer(&self, graph: &Graph, p: State, q: State) -> bool {
        let silent = |p2: &State| graph.silent(q).iter().any(|&q2| self.holds(*p2, q2));
        graph.silent(p).iter().all(silent)
            && graph.nfa.edges(p).iter().all(|(guard, p2)| self.is_covered(graph, guard, *p2, q))
    }

    fn is_covered(&self, graph: &Graph, guard: &CharSet, p2: State, q: State) -> bool {
        let mut rest: Option<CharSet> = None;
        for (answer, q2) in graph.nfa.edges(q) {
            if self.holds(p2, *q2) {
                let open = rest.as_ref().unwrap_or(guard);
                if open.is_subset(answer) {
                    return true;
                }
                rest = Some(open.difference(answer));
            }
        }
        false
    }

    /// For each state the number of its class of mutually similar states.
    pub fn classes(&self) -> Vec<u32> {
        let mut class: Vec<u32> = Vec::with_capacity(self.len);
        let mut fresh = 0;
        for p in 0..base::id32(self.len) {
            let twin = (0..p).find(|&q| self.holds(p, q) && self.holds(q, p));
            class.push(twin.map_or(fresh, |q| class[q as usize]));
            fresh += u32::from(twin.is_none());
        }
        class
    }
}

/// An automaton, its silent edges, and the keys of its states.
pub(crate) type Parts = (Nfa, Vec<Vec<State>>, Vec<u64>);

/// Merges similar states of `nfa` and drops dominated transitions, keeping silent edges in step.
/// Only states with equal `key` are compared; the keys of the result come with it.
///
/// # Errors
/// When `limits` are exceeded.
pub(crate) fn reduce_graph(
    nfa: &Nfa,
    silent: &[Vec<State>],
    key: &[u64],
    limits: &Limits,
) -> Result<Parts, Stop> {
    let of = |s: State| key.get(s as usize).copied().unwrap_or(0);
    let class = coarsest_bisimulation(&Graph { nfa, silent }, of, limits)?;
    let (nfa, silent, key) = merge(nfa, silent, key, &class);
    let of = |s: State| key.get(s as usize).copied().unwrap_or(0);
    let tunables = &limits.tunables().automata;
    let is_large =
        nfa.len() > tunables.simulation_states || nfa.edge_count() > tunables.simulation_edges;
    if is_large || is_deterministic(&nfa, &silent, of) {
        return Ok((nfa, silent, key));
    }
    let sim = Simulation::compute(&Graph { nfa: &nfa, silent: &silent }, of, limits)?;
    let class = sim.classes();
    let (mut merged, mut silent2, key) = merge(&nfa, &silent, &key, &class);
    let kept = representatives(&class);
    drop_little_brothers(&mut merged, &mut silent2, |p, q| {
        sim.holds(kept[p as usize], kept[q as usize])
    });
    Ok((merged, silent2, key))
}

/// Whether every run is determined by its characters and the keys it passes. Then similar states
/// have the same language and are bisimilar, if all states are useful; nothing is left to do.
fn is_deterministic(nfa: &Nfa, silent: &[Vec<State>], key: impl Fn(State) -> u64) -> bool {
    let distinct = |targets: &Vec<State>| {
        let clash = |i: usize| targets[..i].iter().any(|&t| key(t) == key(targets[i]));
        !(1..targets.len()).any(clash)
    };
    silent.iter().all(distinct) && nfa.is_deterministic()
}

/// The first state of each class, in the order in which [`Nfa::quotient`] numbers classes.
fn representatives(class: &[u32]) -> Vec<State> {
    let mut seen = vec![false; class.len()];
    let first = |s: &State| !std::mem::replace(&mut seen[class[*s as usize] as usize], true);
    (0..base::id32(class.len())).filter(first).collect()
}

fn merge(nfa: &Nfa, silent: &[Vec<State>], key: &[u64], class: &[u32]) -> Parts {
    let kept = representatives(class);
    if kept.len() == nfa.len() {
        return (nfa.clone(), silent.to_vec(), key.to_vec());
    }
    let mut number = vec![0; nfa.len()];
    for (i, &s) in kept.iter().enumerate() {
        number[class[s as usize] as usize] = base::id32(i);
    }
    let of = |s: State| number[class[s as usize] as usize];
    let mut out = vec![Vec::new(); if silent.is_empty() { 0 } else { kept.len() }];
    for (s, targets) in silent.iter().enumerate() {
        out[of(base::id32(s)) as usize].extend(targets.iter().map(|&t| of(t)));
    }
    for targets in &mut out {
        targets.sort_unstable();
        targets.dedup();
    }
    let key =
        if key.is_empty() { Vec::new() } else { kept.iter().map(|&s| key[s as usize]).collect() };
    (nfa.quotient(class), out, key)
}

/// Removes from each edge the characters on which the same state can go to a state above its
/// target; `below` must be a partial order. Likewise for silent edges and initial states.
fn drop_little_brothers(
    nfa: &mut Nfa,
    silent: &mut [Vec<State>],
    below: impl Fn(State, State) -> bool,
) {
    let dominated = |t: State, all: &[State]| all.iter().any(|&u| u != t && below(t, u));
    for targets in silent {
        let all = targets.clone();
        targets.retain(|&t| !dominated(t, &all));
    }
    let initial: Vec<State> = nfa.initial().to_vec();
    nfa.clear_initial();
    for &s in initial.iter().filter(|&&s| !dominated(s, &initial)) {
        nfa.add_initial(s);
    }
    for s in nfa.states() {
        nfa.map_edges(s, |edges| {
            let narrowed = |(guard, t): &(CharSet, State)| {
                let above = edges.iter().filter(|e| e.1 != *t && below(*t, e.1));
                (above.fold(guard.clone(), |g, e| g.difference(&e.0)), *t)
            };
            edges.iter().map(narrowed).filter(|e| !e.0.is_empty()).collect()
        });
    }
}

impl Nfa {
    /// Whether states and edges form one path from the initial state, or there are none. Then
    /// no two states have the same language, because their longest words differ.
    fn is_chain(&self) -> bool {
        let mut s = match self.initial() {
            [] => return true,
            &[s] => s,
            _ => return false,
        };
        for _ in 1..self.len() {
            match self.edges(s) {
                [edge] => s = edge.1,
                _ => return false,
            }
        }
        self.edges(s).is_empty()
    }

    /// The same language with at most as many states, trimmed. If determinisation does not add
    /// states, the result is the minimal deterministic automaton, which also keeps noodles
    /// disjoint; else it is reduced by forward simulation and backward bisimulation.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn reduce(&self, limits: &Limits) -> Result<Nfa, Stop> {
        let useful = self.trim();
        if useful.is_chain() {
            return Ok(useful);
        }
        if let Some(dfa) = useful.determinize_within(Some(useful.len()), limits)? {
            return dfa.quotient_by_bisimulation(limits);
        }
        let forward = reduce_graph(&useful, &[], &[], limits)?.0.trim();
        Ok(forward.reverse().quotient_by_bisimulation(limits)?.reverse())
    }
}
