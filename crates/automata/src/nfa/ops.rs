//! Union, concatenation, iteration, intersection and reversal.

use super::automaton::{Nfa, State};
use crate::CharSet;
use base::{FxHashMap, Limits, Stop};

impl Nfa {
    /// The words of either automaton.
    pub fn union(&self, other: &Nfa) -> Nfa {
        let mut out = self.clone();
        let offset = out.append(other);
        for s in other.finals() {
            out.set_final(s + offset, true);
        }
        for &s in other.initial() {
            out.add_initial(s + offset);
        }
        out
    }

    /// The words `u·v` with `u` in this language and `v` in that of `other`.
    pub fn concat(&self, other: &Nfa) -> Nfa {
        let mut out = self.clone();
        let offset = out.append(other);
        let other_has_epsilon = other.accepts_epsilon();
        for s in other.finals() {
            out.set_final(s + offset, true);
        }
        for s in self.finals() {
            out.copy_edges_of_initial(other, offset, s);
            out.set_final(s, other_has_epsilon);
        }
        out
    }

    /// Lets `s` continue like the initial states of `other`, which begins at `offset`.
    fn copy_edges_of_initial(&mut self, other: &Nfa, offset: State, s: State) {
        for &i in other.initial() {
            for (guard, t) in other.edges(i) {
                self.add_edge(s, guard.clone(), t + offset);
            }
        }
    }

    /// The concatenation of all `parts`, in order.
    pub fn concat_all<'a>(parts: impl IntoIterator<Item = &'a Nfa>) -> Nfa {
        let mut parts = parts.into_iter();
        let first = parts.next().cloned().unwrap_or_else(Nfa::epsilon);
        parts.fold(first, |all, next| all.concat(next))
    }

    /// All concatenations of at least one word of the language.
    pub fn plus(&self) -> Nfa {
        let mut out = self.clone();
        for s in self.finals() {
            out.copy_edges_of_initial(self, 0, s);
        }
        out
    }

    /// All concatenations of words of the language, also of none.
    pub fn star(&self) -> Nfa {
        if self.initial().iter().any(|&s| self.is_final(s)) {
            return self.plus();
        }
        self.plus().union(&Nfa::epsilon())
    }

    /// The words of both automata. Only reachable pairs are built; the result is trimmed.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn product(&self, other: &Nfa, limits: &Limits) -> Result<Nfa, Stop> {
        let mut pairs = Pairs::default();
        for &p in self.initial() {
            for &q in other.initial() {
                let s = pairs.state(self, other, p, q);
                pairs.out.add_initial(s);
            }
        }
        let mut next = 0;
        while let Some(&(p, q)) = pairs.states.get(next) {
            pairs.expand(self, other, base::id32(next), p, q, limits)?;
            next += 1;
        }
        Ok(pairs.out.trim())
    }

    /// The words of the language read backwards.
    pub fn reverse(&self) -> Nfa {
        let mut out = Nfa::with_states(self.len());
        for s in self.states() {
            for (guard, t) in self.edges(s) {
                out.add_edge(*t, guard.clone(), s);
            }
        }
        for s in self.finals() {
            out.add_initial(s);
        }
        for &s in self.initial() {
            out.set_final(s, true);
        }
        out
    }

    /// The words of the language with at least `lo` and, if given, at most `hi` characters.
    ///
    /// # Errors
    /// When `limits` are exceeded; the result has up to `hi` copies of each state.
    pub fn with_length_in(&self, lo: u64, hi: Option<u64>, limits: &Limits) -> Result<Nfa, Stop> {
        if lo == 0 && hi.is_none() {
            return Ok(self.trim());
        }
        self.product(&Nfa::with_lengths(lo, hi, limits)?, limits)
    }
}

/// A product under construction: the pairs found so far, numbered in order of discovery.
#[derive(Default)]
struct Pairs {
    out: Nfa,
    states: Vec<(State, State)>,
    numbers: FxHashMap<(State, State), State>,
}

impl Pairs {
    fn state(&mut self, a: &Nfa, b: &Nfa, p: State, q: State) -> State {
        *self.numbers.entry((p, q)).or_insert_with(|| {
            self.states.push((p, q));
            self.out.add_state(a.is_final(p) && b.is_final(q))
        })
    }

    fn expand(
        &mut self,
        a: &Nfa,
        b: &Nfa,
        from: State,
        p: State,
        q: State,
        limits: &Limits,
    ) -> Result<(), Stop> {
        limits.charge(1 + (a.edges(p).len() * b.edges(q).len()) as u64)?;
        for (left, p2) in a.edges(p) {
            for (right, q2) in b.edges(q) {
                let guard: CharSet = left.intersect(right);
                if !guard.is_empty() {
                    let to = self.state(a, b, *p2, *q2);
                    self.out.add_edge(from, guard, to);
                }
            }
        }
        Ok(())
    }
}
