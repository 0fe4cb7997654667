//! Values apart: columns are moved until no sum has the value that it must not have.
//!
//! Problem: the first integer solution has columns at their bounds, so of a hundred numbers that are all different all are 0. Each
//! pair is then a case split between two bounds on a difference; ten thousand of them, each a row of the tableau, and a solution of
//! bounds that all depend on each other is what comes out.
//!
//! But a solution has room: a column may move as long as no bound is crossed. So before cases are split, columns move by whole steps to the
//! nearest values that no disequality excludes, as z3's arithmetic does with columns that other theories share (`random_update`); here
//! the values excluded are computed and not hit by chance, which matters where nearly all values are taken. A disequality that no
//! move mends is left as it is, for the caller to split.

use super::pivot::unlimited;
use crate::bounds::Col;
use crate::tableau::{Position, RowId};
use crate::{Counter, Simplex};
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted, Limits, Rat, Stop};

/// `sum of terms + constant != 0`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Apart {
    /// Columns that are no slack columns, each once, with coefficients other than 0.
    pub terms: Vec<(Col, Int)>,
    /// What is added.
    pub constant: Int,
}

/// Disequalities, also by the columns in them.
struct Graph<'a> {
    sums: &'a [&'a Apart],
    users: FxHashMap<Col, Vec<usize>>,
}

impl<'a> Graph<'a> {
    fn new(sums: &'a [&'a Apart]) -> Graph<'a> {
        let mut users: FxHashMap<Col, Vec<usize>> = FxHashMap::default();
        for (at, sum) in sums.iter().enumerate() {
            for (col, _) in &sum.terms {
                users.entry(*col).or_default().push(at);
            }
        }
        Graph { sums, users }
    }
}

impl Simplex {
    /// Changes the integer solution that [`check_int`](Self::check_int) found so that fewer of `sums` are 0; all bounds hold as before.
    ///
    /// # Errors
    /// `budget` is used up.
    pub fn separate(&mut self, sums: &[&Apart], budget: &Budget) -> Result<(), Interrupted> {
        unlimited(self.separate_within(sums, &Limits::none(budget)))
    }

    fn separate_within(&mut self, sums: &[&Apart], limits: &Limits<'_>) -> Result<(), Stop> {
        let graph = Graph::new(sums);
        for sum in sums {
            limits.charge(1 + sum.terms.len() as u64)?;
            if !self.is_zero(sum) {
                continue;
            }
            // The newest column first, as older ones were moved for the disequalities before.
            for (col, _) in sum.terms.iter().rev() {
                if self.move_apart(*col, &graph, limits)? {
                    debug_assert!(!self.is_zero(sum), "a move that mends nothing");
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether a sum is 0 for the current values.
    pub fn is_zero(&self, sum: &Apart) -> bool {
        self.evaluate(&sum.terms) == Rat::from(-&sum.constant)
    }

    /// Moves `col` to the nearest value at which none of its sums is 0; returns whether it could.
    fn move_apart(
        &mut self,
        col: Col,
        graph: &Graph<'_>,
        limits: &Limits<'_>,
    ) -> Result<bool, Stop> {
        let Some(value) = self.values[col].to_int().cloned() else { return Ok(false) };
        if self.tableau.position(col) != Position::Nonbasic {
            return Ok(false);
        }
        // A basic column moves along: what sums with it exclude would be another question.
        limits.charge(1 + self.tableau.column(col).len() as u64)?;
        let moves_along = |row: &RowId| graph.users.contains_key(&self.tableau.row(*row).basic);
        if self.tableau.column(col).iter().any(moves_along) {
            return Ok(false);
        }
        let users = &graph.users[&col];
        limits.charge(2 * users.len() as u64)?;
        let excluded = self.excluded(col, users.iter().map(|&at| graph.sums[at]));
        let freedom = self.freedom(col, None, limits)?;
        let mut refused = 0;
        // Each sum excludes one value, so one of these is free, unless it is out of bounds.
        for distance in 1..=users.len() + 1 {
            for step in [Int::from(distance), -Int::from(distance)] {
                let target = &value + &step;
                if excluded.contains(&target) || !self.is_within(col, &Rat::from(target)) {
                    continue;
                }
                limits.charge(1)?;
                if freedom.admits(&step) {
                    self.move_nonbasic(col, &Rat::from(step));
                    self.stats.count(Counter::Separations);
                    return Ok(true);
                }
                refused += 1;
            }
            if refused > limits.tunables().simplex.separate_tries {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// The values of `col` at which one of `sums` is 0.
    fn excluded<'a>(&self, col: Col, sums: impl Iterator<Item = &'a Apart>) -> FxHashSet<Int> {
        sums.filter_map(|sum| {
            let a = sum.terms.iter().find(|term| term.0 == col).map(|term| &term.1)?;
            let others = &self.evaluate(&sum.terms) - &self.values[col].scale(a, &Int::ONE);
            let rest = others.to_int()? + &sum.constant;
            let (quotient, remainder) = (-rest).div_rem_euclid(&a.abs());
            remainder.is_zero().then(|| if a.is_positive() { quotient } else { -quotient })
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IntOutcome, Reason};
    use base::SplitMix64;

    fn different(a: Col, b: Col) -> Apart {
        Apart { terms: vec![(a, Int::ONE), (b, Int::NEG_ONE)], constant: Int::ZERO }
    }

    #[test]
    fn as_many_values_as_columns() {
        let mut s = Simplex::new();
        let columns: Vec<Col> = (0..20).map(|_| s.new_col()).collect();
        for &col in &columns {
            s.assert_lower(col, Int::ZERO, Reason(0)).unwrap();
            s.assert_upper(col, Int::from(19), Reason(1)).unwrap();
        }
        let budget = Budget::unlimited();
        assert!(matches!(s.check_int(&budget), Ok(IntOutcome::Feasible)));
        let pairs = columns.iter().enumerate();
        let sums: Vec<Apart> =
            pairs.flat_map(|(i, &b)| columns[..i].iter().map(move |&a| different(a, b))).collect();
        s.separate(&sums.iter().collect::<Vec<_>>(), &budget).unwrap();
        s.assert_invariants();
        let values: FxHashSet<Int> = columns.iter().map(|&col| s.value(col)).collect();
        assert_eq!(values.len(), columns.len());
        assert_eq!(s.stats()[Counter::Separations], 19);
    }

    #[test]
    fn bounds_hold_and_nothing_gets_worse() {
        let mut random = SplitMix64::new(1);
        for _ in 0..300 {
            let mut s = Simplex::new();
            let columns: Vec<Col> = (0..5).map(|_| s.new_col()).collect();
            let term = |random: &mut SplitMix64| {
                (columns[random.below(5)], Int::from(random.below(5) as i64 - 2))
            };
            let mut sums = Vec::new();
            for at in 0..8 {
                let (first, second) = (term(&mut random), term(&mut random));
                if first.0 == second.0 || first.1.is_zero() || second.1.is_zero() {
                    continue;
                }
                let terms = vec![first, second];
                if at < 3 {
                    let sum = s.define(&terms);
                    // Columns enter the basis for this.
                    s.assert_lower(sum, Int::ONE, Reason(0)).unwrap();
                    s.assert_upper(sum, Int::from(3), Reason(1)).unwrap();
                } else {
                    sums.push(Apart { terms, constant: Int::from(random.below(3) as i64 - 1) });
                }
            }
            let budget = Budget::unlimited();
            if !matches!(s.check_int(&budget), Ok(IntOutcome::Feasible)) {
                continue;
            }
            let wrong = |s: &Simplex| sums.iter().filter(|sum| s.is_zero(sum)).count();
            let before = wrong(&s);
            s.separate(&sums.iter().collect::<Vec<_>>(), &budget).unwrap();
            s.assert_invariants();
            assert!(s.bounds.cols().all(|col| s.is_within(col, &s.values[col])));
            assert!(wrong(&s) <= before);
        }
    }
}
