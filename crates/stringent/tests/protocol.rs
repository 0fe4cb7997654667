//! The protocol: what each command answers in each state.

use stringent::options::Dialect;
use stringent::{CommandReader, Escapes, Interpreter, Options};

fn answers_with(options: Options, script: &str) -> (Vec<String>, bool) {
    let mut out = Vec::new();
    let mut interpreter = Interpreter::new(options, &mut out);
    interpreter.run(&mut CommandReader::from_bytes(script.into())).unwrap();
    let failed = interpreter.failed();
    drop(interpreter);
    (String::from_utf8(out).unwrap().lines().map(str::to_owned).collect(), failed)
}

/// The answers to `script`, line by line, and whether one was an error.
fn answers(script: &str) -> (Vec<String>, bool) {
    answers_with(Options::default(), script)
}

/// The answers must be these lines, none an error.
fn check(script: &str, want: &[&str]) {
    let want = want.iter().map(|w| w.to_string()).collect();
    assert_eq!(answers(script), (want, false), "{script}");
}

/// The one answer must be an error that contains this.
fn check_error(script: &str, want: &str) {
    let (lines, failed) = answers(script);
    let [line] = &lines[..] else { panic!("{script}: {lines:?}") };
    let error = failed && line.starts_with("(error \"line ") && line.ends_with("\")");
    assert!(error && line.contains(want), "{script}: {line}");
}

#[test]
fn success_is_printed_on_request() {
    check("(set-logic ALL)(declare-const p Bool)(assert p)", &[]);
    let script = "(set-option :print-success true)(set-logic ALL)(set-info :x y)(declare-const p Bool)\
        (assert p)(push)(pop)(reset-assertions)(set-option :print-success false)(push 1)";
    check(script, &["success"; 8]);
    check("(set-option :print-success true)(exit)(echo \"no\")", &["success"; 2]);
}

#[test]
fn checks_and_models() {
    let script = "(declare-const p Bool)(declare-const |q r| Bool)(assert p)
        (assert (! (not |q r|) :named |n 1|))(check-sat)
        (get-model)(get-value (p  (and p\n |q r|)))(get-assignment)(eval p)";
    let want = [
        "sat",
        "(",
        "  (define-fun p () Bool true)",
        "  (define-fun |q r| () Bool false)",
        ")",
        "((p true)",
        " ((and p |q r|) false))",
        "((|n 1| true))",
        "true",
    ];
    check(script, &want);
    check("(assert false)(check-sat)", &["unsat"]);
    let dump = "(set-option :dump-models true)(declare-const p Bool)(assert p)(check-sat)";
    check(dump, &["sat", "(", "  (define-fun p () Bool true)", ")"]);
}

#[test]
fn models_cover_what_is_declared_now() {
    let script = "(push)(declare-const p Bool)(pop)(declare-const s String)(check-sat)(get-model)";
    check(script, &["sat", "(", "  (define-fun s () String \"\")", ")"]);
}

#[test]
fn scopes() {
    let script = "(declare-const p Bool)(assert p)(push)(assert (not p))(check-sat)(pop)(check-sat)
        (get-info :assertion-stack-levels)(push 2)(get-info :assertion-stack-levels)";
    let want = ["unsat", "sat", "(:assertion-stack-levels 0)", "(:assertion-stack-levels 2)"];
    check(script, &want);
    check_error("(push)(pop 2)", "cannot pop 2 scopes, 1 are open");
    let script =
        "(assert false)(push)(reset-assertions)(check-sat)(get-info :assertion-stack-levels)";
    check(script, &["sat", "(:assertion-stack-levels 0)"]);
    check("(declare-const p Bool)(set-logic ALL)(reset)(set-logic ALL)(declare-const p Int)", &[]);
}

#[test]
fn cores_and_assumptions() {
    let script =
        "(set-option :produce-unsat-cores true)(declare-const p Bool)(declare-const q Bool)
        (assert (! p :named a))(assert (! q :named b))(assert (! (not p) :named |c d|))
        (check-sat)(get-unsat-core)";
    check(script, &["unsat", "(a |c d|)"]);
    let script = "(declare-const p Bool)(declare-const q Bool)(assert (not p))
        (check-sat-assuming (q p))(get-unsat-assumptions)(check-sat-assuming (q (not  p)))";
    check(script, &["unsat", "(p)", "sat"]);
    check_error("(get-unsat-core)", "not enabled");
    check_error("(set-option :produce-unsat-cores true)(get-unsat-core)", "no core");
    let script = "(set-option :produce-unsat-assumptions false)(get-unsat-assumptions)";
    check_error(script, "not enabled");
    check_error("(get-unsat-assumptions)", "did not answer unsat");
}

#[test]
fn states() {
    check_error("(get-model)", "there is no model");
    check_error("(declare-const p Bool)(get-value (p))", "there is no model");
    let (lines, failed) =
        answers("(check-sat)(push)(get-model)(check-sat)(assert false)(get-model)");
    assert!(failed && lines[1].contains("no model") && lines[3].contains("no model"), "{lines:?}");
    check_error("(set-option :produce-models false)(get-model)", "not enabled");
    check_error("(set-logic QF_S)(set-logic QF_S)", "already set");
}

#[test]
fn options_and_information() {
    let script = "(set-option :timeout 100)(get-option :timeout)(set-option :smt.random_seed 3)
        (get-option :random-seed)(set-option :strings-exp true)(set-option :rewrite-divk true)
        (get-option :produce-models)";
    check(script, &["100", "3", "true"]);
    let script = "(set-option :frobnicate 1)(get-option :frobnicate)(get-info :frobnicate)";
    check(script, &["unsupported"; 3]);
    let script = "(set-option :regular-output-channel \"stdout\")\
        (set-option :diagnostic-output-channel \"x\")";
    check(script, &["unsupported"]);
    check_error("(set-option :timeout soon)", "expected N, found soon");
    let version = format!("(:version \"{}\")", stringent::VERSION);
    let want =
        ["(:name \"Stringent\")", &version, "(:error-behavior continued-execution)", "(:rlimit 0)"];
    check("(get-info :name)(get-info :version)(get-info :error-behavior)(get-info :rlimit)", &want);
    let any_time = "(get-info :reason-unknown)(check-sat)(get-info :reason-unknown)\
        (get-info :all-statistics)";
    let (lines, failed) = answers(any_time);
    assert!(!failed && lines.len() >= 4, "{lines:?}");
}

#[test]
fn text_answers() {
    check("(echo \"a \"\"b\"\" \\u{41}\")", &["\"a \"\"b\"\" \\u{41}\""]);
    check("(set-option :compat z3)(echo \"a \"\"b\"\"\")", &["a \"b\""]);
    check("(simplify (str.++ \"a\" (str.from_int (+ 1 2))))", &["\"a3\""]);
    // What speaks of sequences is left as it is.
    let equation = "(declare-const x (Seq Int))(simplify (= (seq.len x) 0))";
    check(equation, &["(= (seq.len x) 0)"]);
    let script = "(declare-const s String)(assert (= s \"\\u{7f}\"))
        (assert (let ((x (str.len s))) (< x (+ x 1))))(get-assertions)";
    check(script, &["((= s \"\\u{7f}\")", " (let ((x (str.len s))) (< x (+ x 1))))"]);
}

#[test]
fn errors_do_not_stop_the_script() {
    let (lines, failed) = answers("(assert (= \"a\"\n 1))(assert (f \"\"))(check-sat)x");
    let first = "(error \"line 1 column 10: `=`: argument 2 has sort Int, expected String\")";
    assert_eq!(lines[0], first);
    assert_eq!(lines[1], "(error \"line 2 column 14: unknown symbol `f`\")");
    assert_eq!(lines[2], "unknown");
    assert!(failed && lines[3].contains("line 2 column 31") && lines.len() == 4, "{lines:?}");
    // A quote inside a message is doubled, so that the message is a literal.
    check_error("(echo \"a\" \"b\")", "found `\"\"b\"\"`");
}

#[test]
fn limits_answer_unknown_and_go_on() {
    let script = "(declare-const x String)(declare-const y String)
        (assert (= (str.++ x \"ab\" y) (str.++ y \"ba\" x)))(assert (> (str.len x) 30))
        (check-sat)(get-info :reason-unknown)(echo \"on\")";
    let options = Options { rlimit: 1, ..Options::default() };
    let (lines, failed) = answers_with(options, script);
    assert_eq!(lines, ["unknown", "(:reason-unknown resourceout)", "\"on\""]);
    assert!(!failed);
    let options = Options { rlimit: 1, verbosity: 1, compat: Dialect::Z3, ..Options::default() };
    let (lines, _) = answers_with(options, script);
    assert_eq!(lines[1], "; unknown: resource limit reached");
    assert_eq!(lines[2], "(:reason-unknown \"max. resource limit exceeded\")");
}

#[test]
fn comments_say_which_procedures_decided() {
    let options = Options { verbosity: 1, nearby_moves: false, ..Options::default() };
    let (lines, _) = answers_with(
        options,
        "(declare-const x String)(declare-const y String)
         (push)(assert (= (str.++ x \"ab\" y) (str.++ y \"ba\" x)))(check-sat)(pop)
         (assert (str.in_re x (re.+ (str.to_re \"ab\"))))(check-sat)(assert false)(check-sat)",
    );
    assert_eq!(lines[0], "sat");
    assert!(lines[1].starts_with("; decided by: "), "{lines:?}");
    assert_eq!(lines[2..], ["sat", "; decided by: regular 1", "unsat"], "{lines:?}");
}

#[test]
fn escapes_can_be_fixed() {
    let script = "(set-info :smt-lib-version 2.6)(declare-const s String)\
        (assert (= s \"\\x41\"))(check-sat)(get-value (s))";
    let mut out = Vec::new();
    let mut interpreter = Interpreter::new(Options::default(), &mut out);
    interpreter.set_escapes(Escapes::C);
    interpreter.run(&mut CommandReader::from_bytes(script.into())).unwrap();
    drop(interpreter);
    assert_eq!(out, b"sat\n((s \"A\"))\n");
}
