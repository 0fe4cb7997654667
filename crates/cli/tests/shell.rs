//! What shells and `man` read, and several processes for one question.

mod common;

use common::run;
use std::process::Command;

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn bash_completes() {
    if !is_installed("bash") {
        return;
    }
    let script = run(&["completions", "bash"], "");
    assert_eq!(script.code, Some(0));
    let complete = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let at = words.len() - 1;
        let ask = format!(
            "{}\nCOMP_WORDS=({line}); COMP_CWORD={at}; COMP_WORDS[{at}]='{}'; _stringent; echo ${{COMPREPLY[@]}}",
            script.stdout, words[at]
        );
        let output = Command::new("bash").args(["-c", &ask]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    };
    assert_eq!(complete("stringent ba"), "batch");
    assert_eq!(complete("stringent --portf"), "--portfolio");
    assert_eq!(complete("stringent batch --sh"), "--shard");
    assert_eq!(complete("stringent -in --time"), "--timeout");
    assert_eq!(complete("stringent completions z"), "zsh");
}

#[test]
fn other_shells_get_everything() {
    for shell in ["zsh", "fish"] {
        let script = run(&["completions", shell], "").stdout;
        for word in ["batch", "shard", "shortest", "jsonl", "rlimit", "strings.nielsen"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        if is_installed(shell) {
            let file =
                std::env::temp_dir().join(format!("stringent-{}.{shell}", std::process::id()));
            std::fs::write(&file, &script).unwrap();
            assert!(
                Command::new(shell).arg("-n").arg(&file).status().unwrap().success(),
                "{shell}"
            );
            std::fs::remove_file(file).unwrap();
        }
    }
    let wrong = run(&["completions", "tcsh"], "");
    assert_eq!((wrong.code, &*wrong.stdout), (Some(2), ""));
}

#[test]
fn manual_page_has_everything() {
    let page = run(&["man"], "").stdout;
    assert!(page.starts_with(".TH STRINGENT 1 "));
    for part in ["\\-\\-rlimit", "\\-\\-shard I/N", "equivalent A B", ".SH EXIT STATUS"] {
        assert!(page.contains(part), "{part}");
    }
    // Whatever begins with a point is a macro that the page means.
    let macros = [".TH", ".SH", ".TP", ".B", ".nf", ".fi"];
    for line in page.lines().filter(|line| line.starts_with('.')) {
        assert!(macros.contains(&line.split(' ').next().unwrap()), "{line}");
    }
}

#[test]
fn portfolios_answer_once() {
    let script =
        "(declare-const s String)(assert (= (str.++ s s) \"abab\"))(check-sat)(get-value (s))";
    let answer = run(&["--portfolio", "3"], script);
    assert_eq!((answer.code, &*answer.stdout), (Some(0), "sat\n((s \"ab\"))\n"));
    let wrong = run(&["--portfolio=2"], "(check-sat)(assert x)");
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.stdout.starts_with("sat\n(error "));
    assert_eq!(run(&["--portfolio=9"], "").code, Some(2));
}

/// As many numbers as there are places, but one.
#[test]
fn portfolios_that_decide_nothing_say_so() {
    let names: Vec<String> = (0..15).map(|i| format!("n{i}")).collect();
    let declare = |name: &String| format!("(declare-const {name} Int)(assert (<= 1 {name} 14))");
    let script: String = names.iter().map(declare).collect();
    let script = format!("{script}(assert (distinct {}))(check-sat)", names.join(" "));
    let answer = run(&["--portfolio", "2", "-t:100"], &script);
    assert_eq!((answer.code, &*answer.stdout), (Some(0), "unknown\n"));
}
