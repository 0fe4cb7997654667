//! `stringent models`: what it prints, and its exit codes. That the models are right is tested in the library.

mod common;

use common::run;
use std::path::PathBuf;

fn script(name: &str, text: &str) -> PathBuf {
    let path =
        std::env::temp_dir().join(format!("stringent-models-{}-{name}.smt2", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

/// Exit code, lines of standard output, standard error.
fn models(name: &str, text: &str, args: &[&str]) -> (Option<i32>, Vec<String>, String) {
    let path = script(name, text);
    let output = run(&[&["models", path.to_str().unwrap()], args].concat(), "");
    std::fs::remove_file(path).unwrap();
    (output.code, output.stdout.lines().map(str::to_owned).collect(), output.stderr)
}

const WORDS: &str = "(declare-const s String)(declare-const |n 1| Int)(declare-fun f (Int) Int)\
    (assert (str.in_re s (re.opt (re.++ (re.range \"a\" \"b\") (re.opt (str.to_re \"\"\"\"))))))\
    (assert (= |n 1| (str.len s)))(check-sat)(get-model)";

#[test]
fn lists_and_objects() {
    let (code, lines, _) = models("list", WORDS, &["--shortest", "--all"]);
    assert_eq!((code, lines.len()), (Some(0), 6));
    assert_eq!(lines[0], "((s \"\") (|n 1| 0))");
    assert!(lines[4].ends_with("\"\"\") (|n 1| 2))"), "{lines:?}");
    assert_eq!(lines[5], "; these are all 5 models; not shown: f");
    let (_, lines, _) =
        models("json", WORDS, &["--shortest", "--json", "--count", "2", "--of", "s,n 1"]);
    assert_eq!(lines.len(), 3);
    assert_eq!(
        (&*lines[0], &*lines[2]),
        ("{\"n 1\":0,\"s\":\"\"}", "{\"complete\":false,\"models\":2}")
    );
    let (_, lines, _) = models("of", WORDS, &["--of", "n 1", "--count=3"]);
    assert_eq!(lines[3], "; there may be more models");
    let (_, lines, _) = models("none", "(assert false)", &[]);
    assert_eq!(lines, ["; there is no model"]);
    let (_, lines, _) = models("true", "(declare-const p Bool)(assert p)", &["--json"]);
    assert_eq!(lines, ["{\"p\":true}", "{\"complete\":true,\"models\":1}"]);
}

#[test]
fn limits_and_mistakes() {
    let (code, lines, _) = models("steps", WORDS, &["--", "--rlimit=1"]);
    assert_eq!(
        (code, &*lines[0]),
        (Some(0), "; there may be more models, unknown: resource limit reached; not shown: f")
    );
    let (code, lines, stderr) =
        models("error", "(declare-const s String)(check-sat)(assert t)", &[]);
    assert_eq!((code, stderr.as_str()), (Some(1), ""));
    assert_eq!(lines, ["(error \"line 1 column 44: unknown symbol `t`\")"]);
    for (args, complaint) in [
        (["--of", "f"], "f: only constants"),
        (["--of", "q"], "q: no constant has this name"),
        (["--count", "0"], "--count: expected a positive number"),
        (["--frob", "0"], "unknown option --frob"),
    ] {
        let (code, lines, stderr) = models("mistake", WORDS, &args);
        assert_eq!((code, lines.len()), (Some(2), 0));
        assert!(stderr.contains(complaint), "{stderr}");
    }
}
