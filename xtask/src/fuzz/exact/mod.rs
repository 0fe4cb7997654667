//! The truth of formulas under words that nobody could write down: strings are [`runs`] with exact counts, regexes
//! have counters of any size. It serves formulas that are `sat` by construction although each model is
//! longer than any memory, and uses nothing of the solver's but the numbers of `dashu`.
//!
//! Not everything can be decided this way; the answer is `None` then, never a guess.

mod matching;
pub mod model;
mod read;
mod regex;
pub mod runs;
pub mod sample;
mod sequence;
mod spans;
mod value;

pub use read::regex;
pub use regex::Regex;
pub use value::{Model, Value, value};

use super::sexp::Sexp;

/// Whether a formula holds under the values, if that can be told.
pub fn truth(formula: &Sexp, model: &Model) -> Option<bool> {
    match value(formula, model)? {
        Value::Bool(truth) => Some(truth),
        Value::Int(_) | Value::Word(_) => None,
    }
}
