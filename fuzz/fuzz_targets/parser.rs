//! Any bytes: no panic, errors have a place, and what is asserted is read back as it is printed.
#![no_main]

#[path = "../../crates/smtlib/tests/common/mod.rs"]
mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    common::text::scenario(bytes);
});
