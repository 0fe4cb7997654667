//! The hub of equality: the adapter between terms and congruence closure.
//!
//! Equalities between strings, elements of declared sorts and, where functions are applied to
//! integers, between integers, are asserted here when the SAT core assigns them. What comes out
//! are conflicts, implied equality literals, and equalities between numbers that arithmetic or the circuits
//! of bit-vectors must hear of.
//!
//! Two additions see contradictions between strings before every literal has a value: [`evaluate`]
//! computes applications to constants, [`properties`] keeps prefixes, suffixes and intervals of classes.

mod changes;
mod evaluate;
mod nodes;
mod parts;
mod properties;

pub(crate) use nodes::is_uninterpreted;

use crate::strings::languages::Languages;
use crate::theory::inference::InferenceId;
use base::{Budget, FxHashMap, FxHashSet, Idx, IdxVec, Interrupted};
use changes::{Atom, Changes};
use egraph::{EGraph, Halt, Merge, Node, Reason};
use evaluate::Evaluation;
use nodes::Nodes;
use properties::{Clash, ClassProperties};
use sat::{Lit, Var};
use terms::{Sort, Term, Terms};

/// What congruence closure knows of strings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Eager {
    /// Applications to constants are evaluated.
    pub evaluation: bool,
    /// Classes have prefixes, suffixes and intervals.
    pub properties: bool,
}

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
    pub conflict: Option<(InferenceId, Vec<Lit>)>,
    /// Integers and bit-vectors that became equal.
    pub merges: Vec<(Term, Term)>,
}

/// Congruence closure over terms.
#[derive(Debug)]
pub struct Euf {
    graph: EGraph,
    nodes: Nodes,
    eager: Eager,
    evaluation: Evaluation,
    properties: ClassProperties,
    meanings: FxHashMap<Var, Vec<Meaning>>,
    atoms: IdxVec<Atom, (Var, Meaning)>,
    changes: Changes,
    /// By which of its meanings a variable with several was implied last.
    implied_by: FxHashMap<Var, Meaning>,
    stale: bool,
}

impl Default for Euf {
    fn default() -> Euf {
        Euf::new(Eager::default())
    }
}

impl Euf {
    /// A closure without nodes.
    pub fn new(eager: Eager) -> Euf {
        let mut graph = EGraph::new();
        let nodes = Nodes::new(&mut graph);
        Euf {
            graph,
            nodes,
            eager,
            evaluation: Evaluation::default(),
            properties: ClassProperties::default(),
            meanings: FxHashMap::default(),
            atoms: IdxVec::default(),
            changes: Changes::default(),
            implied_by: FxHashMap::default(),
            stale: false,
        }
    }

    /// Whether applications to constants are evaluated, so that all should be known.
    pub fn evaluates(&self) -> bool {
        self.eager.evaluation
    }

    /// Whether no function is applied to anything and no equality is known.
    pub fn is_idle(&self) -> bool {
        self.atoms.is_empty()
    }

    /// Makes `t` and its arguments known; returns the arguments of declared functions that were
    /// not known before, which other theories may have to value.
    pub fn register(&mut self, terms: &Terms, t: Term) -> Vec<Term> {
        self.stale = true;
        let start = self.nodes.len();
        let arguments = self.nodes.add(&mut self.graph, terms, t);
        self.note_nodes(terms, start);
        arguments
    }

    /// Tells the additions of the nodes made since there were `start`.
    fn note_nodes(&mut self, terms: &Terms, start: usize) {
        for (node, t) in self.nodes.since(start) {
            if self.eager.evaluation {
                self.evaluation.add(node);
            }
            if self.eager.properties {
                self.properties.add(terms, t, node);
            }
        }
    }

    /// The literal of `var` says that `subject` is in the language of `re`.
    pub fn register_membership(&mut self, var: Var, subject: Term, re: Term) {
        if self.eager.properties {
            self.properties.add_membership(var, subject, re);
        }
    }

    /// The literal of `var` says `a = b`.
    pub fn register_equality(&mut self, terms: &Terms, var: Var, a: Term, b: Term) -> Vec<Term> {
        debug_assert!(terms.sort(a) == terms.sort(b), "an equality between two sorts");
        let mut new = self.register(terms, a);
        new.extend(self.register(terms, b));
        let meaning = Meaning::Equality(self.nodes.node(a), self.nodes.node(b));
        self.enter(var, meaning);
        new
    }

    /// The literal `lit` is the Boolean term `t`, which occurs as an argument or is an application
    /// of a declared function.
    pub fn register_boolean(&mut self, terms: &Terms, lit: Lit, t: Term) -> Vec<Term> {
        debug_assert!(terms.sort(t) == Sort::Bool, "a literal stands for what is no formula");
        let new = self.register(terms, t);
        let meaning = Meaning::Boolean(self.nodes.node(t), lit.is_positive());
        self.enter(lit.var(), meaning);
        new
    }

    fn enter(&mut self, var: Var, meaning: Meaning) {
        self.stale = true;
        self.meanings.entry(var).or_default().push(meaning);
        let atom = self.atoms.push((var, meaning));
        self.changes.enter(self.sides(meaning), atom);
    }

    /// Whether `t` has a node.
    pub fn knows(&self, t: Term) -> bool {
        self.nodes.get(t).is_some()
    }

    /// Records that `lit` became true.
    pub fn assert(&mut self, lit: Lit) {
        if self.properties.assert(lit) {
            self.stale = true;
        }
        let Some(meanings) = self.meanings.get(&lit.var()) else { return };
        let reason = Reason(base::id32(lit.index()));
        self.stale = true;
        for meaning in meanings {
            match *meaning {
                Meaning::Equality(a, b) if lit.is_positive() => self.graph.merge(a, b, reason),
                Meaning::Equality(a, b) => {
                    self.graph.assert_distinct(a, b, reason);
                    self.changes.part(a, b);
                }
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
        terms: &mut Terms,
        languages: &mut Languages,
        value: &dyn Fn(Lit) -> Option<bool>,
        budget: &Budget,
    ) -> Result<Found, Interrupted> {
        let mut found = Found::default();
        if !self.stale {
            return Ok(found);
        }
        self.stale = false;
        loop {
            found.conflict = self.close(terms, budget)?;
            if found.conflict.is_none() {
                let merges = self.graph.drain_merges().to_vec();
                self.changes.merge(&merges);
                found.merges.extend(self.between_numbers(terms, &merges));
                found.conflict = self.clash(terms, (languages, budget), &merges);
                if found.conflict.is_none() && self.derive(terms, &merges, budget)? {
                    continue;
                }
            }
            if found.conflict.is_some() {
                self.stale = true;
                return Ok(found);
            }
            break;
        }
        for atom in self.changes.drain(&mut self.graph) {
            let (var, meaning) = self.atoms[atom];
            let lit = Lit::new(var, true);
            if value(lit).is_none()
                && let Some(positive) = self.implied(meaning)
            {
                if self.meanings[&var].len() > 1 {
                    self.implied_by.insert(var, meaning);
                }
                found.implied.push(if positive { lit } else { !lit });
            }
        }
        debug_assert!(self.is_complete(value, &found.implied), "a change was not noticed");
        Ok(found)
    }

    /// Whether all literals that follow are assigned or among those that were found.
    fn is_complete(&self, value: &dyn Fn(Lit) -> Option<bool>, implied: &[Lit]) -> bool {
        let found: FxHashSet<Var> = implied.iter().map(|lit| lit.var()).collect();
        let is_open = |var| value(Lit::new(var, true)).is_none() && !found.contains(&var);
        self.atoms.iter().all(|&(var, meaning)| !is_open(var) || self.implied(meaning).is_none())
    }

    /// Runs congruence closure; returns contradicting literals.
    fn close(
        &mut self,
        terms: &Terms,
        budget: &Budget,
    ) -> Result<Option<(InferenceId, Vec<Lit>)>, Interrupted> {
        match self.graph.propagate(budget) {
            Ok(()) => Ok(None),
            Err(Halt::Interrupted(why)) => Err(why),
            Err(Halt::Conflict(reasons)) => {
                let (lits, evaluated) = self.evaluation.blamed(&self.graph, terms, &reasons);
                let id = match evaluated {
                    true => InferenceId::StringsEvaluation,
                    false => InferenceId::EufConflict,
                };
                Ok(Some((id, lits)))
            }
        }
    }

    fn between_numbers(&self, terms: &Terms, merges: &[Merge]) -> Vec<(Term, Term)> {
        let sides = |m: &Merge| Some((self.nodes.term(m.a)?, self.nodes.term(m.b)?));
        let is_number = |t| matches!(terms.sort(t), Sort::Int | Sort::BitVec(_));
        merges.iter().filter_map(sides).filter(|m| is_number(m.0)).collect()
    }

    /// Looks at the properties of classes; returns contradicting literals.
    fn clash(
        &mut self,
        terms: &Terms,
        languages: (&mut Languages, &Budget),
        merges: &[Merge],
    ) -> Option<(InferenceId, Vec<Lit>)> {
        if !self.eager.properties {
            return None;
        }
        let (graph, nodes) = (&self.graph, &self.nodes);
        let place = |t: Term| nodes.get(t).map(|n| (n, graph.root(n)));
        let by_merge = self.properties.merged(merges);
        let by_membership = self.properties.contained(terms, languages, &place);
        let Clash { id, between, because } = by_merge.or(by_membership)?;
        debug_assert!(
            graph.same(between.0, between.1),
            "{id:?}: properties of different classes clash"
        );
        let mut reasons = Vec::new();
        self.graph.explain_equal(between.0, between.1, &mut reasons);
        let (mut lits, _) = self.evaluation.literals(&self.graph, &reasons);
        lits.extend(because);
        Some((id, lits))
    }

    /// Evaluates what became constant; returns whether that gave an equality.
    fn derive(
        &mut self,
        terms: &mut Terms,
        merges: &[Merge],
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        if !self.eager.evaluation {
            return Ok(false);
        }
        let start = self.nodes.len();
        let (graph, nodes) = (&mut self.graph, &mut self.nodes);
        let any = self.evaluation.derive(graph, nodes, terms, merges, budget)?;
        self.note_nodes(terms, start);
        Ok(any)
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
        debug_assert!(self.same(a, b), "terms of different classes are held to be equal");
        let mut reasons = Vec::new();
        if let (Some(a), Some(b)) = (self.nodes.get(a), self.nodes.get(b)) {
            self.graph.explain_equal(a, b, &mut reasons);
        }
        self.evaluation.literals(&self.graph, &reasons).0
    }

    /// Literals that imply `lit`.
    pub fn explain(&self, lit: Lit) -> Vec<Lit> {
        debug_assert!(
            self.meanings
                .get(&lit.var())
                .is_some_and(|all| all.iter().any(|&m| self.implied(m) == Some(lit.is_positive()))),
            "a literal that does not follow is to be explained"
        );
        let mut reasons = Vec::new();
        // Once the literal is asserted, all its meanings hold, the others because of it.
        let first = self.meanings.get(&lit.var()).and_then(|all| all.first());
        if let Some(&meaning) = self.implied_by.get(&lit.var()).or(first) {
            let (a, b) = self.sides(meaning);
            if lit.is_positive() {
                self.graph.explain_equal(a, b, &mut reasons);
            } else {
                self.graph.explain_distinct(a, b, &mut reasons);
            }
        }
        self.evaluation.literals(&self.graph, &reasons).0
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.graph.push();
        self.evaluation.push();
        self.properties.push();
        self.changes.push();
    }

    /// Closes scopes.
    pub fn pop(&mut self, n: usize) {
        self.graph.pop(n);
        self.evaluation.pop(n);
        self.properties.pop(n);
        self.changes.pop(n);
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
