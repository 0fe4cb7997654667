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
    assert_eq!(stdout(&bad), "(error \"line 1 column 9: unknown symbol `x`\")\nunknown\n");
    let usage = stringent(&["--frobnicate"], "");
    assert_eq!((usage.status.code(), &*stdout(&usage)), (Some(2), ""));
    assert!(!usage.stderr.is_empty());
    let missing = stringent(&["/no/such/file.smt2"], "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(stdout(&missing).starts_with("(error \"/no/such/file.smt2: "));
}

/// What was probably meant is named, on the error channel, with the exit code of a wrong command line.
#[test]
fn misspelt_words() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let hint = format!("{folder}: is a folder, did you mean `stringent batch {folder}`?");
    let lines = [
        (&["help"][..], "help: no such file or command, did you mean `stringent --help`?"),
        (&["bacth", "x"], "bacth: no such file or command, did you mean `stringent batch`?"),
        (&["regx"], "regx: no such file or command, did you mean `stringent regex`?"),
        (&["--tiemout", "5"], "unknown option --tiemout, did you mean --timeout?"),
        (&["solve", "--josnl"], "unknown option --josnl, did you mean --jsonl?"),
        (&["tiemout=5"], "tiemout=5: no such file or option, did you mean timeout=5?"),
        (&[folder], &hint),
        (&["solve", folder], &hint),
        (&["regex", "equivalnt", "a", "b"], "unknown question equivalnt, did you mean equivalent?"),
        (&["regex", "witness", "a", "--serach"], "unknown option --serach, did you mean --search?"),
    ];
    for (args, message) in lines {
        let output = stringent(args, "");
        let (code, answer) = (output.status.code(), stdout(&output));
        assert_eq!((code, &*answer), (Some(2), ""), "{args:?}");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(complaint.lines().next(), Some(&*format!("stringent: {message}")));
        let of = if args[0] == "regex" { "stringent regex" } else { "stringent" };
        assert!(args[0] == "solve" || complaint.ends_with(&format!("Try `{of} --help`.\n")));
    }
    // The clients of other solvers read answers.
    let output = stringent(&["--compat=z3", folder], "");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
    assert!(stdout(&output).starts_with("(error \""), "{}", stdout(&output));
}

#[test]
#[cfg(unix)]
fn arguments_are_text() {
    use std::os::unix::ffi::OsStrExt;
    let word = std::ffi::OsStr::from_bytes(b"--tim\xffeout=5");
    let output =
        Command::new(env!("CARGO_BIN_EXE_stringent")).arg(word).arg("-in").output().unwrap();
    assert_eq!((output.status.code(), &*stdout(&output)), (Some(2), ""));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("invalid UTF-8 in an argument"), "{complaint}");
}

#[test]
fn encodings() {
    let answer = |bytes: &[u8]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stringent"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(bytes);
        let output = child.wait_with_output().unwrap();
        (output.status.code(), stdout(&output))
    };
    let script = "(echo \"ä\")(check-sat)";
    let marked = ["\u{feff}", script].concat();
    assert_eq!(answer(marked.as_bytes()), (Some(0), "\"ä\"\nsat\n".into()));
    let error = "(error \"line 1 column 1: the input is in UTF-16, expected UTF-8\")\n";
    for text in [script, &marked] {
        let units = || text.encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        assert_eq!(answer(&little), (Some(1), error.into()));
        assert_eq!(answer(&big), (Some(1), error.into()));
    }
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
