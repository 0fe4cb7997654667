//! Scopes. A trail records what changed; closing a scope undoes it, newest change first.
//!
//! Nodes outlive the scope they were made in, as the terms they stand for do: a solver makes
//! nodes in the middle of the search and would otherwise have to make them again after every
//! backjump. What has to be taken back is their place in the use lists and the signature table,
//! which depends on the merges being undone; they are entered again at once, in the scope
//! that is then the innermost.

use crate::{EGraph, Merge, Node};

/// One change to the graph.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// An application was entered into use lists and signature table.
    App(Node),
    /// A node became a constant, and possibly the carrier of its value.
    Value { node: Node, carries: bool },
    /// Two classes were merged, when this many applications were displaced.
    Merge { merge: Merge, displaced: usize },
    /// A disequality was asserted.
    Distinct,
}

/// The state at the opening of a scope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    trail: usize,
    queue: usize,
    done: usize,
    log: usize,
    delivered: usize,
    relabelled: usize,
    told: usize,
    clock: u32,
}

impl EGraph {
    /// Opens a scope.
    pub fn push(&mut self) {
        self.scopes.push(Scope {
            trail: self.trail.len(),
            queue: self.queue.len(),
            done: self.done,
            log: self.log.len(),
            delivered: self.delivered,
            relabelled: self.relabelled.len(),
            told: self.told,
            clock: self.clock,
        });
    }

    /// How many scopes are open.
    pub fn scopes(&self) -> usize {
        self.scopes.len()
    }

    /// Closes the `n` innermost scopes: their equalities and disequalities are retracted. Nodes
    /// made in them stay, and so do values given in them; since congruences may follow from
    /// these, [`propagate`](Self::propagate) is due before the classes are read.
    ///
    /// # Panics
    /// If fewer than `n` scopes are open.
    pub fn pop(&mut self, n: usize) {
        if let Some(scope) = self.close(n) {
            let definitions = self.rewind(scope);
            self.redo(&definitions);
        }
    }

    pub(crate) fn record(&mut self, op: Op) {
        if !self.scopes.is_empty() {
            self.trail.push(op);
        }
    }

    fn close(&mut self, n: usize) -> Option<Scope> {
        let keep = self.scopes.len().checked_sub(n).expect("scopes are open");
        let scope = self.scopes.get(keep).copied();
        self.scopes.truncate(keep);
        scope
    }

    /// Undoes all since `scope`; returns the definitions among it, oldest first.
    fn rewind(&mut self, scope: Scope) -> Vec<Op> {
        let mut definitions = Vec::new();
        while self.trail.len() > scope.trail
            && let Some(op) = self.trail.pop()
        {
            match op {
                Op::App(n) => self.retract_app(n),
                Op::Value { node, carries } => self.retract_value(node, carries),
                Op::Merge { merge, displaced } => self.split(merge, displaced),
                Op::Distinct => self.retract_distinct(),
            }
            if matches!(op, Op::App(_) | Op::Value { .. }) {
                definitions.push(op);
            }
        }
        definitions.reverse();
        self.queue.truncate(scope.queue);
        self.done = scope.done;
        self.log.truncate(scope.log);
        self.delivered = scope.delivered;
        self.relabelled.truncate(scope.relabelled);
        self.told = scope.told;
        self.clock = scope.clock;
        self.conflict.take_if(|(level, _)| *level > self.scopes.len());
        definitions
    }

    fn redo(&mut self, definitions: &[Op]) {
        for &op in definitions {
            match op {
                Op::App(n) => self.define_app(n),
                Op::Value { node, .. } => {
                    if let Some(value) = self.nodes[node].value {
                        self.define_value(node, value);
                    }
                }
                Op::Merge { .. } | Op::Distinct => {}
            }
        }
    }

    fn retract_app(&mut self, n: Node) {
        self.signatures.remove(n);
        let (start, end) = self.nodes[n].args;
        for i in start..end {
            let root = self.root(self.args[i as usize]);
            self.classes[root].uses.pop();
        }
    }

    fn retract_value(&mut self, n: Node, carries: bool) {
        if let (true, Some(value)) = (carries, self.nodes[n].value) {
            let root = self.root(n);
            self.constants.remove(&value);
            self.classes[root].constant = None;
        }
    }

    fn retract_distinct(&mut self) {
        if let Some(d) = self.disequalities.pop() {
            for n in [d.a, d.b] {
                let root = self.root(n);
                self.classes[root].distinct.pop();
            }
        }
    }

    /// Undoes `join`.
    fn split(&mut self, Merge { kept, merged, a, b }: Merge, displaced: usize) {
        let uses = std::mem::take(&mut self.classes[merged].uses);
        let mut moved = std::mem::take(&mut self.moved);
        moved.extend(uses.iter().filter(|&&n| self.signatures.remove(n)));
        moved.extend(self.displaced.drain(displaced..));
        self.swap_next(kept, merged);
        self.relabel(merged, merged);
        self.forest.cut(a, b);
        let (size, constant) = (self.classes[merged].size, self.classes[merged].constant);
        let distinct = self.classes[merged].distinct.len();
        let class = &mut self.classes[kept];
        class.size -= size;
        class.uses.truncate(class.uses.len() - uses.len());
        class.distinct.truncate(class.distinct.len() - distinct);
        class.constant = class.constant.filter(|_| constant.is_none());
        self.classes[merged].uses = uses;
        for n in moved.drain(..) {
            let entered = self.enter_signature(n);
            debug_assert!(entered, "signatures differ again");
        }
        self.moved = moved;
    }
}
