//! A script, whatever it says, under limits.

use stringent::{CommandReader, Interpreter, Options};

const STEPS: u64 = 1000;
const MEMORY_MIB: u64 = 512;

/// What is answered to a script, with an option changed.
pub fn answers(bytes: &[u8], changed: Option<(&str, &str)>) -> Vec<u8> {
    let mut options = Options::default();
    options.set("rlimit", &STEPS.to_string()).unwrap();
    options.set("memory", &MEMORY_MIB.to_string()).unwrap();
    if let Some((name, value)) = changed {
        options.set(name, value).unwrap();
    }
    let mut out = Vec::new();
    let mut interpreter = Interpreter::new(options, &mut out);
    interpreter.run(&mut CommandReader::from_bytes(bytes.to_vec())).unwrap();
    let rejected = interpreter.stats().into_iter().find(|row| row.0 == "judge.rejected-models");
    assert_eq!(rejected, None, "{}", String::from_utf8_lossy(bytes));
    drop(interpreter);
    out
}

/// Whether the text occurs.
pub fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|w| w == text.as_bytes())
}

/// Runs one script, as it is and without rewriting. One that asks for other limits is not run.
pub fn scenario(bytes: &[u8]) {
    if ["rlimit", "resource-limit", "timeout", "memory"].iter().any(|limit| contains(bytes, limit))
    {
        return;
    }
    let plain = answers(bytes, None);
    let other = answers(bytes, Some(("rewrite", "false")));
    let (plain, other) = (verdicts(&plain), verdicts(&other));
    let opposite = |(a, b): (&&[u8], &&[u8])| a != b && *a != b"unknown" && *b != b"unknown";
    // Where one of them stopped early, nobody knows which answers belong together.
    let clash = plain.len() == other.len() && plain.iter().zip(&other).any(opposite);
    assert!(!clash, "{}", String::from_utf8_lossy(bytes));
}

/// The lines that answer checks.
fn verdicts(out: &[u8]) -> Vec<&[u8]> {
    let is_verdict = |line: &&[u8]| [&b"sat"[..], b"unsat", b"unknown"].contains(line);
    out.split(|&b| b == b'\n').filter(is_verdict).collect()
}
