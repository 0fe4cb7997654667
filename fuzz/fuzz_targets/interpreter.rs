//! Any bytes as a script, under limits: no panic, no model that the judge refuses, and no contradiction
//! without rewriting.
#![no_main]

#[path = "../../crates/stringent/tests/common/mod.rs"]
mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    common::script::scenario(bytes);
});
