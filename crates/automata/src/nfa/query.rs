//! Questions about the language of an automaton: emptiness, membership, finiteness, words.

use super::automaton::{Nfa, State};
use base::{Limits, Stop};

impl Nfa {
    /// Whether there is no word in the language.
    pub fn is_empty_language(&self) -> bool {
        let seen = self.reachable();
        !self.states().any(|s| seen[s as usize] && self.is_final(s))
    }

    /// Whether the empty word is in the language.
    pub fn accepts_epsilon(&self) -> bool {
        self.initial().iter().any(|&s| self.is_final(s))
    }

    /// Whether `word` is in the language.
    pub fn accepts(&self, word: &[u32]) -> bool {
        let mut current = self.initial().to_vec();
        for &c in word {
            current = self.step(&current, c);
        }
        current.iter().any(|&s| self.is_final(s))
    }

    /// The states that the states in `from` reach by reading `c`, sorted.
    pub fn step(&self, from: &[State], c: u32) -> Vec<State> {
        let edges = from.iter().flat_map(|&s| self.edges(s));
        let mut next: Vec<State> = edges.filter(|e| e.0.contains(c)).map(|e| e.1).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// The length of the shortest word.
    pub fn min_length(&self) -> Option<u64> {
        self.shortest_word().map(|w| w.len() as u64)
    }

    /// A shortest word of the language, if there is any word.
    pub fn shortest_word(&self) -> Option<Vec<u32>> {
        let mut came_from: Vec<Option<(State, u32)>> = vec![None; self.len()];
        let mut seen = vec![false; self.len()];
        let mut queue: Vec<State> = self.initial().to_vec();
        queue.iter().for_each(|&s| seen[s as usize] = true);
        let mut next = 0;
        while let Some(&s) = queue.get(next) {
            next += 1;
            if self.is_final(s) {
                return Some(trace_back(&came_from, s));
            }
            for (guard, t) in self.edges(s) {
                if !std::mem::replace(&mut seen[*t as usize], true) {
                    came_from[*t as usize] = guard.pick().map(|c| (s, c));
                    queue.push(*t);
                }
            }
        }
        None
    }

    /// A word of the language with exactly `n` characters, if there is one.
    ///
    /// # Errors
    /// When `limits` are exceeded; the work is `n` times the number of edges.
    pub fn word_of_length(&self, n: u64, limits: &Limits) -> Result<Option<Vec<u32>>, Stop> {
        let mut layers = vec![self.finals().collect::<Vec<State>>()];
        let preds = self.predecessors();
        for _ in 0..n {
            let last = &layers[layers.len() - 1];
            limits.charge(1 + last.len() as u64)?;
            let mut next: Vec<State> =
                last.iter().flat_map(|&s| &preds[s as usize]).copied().collect();
            limits.charge(next.len() as u64)?;
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                return Ok(None);
            }
            layers.push(next);
        }
        let start = self.initial().iter().find(|s| layers[base::index(n)].binary_search(s).is_ok());
        Ok(start.map(|&s| self.descend(s, &layers)))
    }

    /// The word read on a path from `s` through one state of each layer, last layer first.
    fn descend(&self, mut s: State, layers: &[Vec<State>]) -> Vec<u32> {
        let mut word = Vec::with_capacity(layers.len());
        for layer in layers.iter().rev().skip(1) {
            let edge = self.edges(s).iter().find(|e| layer.binary_search(&e.1).is_ok());
            let Some((guard, t)) = edge else { break };
            word.extend(guard.pick());
            s = *t;
        }
        debug_assert_eq!(word.len() + 1, layers.len());
        word
    }

    /// Whether the language is finite.
    pub fn is_finite(&self) -> bool {
        self.trim().topological_order().is_some()
    }

    /// The states such that every edge leads forward, if there is no cycle.
    pub(crate) fn topological_order(&self) -> Option<Vec<State>> {
        let mut indegree = vec![0u32; self.len()];
        for s in self.states() {
            self.edges(s).iter().for_each(|e| indegree[e.1 as usize] += 1);
        }
        let mut order: Vec<State> = self.states().filter(|&s| indegree[s as usize] == 0).collect();
        let mut next = 0;
        while let Some(&s) = order.get(next) {
            next += 1;
            for &(_, t) in self.edges(s) {
                indegree[t as usize] -= 1;
                if indegree[t as usize] == 0 {
                    order.push(t);
                }
            }
        }
        (order.len() == self.len()).then_some(order)
    }

    /// The length of the longest word; `None` if there is no word or no longest one.
    pub fn max_length(&self) -> Option<u64> {
        let useful = self.trim();
        let mut longest = vec![0u64; useful.len()];
        for s in useful.topological_order()? {
            for &(_, t) in useful.edges(s) {
                longest[t as usize] = longest[t as usize].max(longest[s as usize] + 1);
            }
        }
        longest.into_iter().max()
    }

    /// The only word of the language, if there is exactly one.
    ///
    /// ```
    /// use automata::nfa::Nfa;
    /// assert_eq!(Nfa::word(&[7, 8]).single_word(), Some(vec![7, 8]));
    /// assert_eq!(Nfa::sigma_star().single_word(), None);
    /// ```
    pub fn single_word(&self) -> Option<Vec<u32>> {
        let useful = self.trim();
        let mut layer = useful.initial().to_vec();
        let mut word = Vec::new();
        loop {
            let any_final = layer.iter().any(|&s| useful.is_final(s));
            let mut edges = layer.iter().flat_map(|&s| useful.edges(s)).peekable();
            let Some(first) = edges.peek() else { return any_final.then_some(word) };
            let c = first.0.as_single()?;
            if any_final || word.len() > useful.len() || edges.any(|e| e.0.as_single() != Some(c)) {
                return None;
            }
            layer = useful.step(&layer, c);
            word.push(c);
        }
    }

    /// Whether the language is all words, by inspection: a state that accepts everything is
    /// initial. `false` means "not obviously"; see [`Nfa::is_universal`].
    pub fn is_obviously_universal(&self) -> bool {
        let loops = |s: State| self.edges(s).iter().any(|e| e.1 == s && e.0.is_full());
        self.initial().iter().any(|&s| self.is_final(s) && loops(s))
    }

    /// Whether exactly the empty word is in the language.
    pub fn is_epsilon(&self) -> bool {
        let useful = self.trim();
        !useful.is_empty() && useful.edge_count() == 0
    }

    /// The characters that occur in words of the language, over all words.
    pub fn alphabet(&self) -> crate::CharSet {
        let useful = self.trim();
        let ranges = useful.states().flat_map(|s| useful.edges(s)).flat_map(|e| e.0.ranges());
        crate::CharSet::from_ranges(ranges.copied())
    }

    /// The words that can follow some state reachable by `word`: what is left of the language
    /// after `word` has been read.
    pub fn after(&self, word: &[u32]) -> Nfa {
        let mut states = self.initial().to_vec();
        for &c in word {
            states = self.step(&states, c);
        }
        let finals: Vec<State> = self.finals().collect();
        self.between(&states, &finals)
    }
}

fn trace_back(came_from: &[Option<(State, u32)>], mut s: State) -> Vec<u32> {
    let mut word = Vec::new();
    while let Some((from, c)) = came_from[s as usize] {
        word.push(c);
        s = from;
    }
    word.reverse();
    word
}
