//! The program as clients run it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

fn stringent(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stringent"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may have exited without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn exit_codes() {
    let ok = stringent(&["-in", "-smt2"], "(check-sat)");
    assert_eq!((ok.status.code(), &*stdout(&ok), ok.stderr.len()), (Some(0), "sat\n", 0));
    let bad = stringent(&[], "(assert x)(check-sat)");
    assert_eq!((bad.status.code(), bad.stderr.len()), (Some(1), 0));
    assert_eq!(stdout(&bad), "(error \"line 1 column 9: unknown symbol `x`\")\nsat\n");
    let usage = stringent(&["--frobnicate"], "");
    assert_eq!((usage.status.code(), &*stdout(&usage)), (Some(2), ""));
    assert!(!usage.stderr.is_empty());
    let missing = stringent(&["/no/such/file.smt2"], "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(stdout(&missing).starts_with("(error \"/no/such/file.smt2: "));
}

#[test]
fn help_and_version() {
    let version = stdout(&stringent(&["--version"], ""));
    assert_eq!(version, format!("Stringent version {}\n", env!("CARGO_PKG_VERSION")));
    let help = stdout(&stringent(&["-h"], ""));
    assert!(help.contains("--total-timeout N") && help.contains("-T:SECONDS"), "{help}");
}

/// Each command is answered before the next is sent, and nothing is left in a buffer.
#[test]
fn a_conversation() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stringent"))
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut ask = |command: &str| {
        input.write_all(command.as_bytes()).unwrap();
        input.flush().unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        line
    };
    assert_eq!(ask("(set-option :print-success true)\n"), "success\n");
    // No line end follows these: the closing parenthesis is enough.
    assert_eq!(ask("(declare-const s String)"), "success\n");
    assert_eq!(ask("(assert (= s \"a)\"))"), "success\n");
    assert_eq!(ask("(push)"), "success\n");
    assert_eq!(ask("(check-sat)"), "sat\n");
    assert_eq!(ask("(get-value (s))"), "((s \"a)\"))\n");
    assert_eq!(ask("(pop)"), "success\n");
    assert_eq!(ask("(reset)"), "success\n");
    // The option is back at its default: exit is silent.
    assert_eq!(ask("(exit)"), "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn statistics_are_comments() {
    let output = stdout(&stringent(&["--stats"], "(check-sat)"));
    let mut lines = output.lines();
    assert_eq!(lines.next(), Some("sat"));
    assert!(lines.clone().any(|l| l.starts_with("; time ")));
    assert!(lines.all(|l| l.starts_with("; ")), "{output}");
}

#[test]
fn escapes_by_language() {
    let script = "(declare-const s String)(assert (= s \"\\x41\"))(check-sat)(get-value (s))";
    assert_eq!(stdout(&stringent(&["--lang", "smt2.5"], script)), "sat\n((s \"A\"))\n");
    assert_eq!(stdout(&stringent(&["--lang=smt2.6"], script)), "sat\n((s \"\\u{5c}x41\"))\n");
}
