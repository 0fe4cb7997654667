//! Input that nobody sends in earnest: the program answers and goes on, whatever it is.

mod common;

use common::{Client, Output, run};

/// The limits under which everything here runs.
const LIMITS: &[&str] = &["-t:5000", "-memory:1000"];

fn ask(script: &str) -> Output {
    let output = run(LIMITS, script);
    assert!(output.code.is_some(), "crashed: {}", output.stderr);
    assert_eq!(output.stderr, "", "nothing belongs on the error channel");
    output
}

/// The script gives these lines.
fn check(script: &str, want: &[&str]) {
    let output = ask(script);
    assert_eq!(output.lines(), want);
    assert_eq!(output.code, Some(0));
}

/// The script gives errors, one a line, and then what `(echo "on")` says.
fn check_errors(script: &str, errors: usize) {
    let output = ask(&format!("{script}\n(echo \"on\")"));
    let lines = output.lines();
    assert_eq!(output.code, Some(1), "{script}: {}", output.stdout);
    assert_eq!(lines.len(), errors + 1, "{script}: {}", output.stdout);
    assert!(lines[..errors].iter().all(|l| l.starts_with("(error \"line ")), "{}", output.stdout);
    assert_eq!(lines[errors], "\"on\"");
}

/// `before` and `after`, so many times, around `core`.
fn nest(before: &str, core: &str, after: &str, times: usize) -> String {
    [&before.repeat(times), core, &after.repeat(times)].concat()
}

#[test]
fn nothing() {
    check("", &[]);
    check("  \n; only a comment, without an end of line", &[]);
}

#[test]
fn junk() {
    check_errors("hello", 1);
    check_errors(")", 1);
    check_errors("()", 1);
    check_errors("(())", 1);
    check_errors("(no-such-command 1)", 1);
    check_errors("(assert)", 1);
    check_errors("(assert true true)", 1);
    check_errors("(declare-const)", 1);
    check_errors("(declare-const x NoSuchSort)", 1);
    check_errors("(push -1)", 1);
    check_errors("(set-option)", 1);
    check_errors("(define-fun f ((x Int)) Int)", 1);
    let bytes: String = (1_u8..128).map(char::from).filter(|c| !"()\"|;".contains(*c)).collect();
    let output = ask(&bytes);
    assert!(output.code == Some(1) && output.stdout.starts_with("(error"), "{}", output.stdout);
}

#[test]
fn ill_sorted() {
    check_errors("(assert 1)", 1);
    check_errors("(assert (+ 1 \"a\"))", 1);
    check_errors("(assert (str.len 3))", 1);
    check_errors("(assert (str.in_re \"a\" \"a\"))", 1);
    check_errors("(assert (= true 1))", 1);
    check_errors("(assert (ite 1 true false))", 1);
    check_errors("(declare-fun f (Int) Int)(assert (= (f 1 2) 3))", 1);
    check_errors("(assert (= x 1))", 1);
    check_errors("(declare-const x Int)(declare-const x Int)", 1);
    check_errors("(assert ((_ re.loop 1) re.all))", 1);
}

#[test]
fn unclosed() {
    for script in ["(check-sat", "(assert (= \"a", "(assert (= |a", "(echo \"a\""] {
        let output = ask(script);
        assert_eq!(output.code, Some(1), "{script}");
        assert!(output.lines().len() == 1 && output.stdout.starts_with("(error \"line 1"));
    }
}

#[test]
fn long_numerals() {
    let digits = "7".repeat(10_000);
    let script = format!(
        "(declare-const x Int)(assert (= (+ x 1) {digits}))(check-sat)\
         (assert (< x {digits}0))(check-sat)(assert (> (* 3 x) {digits}0))(check-sat)"
    );
    check(&script, &["sat", "sat", "unsat"]);
    check_errors(&format!("(push {digits})"), 1);
    check_errors(&format!("(assert (str.in_re \"\" ((_ re.^ {digits}) re.all)))"), 1);
}

#[test]
fn long_literals() {
    let text = "ab".repeat(500_000);
    let script = format!(
        "(declare-const x String)(assert (= x \"{text}\"))(check-sat)(get-value ((str.len x)))\
         (assert (= (str.at x 999999) \"a\"))(check-sat)"
    );
    check(&script, &["sat", "(((str.len x) 1000000))", "unsat"]);
}

#[test]
fn deep_terms() {
    const DEPTH: usize = 100_000;
    let head = "(declare-const p Bool)(declare-const i Int)(declare-const s String)";
    let deep = |before: &str, core: &str, after: &str| {
        let script = format!("{head}(assert {})(check-sat)", nest(before, core, after, DEPTH));
        let output = ask(&script);
        assert_eq!(output.code, Some(0), "{before}: {}", output.stdout);
        assert_eq!(output.lines().len(), 1, "{before}: {}", output.stdout);
        output.stdout
    };
    assert_eq!(deep("(not ", "p", ")"), "sat\n");
    assert_eq!(deep("(and p ", "p", ")"), "sat\n");
    assert_eq!(deep("(or false ", "(not p)", ")"), "sat\n");
    assert_eq!(deep("(let ((q p)) ", "q", ")"), "sat\n");
    assert_eq!(deep("(! ", "p", " :name x)"), "sat\n");
    deep("(= p ", "p", ")");
    deep("(ite p p ", "p", ")");
    let sum = nest("(+ 1 ", "i", ")", DEPTH);
    check(
        &format!("{head}(assert (= {sum} 0))(check-sat)(get-value (i))"),
        &["sat", &format!("((i (- {DEPTH})))")],
    );
    let text = nest("(str.++ \"a\" ", "\"b\"", ")", DEPTH);
    check(
        &format!("{head}(assert (= s {text}))(check-sat)(get-value ((str.len s)))"),
        &["sat", &format!("(((str.len s) {}))", DEPTH + 1)],
    );
    let regex = nest("(re.++ (str.to_re \"a\") ", "(str.to_re \"\")", ")", DEPTH);
    check(
        &format!("{head}(assert (str.in_re s {regex}))(check-sat)(get-value ((str.len s)))"),
        &["sat", &format!("(((str.len s) {DEPTH}))")],
    );
}

#[test]
fn deep_parentheses() {
    let output = ask(&nest("(", "", ")", 100_000));
    assert_eq!((output.code, output.lines().len()), (Some(1), 1));
}

#[test]
fn exponentially_shared_terms() {
    let mut script = "(declare-const s0 String)\n".to_owned();
    for i in 1..60 {
        script += &format!("(define-fun s{i} () String (str.++ s{0} s{0}))\n", i - 1);
    }
    let output = ask(&(script + "(assert (= (str.len s59) 7))(check-sat)(echo \"on\")"));
    assert_eq!(output.lines().last(), Some(&"\"on\""));
    assert_ne!(output.lines()[0], "sat");
}

#[test]
fn many_declarations() {
    let script: String = (0..50_000).map(|i| format!("(declare-const x{i} Int)")).collect();
    check(&(script + "(assert (= x0 x49999))(check-sat)"), &["sat"]);
}

/// An error in the middle of a conversation is answered at once, and is forgotten with its scope.
#[test]
fn errors_in_a_conversation() {
    let mut client = Client::start(&["-in"]);
    client.send("(declare-const x String)(assert (= x \"a\"))(push)");
    assert!(client.ask("(assert (= x 3))").starts_with("(error \"line 1 column"));
    assert_eq!(client.ask("(check-sat)"), "unknown");
    client.send("(pop)");
    assert_eq!(client.ask("(check-sat)"), "sat");
    assert!(client.ask("(get-valu (x))").starts_with("(error \"line 1 column"));
    assert_eq!(client.ask("(get-value (x))"), "((x \"a\"))");
    assert_eq!(client.finish(), Some(1));
}
