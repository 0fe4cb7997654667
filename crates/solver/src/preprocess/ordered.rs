//! Integers and strings that are equal because comparisons go around in a circle.
//!
//! `a <= b`, `b <= c` and `c <= a` make `a`, `b` and `c` equal; a strict comparison in the circle is a contradiction. Arithmetic finds
//! that, too, but not where the comparisons are the first of lexicographic ones: `(or (< a b) (and (= a b) p))` says
//! `a <= b`, and that the second case holds follows only from the circle. Numbers are in the graph with their own order. Orders of
//! strings are first parts of others where texts are taken apart ([`super::occurrences`]).

use super::lexicographic::comparison;
use crate::audit::Goal;
use crate::engine::Resources;
use base::{Budget, FxHashMap, Int, Interrupted, UnionFind, components};
use terms::{Op, Sort, Term, Terms};

/// That one integer is at most, or less than, another one.
struct Edge {
    low: usize,
    high: usize,
    strict: bool,
}

/// What is compared.
#[derive(Default)]
struct Graph {
    nodes: Vec<Term>,
    number_of: FxHashMap<Term, usize>,
    edges: Vec<Edge>,
    given: Vec<Term>,
}

/// Makes integers one that comparisons in `formulas` put in a circle. Whether there were any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let mut graph = Graph::default();
    let mut equations = Vec::new();
    for &f in formulas.iter() {
        budget.charge(1)?;
        if let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) {
            let is_ordered = matches!(terms.sort(a), Sort::Int | Sort::String);
            equations.extend(is_ordered.then_some((a, b)));
        } else {
            graph.read(terms, f);
        }
    }
    graph.order_numbers(terms);
    let Some(classes) = graph.classes(budget)? else { return Ok(false) };
    let mut joined = UnionFind::new(graph.nodes.len());
    for (a, b) in equations {
        let (Some(&a), Some(&b)) = (graph.number_of.get(&a), graph.number_of.get(&b)) else {
            continue;
        };
        let (a, b) = (joined.find(a), joined.find(b));
        joined.join(a, b);
    }
    let strict = graph.edges.iter().find(|e| e.strict && classes[e.low] == classes[e.high]);
    let mut equal = Vec::new();
    let mut image: FxHashMap<Term, Term> = FxHashMap::default();
    if strict.is_some() {
        equal.push(terms.ff());
    } else {
        let mut first: FxHashMap<usize, usize> = FxHashMap::default();
        // Numbers represent their classes.
        let mut nodes: Vec<usize> = (0..graph.nodes.len()).collect();
        base::order::sort_by_key(&mut nodes, |&n| {
            (!terms.op(graph.nodes[n]).is_const(), !terms.is_constant(graph.nodes[n]), n)
        });
        for n in nodes {
            let representative = *first.entry(classes[n]).or_insert(n);
            let (a, b) = (joined.find(representative), joined.find(n));
            if a != b {
                joined.join(a, b);
                let (kept, member) = (graph.nodes[representative], graph.nodes[n]);
                equal.push(terms.eq(kept, member));
                image.insert(member, kept);
            }
        }
    }
    if equal.is_empty() {
        return Ok(false);
    }
    debug_assert!(
        image.values().all(|kept| !image.contains_key(kept)),
        "what represents a class is replaced itself"
    );
    audit.trace.give_up();
    for &equation in &equal {
        audit.claim("preprocess.order", &graph.given, Goal::OneOf(vec![equation]));
    }
    let changed =
        super::replace::replace(terms, formulas, budget, |_, t| Ok(image.get(&t).copied()))?;
    if audit.is_on() {
        for (before, after) in changed {
            audit.claim("preprocess.substitution", &equal, Goal::Equal(before, after));
        }
    }
    formulas.extend(equal);
    Ok(true)
}

impl Graph {
    fn node(&mut self, t: Term) -> usize {
        let new = self.nodes.len();
        let n = *self.number_of.entry(t).or_insert(new);
        if n == new {
            self.nodes.push(t);
        }
        n
    }

    /// Reads a comparison of two strings, of two integers, or of one with a number.
    fn read(&mut self, terms: &mut Terms, f: Term) {
        let before = self.edges.len();
        let (atom, is_negated) = terms.literal(f);
        if let (Op::StrLe, &[a, b]) = (terms.op(atom), terms.args(atom)) {
            let (low, high) = if is_negated { (b, a) } else { (a, b) };
            self.add(low, high, is_negated);
            self.given.push(f);
            return;
        }
        let sum = match comparison(terms, f) {
            Some(comparison) => Some(comparison.first),
            None => super::spelling::at_least_zero(terms, f),
        };
        let Some(sum) = sum else { return };
        let minus_one = -Int::ONE;
        match &sum.terms[..] {
            [(x, one)] if one.is_one() => {
                let least = terms.int(-sum.constant.clone());
                self.add(least, *x, false);
            }
            [(x, factor)] if *factor == minus_one => {
                let most = terms.int(sum.constant.clone());
                self.add(*x, most, false);
            }
            [(x, a), (y, b)] if !sum.constant.is_positive() => {
                let strict = sum.constant.is_negative();
                if a.is_one() && *b == minus_one {
                    self.add(*y, *x, strict);
                } else if *a == minus_one && b.is_one() {
                    self.add(*x, *y, strict);
                }
            }
            _ => {}
        }
        if self.edges.len() > before {
            self.given.push(f);
        }
    }

    fn add(&mut self, low: Term, high: Term, strict: bool) {
        let (low, high) = (self.node(low), self.node(high));
        debug_assert!(low.max(high) < self.nodes.len(), "a value without a node");
        self.edges.push(Edge { low, high, strict });
    }

    /// Adds that numbers are in their order.
    fn order_numbers(&mut self, terms: &Terms) {
        let numbers = self.nodes.iter().enumerate();
        let mut numbers: Vec<(&Int, usize)> =
            numbers.filter_map(|(n, &t)| Some((terms.int_value(t)?, n))).collect();
        base::order::sort(&mut numbers);
        let pairs = numbers.windows(2);
        self.edges.extend(pairs.map(|p| Edge { low: p[0].1, high: p[1].1, strict: true }));
    }

    /// For each node its class, if there is one of more than one node.
    fn classes(&self, budget: &Budget) -> Result<Option<Vec<usize>>, Interrupted> {
        let n = self.nodes.len();
        let mut targets = vec![Vec::new(); n];
        self.edges.iter().for_each(|e| targets[e.low].push(e.high));
        let found = components(&targets, 0..n, || budget.charge(1))?;
        let classes: Vec<usize> = found.into_iter().flatten().collect();
        debug_assert!(classes.len() == n, "a node is in no class");
        let count = classes.iter().max().map_or(0, |greatest| greatest + 1);
        Ok((count < n).then_some(classes))
    }
}
