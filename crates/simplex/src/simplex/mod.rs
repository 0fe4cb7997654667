//! The state of the arithmetic engine, and the operations that record rather than compute.

mod bound_propagation;
mod branch;
mod conflict;
mod cube;
mod cuts;
mod diophantine;
mod dive;
mod eliminate;
mod freedom;
mod gcd;
mod integer;
mod long_sums;
mod optimize;
mod patch;
mod pivot;
mod repair;
pub(crate) mod search;
mod separate;

use crate::activity::LONG;
use crate::bounds::{BoundId, Bounds, Col, Origin, Side};
use crate::definitions::{Definitions, make_primitive};
use crate::linear::Terms;
use crate::queue::ColQueue;
use crate::tableau::{Position, Tableau};
use crate::{Reason, Stats};
use base::{IdxVec, Int, Rat};

pub use bound_propagation::Implied;
pub use conflict::Conflict;
pub use integer::IntOutcome;
pub use separate::Apart;

/// Linear arithmetic over integer columns.
///
/// ```
/// use base::{Budget, Int};
/// use simplex::{IntOutcome, Reason, Simplex};
/// let mut s = Simplex::new();
/// let (x, y) = (s.new_col(), s.new_col());
/// let sum = s.define(&[(x, Int::from(2)), (y, Int::from(2))]);
/// s.push();
/// s.assert_lower(sum, Int::from(1), Reason(1)).unwrap();
/// s.assert_upper(sum, Int::from(1), Reason(2)).unwrap();
/// let budget = Budget::unlimited();
/// let Ok(IntOutcome::Conflict(c)) = s.check_int(&budget) else { panic!("2x + 2y = 1") };
/// assert_eq!(c.reasons.len(), 2);
/// s.pop(1);
/// assert!(matches!(s.check_int(&budget), Ok(IntOutcome::Feasible)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Simplex {
    bounds: Bounds,
    defs: Definitions,
    tableau: Tableau,
    values: IdxVec<Col, Rat>,
    /// Columns whose bounds changed since the last [`check`](Self::check).
    touched: Vec<Col>,
    /// Columns with the sides on which their bounds changed since the last [`propagate`](Self::propagate).
    changed: Vec<(Col, Side)>,
    infeasible: ColQueue,
    /// The slack columns in the tableau.
    attached: Vec<Col>,
    /// The number of them at which to look for superfluous ones.
    sweep_at: usize,
    /// Work done by operations that have no budget to charge; the next check does.
    owed: u64,
    dives: dive::Dives,
    workspace: bound_propagation::Workspace,
    stats: Stats,
}

impl Simplex {
    /// An engine without columns.
    pub fn new() -> Simplex {
        Simplex::default()
    }

    /// A new variable.
    pub fn new_col(&mut self) -> Col {
        self.add_col(Position::Nonbasic)
    }

    fn add_col(&mut self, position: Position) -> Col {
        self.defs.new_col();
        self.tableau.new_col(position);
        self.values.push(Rat::ZERO);
        self.infeasible.new_col();
        self.bounds.new_col()
    }

    /// How many columns there are.
    pub fn num_cols(&self) -> usize {
        self.bounds.len()
    }

    /// The column that equals the sum `coefficient * column`; the same for equal sums.
    ///
    /// Definitions are never undone. A sum of one variable is that variable.
    pub fn define(&mut self, sum: &[(Col, Int)]) -> Col {
        let terms = self.defs.expand(sum);
        self.column_of(terms, true)
    }

    /// A column and a factor whose product is the given sum; the same column for all sums that
    /// differ by a factor. The coefficients of the column's sum are coprime, so that
    /// `sum <= n` is `column <= n / factor` rounded down (or `>=` rounded up if the factor is
    /// negative). The factor is 0 only if the sum is identically 0.
    pub fn define_primitive(&mut self, sum: &[(Col, Int)]) -> (Col, Int) {
        let mut terms = self.defs.expand(sum);
        if terms.is_empty() {
            return (self.column_of(terms, true), Int::ZERO);
        }
        let factor = make_primitive(&mut terms);
        (self.column_of(terms, true), factor)
    }

    pub(crate) fn column_of(&mut self, terms: Terms<Col>, propagated: bool) -> Col {
        if let [(col, one)] = &terms[..]
            && one.is_one()
        {
            return *col;
        }
        if let Some(col) = self.defs.lookup(&terms) {
            return col;
        }
        let slack = self.add_col(Position::Detached);
        if terms.is_empty() {
            self.bounds.set(slack, Side::Lower, Int::ZERO, Origin::Axiom);
            self.bounds.set(slack, Side::Upper, Int::ZERO, Origin::Axiom);
        }
        let news = propagated && terms.iter().any(|t| self.bounds.is_bounded(t.0));
        let def = self.defs.add(slack, terms, propagated);
        if propagated && self.defs.get(def).terms.len() >= LONG {
            let equation: Vec<(Col, Int)> =
                self.equation(def).map(|(col, a)| (col, a.clone())).collect();
            self.bounds.watch(def, &equation);
        }
        if news {
            self.changed.extend([(slack, Side::Lower), (slack, Side::Upper)]);
        }
        slack
    }

    /// The sum over variables that `col` stands for; itself if it is a variable.
    pub fn definition(&self, col: Col) -> Vec<(Col, Int)> {
        match self.defs.of(col) {
            Some(def) => def.terms.clone(),
            None => vec![(col, Int::ONE)],
        }
    }

    /// Asserts `col >= value`.
    ///
    /// # Errors
    /// The conflict with the upper bound, in which case nothing is recorded.
    pub fn assert_lower(&mut self, col: Col, value: Int, reason: Reason) -> Result<(), Conflict> {
        self.assert_bound(col, Side::Lower, value, Origin::Asserted(reason))
    }

    /// Asserts `col <= value`.
    ///
    /// # Errors
    /// The conflict with the lower bound, in which case nothing is recorded.
    pub fn assert_upper(&mut self, col: Col, value: Int, reason: Reason) -> Result<(), Conflict> {
        self.assert_bound(col, Side::Upper, value, Origin::Asserted(reason))
    }

    pub(crate) fn assert_bound(
        &mut self,
        col: Col,
        side: Side,
        value: Int,
        origin: Origin,
    ) -> Result<(), Conflict> {
        if let Some(id) = self.bounds.id(col, side) {
            let held = self.bounds.get(id);
            if !side.is_stronger(&value, &held.value) {
                let is_named = matches!(origin, Origin::Asserted(name) if held.name == Some(name));
                if held.value == value && held.origin.is_derived() && !is_named {
                    // Nothing new, but from now on explained by this one reason.
                    self.bounds.set(col, side, value, origin);
                }
                return Ok(());
            }
        }
        if let Some(id) = self.bounds.id(col, side.opposite())
            && side.is_stronger(&value, &self.bounds.get(id).value)
        {
            return Err(self.clash(id, &value, origin));
        }
        self.bounds.set(col, side, value, origin);
        self.note_new_bound(col, side);
        Ok(())
    }

    /// The conflict of a new bound with the bound `held` on the other side.
    fn clash(&mut self, held: BoundId, value: &Int, origin: Origin) -> Conflict {
        let mut roots = [(Int::ONE, held)];
        let margin = (&self.bounds.get(held).value - value).abs();
        self.relax(&mut roots, margin - Int::ONE);
        let mut conflict = self.conflict_of(&[roots[0].1]);
        if let Origin::Asserted(reason) = origin {
            conflict.add(reason);
        }
        conflict
    }

    /// Schedules what a new bound of `col` calls for; brings the row of a slack column in.
    pub(crate) fn note_new_bound(&mut self, col: Col, side: Side) {
        self.attach(col);
        self.touched.push(col);
        self.changed.push((col, side));
    }

    /// Brings the row of a slack column into the tableau.
    pub(crate) fn attach(&mut self, col: Col) {
        if self.tableau.position(col) == Position::Detached
            && let Some(def) = self.defs.of(col)
        {
            self.owed += self.tableau.attach(col, &def.terms);
            self.values[col] = self.evaluate(&def.terms);
            self.attached.push(col);
        }
    }

    /// Takes the rows of basic columns without bounds out of the tableau, once there may be many.
    /// They constrain nothing, but take part in every pivot. Of fewer than `least` none is looked for.
    pub(crate) fn sweep(&mut self, least: usize) {
        if self.attached.len() < self.sweep_at.max(least) {
            return;
        }
        let Simplex { attached, tableau, bounds, .. } = self;
        attached.retain(|&col| {
            let idle = !bounds.is_bounded(col) && tableau.row_of(col).is_some();
            if idle {
                tableau.detach(col);
            }
            !idle
        });
        self.sweep_at = 2 * self.attached.len();
    }

    pub(crate) fn evaluate(&self, terms: &[(Col, Int)]) -> Rat {
        let mut sum = Rat::ZERO;
        for (col, c) in terms {
            sum += &self.values[*col].scale(c, &Int::ONE);
        }
        sum
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.bounds.push();
    }

    /// Closes the `n` innermost scopes and forgets the bounds set in them.
    ///
    /// # Panics
    /// If fewer than `n` scopes are open.
    pub fn pop(&mut self, n: usize) {
        self.bounds.pop(n);
    }

    /// How many scopes are open.
    pub fn num_scopes(&self) -> usize {
        self.bounds.scopes()
    }

    /// The strongest lower bound of `col`.
    pub fn lower(&self, col: Col) -> Option<&Int> {
        self.bounds.lower(col)
    }

    /// The strongest upper bound of `col`.
    pub fn upper(&self, col: Col) -> Option<&Int> {
        self.bounds.upper(col)
    }

    /// The strongest bound of `col` on `side`, to be explained.
    pub fn bound(&self, col: Col, side: Side) -> Option<BoundId> {
        self.bounds.id(col, side)
    }

    /// The value of a bound.
    pub fn bound_value(&self, id: BoundId) -> &Int {
        &self.bounds.get(id).value
    }

    /// Adds to `out` the reasons, each once, that imply the bound `id`, but not its own name. All of them were asserted
    /// before the bound was found, or are names of older bounds.
    pub fn explain(&self, id: BoundId, out: &mut Vec<Reason>) {
        let roots = match self.bounds.get(id).name {
            Some(_) => self.bounds.premises_of(id, |bound, id| self.sum_premises(bound, id)),
            None => vec![id],
        };
        debug_assert!(roots.iter().all(|&root| root <= id), "an explanation by what came later");
        self.reasons(&roots, out);
    }

    /// The caller says the same as the derived bound `id` by `name`, which may stand for it in later explanations.
    pub fn name(&mut self, id: BoundId, name: Reason) {
        self.bounds.name(id, name);
    }

    /// The oldest bound that can take the place of `id` to imply the weaker bound `value`. Its
    /// reasons are likely to be fewer and older.
    pub fn oldest_implying(&self, id: BoundId, value: &Int) -> BoundId {
        self.bounds.oldest_implying(id, value)
    }

    /// The value of `col` if its bounds leave only one.
    pub fn is_fixed(&self, col: Col) -> Option<&Int> {
        self.bounds.fixed(col)
    }

    /// The columns whose bounds leave one value, with it.
    pub fn fixed(&self) -> impl Iterator<Item = (Col, &Int)> {
        self.bounds.cols().filter_map(|c| self.bounds.fixed(c).map(|v| (c, v)))
    }

    /// The current value of `col`: within all bounds after a successful
    /// [`check`](Self::check), and whole after a successful [`check_int`](Self::check_int).
    pub fn rational_value(&self, col: Col) -> Rat {
        match (self.tableau.position(col), self.defs.of(col)) {
            (Position::Detached, Some(def)) => self.evaluate(&def.terms),
            _ => self.values[col].clone(),
        }
    }

    /// The value of `col` in the model that [`check_int`](Self::check_int) found; before that,
    /// a rounded one.
    pub fn value(&self, col: Col) -> Int {
        self.rational_value(col).floor()
    }

    /// What has been done so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Asserts what must hold between calls. For tests; costs as much as the whole tableau.
    ///
    /// # Panics
    /// If something does not hold.
    pub fn assert_invariants(&self) {
        self.tableau.assert_invariants();
        for row in self.tableau.iter() {
            let sum = self.evaluate(&row.terms);
            assert_eq!(self.values[row.basic].scale(&row.scale, &Int::ONE), sum, "row holds");
        }
        for col in self.bounds.cols() {
            if self.tableau.position(col) == Position::Nonbasic {
                assert!(self.values[col].is_integer(), "nonbasic column is whole");
                assert!(self.outside(col).is_none() || self.touched.contains(&col));
            }
            if let (Position::Basic(_) | Position::Nonbasic, Some(def)) =
                (self.tableau.position(col), self.defs.of(col))
            {
                assert_eq!(self.values[col], self.evaluate(&def.terms), "definition holds");
            }
        }
    }
}
