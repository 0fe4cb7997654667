//! Circuits for bit-vectors, as clauses and on lanes, against integers.
#![no_main]

#[path = "../../crates/bits/tests/common/mod.rs"]
mod common;

use choices::Choices;
use common::{operations, scenario};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let rng = &mut Choices::from_bytes(bytes);
    if rng.chance(50) {
        return scenario::checks_lanes(rng);
    }
    let (name, width, plain) =
        (*rng.pick(operations::NAMES), 1 + rng.below(4) as u32, rng.chance(20));
    scenario::checks_clauses(name, width, rng, plain);
});
