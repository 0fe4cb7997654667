//! The invariants, spelled out for tests.

use crate::{EGraph, Node};

impl EGraph {
    /// Asserts the invariants that hold between any two calls, and congruence when
    /// nothing is queued. Slow; for tests.
    ///
    /// # Panics
    /// If an invariant is broken.
    pub fn check_invariants(&self) {
        for n in self.nodes.ids() {
            self.check_node(n);
        }
        for root in self.roots() {
            self.check_class(root);
        }
        for d in &self.disequalities {
            assert!(!self.same(d.a, d.b), "a recorded disequality holds");
        }
    }

    fn check_node(&self, n: Node) {
        let root = self.root(n);
        assert_eq!(self.root(root), root, "a representative represents itself");
        assert_eq!(self.nodes[self.nodes[n].next].root, root, "a circle stays in its class");
        self.forest.walk(n, root, |from, edge| {
            assert!(self.same(from, edge.to), "the forest stays in the class");
        });
        let Some(symbol) = self.symbol(n) else { return };
        for &arg in self.args(n) {
            let count = |ns: &[Node], m: Node| ns.iter().filter(|&&x| x == m).count();
            let slots = self.args(n).iter().filter(|&&x| self.same(x, arg)).count();
            assert_eq!(count(self.parents(arg), n), slots, "use lists are complete");
        }
        let Some(occupant) = self.find_app(symbol, self.args(n)) else {
            panic!("a signature is in the table");
        };
        assert_eq!(self.signatures.contains(n), occupant == n, "a signature is there once");
        if self.conflict.is_none() && self.done == self.queue.len() {
            assert!(self.same(n, occupant), "congruent nodes are equal");
        }
    }

    fn check_class(&self, root: Node) {
        let class = &self.classes[root];
        assert_eq!(self.class(root).count(), class.size as usize, "the size is right");
        let constants = self
            .class(root)
            .filter(|&n| self.nodes[n].value.is_some_and(|value| self.constant(value) == Some(n)));
        assert!(constants.eq(class.constant), "one constant per class");
        for (own, other, _) in self.disequalities(root) {
            assert!(self.same(own, root) && !self.same(other, root), "disequalities are filed");
        }
    }
}
