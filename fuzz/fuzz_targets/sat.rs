//! CDCL: small formulas, alone and half hidden in a propagator, and the long life of a solver, against
//! enumeration.
#![no_main]

#[path = "../../crates/sat/tests/common/mod.rs"]
mod common;

use choices::Choices;
use common::{plain, problem, session};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let rng = &mut Choices::from_bytes(bytes);
    match rng.below(3) {
        0 => plain::scenario(rng),
        1 => _ = problem::scenario(rng),
        _ => _ = session::scenario(rng),
    }
});
