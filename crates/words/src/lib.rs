//! Systems of word equations with regular and length constraints, decided without terms.
//!
//! A [`System`] is a conjunction over string variables; linear arithmetic over their lengths stays
//! outside, behind the trait [`Arithmetic`]. Every procedure takes a system, the regex store and that
//! oracle, and answers with words, with the input literals that clash, or not at all.

mod arithmetic;
mod ilp;
mod outcome;
mod system;
mod tags;

pub use arithmetic::{Arithmetic, Formula, IntModel, IntVar, Lengths, Linear};
pub use ilp::IlpArithmetic;
pub use outcome::{Outcome, Solution};
pub use system::{
    Equation, Fact, Member, Sym, System, Var, VarInfo, Word, constant, literal, vars_of,
};
pub use tags::{Blame, Tag, Tags};
