//! `str.replace`, `str.replace_re` and their `_all` variants as transducers.
//!
//! SMT-LIB replaces the shortest leftmost match, or, from left to right, each shortest leftmost
//! non-empty match. A transducer
//! that reads from left to right has to *guess* where a match begins, and to make sure that none
//! began earlier. So a state has two parts:
//!
//! - what is being read now: text that is copied, a match, or the rest after the only match. A
//!   match is a subset of the pattern's states (a deterministic run, so it is over as soon as the
//!   subset has a final state: it is the shortest);
//! - the *promises*: the pattern's states after all characters that were copied, each of
//!   which was guessed to begin no match. If one of them becomes final the guess was wrong and the
//!   run dies. Promises outlive later matches, because an earlier match could overlap them.
//!
//! For a literal pattern this is the Knuth-Morris-Pratt automaton with delayed output. The
//! function of every word is unique, although the transducer is not deterministic.

use super::super::split::{split, uncovered};
use super::super::{Nfa, State};
use super::{Output, Transducer};
use crate::CharSet;
use base::{IndexSet, Limits, Stop};

/// What is being read.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Reading {
    /// Text before or between matches.
    Text,
    /// A match that has led to these states of the pattern.
    Match(Vec<State>),
    /// What follows the only match that is replaced.
    Rest,
}

/// A state of the construction.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    reading: Reading,
    /// The states of the pattern that must not become final.
    promises: Vec<State>,
}

/// Characters, and where the match and the promises go with them.
type Step = (CharSet, Vec<State>, Vec<State>);

struct Builder<'a> {
    pattern: Nfa,
    replacement: &'a [u32],
    /// What is read after a match.
    after: Reading,
    places: IndexSet<Place>,
    /// The transducer's state of each place.
    states: Vec<State>,
    out: Transducer,
}

impl Transducer {
    /// Relates each word to the one in which all shortest leftmost non-empty matches of `pattern`
    /// are replaced.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn replace_all(
        pattern: &Nfa,
        replacement: &[u32],
        limits: &Limits,
    ) -> Result<Transducer, Stop> {
        Builder::run(pattern, replacement, Reading::Text, limits)
    }

    /// Relates each word to the one in which the shortest leftmost match of `pattern` is replaced.
    /// If the pattern has the empty word, that is the match: the replacement goes in front.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn replace_first(
        pattern: &Nfa,
        replacement: &[u32],
        limits: &Limits,
    ) -> Result<Transducer, Stop> {
        if pattern.accepts_epsilon() {
            return Ok(Transducer::prepend(replacement));
        }
        Builder::run(pattern, replacement, Reading::Rest, limits)
    }

    /// Relates each word to the one with `prefix` in front.
    pub fn prepend(prefix: &[u32]) -> Transducer {
        let mut out = Transducer::empty();
        let mut last = 0;
        for &c in prefix {
            let next = out.add_state();
            out.add_transition(last, None, Output::Char(c), next);
            last = next;
        }
        out.set_final(last);
        out.add_transition(last, Some(CharSet::full()), Output::Copy, last);
        out
    }
}

/// The non-empty words of the language.
fn without_epsilon(a: &Nfa) -> Nfa {
    let mut out = a.with_one_initial();
    if a.accepts_epsilon()
        && let Some(&old) = out.initial().first()
    {
        let root = out.add_state(false);
        for (guard, t) in out.edges(old).to_vec() {
            out.add_edge(root, guard, t);
        }
        out.clear_initial();
        out.add_initial(root);
    }
    out.trim()
}

impl Builder<'_> {
    fn run(
        pattern: &Nfa,
        replacement: &[u32],
        after: Reading,
        limits: &Limits,
    ) -> Result<Transducer, Stop> {
        let mut builder = Builder {
            pattern: without_epsilon(pattern),
            replacement,
            after,
            places: IndexSet::default(),
            states: Vec::new(),
            out: Transducer { finals: Vec::new(), transitions: Vec::new() },
        };
        builder.state(Place { reading: Reading::Text, promises: Vec::new() });
        let mut next = 0;
        while next < builder.places.len() {
            builder.expand(next, limits)?;
            next += 1;
        }
        Ok(builder.out.trim())
    }

    fn state(&mut self, place: Place) -> State {
        let copies = !matches!(place.reading, Reading::Match(_));
        let (number, new) = self.places.insert(place);
        if new {
            let s = self.out.add_state();
            self.states.push(s);
            if copies {
                self.out.set_final(s);
            }
        }
        self.states[number as usize]
    }

    /// Adds the transitions from a place.
    fn expand(&mut self, number: usize, limits: &Limits) -> Result<(), Stop> {
        let from = self.states[number];
        let place = self.places.items()[number].clone();
        let initial = self.pattern.initial().to_vec();
        match place.reading {
            Reading::Match(states) => self.step(from, &states, &place.promises, limits),
            Reading::Rest => self.copy(from, Reading::Rest, &place.promises, limits),
            Reading::Text => {
                self.copy(from, Reading::Text, &merge(&place.promises, &initial), limits)?;
                self.step(from, &initial, &place.promises, limits)
            }
        }
    }

    /// Copies a character. In text that is a promise that no match begins with it; then
    /// `promises` must include the initial states.
    fn copy(
        &mut self,
        from: State,
        reading: Reading,
        promises: &[State],
        limits: &Limits,
    ) -> Result<(), Stop> {
        for (guard, _, promises) in self.pairs(&[], promises, limits)? {
            if !self.any_final(&promises) {
                let to = self.state(Place { reading: reading.clone(), promises });
                self.out.add_transition(from, Some(guard), Output::Copy, to);
            }
        }
        Ok(())
    }

    /// Reads a character of a match, and ends the match if it is complete.
    fn step(
        &mut self,
        from: State,
        matching: &[State],
        promises: &[State],
        limits: &Limits,
    ) -> Result<(), Stop> {
        for (guard, matching, promises) in self.pairs(matching, promises, limits)? {
            if matching.is_empty() || self.any_final(&promises) {
                continue;
            }
            if self.any_final(&matching) {
                let to = self.state(Place { reading: self.after.clone(), promises });
                self.write(from, guard, to);
            } else {
                let to = self.state(Place { reading: Reading::Match(matching), promises });
                self.out.add_transition(from, Some(guard), Output::Nothing, to);
            }
        }
        Ok(())
    }

    /// Reads the last character of a match and writes the replacement.
    fn write(&mut self, from: State, guard: CharSet, to: State) {
        let Some((&first, rest)) = self.replacement.split_first() else {
            self.out.add_transition(from, Some(guard), Output::Nothing, to);
            return;
        };
        let (mut last, mut input, mut output) = (from, Some(guard), first);
        for &c in rest {
            let middle = self.out.add_state();
            self.out.add_transition(last, input.take(), Output::Char(output), middle);
            (last, output) = (middle, c);
        }
        self.out.add_transition(last, input, Output::Char(output), to);
    }

    fn any_final(&self, states: &[State]) -> bool {
        states.iter().any(|&s| self.pattern.is_final(s))
    }

    /// For all characters, in groups: where two sets of states lead.
    fn pairs(&self, left: &[State], right: &[State], limits: &Limits) -> Result<Vec<Step>, Stop> {
        // Both sets are split at once: targets of the right one are shifted by the pattern's size.
        let shift = self.pattern.len() as State;
        let edges = left.iter().flat_map(|&s| self.pattern.edges(s)).cloned();
        let shifted = right.iter().flat_map(|&s| self.pattern.edges(s));
        let all: Vec<_> = edges.chain(shifted.map(|(g, t)| (g.clone(), t + shift))).collect();
        limits.charge(1 + all.iter().map(|e| e.0.ranges().len() as u64).sum::<u64>())?;
        let groups = split(&all);
        let rest = uncovered(&groups);
        let mut out = Vec::new();
        for (guard, targets) in groups.into_iter().chain([(rest, Vec::new())]) {
            limits.charge(1 + targets.len() as u64)?;
            let (l, r): (Vec<State>, Vec<State>) = targets.into_iter().partition(|&t| t < shift);
            if !guard.is_empty() {
                out.push((guard, l, r.into_iter().map(|t| t - shift).collect()));
            }
        }
        Ok(out)
    }
}

/// The union of two sorted sets.
fn merge(a: &[State], b: &[State]) -> Vec<State> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}
