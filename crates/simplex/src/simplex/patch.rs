//! Patching: shifting nonbasic columns by whole steps until fractional basic ones are whole.
//!
//! With `scale * basic = N` for an `N` not divisible by `scale`, moving a nonbasic column of
//! coefficient `a` by `d` asks for `N + a * d = 0` modulo `scale`: solvable iff `gcd(a, scale)`
//! divides `N`, with one solution modulo `scale / gcd`. The two solutions next to 0 are tried and
//! kept if no bound is crossed and no other basic column becomes fractional ([`super::freedom`]). Most
//! length problems have slack everywhere and become integer feasible this way, without a branch.
//! The idea is that of the patcher in z3's `int_solver`. Fractional rows share columns: what a column
//! has room for is found out once, and again when another has moved.

use crate::Counter;
use crate::Simplex;
use crate::bounds::Col;
use crate::linear::inverse_mod;
use crate::simplex::freedom::Freedom;
use crate::tableau::RowId;
use base::{FxHashMap, Int, Limits, Rat, Stop};

/// What columns have room for, with the number of moves before that was found out.
type Freedoms = FxHashMap<Col, (usize, Freedom)>;

impl Simplex {
    /// The basic columns with a fractional value, in order of rows.
    pub(crate) fn fractional(&self) -> Vec<Col> {
        let basics = self.tableau.iter().map(|r| r.basic);
        basics.filter(|&c| !self.values[c].is_integer()).collect()
    }

    /// Tries to make every basic column whole; the values stay feasible.
    pub(crate) fn patch(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        let (mut freedoms, mut moves) = (Freedoms::default(), 0);
        for basic in self.fractional() {
            if let Some(row) = self.tableau.row_of(basic)
                && !self.values[basic].is_integer()
                && let Some((col, step)) = self.patch_for(row, moves, &mut freedoms, limits)?
            {
                self.move_nonbasic(col, &Rat::from(step));
                self.stats.count(Counter::Patches);
                moves += 1;
            }
        }
        Ok(())
    }

    /// What makes a row whole after so many moves: the first column that has room for a step that does.
    fn patch_for(
        &self,
        row: RowId,
        moves: usize,
        freedoms: &mut Freedoms,
        limits: &Limits<'_>,
    ) -> Result<Option<(Col, Int)>, Stop> {
        for (col, a) in &self.tableau.row(row).terms {
            limits.charge(1)?;
            let known = freedoms.get(col);
            if known.is_none_or(|(at, _)| *at < moves) {
                let freedom = self.freedom(*col, known.map(|(_, before)| before), limits)?;
                freedoms.insert(*col, (moves, freedom));
            }
            let freedom = &freedoms[col].1;
            if freedom.is_none() {
                continue;
            }
            if let Some(step) = self.steps(row, a).into_iter().find(|step| freedom.admits(step)) {
                return Ok(Some((*col, step)));
            }
        }
        Ok(None)
    }

    /// The least steps up and down of a column with coefficient `a` that make the row whole.
    fn steps(&self, row: RowId, a: &Int) -> Vec<Int> {
        let row = self.tableau.row(row);
        let Some(total) = self.values[row.basic].scale(&row.scale, &Int::ONE).to_int().cloned()
        else {
            return Vec::new();
        };
        let (g, inverse) = inverse_mod(a, &row.scale);
        let (quotient, rest) = total.div_rem_euclid(&g);
        if !rest.is_zero() {
            return Vec::new();
        }
        let period = row.scale.div_exact(&g);
        let up = (-(quotient * inverse)).div_rem_euclid(&period).1;
        let down = &up - &period;
        vec![up, down]
    }

    pub(crate) fn is_within(&self, col: Col, value: &Rat) -> bool {
        self.bounds.lower(col).is_none_or(|l| value.cmp_int(l).is_ge())
            && self.bounds.upper(col).is_none_or(|u| value.cmp_int(u).is_le())
    }
}
