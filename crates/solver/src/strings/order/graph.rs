//! Which strings are said to come before which, as a graph of classes.

use crate::engine::Engine;
use crate::strings::classes::Classes;
use crate::strings::facts::Facts;
use crate::strings::table::{self, Class};
use base::FxHashMap;
use std::collections::VecDeque;
use terms::{Op, Term, Terms};

/// That a class is not after another one.
#[derive(Debug)]
pub(super) struct Edge {
    pub from: usize,
    pub to: usize,
    /// It is before it.
    pub strict: bool,
    pub premises: Vec<Term>,
}

/// The classes that are compared, by their positions in a table.
pub(super) struct Order {
    pub edges: Vec<Edge>,
    /// The edges that lead to each class, and those that leave it.
    pub incoming: Vec<Vec<usize>>,
    outgoing: Vec<Vec<usize>>,
}

/// What goes around in a circle.
pub(super) enum Circle {
    /// These edges, of which one is strict.
    Strict(Vec<usize>),
    /// These edges, in order: all their ends are equal.
    Equal(Vec<usize>),
}

impl Order {
    /// What the facts say about classes of the table.
    pub fn of(engine: &Engine<'_>, classes: &Classes, table: &[Class], facts: &Facts) -> Order {
        let mut order = Order {
            edges: Vec::new(),
            incoming: vec![Vec::new(); table.len()],
            outgoing: vec![Vec::new(); table.len()],
        };
        let members = |class: &Class| class.leaves.iter().copied().chain(class.constant).collect();
        let positions: FxHashMap<Term, usize> = table
            .iter()
            .enumerate()
            .flat_map(|(i, class)| {
                let members: Vec<Term> = members(class);
                members.into_iter().map(move |t| (t, i))
            })
            .collect();
        for &literal in &facts.predicates {
            let Some((low, high, strict)) = comparison(engine.res.terms, literal) else { continue };
            let (Some(&from), Some(&to)) = (positions.get(&low), positions.get(&high)) else {
                continue;
            };
            if is_trivial(engine.res.terms, &table[from], &table[to], strict) {
                continue;
            }
            let mut premises = vec![literal];
            classes.explain(low, table[from].anchor(), &mut premises);
            classes.explain(high, table[to].anchor(), &mut premises);
            order.add(classes, table, Edge { from, to, strict, premises });
        }
        order
    }

    /// Adds an edge; one between classes that differ is strict.
    fn add(&mut self, classes: &Classes, table: &[Class], mut edge: Edge) {
        let apart = table[edge.from].distinct.iter().find(|apart| apart.other == edge.to);
        if let Some(apart) = apart.filter(|_| !edge.strict) {
            edge.strict = true;
            table::explain_apart(classes, table, edge.from, apart, &mut edge.premises);
        }
        debug_assert!(!edge.premises.is_empty(), "an edge without a reason");
        self.incoming[edge.to].push(self.edges.len());
        self.outgoing[edge.from].push(self.edges.len());
        self.edges.push(edge);
    }

    /// The classes such that every edge leads forward; those that lie on circles or behind them are left out.
    pub fn sorted(&self) -> Vec<usize> {
        let mut waits: Vec<usize> = self.incoming.iter().map(Vec::len).collect();
        let is_compared = |v: usize| !self.incoming[v].is_empty() || !self.outgoing[v].is_empty();
        let mut sorted: Vec<usize> =
            (0..waits.len()).filter(|&v| waits[v] == 0 && is_compared(v)).collect();
        let mut next = 0;
        while let Some(&v) = sorted.get(next) {
            next += 1;
            for &e in &self.outgoing[v] {
                let to = self.edges[e].to;
                waits[to] -= 1;
                if waits[to] == 0 {
                    sorted.push(to);
                }
            }
        }
        sorted
    }

    /// A circle, if there is one: one with a strict edge if there is such a one.
    pub fn circle(&self) -> Option<Circle> {
        let sorted = self.sorted();
        let mut is_left: Vec<bool> = self.incoming.iter().map(|edges| !edges.is_empty()).collect();
        sorted.iter().for_each(|&v| is_left[v] = false);
        let left = |e: &usize| is_left[self.edges[*e].from] && is_left[self.edges[*e].to];
        let edges: Vec<usize> = (0..self.edges.len()).filter(left).collect();
        let (strict, other): (Vec<usize>, Vec<usize>) =
            edges.into_iter().partition(|&e| self.edges[e].strict);
        let around = |&e: &usize| self.around(e);
        if let Some(circle) = strict.iter().find_map(around) {
            return Some(Circle::Strict(circle));
        }
        other.iter().find_map(around).map(Circle::Equal)
    }

    /// An edge and a shortest way back from its end to its start.
    fn around(&self, edge: usize) -> Option<Vec<usize>> {
        let (start, goal) = (self.edges[edge].to, self.edges[edge].from);
        let mut by: FxHashMap<usize, usize> = FxHashMap::default();
        let mut queue = VecDeque::from([start]);
        while let Some(v) = queue.pop_front() {
            if v == goal {
                let mut circle = vec![edge];
                let mut at = goal;
                while at != start {
                    circle.insert(1, by[&at]);
                    at = self.edges[by[&at]].from;
                }
                return Some(circle);
            }
            for &e in &self.outgoing[v] {
                let to = self.edges[e].to;
                if to != start && !by.contains_key(&to) {
                    by.insert(to, e);
                    queue.push_back(to);
                }
            }
        }
        None
    }
}

/// Whether constants, or that both are one class, say the same.
fn is_trivial(terms: &Terms, from: &Class, to: &Class, strict: bool) -> bool {
    let word = |class: &Class| class.constant.and_then(|t| terms.str_value(t));
    match (word(from), word(to)) {
        (Some(a), Some(b)) => {
            if strict {
                a < b
            } else {
                a <= b
            }
        }
        _ => !strict && from.anchor() == to.anchor(),
    }
}

/// Two strings of which `literal` says that the first is not after the second, and whether it is before it.
fn comparison(terms: &Terms, literal: Term) -> Option<(Term, Term, bool)> {
    let (atom, denied) = terms.literal(literal);
    let (a, b) = (terms.op(atom) == Op::StrLe).then(|| (terms.arg(atom, 0), terms.arg(atom, 1)))?;
    Some(if denied { (b, a, true) } else { (a, b, false) })
}

/// The strings that are compared in the facts.
pub(in crate::strings) fn compared(terms: &Terms, facts: &Facts) -> Vec<Term> {
    let pairs = facts.predicates.iter().filter_map(|&literal| comparison(terms, literal));
    pairs.flat_map(|(a, b, _)| [a, b]).collect()
}
