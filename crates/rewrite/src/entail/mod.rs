//! What follows about a term without rewriting it: lengths as linear sums, bounds, and inequalities
//! proved by under- and over-approximation.

mod alphabet;
mod arith;
mod assume;
mod bounds;
mod length;
mod regex;

pub(crate) use alphabet::lacks_letter;
pub use alphabet::{Alphabet, alphabet};
pub use arith::nonneg;
pub use assume::{contradictory, nonneg_if};
pub use bounds::{Bounds, int_bounds, length_bounds};
pub use length::length;
pub(crate) use length::same_length;
pub use regex::{regex_lengths, regex_lengths_within};
