//! What is part of a text in a circle of lengths is all of that text.
//!
//! `x` contains `y`, `y` contains `z` and `z` contains `x`: all three are equal. Each step may also be a comparison of lengths, as
//! in `|z| >= |x|`, or one with a distance: if `x` contains `y ++ "a"` and `|x| <= |y| + 1`, it is this text. Search finds that only in
//! assignments of lengths, one after another, and each of them is decided by a word problem that has one string per step. Once the
//! strings are known to be equal, all but one of them are substituted.
//!
//! Asserted formulas give differences `v - u >= w` between lengths, integers and zero. Values that satisfy all of them are found by
//! relaxation (R. Bellman, *On a Routing Problem*, 1958), within strongly connected components, as no others are in circles. A
//! difference is *tight* if these values satisfy it with equality. The sum around a circle of tight differences is zero, so each of them
//! is an equation in every model; and every circle whose sum is zero is tight for any values. So the components of the graph of tight
//! differences tell all equations that differences have. A part as long as the whole is the whole.
//!
//! Where the differences contradict each other, there are no values, and arithmetic says so. What is lost: lengths of concatenations are
//! only used in parts, not in wholes, where they would be sums of several lengths that are taken away.

use super::spelling::{at_least_zero, zero};
use crate::audit::Goal;
use crate::engine::Resources;
use base::{FxHashMap, Int, Interrupted, Limits, Stop, affordable, components};
use rewrite::{LinearSum, linear};
use terms::{Op, Term, Terms};

type Node = usize;

/// `value(high) - value(low) >= least`.
#[derive(Clone, Copy, Debug)]
struct Difference {
    low: Node,
    high: Node,
    least: i128,
    /// The formula that says that a text is part of another, if that is why.
    part: Option<usize>,
}

/// Differences that formulas state. Node 0 is the number zero.
struct Graph {
    number_of: FxHashMap<Term, Node>,
    count: usize,
    edges: Vec<Difference>,
}

/// Makes equations of what says that a text is part of one that is not longer. Whether there were any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    if !formulas.iter().any(|&f| part(res.terms, f).is_some()) {
        return Ok(false);
    }
    let budget = res.budget;
    let graph = Graph::of(res.terms, formulas, |n| budget.charge(n))?;
    let limits = Limits::new(budget, budget.tunables().check.comparison_steps);
    let found = affordable(graph.tight_parts(&limits))?.unwrap_or_default();
    let given = if res.audit.is_on() { formulas.to_vec() } else { Vec::new() };
    for &at in &found {
        let Some((small, large)) = part(res.terms, formulas[at]) else { continue };
        let equation = res.terms.eq(large, small);
        res.audit.conclude("preprocess.order", &given, Goal::OneOf(vec![equation]));
        formulas[at] = equation;
    }
    debug_assert!(
        found.iter().all(|&at| part(res.terms, formulas[at]).is_none()),
        "it is found again"
    );
    Ok(!found.is_empty())
}

/// The part and the whole, if `f` says that a text is part of another.
fn part(terms: &Terms, f: Term) -> Option<(Term, Term)> {
    let &[a, b] = terms.args(f) else { return None };
    if terms.op(f) == Op::StrContains {
        return Some((b, a));
    }
    matches!(terms.op(f), Op::StrPrefixOf | Op::StrSuffixOf).then_some((a, b))
}

/// The length of `text` as a sum over its parts.
fn length(terms: &mut Terms, text: Term) -> LinearSum {
    let mut sum = LinearSum::default();
    let parts =
        if terms.op(text) == Op::StrConcat { terms.args(text).to_vec() } else { vec![text] };
    for part in parts {
        match terms.str_value(part).map(|word| word.len()) {
            Some(n) => sum.add_constant(n),
            None => {
                let length = terms.len_of(part);
                sum.add_scaled(&linear(terms, length), &Int::ONE);
            }
        }
    }
    sum
}

impl Graph {
    fn of<E>(
        terms: &mut Terms,
        formulas: &[Term],
        mut tick: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Graph, E> {
        let mut graph = Graph { number_of: FxHashMap::default(), count: 1, edges: Vec::new() };
        for (at, &f) in formulas.iter().enumerate() {
            tick(1)?;
            if let Some((small, large)) = part(terms, f) {
                let sum = length(terms, large).minus(&length(terms, small));
                tick(sum.terms.len() as u64)?;
                graph.add_part(&sum, at);
            } else if let Some(sum) = at_least_zero(terms, f) {
                graph.add(&sum, None);
            } else if let Some(sum) = equated(terms, f) {
                graph.add(&sum, None);
                graph.add(&sum.negated(), None);
            }
        }
        Ok(graph)
    }

    fn node(&mut self, t: Term) -> Node {
        let node = *self.number_of.entry(t).or_insert(self.count);
        debug_assert!(node > 0, "a length that is the number zero");
        self.count = self.count.max(node + 1);
        node
    }

    /// Adds that `sum` is not negative, if it is a difference.
    fn add(&mut self, sum: &LinearSum, part: Option<usize>) {
        let (mut low, mut high) = (0, 0);
        for (t, factor) in &sum.terms {
            match factor.to_i64() {
                Some(1) if high == 0 => high = self.node(*t),
                Some(-1) if low == 0 => low = self.node(*t),
                _ => return,
            }
        }
        if let Some(constant) = sum.constant.to_i64().filter(|_| low != high) {
            self.edges.push(Difference { low, high, least: -i128::from(constant), part });
        }
    }

    /// As [`Graph::add`], of the length of a whole without that of a part, of which all but one may be left out: they are not negative.
    fn add_part(&mut self, sum: &LinearSum, at: usize) {
        let (more, less): (Vec<_>, Vec<_>) =
            sum.terms.iter().cloned().partition(|(_, factor)| factor.is_positive());
        let rest = LinearSum { terms: more, constant: sum.constant.clone() };
        if less.is_empty() {
            self.add(&rest, Some(at));
        }
        for (t, factor) in less {
            debug_assert!(factor.is_negative(), "a factor of zero");
            let mut one = rest.clone();
            one.add_var(t, -1);
            self.add(&one, Some(at));
        }
    }

    /// The formulas that say of a part what holds with equality.
    fn tight_parts(&self, limits: &Limits<'_>) -> Result<Vec<usize>, Stop> {
        let circle = self.circles(|_| true, limits)?;
        let inside: Vec<Difference> =
            self.edges.iter().copied().filter(|e| circle[e.low] == circle[e.high]).collect();
        let Some(values) = self.values(&inside, limits)? else { return Ok(Vec::new()) };
        let is_tight = |e: &Difference| {
            circle[e.low] == circle[e.high] && values[e.high] == values[e.low] + e.least
        };
        let equal = self.circles(is_tight, limits)?;
        debug_assert!(inside.len() <= self.edges.len(), "a difference that nobody stated");
        let tight = inside.iter().filter(|e| is_tight(e) && equal[e.low] == equal[e.high]);
        let mut found: Vec<usize> = tight.filter_map(|e| e.part).collect();
        base::order::sort(&mut found);
        found.dedup();
        Ok(found)
    }

    /// For each node the number of its component in the graph of some differences.
    fn circles(
        &self,
        is_used: impl Fn(&Difference) -> bool,
        limits: &Limits<'_>,
    ) -> Result<Vec<Option<usize>>, Stop> {
        let mut targets = vec![Vec::new(); self.count];
        self.edges.iter().filter(|e| is_used(e)).for_each(|e| targets[e.low].push(e.high));
        components(&targets, 0..self.count, || limits.charge(1))
    }

    /// Values that satisfy `differences`, if there are any.
    fn values(
        &self,
        differences: &[Difference],
        limits: &Limits<'_>,
    ) -> Result<Option<Vec<i128>>, Stop> {
        let mut values = vec![0; self.count];
        // A path without a circle has fewer edges than there are nodes.
        for _ in 0..self.count {
            limits.charge(differences.len() as u64)?;
            let mut is_stable = true;
            for e in differences {
                let least = values[e.low] + e.least;
                if values[e.high] < least {
                    values[e.high] = least;
                    is_stable = false;
                }
            }
            if is_stable {
                debug_assert!(values.iter().all(|&v| v >= 0), "a value below the start");
                return Ok(Some(values));
            }
        }
        Ok(None)
    }
}

/// The sum that is zero if and only if `f` holds: of an equation between integers, or implied by one between strings.
fn equated(terms: &mut Terms, f: Term) -> Option<LinearSum> {
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    if terms.sort(a) != terms::Sort::String {
        return zero(terms, f);
    }
    Some(length(terms, a).minus(&length(terms, b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Budget, SplitMix64};

    /// Whether all solutions within `0..most` satisfy `e` with equality, if there are any.
    fn is_equation(graph: &Graph, e: Difference, most: i128) -> bool {
        let holds = |e: &Difference, v: &[i128]| v[e.high] - v[e.low] >= e.least;
        let mut solutions = (0..most * most * most)
            .map(|n| [0, n % most - 4, n / most % most - 4, n / (most * most) - 4])
            .filter(|v| graph.edges.iter().all(|e| holds(e, v)))
            .peekable();
        solutions.peek().is_some() && solutions.all(|v| v[e.high] - v[e.low] == e.least)
    }

    #[test]
    fn tight_parts_are_those_that_all_solutions_make_equations() {
        let (mut random, budget) = (SplitMix64::new(7), Budget::unlimited());
        let mut fired = 0;
        for _ in 0..2_000 {
            let mut edges = Vec::new();
            for at in 0..1 + random.below(7) {
                let [low, high] = [(); 2].map(|()| random.below(4));
                if low != high {
                    let least = i128::try_from(random.below(3)).unwrap() - 1;
                    edges.push(Difference { low, high, least, part: Some(at) });
                }
            }
            let graph = Graph { number_of: FxHashMap::default(), count: 4, edges };
            let found = graph.tight_parts(&Limits::none(&budget)).unwrap();
            for &e in &graph.edges {
                let is_found = found.contains(&e.part.unwrap());
                assert_eq!(is_found, is_equation(&graph, e, 9), "{:?}", graph.edges);
                fired += usize::from(is_found);
            }
        }
        assert!(fired > 300, "{fired}");
    }
}
