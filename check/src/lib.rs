//! The checker of refutations: an independent program that reads an SMT-LIB problem and a proof and says whether the proof
//! holds. `docs/proofs.md` describes the format and the rules.
//!
//! It shares no code with the solver, recurses on nothing, and bounds its memory and its work. What must be trusted is the reading of
//! the problem, the rules, one file each, and the table of axioms.

mod axioms;
mod base;
mod bits;
mod checker;
mod digits;
mod eval;
mod lang;
mod letters;
pub mod lia;
mod net;
mod norm;
mod poly;
mod problem;
mod read;
mod regex;
mod rup;
mod sets;
mod sexpr;
mod simplify;
mod term;
mod texts;
mod words;

pub use axioms::AXIOMS;
pub use base::{LIMIT, Term};
pub use bits::Circuits;
pub use checker::{Checker, Verdict};
