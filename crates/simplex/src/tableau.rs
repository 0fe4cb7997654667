//! The tableau: each basic column as a combination of nonbasic ones, in integers.
//!
//! A row reads `scale * basic = sum coefficient * nonbasic` with `scale > 0` and all numbers of
//! the row coprime. Keeping rows integral and primitive, rather than dividing by `scale`, makes
//! pivoting a sparse integer merge, keeps numbers small on the unit coefficients that lengths
//! consist of, and lets the GCD test and cuts read the rows directly.
//!
//! Columns know the rows they occur in as a nonbasic column; the lists are exact, never stale, and sorted: a pivot takes rows out of
//! many columns, of which each may be in thousands of rows, and a search from one end to the other would be most of its cost.
//! Slack columns are in no row until they are attached.

use crate::bounds::Col;
use crate::linear::{Change, Terms, coefficient, combine, content, divide};
use base::{IdxVec, Int};

base::id! {
    /// A row of the tableau.
    pub(crate) struct RowId;
}

/// `scale * basic = sum of terms`.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) basic: Col,
    pub(crate) scale: Int,
    pub(crate) terms: Terms<Col>,
}

/// The role of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Position {
    /// Not in the tableau; only slack columns.
    Detached,
    Nonbasic,
    Basic(RowId),
}

/// All rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tableau {
    rows: IdxVec<RowId, Row>,
    free: Vec<RowId>,
    columns: IdxVec<Col, Vec<RowId>>,
    position: IdxVec<Col, Position>,
}

impl Tableau {
    pub(crate) fn new_col(&mut self, position: Position) {
        self.columns.push(Vec::new());
        self.position.push(position);
    }

    #[inline]
    pub(crate) fn position(&self, col: Col) -> Position {
        self.position[col]
    }

    #[inline]
    pub(crate) fn row(&self, row: RowId) -> &Row {
        &self.rows[row]
    }

    pub(crate) fn row_of(&self, col: Col) -> Option<RowId> {
        match self.position[col] {
            Position::Basic(row) => Some(row),
            _ => None,
        }
    }

    /// The rows in which the nonbasic `col` occurs.
    #[inline]
    pub(crate) fn column(&self, col: Col) -> &[RowId] {
        &self.columns[col]
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.rows.len() - self.free.len()
    }

    /// All rows in use.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|r| !r.scale.is_zero())
    }

    /// Their numbers.
    pub(crate) fn ids(&self) -> impl Iterator<Item = RowId> + '_ {
        self.rows.ids().filter(|&r| !self.rows[r].scale.is_zero())
    }

    /// The coefficient of the nonbasic `col` in `row`.
    ///
    /// # Panics
    /// If `col` does not occur.
    #[inline]
    pub(crate) fn coefficient(&self, row: RowId, col: Col) -> &Int {
        coefficient(&self.rows[row].terms, col).expect("column list names this row")
    }

    /// The work of a pivot that brings `col` into the basis.
    pub(crate) fn pivot_cost(&self, row: RowId, col: Col) -> u64 {
        let own = self.rows[row].terms.len();
        self.columns[col].iter().map(|&r| (self.rows[r].terms.len() + own) as u64).sum()
    }

    /// Adds the row of `slack = sum of terms`, with basic columns substituted; `slack` is basic.
    pub(crate) fn attach(&mut self, slack: Col, terms: &[(Col, Int)]) -> u64 {
        debug_assert_eq!(self.position[slack], Position::Detached);
        let mut row = Row { basic: slack, scale: Int::ONE, terms: terms.to_vec() };
        let mut work = terms.len() as u64;
        for &(col, _) in terms {
            if let Position::Basic(r) = self.position[col] {
                let at = row.terms.binary_search_by_key(&col, |t| t.0);
                let (_, a) = row.terms.remove(at.expect("no substitution removes a basic column"));
                substitute(&mut row, &a, &self.rows[r], |_, _| {});
                work += (row.terms.len() + self.rows[r].terms.len()) as u64;
            }
        }
        let id = self.free.pop().unwrap_or(self.rows.next_id());
        row.terms.iter().for_each(|t| insert(&mut self.columns[t.0], id));
        self.position[slack] = Position::Basic(id);
        if id == self.rows.next_id() {
            self.rows.push(row);
        } else {
            self.rows[id] = row;
        }
        work
    }

    /// Removes the row of the basic column `slack`.
    pub(crate) fn detach(&mut self, slack: Col) {
        let Position::Basic(id) = self.position[slack] else { return };
        let terms = std::mem::take(&mut self.rows[id].terms);
        terms.iter().for_each(|t| remove(&mut self.columns[t.0], id));
        self.rows[id].scale = Int::ZERO;
        self.position[slack] = Position::Detached;
        self.free.push(id);
    }

    /// Exchanges the basic column of `row` with the nonbasic `entering`.
    pub(crate) fn pivot(&mut self, row: RowId, entering: Col) {
        let leaving = self.rows[row].basic;
        self.solve_for(row, entering);
        let mut others = std::mem::take(&mut self.columns[entering]);
        let pivot_row = std::mem::replace(
            &mut self.rows[row],
            Row { basic: entering, scale: Int::ONE, terms: Vec::new() },
        );
        for &r in others.iter().filter(|&&r| r != row) {
            let target = &mut self.rows[r];
            let at = target.terms.binary_search_by_key(&entering, |t| t.0);
            let (_, a) = target.terms.remove(at.expect("column list names this row"));
            let columns = &mut self.columns;
            substitute(target, &a, &pivot_row, |col, change| match change {
                Change::Added => insert(&mut columns[col], r),
                Change::Removed => remove(&mut columns[col], r),
            });
        }
        others.clear();
        self.columns[entering] = others;
        insert(&mut self.columns[leaving], row);
        self.rows[row] = pivot_row;
        self.position[entering] = Position::Basic(row);
        self.position[leaving] = Position::Nonbasic;
    }

    /// Rewrites `scale * basic = a * entering + rest` as `|a| * entering = ...`.
    fn solve_for(&mut self, row: RowId, entering: Col) {
        let Row { basic, scale, terms } = &mut self.rows[row];
        let at = terms.binary_search_by_key(&entering, |t| t.0).expect("entering is in the row");
        let (_, a) = terms.remove(at);
        let mut leaving_coefficient = std::mem::replace(scale, a.abs());
        if a.is_positive() {
            terms.iter_mut().for_each(|t| t.1 = -&t.1);
        } else {
            leaving_coefficient = -leaving_coefficient;
        }
        let at = terms.partition_point(|t| t.0 < *basic);
        terms.insert(at, (*basic, leaving_coefficient));
        *basic = entering;
    }

    /// Asserts that rows, columns and positions agree.
    pub(crate) fn assert_invariants(&self) {
        for col in self.columns.ids() {
            assert!(self.columns[col].is_sorted());
            for &r in &self.columns[col] {
                assert!(coefficient(&self.rows[r].terms, col).is_some());
            }
        }
        for id in self.rows.ids().filter(|&r| !self.rows[r].scale.is_zero()) {
            let row = &self.rows[id];
            assert!(row.scale.is_positive() && row.terms.is_sorted_by_key(|t| t.0));
            assert_eq!(self.position[row.basic], Position::Basic(id));
            for (col, c) in &row.terms {
                assert!(!c.is_zero() && self.position[*col] == Position::Nonbasic);
                assert_eq!(self.columns[*col].iter().filter(|&&r| r == id).count(), 1);
            }
        }
    }
}

/// Replaces `a * x`, already taken out of `target`, by what `source`, the row of `x`, says.
fn substitute(target: &mut Row, a: &Int, source: &Row, on_change: impl FnMut(Col, Change)) {
    let g = a.gcd(&source.scale);
    let (up, factor) = if g.is_one() {
        (source.scale.clone(), a.clone())
    } else {
        (source.scale.div_exact(&g), a.div_exact(&g))
    };
    combine(&mut target.terms, &up, &source.terms, &factor, on_change);
    target.scale *= &up;
    if !target.scale.is_one() {
        let g = content(target.scale.clone(), target.terms.iter().map(|t| &t.1));
        target.scale = target.scale.div_exact(&g);
        divide(&mut target.terms, &g);
    }
}

fn insert(list: &mut Vec<RowId>, row: RowId) {
    let at = list.binary_search(&row);
    debug_assert!(at.is_err(), "a column names a row twice");
    list.insert(at.unwrap_or_else(|at| at), row);
}

fn remove(list: &mut Vec<RowId>, row: RowId) {
    if let Ok(at) = list.binary_search(&row) {
        list.remove(at);
    }
}
