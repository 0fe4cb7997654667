//! Congruence closure with scopes and explanations, against a naive closure.
#![no_main]

#[path = "../../crates/egraph/tests/common/mod.rs"]
mod common;

use choices::Choices;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let rng = &mut Choices::from_bytes(bytes);
    let steps = 10 + rng.below(40);
    common::script::scenario(rng, steps);
});
