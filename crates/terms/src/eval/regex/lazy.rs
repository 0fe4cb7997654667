//! A deterministic automaton of one regex, whose states are made when they are met.
//!
//! A state is a regex: what may follow. Besides the step by a character there is the [join] of a
//! state with the start state, which is how matches from many starts are followed as one.
//!
//! An automaton may be exponentially large, so each one has an allowance of work for its lifetime,
//! linear in the length of the word; when it is used up, the caller falls back to a method without
//! automata.
//!
//! [join]: Automaton::join

use super::derive::Derivatives;
use super::{Node, RegexId, Regexes};
use base::Lower;
use base::{Budget, FxHashMap, Limits, Stop};
use std::rc::Rc;

/// A state: an index.
pub type State = u32;

/// The state of the empty language.
pub const DEAD: State = 0;

/// No state yet.
const UNKNOWN: State = State::MAX;

/// Work that is allowed however short the word is.
const LEAST_ALLOWANCE: u64 = 4096;

/// Work allowed per character of the word.
const ALLOWANCE_PER_CHAR: u64 = 2;

struct Info {
    regex: RegexId,
    accepting: bool,
    joined: State,
    parts: Option<Rc<[State]>>,
}

/// See the module.
pub struct Automaton<'a> {
    derivatives: Derivatives,
    split: bool,
    limits: Limits<'a>,
    states: Vec<Info>,
    /// A row of one entry per atom for each state.
    steps: Vec<State>,
    index: FxHashMap<RegexId, State>,
    root: RegexId,
    start: State,
}

impl<'a> Automaton<'a> {
    /// The automaton of `r` for a word of `len` characters. With `split` an intersection of unions
    /// counts as a union, too, which is for following the [parts](Automaton::parts) of states.
    ///
    /// # Errors
    /// When the regex is too large, or the budget is used up.
    pub fn new(
        regexes: &Regexes,
        r: RegexId,
        split: bool,
        len: usize,
        budget: &'a Budget,
    ) -> Result<Automaton<'a>, Stop> {
        let allowance = LEAST_ALLOWANCE + ALLOWANCE_PER_CHAR * len as u64;
        let limits = Limits::new(budget, allowance);
        let (derivatives, root) = Derivatives::new(regexes, r, split, &limits)?;
        let mut new = Automaton {
            derivatives,
            split,
            limits,
            states: Vec::new(),
            steps: Vec::new(),
            index: FxHashMap::default(),
            root,
            start: DEAD,
        };
        let none = new.derivatives.none();
        new.state(none)?;
        new.start = new.state(root)?;
        Ok(new)
    }

    /// Whether states are to be followed part by part.
    pub fn split(&self) -> bool {
        self.split
    }

    /// The state of the whole regex.
    pub fn start(&self) -> State {
        self.start
    }

    /// No match of the whole regex is shorter.
    pub fn min_len(&self) -> Lower {
        self.derivatives.min_len(self.root)
    }

    /// Whether nothing more is needed for a match.
    #[inline]
    pub fn accepts(&self, q: State) -> bool {
        self.states[q as usize].accepting
    }

    /// Whether everything may follow.
    pub fn accepts_all(&self, q: State) -> bool {
        self.accepts(q) && *self.derivatives.node(self.states[q as usize].regex) == Node::All
    }

    /// The state after `c`.
    ///
    /// # Errors
    /// When the allowance or the budget is used up.
    #[inline]
    pub fn step(&mut self, q: State, c: u32) -> Result<State, Stop> {
        let atom = self.derivatives.atom(c);
        let at = q as usize * self.derivatives.atoms() + atom as usize;
        match self.steps[at] {
            UNKNOWN => {
                let r = self.derivatives.by(self.states[q as usize].regex, atom, &self.limits)?;
                let to = self.state(r)?;
                self.steps[at] = to;
                Ok(to)
            }
            to => Ok(to),
        }
    }

    /// The state where both what follows `q` and the whole regex may follow.
    ///
    /// # Errors
    /// When the allowance or the budget is used up.
    pub fn join(&mut self, q: State) -> Result<State, Stop> {
        if q == DEAD {
            return Ok(self.start);
        }
        let info = &self.states[q as usize];
        if info.joined == UNKNOWN {
            let both = self.derivatives.union(info.regex, self.root, &self.limits)?;
            let joined = self.state(both)?;
            self.states[q as usize].joined = joined;
        }
        Ok(self.states[q as usize].joined)
    }

    /// The states whose union `q` is, without those after which nothing can follow.
    ///
    /// # Errors
    /// When the allowance or the budget is used up.
    pub fn parts(&mut self, q: State) -> Result<Rc<[State]>, Stop> {
        if let Some(parts) = &self.states[q as usize].parts {
            return Ok(parts.clone());
        }
        let r = self.states[q as usize].regex;
        let regexes = self.derivatives.alternatives(r).into_owned();
        let mut parts = Vec::with_capacity(regexes.len());
        for r in regexes {
            if !matches!(self.derivatives.node(r), Node::Eps | Node::None) {
                parts.push(self.state(r)?);
            }
        }
        let parts: Rc<[State]> = parts.into();
        self.states[q as usize].parts = Some(parts.clone());
        Ok(parts)
    }

    fn state(&mut self, regex: RegexId) -> Result<State, Stop> {
        if let Some(&q) = self.index.get(&regex) {
            return Ok(q);
        }
        let atoms = self.derivatives.atoms();
        self.limits.charge(1 + atoms as u64 / 8)?;
        let q = base::id32(self.states.len());
        let accepting = self.derivatives.nullable(regex);
        self.states.push(Info { regex, accepting, joined: UNKNOWN, parts: None });
        self.steps.resize(self.steps.len() + atoms, UNKNOWN);
        self.index.insert(regex, q);
        Ok(q)
    }
}
