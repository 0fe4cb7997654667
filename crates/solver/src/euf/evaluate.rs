//! Congruence closure that computes: an application to constants equals its value.
//!
//! Section 3.1 of Nötzli, Reynolds, Barbosa, Barrett and Tinelli, *Even Faster Conflicts and Lazier Reductions for
//! String Solvers* (CAV 2022). When the classes of all arguments of `f(x, y)` have values, `f(v, w)` is evaluated and
//! the application is merged with the result: a *derived* equality, whose reason is that the arguments equal their
//! values. The final check would evaluate the same term, but only in a complete assignment and after equations and
//! lengths were satisfied.
//!
//! Reasons in the e-graph are numbers: those of literals, and above [`DERIVED`] positions in a list of derived
//! equalities, which are replaced by what they rest on when an explanation is asked for. That ends, as a derived
//! equality rests on merges older than itself.

use super::nodes::Nodes;
use base::undo::BtVec;
use base::{Budget, FxHashMap, FxHashSet, Idx, Interrupted};
use egraph::{EGraph, Merge, Node, Reason};
use sat::Lit;
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

/// A fact: reasons from here on are derived equalities.
const DERIVED: u32 = 1 << 31;

/// The arguments of an evaluated application, each with the constant that it equals.
type Derived = Vec<(Node, Node)>;

/// Evaluation of applications over classes with values.
#[derive(Debug, Default)]
pub(super) struct Evaluation {
    derived: BtVec<Derived>,
    /// Values of applications to constants.
    values: FxHashMap<Term, Option<Term>>,
    /// Nodes that were made lately.
    fresh: Vec<Node>,
}

impl Evaluation {
    /// A node was made. One that is made inside a scope may lose its value with it, and is not looked at again
    /// before some argument merges: the final check knows it, too.
    pub fn add(&mut self, node: Node) {
        self.fresh.push(node);
    }

    /// Evaluates what became constant by `merges`; returns whether an equality was derived.
    pub fn derive(
        &mut self,
        graph: &mut EGraph,
        nodes: &mut Nodes,
        terms: &mut Terms,
        merges: &[Merge],
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let mut due = std::mem::take(&mut self.fresh);
        merges.iter().for_each(|m| due.extend_from_slice(graph.newly_valued(m)));
        let before = self.derived.len();
        for n in due {
            budget.charge(1)?;
            let Some((closed, derived)) = applied(graph, nodes, terms, n) else { continue };
            let Some(value) = self.value(terms, closed, budget)? else { continue };
            let value = nodes.constant(graph, terms, value);
            if !graph.same(n, value) {
                graph.merge(n, value, Reason(base::id32(DERIVED as usize + self.derived.len())));
                self.derived.append(derived);
            }
        }
        Ok(self.derived.len() > before)
    }

    fn value(
        &mut self,
        terms: &mut Terms,
        closed: Term,
        budget: &Budget,
    ) -> Result<Option<Term>, Interrupted> {
        if let Some(&known) = self.values.get(&closed) {
            return Ok(known);
        }
        let value = match Evaluator::new(terms, &Model::new(), budget).eval(closed) {
            Ok(Value::Str(word)) => Some(terms.string(&word)),
            Ok(Value::Int(n)) => Some(terms.int(n)),
            Ok(Value::Bool(b)) => Some(if b { terms.tt() } else { terms.ff() }),
            Err(EvalError::Interrupted(why)) => return Err(why),
            Ok(_) | Err(_) => None,
        };
        debug_assert!(
            value.is_none_or(|v| terms.op(v).is_const() && terms.sort(v) == terms.sort(closed)),
            "a value is no constant, or of another sort"
        );
        self.values.insert(closed, value);
        Ok(value)
    }

    /// The literals behind `reasons`, and whether there was a derived equality among them.
    pub fn literals(&self, graph: &EGraph, reasons: &[Reason]) -> (Vec<Lit>, bool) {
        let (mut lits, mut derived) = (Vec::new(), false);
        let mut seen: FxHashSet<Reason> = reasons.iter().copied().collect();
        let mut stack: Vec<Reason> = reasons.iter().rev().copied().collect();
        while let Some(Reason(reason)) = stack.pop() {
            let Some(i) = reason.checked_sub(DERIVED) else {
                lits.push(Lit::from_index(reason as usize));
                continue;
            };
            derived = true;
            let mut more = Vec::new();
            for &(arg, value) in &self.derived[i as usize] {
                graph.explain_equal(arg, value, &mut more);
            }
            stack.extend(more.into_iter().filter(|&r| seen.insert(r)));
        }
        (lits, derived)
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.derived.push_scope();
    }

    /// Closes scopes.
    pub fn pop(&mut self, n: usize) {
        self.derived.pop_scopes(n);
    }
}

/// The application `n` to the values of its arguments, if all have one, and where those come from.
fn applied(graph: &EGraph, nodes: &Nodes, terms: &mut Terms, n: Node) -> Option<(Term, Derived)> {
    let t = nodes.term(n)?;
    if graph.args(n).is_empty() || matches!(terms.op(t), Op::Apply(_)) {
        return None;
    }
    let (mut values, mut derived) = (Vec::new(), Vec::new());
    for (&arg, &of) in graph.args(n).iter().zip(&terms.args(t).to_vec()) {
        if terms.sort(of) == Sort::RegLan {
            values.push(of);
            continue;
        }
        let (_, carrier) = graph.value(arg)?;
        debug_assert!(graph.same(arg, carrier), "an argument has the value of another class");
        values.push(nodes.value(terms, carrier)?);
        derived.push((arg, carrier));
    }
    let closed = terms.mk(terms.op(t), &values);
    // Neither is a regex with strings that vary, nor a division by zero.
    terms.is_ground(closed).then_some((closed, derived))
}
