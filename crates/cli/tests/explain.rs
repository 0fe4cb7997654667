//! `stringent explain`: what it tells, and its exit codes.

mod common;

use common::run;
use std::path::PathBuf;

const CLASH: &str = "(declare-const x String)\n(declare-const y String)\n(assert (= y \"<b>\"))
(assert (str.in_re x (re.+ (str.to_re \"ab\"))))\n(assert (= (str.len x) 3))\n(check-sat)\n";

fn file(name: &str, text: &str) -> PathBuf {
    let path =
        std::env::temp_dir().join(format!("stringent-explain-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

/// Exit code and output.
fn explain(name: &str, text: &str, args: &[&str]) -> (Option<i32>, String) {
    let path = file(name, text);
    let output = run(&[&["explain", path.to_str().unwrap()], args].concat(), "");
    std::fs::remove_file(path).unwrap();
    assert_eq!(output.stderr, "");
    (output.code, output.stdout)
}

#[test]
fn what_clashes_is_told_with_its_lines() {
    let (code, told) = explain("clash.smt2", CLASH, &[]);
    assert_eq!(code, Some(0));
    assert!(told.starts_with("Check 1 is unsat: 2 of 3 assertions clash.\n"), "{told}");
    for part in [
        "[2] x ∈ (\"ab\")+  (line 4)",
        "[3] |x| = 3  (line 5)",
        "languages: no word",
        "a contradiction",
        "from [2], [3]",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("<b>"), "{told}");
}

#[test]
fn each_check_has_its_answer() {
    let text = "(declare-const n Int)(assert (> n 0))(check-sat)(check-sat-assuming ((< n 0)))";
    let (code, told) = explain("both.smt2", text, &[]);
    assert_eq!(code, Some(0));
    assert!(
        told.starts_with("Check 1 is sat.\nCheck 2 is unsat: 2 of 2 assertions clash."),
        "{told}"
    );
    assert!(told.contains("(assumption)") && told.contains("numbers: "), "{told}");
    assert_eq!(explain("sat.smt2", "(check-sat)", &[]), (Some(1), "Check 1 is sat.\n".to_owned()));
}

#[test]
fn a_page_needs_nothing_else() {
    let page = file("page.html", "");
    let (code, told) = explain("page.smt2", CLASH, &["--html", page.to_str().unwrap()]);
    assert_eq!((code, &told[..]), (Some(0), ""));
    let text = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(page).unwrap();
    assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"), "{text}");
    assert!(
        text.contains("<code>|x| = 3</code>")
            && text.contains("href=\"#a1-3\"")
            && text.contains("id=\"a1-3\"")
    );
    assert!(!text.contains("http") && !text.contains("src="), "{text}");
}

#[test]
fn mistakes_are_complained_about() {
    for args in [&["explain", "no-such-file.smt2"][..], &["explain", "--htlm", "x"]] {
        let output = run(args, "");
        assert_eq!((output.code, &output.stdout[..]), (Some(2), ""), "{args:?}");
    }
    assert!(run(&["explain", "--help"], "").stdout.starts_with("Usage: stringent explain"));
}
