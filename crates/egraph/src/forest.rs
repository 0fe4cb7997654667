//! The proof forest: one edge per merge, so that the tree of a class spans it and the path between
//! two nodes says why they are equal.
//!
//! Edges point towards the root of their tree. Joining re-roots the tree of the smaller class, so
//! that no node changes its outgoing edge more than log n times. The root means nothing, so
//! cutting an edge needs no re-rooting back: whichever way the edge points by then, it is removed.

use crate::{Node, Reason};
use base::Idx;

/// What justifies one edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// The caller asserted it.
    Asserted(Reason),
    /// Both ends apply the same symbol to pairwise equal arguments.
    Congruence,
    /// Both ends are the same interpreted constant.
    SameValue,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    pub to: Node,
    pub why: Why,
    /// When the edge was made, on the clock of the e-graph.
    pub stamp: u32,
}

#[derive(Default, Debug)]
pub(crate) struct Forest {
    edges: Vec<Option<Edge>>,
}

impl Forest {
    pub fn add_node(&mut self) {
        self.edges.push(None);
    }

    /// Joins the trees of `a` and `b`, of which that of `a` should be the smaller.
    pub fn join(&mut self, a: Node, b: Node, why: Why, stamp: u32) {
        self.make_root(a);
        self.edges[a.index()] = Some(Edge { to: b, why, stamp });
    }

    /// Removes the edge between `a` and `b`.
    pub fn cut(&mut self, a: Node, b: Node) {
        let points_to_b = self.edges[a.index()].is_some_and(|e| e.to == b);
        let tail = if points_to_b { a } else { b };
        debug_assert!(self.edges[tail.index()].is_some_and(|e| e.to == a || e.to == b));
        self.edges[tail.index()] = None;
    }

    /// Calls `visit` with each edge on the path between `a` and `b`, and the node it starts from.
    ///
    /// # Panics
    /// If there is no such path.
    pub fn walk(&self, mut a: Node, mut b: Node, mut visit: impl FnMut(Node, Edge)) {
        let (mut depth_a, mut depth_b) = (self.depth(a), self.depth(b));
        while a != b {
            let (end, depth) =
                if depth_a >= depth_b { (&mut a, &mut depth_a) } else { (&mut b, &mut depth_b) };
            let edge = self.edges[end.index()].expect("explained nodes are in one class");
            visit(*end, edge);
            *end = edge.to;
            *depth = depth.wrapping_sub(1);
        }
    }

    /// When `a` and `b` became equal.
    pub fn joined_at(&self, a: Node, b: Node) -> u32 {
        let mut latest = 0;
        self.walk(a, b, |_, edge| latest = latest.max(edge.stamp));
        latest
    }

    /// How many edges lie between `n` and its root.
    pub fn depth(&self, mut n: Node) -> usize {
        let mut depth = 0;
        while let Some(edge) = self.edges[n.index()] {
            n = edge.to;
            depth += 1;
        }
        depth
    }

    fn make_root(&mut self, n: Node) {
        let mut at = n;
        let mut incoming = None;
        while let Some(edge) = std::mem::replace(&mut self.edges[at.index()], incoming) {
            incoming = Some(Edge { to: at, ..edge });
            at = edge.to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(f: &Forest, a: u32, b: u32) -> Vec<u32> {
        let mut stamps = Vec::new();
        f.walk(Node(a), Node(b), |_, e| stamps.push(e.stamp));
        stamps.sort_unstable();
        stamps
    }

    #[test]
    fn paths_survive_rerooting_and_cutting() {
        let mut f = Forest::default();
        for _ in 0..5 {
            f.add_node();
        }
        f.join(Node(0), Node(1), Why::Congruence, 1);
        f.join(Node(2), Node(3), Why::Congruence, 2);
        f.join(Node(0), Node(2), Why::Congruence, 3);
        f.join(Node(1), Node(4), Why::Congruence, 4);
        assert_eq!(path(&f, 1, 3), [1, 2, 3]);
        assert_eq!(path(&f, 4, 3), [1, 2, 3, 4]);
        assert_eq!(f.joined_at(Node(0), Node(3)), 3);
        f.cut(Node(1), Node(4));
        f.cut(Node(0), Node(2));
        assert_eq!(path(&f, 0, 1), [1]);
        assert_eq!(path(&f, 2, 3), [2]);
        assert_eq!(f.depth(Node(4)), 0);
    }
}
