//! A conflict-driven clause learning solver made to be extended by theories: CDCL(T).
//!
//! It knows literals only. What they mean is the business of a [`Propagator`], which sees the
//! assignment grow and shrink, propagates literals with reasons told later, adds clauses at any
//! time and in any status, and has the last word on every model. [`propagator`] states the contract.
//!
//! One file per technique. The search loop in `search` uses, in this order: `propagate` (unit
//! propagation), `analyze`, `minimize` and `explain` (conflicts), `notify`, `context`, `lemma` and
//! `reimply` (the propagator), `restart` and `reduce`, `decide` with `order` and `phase`. `split` enforces
//! groups of mutually exclusive literals, `scope` implements push and pop, `assume` the unsatisfiable
//! cores. `lit`, `arena`, `watch` and `trail` are the data. Invariants, checked by `check`:
//!
//! - every learned clause follows from the clauses and what the propagator said;
//! - a reason precedes its literal on the trail, and levels do not decrease along it;
//! - no result depends on anything but the calls made: equal calls give equal searches.

mod arena;
mod config;
mod dimacs;
mod lit;
pub mod log;
mod order;
mod phase;
pub mod propagator;
mod restart;
mod solver;
mod stats;
mod trail;
mod watch;

pub use config::Config;
pub use dimacs::{Cnf, DimacsError};
pub use lit::{Lit, Value, Var};
pub use log::{Log, Source};
pub use propagator::{FinalCheck, NoPropagator, Propagator, Reason};
pub use solver::context::{Context, View};
pub use solver::{SolveResult, Solver, Unknown};
pub use stats::{Counter, Stats};
