//! Random conjunctions over every operator: the judge accepts each model, and no two configurations
//! contradict each other.
#![no_main]

#[path = "../../crates/stringent/tests/common/mod.rs"]
mod common;

use choices::Choices;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    common::conjunction::scenario(&mut Choices::from_bytes(bytes), 20_000);
});
