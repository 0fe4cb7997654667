//! Contradictions between equations of strings: a tree of cuts, substitutions and cases.
//!
//! The solver's procedures say which literals clash, not how (`words/src/tags.rs`). So a small procedure of the same kind looks for
//! the contradiction once more, among these few literals, and writes down each step: equal ends go, sides are cut where
//! lengths are equal, variables are replaced by what they are equal to, and at the front of an equation the longer side begins with the
//! shorter one (Levi, *On semigroups*, 1944). A leaf is closed by a rule of the checker. The alternative, to carry derivations through all
//! procedures, would burden the search for the few conflicts that a proof needs.

use crate::axioms::{Instance, Piece, joined, pieces};
use crate::equations::is_equation;
use crate::lengths::{Lengths, Sum};
use crate::proof::{Literal, Proof};
use terms::{Op, Term, Terms};

/// How many cases may lie within each other.
const MAX_DEPTH: usize = 9;

/// Nodes of one tree.
const MAX_NODES: usize = 60;

/// What a node costs, as so many commands.
const NODE_COMMANDS: usize = 20;

/// Facts that are derived in one node.
const MAX_DERIVED: usize = 60;

/// What is known at a node.
#[derive(Clone, Default)]
pub(crate) struct Node {
    /// Equations and memberships that are still to be used.
    active: Vec<Literal>,
    /// What else holds: arithmetic, and equations that were used.
    passive: Vec<Literal>,
    /// What cases were already distinguished for.
    split: Vec<Term>,
}

/// What became of a try to go on.
pub(crate) enum Step {
    /// There is more to be known now.
    Derived,
    /// These clauses contradict the facts.
    Closed,
    Stuck,
}

/// A tree that is being made.
pub(crate) struct Tree {
    nodes: usize,
}

impl Node {
    pub(crate) fn facts(&self) -> Vec<Literal> {
        self.active.iter().chain(&self.passive).copied().collect()
    }

    /// What is still to be used.
    pub(crate) fn open(&self) -> &[Literal] {
        &self.active
    }

    /// Whether cases were distinguished for this fact.
    pub(crate) fn is_split(&self, t: Term) -> bool {
        self.split.contains(&t)
    }

    /// Cases were distinguished for this fact.
    pub(crate) fn mark_split(&mut self, t: Term) {
        self.split.push(t);
    }

    pub(crate) fn knows(&self, fact: Literal) -> bool {
        self.active.contains(&fact) || self.passive.contains(&fact)
    }

    /// One more fact; what is no equation or membership is not looked into.
    pub(crate) fn learn(&mut self, terms: &Terms, fact: Literal) {
        if self.knows(fact) {
            return;
        }
        let is_open = is_equation(terms, fact.0) || terms.op(fact.0) == Op::StrInRe;
        if is_open { self.active.push(fact) } else { self.passive.push(fact) }
    }

    /// One more fact, which is not looked into.
    pub(crate) fn note(&mut self, fact: Literal) {
        if !self.knows(fact) {
            self.passive.push(fact);
        }
    }

    pub(crate) fn retire(&mut self, fact: Literal) {
        self.active.retain(|&f| f != fact);
        if !self.passive.contains(&fact) {
            self.passive.push(fact);
        }
    }
}

impl Proof<'_> {
    /// A clause about equations of strings.
    pub(crate) fn by_words(&mut self, lits: &[Literal]) -> Option<String> {
        let mut node = Node::default();
        for &(t, positive) in lits {
            node.learn(self.terms, (t, !positive));
        }
        if node.active.is_empty() {
            return None;
        }
        if let Some(name) = self.by_swaps(lits) {
            return Some(name);
        }
        self.refute_node(node, &mut Tree { nodes: 0 }, 0)
    }

    /// The clause of the negated facts.
    pub(crate) fn refute_node(
        &mut self,
        mut node: Node,
        tree: &mut Tree,
        depth: usize,
    ) -> Option<String> {
        tree.nodes += 1;
        if tree.nodes > MAX_NODES || depth > MAX_DEPTH || !self.may(NODE_COMMANDS) {
            return None;
        }
        let given: Vec<Literal> = node.facts().iter().map(|&(t, p)| (t, !p)).collect();
        let mut hints = Vec::new();
        for _ in 0..MAX_DERIVED {
            match self.derive(&mut node, &mut hints)? {
                Step::Derived => {}
                Step::Closed => return self.rup(&given, &hints),
                Step::Stuck => break,
            }
        }
        let mut leaf = self.leaf(&node);
        if leaf.is_none() && depth == 0 {
            self.derive_counts(&mut node, &mut hints);
        }
        if leaf.is_none() && self.derive_bounds(&mut node, &mut hints) {
            leaf = self.leaf(&node);
        }
        if let Some(name) = leaf {
            hints.push(name);
            return self.rup(&given, &hints);
        }
        if self.cases_of_members(&node, tree, depth, &mut hints).is_none() {
            self.cases(&node, tree, depth, &mut hints)?;
        }
        self.rup(&given, &hints)
    }

    /// A rule of the checker sees that the facts clash.
    fn leaf(&mut self, node: &Node) -> Option<String> {
        let clause: Vec<Literal> = node.facts().iter().map(|&(t, p)| (t, !p)).collect();
        let step = ["lang", "norm"].iter().find_map(|rule| self.step(&clause, rule));
        step.or_else(|| self.by_thinness(&clause)).or_else(|| {
            let zero = Sum::default();
            let mut below = Sum::default().minus(&zero);
            below.decrement();
            let used = Lengths::new(self.terms, &node.facts()).imply(self.terms, &below)?;
            self.conclude(&used, None)
        })
    }

    /// One more fact.
    fn derive(&mut self, node: &mut Node, hints: &mut Vec<String>) -> Option<Step> {
        for fact in node.active.clone() {
            if !is_equation(self.terms, fact.0) {
                continue;
            }
            for rule in [Self::strip, Self::substitute] {
                match rule(self, node, fact, hints) {
                    Step::Stuck => {}
                    step => return Some(step),
                }
            }
        }
        if self.derive_member(node, hints)? {
            return Some(Step::Derived);
        }
        for fact in node.active.clone() {
            if fact.1 && is_equation(self.terms, fact.0) {
                match self.cut(node, fact, hints) {
                    Step::Stuck => {}
                    step => return Some(step),
                }
            }
        }
        Some(Step::Stuck)
    }

    pub(crate) fn sides(&self, t: Term) -> [Vec<Piece>; 2] {
        [0, 1].map(|i| pieces(self.terms, self.terms.arg(t, i)))
    }

    pub(crate) fn equate(&mut self, left: &[Piece], right: &[Piece]) -> Term {
        let (l, r) = (joined(self.terms, left), joined(self.terms, right));
        self.terms.eq(l, r)
    }

    /// Adds what a step concludes; the clause is there.
    fn add(&mut self, node: &mut Node, hints: &mut Vec<String>, name: String, fact: Literal) {
        hints.push(name);
        node.learn(self.terms, fact);
    }

    /// Equal ends go.
    fn strip(&mut self, node: &mut Node, fact: Literal, hints: &mut Vec<String>) -> Step {
        let [left, right] = self.sides(fact.0);
        let front = left.iter().zip(&right).take_while(|(p, q)| p == q).count();
        let (l, r) = (&left[front..], &right[front..]);
        let back = l.iter().rev().zip(r.iter().rev()).take_while(|(p, q)| p == q).count();
        let (l, r) = (&l[..l.len() - back], &r[..r.len() - back]);
        let differ = |p: Option<&Piece>, q: Option<&Piece>| matches!((p, q), (Some(Piece::Letter(c)), Some(Piece::Letter(d))) if c != d);
        let has_letter = |s: &[Piece]| s.iter().any(|p| matches!(p, Piece::Letter(_)));
        let clash = differ(l.first(), r.first())
            || differ(l.last(), r.last())
            || l.is_empty() && has_letter(r)
            || r.is_empty() && has_letter(l);
        let same = l.is_empty() && r.is_empty();
        let not = (fact.0, !fact.1);
        if fact.1 && clash || !fact.1 && same {
            return match self.step(&[not], "norm") {
                Some(name) => {
                    hints.push(name);
                    Step::Closed
                }
                None => Step::Stuck,
            };
        }
        if fact.1 && same || !fact.1 && clash {
            node.retire(fact);
            return Step::Derived;
        }
        if fact.1 && (l.is_empty() || r.is_empty()) && l.len() + r.len() > 1 {
            return self.all_empty(node, fact, &[l, r].concat(), hints);
        }
        if front + back == 0 {
            return Step::Stuck;
        }
        let next = (self.equate(l, r), fact.1);
        match self.step(&[not, next], "norm") {
            Some(name) => {
                node.retire(fact);
                self.add(node, hints, name, next);
                Step::Derived
            }
            None => Step::Stuck,
        }
    }

    fn all_empty(
        &mut self,
        node: &mut Node,
        fact: Literal,
        all: &[Piece],
        hints: &mut Vec<String>,
    ) -> Step {
        node.retire(fact);
        for p in all {
            let next = (self.equate(&[*p], &[]), true);
            let Some(name) = self.step(&[(fact.0, false), next], "norm") else {
                return Step::Stuck;
            };
            self.add(node, hints, name, next);
        }
        Step::Derived
    }

    /// A variable that is equal to something else is replaced in the other facts.
    fn substitute(&mut self, node: &mut Node, fact: Literal, hints: &mut Vec<String>) -> Step {
        if !fact.1 {
            return Step::Stuck;
        }
        let [left, right] = self.sides(fact.0);
        let (x, value) = match (&left[..], &right[..]) {
            (&[Piece::Part(x)], &[Piece::Part(y)]) if self.terms.occurs(y, x) => (x, right.clone()),
            (_, &[Piece::Part(y)]) if !left.contains(&Piece::Part(y)) => (y, left.clone()),
            (&[Piece::Part(x)], _) if !right.contains(&Piece::Part(x)) => (x, right.clone()),
            _ => return Step::Stuck,
        };
        node.retire(fact);
        for other in node.active.clone() {
            let Some((next, names)) = self.replaced(other, fact, x, &value) else { continue };
            node.retire(other);
            hints.extend(names);
            node.learn(self.terms, next);
        }
        Step::Derived
    }

    /// The fact with `value` for the part `x`, and the clauses by which it follows; none if it is the same.
    fn replaced(
        &mut self,
        fact: Literal,
        definition: Literal,
        x: Term,
        value: &[Piece],
    ) -> Option<(Literal, Vec<String>)> {
        let count = if is_equation(self.terms, fact.0) { 2 } else { 1 };
        let whole = joined(self.terms, value);
        let mut nested = self.terms.args(fact.0).to_vec();
        let mut flat = nested.clone();
        for i in 0..count {
            let old = pieces(self.terms, nested[i]);
            if !old.contains(&Piece::Part(x)) {
                continue;
            }
            let new = old
                .iter()
                .flat_map(|p| if *p == Piece::Part(x) { value.to_vec() } else { vec![*p] });
            flat[i] = joined(self.terms, &new.collect::<Vec<_>>());
            nested[i] = if nested[i] == x {
                whole
            } else {
                let args: Vec<Term> = self
                    .terms
                    .args(nested[i])
                    .iter()
                    .map(|&a| if a == x { whole } else { a })
                    .collect();
                self.terms.mk(Op::StrConcat, &args)
            };
        }
        if nested == self.terms.args(fact.0) {
            return None;
        }
        let op = self.terms.op(fact.0);
        let of = |p: &mut Self, args: &[Term]| {
            (if op == Op::Eq { p.terms.eq(args[0], args[1]) } else { p.terms.mk(op, args) }, fact.1)
        };
        let (nested, flat) = (of(self, &nested), of(self, &flat));
        let mut names =
            vec![self.congruent(&[(definition.0, false), (fact.0, !fact.1), nested])?];
        if nested != flat {
            names.push(self.step(&[(nested.0, !nested.1), flat], "norm")?);
        }
        Some((flat, names))
    }

    /// Sides are cut where what precedes is equally long.
    fn cut(&mut self, node: &mut Node, fact: Literal, hints: &mut Vec<String>) -> Step {
        let [left, right] = self.sides(fact.0);
        let mut lengths = Lengths::new(self.terms, &node.facts());
        for i in 0..=left.len() {
            for j in 0..=right.len() {
                if (i == 0 && j == 0) || (i == left.len() && j == right.len()) {
                    continue;
                }
                let (a, c) = (&left[..i], &right[..j]);
                let difference = Sum::length(self.terms, a).minus(&Sum::length(self.terms, c));
                let Some(used) = lengths.imply_zero(self.terms, &difference) else { continue };
                if self
                    .cut_at(node, fact, (a, &left[i..]), (c, &right[j..]), &used, hints)
                    .is_some()
                {
                    return Step::Derived;
                }
            }
        }
        Step::Stuck
    }

    fn cut_at(
        &mut self,
        node: &mut Node,
        fact: Literal,
        (a, b): (&[Piece], &[Piece]),
        (c, d): (&[Piece], &[Piece]),
        used: &[Literal],
        hints: &mut Vec<String>,
    ) -> Option<()> {
        let args: Vec<Term> = [a, b, c, d].iter().map(|p| joined(self.terms, p)).collect();
        let (l, r) = (self.terms.len_of(args[0]), self.terms.len_of(args[2]));
        let same = (self.terms.eq(l, r), true);
        let as_long = self.conclude(used, Some(same))?;
        let fronts = (self.equate(a, c), true);
        let backs = (self.equate(b, d), true);
        let instance = Instance { name: "cut", args };
        let names = self.by_instance(&instance, &[fact, same], &[fronts, backs])?;
        hints.push(as_long);
        hints.extend(names);
        node.retire(fact);
        for next in [fronts, backs] {
            node.learn(self.terms, next);
        }
        Some(())
    }

    /// The clauses by which these conclusions follow from premises and an instance of an axiom.
    pub(crate) fn by_instance(
        &mut self,
        instance: &Instance,
        premises: &[Literal],
        conclusions: &[Literal],
    ) -> Option<Vec<String>> {
        let formula = self.instance_formula(instance)?;
        let mut names = vec![self.axiom(&[(formula, true)], instance)?];
        for &conclusion in conclusions {
            let mut clause = vec![(formula, false)];
            clause.extend(premises.iter().map(|&(t, p)| (t, !p)));
            clause.push(conclusion);
            names.push(self.step(&clause, "norm")?);
        }
        Some(names)
    }
}
