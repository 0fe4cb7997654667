//! Images, pre-images and composition.

use super::super::{Nfa, State};
use super::{Output, Transducer, Transition};
use crate::CharSet;
use base::{FxHashMap, Limits, Stop};

/// Pairs of states, numbered in order of discovery.
#[derive(Default)]
struct Pairs {
    found: Vec<(State, State)>,
    numbers: FxHashMap<(State, State), State>,
}

impl Pairs {
    fn number(&mut self, pair: (State, State)) -> State {
        *self.numbers.entry(pair).or_insert_with(|| {
            self.found.push(pair);
            self.found.len() as State - 1
        })
    }
}

/// An automaton under construction with silent edges, which are closed in the end.
#[derive(Default)]
struct Silent {
    nfa: Nfa,
    silent: Vec<Vec<State>>,
}

impl Silent {
    fn grow_to(&mut self, len: usize) {
        while self.nfa.len() < len {
            self.nfa.add_state(false);
            self.silent.push(Vec::new());
        }
    }

    /// The automaton without silent edges: each state gets the edges of all that it reaches
    /// silently.
    fn close(self, limits: &Limits) -> Result<Nfa, Stop> {
        let Silent { nfa, silent } = self;
        let mut out = nfa.clone();
        let mut seen = vec![State::MAX; nfa.len()];
        for s in nfa.states() {
            let mut stack = silent[s as usize].clone();
            seen[s as usize] = s;
            while let Some(t) = stack.pop() {
                if std::mem::replace(&mut seen[t as usize], s) == s {
                    continue;
                }
                limits.charge(1 + nfa.edges(t).len() as u64)?;
                stack.extend_from_slice(&silent[t as usize]);
                if nfa.is_final(t) {
                    out.set_final(s, true);
                }
                for (guard, u) in nfa.edges(t) {
                    out.add_edge(s, guard.clone(), *u);
                }
            }
        }
        Ok(out.trim())
    }
}

impl Transition {
    /// The characters that this transition can write after reading one of `from`.
    fn written(&self, from: &CharSet) -> Option<CharSet> {
        match self.output {
            Output::Nothing => None,
            Output::Copy => Some(from.clone()),
            Output::Char(c) => Some(CharSet::single(c)),
        }
    }

    /// What can be read, if anything is.
    fn read(&self) -> CharSet {
        self.input.clone().unwrap_or_default()
    }
}

impl Transducer {
    /// The outputs for the words of `inputs`.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn image(&self, inputs: &Nfa, limits: &Limits) -> Result<Nfa, Stop> {
        self.project(inputs, limits, |step, guard| match &step.input {
            None => Some((false, step.written(&CharSet::empty()))),
            Some(input) => {
                let read = input.intersect(guard);
                (!read.is_empty()).then(|| (true, step.written(&read)))
            }
        })
    }

    /// The inputs that have an output among the words of `outputs`.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn preimage(&self, outputs: &Nfa, limits: &Limits) -> Result<Nfa, Stop> {
        self.project(outputs, limits, |step, guard| match step.output {
            Output::Nothing => Some((false, step.input.clone())),
            Output::Char(c) => guard.contains(c).then(|| (true, step.input.clone())),
            Output::Copy => {
                let both = step.read().intersect(guard);
                (!both.is_empty()).then_some((true, Some(both)))
            }
        })
    }

    /// The product with an automaton on one side, seen from the other side. `step` says for a
    /// transition and the guard of an edge whether they go together: then whether the edge is used, and
    /// the label on the other side, `None` for a silent edge.
    fn project(
        &self,
        automaton: &Nfa,
        limits: &Limits,
        step: impl Fn(&Transition, &CharSet) -> Option<(bool, Option<CharSet>)>,
    ) -> Result<Nfa, Stop> {
        let automaton = automaton.trim();
        let mut pairs = Pairs::default();
        let mut out = Silent::default();
        for &q in automaton.initial() {
            let s = pairs.number((0, q));
            out.grow_to(pairs.found.len());
            out.nfa.add_initial(s);
        }
        let mut next = 0;
        while let Some(&(p, q)) = pairs.found.get(next) {
            let from = next as State;
            next += 1;
            out.nfa.set_final(from, self.is_final(p) && automaton.is_final(q));
            for m in self.transitions(p) {
                let mut link = |target: State, label: Option<CharSet>| {
                    let to = pairs.number((m.target, target));
                    out.grow_to(pairs.found.len());
                    match label {
                        Some(guard) => out.nfa.add_edge(from, guard, to),
                        None => out.silent[from as usize].push(to),
                    }
                };
                limits.charge(1 + automaton.edges(q).len() as u64)?;
                if let Some((false, label)) = step(m, &CharSet::empty()) {
                    link(q, label);
                    continue;
                }
                for (guard, q2) in automaton.edges(q) {
                    if let Some((_, label)) = step(m, guard) {
                        link(*q2, label);
                    }
                }
            }
        }
        out.close(limits)
    }

    /// First this relation, then `next`: relates `u` to `w` if this one relates `u` to some `v`
    /// and `next` relates `v` to `w`.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn then(&self, next: &Transducer, limits: &Limits) -> Result<Transducer, Stop> {
        let mut pairs = Pairs::default();
        let mut out = Transducer { finals: Vec::new(), transitions: Vec::new() };
        pairs.number((0, 0));
        let mut at = 0;
        while let Some(&(p, q)) = pairs.found.get(at) {
            at += 1;
            let from = out.add_state();
            if self.is_final(p) && next.is_final(q) {
                out.set_final(from);
            }
            limits.charge(1 + (self.transitions(p).len() * next.transitions(q).len()) as u64)?;
            for first in self.transitions(p).iter().filter(|m| m.output == Output::Nothing) {
                let to = pairs.number((first.target, q));
                out.add_transition(from, first.input.clone(), Output::Nothing, to);
            }
            for second in next.transitions(q) {
                if second.input.is_none() {
                    let to = pairs.number((p, second.target));
                    out.add_transition(from, None, second.output, to);
                    continue;
                }
                for first in self.transitions(p) {
                    if let Some((input, output)) = joined(first, second) {
                        let to = pairs.number((first.target, second.target));
                        out.add_transition(from, input, output, to);
                    }
                }
            }
        }
        Ok(out.trim())
    }
}

/// The label of a transition that feeds what `first` writes to `second`, which reads a character.
fn joined(first: &Transition, second: &Transition) -> Option<(Option<CharSet>, Output)> {
    match first.output {
        Output::Nothing => None,
        Output::Char(c) => {
            let output =
                if second.output == Output::Copy { Output::Char(c) } else { second.output };
            second.read().contains(c).then(|| (first.input.clone(), output))
        }
        Output::Copy => {
            let both = first.read().intersect(&second.read());
            (!both.is_empty()).then_some((Some(both), second.output))
        }
    }
}
