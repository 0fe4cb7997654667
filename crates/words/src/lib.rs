//! Systems of word equations with regular and length constraints, decided without terms.
//!
//! A [`System`] is a conjunction over string variables; linear arithmetic over their lengths stays
//! outside, behind the trait [`Arithmetic`]. [`solve_system`] simplifies the system and then runs the
//! procedures of [`PROCEDURES`] on what is left, until one answers with words, or with the input literals
//! that clash.

mod arithmetic;
mod choose;
mod disequation;
mod fixed;
mod ilp;
mod length;
mod loose;
mod nielsen;
mod outcome;
mod separator;
mod simplify;
mod stabilize;
mod system;
mod tags;
mod unary;

pub use arithmetic::{Arithmetic, Formula, IntModel, IntVar, Lengths, Linear};
pub use choose::{
    ByCases, Direct, PROCEDURES, Procedure, Report, SIMPLIFY, Solve, Switches, solve_system,
};
pub use ilp::IlpArithmetic;
pub use outcome::{Outcome, Solution};
pub use simplify::{Simplified, simplify};
pub use system::{
    Equation, Fact, Fresh, Member, Sym, System, Var, VarInfo, Word, constant, literal, vars_of,
};
pub use tags::{Blame, Tag, Tags};
