//! Automata as flow networks: the skeleton of Parikh formulas.
//!
//! How often can each edge be used on an accepted path? Exactly as often as counts say that
//! (1) *balance* at every state: what enters leaves, but for one path that starts in the initial
//! and ends in a final state, and (2) are *connected*: every used edge can be reached from the
//! start over used edges (Verma, Seidl and Schwentick, *On the complexity of equational Horn
//! clauses*, CADE 2005). Balance is linear. Connectivity, written down at once, needs a spanning
//! tree as extra variables; most solutions are connected anyway, so here it is added lazily:
//! the caller solves for balance, asks [`Flow::disconnected`], and adds the [`Cut`] it is given.
//! There are finitely many cuts.
//!
//! Labels of edges are whatever is to be counted: [`Nfa::flow`] keeps the guards,
//! [`Transducer::flow`] tells which edges read and which write.

use super::automaton::{Nfa, State};
use super::transducer::{Output, Transducer};
use super::trim::reach;
use crate::CharSet;

/// A flow network with one start.
#[derive(Clone, Debug)]
pub struct Flow<L> {
    /// All edges; a count is an index into this list.
    pub edges: Vec<FlowEdge<L>>,
    /// The state in which the path starts; `None` if there is no path at all.
    pub start: Option<State>,
    /// The states in which it may end.
    pub ends: Vec<State>,
    incoming: Vec<Vec<usize>>,
    outgoing: Vec<Vec<usize>>,
}

/// An edge of a flow network.
#[derive(Clone, Debug)]
pub struct FlowEdge<L> {
    /// Where it leaves.
    pub from: State,
    /// Where it enters.
    pub to: State,
    /// What it counts for.
    pub label: L,
}

/// A condition that every path meets: if an edge of `inside` is used, one of `entering` is too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The edges that leave some set of states without the start.
    pub inside: Vec<usize>,
    /// The edges from outside into that set.
    pub entering: Vec<usize>,
}

impl<L> Flow<L> {
    fn new(states: usize, edges: impl Iterator<Item = (State, State, L)>) -> Flow<L> {
        let edges: Vec<FlowEdge<L>> =
            edges.map(|(from, to, label)| FlowEdge { from, to, label }).collect();
        let (mut incoming, mut outgoing) = (vec![Vec::new(); states], vec![Vec::new(); states]);
        for (i, e) in edges.iter().enumerate() {
            outgoing[e.from as usize].push(i);
            incoming[e.to as usize].push(i);
        }
        Flow { edges, start: None, ends: Vec::new(), incoming, outgoing }
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.incoming.len()
    }

    /// The indices of the edges into `s`.
    pub fn incoming(&self, s: State) -> &[usize] {
        &self.incoming[s as usize]
    }

    /// The indices of the edges out of `s`.
    pub fn outgoing(&self, s: State) -> &[usize] {
        &self.outgoing[s as usize]
    }

    /// A condition that `counts` violate because some used edges cannot be reached from the
    /// start; `None` if all can.
    pub fn disconnected(&self, counts: &[u64]) -> Option<Cut> {
        let used = |i: &usize| counts[*i] > 0;
        let mut next: Vec<Vec<State>> = vec![Vec::new(); self.states()];
        let mut either: Vec<Vec<State>> = vec![Vec::new(); self.states()];
        for i in (0..self.edges.len()).filter(used) {
            let FlowEdge { from, to, .. } = self.edges[i];
            next[from as usize].push(to);
            either[from as usize].push(to);
            either[to as usize].push(from);
        }
        let reached = reach(self.states(), self.start, |s| &next[s as usize]);
        let lost = |i: &usize| used(i) && !reached[self.edges[*i].from as usize];
        let first = (0..self.edges.len()).find(lost)?;
        // Only the lost part that hangs together with this edge: smaller cuts say more.
        let unreached = |s: State| either[s as usize].iter().filter(|&&t| !reached[t as usize]);
        let part = reach(self.states(), [self.edges[first].from], unreached);
        let within = |s: State| part[s as usize];
        let pick = |keep: &dyn Fn(&FlowEdge<L>) -> bool| {
            (0..self.edges.len()).filter(|&i| keep(&self.edges[i])).collect()
        };
        Some(Cut {
            inside: pick(&|e| within(e.from)),
            entering: pick(&|e| !within(e.from) && within(e.to)),
        })
    }

    /// A path from the start to `end` that uses each edge as often as `counts` say, if there is
    /// one: a list of edges. Its length is the sum of the counts.
    pub fn path(&self, counts: &[u64], end: State) -> Option<Vec<usize>> {
        let start = self.start?;
        let mut left = counts.to_vec();
        // Hierholzer: walk until stuck, then take back the last step and walk on from there.
        let mut walk: Vec<(State, Option<usize>)> = vec![(start, None)];
        let mut reversed = Vec::new();
        while let Some(&(s, by)) = walk.last() {
            match self.outgoing(s).iter().find(|&&i| left[i] > 0) {
                Some(&i) => {
                    left[i] -= 1;
                    walk.push((self.edges[i].to, Some(i)));
                }
                None => {
                    walk.pop();
                    reversed.extend(by);
                }
            }
        }
        reversed.reverse();
        self.is_path(&reversed, start, end, &left).then_some(reversed)
    }

    fn is_path(&self, path: &[usize], start: State, end: State, left: &[u64]) -> bool {
        let mut at = start;
        let joined = path.iter().all(|&i| {
            let fits = self.edges[i].from == at;
            at = self.edges[i].to;
            fits
        });
        joined && at == end && left.iter().all(|&n| n == 0)
    }
}

impl Nfa {
    /// The network of the trimmed automaton; edges are labelled with their guards.
    pub fn flow(&self) -> Flow<CharSet> {
        let a = self.with_one_initial().trim();
        let edges = a.states().flat_map(|from| {
            a.edges(from).iter().map(move |(guard, to)| (from, *to, guard.clone()))
        });
        let mut flow = Flow::new(a.len(), edges);
        flow.start = a.initial().first().copied();
        flow.ends = a.finals().collect();
        flow
    }
}

impl Transducer {
    /// The network of the transducer; labels tell whether an edge reads and whether it writes.
    /// Parallel edges with the same label are one.
    pub fn flow(&self) -> Flow<(bool, bool)> {
        let states = 0..self.len() as State;
        let mut edges: Vec<(State, State, (bool, bool))> = Vec::new();
        for from in states.clone() {
            let label = |m: &super::Transition| (m.input.is_some(), m.output != Output::Nothing);
            edges.extend(self.transitions(from).iter().map(|m| (from, m.target, label(m))));
        }
        edges.sort_unstable();
        edges.dedup();
        let mut flow = Flow::new(self.len(), edges.into_iter());
        flow.start = Some(0);
        flow.ends = states.filter(|&s| self.is_final(s)).collect();
        flow
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Rng, words};
    use super::*;

    /// Whether counts balance for a path that ends in `end`.
    fn balanced<L>(flow: &Flow<L>, counts: &[u64], end: State) -> bool {
        (0..flow.states() as State).all(|s| {
            let sum = |edges: &[usize]| edges.iter().map(|&i| counts[i]).sum::<u64>();
            let enters = sum(flow.incoming(s)) + u64::from(flow.start == Some(s));
            enters == sum(flow.outgoing(s)) + u64::from(end == s)
        })
    }

    /// All vectors of `n` counts with a sum of at most `total`.
    fn vectors(n: usize, total: u64) -> Vec<Vec<u64>> {
        let mut all = vec![vec![]];
        for _ in 0..n {
            let extend = |v: Vec<u64>| {
                let rest = total - v.iter().sum::<u64>();
                (0..=rest).map(move |c| [v.clone(), vec![c]].concat())
            };
            all = all.into_iter().flat_map(extend).collect();
        }
        all
    }

    #[test]
    fn balance_and_connectivity_mean_a_path() {
        let (mut paths, mut cuts) = (0, 0);
        for round in 0..200 {
            let a = Rng(51_000_000 + round).nfa(4);
            let flow = a.flow();
            if flow.edges.len() > 6 {
                continue;
            }
            for counts in vectors(flow.edges.len(), 4) {
                for &end in &flow.ends {
                    let cut = flow.disconnected(&counts);
                    let path = flow.path(&counts, end);
                    let expected = balanced(&flow, &counts, end) && cut.is_none();
                    assert_eq!(path.is_some(), expected, "{counts:?} {a:?}");
                    let Some(path) = path else {
                        cuts += usize::from(cut.is_some());
                        continue;
                    };
                    paths += 1;
                    let word: Vec<u32> =
                        path.iter().filter_map(|&i| flow.edges[i].label.pick()).collect();
                    assert!(a.accepts(&word));
                }
            }
        }
        assert!(paths > 500 && cuts > 100);
    }

    #[test]
    fn cuts_hold_on_all_paths_and_fail_on_the_given_counts() {
        for round in 0..100 {
            let a = Rng(52_000_000 + round).nfa(4);
            let flow = a.flow();
            if flow.edges.len() > 6 {
                continue;
            }
            let all = vectors(flow.edges.len(), 4);
            let is_path = |v: &&Vec<u64>| flow.ends.iter().any(|&e| flow.path(v, e).is_some());
            let paths: Vec<_> = all.iter().filter(is_path).collect();
            for cut in all.iter().filter_map(|v| Some((v, flow.disconnected(v)?))) {
                let (bad, Cut { inside, entering }) = cut;
                let holds = |v: &[u64]| {
                    inside.iter().all(|&i| v[i] == 0) || entering.iter().any(|&i| v[i] > 0)
                };
                assert!(!holds(bad) && paths.iter().all(|v| holds(v)));
            }
        }
    }

    #[test]
    fn transducer_labels_count_lengths() {
        let budget = base::Budget::unlimited();
        let limits = base::Limits::none(&budget);
        let pattern = Nfa::word(&[0x61]);
        let t = Transducer::replace_all(&pattern, &[0x62, 0x62], &limits).unwrap();
        let flow = t.flow();
        for counts in vectors(flow.edges.len(), 5) {
            for path in flow.ends.iter().filter_map(|&e| flow.path(&counts, e)) {
                let reads = path.iter().filter(|&&i| flow.edges[i].label.0).count();
                let writes = path.iter().filter(|&&i| flow.edges[i].label.1).count();
                let possible = words(5).iter().any(|w| {
                    let a = w.iter().filter(|&&c| c == 0x61).count();
                    w.len() == reads && w.len() + a == writes
                });
                assert!(possible, "{reads} {writes}");
            }
        }
    }
}
