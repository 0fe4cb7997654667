//! Exact linear integer arithmetic: a simplex tableau, integer reasoning on top, and a
//! self-contained decision procedure.
//!
//! The crate knows columns, bounds and opaque reasons, never terms or literals. [`Simplex`] is
//! the engine a DPLL(T) theory drives: columns and sums are defined once, bounds are asserted
//! with reasons and popped, `check` and `check_int` answer with values or with a small set of
//! reasons that cannot hold together. [`Ilp`] adds a search of its own and decides whole
//! conjunctions.
//!
//! The pieces, in the order a bound passes through them:
//!
//! | module | does |
//! |---|---|
//! | `bounds` | the trail of bounds: causal, explainable, the only thing undone |
//! | `definitions` | what slack columns stand for |
//! | `bound_propagation` | consequences of single sums |
//! | `activity`, `long_sums` | what bounds leave to long sums |
//! | `tableau`, `pivot`, `eliminate`, `repair`, `conflict` | rational feasibility, Farkas certificates |
//! | `patch`, `gcd`, `equations`, `diophantine`, `cube`, `cuts`, `branch`, `integer` | whole values |
//! | `separate` | whole values that disequalities do not exclude |
//! | `optimize` | the least and greatest value of a sum |
//! | `solve`, `search` | conjunctions with disequalities, decided |
//!
//! Invariants: rows hold exactly; at rest nonbasic columns are within their bounds and whole; a
//! conflict is an infeasible set of bounds; a derived bound rests on bounds older than itself.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod activity;
mod bounds;
mod definitions;
mod equations;
mod linear;
mod queue;
mod simplex;
mod solve;
mod tableau;

pub use bounds::{BoundId, Col, Side};
pub use simplex::{Apart, Conflict, Implied, IntOutcome, Simplex};
pub use solve::{Decision, Ilp, Model, Relation};

/// An opaque tag of the caller, such as a literal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reason(pub u32);

base::counters! {
    /// What an engine has done.
    pub struct Stats;
    /// What is counted.
    pub enum Counter {
        /// Rational feasibility checks.
        Checks,
        /// Pivots.
        Pivots,
        /// Fixed columns that left the basis before they failed.
        Eliminations,
        /// Conflicts reported.
        Conflicts,
        /// Bounds derived.
        DerivedBounds,
        /// Fractional columns made whole by patching.
        Patches,
        /// Checks that ended by moves of columns.
        Repairs,
        /// Columns moved away from a value that a disequality excludes.
        Separations,
        /// Cuts made.
        Cuts,
        /// Integer solutions found by bounding one variable after another.
        Dives,
        /// Branches asked for.
        Branches,
    }
}
