//! What follows from a graph of asserted comparisons: what is in a circle is equal, and what is along a path is known.
//!
//! `a <= b`, `b <= c` and `c <= a` make `a`, `b` and `c` equal; a strict comparison in the circle is a contradiction. Arithmetic finds
//! that, too, but not where the comparisons are the first of lexicographic ones: `(or (< a b) (and (= a b) p))` says
//! `a <= b`, and that the second case holds follows only from the circle. It is the same for strings. Numbers are in the graph with their
//! own order. Orders of strings are first parts of others where texts are taken apart ([`super::occurrences`]). Of texts that are parts
//! of each other, lengths are compared ([`super::tight`]).
//!
//! `x <= y` and `y <= z` make `x <= z` true and `z <= x` an equation, or false if one of them is strict. The strings' theory finds the
//! circle, but only of one assignment at a time: that none of n strings is greater than the last of a running maximum takes n conflicts,
//! each of which is a walk along the chain, and with choices left open on the way there are many more assignments. So from one string,
//! all that are at least and at most it are found at once. Comparisons of integers are left to arithmetic, which propagates bounds.
//! (For differences of integers, such walks are the theory propagation of S. Cotton and O. Maler, *Fast and Flexible Difference
//! Constraint Propagation for DPLL(T)*, SAT 2006.)

use super::lexicographic::comparison;
use super::replace::replace;
use super::tight;
use crate::audit::Goal;
use crate::engine::Resources;
use base::{
    Budget, FxHashMap, FxHashSet, Int, Interrupted, Limits, Stop, UnionFind, affordable, components,
};
use terms::{Op, Sort, Term, Terms};

/// A value of the graph.
type Node = usize;

/// Directly compared nodes, and whether they differ.
type Links = Vec<Vec<(Node, bool)>>;

/// What asserted formulas compare.
#[derive(Default)]
struct Graph {
    nodes: Vec<Term>,
    number_of: FxHashMap<Term, Node>,
    /// For each node those that are at least as great, and those that are at most.
    greater: Links,
    less: Links,
    /// What is asserted to be equal.
    equations: Vec<(Node, Node)>,
    given: Vec<Term>,
    /// The atoms that compare strings in these.
    reasons: FxHashSet<Term>,
}

/// Makes one what comparisons in `formulas` put in a circle; or else gives comparisons of strings that follow from them their values; or
/// else makes equations of what says that a text is part of one that is not longer.
/// Whether there were any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let mut graph = Graph::of(res.terms, formulas, res.budget)?;
    Ok(join_circles(&mut graph, res, formulas)?
        || decide(&mut graph, res, formulas)?
        || tight::round(res, formulas)?)
}

fn join_circles(
    graph: &mut Graph,
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let Some(classes) = graph.classes(terms, budget)? else { return Ok(false) };
    let mut image: FxHashMap<Term, Term> = FxHashMap::default();
    let mut equal = Vec::new();
    if graph.has_strict_circle(&classes) {
        equal.push(terms.ff());
    } else {
        let mut joined = UnionFind::new(graph.nodes.len());
        for &(a, b) in &graph.equations {
            let (a, b) = (joined.find(a), joined.find(b));
            joined.join(a, b);
        }
        let mut first: FxHashMap<usize, Node> = FxHashMap::default();
        // Numbers represent their classes.
        let mut nodes: Vec<Node> = (0..graph.nodes.len()).collect();
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
    let changed = replace(terms, formulas, budget, |_, t| Ok(image.get(&t).copied()))?;
    if audit.is_on() {
        for (before, after) in changed {
            audit.claim("preprocess.substitution", &equal, Goal::Equal(before, after));
        }
    }
    formulas.extend(equal);
    Ok(true)
}

fn decide(
    graph: &mut Graph,
    res: &mut Resources<'_>,
    formulas: &mut [Term],
) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let is_order = |t: &Term| terms.op(*t) == Op::StrLe;
    if graph.reasons.is_empty() {
        return Ok(false);
    }
    let all = terms.post_order_within(formulas, budget)?;
    let open = |t: &Term| is_order(t) && !graph.reasons.contains(t);
    let atoms: Vec<Term> = all.into_iter().filter(open).collect();
    graph.link_equations();
    let limits = Limits::new(budget, budget.tunables().check.comparison_steps);
    let mut values = FxHashMap::default();
    // What was found until the limits were reached holds.
    affordable(graph.values(terms, &atoms, &mut values, &limits))?;
    if values.is_empty() {
        return Ok(false);
    }
    // Reasons may change inside, but none goes: each comparison still follows with those inside of it replaced, the least first.
    debug_assert!(
        values.keys().all(|t| !graph.reasons.contains(t)),
        "a reason is replaced by its value"
    );
    let changed = replace(terms, formulas, budget, |_, t| Ok(values.get(&t).copied()))?;
    Ok(audit.replaced("preprocess.transitive", &graph.given, &changed))
}

impl Graph {
    fn of(terms: &mut Terms, formulas: &[Term], budget: &Budget) -> Result<Graph, Interrupted> {
        let (mut graph, mut equations) = (Graph::default(), Vec::new());
        for &f in formulas {
            budget.charge(1)?;
            if let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) {
                let is_ordered = matches!(terms.sort(a), Sort::Int | Sort::String);
                equations.extend(is_ordered.then_some((f, a, b)));
            } else if graph.read(terms, f) {
                graph.given.push(f);
            }
        }
        for (f, a, b) in equations {
            let is_known = [a, b].iter().all(|t| graph.number_of.contains_key(t));
            if !graph.given.is_empty() && (is_known || terms.sort(a) == Sort::String) {
                let equation = (graph.node(a), graph.node(b));
                graph.equations.push(equation);
                graph.given.push(f);
            }
        }
        Ok(graph)
    }

    fn node(&mut self, t: Term) -> Node {
        let new = self.nodes.len();
        let n = *self.number_of.entry(t).or_insert(new);
        if n == new {
            self.nodes.push(t);
            self.greater.push(Vec::new());
            self.less.push(Vec::new());
        }
        n
    }

    /// Reads a comparison of two strings, of two integers, or of one with a number. Whether `f` is one.
    fn read(&mut self, terms: &mut Terms, f: Term) -> bool {
        if let Some(((low, high, strict), atoms)) = of_strings(terms, f) {
            self.add(low, high, strict);
            self.reasons.extend(atoms);
            return true;
        }
        let sum = match comparison(terms, f) {
            Some(comparison) => Some(comparison.first),
            None => super::spelling::at_least_zero(terms, f),
        };
        let Some(sum) = sum else { return false };
        let minus_one = -Int::ONE;
        let (low, high, strict) = match &sum.terms[..] {
            [(x, one)] if one.is_one() => (terms.int(-sum.constant.clone()), *x, false),
            [(x, factor)] if *factor == minus_one => (*x, terms.int(sum.constant.clone()), false),
            [(x, a), (y, b)] if !sum.constant.is_positive() => {
                let strict = sum.constant.is_negative();
                match (a.is_one(), b.is_one()) {
                    (true, _) if *b == minus_one => (*y, *x, strict),
                    (_, true) if *a == minus_one => (*x, *y, strict),
                    _ => return false,
                }
            }
            _ => return false,
        };
        self.add(low, high, strict);
        true
    }

    fn add(&mut self, low: Term, high: Term, strict: bool) {
        let (low, high) = (self.node(low), self.node(high));
        debug_assert!(low.max(high) < self.nodes.len(), "a value without a node");
        self.link(low, high, strict);
    }

    fn link(&mut self, low: Node, high: Node, strict: bool) {
        self.greater[low].push((high, strict));
        self.less[high].push((low, strict));
    }

    /// What is equal is at most each other.
    fn link_equations(&mut self) {
        for (a, b) in self.equations.clone() {
            self.link(a, b, false);
            self.link(b, a, false);
        }
    }

    /// For each node the number of its circle, if there is one of more than one node.
    fn classes(
        &mut self,
        terms: &Terms,
        budget: &Budget,
    ) -> Result<Option<Vec<usize>>, Interrupted> {
        let n = self.nodes.len();
        let numbers = self.nodes.iter().enumerate();
        let mut numbers: Vec<(&Int, Node)> =
            numbers.filter_map(|(n, &t)| Some((terms.int_value(t)?, n))).collect();
        base::order::sort(&mut numbers);
        let pairs: Vec<(Node, Node)> = numbers.windows(2).map(|p| (p[0].1, p[1].1)).collect();
        pairs.into_iter().for_each(|(low, high)| self.link(low, high, true));
        let targets = self.greater.iter().map(|links| links.iter().map(|link| link.0).collect());
        let found = components(&targets.collect::<Vec<_>>(), 0..n, || budget.charge(1))?;
        let classes: Vec<usize> = found.into_iter().flatten().collect();
        debug_assert!(classes.len() == n, "a node is in no class");
        let count = classes.iter().max().map_or(0, |greatest| greatest + 1);
        Ok((count < n).then_some(classes))
    }

    fn has_strict_circle(&self, classes: &[usize]) -> bool {
        let is_inside = |low: Node| {
            self.greater[low].iter().any(|&(high, strict)| strict && classes[low] == classes[high])
        };
        (0..self.nodes.len()).any(is_inside)
    }

    /// Finds what `atoms` are.
    fn values(
        &self,
        terms: &mut Terms,
        atoms: &[Term],
        values: &mut FxHashMap<Term, Term>,
        limits: &Limits<'_>,
    ) -> Result<(), Stop> {
        let nodes = |t: Term| {
            let node = |at: usize| self.number_of.get(&terms.arg(t, at)).copied();
            Some((node(0)?, node(1)?))
        };
        let atoms: Vec<(Term, Node, Node)> =
            atoms.iter().filter_map(|&t| nodes(t).map(|(low, high)| (t, low, high))).collect();
        // From strings that many atoms compare, the most first: others may be beyond the limits.
        let mut times = vec![0; self.nodes.len()];
        atoms.iter().flat_map(|&(_, low, high)| [low, high]).for_each(|n| times[n] += 1);
        let mut by: Vec<Vec<(Term, Node, Node)>> = vec![Vec::new(); self.nodes.len()];
        for atom in atoms {
            let (_, low, high) = atom;
            by[if times[low] >= times[high] { low } else { high }].push(atom);
        }
        let mut starts: Vec<Node> = (0..by.len()).filter(|&n| !by[n].is_empty()).collect();
        base::order::sort_by_key(&mut starts, |&n| (std::cmp::Reverse(times[n]), n));
        for from in starts {
            let above = walk(&self.greater, from, limits)?;
            let below = walk(&self.less, from, limits)?;
            for &(t, low, high) in &by[from] {
                let [implies, excludes] =
                    if from == low { [&above, &below] } else { [&below, &above] };
                let other = if from == low { high } else { low };
                let value = match excludes.get(&other) {
                    _ if implies.contains_key(&other) => terms.tt(),
                    Some(true) => terms.ff(),
                    Some(false) => terms.eq(self.nodes[low], self.nodes[high]),
                    None => continue,
                };
                values.insert(t, value);
            }
        }
        Ok(())
    }
}

/// What a comparison of two strings says: the lower one, the greater one, and whether they differ.
fn order(terms: &Terms, f: Term) -> Option<(Term, Term, bool)> {
    let (atom, is_negated) = terms.literal(f);
    let (Op::StrLe, &[a, b]) = (terms.op(atom), terms.args(atom)) else { return None };
    Some(if is_negated { (b, a, true) } else { (a, b, false) })
}

/// As [`order`], also of the first of lexicographic comparisons, of which each case says it, or that both are equal; with the atoms that
/// say it.
fn of_strings(terms: &Terms, f: Term) -> Option<((Term, Term, bool), Vec<Term>)> {
    let parts = |&case: &Term| {
        if terms.op(case) == Op::And { terms.args(case).to_vec() } else { vec![case] }
    };
    let cases: Vec<Vec<Term>> = if terms.op(f) == Op::Or {
        terms.args(f).iter().map(parts).collect()
    } else if let (Op::Ite, [condition, _, otherwise]) = (terms.op(f), terms.args(f)) {
        vec![vec![*condition], parts(otherwise)]
    } else {
        return Some((order(terms, f)?, vec![terms.literal(f).0]));
    };
    let (low, high, _) = cases.iter().flatten().find_map(|&part| order(terms, part))?;
    let says = |part: Term| order(terms, part).is_some_and(|(a, b, _)| (a, b) == (low, high));
    let equates = |part: Term| {
        let of_both = [[low, high], [high, low]].iter().any(|both| terms.args(part) == both);
        terms.op(part) == Op::Eq && of_both
    };
    let mut atoms = Vec::new();
    for case in cases {
        let part = case.into_iter().find(|&part| says(part) || equates(part))?;
        atoms.extend(says(part).then_some(terms.literal(part).0));
    }
    debug_assert!(terms.sort(low) == Sort::String, "an order of what are no strings");
    (!atoms.is_empty()).then_some(((low, high, false), atoms))
}

/// The nodes that can be reached, with whether one of the comparisons on the way is strict.
fn walk(links: &Links, from: Node, limits: &Limits<'_>) -> Result<FxHashMap<Node, bool>, Stop> {
    let mut reached = FxHashMap::default();
    reached.insert(from, false);
    let mut stack = vec![(from, false)];
    while let Some((n, is_strict)) = stack.pop() {
        debug_assert!(reached.contains_key(&n), "a walk goes on from where it never was");
        for &(next, strict) in &links[n] {
            limits.charge(1)?;
            let strict = strict || is_strict;
            let known = reached.get(&next).copied();
            if known.is_none() || (strict && known == Some(false)) {
                reached.insert(next, strict);
                stack.push((next, strict));
            }
        }
    }
    Ok(reached)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_along_chains_are_known() {
        let mut terms = Terms::new();
        let names = ["a", "b", "c", "d"].map(|name| terms.fresh(name, Sort::String));
        let [a, b, c, d] = names;
        let (back, there) = (terms.mk(Op::StrLe, &[c, b]), terms.mk(Op::StrLe, &[a, b]));
        let equal = terms.eq(c, d);
        let facts = [there, terms.not(back), equal];
        let (budget, mut values) = (Budget::unlimited(), FxHashMap::default());
        let mut graph = Graph::of(&mut terms, &facts, &budget).unwrap();
        graph.link_equations();
        let (yes, no, same) = (terms.tt(), terms.ff(), terms.eq(b, a));
        let e = terms.fresh("e", Sort::String);
        let cases = [(a, d, Some(yes)), (d, a, Some(no)), (b, a, Some(same)), (a, e, None)];
        let atoms = cases.map(|(x, y, _)| terms.mk(Op::StrLe, &[x, y]));
        graph.values(&mut terms, &atoms, &mut values, &Limits::none(&budget)).unwrap();
        for (atom, (_, _, expected)) in atoms.iter().zip(cases) {
            assert_eq!(values.get(atom).copied(), expected);
        }
    }
}
