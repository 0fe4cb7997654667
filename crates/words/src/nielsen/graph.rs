//! The graph itself: moves, and its exploration smallest system first.

use super::node::{Draft, Edge, Node};
use super::views::Views;
use crate::system::{Sym, Var};
use base::{Idx, Limits, SliceSet, Slices, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// A part of the Nielsen graph of a system.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// Encoded.
    nodes: SliceSet<u32>,
    /// The edges of each node.
    edges: Vec<Range<usize>>,
    /// The target of each edge.
    targets: Vec<usize>,
    /// The edges, encoded.
    meanings: Slices<u32>,
    /// The edge over which each node but the root was found.
    parents: Vec<Option<(usize, usize)>>,
    queue: BinaryHeap<Reverse<(usize, usize)>>,
    /// The node without equations.
    pub solved: Option<usize>,
    /// Whether some moves are missing.
    pub incomplete: bool,
    /// What is being encoded.
    written: Vec<u32>,
}

impl Graph {
    /// Just a root.
    pub(super) fn new(root: Node) -> Graph {
        let mut graph = Graph::default();
        graph.add(&root, None);
        graph
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: usize) -> Node {
        Node::read(self.nodes.get(base::id32(id)))
    }

    /// The targets of the edges of a node.
    pub(super) fn targets(&self, node: usize) -> &[usize] {
        &self.targets[self.edges[node].clone()]
    }

    /// The edge number `at` of a node.
    pub(super) fn edge(&self, node: usize, at: usize) -> Edge {
        Edge::read(self.meanings.get(base::id32(self.edges[node].start + at)))
    }

    fn add(&mut self, node: &Node, parent: Option<(usize, usize)>) -> usize {
        debug_assert!(node.is_canonical(), "equal systems may be different nodes");
        debug_assert_eq!(parent.is_none(), self.nodes.is_empty(), "only the root has no parent");
        node.write(&mut self.written);
        let (id, new) = self.nodes.insert(&self.written);
        let id = id as usize;
        if new {
            if node.is_solved() {
                self.solved = Some(id);
            } else {
                self.queue.push(Reverse((node.size(), id)));
            }
            self.edges.push(0..0);
            self.parents.push(parent);
        }
        id
    }

    fn add_edges(&mut self, id: usize, successors: &[(Node, Edge)]) {
        debug_assert!(self.edges[id].is_empty(), "a node is expanded twice");
        debug_assert!(
            successors.iter().all(|(target, edge)| edge.kept == target.views.len()),
            "an edge is about other variables than its target"
        );
        debug_assert!(
            successors.iter().all(|(_, edge)| edge.words.len() == self.node(id).views.len()),
            "an edge is about other variables than its source"
        );
        let start = self.targets.len();
        for (at, (target, edge)) in successors.iter().enumerate() {
            let target = self.add(target, Some((id, at)));
            self.targets.push(target);
            edge.write(&mut self.written);
            self.meanings.push(&self.written);
        }
        self.edges[id] = start..self.targets.len();
    }

    /// Expands nodes until all are, or there are `max_nodes`, or, if `first_only`, the solved node is
    /// found. Whether all are expanded.
    pub(super) fn explore(
        &mut self,
        views: &mut Views,
        first_only: bool,
        max_nodes: usize,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        while !(first_only && self.solved.is_some()) {
            let Some(Reverse((_, id))) = self.queue.pop() else { return Ok(!self.incomplete) };
            let node = self.node(id);
            let Some(successors) = expand(&node, views, limits)? else {
                self.incomplete = true;
                continue;
            };
            self.add_edges(id, &successors);
            if self.nodes.len() > max_nodes {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// The edges from the root to the solved node over which it was first found.
    pub(super) fn first_path(&self) -> Option<Vec<(usize, usize)>> {
        let mut at = self.solved?;
        let mut path = Vec::new();
        while let Some(parent) = self.parents[at] {
            path.push(parent);
            at = parent.0;
        }
        path.reverse();
        debug_assert!(self.is_walk(&path, 0, self.solved?), "parents do not lead to the root");
        Some(path)
    }

    /// Whether the edges `walk` lead from `start` to `end`, one behind the other.
    pub(super) fn is_walk(&self, walk: &[(usize, usize)], start: usize, end: usize) -> bool {
        let mut at = start;
        let connected = walk.iter().all(|&(node, edge)| {
            let from = std::mem::replace(&mut at, self.targets(node)[edge]);
            from == node
        });
        connected && at == end
    }
}

/// The successors of a node; none if there are too many to list.
///
/// Take the first symbols of both sides. Each variable may be empty. If none is, then a variable
/// against a letter starts with the letter, and of two variables one is a prefix of the other; so the words of
/// a solution get shorter with every move. The prefix may be the whole: what is left is then empty later.
fn expand(
    node: &Node,
    views: &mut Views,
    limits: &Limits,
) -> Result<Option<Vec<(Node, Edge)>>, Stop> {
    debug_assert!(!node.is_solved(), "no move is left in a node without equations");
    let heads = |e: &(Vec<Sym>, Vec<Sym>)| (e.0[0], e.1[0]);
    let has_letter = |&(a, b): &(Sym, Sym)| a.var().is_none() || b.var().is_none();
    let mut all = node.equations.iter().map(heads);
    let best = all.clone().find(has_letter).or_else(|| all.next());
    let mut out = Vec::new();
    match best {
        Some((Sym::Var(x), Sym::Char(c)) | (Sym::Char(c), Sym::Var(x))) => {
            against_letter(node, x, c, views, &mut out, limits)?;
        }
        Some((Sym::Var(x), Sym::Var(y))) => {
            for (x, y) in [(x, y), (y, x)] {
                make_empty(node, x, views, &mut out, limits)?;
                if !against_var(node, x, y, views, &mut out, limits)? {
                    return Ok(None);
                }
            }
        }
        _ => debug_assert!(false, "letters against letters should have been cancelled"),
    }
    Ok(Some(out))
}

fn make_empty(
    node: &Node,
    x: Var,
    views: &mut Views,
    out: &mut Vec<(Node, Edge)>,
    limits: &Limits,
) -> Result<(), Stop> {
    if views.allow_empty(node.views[x.index()]) {
        let mut draft = Draft::of(node, views, limits);
        draft.substitute(x, &[]);
        out.extend(draft.finish()?);
    }
    Ok(())
}

fn against_letter(
    node: &Node,
    x: Var,
    c: u32,
    views: &mut Views,
    out: &mut Vec<(Node, Edge)>,
    limits: &Limits,
) -> Result<(), Stop> {
    make_empty(node, x, views, out, limits)?;
    if let Some(rest) = views.after(node.views[x.index()], c, limits)? {
        let mut draft = Draft::of(node, views, limits);
        draft.set_views(x, rest);
        draft.substitute(x, &[Sym::Char(c), Sym::Var(x)]);
        out.extend(draft.finish()?);
    }
    Ok(())
}

/// `x` starts with `y`; whether the ways to split the views of `x` could be listed.
fn against_var(
    node: &Node,
    x: Var,
    y: Var,
    views: &mut Views,
    out: &mut Vec<(Node, Edge)>,
    limits: &Limits,
) -> Result<bool, Stop> {
    debug_assert!(x != y, "a variable against itself should have been cancelled");
    let Some(splits) = views.splits(node.views[x.index()], limits)? else { return Ok(false) };
    for (first, second) in splits {
        let Some(first) = views.meet(node.views[y.index()], first, limits)? else { continue };
        let mut draft = Draft::of(node, views, limits);
        draft.set_views(y, first);
        draft.set_views(x, second);
        draft.substitute(x, &[Sym::Var(y), Sym::Var(x)]);
        out.extend(draft.finish()?);
    }
    Ok(true)
}
