//! Loops of a Nielsen graph, and what going round them does to words.
//!
//! Going `k` times round a loop replaces each variable `x` by what the loop makes of it, `k` times. If the
//! loop only surrounds some variables with words of variables that it leaves alone, `x ↦ u x v`, then
//! the result is `u^k x v^k`, and the length of `x` grows by `k` times that of `u v`. Loops of another
//! shape are not accelerated. A loop that permutes variables is gone round until the permutation is the
//! identity.

use super::graph::Graph;
use crate::system::{Sym, Var, Word, vars_of};
use base::{Idx, Limits, Stop};
use std::collections::VecDeque;

/// `var ↦ before · var · after`, both of variables that the loop leaves alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Update {
    pub var: usize,
    pub before: Word,
    pub after: Word,
}

/// What one round of a loop does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cycle {
    pub updates: Vec<Update>,
}

impl Cycle {
    /// Whether a round leaves `x` alone.
    pub(super) fn keeps(&self, x: Var) -> bool {
        self.updates.iter().all(|update| update.var != x.index())
    }
}

/// The loops at a node.
#[derive(Clone, Default, Debug)]
pub(super) struct Loops {
    pub cycles: Vec<Cycle>,
    /// Whether all walks from the node back to it are repetitions of one accelerated loop, without a
    /// choice anywhere on it.
    pub exact: bool,
}

/// The part of a graph from which the solved node can be reached.
#[derive(Debug)]
pub(super) struct LiveGraph<'g> {
    pub graph: &'g Graph,
    /// The number of edges to the solved node, if it can be reached.
    pub distance: Vec<Option<u32>>,
    /// The strongly connected component of each node.
    pub scc: Vec<Option<usize>>,
}

impl<'g> LiveGraph<'g> {
    pub(super) fn new(graph: &'g Graph, limits: &Limits) -> Result<LiveGraph<'g>, Stop> {
        let distance = distances(graph, limits)?;
        let mut live = LiveGraph { graph, distance, scc: Vec::new() };
        live.scc = live.components(limits)?;
        debug_assert!(
            (0..graph.len()).all(|n| live.scc[n].is_none() || live.distance[n].is_some()),
            "a node from which there is no way to the solved one is in a component"
        );
        Ok(live)
    }

    /// The edges of `node` to nodes from which the solved node can be reached.
    pub(super) fn edges(&self, node: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let edges = self.graph.targets(node).iter().copied().enumerate();
        edges.filter(|&(_, target)| self.distance[target].is_some())
    }

    /// The loops at `node`: for each edge to begin with, a shortest one.
    pub(super) fn loops(&self, node: usize, limits: &Limits) -> Result<Loops, Stop> {
        let inner = |n: usize| self.edges(n).filter(move |&(_, t)| self.scc[t] == self.scc[n]);
        let mut loops = Loops { cycles: Vec::new(), exact: true };
        for (at, target) in inner(node) {
            let walk = self.way_back(node, at, target, limits)?;
            loops.exact &= walk.iter().all(|&(n, _)| inner(n).count() == 1);
            match self.accelerate(node, &walk, limits) {
                Some((cycle, rounds)) => {
                    loops.exact &= rounds == 1;
                    loops.cycles.push(cycle);
                }
                None => loops.exact = false,
            }
        }
        debug_assert!(!loops.exact || loops.cycles.len() <= 1, "a choice of loops is exact");
        Ok(loops)
    }

    /// A shortest walk over the edge to `target` back to `node`.
    fn way_back(
        &self,
        node: usize,
        at: usize,
        target: usize,
        limits: &Limits,
    ) -> Result<Vec<(usize, usize)>, Stop> {
        debug_assert_eq!(self.scc[node], self.scc[target], "there is no way back");
        let mut parent: base::FxHashMap<usize, (usize, usize)> = base::FxHashMap::default();
        let mut queue = VecDeque::from([target]);
        parent.insert(target, (node, at));
        while let Some(n) = queue.pop_front() {
            limits.charge(1)?;
            if n == node {
                break;
            }
            for (at, t) in self.edges(n).filter(|&(_, t)| self.scc[t] == self.scc[node]) {
                parent.entry(t).or_insert_with(|| {
                    queue.push_back(t);
                    (n, at)
                });
            }
        }
        let mut walk = Vec::new();
        let mut n = node;
        loop {
            let step = parent[&n];
            walk.push(step);
            n = step.0;
            if step == (node, at) {
                break;
            }
        }
        walk.reverse();
        debug_assert!(self.graph.is_walk(&walk, node, node), "a loop is not closed");
        Ok(walk)
    }

    /// What some rounds over `walk` do, if that has the right shape, and how many they are.
    fn accelerate(
        &self,
        node: usize,
        walk: &[(usize, usize)],
        limits: &Limits,
    ) -> Option<(Cycle, usize)> {
        let tunables = &limits.tunables().words;
        let vars = self.graph.node(node).views.len();
        let mut words: Vec<Word> = (0..vars).map(|i| vec![Sym::Var(Var::from_index(i))]).collect();
        for round in 1..=tunables.cycle_rounds {
            for &(n, at) in walk {
                let edge = self.graph.edge(n, at);
                words = words.iter().map(|w| apply(w, &edge.words)).collect();
                if words.iter().map(Vec::len).sum::<usize>() > tunables.cycle_symbols {
                    return None;
                }
            }
            if let Some(cycle) = as_cycle(&words) {
                return Some((cycle, round));
            }
        }
        None
    }

    /// The components of the live part.
    fn components(&self, limits: &Limits) -> Result<Vec<Option<usize>>, Stop> {
        let live = |n: usize| self.edges(n).map(|(_, target)| target).collect();
        let targets: Vec<Vec<usize>> = (0..self.graph.len()).map(live).collect();
        let root = self.distance[0].map(|_| 0);
        base::components(&targets, root, || limits.charge(1))
    }
}

/// Breadth first search backwards from the solved node.
fn distances(graph: &Graph, limits: &Limits) -> Result<Vec<Option<u32>>, Stop> {
    let mut sources: Vec<Vec<usize>> = vec![Vec::new(); graph.len()];
    for source in 0..graph.len() {
        graph.targets(source).iter().for_each(|&target| sources[target].push(source));
    }
    let mut distance = vec![None; graph.len()];
    let Some(solved) = graph.solved else { return Ok(distance) };
    debug_assert!(graph.targets(solved).is_empty(), "a node without equations has moves");
    distance[solved] = Some(0);
    let mut queue = VecDeque::from([(solved, 0)]);
    while let Some((n, d)) = queue.pop_front() {
        limits.charge(1 + sources[n].len() as u64)?;
        for &source in &sources[n] {
            if distance[source].is_none() {
                distance[source] = Some(d + 1);
                queue.push_back((source, d + 1));
            }
        }
    }
    Ok(distance)
}

/// Replaces each variable of `word` by its word.
fn apply(word: &[Sym], words: &[Word]) -> Word {
    let mut out = Vec::with_capacity(word.len());
    for s in word {
        match s {
            Sym::Char(_) => out.push(*s),
            Sym::Var(x) => out.extend_from_slice(&words[x.index()]),
        }
    }
    out
}

/// The map from each variable to its word as a loop of the right shape.
fn as_cycle(words: &[Word]) -> Option<Cycle> {
    let var = |i: usize| Sym::Var(Var::from_index(i));
    debug_assert!(
        words.iter().flat_map(|w| vars_of(w)).all(|x| x.index() < words.len()),
        "a loop ends at other variables than it starts from"
    );
    let changed: Vec<bool> = words.iter().enumerate().map(|(i, w)| w[..] != [var(i)]).collect();
    let mut updates = Vec::new();
    for (i, w) in words.iter().enumerate().filter(|(i, _)| changed[*i]) {
        let mut moving = vars_of(w).filter(|x| changed[x.index()]);
        if moving.next().map(Idx::index) != Some(i) || moving.next().is_some() {
            return None;
        }
        let at = w.iter().position(|s| *s == var(i))?;
        updates.push(Update { var: i, before: w[..at].to_vec(), after: w[at + 1..].to_vec() });
    }
    Some(Cycle { updates })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_loops() {
        let (a, x, y) = (Sym::Char(97), Sym::Var(Var(0)), Sym::Var(Var(1)));
        let cycle = as_cycle(&[vec![y, a, x], vec![y]]).unwrap();
        let update = Update { var: 0, before: vec![y, a], after: vec![] };
        assert_eq!(cycle.updates, [update]);
        assert_eq!(as_cycle(&[vec![y, x], vec![y, a]]), None);
        assert_eq!(as_cycle(&[vec![y], vec![x]]), None);
    }
}
