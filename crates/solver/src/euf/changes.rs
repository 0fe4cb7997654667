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

/// What happened to classes since the last time. What was looked at in a scope later than its own has to be again when that is closed, as
/// what follows from it is lost then.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// The atoms with a side at each node.
    at: Vec<Vec<Atom>>,
    /// Atoms that nobody has looked at, and those that somebody has, by the scope in which that was, ascending.
    new: Vec<Atom>,
    young: Vec<(usize, Atom)>,
    merges: Vec<Merge>,
    /// Nodes that were told apart, as for atoms.
    parted: Vec<Parted>,
    young_parted: Vec<(usize, Parted)>,
    scopes: usize,
}

/// Two nodes that differ since the scope of this number.
type Parted = (usize, [Node; 2]);

impl Changes {
    /// There is another atom, with these sides.
    pub(super) fn enter(&mut self, (a, b): (Node, Node), atom: Atom) {
        for node in [a, b] {
            let places = self.at.len().max(node.index() + 1);
            self.at.resize(places, Vec::new());
            self.at[node.index()].push(atom);
        }
        debug_assert!(self.new.last().is_none_or(|&last| last < atom), "atoms are out of order");
        self.new.push(atom);
    }

    pub(super) fn part(&mut self, a: Node, b: Node) {
        self.parted.push((self.scopes, [a, b]));
    }

    pub(super) fn merge(&mut self, merges: &[Merge]) {
        self.merges.extend_from_slice(merges);
    }

    /// Opens a scope.
    pub(super) fn push(&mut self) {
        self.scopes += 1;
    }

    /// Closes scopes. Merges of older ones are reported again.
    pub(super) fn pop(&mut self, n: usize) {
        debug_assert!(n <= self.scopes, "more scopes are closed than were opened");
        self.scopes -= n;
        self.merges.clear();
        while let Some((_, atom)) = self.young.pop_if(|(looked_at, _)| *looked_at > self.scopes) {
            self.new.push(atom);
        }
        while let Some((_, parted)) =
            self.young_parted.pop_if(|(looked_at, _)| *looked_at > self.scopes)
        {
            self.parted.push(parted);
        }
        self.parted.retain(|(since, _)| *since <= self.scopes);
    }

    /// The atoms that may follow from what changed, in order.
    pub(super) fn drain(&mut self, graph: &mut EGraph) -> Vec<Atom> {
        let mut found = Found { atoms: self.new.iter().copied().collect(), ..Found::default() };
        let (new, parted) = (std::mem::take(&mut self.new), std::mem::take(&mut self.parted));
        for &node in graph.drain_relabelled() {
            self.add(node, &mut found);
        }
        for &(_, [a, b]) in &parted {
            self.add_between(graph, a, b, &mut found);
        }
        let scope = self.scopes;
        if scope > 0 {
            self.young.extend(new.into_iter().map(|atom| (scope, atom)));
        }
        let older = parted.into_iter().filter(|(since, _)| *since < scope);
        self.young_parted.extend(older.map(|parted| (scope, parted)));
        let merges = std::mem::take(&mut self.merges);
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

/// What was found so far, and the nodes and the classes that were looked at.
#[derive(Default)]
struct Found {
    atoms: IdSet<Atom>,
    nodes: FxHashSet<Node>,
    classes: FxHashSet<Node>,
}
