//! Any bytes as a problem and, from its first line on, a proof: the checker says something of it, and does not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringent_check::Checker;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let begin = text.find("(stringent-proof").unwrap_or(text.len());
    let (problem, proof) = text.split_at(begin);
    if let Ok(mut checker) = Checker::new(problem) {
        // What takes long is refused, after a hundredth of the work.
        checker.fuel /= 100;
        checker.check(proof);
    }
});
