//! Systems of word equations, for each procedure and for all, against all short words.
#![no_main]

#[path = "../../crates/words/tests/common/mod.rs"]
mod common;

use choices::Choices;
use common::shape::{self, CHAIN_FREE, CIRCULAR};
use common::small::{self, KINDS};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let rng = &mut Choices::from_bytes(bytes);
    if rng.chance(70) {
        let &(kinds, max) = rng.pick(&KINDS);
        small::scenario(rng, kinds, max);
    } else {
        let shapes = rng.pick(&[CHAIN_FREE, CIRCULAR]);
        let (shape, lengths) = (rng.pick(shapes), rng.below(3));
        shape::scenario(rng, shape, lengths);
    }
});
