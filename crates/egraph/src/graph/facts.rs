//! What must differ: asserted disequalities, and interpreted constants.
//!
//! A class lists the disequalities with a side in it, so two classes are known to differ when they
//! share one; looking through the shorter list suffices. Constants need no list: a class has
//! at most one value, and classes with different values differ.
//!
//! A node is given its value for good, without a reason. Nodes with the same value are merged, so
//! that a class with a value always has the same carrier; were there several, an explanation could
//! start from one that joined the class later than the explained fact.

use super::merge::Equation;
use super::undo::Op;
use crate::forest::Why;
use crate::{EGraph, Node, Reason};

/// An asserted disequality.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distinct {
    pub a: Node,
    pub b: Node,
    pub reason: Reason,
    pub stamp: u32,
}

/// Why two classes differ: `a` from the one and `b` from the other do, because of an asserted
/// disequality or, without a reason, because they are different constants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clash {
    pub a: Node,
    pub b: Node,
    pub reason: Option<Reason>,
    pub stamp: u32,
}

impl EGraph {
    /// Makes `n` the interpreted constant `value`. This defines the node and outlives
    /// [`pop`](Self::pop). Nodes with different values differ; nodes with the same value are equal.
    ///
    /// # Panics
    /// If `n` already has another value.
    pub fn set_value(&mut self, n: Node, value: u32) {
        let old = self.nodes[n].value.replace(value);
        assert!(old.is_none_or(|old| old == value), "a node has at most one value");
        if old.is_none() {
            self.define_value(n, value);
        }
    }

    pub(crate) fn define_value(&mut self, n: Node, value: u32) {
        if let Some(&carrier) = self.constants.get(&value) {
            self.queue.push(Equation { a: n, b: carrier, why: Why::SameValue });
            self.record(Op::Value { node: n, carries: false });
            return;
        }
        let root = self.root(n);
        match self.classes[root].constant {
            Some(other) => {
                let mut reasons = Vec::new();
                self.explain_equal(n, other, &mut reasons);
                self.fail(reasons);
                self.record(Op::Value { node: n, carries: false });
            }
            None => {
                self.classes[root].constant = Some(n);
                self.constants.insert(value, n);
                self.record(Op::Value { node: n, carries: true });
            }
        }
    }

    /// Asserts that `a` and `b` differ; takes effect at once, and a conflict with what is already
    /// known is returned by the next [`propagate`](Self::propagate).
    pub fn assert_distinct(&mut self, a: Node, b: Node, reason: Reason) {
        if self.same(a, b) {
            let mut reasons = vec![reason];
            self.explain_equal(a, b, &mut reasons);
            self.fail(reasons);
            return;
        }
        let index = self.disequalities.len() as u32;
        self.clock += 1;
        self.disequalities.push(Distinct { a, b, reason, stamp: self.clock });
        for n in [a, b] {
            let root = self.root(n);
            self.classes[root].distinct.push(index);
        }
        self.record(Op::Distinct);
    }

    /// Whether `a` and `b` are known to differ: asserted, or different values.
    pub fn distinct(&self, a: Node, b: Node) -> bool {
        self.clash(self.root(a), self.root(b)).is_some()
    }

    /// The disequalities asserted of the class of `n`: a member, a node that differs from it,
    /// and the reason.
    pub fn disequalities(&self, n: Node) -> impl Iterator<Item = (Node, Node, Reason)> + '_ {
        let root = self.root(n);
        self.classes[root].distinct.iter().map(move |&index| {
            let Distinct { a, b, reason, .. } = self.disequalities[index as usize];
            if self.root(a) == root { (a, b, reason) } else { (b, a, reason) }
        })
    }

    /// Keeps the first conflict of the innermost scope that has one.
    pub(crate) fn fail(&mut self, mut reasons: Vec<Reason>) {
        if self.conflict.is_none() {
            base::order::sort(&mut reasons);
            reasons.dedup();
            self.conflict = Some((self.scopes.len(), reasons));
        }
    }

    /// A reason why the classes of the representatives `a` and `b` differ.
    pub(crate) fn clash(&self, a: Node, b: Node) -> Option<Clash> {
        if a == b {
            return None;
        }
        match (self.classes[a].constant, self.classes[b].constant) {
            (Some(a), Some(b)) => Some(Clash { a, b, reason: None, stamp: 0 }),
            _ => self.asserted_clashes(a, b).next(),
        }
    }

    /// All asserted disequalities between the classes of the representatives `a` and `b`.
    pub(crate) fn asserted_clashes(
        &self,
        a: Node,
        b: Node,
    ) -> impl Iterator<Item = Clash> + use<'_> {
        let (in_a, in_b) = (&self.classes[a].distinct, &self.classes[b].distinct);
        let list = if in_a.len() <= in_b.len() { in_a } else { in_b };
        list.iter().filter_map(move |&index| {
            let d = self.disequalities[index as usize];
            let (root_a, root_b) = (self.root(d.a), self.root(d.b));
            let clash = |a, b| Clash { a, b, reason: Some(d.reason), stamp: d.stamp };
            if (root_a, root_b) == (a, b) {
                Some(clash(d.a, d.b))
            } else {
                ((root_a, root_b) == (b, a)).then(|| clash(d.b, d.a))
            }
        })
    }
}
