//! Finite transducers: relations between words, read on one side and written on the other.
//!
//! A transition reads one character or nothing and writes one character, a copy of what it read,
//! or nothing. "Copy" is what keeps wide alphabets cheap: the identity on all characters is one
//! transition, where a table of pairs would need one for each.
//!
//! `replace_all` and `replace_re_all` are transducers (`replace.rs`); images, pre-images and
//! composition (`apply.rs`) turn them into operations on automata. All three are synchronised
//! products in which one side may move alone when the other reads or writes nothing.

mod apply;
mod replace;
#[cfg(test)]
mod tests;

use super::State;
use crate::CharSet;
use base::{Limits, Stop};

/// What a transition writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Output {
    /// Nothing.
    Nothing,
    /// The character that was read; only on transitions that read one.
    Copy,
    /// This character.
    Char(u32),
}

/// A transition of a transducer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Transition {
    /// The characters that may be read; `None` reads nothing.
    pub input: Option<CharSet>,
    /// What is written.
    pub output: Output,
    /// The state after it.
    pub target: State,
}

/// A finite transducer with one initial state, state 0.
///
/// ```
/// use automata::nfa::{Nfa, Transducer};
/// use base::{Budget, Limits};
/// let budget = Budget::unlimited();
/// let limits = Limits::none(&budget);
/// let pattern = Nfa::word(&[1, 2]);
/// let replace = Transducer::replace_all(&pattern, &[3], &limits).unwrap();
/// let image = replace.image(&Nfa::word(&[0, 1, 2, 1]), &limits).unwrap();
/// assert_eq!(image.single_word(), Some(vec![0, 3, 1]));
/// ```
#[derive(Clone, Debug)]
pub struct Transducer {
    finals: Vec<bool>,
    transitions: Vec<Vec<Transition>>,
}

impl Transducer {
    /// One state, neither final nor with transitions: the empty relation.
    pub fn empty() -> Transducer {
        Transducer { finals: vec![false], transitions: vec![Vec::new()] }
    }

    /// Every word related to itself only.
    pub fn identity() -> Transducer {
        let mut t = Transducer::empty();
        t.set_final(0);
        t.add_transition(0, Some(CharSet::full()), Output::Copy, 0);
        t
    }

    /// Every word of the language related to itself. Composed with a transducer this restricts
    /// its inputs or its outputs.
    pub fn identity_on(language: &super::Nfa) -> Transducer {
        let a = language.with_one_initial().trim();
        let Some(&initial) = a.initial().first() else { return Transducer::empty() };
        // The initial state must be state 0: exchange it with whatever is there.
        let of = |s: State| match s {
            0 => initial,
            s if s == initial => 0,
            s => s,
        };
        let copy = |e: &super::Edge| Transition {
            input: Some(e.0.clone()),
            output: Output::Copy,
            target: of(e.1),
        };
        Transducer {
            finals: a.states().map(|s| a.is_final(of(s))).collect(),
            transitions: a.states().map(|s| a.edges(of(s)).iter().map(copy).collect()).collect(),
        }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.transitions.len()
    }

    /// Never: there is always the initial state.
    pub fn is_empty(&self) -> bool {
        self.transitions.is_empty()
    }

    /// Whether `s` is final.
    pub fn is_final(&self, s: State) -> bool {
        self.finals[s as usize]
    }

    /// The transitions from `s`.
    pub fn transitions(&self, s: State) -> &[Transition] {
        &self.transitions[s as usize]
    }

    /// Adds a state that is not final.
    pub fn add_state(&mut self) -> State {
        self.finals.push(false);
        self.transitions.push(Vec::new());
        self.transitions.len() as State - 1
    }

    /// Makes `s` final.
    pub fn set_final(&mut self, s: State) {
        self.finals[s as usize] = true;
    }

    /// Adds a transition; nothing happens if it could only read from the empty set.
    ///
    /// # Panics
    /// In debug builds, if it copies without reading.
    pub fn add_transition(
        &mut self,
        from: State,
        input: Option<CharSet>,
        output: Output,
        target: State,
    ) {
        debug_assert!(input.is_some() || output != Output::Copy, "nothing to copy");
        if !input.as_ref().is_some_and(CharSet::is_empty) {
            self.transitions[from as usize].push(Transition { input, output, target });
        }
    }

    /// Whether `input` is related to `output`.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn relates(&self, input: &[u32], output: &[u32], limits: &Limits) -> Result<bool, Stop> {
        Ok(self.image(&super::Nfa::word(input), limits)?.accepts(output))
    }

    /// Removes the states that are on no path from the initial to a final state.
    fn trim(&self) -> Transducer {
        let len = self.len();
        let mut preds = vec![Vec::new(); len];
        for s in 0..len as State {
            self.transitions(s).iter().for_each(|m| preds[m.target as usize].push(s));
        }
        let next = |s: State| self.transitions(s).iter().map(|m| &m.target);
        let seen = super::trim::reach(len, [0], next);
        let finals = (0..len as State).filter(|&s| self.is_final(s));
        let useful = super::trim::reach(len, finals, |s| &preds[s as usize]);
        let keep = |s: State| s == 0 || seen[s as usize] && useful[s as usize];
        let kept: Vec<State> = (0..len as State).filter(|&s| keep(s)).collect();
        let number = |s: State| kept.binary_search(&s).ok().map(|i| i as State);
        let mut out = Transducer { finals: Vec::new(), transitions: Vec::new() };
        for &s in &kept {
            let alive = self.transitions(s).iter().filter_map(|m| {
                useful[m.target as usize].then_some(())?;
                Some(Transition { target: number(m.target)?, ..m.clone() })
            });
            out.transitions.push(alive.collect());
            out.finals.push(self.is_final(s));
        }
        out
    }
}
