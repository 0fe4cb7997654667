//! The solver: from asserted terms to a checked answer.
//!
//! The life of a check, module by module:
//!
//! 1. [`session`] holds the assertion stack and starts a check under a [`base::Budget`].
//!    (or answers from an earlier one: `known_answers`, `incremental`).
//! 2. [`preprocess`] rewrites the conjunction and solves equalities.
//! 3. [`engine`] turns what is left into clauses ([`cnf`]), introduces atoms and terms to the
//!    theories (`register`), and is driven by the SAT core through [`theory::combine`].
//! 4. [`euf`] and [`lia`] propagate while the SAT core assigns; [`strings`] looks at the
//!    [`relevancy`]-filtered conjunction at the final check.
//! 5. `judge` builds a model and evaluates the original assertions in it.
//!
//! What 2 to 4 conclude can be written down for other solvers to check ([`audit`]), and what a refutation rests on ([`trace`]).
//!
//! Concrete syntax is absent from here.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

pub mod audit;
mod blast;
mod blaster;
pub mod cnf;
pub mod elimination;
pub mod engine;
pub mod euf;
mod incremental;
mod judge;
mod known_answers;
pub mod lia;

mod memory;
pub mod models;
pub mod optimize;
pub mod options;
pub mod preprocess;
mod register;
mod registry;
pub mod relevancy;
pub mod sequences;
mod session;
pub mod stats;
pub mod strings;
pub mod theory;
pub mod trace;
mod unsat_core;

pub use models::{Enumeration, Order};
pub use optimize::{Optimum, Sense};
pub use options::Options;
pub use session::{Reason, Session, Verdict};
