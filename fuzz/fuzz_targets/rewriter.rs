//! Rewriting, against the evaluator.
#![no_main]

use rewrite::{Rewriter, RuleId};

// Inside their crate, these two see the names above as they do here.
#[allow(dead_code, unused_imports, reason = "other tests use the rest")]
#[path = "../../crates/rewrite/src/fuzz.rs"]
mod fuzz;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../../crates/rewrite/src/text.rs"]
mod text;

use choices::Choices;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut counts = vec![0; RuleId::ALL.len()];
    fuzz::scenario(Choices::from_bytes(bytes), 6, 4, &mut counts);
});
