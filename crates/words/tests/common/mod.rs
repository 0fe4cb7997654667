//! Scenarios, which the tests run on fixed sequences of choices and `fuzz/` on inputs guided by coverage.
#![allow(dead_code, reason = "every test binary uses its own part")]

pub mod shape;
pub mod small;

use base::Int;
use words::{IntModel, IntVar, Solution};

/// The lengths of the words of a solution.
fn lengths(solution: &Solution) -> IntModel {
    let mut model = IntModel::default();
    for x in solution.words().ids() {
        model.set(IntVar::Len(x), Int::from(solution.word(x).len()));
    }
    model
}
