//! The correspondence between terms and nodes.
//!
//! Constants of interpreted sorts carry a value, so that two of them never share a class. A
//! function application is a node over its arguments' nodes whatever the function is: strings and
//! arithmetic profit from congruence as uninterpreted functions do.

use base::{FxHashMap, Idx, IdxVec, IndexSet, Int};
use egraph::{EGraph, Node};
use terms::{Op, Sort, Term, Terms};

#[derive(Debug)]
pub(super) struct Nodes {
    of_term: FxHashMap<Term, Node>,
    terms: IdxVec<Node, Option<Term>>,
    symbols: IndexSet<Op>,
    booleans: [Node; 2],
}

/// A fact: values of nodes are the two Booleans, then constants by the number of their term.
const FIRST_CONSTANT: u32 = 2;

impl Nodes {
    pub fn new(graph: &mut EGraph) -> Nodes {
        let booleans = [graph.add_leaf(), graph.add_leaf()];
        let mut terms = IdxVec::new();
        for (value, node) in booleans.into_iter().enumerate() {
            graph.set_value(node, base::id32(value));
            terms.push(None);
        }
        Nodes { of_term: FxHashMap::default(), terms, symbols: IndexSet::default(), booleans }
    }

    pub fn boolean(&self, value: bool) -> Node {
        self.booleans[usize::from(value)]
    }

    pub fn get(&self, t: Term) -> Option<Node> {
        self.of_term.get(&t).copied()
    }

    /// The node of a registered term.
    pub fn node(&self, t: Term) -> Node {
        self.of_term[&t]
    }

    /// The term of a node; the two Booleans have none.
    pub fn term(&self, n: Node) -> Option<Term> {
        self.terms[n]
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// The nodes made since there were `start`, with their terms.
    pub fn since(&self, start: usize) -> impl Iterator<Item = (Node, Term)> + '_ {
        (start..self.len()).map(Node::from_index).filter_map(|n| self.terms[n].map(|t| (n, t)))
    }

    /// The node of a constant.
    pub fn constant(&mut self, graph: &mut EGraph, terms: &Terms, t: Term) -> Node {
        debug_assert!(terms.op(t).is_const(), "the node of what is no constant");
        self.add(graph, terms, t);
        self.node(t)
    }

    /// The constant term of a node with a value.
    pub fn value(&self, terms: &mut Terms, n: Node) -> Option<Term> {
        match self.terms[n] {
            None => Some(if n == self.booleans[1] { terms.tt() } else { terms.ff() }),
            constant => constant.filter(|&t| terms.op(t).is_const()),
        }
    }

    pub fn all(&self) -> impl Iterator<Item = Term> + '_ {
        self.terms.iter().filter_map(|t| *t)
    }

    /// Adds `root` and what it is applied to; returns the new arguments of declared functions. Regexes
    /// are leaves: nothing equates their parts.
    pub fn add(&mut self, graph: &mut EGraph, terms: &Terms, root: Term) -> Vec<Term> {
        let mut arguments = Vec::new();
        for t in terms.post_order_unless(&[root], |t| self.stops_at(terms, t)) {
            let args: Vec<Node> =
                terms.args(t).iter().map(|&a| self.argument(graph, terms, a)).collect();
            let node = match terms.op(t) {
                Op::True => self.booleans[1],
                Op::False => self.booleans[0],
                _ if args.is_empty() => graph.add_leaf(),
                op => graph.add_app(self.symbols.insert(op).0, &args),
            };
            let before = self.of_term.insert(t, node);
            debug_assert!(before.is_none(), "a term gets a second node");
            if node.0 as usize == self.terms.len() {
                self.terms.push(Some(t));
            }
            if terms.op(t).is_const() && !matches!(terms.op(t), Op::True | Op::False) {
                graph.set_value(node, FIRST_CONSTANT + t.0);
            }
            if is_uninterpreted(terms, t) {
                arguments.extend_from_slice(terms.args(t));
            }
        }
        arguments
    }

    fn stops_at(&self, terms: &Terms, t: Term) -> bool {
        terms.sort(t) == Sort::RegLan || self.of_term.contains_key(&t)
    }

    fn argument(&mut self, graph: &mut EGraph, terms: &Terms, a: Term) -> Node {
        if terms.sort(a) == Sort::RegLan && !self.of_term.contains_key(&a) {
            self.of_term.insert(a, graph.add_leaf());
            self.terms.push(Some(a));
        }
        self.node(a)
    }
}

/// Whether `t` applies a function that any table can interpret: a declared one, division by 0, or
/// membership in a declared language.
pub(crate) fn is_uninterpreted(terms: &Terms, t: Term) -> bool {
    let constant = |t| terms.int_value(t);
    match terms.op(t) {
        Op::Apply(_) => !terms.args(t).is_empty(),
        Op::Div | Op::Mod => constant(terms.arg(t, 1)).is_none_or(Int::is_zero),
        Op::StrInRe => matches!(terms.op(terms.arg(t, 1)), Op::Apply(_)),
        _ => false,
    }
}
