//! What follows about a term without rewriting it: lengths as linear sums, bounds, and inequalities
//! proved by under- and over-approximation.

mod arith;
mod bounds;
mod length;
mod regex;

pub use arith::nonneg;
pub use bounds::{Bounds, int_bounds, length_bounds};
pub use length::length;
pub use regex::regex_lengths;
