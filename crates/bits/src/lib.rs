//! Circuits for the operations of SMT-LIB's bit-vectors, over any kind of bit.
//!
//! A *word* is a slice of bits, the least significant one first; it has at least one. An operation takes words and builds the word
//! or the bit of its result from [`Gates`]. What a bit is depends on the gates:
//!
//! - literals of a SAT core, where a gate is a new variable with clauses: [`Encoder`], for bit-blasting;
//! - `u64`, 64 truth values side by side: [`Lanes`], for evaluating a predicate on 64 words at once ([`lanes::ranges`]);
//! - `bool`: [`Truth`], for plain evaluation.
//!
//! A file per family of operations: `bitwise`, `add`, `mul`, `divide`, `shift`, `compare`, `slice`, `overflow`. Operations whose circuit
//! is larger than linear in the width charge a budget.
//!
//! **Invariants.** No terms, and no meaning of a bit. Every operation is total and has the value that SMT-LIB gives it: division by zero
//! is all ones, its remainder the dividend, a shift by the width or more leaves only the fill. The circuits are the same for all
//! gates, so a test of one kind of gates tests the circuits for all; each kind has tests of its gates.
//!
//! ```
//! use bits::{Truth, add, truth};
//! let (a, b) = (truth::word(8, 200), truth::word(8, 100));
//! assert_eq!(truth::value(&add::add(&mut Truth, &a, &b)), 44);
//! ```

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

pub mod add;
pub mod bitwise;
pub mod compare;
pub mod divide;
mod encoder;
mod gates;
pub mod lanes;
pub mod mul;
pub mod overflow;
pub mod shift;
pub mod slice;
pub mod truth;

pub use encoder::{Circuit, ClauseSink, Encoder};
pub use gates::{Gates, Word};
pub use lanes::Lanes;
pub use truth::Truth;
