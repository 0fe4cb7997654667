//! Branch and bound with conflict sets, over the engine's own scopes.
//!
//! A node is propagated and checked. A fractional variable, or a disequality that the integer
//! model violates, splits it in two; the side nearer to 0 is tried first, as small models are the
//! ones wanted. A refuted side comes with a conflict set. If the set does not mention the split,
//! it refutes the parent too and the other side is never looked at (backjumping); otherwise the
//! sets of both sides are joined without the split. What reaches the root is a core.

use crate::bounds::{Col, Origin, Side};
use crate::solve::Constraint;
use crate::{Conflict, IntOutcome, Reason, Simplex};
use base::{Idx, Int, Limits, Stop};

/// The reason of artificial bounds. Splits have the reasons above.
pub(crate) const BOX: Reason = Reason(1 << 31);

/// How a search ended.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The current values are a model.
    Sat,
    /// The bounds with these reasons have no solution.
    Unsat(Vec<Reason>),
    OutOfNodes,
    Stopped(Stop),
}

/// `col <= below` or `col >= above`.
#[derive(Clone, Debug)]
pub(super) struct Split {
    col: Col,
    below: Int,
    above: Int,
    /// The disequality that says that nothing is in between; integers need no reason.
    because: Option<Reason>,
    first: Side,
    /// What refuted the first side, once it is.
    refuted: Option<Vec<Reason>>,
}

impl Split {
    /// `col <= below` or more, and which of them is tried first.
    pub(super) fn of(col: Col, below: Int, first: Side) -> Split {
        let above = &below + &Int::ONE;
        Split { col, below, above, because: None, first, refuted: None }
    }
}

/// What is done at a node before it is split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// All of [`Simplex::check_int`].
    Integral,
    /// Propagation and a rational solution.
    Rational,
    /// Propagation alone, until each variable has one value.
    Bounds,
}

pub(super) enum Node {
    Solved,
    Conflict(Vec<Reason>),
    Split(Split),
    /// Each variable has one value, but a sum is out of its bounds: propagation was ended early.
    Lost,
}

impl Simplex {
    /// Searches the integer solutions of the current bounds that meet the disequalities.
    pub(crate) fn search(
        &mut self,
        distinct: &[Constraint],
        effort: Effort,
        mut nodes: u64,
        limits: &Limits<'_>,
    ) -> Outcome {
        let mut splits: Vec<Split> = Vec::new();
        loop {
            let Some(left) = nodes.checked_sub(1) else { return Outcome::OutOfNodes };
            nodes = left;
            let mut core = match self.visit(distinct, (effort, splits.last()), limits) {
                Err(stop) => return Outcome::Stopped(stop),
                Ok(Node::Solved) => return Outcome::Sat,
                Ok(Node::Lost) => return Outcome::OutOfNodes,
                Ok(Node::Conflict(core)) => core,
                Ok(Node::Split(split)) => {
                    splits.push(split);
                    match self.enter(&splits) {
                        Ok(()) => continue,
                        Err(conflict) => conflict.reasons,
                    }
                }
            };
            loop {
                match self.backtrack(&mut splits, core) {
                    Some(core) => return Outcome::Unsat(core),
                    None => match self.enter(&splits) {
                        Ok(()) => break,
                        Err(conflict) => core = conflict.reasons,
                    },
                }
            }
        }
    }

    /// Asserts the untried side of the innermost split in a scope of its own.
    fn enter(&mut self, splits: &[Split]) -> Result<(), Conflict> {
        self.push();
        let Some(split) = splits.last() else { return Ok(()) };
        let side = if split.refuted.is_some() { split.first.opposite() } else { split.first };
        let value = if side == Side::Upper { &split.below } else { &split.above };
        let origin = Origin::Asserted(split_reason(splits.len() - 1));
        self.assert_bound(split.col, side, value.clone(), origin)
    }

    /// Leaves refuted splits; returns the core if none is left, else the innermost split waits for
    /// its second side.
    fn backtrack(&mut self, splits: &mut Vec<Split>, mut core: Vec<Reason>) -> Option<Vec<Reason>> {
        while let Some(mut split) = splits.pop() {
            self.pop(1);
            let own = split_reason(splits.len());
            let before = core.len();
            core.retain(|&r| r != own);
            if core.len() == before {
                continue;
            }
            match split.refuted.take() {
                None => {
                    split.refuted = Some(core);
                    splits.push(split);
                    return None;
                }
                Some(other) => {
                    core.extend(other);
                    core.extend(split.because);
                    base::order::sort(&mut core);
                    core.dedup();
                }
            }
        }
        Some(core)
    }

    fn visit(
        &mut self,
        distinct: &[Constraint],
        (effort, last): (Effort, Option<&Split>),
        limits: &Limits<'_>,
    ) -> Result<Node, Stop> {
        if let Err(conflict) = self.propagate_within(limits, &mut Vec::new())? {
            return Ok(Node::Conflict(conflict.reasons));
        }
        let outcome = match effort {
            Effort::Integral => self.check_int_within(limits)?,
            Effort::Rational => self.check_rational(limits)?,
            Effort::Bounds => return self.fix_next(last.map(|split| split.col), limits),
        };
        Ok(match outcome {
            IntOutcome::Conflict(conflict) => Node::Conflict(conflict.reasons),
            IntOutcome::Branch { col, floor } => {
                let first = if floor.is_negative() { Side::Lower } else { Side::Upper };
                Node::Split(Split::of(col, floor, first))
            }
            IntOutcome::Feasible => match distinct.iter().find(|d| self.value(d.col) == d.value) {
                Some(violated) => Node::Split(split_at(violated)),
                None => Node::Solved,
            },
        })
    }

    fn check_rational(&mut self, limits: &Limits<'_>) -> Result<IntOutcome, Stop> {
        if let Err(conflict) = self.check_within(limits)? {
            return Ok(IntOutcome::Conflict(conflict));
        }
        limits.charge(1 + self.tableau.len() as u64)?;
        Ok(match self.branch() {
            Some((col, floor)) => IntOutcome::Branch { col, floor },
            None => IntOutcome::Feasible,
        })
    }

    /// Bounds every unbounded side of a variable by `radius`.
    pub(crate) fn assert_box(&mut self, radius: &Int) -> Result<(), Conflict> {
        for col in (0..self.num_cols()).map(Col::from_index) {
            if self.defs.of(col).is_some() {
                continue;
            }
            if self.bounds.lower(col).is_none() {
                self.assert_lower(col, -radius, BOX)?;
            }
            if self.bounds.upper(col).is_none() {
                self.assert_upper(col, radius.clone(), BOX)?;
            }
        }
        Ok(())
    }
}

fn split_at(violated: &Constraint) -> Split {
    let Constraint { col, ref value, tag, .. } = *violated;
    let first = if value.is_positive() { Side::Upper } else { Side::Lower };
    let (below, above) = (value - &Int::ONE, value + &Int::ONE);
    Split { col, below, above, because: Some(tag), first, refuted: None }
}

fn split_reason(depth: usize) -> Reason {
    Reason(BOX.0 + 1 + base::id32(depth))
}
