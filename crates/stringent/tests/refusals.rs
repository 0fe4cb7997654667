//! No `sat` of what was not understood: a refused assertion is missing until its scope is closed.

mod common;

use common::answers;
use stringent::options::Dialect;
use stringent::{Interpreter, Options, Reason, Solver, Sort, Verdict};

/// The answers to checks and questions in `script`, where `MISSING` stands for an assertion nobody understands.
fn check(script: &str, want: &[&str]) {
    let script = script.replace("MISSING", "(assert (= 1 (select a 1)))");
    let lines = answers(&format!("(declare-const x Int)(assert (> x 0)){script}"));
    let told: Vec<&str> =
        lines.iter().map(String::as_str).filter(|l| !l.starts_with("(error")).collect();
    assert_eq!(told, want, "{script}");
}

#[test]
fn sat_becomes_unknown_and_unsat_stays() {
    check("(check-sat)MISSING(check-sat)(assert (< x 0))(check-sat)", &["sat", "unknown", "unsat"]);
    check(
        "MISSING(check-sat-assuming ((> x 1)))(check-sat-assuming ((< x 1)))",
        &["unknown", "unsat"],
    );
    check("(check-sat)(assert (= x))(asert (< x 0))(check-sat)", &["sat", "unknown"]);
    check("(declare-const x String)(check-sat)", &["unknown"]);
    check(
        "(define-fun-rec f ((y Int)) Int y)(check-sat)(assert (= x (f x)))(check-sat)",
        &["sat", "unknown"],
    );
}

#[test]
fn until_its_scope_is_closed() {
    check(
        "(push)MISSING(check-sat)(push 2)(check-sat)(pop 2)(check-sat)(pop)(check-sat)",
        &["unknown", "unknown", "unknown", "sat"],
    );
    check("MISSING(push)MISSING(pop)(check-sat)", &["unknown"]);
    check("MISSING(push)(pop)(check-sat)(reset-assertions)(check-sat)", &["unknown", "sat"]);
    check("MISSING(check-sat)(reset)(check-sat)", &["unknown", "sat"]);
    check("(push)MISSING(pop)(push)(check-sat)", &["sat"]);
}

#[test]
fn the_reason_has_the_line_in_every_dialect() {
    let script = "(declare-const s String)\n(assert (= s \"a\"))\n\n  (assert (= s |\"|))\n(assert t)\n(check-sat)\
        (get-info :reason-unknown)(get-info :status)";
    let reason =
        "(:reason-unknown \"an assertion was refused: line 4 column 16: unknown symbol `\"\"`\")";
    for compat in [Dialect::Standard, Dialect::Z3, Dialect::Cvc5] {
        let mut out = Vec::new();
        let mut interpreter = Interpreter::new(Options { compat, ..Options::default() }, &mut out);
        interpreter.run(&mut stringent::CommandReader::from_bytes(script.into())).unwrap();
        drop(interpreter);
        let text = String::from_utf8(out).unwrap();
        let told: Vec<&str> = text.lines().filter(|l| !l.starts_with("(error")).collect();
        assert_eq!(told, ["unknown", reason, "(:status unknown)"], "{compat:?}");
    }
}

/// There is no model to ask for, neither then nor by what is remembered of the check before.
#[test]
fn no_model_of_what_was_not_understood() {
    let lines =
        answers("(declare-const x Int)(check-sat)(assert y)(check-sat)(get-model)(get-value (x))");
    let errors = lines.iter().filter(|line| line.contains("there is no model"));
    assert_eq!((errors.count(), &*lines[2]), (2, "unknown"));
}

/// In the library an assertion is refused by an error as well. A text that is no term asserts nothing.
#[test]
fn the_library() {
    let mut solver = Solver::default();
    let n = solver.declare("n", Sort::Int).unwrap();
    assert!(solver.parse("(= n y)").is_err());
    assert_eq!(solver.check(), Verdict::Sat);
    solver.push();
    assert!(solver.assert(n).is_err());
    let Verdict::Unknown(Reason::Refused(why)) = solver.check() else {
        panic!("a model of nothing")
    };
    assert!(why.contains("Boolean") && solver.model().is_none(), "{why}");
    assert!(solver.pop());
    assert_eq!(solver.check(), Verdict::Sat);
    solver.assert_text("(< n 0)").unwrap();
    assert!(solver.assert_text("(= n y)").is_err());
    assert!(matches!(solver.check(), Verdict::Unknown(Reason::Refused(_))));
    solver.assert_text("(> n 0)").unwrap();
    assert_eq!(solver.check(), Verdict::Unsat);
}
