//! Comparisons of strings that follow from asserted ones.
//!
//! `x <= y` and `y <= z` make `x <= z` true and `z <= x` an equation, or false if one of them is strict. The strings' theory finds the
//! circle, but only of one assignment at a time: that none of n strings is greater than the last of a running maximum takes n conflicts,
//! each of which is a walk along the chain, and with choices left open on the way there are many more assignments. So before the search
//! a graph of what is asserted says which comparisons are known: from one string, all that are at least and at most it are found at once.
//! Integers are left to arithmetic, which propagates bounds along chains. (For differences of integers, such walks are the theory
//! propagation of S. Cotton and O. Maler, *Fast and Flexible Difference Constraint Propagation for DPLL(T)*, SAT 2006.)

use super::replace::replace;
use crate::engine::Resources;
use base::{FxHashMap, FxHashSet, Interrupted, Limits, Stop, affordable};
use terms::{Op, Sort, Term, Terms};

/// For each string those that it is directly compared with, and whether they differ.
type Edges = FxHashMap<Term, Vec<(Term, bool)>>;

/// What asserted comparisons say.
#[derive(Default)]
struct Graph {
    /// Those that are at least as great.
    greater: Edges,
    less: Edges,
    given: Vec<Term>,
}

/// Replaces comparisons that follow from asserted ones by their values. Whether there were any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let graph = Graph::of(terms, formulas);
    if graph.given.is_empty() {
        return Ok(false);
    }
    let asserted: FxHashSet<Term> = graph.given.iter().map(|&f| terms.literal(f).0).collect();
    let all = terms.post_order_within(formulas, budget)?;
    let open = |t: &Term| terms.op(*t) == Op::StrLe && !asserted.contains(t);
    let atoms: Vec<Term> = all.into_iter().filter(open).collect();
    let limits = Limits::new(budget, budget.tunables().check.comparison_steps);
    let mut values = FxHashMap::default();
    // What was found until the limits were reached holds.
    affordable(graph.decide(terms, &atoms, &mut values, &limits))?;
    if values.is_empty() {
        return Ok(false);
    }
    // Reasons may change inside, but none goes: each comparison still follows with those inside of it replaced, the least first.
    debug_assert!(
        values.keys().all(|t| !asserted.contains(t)),
        "a reason is replaced by its value"
    );
    let changed = replace(terms, formulas, budget, |_, t| Ok(values.get(&t).copied()))?;
    Ok(audit.replaced("preprocess.transitive", &graph.given, &changed))
}

impl Graph {
    fn of(terms: &Terms, formulas: &[Term]) -> Graph {
        let mut graph = Graph::default();
        let mut equations = Vec::new();
        for &f in formulas {
            let (atom, is_denied) = terms.literal(f);
            let (op, &[a, b]) = (terms.op(atom), terms.args(atom)) else { continue };
            if op == Op::StrLe {
                let (low, high) = if is_denied { (b, a) } else { (a, b) };
                graph.add(low, high, is_denied);
                graph.given.push(f);
            } else if op == Op::Eq && !is_denied && terms.sort(a) == Sort::String {
                equations.push((f, a, b));
            }
        }
        if !graph.given.is_empty() {
            for (f, a, b) in equations {
                graph.add(a, b, false);
                graph.add(b, a, false);
                graph.given.push(f);
            }
        }
        graph
    }

    fn add(&mut self, low: Term, high: Term, strict: bool) {
        self.greater.entry(low).or_default().push((high, strict));
        self.less.entry(high).or_default().push((low, strict));
    }

    /// Finds what `atoms` are.
    fn decide(
        &self,
        terms: &mut Terms,
        atoms: &[Term],
        values: &mut FxHashMap<Term, Term>,
        limits: &Limits<'_>,
    ) -> Result<(), Stop> {
        // From strings that many atoms compare, the most first: others may be beyond the limits.
        let mut times: FxHashMap<Term, usize> = FxHashMap::default();
        atoms.iter().flat_map(|&t| terms.args(t)).for_each(|&s| *times.entry(s).or_default() += 1);
        let mut starts: Vec<(usize, Term)> = Vec::new();
        let mut by: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
        for &t in atoms {
            let (low, high) = (terms.arg(t, 0), terms.arg(t, 1));
            let from = if times[&low] >= times[&high] { low } else { high };
            let own = by.entry(from).or_default();
            if own.is_empty() {
                starts.push((times[&from], from));
            }
            own.push(t);
        }
        base::order::sort_by_key(&mut starts, |start| std::cmp::Reverse(start.0));
        debug_assert!(starts.len() == by.len(), "a walk from a string twice");
        for (_, from) in starts {
            let above = walk(&self.greater, from, limits)?;
            let below = walk(&self.less, from, limits)?;
            for &t in &by[&from] {
                let (low, high) = (terms.arg(t, 0), terms.arg(t, 1));
                let [implies, excludes] =
                    if from == low { [&above, &below] } else { [&below, &above] };
                let other = if from == low { high } else { low };
                let value = match excludes.get(&other) {
                    _ if implies.contains_key(&other) => terms.tt(),
                    Some(true) => terms.ff(),
                    Some(false) => terms.eq(low, high),
                    None => continue,
                };
                values.insert(t, value);
            }
        }
        Ok(())
    }
}

/// The strings that can be reached, with whether one of the comparisons on the way is strict.
fn walk(edges: &Edges, from: Term, limits: &Limits<'_>) -> Result<FxHashMap<Term, bool>, Stop> {
    let mut reached = FxHashMap::default();
    reached.insert(from, false);
    let mut stack = vec![(from, false)];
    while let Some((t, is_strict)) = stack.pop() {
        debug_assert!(reached.contains_key(&t), "a walk goes on from where it never was");
        for &(next, strict) in edges.get(&t).into_iter().flatten() {
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
    use base::Budget;

    #[test]
    fn comparisons_along_chains_are_known() {
        let mut terms = Terms::new();
        let names = ["a", "b", "c", "d"].map(|name| terms.fresh(name, Sort::String));
        let [a, b, c, d] = names;
        let (back, there) = (terms.mk(Op::StrLe, &[c, b]), terms.mk(Op::StrLe, &[a, b]));
        let equal = terms.eq(c, d);
        let facts = [there, terms.not(back), equal];
        let graph = Graph::of(&terms, &facts);
        let (yes, no, same) = (terms.tt(), terms.ff(), terms.eq(b, a));
        let e = terms.fresh("e", Sort::String);
        let cases = [(a, d, Some(yes)), (d, a, Some(no)), (b, a, Some(same)), (a, e, None)];
        let atoms = cases.map(|(x, y, _)| terms.mk(Op::StrLe, &[x, y]));
        let (budget, mut values) = (Budget::unlimited(), FxHashMap::default());
        graph.decide(&mut terms, &atoms, &mut values, &Limits::none(&budget)).unwrap();
        for (atom, (_, _, expected)) in atoms.iter().zip(cases) {
            assert_eq!(values.get(atom).copied(), expected);
        }
    }
}
