//! Which equalities may follow since the last time.
//!
//! Problem: an equality literal follows when its sides are in one class, or in two that are known to differ. A look at all of them whenever
//! a class changes costs, for a chain of n states that follow from each other, the square of n, and again after each conflict.
//!
//! A merge changes the classes of the members of the smaller one, so only literals with a side there may follow by it, as long as nothing
//! is new for the larger one: a value, or a class that it differs from. Where something is, the literals with a side in either of the two
//! classes have to be looked at; those of the smaller do.

use base::{FxHashSet, IdSet, Idx};
use egraph::{EGraph, Merge, Node};

base::id! {
    /// An equality, by its place among all.
    pub(super) struct Atom;
}

/// What happened to classes since the last time.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// The atoms with a side at each node, by their numbers.
    at: Vec<Vec<Atom>>,
    /// Atoms that nobody has looked at in this scope.
    new: Vec<Atom>,
    /// Atoms that were entered in a scope that is open: what they follow from may be older.
    young: Vec<Atom>,
    scopes: usize,
    merges: Vec<Merge>,
    /// Nodes that were told apart.
    parted: Vec<(Node, Node)>,
}

impl Changes {
    /// There is another atom, with this number and these sides.
    pub(super) fn enter(&mut self, (a, b): (Node, Node), atom: Atom) {
        for node in [a, b] {
            let places = self.at.len().max(node.index() + 1);
            self.at.resize(places, Vec::new());
            self.at[node.index()].push(atom);
        }
        debug_assert!(self.new.last().is_none_or(|&last| last < atom), "atoms are out of order");
        self.new.push(atom);
        if self.scopes > 0 {
            self.young.push(atom);
        }
    }

    pub(super) fn part(&mut self, a: Node, b: Node) {
        self.parted.push((a, b));
    }

    pub(super) fn merge(&mut self, merges: &[Merge]) {
        self.merges.extend_from_slice(merges);
    }

    /// Opens a scope.
    pub(super) fn push(&mut self) {
        self.scopes += 1;
    }

    /// Closes scopes. What happened in older ones was looked at there, as far as the atoms were known.
    pub(super) fn pop(&mut self, n: usize) {
        debug_assert!(n <= self.scopes, "more scopes are closed than were opened");
        self.scopes -= n;
        self.merges.clear();
        self.parted.clear();
        self.new.extend_from_slice(&self.young);
        if self.scopes == 0 {
            self.young.clear();
        }
    }

    /// The atoms that may follow from what changed, in order.
    pub(super) fn drain(&mut self, graph: &mut EGraph) -> Vec<Atom> {
        let relabelled = graph.drain_relabelled();
        let (merges, parted) = (std::mem::take(&mut self.merges), std::mem::take(&mut self.parted));
        let atoms: IdSet<Atom> = self.new.drain(..).collect();
        let mut found = Found { atoms, ..Found::default() };
        for node in relabelled {
            self.add(node, &mut found);
        }
        for (a, b) in parted {
            self.add_between(graph, a, b, &mut found);
        }
        for m in &merges {
            debug_assert!(graph.same(m.kept, m.merged), "a merge that was undone");
            if graph.gave_value(m) {
                self.add_class(graph, m.kept, &mut found);
                continue;
            }
            let is_constant = graph.value(m.kept).is_some();
            for other in graph.brought_disequalities(m) {
                // Two values differ anyway.
                if !is_constant || graph.value(other).is_none() {
                    self.add_between(graph, m.kept, other, &mut found);
                }
            }
        }
        found.atoms.iter().collect()
    }

    /// The atoms with a side at `node`.
    fn add(&self, node: Node, found: &mut Found) {
        if found.nodes.insert(node) {
            let atoms = self.at.get(node.index()).into_iter().flatten();
            atoms.for_each(|&atom| _ = found.atoms.insert(atom));
        }
    }

    /// The atoms with a side in the class of `node`.
    fn add_class(&self, graph: &EGraph, node: Node, found: &mut Found) {
        if found.classes.insert(graph.root(node)) {
            for member in graph.class(node) {
                self.add(member, found);
            }
        }
    }

    /// The atoms with a side in the smaller of two classes.
    fn add_between(&self, graph: &EGraph, a: Node, b: Node, found: &mut Found) {
        let smaller = if graph.class_size(a) <= graph.class_size(b) { a } else { b };
        self.add_class(graph, smaller, found);
    }
}

/// What was found so far: atoms, perhaps twice, of the nodes and of the classes that were looked at.
#[derive(Default)]
struct Found {
    atoms: IdSet<Atom>,
    nodes: FxHashSet<Node>,
    classes: FxHashSet<Node>,
}
