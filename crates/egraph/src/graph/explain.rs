//! Explanations: the asserted equations on a path of the proof forest, and those that make the
//! arguments equal where the path crosses a congruence.
//!
//! Pairs still to explain wait in a list, so nested congruences need no recursion. Every edge is
//! expanded once per explanation, which keeps it polynomial where the number of distinct paths is
//! not. The paper skips explained edges by a second union-find; marks are enough here, as classes
//! of strings and lengths are small.
//!
//! A disequality can follow in several ways, and one that became available later would blame
//! assertions made after the fact it explains. The e-graph's clock tells when each way was
//! complete, and the earliest is taken.

use super::facts::Clash;
use super::merge::Equation;
use crate::forest::Why;
use crate::{EGraph, Node, Reason};
use base::Idx;

/// Which edges the explanation under way has visited: those whose mark is the current round.
#[derive(Default, Debug)]
pub(crate) struct Marks {
    round: u32,
    marks: Vec<u32>,
    /// Pairs still to explain.
    todo: Vec<(Node, Node)>,
}

impl Marks {
    fn next_round(&mut self, nodes: usize) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.marks.fill(0);
            self.round = 1;
        }
        self.marks.resize(nodes, 0);
    }

    /// Marks `n`; false if it was marked already.
    fn mark(&mut self, n: Node) -> bool {
        std::mem::replace(&mut self.marks[n.index()], self.round) != self.round
    }
}

impl EGraph {
    /// Appends the reasons why `a` and `b` are equal, each once. They were all asserted before
    /// the two became equal.
    ///
    /// # Panics
    /// If they are not [`same`](Self::same).
    pub fn explain_equal(&self, a: Node, b: Node, out: &mut Vec<Reason>) {
        let start = out.len();
        self.explain_pairs([(a, b)], all_told, out);
        sort_from(start, out);
    }

    /// Appends the reasons why the nodes of each of `pairs` are equal, each once and in order. A reason that `rest` has pairs for is not
    /// told: it rests on what makes these equal. Each step is looked at once, however much rests on it.
    ///
    /// # Panics
    /// If the nodes of a pair are not [`same`](Self::same).
    pub fn explain_all<I: IntoIterator<Item = (Node, Node)>>(
        &self,
        pairs: impl IntoIterator<Item = (Node, Node)>,
        rest: impl Fn(Reason) -> Option<I>,
        out: &mut Vec<Reason>,
    ) {
        let start = out.len();
        self.explain_pairs(pairs, rest, out);
        sort_from(start, out);
    }

    /// Appends the reasons why `a` and `b` differ, each once. They were all asserted before the
    /// two were first known to differ.
    ///
    /// # Panics
    /// If they are not [`distinct`](Self::distinct).
    pub fn explain_distinct(&self, a: Node, b: Node, out: &mut Vec<Reason>) {
        let start = out.len();
        let clash = self.earliest_clash(a, b).expect("explained nodes are distinct");
        out.extend(clash.reason);
        self.explain_pairs([(a, clash.a), (b, clash.b)], all_told, out);
        sort_from(start, out);
    }

    /// The reasons why `equation` contradicts `clash`.
    pub(crate) fn explain_clash(&self, equation: Equation, clash: Clash) -> Vec<Reason> {
        let Equation { a, b, why } = equation;
        let mut out: Vec<Reason> = clash.reason.into_iter().collect();
        if let Why::Asserted(reason) = why {
            out.push(reason);
        }
        let ends = [(a, clash.a), (b, clash.b)];
        if why == Why::Congruence {
            let args = self.args(a).iter().copied().zip(self.args(b).iter().copied());
            self.explain_pairs(ends.into_iter().chain(args), all_told, &mut out);
        } else {
            self.explain_pairs(ends, all_told, &mut out);
        }
        sort_from(0, &mut out);
        out
    }

    fn earliest_clash(&self, a: Node, b: Node) -> Option<Clash> {
        let known_at = |c: &Clash| {
            let joined = self.forest.joined_at(a, c.a).max(self.forest.joined_at(b, c.b));
            c.stamp.max(joined)
        };
        let (root_a, root_b) = (self.root(a), self.root(b));
        let asserted = self.asserted_clashes(root_a, root_b).min_by_key(known_at);
        let by_value = match (self.value(a), self.value(b)) {
            (Some((_, a)), Some((_, b))) if a != b => Some(Clash { a, b, reason: None, stamp: 0 }),
            _ => None,
        };
        asserted.into_iter().chain(by_value).min_by_key(known_at)
    }

    fn explain_pairs<I: IntoIterator<Item = (Node, Node)>>(
        &self,
        pairs: impl IntoIterator<Item = (Node, Node)>,
        rest: impl Fn(Reason) -> Option<I>,
        out: &mut Vec<Reason>,
    ) {
        let mut marks = self.explained.borrow_mut();
        marks.next_round(self.nodes.len());
        marks.todo.extend(pairs);
        while let Some((a, b)) = marks.todo.pop() {
            self.forest.walk(a, b, |from, edge| {
                if !marks.mark(from) {
                    return;
                }
                match edge.why {
                    Why::Asserted(reason) => match rest(reason) {
                        Some(pairs) => marks.todo.extend(pairs),
                        None => out.push(reason),
                    },
                    Why::SameValue => {}
                    Why::Congruence => {
                        let (left, right) = (self.args(from), self.args(edge.to));
                        marks.todo.extend(left.iter().copied().zip(right.iter().copied()));
                    }
                }
            });
        }
    }
}

/// No reason rests on others.
fn all_told(_: Reason) -> Option<[(Node, Node); 0]> {
    None
}

/// Sorts `out[start..]` and drops repetitions there.
fn sort_from(start: usize, out: &mut Vec<Reason>) {
    out[start..].sort_unstable();
    let mut kept = start;
    for i in start..out.len() {
        if kept == start || out[kept - 1] != out[i] {
            out[kept] = out[i];
            kept += 1;
        }
    }
    out.truncate(kept);
}
