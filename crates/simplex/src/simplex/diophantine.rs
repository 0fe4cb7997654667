//! Integer reasoning from equalities: parities, and bounds rounded to residue classes.
//!
//! Every fixed column is an equation between variables. [`Equations`] either refutes them (so `2x
//! = 3y + 1` and `y = 2z` is a conflict although both are unbounded and branching would go on
//! forever) or solves them. Substituted into any other bounded sum, the solution may leave `g *
//! (...) + c`: then the bounds of the sum are rounded to what is `c` modulo `g`, which is a bound
//! derived from the old one and the equations used.

use crate::bounds::{BoundId, Col, Side};
use crate::equations::{Equations, Form, Provenance};
use crate::linear::content;
use crate::tableau::Position;
use crate::{Conflict, Simplex};
use base::{Idx, Int, Limits, Stop, affordable};

/// What the equations said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Diophantine {
    Conflict(Conflict),
    /// Some bounds were tightened.
    Tightened,
    Nothing,
}

impl Simplex {
    /// Solves the equalities among the bounds, as long as that is short, or a small part of what the query has cost: many equalities of
    /// long sums take their time, but without them branches may have no end.
    pub(crate) fn solve_equalities(&mut self, limits: &Limits<'_>) -> Result<Diophantine, Stop> {
        let tunables = &limits.tunables().simplex;
        let steps = tunables.equation_steps.max(limits.budget().spent() / tunables.equation_share);
        let found = affordable(limits.within(steps, |local| self.try_solve_equalities(local)))?;
        Ok(found.unwrap_or(Diophantine::Nothing))
    }

    fn try_solve_equalities(&mut self, limits: &Limits<'_>) -> Result<Diophantine, Stop> {
        let fixed = self.equalities();
        if fixed.iter().all(|&c| self.defs.of(c).is_none()) {
            return Ok(Diophantine::Nothing);
        }
        let mut equations = Equations::new(self.bounds.len());
        for &col in &fixed {
            let Some(value) = self.bounds.fixed(col).cloned() else { continue };
            if let Err(used) = equations.add(self.numbered_terms(col), &value, limits)? {
                let roots = self.equation_bounds(&used, &fixed);
                return Ok(Diophantine::Conflict(self.conflict_of(&roots)));
            }
        }
        self.tighten(&equations, &fixed, limits)
    }

    /// The fixed columns, shortest sums first. A slack outside the tableau is only fixed as a
    /// consequence of others.
    fn equalities(&self) -> Vec<Col> {
        let mut fixed: Vec<Col> = self.fixed().map(|f| f.0).collect();
        fixed.retain(|&c| self.tableau.position(c) != Position::Detached);
        base::order::sort_by_key(&mut fixed, |&c| self.defs.of(c).map_or(1, |d| d.terms.len()));
        fixed
    }

    fn numbered_terms(&self, col: Col) -> Vec<(u32, Int)> {
        match self.defs.of(col) {
            Some(def) => def.terms.iter().map(|(c, a)| (c.0, a.clone())).collect(),
            None => vec![(col.0, Int::ONE)],
        }
    }

    fn equation_bounds(&self, used: &Provenance, fixed: &[Col]) -> Vec<BoundId> {
        let cols = used.equations().map(|e| fixed[e as usize]);
        cols.flat_map(|c| [Side::Lower, Side::Upper].map(|side| self.bounds.id(c, side)))
            .flatten()
            .collect()
    }

    /// Rounds bounds to the residue classes that the solved equations leave.
    fn tighten(
        &mut self,
        equations: &Equations,
        fixed: &[Col],
        limits: &Limits<'_>,
    ) -> Result<Diophantine, Stop> {
        let mut any = false;
        for col in (0..self.bounds.len()).map(Col::from_index) {
            let terms = self.numbered_terms(col);
            if self.tableau.position(col) == Position::Detached
                || !self.bounds.is_bounded(col)
                || self.bounds.fixed(col).is_some()
                || !equations.applies_to(&terms)
            {
                continue;
            }
            let mut form = Equations::form(terms);
            equations.reduce(&mut form, limits)?;
            match self.round_bounds(col, &form, fixed) {
                Ok(news) => any |= news,
                Err(conflict) => return Ok(Diophantine::Conflict(conflict)),
            }
        }
        Ok(if any { Diophantine::Tightened } else { Diophantine::Nothing })
    }

    /// Rounds the bounds of `col`, which equals `form`.
    fn round_bounds(&mut self, col: Col, form: &Form, fixed: &[Col]) -> Result<bool, Conflict> {
        let g = content(Int::ZERO, form.terms.iter().map(|t| &t.1));
        if g.is_one() {
            return Ok(false);
        }
        let mut news = false;
        for side in [Side::Lower, Side::Upper] {
            let old = self.bounds.id(col, side);
            let value = match (old, g.is_zero()) {
                (_, true) => form.constant.clone(),
                (None, false) => continue,
                (Some(id), false) => round(&self.bounds.get(id).value, side, &form.constant, &g),
            };
            let mut premises = self.equation_bounds(&form.used, fixed);
            if !g.is_zero() {
                premises.extend(old);
            }
            news |= self.set_derived(col, side, value, premises)?;
        }
        Ok(news)
    }
}

/// The number next to `bound`, inwards, that is `constant` modulo `g`.
fn round(bound: &Int, side: Side, constant: &Int, g: &Int) -> Int {
    let distance = bound - constant;
    let quotient = match side {
        Side::Lower => distance.div_ceil(g),
        Side::Upper => distance.div_floor(g),
    };
    &(&quotient * g) + constant
}
