//! Gomory's fractional cuts, in Chvátal's integral form.
//!
//! Let `b = sum r * x` be a row with a fractional value whose nonbasic columns are all at a bound.
//! Adding the tight bounds with the fractional parts of the `r` as multipliers gives a sum with
//! integer coefficients that is at most a fractional number; rounding that down cuts the
//! current values off and no integer point:
//!
//! ```text
//! b - sum over upper of floor(r) x - sum over lower of ceil(r) x   <=   floor(its value now)
//! b - sum over upper of ceil(r) x - sum over lower of floor(r) x   >=   ceil(its value now)
//! ```
//!
//! The sum is defined as a slack column and the cut is a *derived bound* of it with the tight
//! bounds as premises. So a cut holds exactly as long as the bounds it was made from and is
//! explained like any other derivation; the caller never sees it. Mixed-integer (MIR) cuts are
//! stronger but need rational coefficients on slacks; with unit coefficients, the usual case,
//! both coincide.

use crate::Counter;
use crate::bounds::{BoundId, Col, Side};
use crate::definitions::make_primitive;
use crate::tableau::Row;
use crate::{Conflict, Simplex};
use base::{Int, Limits, Rat, Stop, tunables};

/// `sum <= limit` (or `>=`), implied by the premises.
struct Cut {
    sum: Vec<(Col, Int)>,
    side: Side,
    limit: Int,
    premises: Vec<BoundId>,
}

impl Simplex {
    /// Adds cuts; tells whether there were any.
    pub(crate) fn cut(&mut self, limits: &Limits<'_>) -> Result<Result<bool, Conflict>, Stop> {
        let (mut cuts, tunables) = (Vec::new(), &limits.tunables().simplex);
        let rows = self.tableau.iter().filter(|r| !self.values[r.basic].is_integer());
        for row in rows.take(tunables.cut_rows) {
            limits.charge(2 * row.terms.len() as u64)?;
            cuts.extend(self.row_cut(row, Side::Upper));
            cuts.extend(self.row_cut(row, Side::Lower));
        }
        let mut any = false;
        for cut in cuts {
            match self.add_cut(cut, tunables) {
                Ok(added) => any |= added,
                Err(conflict) => return Ok(Err(conflict)),
            }
        }
        Ok(Ok(any))
    }

    fn row_cut(&self, row: &Row, side: Side) -> Option<Cut> {
        let mut sum = vec![(row.basic, Int::ONE)];
        let mut value = self.values[row.basic].clone();
        let mut premises = Vec::new();
        for (col, a) in &row.terms {
            let (tight, id) = self.tight_bound(*col)?;
            let ratio = Rat::new(a.clone(), row.scale.clone());
            let k = if tight == side { ratio.floor() } else { ratio.ceil() };
            if !ratio.is_integer() {
                premises.push(id);
            }
            value = &value - &self.values[*col].scale(&k, &Int::ONE);
            sum.push((*col, -k));
        }
        let limit = if side == Side::Upper { value.floor() } else { value.ceil() };
        Some(Cut { sum, side, limit, premises })
    }

    /// The bound that the value of the nonbasic `col` is at.
    fn tight_bound(&self, col: Col) -> Option<(Side, BoundId)> {
        [Side::Upper, Side::Lower].into_iter().find_map(|side| {
            let id = self.bounds.id(col, side)?;
            self.values[col].cmp_int(&self.bounds.get(id).value).is_eq().then_some((side, id))
        })
    }

    fn add_cut(&mut self, cut: Cut, tunables: &tunables::Simplex) -> Result<bool, Conflict> {
        let mut terms = self.defs.expand(&cut.sum);
        let most = Int::from(tunables.cut_coefficient);
        let is_long = terms.len() > tunables.cut_terms;
        if terms.iter().any(|t| t.1.abs() > most) || is_long || terms.is_empty() {
            return Ok(false);
        }
        let factor = make_primitive(&mut terms);
        let side = if factor.is_negative() { cut.side.opposite() } else { cut.side };
        let limit = match side {
            Side::Upper => cut.limit.div_floor(&factor),
            Side::Lower => cut.limit.div_ceil(&factor),
        };
        let col = self.column_of(terms, false);
        self.stats.count(Counter::Cuts);
        self.set_derived(col, side, limit, cut.premises)
    }

    /// Sets a bound that follows from `premises`; tells whether it is news.
    pub(crate) fn set_derived(
        &mut self,
        col: Col,
        side: Side,
        value: Int,
        mut premises: Vec<BoundId>,
    ) -> Result<bool, Conflict> {
        if self.bounds.value(col, side).is_some_and(|old| !side.is_stronger(&value, old)) {
            return Ok(false);
        }
        if let Some(id) = self.bounds.id(col, side.opposite())
            && side.is_stronger(&value, &self.bounds.get(id).value)
        {
            premises.push(id);
            return Err(self.conflict_of(&premises));
        }
        self.bounds.set_derived(col, side, value, &premises);
        self.stats.count(Counter::DerivedBounds);
        self.note_new_bound(col, side);
        Ok(true)
    }
}
