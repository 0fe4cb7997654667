//! The hub of equality: the adapter between terms and congruence closure.
//!
//! Equalities between strings, elements of declared sorts and, where functions are applied to
//! integers, between integers, are asserted here when the SAT core assigns them. What comes out
//! are conflicts, implied equality literals, and equalities between integers that arithmetic must
//! hear of.

mod nodes;

use base::{Budget, Interrupted};
use egraph::{EGraph, Halt, Node, Reason};
use nodes::Nodes;
use sat::{Lit, Var};
use terms::{Sort, Term, Terms};

use crate::engine::is_uninterpreted;
use base::{FxHashMap, Idx};

/// What an assigned literal says about nodes.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// The two are equal if the literal is true, else distinct.
    Equality(Node, Node),
    /// The Boolean term is true if the positive literal has this value.
    Boolean(Node, bool),
}

/// What propagation found.
#[derive(Debug, Default)]
pub struct Found {
    /// Literals that follow; explain with [`Euf::explain`].
    pub implied: Vec<Lit>,
    /// Contradicting literals.
    pub conflict: Option<Vec<Lit>>,
    /// Integer terms that became equal.
    pub integer_merges: Vec<(Term, Term)>,
}

/// Congruence closure over terms.
#[derive(Debug)]
pub struct Euf {
    graph: EGraph,
    nodes: Nodes,
    meanings: FxHashMap<Var, Vec<Meaning>>,
    atoms: Vec<(Var, Meaning)>,
    stale: bool,
}

impl Default for Euf {
    fn default() -> Self {
        let mut graph = EGraph::new();
        let nodes = Nodes::new(&mut graph);
        Euf { graph, nodes, meanings: FxHashMap::default(), atoms: Vec::new(), stale: false }
    }
}

impl Euf {
    /// Whether no function is applied to anything and no equality is known.
    pub fn is_idle(&self) -> bool {
        self.atoms.is_empty()
    }

    /// Makes `t` and its arguments known; returns the arguments of declared functions that were
    /// not known before, which other theories may have to value.
    pub fn register(&mut self, terms: &Terms, t: Term) -> Vec<Term> {
        self.stale = true;
        self.nodes.add(&mut self.graph, terms, t)
    }

    /// The literal of `var` says `a = b`.
    pub fn register_equality(&mut self, terms: &Terms, var: Var, a: Term, b: Term) -> Vec<Term> {
        let mut new = self.register(terms, a);
        new.extend(self.register(terms, b));
        let meaning = Meaning::Equality(self.nodes.node(a), self.nodes.node(b));
        self.enter(var, meaning);
        new
    }

    /// The literal `lit` is the Boolean term `t`, which occurs as an argument or is an application
    /// of a declared function.
    pub fn register_boolean(&mut self, terms: &Terms, lit: Lit, t: Term) -> Vec<Term> {
        let new = self.register(terms, t);
        let meaning = Meaning::Boolean(self.nodes.node(t), lit.is_positive());
        self.enter(lit.var(), meaning);
        new
    }

    fn enter(&mut self, var: Var, meaning: Meaning) {
        self.stale = true;
        self.meanings.entry(var).or_default().push(meaning);
        self.atoms.push((var, meaning));
    }

    /// Whether `t` has a node.
    pub fn knows(&self, t: Term) -> bool {
        self.nodes.get(t).is_some()
    }

    /// Records that `lit` became true.
    pub fn assert(&mut self, lit: Lit) {
        let Some(meanings) = self.meanings.get(&lit.var()) else { return };
        let reason = Reason(lit.index() as u32);
        self.stale = true;
        for meaning in meanings {
            match *meaning {
                Meaning::Equality(a, b) if lit.is_positive() => self.graph.merge(a, b, reason),
                Meaning::Equality(a, b) => self.graph.assert_distinct(a, b, reason),
                Meaning::Boolean(n, value) => {
                    let value = self.nodes.boolean(lit.is_positive() == value);
                    self.graph.merge(n, value, reason);
                }
            }
        }
    }

    /// Closes under congruence.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn propagate(
        &mut self,
        terms: &Terms,
        value: &dyn Fn(Lit) -> Option<bool>,
        budget: &Budget,
    ) -> Result<Found, Interrupted> {
        let mut found = Found::default();
        if !self.stale {
            return Ok(found);
        }
        self.stale = false;
        match self.graph.propagate(budget) {
            Ok(()) => {}
            Err(Halt::Interrupted(why)) => return Err(why),
            Err(Halt::Conflict(reasons)) => {
                self.stale = true;
                found.conflict = Some(lits_of(&reasons));
                return Ok(found);
            }
        }
        for m in self.graph.drain_merges() {
            if let (Some(a), Some(b)) = (self.nodes.term(m.a), self.nodes.term(m.b))
                && terms.sort(a) == Sort::Int
            {
                found.integer_merges.push((a, b));
            }
        }
        for &(var, meaning) in &self.atoms {
            let lit = Lit::new(var, true);
            if value(lit).is_none() {
                found.implied.extend(self.implied(meaning).map(|b| if b { lit } else { !lit }));
            }
        }
        Ok(found)
    }

    /// The two nodes whose equality is the positive literal of an atom.
    fn sides(&self, meaning: Meaning) -> (Node, Node) {
        match meaning {
            Meaning::Equality(a, b) => (a, b),
            Meaning::Boolean(n, value) => (n, self.nodes.boolean(value)),
        }
    }

    fn implied(&self, meaning: Meaning) -> Option<bool> {
        let (a, b) = self.sides(meaning);
        if self.graph.same(a, b) {
            Some(true)
        } else if self.graph.distinct(a, b) {
            Some(false)
        } else {
            None
        }
    }

    /// Whether `a` and `b` are in one class.
    pub fn same(&self, a: Term, b: Term) -> bool {
        match (self.nodes.get(a), self.nodes.get(b)) {
            (Some(a), Some(b)) => self.graph.same(a, b),
            _ => a == b,
        }
    }

    /// Literals that imply `a = b`, which must be in one class.
    pub fn explain_equal(&self, a: Term, b: Term) -> Vec<Lit> {
        let mut reasons = Vec::new();
        if let (Some(a), Some(b)) = (self.nodes.get(a), self.nodes.get(b)) {
            self.graph.explain_equal(a, b, &mut reasons);
        }
        lits_of(&reasons)
    }

    /// Literals that imply `lit`.
    pub fn explain(&self, lit: Lit) -> Vec<Lit> {
        let mut reasons = Vec::new();
        for &meaning in self.meanings.get(&lit.var()).into_iter().flatten() {
            if self.implied(meaning) == Some(lit.is_positive()) {
                let (a, b) = self.sides(meaning);
                if lit.is_positive() {
                    self.graph.explain_equal(a, b, &mut reasons);
                } else {
                    self.graph.explain_distinct(a, b, &mut reasons);
                }
                break;
            }
        }
        lits_of(&reasons)
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.graph.push();
    }

    /// Closes scopes.
    pub fn pop(&mut self, n: usize) {
        self.graph.pop(n);
        self.stale = true;
    }

    /// The applications of functions whose tables are up to the model.
    pub fn applications<'a>(&'a self, terms: &'a Terms) -> impl Iterator<Item = Term> + 'a {
        self.nodes.all().filter(|&t| is_uninterpreted(terms, t))
    }

    /// A number for the class of `t`, the same for all its members.
    pub fn class(&self, t: Term) -> Option<u32> {
        self.nodes.get(t).map(|n| self.graph.root(n).0)
    }
}

fn lits_of(reasons: &[Reason]) -> Vec<Lit> {
    reasons.iter().map(|r| Lit::from_index(r.0 as usize)).collect()
}
