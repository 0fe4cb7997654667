//! The product of two chains of automata, with silent edges between the links of either chain.

use super::super::simulation::reduce_graph;
use super::super::trim::reach;
use super::super::{Nfa, State};
use super::Hop;
use super::order::Order;
use base::index;
use base::{FxHashMap, Limits, Stop};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The product. Its *level* is the pair of links that a state is in; characters stay in a level,
/// silent edges go to the next link of one chain.
#[derive(Debug)]
pub(super) struct Graph {
    /// Edges with characters; final states are those at the end of both chains.
    pub nfa: Nfa,
    silent: Vec<Vec<State>>,
    /// For each state `left * width + right`.
    levels: Vec<u64>,
    width: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Left,
    Right,
}

/// A state of the product before it is numbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    left: (usize, State),
    right: (usize, State),
    /// A cut was just made, and one on the other side must wait for a character, because it would
    /// have gone first.
    waiting: Option<Side>,
}

impl Graph {
    /// The trimmed and reduced product.
    ///
    /// # Errors
    /// When `limits` are exceeded, or the chains or their product have too many states.
    pub fn new(left: &[&Nfa], right: &[&Nfa], limits: &Limits) -> Result<Graph, Stop> {
        let states: usize = left.iter().chain(right).map(|nfa| nfa.len()).sum();
        if states > limits.tunables().automata.noodle_states {
            return Err(Stop::Local);
        }
        limits.charge(states as u64)?;
        let (left, right) = (links(left), links(right));
        let mut builder = Builder {
            order: Order::choose(&left, &right),
            left: &left,
            right: &right,
            nfa: Nfa::empty(),
            silent: Vec::new(),
            places: Vec::new(),
            numbers: FxHashMap::default(),
        };
        builder.run(limits)?;
        let width = right.len() as u64;
        let level = |p: &Place| p.left.0 as u64 * width + p.right.0 as u64;
        let levels = builder.places.iter().map(level).collect();
        let built = Graph { nfa: builder.nfa, silent: builder.silent, levels, width };
        limits.charge(built.nfa.len() as u64)?;
        let Graph { nfa, silent, levels, width } = built.trim();
        limits.charge(nfa.len() as u64)?;
        let (nfa, silent, levels) = reduce_graph(&nfa, &silent, &levels, limits)?;
        Ok(Graph { nfa, silent, levels, width }.trim())
    }

    /// The indices of the automata that `s` is in, left and right.
    pub fn level(&self, s: State) -> (usize, usize) {
        let level = self.levels[s as usize];
        (index(level / self.width), index(level % self.width))
    }

    /// How many silent edges lead from the start to `s`.
    pub fn depth(&self, s: State) -> usize {
        let (left, right) = self.level(s);
        left + right
    }

    fn trim(self) -> Graph {
        let Graph { nfa, silent, levels, width } = self;
        let mut preds = nfa.predecessors();
        for s in nfa.states() {
            silent[s as usize].iter().for_each(|&t| preds[t as usize].push(s));
        }
        let next = |s: State| nfa.edges(s).iter().map(|e| &e.1).chain(&silent[s as usize]);
        let mut keep = reach(nfa.len(), nfa.initial().iter().copied(), next);
        let useful = reach(nfa.len(), nfa.finals(), |s| &preds[s as usize]);
        keep.iter_mut().zip(useful).for_each(|(k, u)| *k &= u);
        let mut number = vec![0; nfa.len()];
        let kept: Vec<State> = nfa.states().filter(|&s| keep[s as usize]).collect();
        for (i, &s) in kept.iter().enumerate() {
            number[s as usize] = base::id32(i);
        }
        let targets = |s: &State| {
            let kept = silent[*s as usize].iter().filter(|&&t| keep[t as usize]);
            kept.map(|&t| number[t as usize]).collect()
        };
        Graph {
            silent: kept.iter().map(targets).collect(),
            levels: kept.iter().map(|&s| levels[s as usize]).collect(),
            nfa: nfa.restrict(&keep),
            width,
        }
    }

    /// For each state the least cost of a run from there to the end, if a stretch of characters
    /// costs `stretch` plus its length and empty stretches nothing.
    pub fn least_costs(&self, stretch: u64, limits: &Limits) -> Result<Vec<u64>, Stop> {
        // Backwards by Dijkstra, over pairs of a state and whether it is inside a stretch.
        let preds = self.nfa.predecessors();
        let mut cuts = vec![Vec::new(); self.nfa.len()];
        for s in self.nfa.states() {
            self.silent[s as usize].iter().for_each(|&t| cuts[t as usize].push(s));
        }
        let mut least: Vec<[Option<u64>; 2]> = vec![[None; 2]; self.nfa.len()];
        let mut queue = BinaryHeap::new();
        let mut improve = |s: State, inside: bool, cost: u64, queue: &mut BinaryHeap<_>| {
            let known = &mut least[s as usize][usize::from(inside)];
            if known.is_none_or(|known| cost < known) {
                *known = Some(cost);
                queue.push(Reverse((cost, s, inside)));
            }
        };
        for s in self.nfa.finals() {
            improve(s, false, 0, &mut queue);
            improve(s, true, 0, &mut queue);
        }
        while let Some(Reverse((cost, s, inside))) = queue.pop() {
            limits.charge(1 + (preds[s as usize].len() + cuts[s as usize].len()) as u64)?;
            if inside {
                for &p in &preds[s as usize] {
                    improve(p, true, cost + 1, &mut queue);
                    improve(p, false, cost + 1 + stretch, &mut queue);
                }
            } else {
                for &p in &cuts[s as usize] {
                    improve(p, false, cost, &mut queue);
                    improve(p, true, cost, &mut queue);
                }
            }
        }
        // All states lead to the end.
        Ok(least.into_iter().map(|c| c[0].unwrap_or_default()).collect())
    }

    /// The stretches of characters that begin in `entry`, grouped by where the silent edge after
    /// them leads, with the states in which they may end.
    pub fn hops(&self, entry: State, limits: &Limits) -> Result<Vec<(Hop, Vec<State>)>, Stop> {
        let mut hops: Vec<(Hop, Vec<State>)> = Vec::new();
        let mut by_target: FxHashMap<Option<State>, usize> = FxHashMap::default();
        let mut distance: FxHashMap<State, u64> = FxHashMap::default();
        let mut queue = VecDeque::from([entry]);
        let mut entry_on_cycle = false;
        distance.insert(entry, 0);
        while let Some(s) = queue.pop_front() {
            let shortest = distance[&s];
            let end = self.nfa.is_final(s).then_some(None);
            let cuts = self.silent[s as usize].iter().map(|&t| Some(t));
            for target in end.into_iter().chain(cuts) {
                limits.charge(1)?;
                let at = *by_target.entry(target).or_insert_with(|| {
                    hops.push((Hop { target, shortest, blank: false, exits: 0 }, Vec::new()));
                    hops.len() - 1
                });
                hops[at].1.push(s);
            }
            for &(_, t) in self.nfa.edges(s) {
                limits.charge(1)?;
                entry_on_cycle |= t == entry;
                distance.entry(t).or_insert_with(|| {
                    queue.push_back(t);
                    shortest + 1
                });
            }
        }
        for (hop, exits) in &mut hops {
            hop.blank = !entry_on_cycle && *exits == [entry];
        }
        Ok(hops)
    }
}

/// The automata of one side, trimmed, each with one initial state.
fn links<'a>(side: &[&'a Nfa]) -> Vec<Cow<'a, Nfa>> {
    if side.is_empty() {
        return vec![Cow::Owned(Nfa::epsilon())];
    }
    let link = |nfa: &&'a Nfa| match nfa.initial().len() {
        1 => Cow::Borrowed(*nfa),
        _ => Cow::Owned(nfa.with_one_initial().trim()),
    };
    side.iter().map(link).collect()
}

struct Builder<'a> {
    left: &'a [Cow<'a, Nfa>],
    right: &'a [Cow<'a, Nfa>],
    order: Order,
    nfa: Nfa,
    silent: Vec<Vec<State>>,
    places: Vec<Place>,
    numbers: FxHashMap<Place, State>,
}

impl Builder<'_> {
    fn run(&mut self, limits: &Limits) -> Result<(), Stop> {
        let (Some(&p), Some(&q)) =
            (self.left[0].initial().first(), self.right[0].initial().first())
        else {
            return Ok(());
        };
        let root = self.number(Place { left: (0, p), right: (0, q), waiting: None });
        self.nfa.add_initial(root);
        let (mut next, most) = (0, limits.tunables().automata.noodle_states);
        while let Some(&place) = self.places.get(next) {
            if self.places.len() > most {
                return Err(Stop::Local);
            }
            self.read(base::id32(next), place, limits)?;
            self.cut(base::id32(next), place);
            next += 1;
        }
        Ok(())
    }

    fn number(&mut self, mut place: Place) -> State {
        let (i, p) = place.left;
        let (j, q) = place.right;
        let (left, right) = (&self.left[i], &self.right[j]);
        let left_ends = i + 1 == self.left.len();
        let right_ends = j + 1 == self.right.len();
        // Waiting only matters where the cut that waits could be made.
        place.waiting = place.waiting.filter(|side| match side {
            Side::Left => !left_ends && left.is_final(p),
            Side::Right => !right_ends && right.is_final(q),
        });
        *self.numbers.entry(place).or_insert_with(|| {
            self.places.push(place);
            self.silent.push(Vec::new());
            let ends = left_ends && right_ends && left.is_final(p) && right.is_final(q);
            self.nfa.add_state(ends)
        })
    }

    fn read(&mut self, from: State, place: Place, limits: &Limits) -> Result<(), Stop> {
        let (left, right) = (self.left, self.right);
        let ((i, p), (j, q)) = (place.left, place.right);
        limits.charge(1 + (left[i].edges(p).len() * right[j].edges(q).len()) as u64)?;
        for (guard, p2) in left[i].edges(p) {
            for (other, q2) in right[j].edges(q) {
                let common = guard.intersect(other);
                if !common.is_empty() {
                    let next = Place { left: (i, *p2), right: (j, *q2), waiting: None };
                    let to = self.number(next);
                    self.nfa.add_edge(from, common, to);
                }
            }
        }
        Ok(())
    }

    fn cut(&mut self, from: State, place: Place) {
        let ((i, p), (j, q)) = (place.left, place.right);
        let start = |links: &[Cow<Nfa>], i: usize| links.get(i)?.initial().first().copied();
        if let Some(p2) = start(self.left, i + 1)
            && self.left[i].is_final(p)
            && place.waiting != Some(Side::Left)
        {
            let right_waits = j + 1 < self.right.len() && !self.order.left_first(i, j);
            let waiting = right_waits.then_some(Side::Right);
            let to = self.number(Place { left: (i + 1, p2), right: place.right, waiting });
            self.silent[from as usize].push(to);
        }
        if let Some(q2) = start(self.right, j + 1)
            && self.right[j].is_final(q)
            && place.waiting != Some(Side::Right)
        {
            let left_waits = i + 1 < self.left.len() && self.order.left_first(i, j);
            let waiting = left_waits.then_some(Side::Left);
            let to = self.number(Place { left: place.left, right: (j + 1, q2), waiting });
            self.silent[from as usize].push(to);
        }
    }
}
