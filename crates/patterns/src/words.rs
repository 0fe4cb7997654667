//! How many words a language has, and which come first.
//!
//! Both go through the minimal automaton of the texts of the language. Words are counted by dynamic
//! programming over lengths, and listed by a walk that follows only edges from which a word of the right length can be completed.

use automata::nfa::{Nfa, State};
use base::{Int, Limits, Stop};

/// How many words there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Count {
    /// So many.
    Finite(Int),
    /// Infinitely many.
    Infinite,
}

/// A deterministic automaton without useless states; it has at most one initial state.
pub(crate) struct Words {
    automaton: Nfa,
    /// For each state the characters in order, and where they lead.
    ranges: Vec<Vec<(u32, u32, State)>>,
    /// For each length the states from which some word of it leads to the end.
    completable: Vec<Vec<bool>>,
}

impl Words {
    /// The words of `automaton`, which is deterministic and trimmed.
    pub fn new(automaton: Nfa) -> Words {
        let ranges = automaton.states().map(|s| sorted_ranges(&automaton, s)).collect();
        let ends = automaton.states().map(|s| automaton.is_final(s)).collect();
        Words { automaton, ranges, completable: vec![ends] }
    }

    /// How many words there are.
    pub fn count(&self, limits: &Limits) -> Result<Count, Stop> {
        if !self.automaton.is_finite() {
            return Ok(Count::Infinite);
        }
        let mut sum = Int::from(0);
        let longest = self.automaton.max_length().unwrap_or(0);
        self.layers(longest, limits, |of_length| sum = &sum + of_length)?;
        Ok(Count::Finite(sum))
    }

    /// How many words of this length there are.
    pub fn count_of_length(&self, length: u64, limits: &Limits) -> Result<Int, Stop> {
        let mut last = Int::from(0);
        self.layers(length, limits, |of_length| last = of_length.clone())?;
        Ok(last)
    }

    /// Passes on how many words there are of each length up to `longest`.
    fn layers(
        &self,
        longest: u64,
        limits: &Limits,
        mut visit: impl FnMut(&Int),
    ) -> Result<(), Stop> {
        let mut ways = vec![Int::from(0); self.automaton.len()];
        self.automaton.initial().iter().for_each(|&s| ways[s as usize] = Int::from(1));
        for length in 0..=longest {
            let ends = self.automaton.finals();
            visit(&ends.fold(Int::from(0), |sum, s| &sum + &ways[s as usize]));
            if length == longest {
                break;
            }
            let mut next = vec![Int::from(0); ways.len()];
            for s in self.automaton.states() {
                let n = &ways[s as usize];
                let edges = self.automaton.edges(s);
                limits.charge(1 + edges.len() as u64 * (1 + n.approx_digits() as u64 / 20))?;
                for (guard, t) in edges.iter().filter(|_| !n.is_zero()) {
                    let more = n * &Int::from(i64::from(guard.len()));
                    next[*t as usize] = &next[*t as usize] + &more;
                }
            }
            ways = next;
        }
        Ok(())
    }

    /// The first `n` words, by length and then by code points.
    pub fn first(&mut self, n: usize, limits: &Limits) -> Result<Vec<String>, Stop> {
        let mut words = Vec::new();
        let finite = self.automaton.is_finite();
        let longest = self.automaton.max_length().unwrap_or(0);
        let mut length = 0;
        while words.len() < n && !self.automaton.is_empty() {
            if finite && length as u64 > longest {
                break;
            }
            self.prepare(length, limits)?;
            self.list(length, n, &mut words, limits)?;
            length += 1;
        }
        Ok(words)
    }

    /// Finds out from where words of this length lead to the end; shorter ones are known.
    fn prepare(&mut self, length: usize, limits: &Limits) -> Result<(), Stop> {
        while self.completable.len() <= length {
            let shorter = &self.completable[self.completable.len() - 1];
            limits.charge(1 + self.automaton.edge_count() as u64)?;
            let some = |s: State| self.automaton.edges(s).iter().any(|e| shorter[e.1 as usize]);
            let layer = self.automaton.states().map(some).collect();
            self.completable.push(layer);
        }
        Ok(())
    }

    /// Appends the words of this length in order, until there are `n` in all.
    fn list(
        &self,
        length: usize,
        n: usize,
        words: &mut Vec<String>,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let initial = self.automaton.initial().first().copied().unwrap_or(0);
        if !self.completable[length][initial as usize] {
            return Ok(());
        }
        // Per letter: the state before it, the range it is from, and what to add to its start.
        let mut path = vec![(initial, 0usize, 0u32)];
        let mut word: Vec<char> = Vec::new();
        while let Some(&mut (state, ref mut range, ref mut offset)) = path.last_mut() {
            limits.charge(1)?;
            let depth = word.len();
            if depth == length {
                words.push(word.iter().collect());
                if words.len() == n {
                    return Ok(());
                }
                path.pop();
                word.pop();
                continue;
            }
            match self.ranges[state as usize].get(*range) {
                None => {
                    path.pop();
                    word.pop();
                }
                Some(&(lo, hi, to)) => {
                    let fits = self.completable[length - depth - 1][to as usize];
                    let c = char::from_u32(lo + *offset).filter(|_| fits && *offset <= hi - lo);
                    match c {
                        Some(c) => {
                            *offset += 1;
                            word.push(c);
                            path.push((to, 0, 0));
                        }
                        None => (*range, *offset) = (*range + 1, 0),
                    }
                }
            }
        }
        Ok(())
    }
}

fn sorted_ranges(automaton: &Nfa, s: State) -> Vec<(u32, u32, State)> {
    let edges = automaton.edges(s).iter();
    let mut ranges: Vec<_> =
        edges.flat_map(|(guard, t)| guard.ranges().iter().map(|&(lo, hi)| (lo, hi, *t))).collect();
    base::order::sort(&mut ranges);
    ranges
}
