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
//! equality rests on merges older than itself. A conflict blames no more than the parts of values that it takes ([`parts`]).

use super::nodes::Nodes;
use super::parts::{self, Part};
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

/// An evaluated application.
#[derive(Debug)]
struct Derived {
    node: Node,
    /// The same with the values of the arguments.
    closed: Term,
    /// The arguments, each with the constant that it equals.
    args: Vec<(Node, Node)>,
}

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
            let Some(derived) = applied(graph, nodes, terms, n) else { continue };
            let Some(value) = self.value(terms, derived.closed, budget)? else { continue };
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
        if let Some(value) = compared(terms, closed) {
            return Ok(Some(value));
        }
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
        let args = |r: Reason| {
            let i = r.0.checked_sub(DERIVED)?;
            Some(self.derived[i as usize].args.iter().copied())
        };
        let mut told: Vec<Reason> = reasons.iter().copied().filter(|r| r.0 < DERIVED).collect();
        let derived = told.len() < reasons.len();
        if derived {
            let pairs = reasons.iter().filter_map(|&r| args(r)).flatten();
            graph.explain_all(pairs, args, &mut told);
            told.sort_unstable();
            told.dedup();
        }
        (told.into_iter().map(|r| Lit::from_index(r.0 as usize)).collect(), derived)
    }

    /// As [`literals`](Self::literals), but of what was evaluated only the parts that it takes. What was derived later than something
    /// else that is equal may be blamed instead of it, so this is for conflicts, not for what propagation has concluded before.
    pub fn blamed(&self, graph: &EGraph, terms: &Terms, reasons: &[Reason]) -> (Vec<Lit>, bool) {
        let concatenations = Concatenations::new(&self.derived, graph, terms);
        let (mut plain, mut seen) = (Vec::new(), FxHashSet::default());
        let derived = |r: &Reason| r.0.checked_sub(DERIVED).map(|i| (i as usize, None));
        let mut claims: Vec<(usize, Option<Part>)> = reasons.iter().filter_map(derived).collect();
        let evaluated = !claims.is_empty();
        plain.extend(reasons.iter().filter(|r| r.0 < DERIVED));
        while let Some((i, part)) = claims.pop() {
            let Derived { closed, args, .. } = &self.derived[i];
            let parts = parts::needed(terms, *closed, part);
            debug_assert!(
                parts.as_ref().is_none_or(|parts| parts.len() == args.len()),
                "an argument is forgotten"
            );
            for (k, &(arg, constant)) in args.iter().enumerate() {
                let part = match &parts {
                    None => None,
                    Some(parts) if parts[k].is_none() => continue,
                    Some(parts) => parts[k].filter(|part| !part.is_all()),
                };
                let value = Some(terms.arg(*closed, k));
                let fits = |&j: &usize| j < i && self.values[&self.derived[j].closed] == value;
                let known = part.and_then(|_| concatenations.get(graph, arg).filter(fits));
                if seen.insert((arg, part)) {
                    let equal = known.map_or(constant, |j| self.derived[j].node);
                    graph.explain_equal(arg, equal, &mut plain);
                    claims.extend(known.map(|j| (j, part)));
                }
            }
        }
        let (lits, also) = self.literals(graph, &plain);
        (lits, evaluated || also)
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

/// The first concatenation that was evaluated of each node and of each class.
struct Concatenations {
    of_node: FxHashMap<Node, usize>,
    of_class: FxHashMap<Node, usize>,
}

impl Concatenations {
    fn new(derived: &BtVec<Derived>, graph: &EGraph, terms: &Terms) -> Concatenations {
        let (mut of_node, mut of_class) = (FxHashMap::default(), FxHashMap::default());
        for (i, d) in derived.iter().enumerate() {
            if terms.op(d.closed) == Op::StrConcat {
                of_node.entry(d.node).or_insert(i);
                of_class.entry(graph.root(d.node)).or_insert(i);
            }
        }
        Concatenations { of_node, of_class }
    }

    fn get(&self, graph: &EGraph, n: Node) -> Option<usize> {
        self.of_node.get(&n).or_else(|| self.of_class.get(&graph.root(n))).copied()
    }
}

/// The application `n` to the values of its arguments, if all have one, and where those come from.
fn applied(graph: &EGraph, nodes: &Nodes, terms: &mut Terms, n: Node) -> Option<Derived> {
    let t = nodes.term(n)?;
    if graph.args(n).is_empty() || matches!(terms.op(t), Op::Apply(_)) {
        return None;
    }
    let (mut values, mut args) = (Vec::new(), Vec::new());
    for (&arg, &of) in graph.args(n).iter().zip(&terms.args(t).to_vec()) {
        if terms.sort(of) == Sort::RegLan {
            values.push(of);
            continue;
        }
        let (_, carrier) = graph.value(arg)?;
        debug_assert!(graph.same(arg, carrier), "an argument has the value of another class");
        values.push(nodes.value(terms, carrier)?);
        args.push((arg, carrier));
    }
    let closed = terms.mk(terms.op(t), &values);
    // Neither is a regex with strings that vary, nor a division by zero.
    let is_closed = compared(terms, closed).is_some() || terms.is_ground(closed);
    is_closed.then_some(Derived { node: n, closed, args })
}

/// What an equation between constants, or a choice that is made, comes to. A table of n rows is n of each, for each key that is tried, so
/// these are not looked up, nor walked by an evaluator whose memory is as large as the store.
fn compared(terms: &mut Terms, closed: Term) -> Option<Term> {
    let args = terms.args(closed);
    if !args.iter().all(|&t| terms.op(t).is_const()) {
        return None;
    }
    let op = terms.op(closed);
    if let (Op::Ite, &[c, a, b]) = (op, args) {
        return Some(if terms.op(c) == Op::True { a } else { b });
    }
    let (Op::Eq, &[a, b]) = (op, args) else { return None };
    Some(if a == b { terms.tt() } else { terms.ff() })
}
