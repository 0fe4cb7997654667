//! The exact set of word lengths, as a union of arithmetic progressions.
//!
//! Forget the characters: what is left is a graph, and the lengths are those of its accepted
//! paths. Subset construction on it finds one "lasso", but its period can be the product of all
//! cycle lengths. Chrobak's normal form (*Finite automata and unary languages*, 1986) has small
//! periods, at the price of a quadratic prefix. Here the progressions are built so that no prefix
//! is needed:
//!
//! Pick a state `q` on a cycle, let `d` be the length of its shortest cycle, and for each residue
//! `r` modulo `d` let `m(r)` be the shortest accepted path *through* `q` with that residue. Every
//! such path has a length in `m(r) + d·k`, and every such length is that of a path, because the
//! cycle can be added. So the progressions `m(r) + d·k` are exactly the lengths of paths through
//! `q`; remove `q` and repeat. When no cycle is left the rest is finite. Shortest paths modulo `d`
//! are a breadth-first search over pairs (state, residue).

use super::automaton::{Nfa, State};
use crate::{CharSet, LengthSet, Progression};
use base::Upper::Unbounded;
use base::index;
use base::{Limits, Stop};
use std::collections::VecDeque;

impl Nfa {
    /// The lengths of the words of the language. They are exact unless there are so many
    /// progressions that [`LengthSet`] replaces them by a superset, and says so.
    ///
    /// ```
    /// use automata::{LengthSet, nfa::Nfa};
    /// use base::{Budget, Limits};
    /// let budget = Budget::unlimited();
    /// let lengths = Nfa::word(&[7, 7, 7]).star().lengths(&Limits::none(&budget)).unwrap();
    /// assert_eq!(lengths, LengthSet::progression(0, 3));
    /// ```
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn lengths(&self, limits: &Limits) -> Result<LengthSet, Stop> {
        let mut graph = self.forget_characters().quotient_by_bisimulation(limits)?;
        let mut endless = Vec::new();
        while let Some((q, d)) = shortest_cycle(&graph, limits)? {
            through(&graph, q, d, &mut endless, limits)?;
            let keep: Vec<bool> = graph.states().map(|s| s != q).collect();
            graph = graph.restrict(&keep).trim();
        }
        let mut single = finite_lengths(&graph, limits)?;
        let endless = extend_down(endless, &single);
        single.retain(|p| !endless.iter().any(|q| q.contains(p.start)));
        Ok(LengthSet::from_parts(endless.into_iter().chain(single)))
    }

    /// The trimmed automaton with every guard widened to all characters.
    fn forget_characters(&self) -> Nfa {
        let mut graph = self.trim();
        for s in graph.states() {
            graph.map_edges(s, |edges| edges.iter().map(|e| (CharSet::full(), e.1)).collect());
        }
        graph
    }
}

/// The state with the shortest cycle through it, and the length of that cycle.
fn shortest_cycle(graph: &Nfa, limits: &Limits) -> Result<Option<(State, u64)>, Stop> {
    let mut best: Option<(State, u64)> = None;
    if graph.topological_order().is_some() {
        return Ok(None);
    }
    for s in graph.states() {
        limits.charge(1)?;
        let bound = best.map(|b| b.1);
        if bound == Some(1) {
            break;
        }
        if let Some(d) = cycle_through(graph, s, bound, limits)? {
            best = Some((s, d));
        }
    }
    Ok(best)
}

/// The length of the shortest cycle through `s`, if it is less than `bound`.
fn cycle_through(
    graph: &Nfa,
    s: State,
    bound: Option<u64>,
    limits: &Limits,
) -> Result<Option<u64>, Stop> {
    let mut seen = vec![false; graph.len()];
    let mut queue = VecDeque::from([(s, 0)]);
    while let Some((p, d)) = queue.pop_front() {
        limits.charge(1 + graph.edges(p).len() as u64)?;
        if bound.is_some_and(|bound| d + 1 >= bound) {
            return Ok(None);
        }
        for &(_, t) in graph.edges(p) {
            if t == s {
                return Ok(Some(d + 1));
            }
            if !std::mem::replace(&mut seen[t as usize], true) {
                queue.push_back((t, d + 1));
            }
        }
    }
    Ok(None)
}

/// The lengths of the accepted paths through `q`, which lies on a cycle of length `d`.
fn through(
    graph: &Nfa,
    q: State,
    d: u64,
    out: &mut Vec<Progression>,
    limits: &Limits,
) -> Result<(), Stop> {
    let preds = graph.predecessors();
    let next: Vec<Vec<State>> =
        graph.states().map(|s| graph.edges(s).iter().map(|e| e.1).collect()).collect();
    let to = distances(&preds, q, d, |s| graph.is_initial(s), limits)?;
    let from = distances(&next, q, d, |s| graph.is_final(s), limits)?;
    let mut least: Vec<Option<u64>> = vec![None; index(d)];
    for a in to.iter().flatten() {
        for b in from.iter().flatten() {
            limits.charge(1)?;
            let slot = &mut least[index((a + b) % d)];
            *slot = Some(slot.map_or(a + b, |m| m.min(a + b)));
        }
    }
    out.extend(least.into_iter().flatten().map(|start| Progression::new(start, d, Unbounded)));
    Ok(())
}

/// For each residue modulo `d` the least length of a path from `q` to a state with `goal`.
fn distances(
    next: &[Vec<State>],
    q: State,
    d: u64,
    goal: impl Fn(State) -> bool,
    limits: &Limits,
) -> Result<Vec<Option<u64>>, Stop> {
    limits.charge(next.len() as u64 * d / 16)?;
    let at = |s: State, n: u64| s as usize * index(d) + index(n % d);
    let mut seen = vec![false; next.len() * index(d)];
    let mut least = vec![None; index(d)];
    let mut queue = VecDeque::from([(q, 0u64)]);
    seen[at(q, 0)] = true;
    while let Some((s, n)) = queue.pop_front() {
        limits.charge(1 + next[s as usize].len() as u64)?;
        if goal(s) {
            least[index(n % d)].get_or_insert(n);
        }
        for &t in &next[s as usize] {
            if !std::mem::replace(&mut seen[at(t, n + 1)], true) {
                queue.push_back((t, n + 1));
            }
        }
    }
    Ok(least)
}

/// The path lengths of an acyclic automaton.
fn finite_lengths(graph: &Nfa, limits: &Limits) -> Result<Vec<Progression>, Stop> {
    let mut out = Vec::new();
    let mut layer = graph.initial().to_vec();
    let mut n = 0;
    while !layer.is_empty() {
        limits.charge(1 + layer.len() as u64)?;
        if layer.iter().any(|&s| graph.is_final(s)) {
            out.push(Progression::single(n));
        }
        let mut next: Vec<State> =
            layer.iter().flat_map(|&s| graph.edges(s)).map(|e| e.1).collect();
        limits.charge(next.len() as u64)?;
        base::order::sort(&mut next);
        next.dedup();
        layer = next;
        n += 1;
    }
    Ok(out)
}

/// Begins endless progressions as early as the whole set allows, and drops those within others.
fn extend_down(endless: Vec<Progression>, single: &[Progression]) -> Vec<Progression> {
    let is_member = |n: u64| endless.iter().chain(single).any(|p| p.contains(n));
    let mut all = endless.clone();
    for p in &mut all {
        while let Some(lower) = p.extended_down().filter(|q| is_member(q.start)) {
            *p = lower;
        }
    }
    base::order::sort_by_key(&mut all, |p| (p.step, p.start));
    let mut kept: Vec<Progression> = Vec::new();
    for p in all {
        if !kept.iter().any(|q| q.contains(p.start) && p.step.is_multiple_of(q.step)) {
            kept.push(p);
        }
    }
    kept
}
