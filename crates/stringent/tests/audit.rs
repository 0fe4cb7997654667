//! The audit: what is written for other solvers is complete, and holds.

use std::fs;
use std::path::PathBuf;
use stringent::{CommandReader, Interpreter, Options};

fn answers(options: Options, script: &str) -> String {
    let mut out = Vec::new();
    let mut interpreter = Interpreter::new(options, &mut out);
    interpreter.run(&mut CommandReader::from_bytes(script.into())).unwrap();
    drop(interpreter);
    String::from_utf8(out).unwrap()
}

/// An empty folder that nobody else uses.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("stringent-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

/// The names and texts of the claims that checking `script` makes.
fn claims(name: &str, script: &str) -> Vec<(String, String)> {
    let path = folder(name);
    let audit = path.display().to_string();
    answers(Options { audit, ..Options::default() }, script);
    let files = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path());
    let claims = files.map(|file| {
        (
            file.file_name().unwrap().to_string_lossy().into_owned(),
            fs::read_to_string(&file).unwrap(),
        )
    });
    let claims = claims.collect();
    fs::remove_dir_all(&path).unwrap();
    claims
}

const SCRIPT: &str = r#"
    (declare-sort U 0) (declare-fun f (U) U) (declare-const u U) (declare-const v U)
    (declare-const s String) (declare-const t String) (declare-const r String) (declare-const n Int)
    (assert (= (f u) v)) (assert (= (f v) u)) (assert (or (not (= u (f (f u)))) (> n 2)))
    (assert (= r (str.replace s t "xy"))) (assert (not (= r s)))
    (assert (= n (str.indexof s t 1))) (assert (str.in_re s (re.* (re.range "a" "c"))))
    (assert (str.<= t s)) (assert (not (= t ""))) (assert (= (str.substr s n 2) "ab"))
    (check-sat)"#;

#[test]
fn every_claim_stands_by_itself_and_holds() {
    let claims = claims("holds", SCRIPT);
    for (name, text) in &claims {
        let answer = answers(Options { timeout: 300, ..Options::default() }, text);
        assert!(answer == "unsat\n" || answer == "unknown\n", "{name}: {answer}{text}");
    }
    for wanted in ["extf.occurrence-", "lia.equality-", "rewrite.", "preprocess."] {
        assert!(claims.iter().any(|(name, _)| name.starts_with(wanted)), "no {wanted}");
    }
}

/// Without its definitions, a claim about the first occurrence of `t` says something about any string.
#[test]
fn new_variables_come_with_their_meaning() {
    let claims = claims("meaning", SCRIPT);
    let about_parts = claims.iter().filter(|(name, text)| {
        name.starts_with("extf.occurrence-") && text.contains("(declare-fun part!")
    });
    let mut answers_without = Vec::new();
    for (_, text) in about_parts {
        let lines = text.lines().filter(|line| !line.contains("(str.indexof "));
        let without: Vec<&str> = lines.collect();
        answers_without.push(answers(Options::default(), &without.join("\n")));
    }
    assert!(answers_without.iter().any(|answer| answer == "sat\n"), "{answers_without:?}");
}

/// Components of datatypes, and what was declared in a scope that is closed, may share names with others.
#[test]
fn equal_names_are_told_apart() {
    let script = r#"(declare-datatype Pair ((pair (fst Int) (snd String))))(declare-const p!1 String)
        (declare-const p Pair)(declare-const z String)(declare-const p!1~2 String)
        (assert (= (str.++ p!1 "a") (str.++ (snd p) z p!1~2)))(assert (str.contains (snd p) p!1))(check-sat)"#;
    let claims = claims("names", script);
    assert!(claims.iter().any(|(_, text)| text.contains("p!1~3")));
    for (name, text) in &claims {
        assert_eq!(answers(Options::default(), text), "unsat\n", "{name}: {text}");
    }
}

#[test]
fn a_script_does_not_choose_the_folder() {
    let path = folder("script");
    let script = format!("(set-option :audit \"{}\"){SCRIPT}", path.display());
    assert!(answers(Options::default(), &script).starts_with("unsupported\n"));
    assert!(!path.exists());
}
