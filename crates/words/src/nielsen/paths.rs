//! The ways through a Nielsen graph from its root to the solved node that visit no node twice, those
//! that stay close to the goal first. What loops add is on top of them.

use super::cycles::LiveGraph;
use base::{Limits, Stop};

/// An enumeration of paths, as sequences of (node, edge).
pub(super) struct Paths<'g> {
    live: &'g LiveGraph<'g>,
    /// The nodes of the current path with the edges that are still to be tried, best last.
    stack: Vec<(usize, Vec<(usize, usize)>)>,
    path: Vec<(usize, usize)>,
    on_path: Vec<bool>,
}

impl<'g> Paths<'g> {
    pub(super) fn new(live: &'g LiveGraph<'g>) -> Paths<'g> {
        let on_path = vec![false; live.graph.len()];
        let mut paths = Paths { live, stack: Vec::new(), path: Vec::new(), on_path };
        if live.distance[0].is_some() {
            paths.enter(0);
        }
        paths
    }

    fn enter(&mut self, node: usize) {
        debug_assert!(!self.on_path[node], "a path visits a node twice");
        debug_assert!(self.live.distance[node].is_some(), "a path enters a dead end");
        let mut edges: Vec<(usize, usize)> = self.live.edges(node).collect();
        base::order::sort_by_key(&mut edges, |&(_, t)| std::cmp::Reverse(self.live.distance[t]));
        self.on_path[node] = true;
        self.stack.push((node, edges));
    }

    /// The next path.
    pub(super) fn next(&mut self, limits: &Limits) -> Result<Option<Vec<(usize, usize)>>, Stop> {
        while let Some((node, edges)) = self.stack.last_mut() {
            limits.charge(1)?;
            let node = *node;
            if self.live.graph.solved == Some(node) {
                let path = self.path.clone();
                debug_assert!(self.live.graph.is_walk(&path, 0, node), "a path has a gap");
                self.leave(node);
                return Ok(Some(path));
            }
            match edges.pop() {
                Some((_, target)) if self.on_path[target] => {}
                Some((at, target)) => {
                    self.path.push((node, at));
                    self.enter(target);
                }
                None => self.leave(node),
            }
        }
        Ok(None)
    }

    fn leave(&mut self, node: usize) {
        self.on_path[node] = false;
        self.stack.pop();
        self.path.pop();
        debug_assert_eq!(
            self.path.len(),
            self.stack.len().saturating_sub(1),
            "the nodes and the edges of a path do not fit"
        );
    }
}
