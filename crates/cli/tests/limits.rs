//! Limits hold: the answer comes in time, says which limit it was, and the process takes the next
//! question.

mod common;

use common::{Client, run};
use std::time::{Duration, Instant};

/// How late an answer may be. Unoptimised code reaches its next look at the clock more slowly.
const GRACE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 400 } else { 50 });

/// One more pigeon than holes: no resolution proof of polynomial size exists, so no CDCL solver is ever
/// done with it.
fn pigeons(holes: usize) -> String {
    let mut script = String::new();
    for p in 0..=holes {
        for h in 0..holes {
            script += &format!("(declare-const p{p}h{h} Bool)\n");
        }
    }
    for p in 0..=holes {
        let somewhere: Vec<String> = (0..holes).map(|h| format!("p{p}h{h}")).collect();
        script += &format!("(assert (or {}))\n", somewhere.join(" "));
        for q in 0..p {
            for h in 0..holes {
                script += &format!("(assert (or (not p{p}h{h}) (not p{q}h{h})))\n");
            }
        }
    }
    script
}

/// Subset sums over large numbers: rational bounds tell nothing, and there are too many subsets.
fn subset_sums(items: u64, rows: u64) -> String {
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % 1_000_000
    };
    let mut script = String::new();
    for i in 0..items {
        script += &format!("(declare-const x{i} Int)(assert (<= 0 x{i} 1))\n");
    }
    for _ in 0..rows {
        let weights: Vec<u64> = (0..items).map(|_| random()).collect();
        let sum: Vec<String> =
            weights.iter().enumerate().map(|(i, w)| format!("(* {w} x{i})")).collect();
        let half = weights.iter().sum::<u64>() / 2;
        script += &format!("(assert (= (+ {}) {half}))\n", sum.join(" "));
    }
    script
}

/// A chain of replacements, each of which could happen or not.
fn replacements(n: usize) -> String {
    let nest = format!("{}x{}", "(str.replace ".repeat(n), " \"a\" \"b\")".repeat(n));
    format!("(declare-const x String)(assert (= (str.++ x \"a\") {nest}))\n")
}

/// Letters at distances that never agree: an automaton for the complement has to remember the last thirty letters.
fn complements() -> String {
    let any = "(re.range \"a\" \"d\")";
    let mut script = format!("(declare-const x String)(assert (str.in_re x (re.* {any})))");
    for distance in [7, 11, 13, 17, 19, 23, 29] {
        for letter in ["a", "b", "c", "d"] {
            let letter = format!("(str.to_re \"{letter}\")");
            let pair = format!("{letter} ((_ re.^ {distance}) {any}) {letter}");
            script += &format!("(assert (not (str.in_re x (re.++ re.all {pair} re.all))))");
        }
    }
    script + "(assert (> (str.len x) 300))"
}

/// Two large loops over words of large lengths without a common divisor.
fn loops() -> String {
    let of = |bounds: &str, first: (u32, &str), second: (u32, &str)| {
        let word = |(n, w): (u32, &str)| format!("((_ re.^ {n}) (str.to_re \"{w}\"))");
        format!("((_ re.loop {bounds}) (re.union {} {}))", word(first), word(second))
    };
    let here = of("10000 20000", (997, "a"), (1009, "ab"));
    let there = of("3000 90000", (991, "ba"), (1013, "a"));
    format!(
        "(declare-const x String)(assert (str.in_re x {here}))(assert (str.in_re x {there}))
        (assert (= (mod (str.len x) 7919) 17))"
    )
}

/// Variables in two orders, with languages whose automata overlap everywhere: an equation has exponentially many noodles.
fn noodles() -> String {
    let ab = "(re.range \"a\" \"b\")";
    let mut script = String::new();
    for i in 0..8 {
        let (n, letter) = (i % 4 + 3, ["a", "b"][i % 2]);
        script += &format!(
            "(declare-const x{i} String)
            (assert (str.in_re x{i} (re.++ (re.* {ab}) (str.to_re \"{letter}\") ((_ re.^ {n}) {ab}))))"
        );
    }
    for order in ["01234567 32107654", "60314275 47215036", "24613570 75310642"] {
        let side = |digits: &str| digits.chars().map(|d| format!(" x{d}")).collect::<String>();
        let (left, right) = order.split_once(' ').unwrap();
        script += &format!("(assert (= (str.++{}) (str.++{})))", side(left), side(right));
    }
    script + "(assert (distinct x0 x1 x2 x3 x4 x5 x6 x7))"
}

/// A literal of a million letters that is all but a solution.
fn literal() -> String {
    let literal = "ab".repeat(500_000);
    format!(
        "(declare-const x String)(declare-const y String)
        (assert (= (str.replace_all x y \"ab\") \"{literal}\"))
        (assert (str.contains x (str.++ y \"b\" y)))"
    )
}

/// Applications of a function to one another, in clauses that merge them in many ways.
fn congruences() -> String {
    let mut seed = 1_usize;
    let mut constant = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("c{}", (seed >> 33) % 120)
    };
    let mut script = "(declare-sort U 0)(declare-fun f (U U) U)".to_owned();
    script.extend((0..120).map(|i| format!("(declare-const c{i} U)")));
    for _ in 0..1500 {
        let [a, b, c, d, e, f] = std::array::from_fn(|_| constant());
        script += &format!("(assert (or (= (f {a} {b}) {c}) (distinct (f {d} (f {e} {f})) {a})))");
        script += &format!("(assert (or (= {b} {d}) (= {e} (f {c} {f})) (= {a} {f})))");
    }
    script
}

/// Two different sequences of millions of sequences: the words of a model that must differ, and are long.
fn long_sequences() -> String {
    let declared = ["s", "t"].map(|name| {
        format!("(declare-const {name} (Seq (Seq Int)))(assert (= (seq.len {name}) 9000000))")
    });
    declared.concat() + "(assert (distinct s t))"
}

/// Asks `script` under a limit of `ms`; the process must be in time and go on. Another process may
/// have had the processor meanwhile, so lateness counts only if it happens again and again.
fn check_in_time(what: &str, script: &str, ms: u64) {
    let mut late = Duration::ZERO;
    for _ in 0..5 {
        let mut client = Client::start(&["-in", &format!("-t:{ms}")]);
        client.send(script);
        let start = Instant::now();
        let answer = client.ask("(check-sat)");
        late = start.elapsed().saturating_sub(Duration::from_millis(ms));
        if answer != "unknown" {
            assert!(answer == "sat" || answer == "unsat", "{what}: {answer}");
        } else {
            assert_eq!(client.ask("(get-info :reason-unknown)"), "(:reason-unknown timeout)");
        }
        client.send("(reset)");
        assert_eq!(client.ask("(assert false)(check-sat)"), "unsat", "{what}");
        if late <= GRACE {
            return;
        }
    }
    panic!("{what}: {late:?} late");
}

#[test]
fn deadlines_are_met() {
    check_in_time("pigeons", &pigeons(11), 200);
    check_in_time("subset sums", &subset_sums(40, 3), 200);
    check_in_time("congruences", &congruences(), 200);
    check_in_time("complements", &complements(), 200);
    check_in_time("loops", &loops(), 200);
    check_in_time("noodles", &noodles(), 200);
    check_in_time("replacements", &replacements(300), 200);
    check_in_time("literal", &literal(), 400);
    check_in_time("sequences", &long_sequences(), 1000);
}

#[test]
fn pigeons_do_not_fit_in_time() {
    let script = pigeons(11) + "(check-sat)(get-info :reason-unknown)(check-sat)";
    let output = run(&["-t:100"], &script);
    assert_eq!(output.lines(), ["unknown", "(:reason-unknown timeout)", "unknown"]);
    let output = run(&["--compat=z3", "-t:100"], &script);
    assert_eq!(output.lines()[1], "(:reason-unknown \"timeout\")");
}

/// The total limit of z3's command line ends the process, that of cvc5's does not.
#[test]
fn total_time() {
    let script = pigeons(11) + "(check-sat)(check-sat)(echo \"on\")";
    let start = Instant::now();
    assert_eq!(run(&["-T:1"], &script).lines(), ["timeout"]);
    assert!(start.elapsed() >= Duration::from_secs(1));
    let output = run(&["--tlimit=200"], &script);
    assert_eq!(output.lines(), ["unknown", "unknown", "\"on\""]);
}

/// Steps do not depend on the machine: the same limit stops at the same place.
#[test]
fn steps_are_deterministic() {
    let script = pigeons(7) + "(check-sat)(get-info :reason-unknown)(get-info :all-statistics)";
    let first = run(&["--rlimit=20000"], &script);
    assert_eq!(first.lines()[..2], ["unknown", "(:reason-unknown resourceout)"]);
    for _ in 0..2 {
        assert_eq!(run(&["--rlimit=20000"], &script).stdout, first.stdout);
    }
    let z3 = run(&["--compat=z3", "rlimit=20000"], &script);
    assert_eq!(z3.lines()[1], "(:reason-unknown \"max. resource limit exceeded\")");
}

/// A limit in a script holds for the checks after it, and can be taken away.
#[test]
fn limits_can_change() {
    let script = pigeons(6)
        + "(set-option :rlimit 500)(check-sat)(set-option :rlimit 0)(check-sat)(get-info :reason-unknown)";
    let output = run(&[], &script);
    assert_eq!(output.lines()[..2], ["unknown", "unsat"]);
}

/// The most memory that the process has used so far, in KiB.
#[cfg(target_os = "linux")]
fn peak(client: &Client) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", client.id())).unwrap();
    let row = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    row.trim().trim_end_matches(" kB").parse().unwrap()
}

/// A process that answers questions all day, with new names in each, needs a millisecond for each and no more memory in
/// the evening.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_steady() {
    let mut client = Client::start(&["-in"]);
    client.send("(declare-const x String)(declare-const n Int)(assert (= n (str.len x)))");
    let start = Instant::now();
    let mut early = 0;
    for i in 0..10_000 {
        let question = format!(
            "(push 1)(declare-const y{i} String)(define-fun f{i} ((a Int)) Bool (< a {i}))
             (assert (! (f{i} n) :named size{i}))(assert (= (str.++ y{i} x) \"abc{i}\"))
             (assert (str.in_re y{i} (re.++ (re.* (re.range \"a\" \"c\")) (str.to_re \"{i}\"))))(check-sat)(pop 1)"
        );
        let expected = if i == 0 { "unsat" } else { "sat" };
        assert_eq!(client.ask(&question), expected, "{i}");
        if i == 1000 {
            early = peak(&client);
        }
    }
    let (late, time) = (peak(&client), start.elapsed());
    let patience = Duration::from_secs(if cfg!(debug_assertions) { 200 } else { 10 });
    assert!(time <= patience, "{time:?}");
    assert!(late * 10 <= early * 11, "{early} KiB, then {late} KiB");
}

/// What is large before anything is solved: the answer is in time all the same, and the process goes on.
#[test]
fn reading_and_rewriting_are_in_time() {
    let doubling = (0..30).fold("x".to_owned(), |inner, k| {
        let (from, to) = if k % 2 == 0 { ("a", "bb") } else { ("b", "aa") };
        format!("(str.replace_all {inner} \"{from}\" \"{to}\")")
    });
    let doubling = format!(
        "(declare-const x String)(assert (str.in_re {doubling} (re.++ re.all (str.to_re \"zz\"))))(assert (not (= x \"zz\")))"
    );
    check_in_time("doubling", &doubling, 300);
    let names: Vec<String> = (0..2000).map(|k| format!("s{k}")).collect();
    let declared: String = names.iter().map(|s| format!("(declare-const {s} String)")).collect();
    let distinct = format!("{declared}(assert (distinct {}))", names.join(" "));
    check_in_time("distinct", &distinct, 200);
    let sum = format!("{}i{}", "(+ i (* 2 ".repeat(50_000), "))".repeat(50_000));
    check_in_time("sum", &format!("(declare-const i Int)(assert (= 0 {sum}))"), 300);
}

/// Definitions that make much of little are given up while they are read, and what was to be asserted is missing then.
#[test]
fn definitions_are_expanded_in_time() {
    let mut script =
        "(declare-const x String)(define-fun f0 ((a String)) String (str.++ a a))".to_owned();
    for k in 1..30 {
        script += &format!("(define-fun f{k} ((a String)) String (f{0} (f{0} a)))", k - 1);
    }
    script += "(assert (= (f29 x) x))";
    let many = script.clone() + &"(assert false)".repeat(1000) + "(pop 0)(check-sat)";
    script += "(check-sat)(reset)(check-sat)";
    let output = run(&["-t:200", "--memory=300"], &script);
    let lines = output.lines();
    assert!(lines[0].contains("given up while it was read: "), "{lines:?}");
    assert_eq!(lines[lines.len() - 2..], ["unknown", "sat"]);
    assert_eq!(run(&["-T:1"], &script).lines(), ["timeout"]);
    let output = run(&["--total-timeout=300"], &many);
    // On a busy machine the time ends before the last definition is read, and each after it is an error, too.
    let lines = output.lines();
    let (answer, errors) = lines.split_last().expect("an answer");
    assert!(errors[0].contains("given up while it was read: "), "{errors:?}");
    assert!(errors.iter().all(|line| line.starts_with("(error")), "{errors:?}");
    assert_ne!(*answer, "sat");
}

/// When the time is over, the rest is read for a moment only, so that a question why is still answered.
#[test]
fn what_follows_the_end_of_the_time_is_not_read() {
    let checks = "(check-sat)".repeat(500_000);
    let output = run(&["--total-timeout=100"], &checks);
    let last = output.lines().last().copied().unwrap_or_default();
    assert!(last.starts_with("(error") && last.contains("what follows is not read: timeout"));
    let output = run(&["-T:1"], &checks.repeat(20));
    assert_eq!(output.lines().last().copied(), Some("timeout"));
    let mut client = Client::start(&["-in", "--total-timeout=100"]);
    std::thread::sleep(std::time::Duration::from_millis(200));
    // What is waited for is no work.
    for text in ["\"one\"", "\"two\""] {
        assert_eq!(client.ask(&format!("(echo {text})")), text);
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

/// A literal that does not fit is refused before it is stored.
#[test]
#[cfg(target_os = "linux")]
fn literals_are_limited() {
    let mut client = Client::start(&["-in", "--memory=60"]);
    client.send("(declare-const x String)");
    let literal = "a".repeat(20_000_000);
    let answer = client.ask(&format!("(assert (= x \"{literal}\"))"));
    assert!(answer.contains("given up while it was read: memout"), "{answer}");
    assert_eq!(client.ask("(check-sat)"), "unknown");
    assert!(peak(&client) < 66 << 10, "{} KiB", peak(&client));
}

/// A word of some million characters does not fit into so little.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_limited() {
    let script = "(declare-const x String)(declare-const y String)(assert (= (str.len x) 12000000))
        (assert (= y (str.replace_all (str.++ x x) \"A\" \"BCD\")))(assert (str.contains y \"BCD\"))
        (check-sat)(get-info :reason-unknown)(reset)(assert false)(check-sat)";
    let output = run(&["-memory:20", "-t:8000"], script);
    assert_eq!(output.lines(), ["unknown", "(:reason-unknown memout)", "unsat"]);
}
