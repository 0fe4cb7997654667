//! The solver for C and C++.
//!
//! This is the only crate with unsafe code: pointers that a caller in C hands over have to be believed. What is done with them is in
//! `border`; `solver`, `terms` and `answers` are the functions, and say nothing but what the library says. Nothing unwinds into C: a
//! panic, which is a bug, becomes `STRINGENT_FAILED`, and the solver answers nothing else from then on.
//!
//! * `border`: pointers in, texts and arrays out, panics stopped.
//! * `solver`: making and ending solvers, options, scopes, assertions, checks.
//! * `terms`: formulas, as numbers that mean something to one solver.
//! * `answers`: models, values, cores.
//! * `interrupt`: ending a check from another thread.

mod answers;
mod border;
mod interrupt;
mod solver;
mod terms;

pub use answers::*;
pub use border::{stringent_solver, stringent_status, stringent_term};
pub use interrupt::*;
pub use solver::*;
pub use terms::*;
