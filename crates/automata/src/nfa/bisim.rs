//! The coarsest bisimulation, by partition refinement, and the quotient by it.
//!
//! States of one class agree on being final (and on a key given by the caller) and on the
//! characters that lead into each class. Refinement keeps a set of *dirty* states, those with a
//! successor whose class got a new number. When a class splits, its largest part keeps the number
//! (Hopcroft's "process the smaller half"), so every state gets a new number at most logarithmically often.
//! Signatures are compared exactly, through a hash table, not by splitters one
//! character at a time: with interval guards a state has few distinct successors.

use super::automaton::{Nfa, State};
use crate::CharSet;
use base::{FxHashMap, Limits, Stop};

/// What tells a state from others of its class: the characters that lead to each class, and the
/// classes that its silent edges lead to.
type Signature = (Vec<(u32, CharSet)>, Vec<u32>);

/// A graph with guarded and silent edges; silent edges are matched like an extra character.
pub(crate) struct Graph<'a> {
    /// Guarded edges, and final states.
    pub nfa: &'a Nfa,
    /// For each state the targets of its silent edges; empty if there are none at all.
    pub silent: &'a [Vec<State>],
}

impl Graph<'_> {
    /// The targets of the silent edges of `s`.
    pub fn silent(&self, s: State) -> &[State] {
        self.silent.get(s as usize).map_or(&[], Vec::as_slice)
    }

    /// For each state the states with an edge of either sort to it.
    pub fn predecessors(&self) -> Vec<Vec<State>> {
        let mut preds = self.nfa.predecessors();
        for s in self.nfa.states() {
            for &t in self.silent(s) {
                preds[t as usize].push(s);
            }
        }
        preds
    }

    fn signature(&self, s: State, class: &[u32]) -> Signature {
        let mut moves: Vec<(u32, &CharSet)> =
            self.nfa.edges(s).iter().map(|(g, t)| (class[*t as usize], g)).collect();
        base::order::sort_by_key(&mut moves, |m| m.0);
        let mut merged: Vec<(u32, CharSet)> = Vec::with_capacity(moves.len());
        for (c, guard) in moves {
            match merged.last_mut() {
                Some(last) if last.0 == c => last.1 = last.1.union(guard),
                _ => merged.push((c, guard.clone())),
            }
        }
        let mut silent: Vec<u32> = self.silent(s).iter().map(|&t| class[t as usize]).collect();
        silent.sort_unstable();
        silent.dedup();
        (merged, silent)
    }
}

/// A partition of the states under refinement.
#[derive(Default)]
struct Partition {
    class: Vec<u32>,
    members: Vec<Vec<State>>,
    /// For each state its position among the members of its class.
    position: Vec<usize>,
}

impl Partition {
    fn new(keys: impl Iterator<Item = u64>) -> Partition {
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut p = Partition::default();
        for (s, key) in keys.enumerate() {
            let fresh = base::id32(numbers.len());
            let c = *numbers.entry(key).or_insert(fresh);
            if c == fresh {
                p.members.push(Vec::new());
            }
            p.class.push(c);
            p.position.push(p.members[c as usize].len());
            p.members[c as usize].push(base::id32(s));
        }
        p
    }

    /// Moves `states` to a class of their own.
    fn split_off(&mut self, states: Vec<State>) {
        let fresh = base::id32(self.members.len());
        for (i, &s) in states.iter().enumerate() {
            let old = &mut self.members[self.class[s as usize] as usize];
            let at = std::mem::replace(&mut self.position[s as usize], i);
            old.swap_remove(at);
            if let Some(&filler) = old.get(at) {
                self.position[filler as usize] = at;
            }
            self.class[s as usize] = fresh;
        }
        self.members.push(states);
    }
}

/// For each state of `graph` the number of its class in the coarsest bisimulation that respects
/// `key` and finality. Classes are numbered densely, in no particular order.
///
/// # Errors
/// When `limits` are exceeded.
pub(crate) fn coarsest_bisimulation(
    graph: &Graph,
    key: impl Fn(State) -> u64,
    limits: &Limits,
) -> Result<Vec<u32>, Stop> {
    let nfa = graph.nfa;
    let keys = nfa.states().map(|s| key(s) << 1 | u64::from(nfa.is_final(s)));
    let mut partition = Partition::new(keys);
    let preds = graph.predecessors();
    limits.charge(nfa.len() as u64)?;
    let mut dirty: Vec<State> = nfa.states().collect();
    while !dirty.is_empty() {
        let mut by_class: Vec<(u32, State)> =
            dirty.iter().map(|&s| (partition.class[s as usize], s)).collect();
        base::order::sort(&mut by_class);
        by_class.dedup();
        // All classes of a round are compared under the numbers from before the round.
        let mut parts = Vec::new();
        for group in by_class.chunk_by(|a, b| a.0 == b.0) {
            refine(graph, &partition, group, &mut parts, limits)?;
        }
        dirty.clear();
        for part in parts {
            dirty.extend(part.iter().flat_map(|&s| &preds[s as usize]));
            partition.split_off(part);
        }
        limits.charge(dirty.len() as u64)?;
    }
    Ok(partition.class)
}

/// States of one class with one signature.
#[derive(Default)]
struct Part {
    dirty: Vec<State>,
    /// How many clean members belong to it: all of the class, or none.
    clean: usize,
}

/// Splits one class by the signatures of its dirty members `group`; adds to `out` the parts that
/// must get a new number. The heaviest part keeps the old one.
fn refine(
    graph: &Graph,
    partition: &Partition,
    group: &[(u32, State)],
    out: &mut Vec<Vec<State>>,
    limits: &Limits,
) -> Result<(), Stop> {
    let members = &partition.members[group[0].0 as usize];
    if members.len() == 1 {
        return Ok(());
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut numbers: FxHashMap<Signature, usize> = FxHashMap::default();
    let mut part_of = |s: State, parts: &mut Vec<Part>| {
        *numbers.entry(graph.signature(s, &partition.class)).or_insert_with(|| {
            parts.push(Part::default());
            parts.len() - 1
        })
    };
    for &(_, s) in group {
        limits.charge(1 + graph.nfa.edges(s).len() as u64)?;
        let i = part_of(s, &mut parts);
        parts[i].dirty.push(s);
    }
    // The clean members all have the signature that the whole class had; they stand together.
    let mut clean =
        members.iter().copied().filter(|&s| group.binary_search(&(group[0].0, s)).is_err());
    if let Some(s) = clean.clone().next() {
        let i = part_of(s, &mut parts);
        parts[i].clean = members.len() - group.len();
    }
    let heaviest = (0..parts.len()).max_by_key(|&i| parts[i].dirty.len() + parts[i].clean);
    for (_, part) in parts.into_iter().enumerate().filter(|p| Some(p.0) != heaviest) {
        let mut states = part.dirty;
        if part.clean > 0 {
            limits.charge(members.len() as u64)?;
            states.extend(clean.by_ref());
        }
        out.push(states);
    }
    Ok(())
}

impl Nfa {
    /// The quotient by the coarsest bisimulation: the same language with states merged that
    /// behave alike. Cheap, and enough to undo most duplication that constructions leave.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn quotient_by_bisimulation(&self, limits: &Limits) -> Result<Nfa, Stop> {
        let graph = Graph { nfa: self, silent: &[] };
        let class = coarsest_bisimulation(&graph, |_| 0, limits)?;
        Ok(self.quotient(&class).trim())
    }

    /// The automaton whose states are classes of states. The language does not change if `class`
    /// is a bisimulation or the equivalence of a simulation.
    pub(crate) fn quotient(&self, class: &[u32]) -> Nfa {
        let count = class.iter().max().map_or(0, |&c| c as usize + 1);
        if count == self.len() {
            return self.clone();
        }
        // Number classes by their first state, so that the order of states survives.
        let mut number: Vec<Option<State>> = vec![None; count];
        let mut out = Nfa::empty();
        for s in self.states() {
            let slot = &mut number[class[s as usize] as usize];
            if slot.is_none() {
                *slot = Some(out.add_state(self.is_final(s)));
            }
        }
        let of = |s: State| number[class[s as usize] as usize].unwrap_or_default();
        for s in self.states() {
            for (guard, t) in self.edges(s) {
                out.add_edge(of(s), guard.clone(), of(*t));
            }
        }
        for &s in self.initial() {
            out.add_initial(of(s));
        }
        out
    }
}
