//! Systems of word equations with regular and length constraints, decided without terms.
//!
//! A [`System`] is a conjunction over string variables; linear arithmetic over their lengths stays
//! outside, behind the trait [`Arithmetic`]. [`solve_system`] simplifies the system and then runs the
//! procedures of [`PROCEDURES`] on what is left, until one answers with words, or with the input literals
//! that clash.
//!
//! | file | is about |
//! |---|---|
//! | `system`, `tags` | the input, and what derived constraints rest on |
//! | `arithmetic`, `ilp` | formulas over lengths, the oracle for them, and one to start with |
//! | `outcome` | answers, and the check of solutions |
//! | `choose` | the table of procedures |
//! | `simplify` | what is done before any of them |
//! | `unconstrained` | "languages": no equation is left |
//! | `unary` | one letter in play |
//! | `matching` | equations with a constant on one side |
//! | `length`, `runs`, `clashes`, `fixed` | positions of letters, also through several equations; words of given lengths; small models |
//! | `nielsen` | graphs of quadratic equations, with lengths |
//! | `separator` | a letter assumed to be only where it is spelled out |
//! | `stabilize` | equations as alignments of languages |
//! | `disequation`, `vary`, `tied` | cases of violated disequations; other words for variables that no equation, or one, is about |
//!
//! Invariants: a conflict names input literals and constraints outside that have no common solution; a
//! solution satisfies the system, which debug builds check by substitution; the integers of a solution are
//! those of the last model that the oracle gave.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod arithmetic;
mod choose;
mod clashes;
#[cfg(feature = "scaling")]
mod components;
mod disequation;
mod fixed;
mod groups;
mod ilp;
mod length;
#[cfg(feature = "scaling")]
mod matching;
mod nielsen;
mod outcome;
mod positions;
mod runs;
mod separator;
mod shared_sides;
mod simplify;
mod stabilize;
mod system;
mod tags;
mod tied;
mod unary;
mod unconstrained;
mod vary;

pub use arithmetic::{Arithmetic, Formula, IntModel, IntVar, Lengths, Linear};
pub use choose::{
    ByCases, Direct, Kind, PROCEDURES, Procedure, Report, SIMPLIFY, Solve, Switches, solve_system,
    solve_within,
};
pub use ilp::IlpArithmetic;
pub use outcome::{Outcome, Solution};
pub use simplify::{Simplified, simplify};
pub use system::{
    Equation, Fact, Fresh, Member, Sym, System, Var, VarInfo, Word, constant, literal, vars_of,
};
pub use tags::{OutsideTag, OutsideTags, Premises, Tag, Tags};
