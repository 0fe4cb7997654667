//! Random words of a language: walks through an automaton that end in time.
//!
//! A walk goes along any edge until it is long enough, then along edges that come nearer to a final state.
//! Printable ASCII is preferred, since a sample of "any letter" should not be hieroglyphs only. The distribution
//! is not uniform, and it need not be: samples are for reading, and as test inputs.

use automata::CharSet;
use automata::nfa::{Nfa, State};
use base::{IndexSet, Limits, SplitMix64, Stop};

/// After so many characters a walk heads for the nearest end.
const LONG_ENOUGH: u64 = 16;

/// Walks for each word asked for, before the language counts as exhausted.
const WALKS_PER_WORD: usize = 20;

/// Of so many final states on its way, a walk ends in one.
const GO_ON: usize = 3;

/// Of so many characters one is any character, the others are printable if possible.
const READABLE: usize = 12;

/// The edges and states of an automaton from which a word of text can be completed.
pub(crate) struct Sampler {
    edges: Vec<Vec<(CharSet, State)>>,
    is_final: Vec<bool>,
    initial: Vec<State>,
    /// How far the nearest final state is.
    distance: Vec<Option<u64>>,
    random: SplitMix64,
}

impl Sampler {
    /// The walks on `nfa`.
    pub fn new(nfa: &Nfa, seed: u64, limits: &Limits) -> Result<Sampler, Stop> {
        let text = CharSet::range(0xD800, 0xDFFF).complement();
        let mut edges: Vec<Vec<(CharSet, State)>> = Vec::with_capacity(nfa.len());
        for s in nfa.states() {
            limits.charge(1 + nfa.edges(s).len() as u64)?;
            let readable = nfa.edges(s).iter().map(|(guard, t)| (guard.intersect(&text), *t));
            edges.push(readable.filter(|(guard, _)| !guard.is_empty()).collect());
        }
        let is_final: Vec<bool> = nfa.states().map(|s| nfa.is_final(s)).collect();
        let distance = distances(&edges, &is_final, limits)?;
        let ends = |&(_, t): &(CharSet, State)| distance[t as usize].is_some();
        edges.iter_mut().for_each(|list| list.retain(ends));
        let possible = |&s: &State| distance[s as usize].is_some();
        let initial = nfa.initial().iter().copied().filter(possible).collect();
        Ok(Sampler { edges, is_final, initial, distance, random: SplitMix64::new(seed) })
    }

    /// At most `n` different words.
    pub fn words(&mut self, n: usize, limits: &Limits) -> Result<Vec<String>, Stop> {
        let mut words: IndexSet<String> = IndexSet::default();
        let mut walks = 0;
        while words.len() < n && walks / WALKS_PER_WORD < n && !self.initial.is_empty() {
            words.insert(self.walk(limits)?);
            walks += 1;
        }
        Ok(words.items().to_vec())
    }

    fn walk(&mut self, limits: &Limits) -> Result<String, Stop> {
        let mut word = String::new();
        let start = self.random.below(self.initial.len());
        let (mut at, mut length) = (self.initial[start], 0);
        while !self.is_end(at, length) {
            limits.charge(1 + self.edges[at as usize].len() as u64)?;
            let edge = self.choose(at, length >= LONG_ENOUGH);
            let (guard, target) = self.edges[at as usize][edge].clone();
            word.extend(self.character(&guard));
            (at, length) = (target, length + 1);
        }
        Ok(word)
    }

    fn is_end(&mut self, s: State, length: u64) -> bool {
        let stuck = self.edges[s as usize].is_empty();
        self.is_final[s as usize]
            && (stuck || length >= LONG_ENOUGH || self.random.below(GO_ON) == 0)
    }

    fn choose(&mut self, s: State, hurry: bool) -> usize {
        let n = self.edges[s as usize].len();
        let any = self.random.below(n);
        let distance = |i: &usize| self.distance[self.edges[s as usize][*i].1 as usize];
        let nearest = (0..n).map(|i| (any + i) % n).min_by_key(distance).unwrap_or_default();
        if hurry { nearest } else { any }
    }

    fn character(&mut self, guard: &CharSet) -> Option<char> {
        let printable = guard.intersect(&CharSet::range(0x20, 0x7E));
        let any = printable.is_empty() || self.random.below(READABLE) == 0;
        let set = if any { guard } else { &printable };
        // A range is chosen first: a few large ones would hide all others.
        let range = self.random.below(set.ranges().len());
        let (lo, hi) = set.ranges()[range];
        char::from_u32(lo + base::id32(self.random.below((hi - lo) as usize + 1)))
    }
}

/// For each state the length of a shortest way to a final one, if there is one.
fn distances(
    edges: &[Vec<(CharSet, State)>],
    is_final: &[bool],
    limits: &Limits,
) -> Result<Vec<Option<u64>>, Stop> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); edges.len()];
    for (s, list) in edges.iter().enumerate() {
        limits.charge(1 + list.len() as u64)?;
        list.iter().for_each(|&(_, t)| before[t as usize].push(s));
    }
    let mut distance = vec![None; edges.len()];
    let mut queue: Vec<usize> = (0..edges.len()).filter(|&s| is_final[s]).collect();
    queue.iter().for_each(|&s| distance[s] = Some(0));
    let mut next = 0;
    while let Some(&s) = queue.get(next) {
        limits.charge(1 + before[s].len() as u64)?;
        for &p in &before[s] {
            if distance[p].is_none() {
                distance[p] = distance[s].map(|n| n + 1);
                queue.push(p);
            }
        }
        next += 1;
    }
    Ok(distance)
}
