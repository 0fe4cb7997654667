//! Noodles: how a concatenation of languages can meet another one.
//!
//! **Problem.** Given left languages `L1 … Ln` and right languages `R1 … Rm`, describe all words
//! `u1 … un = v1 … vm` with `ui` in `Li` and `vj` in `Rj`, such that each way to align the cuts
//! becomes a product of independent languages.
//!
//! **Idea** (Blahoudek et al., *Word equations in synergy with regular constraints*, FM 2023; Chen
//! et al., *Z3-Noodler*, TACAS 2024): join the left automata by silent edges of one sort, the
//! right ones by silent edges of another, and take the product that reads characters together and
//! silent edges alone. A run of it alternates stretches of characters with silent edges; fix the
//! silent edges and what remains is one automaton per stretch: a noodle.
//!
//! **What differs here.**
//! - A noodle fixes the state *after* each silent edge, not both ends. All exits of a stretch that
//!   lead to the same state are final states of one segment, so noodles that
//!   differ only there are one noodle.
//! - When a left and a right cut coincide, both orders of the silent edges describe the same
//!   words. Only one is built (`order.rs`): after the cut that goes second, the other one needs
//!   a character in between. Together with deterministic inputs this makes noodles disjoint.
//! - Segments that are just the empty word are left out.
//! - Noodles come best first (fewest segments, then shortest words), found by A* search, and
//!   [`Noodles::count`] tells beforehand how many there are, so that the caller can split the cheapest
//!   inclusion first. As it looks at all stretches, it leaves the exact cost of what follows each; until
//!   then the estimate is the cheapest run of the product, to which a stretch that can be empty costs
//!   nothing. With that estimate alone, the search enters all beginnings where many stretches can be
//!   empty: 2^n of them for n parts that each may match something.
//!
//! Literal sides need no special case: the product with a word is as long as the word, and a
//! single automaton on one side makes it an intersection cut at the boundaries of the other.
//!
//! The entry points are [`Noodles::new`] and [`Noodles::next`].

mod graph;
mod order;
#[cfg(test)]
mod tests;

use super::{Nfa, State};
use base::Upper::{self, AtMost};
use base::{FxHashMap, Limits, Slices, Stop};
use graph::Graph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::Arc;

/// A stretch of a noodle: its language, and whose part it is.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The words that this stretch can be; reduced, never empty, never just the empty word.
    pub nfa: Arc<Nfa>,
    /// The index of the left automaton that the stretch is part of.
    pub left: usize,
    /// The index of the right automaton that the stretch is part of.
    pub right: usize,
}

/// One way to align both sides. Any choice of words from its segments makes words `u1 … un` and
/// `v1 … vm`: `ui` is the concatenation of the segments with left index `i`, `vj` that of those
/// with right index `j`. Both indices never decrease.
pub type Noodle = Vec<Segment>;

/// The noodles of two concatenations, produced one by one.
///
/// ```
/// use automata::{CharSet, nfa::{Nfa, Noodles}};
/// use base::{Budget, Limits};
/// let budget = Budget::unlimited();
/// let limits = Limits::none(&budget);
/// // x·y = "ab" with any x and y: three cuts.
/// let any = Nfa::sigma_star();
/// let word = Nfa::word(&[0x61, 0x62]);
/// let mut noodles = Noodles::new(&[&any, &any], &[&word], &limits).unwrap();
/// assert_eq!(noodles.count(&limits), Ok(base::Upper::AtMost(3)));
/// let first = noodles.next(&limits).unwrap().unwrap();
/// assert_eq!(first.len(), 1);
/// ```
#[derive(Debug)]
pub struct Noodles {
    graph: Graph,
    /// For each entry state met so far how to go on from there: which of `hops`.
    from: FxHashMap<State, Range<usize>>,
    hops: Vec<Hop>,
    /// The states in which stretches may end.
    exits: Slices<State>,
    /// For each state a lower bound of the cost from there, if it is an entry.
    least: Vec<u64>,
    segments: FxHashMap<(State, Option<State>), Arc<Nfa>>,
    partials: Vec<Partial>,
    /// For each partial the best of its hops that was not taken yet: by cost, then depth, then the partial.
    queue: BinaryHeap<Reverse<Next>>,
}

/// The estimated cost, the depth, a partial, and which of its hops.
type Next = (u64, Reverse<u32>, u32, u32);

/// A stretch of characters and the silent edge after it.
#[derive(Clone, Copy, Debug)]
struct Hop {
    /// The state after the silent edge; `None` at the end of the noodle.
    target: Option<State>,
    /// The length of its shortest word.
    shortest: u64,
    /// Whether the stretch can only be the empty word.
    blank: bool,
    /// The states in which it may end, by their number among the `exits`.
    exits: u32,
}

/// A fact: a segment costs more than any word, as no automaton has so many states in a row.
const SEGMENT_COST: u64 = 1 << 32;

impl Hop {
    fn cost(&self) -> u64 {
        if self.blank { 0 } else { SEGMENT_COST + self.shortest }
    }
}

/// The beginning of a noodle: the way to `entry`.
#[derive(Clone, Copy, Debug)]
struct Partial {
    /// The state that the last silent edge led to.
    entry: State,
    /// The partial before, and the hop from there.
    parent: Option<(usize, usize)>,
    cost: u64,
    depth: u32,
}

impl Noodles {
    /// Prepares the noodles of `left` and `right`. An empty list stands for the empty word.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn new(left: &[&Nfa], right: &[&Nfa], limits: &Limits) -> Result<Noodles, Stop> {
        let graph = Graph::new(left, right, limits)?;
        let least = graph.least_costs(SEGMENT_COST, limits)?;
        Ok(Noodles {
            graph,
            from: FxHashMap::default(),
            hops: Vec::new(),
            exits: Slices::default(),
            least,
            segments: FxHashMap::default(),
            partials: Vec::new(),
            queue: BinaryHeap::new(),
        })
    }

    fn root(&self) -> Option<State> {
        self.graph.nfa.initial().first().copied()
    }

    /// How many noodles there are in total, if the number fits. This looks at all stretches of
    /// all noodles, but builds none.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn count(&mut self, limits: &Limits) -> Result<Upper<u64>, Stop> {
        let mut entries: Vec<State> = self.root().into_iter().collect();
        let mut counts: FxHashMap<State, Upper<u64>> =
            entries.iter().map(|&e| (e, AtMost(0))).collect();
        let mut next = 0;
        while let Some(&entry) = entries.get(next) {
            next += 1;
            let hops = self.hops(entry, limits)?;
            for target in self.hops[hops].iter().filter_map(|h| h.target) {
                counts.entry(target).or_insert_with(|| {
                    entries.push(target);
                    AtMost(0)
                });
            }
        }
        // Silent edges lead to later levels only, so the last levels come first.
        base::order::sort_by_key(&mut entries, |&e| Reverse((self.graph.depth(e), e)));
        for &entry in &entries {
            let from = |h: &Hop| h.target.map_or(AtMost(1), |t| counts[&t]);
            let hops = self.hops(entry, limits)?;
            let count = self.hops[hops].iter().fold(AtMost(0), |n, h| n + from(h));
            counts.insert(entry, count);
        }
        if self.partials.is_empty() {
            self.refine(&entries);
        }
        Ok(self.root().map_or(AtMost(0), |root| counts[&root]))
    }

    /// Makes the estimates at `entries` exact; the last levels come first.
    fn refine(&mut self, entries: &[State]) {
        debug_assert!(
            self.partials.is_empty(),
            "the order changes of hops that are taken in order"
        );
        for entry in entries {
            let mut hops = std::mem::take(&mut self.hops);
            let range = self.from[entry].clone();
            base::order::sort_by_key(&mut hops[range.clone()], |hop| self.estimate(hop));
            self.hops = hops;
            let best = self.hops[range].first().map(|hop| self.estimate(hop));
            let least = &mut self.least[*entry as usize];
            debug_assert!(best.is_none_or(|best| best >= *least), "the estimate was too high");
            *least = best.unwrap_or(*least);
        }
    }

    /// Whether there is none, that is, whether the two concatenations are disjoint.
    pub fn is_empty(&self) -> bool {
        self.graph.nfa.is_empty()
    }

    /// How many states the product has.
    pub fn states(&self) -> usize {
        self.graph.nfa.len()
    }

    /// The next noodle, if any is left.
    ///
    /// # Errors
    /// When `limits` are exceeded. The enumeration can then no longer be continued.
    pub fn next(&mut self, limits: &Limits) -> Result<Option<Noodle>, Stop> {
        if let (true, Some(entry)) = (self.partials.is_empty(), self.root()) {
            self.open(Partial { entry, parent: None, cost: 0, depth: 0 }, limits)?;
        }
        while let Some(Reverse((_, _, at, hop))) = self.queue.pop() {
            let (at, hop) = (at as usize, hop as usize);
            let Partial { entry, cost, depth, .. } = self.partials[at];
            if hop + 1 < self.from[&entry].end {
                self.push(at, hop + 1);
            }
            let Some(target) = self.hops[hop].target else {
                return self.noodle(at, hop, limits).map(Some);
            };
            let (parent, cost) = (Some((at, hop)), cost + self.hops[hop].cost());
            self.open(Partial { entry: target, parent, cost, depth: depth + 1 }, limits)?;
        }
        Ok(None)
    }

    /// Enters a partial with the best of its hops. The next one follows when that is taken: to enter all at once takes memory for
    /// ways that nobody goes, gigabytes where there are thousands of exits.
    fn open(&mut self, partial: Partial, limits: &Limits) -> Result<(), Stop> {
        if self.partials.len() >= limits.tunables().automata.noodle_partials {
            return Err(Stop::Local);
        }
        let hops = self.hops(partial.entry, limits)?;
        limits.charge(hops.len() as u64)?;
        self.partials.push(partial);
        if !hops.is_empty() {
            self.push(self.partials.len() - 1, hops.start);
        }
        Ok(())
    }

    fn push(&mut self, at: usize, hop: usize) {
        let Partial { cost, depth, .. } = self.partials[at];
        let estimate = cost + self.estimate(&self.hops[hop]);
        let order = Reverse(depth);
        self.queue.push(Reverse((estimate, order, base::id32(at), base::id32(hop))));
    }

    /// A lower bound of the cost of a hop and all that follows.
    fn estimate(&self, hop: &Hop) -> u64 {
        hop.cost() + hop.target.map_or(0, |target| self.least[target as usize])
    }

    /// The noodle that goes on from the partial `at` by `hop`, its last.
    fn noodle(&mut self, at: usize, hop: usize, limits: &Limits) -> Result<Noodle, Stop> {
        let mut steps = vec![(self.partials[at].entry, hop)];
        let mut current = at;
        while let Some((before, hop)) = self.partials[current].parent {
            steps.push((self.partials[before].entry, hop));
            current = before;
        }
        let mut noodle = Vec::new();
        for (entry, hop) in steps.into_iter().rev() {
            noodle.extend(self.segment(entry, hop, limits)?);
        }
        Ok(noodle)
    }

    fn segment(
        &mut self,
        entry: State,
        hop: usize,
        limits: &Limits,
    ) -> Result<Option<Segment>, Stop> {
        let Hop { target, blank, exits, .. } = self.hops[hop];
        if blank {
            return Ok(None);
        }
        let (left, right) = self.graph.level(entry);
        let known = self.segments.get(&(entry, target)).cloned();
        let nfa = match known {
            Some(nfa) => nfa,
            None => {
                let exits = self.exits.get(exits);
                Arc::new(self.graph.nfa.between(&[entry], exits).reduce(limits)?)
            }
        };
        self.segments.entry((entry, target)).or_insert_with(|| nfa.clone());
        Ok(Some(Segment { nfa, left, right }))
    }

    /// The ways to go on from `entry`, best first.
    fn hops(&mut self, entry: State, limits: &Limits) -> Result<Range<usize>, Stop> {
        if let Some(hops) = self.from.get(&entry) {
            return Ok(hops.clone());
        }
        let start = self.hops.len();
        let mut found = self.graph.hops(entry, limits)?;
        base::order::sort_by_key(&mut found, |(hop, _)| self.estimate(hop));
        for (hop, exits) in found {
            let exits = self.exits.push(&exits);
            self.hops.push(Hop { exits, ..hop });
        }
        self.from.insert(entry, start..self.hops.len());
        Ok(start..self.hops.len())
    }
}
