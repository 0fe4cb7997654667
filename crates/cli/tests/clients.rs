//! The command lines and opening words of programs that drive z3 or cvc5: nothing but the path changes.

mod common;

use common::{Client, run};

/// A question and its answer, after whatever a client says first.
fn asks(args: &[&str], prelude: &[&str], print_success: bool) {
    let mut client = Client::start(args);
    let success = |client: &mut Client, command: &str| {
        if print_success {
            assert_eq!(client.ask(command), "success", "{args:?} {command}");
        } else {
            client.send(command);
        }
    };
    for command in prelude {
        success(&mut client, command);
    }
    success(&mut client, "(declare-const x String)\n");
    success(&mut client, "(push)\n");
    success(&mut client, "(assert (str.in_re x (re.+ (str.to_re \"ab\"))))\n");
    assert_eq!(client.ask("(check-sat)\n"), "sat", "{args:?}");
    success(&mut client, "(assert (= (str.len x) 3))\n");
    assert_eq!(client.ask("(check-sat)\n"), "unsat", "{args:?}");
    success(&mut client, "(pop)\n");
    assert_eq!(client.ask("(check-sat)\n"), "sat", "{args:?}");
    success(&mut client, "(exit)\n");
    assert_eq!(client.finish(), Some(0), "{args:?}");
}

#[test]
fn command_lines() {
    let lines: &[&[&str]] = &[
        &["-in", "-smt2"],
        &["-smt2", "-in", "-v:0"],
        &["-nw", "-in", "-smt2"],
        &["-smt2", "-in", "-t:1000", "model=true"],
        &["-in", "-T:20", "-memory:2000", "-st", "smt.random_seed=3"],
        &["--lang", "smt", "--tlimit=60000"],
        &["--quiet", "--lang", "smt"],
        &["--quiet", "--lang=smt2", "--incremental"],
        &["--lang", "smt2", "--incremental", "--strings-exp", "--fp-exp", "--tlimit-per=1000"],
        &["--lang", "smt2.6", "--produce-models", "--produce-unsat-cores", "--seed=0"],
        &["-L", "smt2", "-i", "-q", "--check-models", "--rlimit-per=10000000", "--stats"],
    ];
    for args in lines {
        asks(args, &[], false);
    }
}

#[test]
fn opening_words() {
    let pipes = ["(set-option :print-success true)", "(set-option :produce-models true)"];
    asks(&["-in"], &pipes, true);
    let batch = [
        "(set-option :print-success true)",
        "(set-option :global-declarations true)",
        "(set-option :diagnostic-output-channel \"stdout\")",
        "(set-option :random-seed 7)",
        "(set-logic QF_SLIA)",
    ];
    asks(&["-in"], &batch, true);
    let foreign = [
        "(set-option :print-success true)",
        "(set-option :strings-exp true)",
        "(set-option :rewrite-divk true)",
        "(set-option :smt.string_solver seq)",
        "(set-logic ALL_SUPPORTED)",
    ];
    asks(&["-in"], &foreign, true);
}

/// What cannot be obeyed is `unsupported`, as no client survives an error there.
#[test]
fn unknown_options() {
    let output =
        run(&[], "(set-option :no-such-option true)(get-option :no-such-option)(check-sat)");
    assert_eq!(output.lines(), ["unsupported", "unsupported", "sat"]);
    assert_eq!(output.code, Some(0));
}

/// Batch clients send everything in advance, whatever the verdicts will be.
#[test]
fn everything_in_advance() {
    let script = "(set-option :compat z3)(declare-const x Int)(assert (> x 3))(check-sat)
        (get-info :reason-unknown)(get-info :rlimit)(assert (< x 3))(check-sat)(get-info :reason-unknown)";
    let output = run(&["-in"], script);
    let lines = output.lines();
    assert_eq!((lines[0], lines[3], lines.len()), ("sat", "unsat", 5), "{lines:?}");
    assert!(lines[2].starts_with("(:rlimit "), "{lines:?}");
    assert_eq!((output.stderr.as_str(), output.code), ("", Some(0)));
}

/// A warm process is used again after `(reset)`, and keeps nothing.
#[test]
fn a_pool_of_processes() {
    let mut client = Client::start(&["--lang", "smt", "--tlimit=60000"]);
    for round in 0..200 {
        client.send("(reset)\n(set-option :produce-models true)\n(set-logic ALL)\n");
        client.send(&format!("(declare-fun s () String)\n(assert (= (str.len s) {round}))\n"));
        assert_eq!(client.ask("(check-sat)\n"), "sat");
        assert_eq!(client.ask("(get-value ((str.len s)))\n"), format!("(((str.len s) {round}))"));
    }
    assert_eq!(client.finish(), Some(0));
}
