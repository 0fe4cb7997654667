//! What a person sees who runs a script at a terminal, and a pipe does not.
#![cfg(unix)]

use nix::pty::openpty;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

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

/// A conversation with somebody at a terminal.
struct Conversation {
    child: Child,
    terminal: File,
    shown: String,
}

impl Conversation {
    fn start() -> Conversation {
        let pty = openpty(None, None).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_stringent"));
        // No history of our own is touched.
        command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR")).env("TERM", "xterm");
        command.stdin(pty.slave.try_clone().unwrap()).stdout(pty.slave);
        let child = command.spawn().unwrap();
        Conversation { child, terminal: File::from(pty.master), shown: String::new() }
    }

    fn enter(&mut self, line: &str) {
        self.terminal.write_all(line.as_bytes()).unwrap();
        self.terminal.write_all(b"\r").unwrap();
    }

    /// Reads on until `text` is shown.
    fn wait_for(&mut self, text: &str) {
        let mut block = [0; 4096];
        while !self.shown.contains(text) {
            // The end of a pseudo-terminal is an error.
            let n = self.terminal.read(&mut block).unwrap_or(0);
            assert!(n > 0, "{text} is not in {}", self.shown);
            self.shown += &String::from_utf8_lossy(&block[..n]);
        }
        self.shown.clear();
    }

    /// What the terminal does when somebody types Control-C.
    fn interrupt(&self) {
        kill(Pid::from_raw(self.child.id().try_into().unwrap()), Signal::SIGINT).unwrap();
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // It has ended already unless a test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Nobody waits for the end of this check: so many different numbers are not that small.
fn hard() -> String {
    let names: Vec<String> = (0..22).map(|i| format!("v{i}")).collect();
    let declared = names.iter().map(|v| format!("(declare-const {v} Int)(assert (<= 1 {v} 21))"));
    declared.collect::<String>() + &format!("(assert (distinct {}))", names.join(" "))
}

#[test]
fn control_c_stops_a_check_and_not_the_conversation() {
    let mut talk = Conversation::start();
    talk.wait_for("Type help");
    // The second time the session is another one.
    for before in ["(push)", "(reset)"] {
        talk.enter(&[before, &hard(), "(echo \"be\" )(echo \"gins\")"].concat());
        talk.wait_for("\"gins\"\r\n");
        talk.enter("(check-sat)");
        // It takes a moment until the check runs; earlier, the check would not start.
        thread::sleep(Duration::from_millis(500));
        talk.interrupt();
        talk.wait_for("unknown\r\n; stopped by Control-C");
        talk.enter("(get-info :reason-unknown)");
        talk.wait_for("(:reason-unknown canceled)");
    }
    talk.enter("(reset-assertions)(assert false)(check-sat)");
    talk.wait_for("unsat\r\n");
    talk.enter("exit");
    assert_eq!(talk.child.wait().unwrap().code(), Some(0));
}
