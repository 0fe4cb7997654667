//! Simplex and its procedure for integers, against enumeration of a box.
#![no_main]

#[path = "../../crates/simplex/tests/common/mod.rs"]
mod common;

use choices::Choices;
use common::{rows, walk};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let rng = &mut Choices::from_bytes(bytes);
    match rng.below(3) {
        0 => _ = rows::bounded(rng),
        1 => _ = rows::unbounded(rng),
        _ => _ = walk::scenario(rng),
    }
});
