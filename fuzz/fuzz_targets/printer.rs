//! Random terms over every operator are read back as they are printed.
#![no_main]

#[path = "../../crates/smtlib/tests/common/mod.rs"]
mod common;

use choices::Choices;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    common::printed::scenario(&mut Choices::from_bytes(bytes), 60);
});
