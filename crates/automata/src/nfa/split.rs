//! Local minterms: the outgoing edges of a set of states, regrouped so that guards are disjoint.
//!
//! Subset constructions need to know, for each character, *the set* of states it leads to. A
//! global partition of the alphabet would have as many blocks as the whole automaton needs; most
//! sets of states need two or three. So the partition is computed for each set, by one sweep over
//! the boundaries of its guards.

use super::automaton::{Edge, State};
use crate::{ALPHABET_SIZE, CharSet};
use base::FxHashMap;

/// Disjoint guards with the sets of states that they lead to; characters without successors are
/// left out. Target sets are sorted, and no two groups have the same.
pub(crate) fn split<'a>(edges: impl IntoIterator<Item = &'a Edge>) -> Vec<(CharSet, Vec<State>)> {
    let edges: Vec<&Edge> = edges.into_iter().collect();
    let mut targets: Vec<State> = edges.iter().map(|e| e.1).collect();
    base::order::sort(&mut targets);
    targets.dedup();
    if edges.iter().all(|e| e.0 == edges[0].0) {
        return edges.first().map(|e| (e.0.clone(), targets)).into_iter().collect();
    }
    sweep(&events(&edges, &targets), &targets)
}

/// Characters for which none of `groups` has a successor.
pub(crate) fn uncovered(groups: &[(CharSet, Vec<State>)]) -> CharSet {
    let ranges = groups.iter().flat_map(|(g, _)| g.ranges().iter().copied());
    CharSet::from_ranges(ranges).complement()
}

/// Where an edge begins (+1) or ends (-1) to apply: (character, index of its target, change).
type Event = (u32, u32, i32);

/// Inclusive intervals of characters.
type Intervals = Vec<(u32, u32)>;

fn events(edges: &[&Edge], targets: &[State]) -> Vec<Event> {
    let mut events = Vec::new();
    for (guard, target) in edges {
        let at = base::id32(targets.partition_point(|t| t < target));
        for &(lo, hi) in guard.ranges() {
            events.push((lo, at, 1));
            events.push((hi + 1, at, -1));
        }
    }
    base::order::sort(&mut events);
    events
}

fn sweep(events: &[Event], targets: &[State]) -> Vec<(CharSet, Vec<State>)> {
    let mut counts = vec![0i32; targets.len()];
    let mut groups: FxHashMap<Vec<State>, usize> = FxHashMap::default();
    let mut out: Vec<(Intervals, Vec<State>)> = Vec::new();
    let mut next = 0;
    while let Some(&(lo, ..)) = events.get(next) {
        while let Some(&(_, at, change)) = events.get(next).filter(|e| e.0 == lo) {
            counts[at as usize] += change;
            next += 1;
        }
        let active: Vec<State> =
            targets.iter().zip(&counts).filter(|c| *c.1 > 0).map(|c| *c.0).collect();
        if active.is_empty() {
            continue;
        }
        let hi = events.get(next).map_or(ALPHABET_SIZE, |e| e.0) - 1;
        let group = *groups.entry(active).or_insert_with_key(|active| {
            out.push((Vec::new(), active.clone()));
            out.len() - 1
        });
        out[group].0.push((lo, hi));
    }
    out.into_iter().map(|(ranges, t)| (CharSet::from_ranges(ranges), t)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_disjoint_and_complete() {
        let edges = [
            (CharSet::range(10, 20), 1),
            (CharSet::range(15, 30), 2),
            (CharSet::from_ranges([(0, 5), (28, 40)]), 1),
            (CharSet::range(12, 17), 1),
        ];
        let groups = split(&edges);
        for c in 0..50 {
            let mut want: Vec<State> =
                edges.iter().filter(|e| e.0.contains(c)).map(|e| e.1).collect();
            base::order::sort(&mut want);
            want.dedup();
            let hits: Vec<_> = groups.iter().filter(|g| g.0.contains(c)).collect();
            assert_eq!(hits.len(), usize::from(!want.is_empty()));
            assert!(hits.iter().all(|g| g.1 == want));
            assert_eq!(uncovered(&groups).contains(c), want.is_empty());
        }
        assert_eq!(groups.len(), 3);
    }

    #[test]
    fn no_edges_no_groups() {
        assert!(split(&[]).is_empty());
        assert!(uncovered(&[]).is_full());
    }
}
