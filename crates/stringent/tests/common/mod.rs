//! What tests of the interpreter share.
#![allow(dead_code, reason = "every test binary uses its own part")]

pub mod brute;
pub mod conjunction;
pub mod few_words;
pub mod optimum;
pub mod script;

use stringent::{CommandReader, Interpreter, Options};

/// The lines that a script is answered with.
pub fn answers(script: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut interpreter = Interpreter::new(Options::default(), &mut out);
    interpreter.run(&mut CommandReader::from_bytes(script.into())).unwrap();
    drop(interpreter);
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}
