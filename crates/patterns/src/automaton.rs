//! The minimal deterministic automaton, as data to look at.

use crate::{dot, layout, svg};
use automata::CharSet;
use automata::nfa::{Nfa, State};
use std::collections::VecDeque;

/// A deterministic automaton without useless states; it has one state even if it has no word.
///
/// State 0 is the initial one, and the others are numbered in the order in which they are reached.
///
/// ```
/// use patterns::{Patterns, Reading};
/// let mut patterns = Patterns::new();
/// let r = patterns.parse("(ab|a.b)*", Reading::Whole)?;
/// let automaton = patterns.automaton(r)?;
/// assert_eq!((automaton.len(), automaton.edges().len()), (4, 6));
/// assert!(automaton.dot().starts_with("digraph"));
/// assert!(automaton.svg().starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Automaton {
    accepting: Vec<bool>,
    edges: Vec<Edge>,
}

/// An edge of an [`Automaton`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: usize,
    /// Where it leads.
    pub to: usize,
    /// What is read.
    pub chars: CharSet,
}

impl Automaton {
    /// A deterministic automaton, renumbered.
    pub(crate) fn new(nfa: &Nfa) -> Automaton {
        let order = breadth_first(nfa);
        let mut number = vec![0; nfa.len()];
        order.iter().enumerate().for_each(|(i, &s)| number[s as usize] = i);
        let mut automaton = Automaton { accepting: vec![false], edges: Vec::new() };
        if !order.is_empty() {
            automaton.accepting = order.iter().map(|&s| nfa.is_final(s)).collect();
        }
        for (from, &s) in order.iter().enumerate() {
            let edge = |(chars, t): (CharSet, State)| Edge { from, to: number[t as usize], chars };
            automaton.edges.extend(sorted(nfa, s).into_iter().map(edge));
        }
        automaton
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    /// Whether the language has no word.
    pub fn is_empty(&self) -> bool {
        !self.accepting.contains(&true)
    }

    /// Whether a word may end in this state.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// All edges, by the states they start from.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// A drawing in the language of Graphviz.
    pub fn dot(&self) -> String {
        dot::draw(self)
    }

    /// A drawing.
    pub fn svg(&self) -> String {
        svg::draw(self, &layout::Layout::new(self))
    }
}

/// The edges of a state in the order of their smallest characters.
fn sorted(nfa: &Nfa, s: State) -> Vec<(CharSet, State)> {
    let mut edges = nfa.edges(s).to_vec();
    base::order::sort(&mut edges);
    edges
}

fn breadth_first(nfa: &Nfa) -> Vec<State> {
    let mut seen = vec![false; nfa.len()];
    let mut queue: VecDeque<State> = nfa.initial().iter().copied().collect();
    queue.iter().for_each(|&s| seen[s as usize] = true);
    let mut order = Vec::with_capacity(nfa.len());
    while let Some(s) = queue.pop_front() {
        order.push(s);
        for (_, t) in sorted(nfa, s) {
            if !std::mem::replace(&mut seen[t as usize], true) {
                queue.push_back(t);
            }
        }
    }
    order
}
