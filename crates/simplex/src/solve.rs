//! [`Ilp`]: conjunctions of linear constraints over integers, decided without a SAT solver.
//!
//! The constraints are kept beside the engine and asserted when they are to be solved, so any
//! subset of them is a warm start away: that is how assumptions work and how cores are shrunk.
//!
//! The search itself is in `search`. Depth-first branching need not end on unbounded problems,
//! although equality solving and cuts close most of the classical traps. So the search is run in
//! rounds: without restriction but few nodes; then with the unbounded variables in boxes of
//! growing size, which finds small models and ends; then without limit. A refutation that does
//! not rest on the box is one of the problem itself and ends the rounds.

use crate::bounds::Col;
use crate::simplex::search::{BOX, Effort, Outcome};
use crate::{Conflict, Reason, Simplex};
use base::minimize::{Trial, minimize};
use base::{Idx, Int, Limits, Stop, tunables};
use std::convert::Infallible;

/// The nodes of each round, and the box that it is restricted to.
fn rounds(tunables: &tunables::Simplex) -> [(u64, Option<i64>); 6] {
    let nodes = tunables.ilp_nodes;
    [
        (nodes, None),
        (8 * nodes, Some(tunables.ilp_small_box)),
        (32 * nodes, Some(tunables.ilp_medium_box)),
        (32 * nodes, None),
        (128 * nodes, Some(tunables.ilp_large_box)),
        // exact: as many as the limits allow.
        (u64::MAX, None),
    ]
}

/// How a sum is related to a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// At most.
    Le,
    /// At least.
    Ge,
    /// Equal.
    Eq,
    /// Different.
    Ne,
}

/// A constraint on one column, as tight as integers allow.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    pub(crate) col: Col,
    pub(crate) relation: Relation,
    pub(crate) value: Int,
    pub(crate) tag: Reason,
}

/// The answer of [`Ilp::solve`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// There is a solution.
    Sat(Model),
    /// Unsatisfiable; the constraints with these tags suffice.
    Unsat(Vec<Reason>),
    /// The limits were reached.
    Unknown(Stop),
}

/// Values of all columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    values: Vec<Int>,
}

impl Model {
    /// The value of `col`, which was created before the model was.
    pub fn value(&self, col: Col) -> &Int {
        &self.values[col.index()]
    }
}

/// A conjunction of tagged linear constraints over integer variables.
///
/// ```
/// use base::{Budget, Int, Limits};
/// use simplex::{Decision, Ilp, Reason, Relation};
/// let mut ilp = Ilp::new();
/// let (k, m) = (ilp.new_var(), ilp.new_var());
/// // 2k = 3m + 1 and m = 4 - 2k have no common integer solution.
/// ilp.add(&[(k, Int::from(2)), (m, Int::from(-3))], Relation::Eq, &Int::from(1), Reason(0));
/// ilp.add(&[(k, Int::from(2)), (m, Int::from(1))], Relation::Eq, &Int::from(4), Reason(1));
/// let budget = Budget::unlimited();
/// let answer = ilp.solve(&Limits::none(&budget));
/// assert_eq!(answer, Decision::Unsat(vec![Reason(0), Reason(1)]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ilp {
    simplex: Simplex,
    constraints: Vec<Constraint>,
    scopes: Vec<usize>,
}

impl Ilp {
    /// The empty conjunction.
    pub fn new() -> Ilp {
        Ilp::default()
    }

    /// A new variable.
    pub fn new_var(&mut self) -> Col {
        self.simplex.new_col()
    }

    /// Adds `sum relation value`. Tags need not be distinct.
    ///
    /// # Panics
    /// If the tag is not below `2^31`.
    pub fn add(&mut self, sum: &[(Col, Int)], relation: Relation, value: &Int, tag: Reason) {
        assert!(tag < BOX, "tag is reserved");
        let (col, factor) = self.simplex.define_primitive(sum);
        if factor.is_zero() {
            // The column is 0, as is the sum.
            self.constraints.push(Constraint { col, relation, value: value.clone(), tag });
            return;
        }
        let relation = match relation {
            Relation::Le if factor.is_negative() => Relation::Ge,
            Relation::Ge if factor.is_negative() => Relation::Le,
            other => other,
        };
        let (floor, ceil) = (value.div_floor(&factor), value.div_ceil(&factor));
        let mut push = |relation, value| {
            self.constraints.push(Constraint { col, relation, value, tag });
        };
        match relation {
            Relation::Le => push(Relation::Le, floor),
            Relation::Ge => push(Relation::Ge, ceil),
            Relation::Ne if floor != ceil => {}
            Relation::Eq if floor != ceil => {
                push(Relation::Le, floor);
                push(Relation::Ge, ceil);
            }
            Relation::Eq | Relation::Ne => push(relation, floor),
        }
    }

    /// Opens a scope of constraints.
    pub fn push(&mut self) {
        self.scopes.push(self.constraints.len());
    }

    /// Removes the constraints of the `n` innermost scopes. Variables stay.
    ///
    /// # Panics
    /// If fewer than `n` scopes are open.
    pub fn pop(&mut self, n: usize) {
        if n > 0 {
            let keep = self.scopes.len() - n;
            self.constraints.truncate(self.scopes[keep]);
            self.scopes.truncate(keep);
        }
    }

    /// The engine below; its columns may be defined, not bounded, from outside.
    pub fn simplex(&mut self) -> &mut Simplex {
        &mut self.simplex
    }

    /// Decides the conjunction. The limits should be finite: for an unbounded conjunction, hard
    /// enough, the search may not end.
    pub fn solve(&mut self, limits: &Limits<'_>) -> Decision {
        self.solve_under(&|_| true, limits)
    }

    /// Decides the conjunction of the constraints whose tags are `assumed`.
    pub fn solve_under(
        &mut self,
        assumed: &dyn Fn(Reason) -> bool,
        limits: &Limits<'_>,
    ) -> Decision {
        let before = limits.budget().spent();
        match self.decide(assumed, limits) {
            Decision::Unsat(core) => {
                let tunables = &limits.tunables().simplex;
                let spent = limits.budget().spent() - before;
                let allowance = tunables.shrink_steps + tunables.shrink_share * spent;
                let shrunk = limits.within(allowance, |local| Ok(self.shrink(&core, local)));
                Decision::Unsat(shrunk.unwrap_or(core))
            }
            other => other,
        }
    }

    /// Leaves out tags that a core does not need, as far as `limits` reach. Each trial gets an
    /// equal share of what is left: leaving out the wrong one can make the rest hard.
    pub fn shrink(&mut self, core: &[Reason], limits: &Limits<'_>) -> Vec<Reason> {
        let mut core = core.to_vec();
        base::order::sort(&mut core);
        core.dedup();
        let Ok(kept) = minimize(core.len(), (0..core.len()).rev(), |kept, out| {
            if kept.is_empty() {
                return Ok::<_, Infallible>(Trial::Stop);
            }
            let rest: Vec<Reason> = kept.iter().map(|&at| core[at]).collect();
            let assumed = |tag| rest.binary_search(&tag).is_ok();
            let attempts_left = kept.partition_point(|&at| at < out) as u64 + 1;
            let share = limits.left() / attempts_left;
            Ok(match limits.within(share, |local| Ok(self.decide(&assumed, local))) {
                Ok(Decision::Unsat(smaller)) => {
                    let position = |tag| core.binary_search(tag).expect("a tag of the core");
                    Trial::Core(smaller.iter().map(position).collect())
                }
                Ok(Decision::Unknown(Stop::Query(_))) | Err(_) => Trial::Stop,
                Ok(Decision::Sat(_) | Decision::Unknown(Stop::Local)) => Trial::Needed,
            })
        });
        kept.into_iter().map(|at| core[at]).collect()
    }

    fn decide(&mut self, assumed: &dyn Fn(Reason) -> bool, limits: &Limits<'_>) -> Decision {
        for (nodes, radius) in rounds(&limits.tunables().simplex) {
            let radius = radius.map(Int::from);
            match self.round(assumed, nodes, radius.as_ref(), limits) {
                Outcome::Sat => return Decision::Sat(self.take_model()),
                Outcome::Unsat(core) if !core.contains(&BOX) => return Decision::Unsat(core),
                Outcome::Unsat(_) | Outcome::OutOfNodes => {}
                Outcome::Stopped(stop) => return Decision::Unknown(stop),
            }
        }
        Decision::Unknown(Stop::Local)
    }

    /// One run of the search; the values of a model stay in the engine.
    fn round(
        &mut self,
        assumed: &dyn Fn(Reason) -> bool,
        nodes: u64,
        radius: Option<&Int>,
        limits: &Limits<'_>,
    ) -> Outcome {
        let depth = self.simplex.num_scopes();
        self.simplex.push();
        let outcome = match self.assert_all(assumed, radius) {
            Err(conflict) => Outcome::Unsat(conflict.reasons),
            Ok(distinct) => self.simplex.search(&distinct, Effort::Integral, nodes, limits),
        };
        self.simplex.pop(self.simplex.num_scopes() - depth);
        outcome
    }

    /// Asserts the assumed constraints; returns the disequalities.
    fn assert_all(
        &mut self,
        assumed: &dyn Fn(Reason) -> bool,
        radius: Option<&Int>,
    ) -> Result<Vec<Constraint>, Conflict> {
        let mut distinct = Vec::new();
        for c in self.constraints.iter().filter(|c| assumed(c.tag)) {
            if matches!(c.relation, Relation::Le | Relation::Eq) {
                self.simplex.assert_upper(c.col, c.value.clone(), c.tag)?;
            }
            if matches!(c.relation, Relation::Ge | Relation::Eq) {
                self.simplex.assert_lower(c.col, c.value.clone(), c.tag)?;
            }
            if c.relation == Relation::Ne {
                distinct.push(c.clone());
            }
        }
        if let Some(radius) = radius {
            self.simplex.assert_box(radius)?;
        }
        Ok(distinct)
    }

    fn take_model(&self) -> Model {
        let cols = (0..self.simplex.num_cols()).map(Col::from_index);
        Model { values: cols.map(|c| self.simplex.value(c)).collect() }
    }
}
