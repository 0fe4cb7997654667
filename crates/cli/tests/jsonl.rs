//! The worker that reads one query a line.

mod common;

use common::{Client, run};
use serde_json::{Value, json};

/// The answers without their times.
fn answers(args: &[&str], lines: &str) -> Vec<Value> {
    let output = run(&[&["solve", "--jsonl"], args].concat(), lines);
    let answers: Vec<Value> =
        output.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let failed = answers.iter().any(|answer| answer["verdict"] == "error");
    assert_eq!((output.code, &*output.stderr), (Some(i32::from(failed)), ""));
    let timeless = |mut answer: Value| {
        let _ = answer.as_object_mut().unwrap().remove("time");
        answer
    };
    answers.into_iter().map(timeless).collect()
}

#[test]
fn verdicts_and_models() {
    let script = "(declare-const s String)(declare-const n Int)(declare-const p Bool)(declare-fun f (Int) Int)\
                  (assert (= s \"\"\"\u{e9}\\u{10}\"))(assert (= n (- 7)))(assert p)(assert (= (f n) 1))";
    let surrogate = "(declare-const s String)(assert (= s \"\\u{d800}\"))(check-sat)(exit)";
    let huge = "(declare-const n Int)(assert (= n 10000000000000000000))";
    let datatype = "(declare-datatype O ((none) (some (value Int))))(declare-const x O)\
                    (assert (= (value x) 3))(assert (distinct x none))";
    let queries = [
        json!({ "id": 1, "smt2": script }),
        json!({ "id": [2], "smt2": surrogate }),
        json!({ "id": "three", "smt2": huge }),
        json!({ "smt2": "(assert false)(check-sat)(get-model)" }),
        json!({ "id": 5, "smt2": "(assert false)", "options": { "timeout": 100, "rewrite": false } }),
        json!({ "id": 6, "smt2": datatype }),
    ];
    let lines: String = queries.iter().map(|q| format!("{q}\n")).collect();
    let f = "(define-fun f ((x!0 Int)) Int (ite (= x!0 (- 7)) 1 1))";
    let no_model =
        "line 1 column 26: there is no model: the last command that checks did not answer sat";
    let want = [
        json!({ "id": 1, "verdict": "sat", "verdicts": ["sat"], "model":
                { "s": "\"\u{e9}\u{10}", "n": -7, "p": true, "f": { "smt2": f } } }),
        json!({ "id": [2], "verdict": "sat", "verdicts": ["sat"], "model": { "s": { "smt2": "\"\\u{d800}\"" } } }),
        json!({ "id": "three", "verdict": "sat", "verdicts": ["sat"], "model": { "n": { "smt2": "10000000000000000000" } } }),
        json!({ "id": null, "verdict": "unsat", "verdicts": ["unsat"], "errors": [no_model] }),
        json!({ "id": 5, "verdict": "unsat", "verdicts": ["unsat"] }),
        json!({ "id": 6, "verdict": "sat", "verdicts": ["sat"], "model": { "x": { "smt2": "(some 3)" } } }),
    ];
    let got = answers(&[], &lines);
    assert_eq!(got.len(), want.len());
    for (got, want) in got.iter().zip(&want) {
        assert_eq!(got, want);
    }
}

#[test]
fn mistakes_are_answers() {
    let lines = "\u{feff}nonsense\n\n[1]\n{\"id\": 1}\n{\"id\": 2, \"smt2\": \"(assert x)(exit)\"}\n\
                 {\"id\": 3, \"smt2\": \"\", \"options\": {\"frob\": 1}}\n{\"id\": 4, \"smt2\": \"(assert\"}\n";
    let got = answers(&[], lines);
    let errors: Vec<&str> = got.iter().map(|a| a["errors"][0].as_str().unwrap_or("none")).collect();
    assert_eq!(errors[0], "no JSON: expected ident at line 1 column 2");
    assert_eq!(errors[1..3], ["expected an object with a string \"smt2\""; 2]);
    assert_eq!(errors[3], "line 1 column 9: unknown symbol `x`");
    assert_eq!(errors[4], "option frob: unknown option, found 1");
    assert!(errors[5].contains("unexpected end of input"), "{}", errors[5]);
    assert!(got.iter().all(|answer| answer["verdict"] == "error"), "{got:?}");
    assert_eq!((&got[3]["verdicts"], &got[5]["verdicts"]), (&json!([]), &json!(["error"])));
}

/// `sat` is only said of what was understood. What is unsatisfiable without the missing assertion stays so.
#[test]
fn refused_assertions() {
    let script = "(declare-const x Int)(check-sat)(push)(assert (= x y))(check-sat)(assert (> x x))(check-sat)(pop)(check-sat)";
    let error = "line 1 column 52: unknown symbol `y`";
    let lines =
        [script, "(push)(assert y)(check-sat)"].map(|s| json!({ "smt2": s }).to_string() + "\n");
    let got = answers(&[], &lines.concat());
    let verdicts = json!(["sat", "error", "unsat", "sat"]);
    assert_eq!((&got[0]["verdict"], &got[0]["verdicts"]), (&json!("sat"), &verdicts));
    assert_eq!(got[0]["errors"], json!([error]));
    assert_eq!(got[1]["verdict"], "error");
}

/// Limits of the command line hold for every query, and those of a query for it alone.
#[test]
fn limits() {
    let hard = "(declare-const x String)(declare-const y String)\
                (assert (= (str.++ x \\\"ab\\\" y) (str.++ y \\\"ba\\\" x)))(assert (> (str.len x) 3))";
    let line = |options: &str| format!("{{\"smt2\": \"{hard}\", \"options\": {{{options}}}}}\n");
    let got = answers(&["--rlimit=1"], &(line("") + &line("\"rlimit\": 0, \"timeout\": 1")));
    assert_eq!((&got[0]["verdict"], &got[0]["reason"]), (&json!("unknown"), &json!("resourceout")));
    assert_ne!(got[1]["reason"], "resourceout");
}

#[test]
fn each_line_is_answered_at_once() {
    let mut client = Client::start(&["solve", "--jsonl"]);
    for i in 0..3 {
        let answer = client.ask(&format!("{{\"id\": {i}, \"smt2\": \"(check-sat)\"}}\n"));
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!((&answer["id"], &answer["verdict"]), (&json!(i), &json!("sat")));
        assert!(answer["time"].as_f64().unwrap() < 10.0);
    }
    assert_eq!(client.finish(), Some(0));
}

/// A query decides neither which files are written nor where its answers go.
#[test]
fn queries_write_nothing() {
    let script = "(set-option :regular-output-channel \"stderr\")(check-sat)";
    let queries = [
        json!({ "id": 1, "smt2": script }),
        json!({ "id": 2, "smt2": "(check-sat)", "options": { "audit": "folder" } }),
        json!({ "id": 3, "smt2": script, "options": { "regular-output-channel": "stderr" } }),
    ];
    let lines: String = queries.iter().map(|q| format!("{q}\n")).collect();
    let refusal = "option audit: only the command line may set it";
    let want = [
        json!({ "id": 1, "verdict": "sat", "verdicts": ["sat"], "model": {} }),
        json!({ "id": 2, "verdict": "error", "errors": [refusal] }),
        json!({ "id": 3, "verdict": "sat", "verdicts": ["sat"], "model": {} }),
    ];
    assert_eq!(answers(&["--allow-output-files"], &lines), want);
}

/// Objectives are told with their optima, or with the bounds that are known.
#[test]
fn objectives() {
    let bounded = "(declare-const s String)(declare-const n Int)(assert (<= 2 (str.len s) 5))\
                   (minimize (str.len s))(maximize n)";
    let open =
        "(declare-const s String)(assert (> (str.to_int s) 5))(minimize  (- (str.to_int s)))";
    let lines = [bounded, open].map(|s| json!({ "smt2": s }).to_string() + "\n");
    let got = answers(&[], &lines.concat());
    let first = json!({ "term": "(str.len s)", "optimum": 2 });
    assert_eq!(got[0]["verdict"], "sat");
    assert_eq!(got[0]["objectives"], json!([first, { "term": "n", "optimum": "oo" }]));
    let (known, model) = (&got[1]["objectives"][0], &got[1]["model"]["s"]);
    assert_eq!((&got[1]["verdict"], &known["low"]), (&json!("unknown"), &Value::Null));
    // What does not fit into 64 bits is a string.
    let bound = known["high"].as_str().map_or_else(|| known["high"].to_string(), str::to_owned);
    let reached = model.as_str().unwrap().trim_start_matches('0');
    assert!(reached.parse::<f64>().unwrap() > 5.0, "{model}");
    assert_eq!(bound, format!("-{reached}"));
}
