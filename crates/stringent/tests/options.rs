//! The options, the information and the questions of the standard, in every mode that a script can be in.

mod common;

use common::answers;

/// The modes, as scripts that lead to them: what they answer ends with the comment.
const MODES: &[(&str, &str)] = &[
    ("start", ""),
    ("logic set", "(set-logic QF_SLIA)"),
    ("declared", "(set-logic QF_SLIA)(declare-const x Int)"),
    ("asserted", "(declare-const x Int)(assert (> x 1))"),
    ("sat", "(declare-const x Int)(assert (> x 1))(check-sat)"),
    ("unsat", "(declare-const x Int)(assert (> x x))(check-sat)"),
    ("scope open", "(declare-const x Int)(push 2)(assert (> x 1))(pop)"),
    ("assertions gone", "(declare-const x Int)(assert (> x 1))(reset-assertions)"),
    ("reset", "(declare-const x Int)(assert (> x 1))(check-sat)(reset)"),
];

/// The modes before any assertion.
const EARLY: &[&str] = &["start", "logic set", "declared", "reset"];

/// An option of the standard, its value at the start, another, and whether assertions fix it.
const OPTIONS: &[(&str, &str, &str, bool)] = &[
    (":diagnostic-output-channel", "\"stdout\"", "\"stderr\"", false),
    (":global-declarations", "false", "true", true),
    (":interactive-mode", "true", "false", true),
    (":print-success", "false", "true", false),
    (":produce-assertions", "true", "false", true),
    (":produce-assignments", "true", "false", false),
    (":produce-models", "true", "false", false),
    (":produce-proofs", "false", "true", true),
    (":produce-unsat-assumptions", "true", "false", true),
    (":produce-unsat-cores", "false", "true", true),
    (":random-seed", "0", "42", false),
    (":regular-output-channel", "\"stdout\"", "\"stdout\"", false),
    (":reproducible-resource-limit", "0", "1000000", false),
    (":verbosity", "0", "1", false),
];

/// What `command` answers in a mode.
fn in_mode(mode: &str, command: &str) -> Vec<String> {
    let lines = answers(&format!("{mode}(echo \"mode\"){command}"));
    let before = lines.iter().position(|line| line == "\"mode\"").unwrap();
    lines[before + 1..].iter().filter(|line| *line != "success").cloned().collect()
}

#[test]
fn options_in_every_mode() {
    for &(mode, script) in MODES {
        for &(option, initial, other, fixed) in OPTIONS {
            let ask = format!("(get-option {option})");
            let set = format!("{ask}(set-option {option} {other}){ask}");
            let lines = in_mode(script, &set);
            let late = fixed && !EARLY.contains(&mode);
            let at = format!("{option} in mode {mode}: {lines:?}");
            assert_eq!(lines[0], initial, "{at}");
            assert_eq!(lines.last().unwrap(), if late { initial } else { other }, "{at}");
            assert_eq!(late, lines.iter().any(|line| line.contains("too late")), "{at}");
            // To say what holds already is never too late.
            assert_eq!(in_mode(script, &format!("(set-option {option} {initial})")), [""; 0]);
        }
    }
}

/// What a reset brings back.
#[test]
fn a_reset_resets_options() {
    for &(option, initial, other, _) in OPTIONS {
        let script = format!("(set-option {option} {other})(reset)(get-option {option})");
        assert_eq!(answers(&script).last().unwrap(), initial, "{option}");
    }
}

#[test]
fn information_in_every_mode() {
    let version = format!("\"{}\"", stringent::VERSION);
    let constant = [
        (":authors", "\"the Stringent authors\""),
        (":error-behavior", "continued-execution"),
        (":name", "\"Stringent\""),
        (":version", &version),
    ];
    for &(mode, script) in MODES {
        for (flag, value) in constant {
            let want = format!("({flag} {value})");
            assert_eq!(in_mode(script, &format!("(get-info {flag})")), [want], "{mode}");
        }
        let levels = if mode == "scope open" { 1 } else { 0 };
        let want = format!("(:assertion-stack-levels {levels})");
        assert_eq!(in_mode(script, "(get-info :assertion-stack-levels)"), [want], "{mode}");
        let statistics = in_mode(script, "(get-info :all-statistics)").join("");
        assert!(statistics.starts_with("(:all-statistics (:"), "{mode}: {statistics}");
        assert!(statistics.ends_with("))"), "{mode}: {statistics}");
        let reason = in_mode(script, "(get-info :reason-unknown)").join("");
        assert!(reason.contains("is not unknown"), "{mode}: {reason}");
    }
}

const ALL: &[&str] = &[
    "start",
    "logic set",
    "declared",
    "asserted",
    "sat",
    "unsat",
    "scope open",
    "assertions gone",
    "reset",
];
const WITH_ASSERTION: &[&str] = &["asserted", "sat", "unsat"];

/// A question, the modes in which it is answered so, and the answer elsewhere.
const QUESTIONS: &[(&str, &[&str], &str, &str)] = &[
    ("(get-model)", &["sat"], "(", "(error "),
    ("(get-value (1))", &["sat"], "((1 1))", "(error "),
    ("(eval 1)", &["sat"], "1", "(error "),
    ("(get-assignment)", &["sat"], "()", "(error "),
    ("(get-unsat-core)", &["unsat"], "()", "(error "),
    ("(get-unsat-assumptions)", &["unsat"], "()", "(error "),
    ("(get-proof)", &[], "", "(error "),
    ("(get-assertions)", WITH_ASSERTION, "((> x ", "()"),
    ("(check-sat)", &["unsat"], "unsat", "sat"),
    ("(check-sat-assuming ((not true)))", ALL, "unsat", ""),
    ("(simplify (+ 1 1))", ALL, "2", ""),
    ("(echo \"here\")", ALL, "\"here\"", ""),
    (
        "(push 2)(pop)(get-info :assertion-stack-levels)",
        &["scope open"],
        "(:assertion-stack-levels 2)",
        "(:assertion-stack-levels 1)",
    ),
    ("(pop)(get-info :name)", &["scope open"], "(:name ", "(error "),
    ("(reset-assertions)(check-sat)", ALL, "sat", ""),
    ("(reset)(set-logic ALL)(check-sat)", ALL, "sat", ""),
    (
        "(set-logic ALL)(echo \"set\")",
        &["start", "asserted", "sat", "unsat", "scope open", "assertions gone", "reset"],
        "\"set\"",
        "(error ",
    ),
    ("(exit)(echo \"gone\")", &[], "", ""),
];

#[test]
fn questions_in_every_mode() {
    for &(mode, script) in MODES {
        for &(question, modes, there, elsewhere) in QUESTIONS {
            let script = format!("(set-option :produce-unsat-cores true){script}");
            let lines = in_mode(&script, question);
            let want = if modes.contains(&mode) { there } else { elsewhere };
            let first = lines.first().map_or("", |line| line);
            assert!(first.starts_with(want), "{question} in mode {mode}: {lines:?}");
            assert_eq!(first.is_empty(), want.is_empty(), "{question} in mode {mode}: {lines:?}");
        }
    }
}

const HARD: &str = "(declare-const x String)(declare-const y String)
    (assert (= (str.++ x \"ab\" y) (str.++ y \"ba\" x)))(assert (> (str.len x) 30))(check-sat)";

#[test]
fn the_resource_limit_holds_until_it_is_lifted() {
    let limit = |n| format!("(set-option :reproducible-resource-limit {n})");
    let reason = "(get-info :reason-unknown)";
    let lines = answers(&format!("{}{HARD}{reason}", limit(1)));
    assert_eq!(lines, ["unknown", "(:reason-unknown resourceout)"]);
    let lines = answers(&format!("{}{HARD}{}(check-sat)", limit(1), limit(0)));
    assert!(lines[0] == "unknown" && lines[1] != "unknown", "{lines:?}");
}

/// Equal seeds, equal runs: answers, models and statistics.
#[test]
fn seeds_repeat() {
    let run = |seed: u32| {
        let script = format!("(set-option :random-seed {seed}){HARD}(get-info :all-statistics)");
        answers(&script).into_iter().filter(|line| !line.contains("time")).collect::<Vec<_>>()
    };
    for seed in [0, 1, 4_000_000_000] {
        assert_eq!(run(seed), run(seed));
        assert_eq!(run(seed)[0], run(0)[0]);
    }
}

#[test]
fn global_declarations_survive() {
    let declared =
        "(declare-const c Int)(declare-fun f (Int) Int)(define-fun g ((a Int)) Int (+ a c))
        (define-const d Int (g 1))(declare-sort S 0)(define-sort T () Int)(declare-const s S)";
    let used = "(declare-const t T)(assert (= (f d) (g t)))(assert (= s s))";
    let model = "(set-option :print-success false)(check-sat)";
    for closing in ["(pop)", "(reset-assertions)"] {
        let script = format!("(push){declared}{closing}{used}{model}");
        let lines = answers(&format!("(set-option :global-declarations true){script}"));
        assert_eq!(lines, ["sat"], "{closing}");
        let lines = answers(&script);
        let unknown = ["unknown sort `T`", "unknown symbol `f`", "unknown symbol `s`", "unknown"];
        assert!(lines.iter().zip(unknown).all(|(line, want)| line.contains(want)), "{lines:?}");
        assert_eq!(lines.len(), unknown.len(), "{closing}: {lines:?}");
    }
    // What the first assertion fixes cannot be half-way through: the scopes below know what to keep.
    let script = format!(
        "(push){declared}{used}(set-option :global-declarations true)(pop)(assert (= c 1))"
    );
    let lines = answers(&script);
    assert!(lines[0].contains("too late") && lines[1].contains("unknown symbol `c`"), "{lines:?}");
}

/// A name that is none changes nothing.
#[test]
fn logics() {
    let print = "(set-option :print-success true)";
    let script =
        format!("{print}(set-logic STRINGS)(set-logic QF_SLIA)(set-logic QF_S)(check-sat)");
    let lines = answers(&script);
    assert_eq!(lines[..3], ["success", "unsupported", "success"]);
    assert!(lines[3].contains("already set") && lines[4] == "sat", "{lines:?}");
    // A logic forbids nothing.
    let script = "(set-logic QF_LIA)(declare-const s String)(assert (= s \"a\"))(check-sat)";
    assert_eq!(answers(script), ["sat"]);
}

#[test]
fn what_is_switched_off_is_an_error() {
    let rows = [
        (":produce-assertions", "(get-assertions)"),
        (":produce-models", "(get-model)"),
        (":produce-models", "(get-value (x))"),
        (":produce-assignments", "(get-assignment)"),
        (":produce-proofs", "(get-proof)"),
        (":produce-unsat-assumptions", "(get-unsat-assumptions)"),
        (":produce-unsat-cores", "(get-unsat-core)"),
    ];
    for (option, question) in rows {
        let off = format!("(set-option {option} false)(declare-const x Int)(check-sat){question}");
        let lines = answers(&off);
        assert!(lines[1].contains("not enabled"), "{question}: {lines:?}");
    }
}
