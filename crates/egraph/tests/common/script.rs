//! Random scripts of assertions, scopes and propagations against a naive closure that is
//! computed anew at every step. Whatever the graph knows must be known to the naive closure and
//! the other way round; every explanation is checked by a closure over the cited reasons only.

use super::{Assertion, Definition, Kind, Known, closure};
use base::Budget;
use choices::Choices;
use egraph::{EGraph, Halt, Node, Reason};

/// What the caller of an e-graph knows of it.
#[derive(Default)]
pub struct Script {
    graph: EGraph,
    definitions: Vec<Definition>,
    assertions: Vec<Assertion>,
    /// Reasons given out so far; they number the assertions in order of time.
    reasons: u32,
    scopes: Vec<Scope>,
    /// Representatives as told by the log of merges.
    labels: Vec<usize>,
    /// Per known fact the reasons given out when it was first seen, and the scope.
    since: Vec<(usize, usize, bool, u32, usize)>,
}

struct Scope {
    assertions: usize,
    labels: Vec<usize>,
}

impl Script {
    fn step(&mut self, rng: &mut Choices) {
        let n = self.definitions.len();
        match rng.below(16) {
            0 if n < 14 => {
                self.graph.add_leaf();
                self.definitions.push(Definition::default());
            }
            _ if n < 2 => self.add_app(rng),
            1 | 2 if n < 14 => self.add_app(rng),
            3 if rng.below(3) == 0 => {
                let node = rng.below(n);
                let value = self.definitions[node].value.unwrap_or(rng.below(3) as u32);
                self.definitions[node].value = Some(value);
                self.graph.set_value(Node(node as u32), value);
            }
            4..=6 => self.assert(Kind::Equal, rng),
            7 => self.assert(Kind::Distinct, rng),
            8 | 9 => self.push(),
            10 if !self.scopes.is_empty() => self.pop(rng),
            11..=14 => self.propagate(rng),
            _ => {}
        }
        self.graph.check_invariants();
    }

    fn add_app(&mut self, rng: &mut Choices) {
        let n = self.definitions.len();
        let arity = if n == 0 { 0 } else { rng.below(3) };
        let args: Vec<usize> = (0..arity).map(|_| rng.below(n)).collect();
        let nodes: Vec<Node> = args.iter().map(|&arg| Node(arg as u32)).collect();
        let symbol = (arity * 2 + rng.below(2)) as u32;
        assert_eq!(self.graph.add_app(symbol, &nodes), Node(n as u32));
        self.definitions.push(Definition { app: Some((symbol, args)), value: None });
    }

    fn assert(&mut self, kind: Kind, rng: &mut Choices) {
        let n = self.definitions.len();
        let (a, b) = (rng.below(n), rng.below(n));
        let reason = Reason(self.reasons);
        self.reasons += 1;
        self.assertions.push(Assertion { kind, a, b, reason });
        match kind {
            Kind::Equal => self.graph.merge(Node(a as u32), Node(b as u32), reason),
            Kind::Distinct => self.graph.assert_distinct(Node(a as u32), Node(b as u32), reason),
        }
    }

    fn push(&mut self) {
        self.graph.push();
        self.scopes.push(Scope { assertions: self.assertions.len(), labels: self.labels.clone() });
    }

    fn pop(&mut self, rng: &mut Choices) {
        let count = 1 + rng.below(self.scopes.len().min(3));
        let keep = self.scopes.len() - count;
        self.graph.pop(count);
        self.assertions.truncate(self.scopes[keep].assertions);
        self.labels = std::mem::take(&mut self.scopes[keep].labels);
        self.scopes.truncate(keep);
        self.since.retain(|&(.., level)| level <= keep);
        assert_eq!(self.graph.len(), self.definitions.len());
    }

    fn propagate(&mut self, rng: &mut Choices) {
        let short = Budget::unlimited().with_steps(2);
        if rng.below(4) == 0 && matches!(self.graph.propagate(&short), Err(Halt::Interrupted(_))) {
            return self.graph.check_invariants();
        }
        let known = closure(&self.definitions, &self.assertions);
        match self.graph.propagate(&Budget::unlimited()) {
            Ok(()) => {
                assert!(!known.conflict, "a conflict is found");
                self.check_classes(&known);
                self.check_explanations(&known);
                self.check_log();
            }
            Err(Halt::Conflict(reasons)) => {
                assert!(known.conflict, "a conflict is one");
                assert!(self.cited(&reasons).conflict, "the reasons of a conflict suffice");
                if self.scopes.is_empty() {
                    *self = Script::default();
                } else {
                    self.pop(rng);
                }
            }
            Err(Halt::Interrupted(_)) => panic!("the budget is unlimited"),
        }
    }

    /// The closure of the definitions and the cited assertions alone.
    fn cited(&self, reasons: &[Reason]) -> Known {
        assert!(reasons.is_sorted_by(|a, b| a < b), "each reason is cited once");
        let cited: Vec<Assertion> =
            self.assertions.iter().filter(|a| reasons.contains(&a.reason)).copied().collect();
        assert_eq!(cited.len(), reasons.len(), "only assertions in force are cited");
        closure(&self.definitions, &cited)
    }

    fn check_classes(&self, known: &Known) {
        for a in 0..self.definitions.len() {
            let node = Node(a as u32);
            let mut class: Vec<usize> = self.graph.class(node).map(|m| m.0 as usize).collect();
            class.sort_unstable();
            let expected = (0..self.definitions.len()).filter(|&b| known.same(a, b));
            assert!(expected.eq(class.iter().copied()));
            let value = class.iter().find_map(|&m| self.definitions[m].value);
            assert_eq!(self.graph.value(node).map(|(value, _)| value), value);
        }
    }

    fn check_explanations(&mut self, known: &Known) {
        let n = self.definitions.len();
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
            let (x, y) = (Node(a as u32), Node(b as u32));
            assert_eq!(self.graph.same(x, y), known.same(a, b));
            assert_eq!(self.graph.distinct(x, y), known.distinct(a, b));
            let mut reasons = Vec::new();
            if known.same(a, b) {
                self.graph.explain_equal(x, y, &mut reasons);
                assert!(self.cited(&reasons).same(a, b), "the reasons of an equality suffice");
                self.check_cause(a, b, true, &reasons);
            } else if known.distinct(a, b) {
                self.graph.explain_distinct(x, y, &mut reasons);
                assert!(self.cited(&reasons).distinct(a, b), "those of a disequality suffice");
                self.check_cause(a, b, false, &reasons);
            }
        }
    }

    /// Nothing is cited that was asserted after the fact was first known.
    fn check_cause(&mut self, a: usize, b: usize, equal: bool, reasons: &[Reason]) {
        match self.since.iter().find(|&&(x, y, eq, ..)| (x, y, eq) == (a, b, equal)) {
            Some(&(.., since, _)) => assert!(reasons.iter().all(|r| r.0 < since), "causality"),
            None => self.since.push((a, b, equal, self.reasons, self.scopes.len())),
        }
    }

    /// Whoever follows the log of merges knows the representatives.
    fn check_log(&mut self) {
        let n = self.definitions.len();
        self.labels.truncate(n);
        self.labels.extend(self.labels.len()..n);
        for merge in self.graph.drain_merges().to_vec() {
            let (kept, merged) = (merge.kept.0 as usize, merge.merged.0 as usize);
            assert_eq!((self.labels[kept], self.labels[merged]), (kept, merged));
            let sides = (self.labels[merge.a.0 as usize], self.labels[merge.b.0 as usize]);
            assert!(sides == (kept, merged) || sides == (merged, kept));
            self.labels.iter_mut().filter(|l| **l == merged).for_each(|l| *l = kept);
        }
        for (node, &label) in self.labels.iter().enumerate() {
            assert_eq!(self.graph.root(Node(node as u32)), Node(label as u32));
        }
    }
}

/// One script of so many steps.
pub fn scenario(rng: &mut Choices, steps: usize) {
    let mut script = Script::default();
    for _ in 0..steps {
        script.step(rng);
    }
}
