//! The judge: every string function and random terms over them, against the definitions; regexes, against
//! tables of spans.
#![no_main]

#[path = "../../crates/terms/tests/common/mod.rs"]
mod common;

use choices::Choices;
use common::{definitions, matching, ropes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let rng = &mut Choices::from_bytes(bytes);
    match rng.below(8) {
        0 => definitions::single(rng),
        1..4 => definitions::compound(rng),
        4..7 => matching::scenario(rng),
        _ => ropes::scenario(rng),
    }
});
