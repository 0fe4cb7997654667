//! The checker of refutations: an independent program that reads an SMT-LIB problem and a proof and says whether the proof
//! holds. `docs/proofs.md` describes the format and the rules.
//!
//! It shares no code with the solver, recurses on nothing, and bounds its memory and its work. What must be trusted is the reading of
//! the problem, the rules, one file each, and the table of axioms.

mod axioms;
mod bits;
mod checker;
mod clause;
mod cong;
mod digits;
mod error;
mod eval;
mod hash;
mod lang;
mod languages;
mod lengths;
mod letters;
mod lia;
mod net;
mod norm;
mod numerals;
mod poly;
mod problem;
mod read;
mod regex;
mod sets;
mod sexpr;
mod simplify;
mod simplify_text;
mod split;
mod term;
mod words;

pub use axioms::AXIOMS;
pub use checker::{Checker, Verdict};
pub use error::Refusal;
