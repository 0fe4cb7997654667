//! Sums of many choices of few kinds, all sums at once.
//!
//! The problem: each of n lines is an error, a warning or a message, and three sums say how many there are of each; each of n tags has one
//! of four numbers and one of four lengths, and both are summed up. Each sum by itself is a diagram ([`super::build`]) or a guess
//! ([`super::guess`]), but two of them have to come true by the same choices: there are as many states of both as the product of their
//! values, and the search finds out one by one which do not go together.
//!
//! What is summed up falls into groups that have no constant in common, and a group is, to the sums, the set of the tuples of values that
//! it can have. Groups with the same tuples are of the same *kind*, and all that matters is how many groups of a kind take which tuple:
//! an integer for each, whose sum is known. So n choices are a system of a few linear equations over a few integers, whatever n is.
//! (P. C. Gilmore and R. E. Gomory, *A Linear Programming Approach to the Cutting-Stock Problem*, Operations Research 9, 1961,
//! count patterns in place of pieces.) If it has no solution, the comparisons contradict each other. Otherwise the solution says what to
//! try first.
//!
//! The tuples of a group are found by cases: of the choices, and of the assertions about its constants alone, as far as equations, bounds
//! and these assertions tell ([`super::tuples`]). There may be fewer in truth, never others, so a system without a solution refutes.
//! Sums of many kinds, as weights that all differ make, are left to diagrams.

use super::choice::{Literal, small};
use super::question::{Question, Test, question};
use super::tuples::{Factors, Path, Search, groups};
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted, Limits, Stop, affordable, order};
use rewrite::LinearSum;
use simplex::{Decision, Ilp, Reason, Relation};
use terms::{Term, Terms};

/// A fact: more sums than these are seldom about the same choices.
const SUMS: usize = 16;

/// A fact: with more unknowns there are few groups of each kind.
const UNKNOWNS: usize = 128;

/// What counting found.
pub(super) enum Count {
    /// The first of these formulas is false if the others hold.
    Never(Vec<Term>),
    /// The comparisons hold if the literals do, of which nothing else is said.
    If(Vec<Literal>, FxHashSet<Term>),
    Unclear,
}

/// What an assertion says of a sum: how it is related to 0, or that a number divides it.
struct Row {
    formula: Term,
    sum: LinearSum,
    relation: Relation,
    divisor: Option<i64>,
}

/// Which values the sums asserted in `formulas` can have together.
///
/// # Errors
/// When the budget runs out.
pub(super) fn count(
    terms: &mut Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<Count, Interrupted> {
    let rows = rows(terms, formulas, budget)?;
    if rows.is_empty() || rows.len() > SUMS {
        return Ok(Count::Unclear);
    }
    let limits = Limits::new(budget, budget.tunables().check.kinds_steps);
    let counted = affordable(counted(terms, formulas, &rows, &limits))?;
    Ok(counted.unwrap_or(Count::Unclear))
}

fn counted(
    terms: &mut Terms,
    formulas: &[Term],
    rows: &[Row],
    limits: &Limits<'_>,
) -> Result<Count, Stop> {
    let Some((summed, factors)) = factors(rows) else { return Ok(Count::Unclear) };
    let compared: Vec<Term> = rows.iter().map(|row| row.formula).collect();
    let Some((groups, is_spoilt)) = groups(terms, formulas, (&summed, &compared), limits)? else {
        return Ok(Count::Unclear);
    };
    let mut paths = Vec::with_capacity(groups.len());
    for group in &groups {
        let mut search = Search::new(terms, group, &factors, rows.len(), limits);
        paths.push(if search.explore(terms)? { search.paths } else { Vec::new() });
    }
    // A sum with a value that is not known says nothing.
    let is_known = |at: &usize| {
        let mut touched = groups.iter().zip(&paths).filter(|(group, _)| {
            group.summands.iter().any(|t| factors[t].iter().any(|(row, _)| row == at))
        });
        touched.all(|(_, paths)| {
            !paths.is_empty() && paths.iter().all(|path| path.values[*at].is_some())
        })
    };
    let known: Vec<usize> = (0..rows.len()).filter(is_known).collect();
    let kinds = Kinds::new(&paths, &known);
    if known.is_empty() || kinds.unknowns() > UNKNOWNS || kinds.unknowns() > groups.len() {
        return Ok(Count::Unclear);
    }
    match kinds.solve(rows, &known, limits)? {
        None => {
            let summed = known.iter().map(|&at| rows[at].formula);
            let about = groups.iter().flat_map(|group| group.formulas.iter().copied());
            Ok(Count::Never(summed.chain(about).collect()))
        }
        // One sum alone is a diagram, or a guess where that is too large.
        Some(_) if is_spoilt || known.len() < rows.len() || rows.len() == 1 => Ok(Count::Unclear),
        Some(counts) => {
            let literals = kinds.literals(&paths, &known, counts);
            let atoms = rows.iter().map(|row| terms.literal(row.formula).0).collect();
            Ok(Count::If(literals, atoms))
        }
    }
}

/// The assertions that compare a sum of many.
fn rows(terms: &Terms, formulas: &[Term], budget: &Budget) -> Result<Vec<Row>, Interrupted> {
    let mut out = Vec::new();
    for &formula in formulas {
        budget.charge(1)?;
        let (atom, is_denied) = terms.literal(formula);
        let Some(asked) = question(terms, atom, budget)? else { continue };
        let Question { mut sum, test, is_equation, is_negated } = asked;
        if sum.terms.len() < budget.tunables().check.diagram_choices {
            continue;
        }
        debug_assert!(!is_equation || !is_negated, "an equation of the negated sum");
        let passes = is_denied == is_negated;
        let (relation, divisor) = match test {
            Test::Divisible(n) if passes => (Relation::Eq, Some(n)),
            Test::Divisible(_) => continue,
            _ if is_equation && is_denied => continue,
            _ if is_equation => (Relation::Eq, None),
            _ if passes => (Relation::Ge, None),
            _ => {
                sum.add_constant(1);
                (Relation::Le, None)
            }
        };
        out.push(Row { formula, sum, relation, divisor });
    }
    Ok(out)
}

/// What is summed up, and in which sums each is, how often; unless some coefficient is large.
fn factors(rows: &[Row]) -> Option<(Vec<Term>, Factors)> {
    let (mut summed, mut factors) = (Vec::new(), Factors::default());
    for (at, row) in rows.iter().enumerate() {
        for (t, factor) in &row.sum.terms {
            let sums = factors.entry(*t).or_insert_with(|| {
                summed.push(*t);
                Vec::new()
            });
            sums.push((at, small(factor)?));
        }
    }
    debug_assert!(summed.len() == factors.len(), "a summand is there twice");
    Some((summed, factors))
}

/// The groups by their tuples.
struct Kinds {
    /// Tuples, and the groups that take one of them, by number.
    kinds: Vec<(Vec<Vec<i64>>, Vec<usize>)>,
}

impl Kinds {
    fn new(paths: &[Vec<Path>], known: &[usize]) -> Kinds {
        let mut kinds: Vec<(Vec<Vec<i64>>, Vec<usize>)> = Vec::new();
        let mut index: FxHashMap<Vec<Vec<i64>>, usize> = FxHashMap::default();
        for (group, paths) in paths.iter().enumerate() {
            let mut tuples: Vec<_> = paths.iter().map(|path| tuple(path, known)).collect();
            order::sort(&mut tuples);
            tuples.dedup();
            let at = *index.entry(tuples.clone()).or_insert(kinds.len());
            if at == kinds.len() {
                kinds.push((tuples, Vec::new()));
            }
            kinds[at].1.push(group);
        }
        debug_assert!(
            kinds.iter().all(|(tuples, _)| tuples.iter().all(|t| t.len() <= known.len())),
            "a tuple has values of other sums"
        );
        kinds.retain(|(tuples, _)| tuples.iter().flatten().any(|&value| value != 0));
        Kinds { kinds }
    }

    fn unknowns(&self) -> usize {
        self.kinds.iter().map(|(tuples, _)| tuples.len()).sum()
    }

    /// How many groups of each kind take which tuple, so that what `known` rows say holds.
    fn solve(
        &self,
        rows: &[Row],
        known: &[usize],
        limits: &Limits<'_>,
    ) -> Result<Option<Vec<Vec<usize>>>, Stop> {
        let (mut ilp, tag) = (Ilp::new(), Reason(0));
        let mut sums: Vec<Vec<_>> = vec![Vec::new(); known.len()];
        let mut unknowns = Vec::with_capacity(self.kinds.len());
        for (tuples, groups) in &self.kinds {
            let columns: Vec<_> = tuples.iter().map(|_| ilp.new_var()).collect();
            for (tuple, &column) in tuples.iter().zip(&columns) {
                ilp.add(&[(column, Int::ONE)], Relation::Ge, &Int::ZERO, tag);
                for (sum, &value) in sums.iter_mut().zip(tuple).filter(|(_, value)| **value != 0) {
                    sum.push((column, Int::from(value)));
                }
            }
            let all: Vec<_> = columns.iter().map(|&column| (column, Int::ONE)).collect();
            ilp.add(&all, Relation::Eq, &Int::from(groups.len()), tag);
            unknowns.push(columns);
        }
        for (mut sum, row) in sums.into_iter().zip(known.iter().map(|&at| &rows[at])) {
            sum.extend(row.divisor.map(|n| (ilp.new_var(), Int::from(-n))));
            ilp.add(&sum, row.relation, &-row.sum.constant.clone(), tag);
        }
        match ilp.solve(limits) {
            Decision::Unknown(stop) => Err(stop),
            Decision::Unsat(_) => Ok(None),
            Decision::Sat(model) => {
                let value = |column: &_| usize::try_from(model.value(*column).to_i64()?).ok();
                let counts = unknowns.iter().map(|columns| columns.iter().map(value).collect());
                counts.collect::<Option<_>>().map(Some).ok_or(Stop::Local)
            }
        }
    }

    /// The literals by which so many groups take each tuple.
    fn literals(
        &self,
        paths: &[Vec<Path>],
        known: &[usize],
        counts: Vec<Vec<usize>>,
    ) -> Vec<Literal> {
        let mut literals = Vec::new();
        for ((tuples, groups), counts) in self.kinds.iter().zip(counts) {
            debug_assert_eq!(counts.iter().sum::<usize>(), groups.len(), "a group takes no tuple");
            debug_assert!(counts.len() == tuples.len(), "a tuple has no count");
            let taken = tuples.iter().zip(counts);
            let taken = taken.flat_map(|(tuple, count)| std::iter::repeat_n(tuple, count));
            for (&group, wanted) in groups.iter().zip(taken) {
                let path = paths[group].iter().find(|path| tuple(path, known) == *wanted);
                debug_assert!(path.is_some(), "a group takes a tuple that it does not have");
                literals.extend(path.into_iter().flat_map(|path| path.facts.iter().copied()));
            }
        }
        literals
    }
}

/// The values of the sums that are known.
fn tuple(path: &Path, known: &[usize]) -> Vec<i64> {
    known.iter().filter_map(|&at| path.values[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::brute::{each, hold, hold_under, models, tuned};
    use super::*;
    use base::SplitMix64;
    use terms::model::Model;
    use terms::value::Value;
    use terms::{Op, Sort};

    /// Comparisons of sums of the same choices, with other values in each; now and then two conditions exclude each other.
    fn formulas(terms: &mut Terms, conditions: &[Term], random: &mut SplitMix64) -> Vec<Term> {
        let mut out = Vec::new();
        for _ in 0..1 + random.below(3) {
            let values = [0, 1].map(|_| terms.int(random.below(5) as u64));
            let choices: Vec<Term> =
                conditions.iter().map(|&c| terms.ite(c, values[0], values[1])).collect();
            let (sum, number) = (terms.add(&choices), terms.int(random.below(20) as u64));
            let op = [Op::Eq, Op::Eq, Op::Ge, Op::Lt][random.below(4)];
            let comparison = terms.mk(op, &[sum, number]);
            let denied = terms.not(comparison);
            out.push(if op != Op::Eq && random.below(2) == 0 { denied } else { comparison });
        }
        if random.below(3) == 0 {
            let (a, b) = (terms.not(conditions[0]), terms.not(conditions[1]));
            out.push(terms.or(&[a, b]));
        }
        out
    }

    #[test]
    fn says_whether_sums_come_true_together() {
        let budget = tuned(&["check.diagrams.choices=2"]);
        let (mut refuted, mut solved) = (0, 0);
        for seed in 0..400 {
            let (mut terms, mut random) = (Terms::new(), SplitMix64::new(seed));
            let conditions: Vec<Term> = (0..6).map(|_| terms.fresh("c", Sort::Bool)).collect();
            let formulas = formulas(&mut terms, &conditions, &mut random);
            let count = count(&mut terms, &formulas, &budget).unwrap();
            let truths = each(&conditions, &[Value::Bool(false), Value::Bool(true)]);
            let is_model = |model: &Model| hold(&terms, model, &formulas);
            match count {
                Count::Never(_) => {
                    assert!(!models(&terms, &truths).iter().any(is_model), "seed {seed}");
                    refuted += 1;
                }
                Count::If(literals, _) if !literals.is_empty() => {
                    assert!(hold_under(&terms, &formulas, &conditions, &literals), "seed {seed}");
                    solved += 1;
                }
                Count::If(..) | Count::Unclear => {}
            }
        }
        assert!(refuted > 100 && solved > 20, "{refuted} and {solved}");
    }
}
