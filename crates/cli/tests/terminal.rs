//! What a person sees who runs a script at a terminal, and a pipe does not.
#![cfg(unix)]

use nix::pty::openpty;
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

const SCRIPT: &str = "(echo \"a\")\n  (assert\n\t(= \"日\" x))\n(check-sat)";

/// What `stringent ARGS` shows at a terminal for a script from a pipe.
fn at_terminal(args: &[&str], script: &str) -> String {
    let pty = openpty(None, None).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_stringent"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::from(pty.slave));
    let mut child = command.spawn().unwrap();
    // Our copy of the terminal must be closed, or reading never ends.
    drop(command);
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let mut shown = Vec::new();
    // The end of a pseudo-terminal is an error.
    let _ = File::from(pty.master).read_to_end(&mut shown);
    child.wait().unwrap();
    String::from_utf8(shown).unwrap().replace("\r\n", "\n")
}

#[test]
fn errors_show_their_place() {
    let want = "\"a\"\n(error \"line 3 column 9: unknown symbol `x`\")\n;  (= \"日\" x))\n;          ^\nunknown\n";
    assert_eq!(at_terminal(&["-in"], SCRIPT), want);
    let state = "(error \"line 1 column 1: cannot pop 1 scopes, 0 are open\")\n; (pop)\n; ^\n";
    assert_eq!(at_terminal(&["-in"], "(pop)"), state);
}

/// Under another solver's name the answers are that solver's, whoever reads them.
#[test]
fn clients_of_other_solvers_see_answers_only() {
    let want = "a\n(error \"line 3 column 9: unknown symbol `x`\")\nunknown\n";
    assert_eq!(at_terminal(&["-in", "--compat=z3"], SCRIPT), want);
}
