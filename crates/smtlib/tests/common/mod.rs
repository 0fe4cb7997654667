//! Running scripts through the parser, and scenarios, which the tests run on fixed sequences of choices
//! and `fuzz/` on inputs guided by coverage.
#![allow(dead_code, reason = "every test binary uses its own part")]

pub mod printed;
pub mod text;

use smtlib::{Command, CommandReader, Context, Error};
use terms::{Term, Terms};

/// Everything a script leaves behind.
pub struct Script {
    pub cx: Context,
    pub terms: Terms,
    pub results: Vec<Result<Command, Error>>,
}

/// Parses all commands, obeying `push` and `pop`.
pub fn run(text: impl Into<Vec<u8>>) -> Script {
    let mut script = Script { cx: Context::new(), terms: Terms::new(), results: Vec::new() };
    run_in(&mut script, CommandReader::from_bytes(text.into()));
    script
}

/// Goes on with more text.
pub fn run_in(script: &mut Script, mut reader: CommandReader) {
    while let Some(chunk) = reader.next_chunk().unwrap() {
        let result = script.cx.command(chunk, &mut script.terms);
        match result {
            Ok(Command::Push(n)) => script.cx.push(n),
            Ok(Command::Pop(n)) => script.cx.pop(n),
            _ => {}
        }
        script.results.push(result);
    }
}

impl Script {
    /// The errors as they are printed.
    pub fn errors(&self) -> Vec<String> {
        self.results.iter().filter_map(|r| r.as_ref().err()).map(|e| e.to_string()).collect()
    }

    /// The asserted terms.
    pub fn asserted(&self) -> Vec<Term> {
        let term = |r: &Result<Command, Error>| match r {
            Ok(Command::Assert(written, _)) => Some(written.term),
            _ => None,
        };
        self.results.iter().filter_map(term).collect()
    }
}

/// The one term of `(assert term)` printed back, after declarations of `s t`, `r`, `i j`, `p q`.
pub fn reprint(term: &str) -> String {
    let script = run(format!("{PRELUDE}(assert {term})"));
    assert_eq!(script.errors(), Vec::<String>::new(), "{term}");
    smtlib::printer::term(&script.terms, script.asserted()[0])
}

/// Declarations that the tests share.
pub const PRELUDE: &str = "(declare-const s String)(declare-const t String)(declare-const r RegLan)\
    (declare-const i Int)(declare-const j Int)(declare-const p Bool)(declare-fun q () Bool)\
    (declare-fun f (Int String) String)(declare-sort U 0)(declare-const u U)\n";
