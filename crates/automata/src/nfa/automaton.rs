//! The automaton itself: states, transitions guarded by character sets, no epsilon.

use crate::CharSet;
use std::fmt;

/// A state: an index below [`Nfa::len`].
pub type State = u32;

/// A transition: the characters that may be read, and where that leads.
pub type Edge = (CharSet, State);

/// A nondeterministic finite automaton.
///
/// Each state has at most one edge to each target, guards are never empty, and edges are sorted
/// by target; [`Nfa::add_edge`] keeps it so. Initial states are sorted and unique.
///
/// ```
/// use automata::{CharSet, nfa::Nfa};
/// let mut a = Nfa::with_states(2);
/// a.add_initial(0);
/// a.set_final(1, true);
/// a.add_edge(0, CharSet::range(0x61, 0x62), 1);
/// assert!(a.accepts(&[0x61]) && !a.accepts(&[0x63]));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Nfa {
    initial: Vec<State>,
    finals: Vec<bool>,
    edges: Vec<Vec<Edge>>,
}

impl Nfa {
    /// The empty language, without any state.
    pub fn empty() -> Nfa {
        Nfa::default()
    }

    /// `n` states without edges, none initial or final.
    pub fn with_states(n: usize) -> Nfa {
        Nfa { initial: Vec::new(), finals: vec![false; n], edges: vec![Vec::new(); n] }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether there is no state at all. For emptiness of the language see
    /// [`Nfa::is_empty_language`].
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// All states.
    pub fn states(&self) -> std::ops::Range<State> {
        0..base::id32(self.edges.len())
    }

    /// The initial states, ascending.
    pub fn initial(&self) -> &[State] {
        &self.initial
    }

    /// Whether `s` is initial.
    pub fn is_initial(&self, s: State) -> bool {
        self.initial.binary_search(&s).is_ok()
    }

    /// Whether `s` is final.
    pub fn is_final(&self, s: State) -> bool {
        self.finals[s as usize]
    }

    /// The final states, ascending.
    pub fn finals(&self) -> impl Iterator<Item = State> + '_ {
        self.states().filter(|&s| self.is_final(s))
    }

    /// The edges that leave `s`, sorted by target.
    pub fn edges(&self, s: State) -> &[Edge] {
        &self.edges[s as usize]
    }

    /// Adds a state and returns it.
    pub fn add_state(&mut self, is_final: bool) -> State {
        self.finals.push(is_final);
        self.edges.push(Vec::new());
        base::id32(self.edges.len()) - 1
    }

    /// Makes `s` initial.
    pub fn add_initial(&mut self, s: State) {
        debug_assert!((s as usize) < self.len());
        if let Err(at) = self.initial.binary_search(&s) {
            self.initial.insert(at, s);
        }
    }

    /// Makes `s` final, or not.
    pub fn set_final(&mut self, s: State, is_final: bool) {
        self.finals[s as usize] = is_final;
    }

    /// Makes no state initial.
    pub fn clear_initial(&mut self) {
        self.initial.clear();
    }

    /// Adds an edge from `from` to `to`; nothing happens if `guard` is empty.
    pub fn add_edge(&mut self, from: State, guard: CharSet, to: State) {
        debug_assert!((to as usize) < self.len());
        if guard.is_empty() {
            return;
        }
        let edges = &mut self.edges[from as usize];
        match edges.binary_search_by_key(&to, |e| e.1) {
            Ok(at) => edges[at].0 = edges[at].0.union(&guard),
            Err(at) => edges.insert(at, (guard, to)),
        }
    }

    /// Replaces the edges of `s`; those of the result must be sorted, unique and not empty.
    pub(crate) fn map_edges(&mut self, s: State, f: impl FnOnce(&[Edge]) -> Vec<Edge>) {
        let edges = &mut self.edges[s as usize];
        *edges = f(edges);
    }

    /// For each state the states with an edge to it, ascending.
    pub(crate) fn predecessors(&self) -> Vec<Vec<State>> {
        let mut preds = vec![Vec::new(); self.len()];
        for s in self.states() {
            for &(_, t) in self.edges(s) {
                preds[t as usize].push(s);
            }
        }
        preds
    }

    /// Adds the states and edges of `other`, none of them initial or final; returns the offset
    /// that turns a state of `other` into one of this automaton.
    pub(crate) fn append(&mut self, other: &Nfa) -> State {
        let offset = base::id32(self.len());
        for s in other.states() {
            self.finals.push(false);
            let moved = other.edges(s).iter().map(|(g, t)| (g.clone(), t + offset));
            self.edges.push(moved.collect());
        }
        offset
    }

    /// The same language with exactly one initial state, unless there is none.
    pub fn with_one_initial(&self) -> Nfa {
        let mut out = self.clone();
        if self.initial.len() < 2 {
            return out;
        }
        let root = out.add_state(self.initial.iter().any(|&s| self.is_final(s)));
        for &s in &self.initial {
            for (guard, t) in self.edges(s) {
                out.add_edge(root, guard.clone(), *t);
            }
        }
        out.initial = vec![root];
        out
    }
}

impl fmt::Debug for Nfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "initial {:?}", self.initial)?;
        for s in self.states() {
            writeln!(f, "{s}{} {:?}", if self.is_final(s) { "*" } else { "" }, self.edges(s))?;
        }
        Ok(())
    }
}
