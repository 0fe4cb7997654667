//! The closure: equations are taken from a queue and their classes merged until it is empty.
//!
//! Merging relabels every member of the smaller class instead of keeping union-find paths: a
//! representative is then one look-up, the total cost stays n log n, and nothing but the relabelling
//! has to be undone. Only the applications over the smaller class change their signature; one
//! that finds its new signature taken is congruent to the occupant, and their equation is queued.

use super::undo::Op;
use crate::forest::Why;
use crate::{EGraph, Halt, Merge, Node, Reason};
use base::Budget;

/// Two nodes that must be equal, and why.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Equation {
    pub a: Node,
    pub b: Node,
    pub why: Why,
}

impl Equation {
    pub fn congruence(a: Node, b: Node) -> Equation {
        Equation { a, b, why: Why::Congruence }
    }
}

impl EGraph {
    /// Asserts that `a` and `b` are equal; takes effect at the next
    /// [`propagate`](Self::propagate).
    pub fn merge(&mut self, a: Node, b: Node, reason: Reason) {
        self.queue.push(Equation { a, b, why: Why::Asserted(reason) });
    }

    /// Closes the assertions under congruence.
    ///
    /// # Errors
    /// [`Halt::Conflict`] when they contradict each other; it is returned again until the scope
    /// in which it was found is popped. [`Halt::Interrupted`] when the budget runs out.
    pub fn propagate(&mut self, budget: &Budget) -> Result<(), Halt> {
        while self.conflict.is_none()
            && let Some(&equation) = self.queue.get(self.done)
        {
            let steps = self.process(equation);
            budget.charge(steps).map_err(Halt::Interrupted)?;
        }
        match &self.conflict {
            Some((_, reasons)) => Err(Halt::Conflict(reasons.clone())),
            None => {
                self.discard_finished_queue();
                Ok(())
            }
        }
    }

    /// Merges the classes of the first equation in the queue; returns the work done.
    fn process(&mut self, equation: Equation) -> u64 {
        let (a, b) = (self.root(equation.a), self.root(equation.b));
        if a != b {
            if let Some(clash) = self.clash(a, b) {
                let reasons = self.explain_clash(equation, clash);
                self.conflict = Some((self.scopes.len(), reasons));
                return 1;
            }
            self.done += 1;
            return self.join(equation);
        }
        self.done += 1;
        1
    }

    fn join(&mut self, Equation { a, b, why }: Equation) -> u64 {
        let smaller_first = self.class_size(a) <= self.class_size(b);
        let (a, b) = if smaller_first { (a, b) } else { (b, a) };
        let (merged, kept) = (self.root(a), self.root(b));
        self.clock += 1;
        self.forest.join(a, b, why, self.clock);
        let merge = Merge { kept, merged, a, b };
        self.log.push(merge);
        self.record(Op::Merge { merge, displaced: self.displaced.len() });
        self.join_classes(kept, merged)
    }

    fn join_classes(&mut self, kept: Node, merged: Node) -> u64 {
        let uses = std::mem::take(&mut self.classes[merged].uses);
        let distinct = std::mem::take(&mut self.classes[merged].distinct);
        let mut moved = std::mem::take(&mut self.moved);
        moved.extend(uses.iter().filter(|&&n| self.signatures.remove(n)));
        let mut relabelled = std::mem::take(&mut self.relabelled);
        relabelled.extend(self.class(merged));
        self.relabelled = relabelled;
        self.relabel(merged, kept);
        self.swap_next(kept, merged);
        for n in moved.drain(..) {
            if !self.enter_signature(n) {
                self.displaced.push(n);
            }
        }
        let (size, constant) = (self.classes[merged].size, self.classes[merged].constant);
        let steps = 1 + u64::from(size) + uses.len() as u64;
        let class = &mut self.classes[kept];
        class.size += size;
        class.constant = class.constant.or(constant);
        class.uses.extend_from_slice(&uses);
        class.distinct.extend_from_slice(&distinct);
        // The merged class keeps its own lists for the time it is split off again.
        self.classes[merged].uses = uses;
        self.classes[merged].distinct = distinct;
        self.moved = moved;
        steps
    }

    /// Sets the representative of every node in the circle of `n`.
    pub(crate) fn relabel(&mut self, n: Node, root: Node) {
        let mut at = n;
        loop {
            let node = &mut self.nodes[at];
            node.root = root;
            at = node.next;
            if at == n {
                return;
            }
        }
    }

    /// Joins the circles of two nodes, or splits their joint circle in two.
    pub(crate) fn swap_next(&mut self, a: Node, b: Node) {
        let next = self.nodes[a].next;
        self.nodes[a].next = self.nodes[b].next;
        self.nodes[b].next = next;
    }

    /// Outside all scopes nothing returns to a processed equation.
    fn discard_finished_queue(&mut self) {
        if self.scopes.is_empty() {
            self.queue.clear();
            self.done = 0;
        }
    }
}
