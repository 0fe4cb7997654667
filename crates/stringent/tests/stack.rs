//! The assertion stack: whatever is pushed and popped, a check answers as if its assertions stood alone.

use choices::Choices;
use std::fmt::Write;
use std::ops::Range;
use std::time::Duration;
use stringent::expr::Str;
use stringent::{CommandReader, Interpreter, Options, Solver, Verdict};

type Rows = Vec<(String, String)>;

/// The answers to `script`, and the statistics.
fn run(options: Options, script: &str) -> (Vec<String>, Rows) {
    let mut out = Vec::new();
    let mut interpreter = Interpreter::new(options, &mut out);
    interpreter.run(&mut CommandReader::from_bytes(script.into())).unwrap();
    let stats = interpreter.stats();
    drop(interpreter);
    (String::from_utf8(out).unwrap().lines().map(str::to_owned).collect(), stats)
}

fn count(stats: &Rows, name: &str) -> u64 {
    stats.iter().find(|row| row.0 == name).map_or(0, |row| row.1.parse().unwrap())
}

const FIELDS: usize = 60;

/// A form: fields that may be empty, numbers in ranges, digits in texts, and what depends on what.
fn form() -> String {
    let mut text = String::new();
    for i in 0..FIELDS {
        let next = (i + 1) % FIELDS;
        write!(
            text,
            "(declare-const b{i} Bool)(declare-const n{i} Int)(declare-const s{i} String)
             (assert (ite b{i} (and (<= n{i} 99) (>= n{i} 1)) (= n{i} 0)))
             (assert (ite b{i} (and (str.in_re s{i} (re.+ (re.range \"0\" \"9\"))) (<= (str.len s{i}) 3)) (= s{i} \"\")))"
        )
        .unwrap();
        if i % 3 == 0 && next > i {
            write!(text, "(declare-const c{i} Bool)(assert (= c{i} (or b{i} (> n{i} 7))))")
                .unwrap();
        }
        if i % 4 == 1 {
            let before = i - 1;
            write!(text, "(assert (=> b{i} (and b{before} (>= (+ n{before} n{i}) 3))))").unwrap();
        }
    }
    text
}

fn claim(rng: &mut Choices) -> String {
    let (i, j, k) = (rng.below(FIELDS), rng.below(FIELDS), rng.below(120));
    match rng.below(11) {
        0 => format!("b{i}"),
        1 => format!("(not b{i})"),
        2 => format!("(= n{i} {k})"),
        3 => format!("(= n{i} (+ n{j} 1))"),
        4 => format!("(= (str.to_int s{i}) n{j})"),
        5 => format!("(str.contains s{i} \"{}\")", k % 10),
        6 => format!("(= (str.len s{i}) (+ 1 (str.len s{j})))"),
        7 => format!("(= s{i} \"{k}\")"),
        8 => format!("(or (= s{i} s{j}) (> n{i} {k}))"),
        9 => format!("(= (str.++ s{i} s{j}) \"{k}7\")"),
        _ => format!("(and b{i} b{j} (distinct s{i} s{j}))"),
    }
}

const TEXTS: usize = 4;

/// Texts of a few letters, some of a length that is known, and numbers.
fn texts() -> String {
    let mut script = String::new();
    for i in 0..FIELDS {
        write!(script, "(declare-const b{i} Bool)").unwrap();
    }
    for i in 0..TEXTS {
        let bound = if i % 2 == 0 { "=" } else { "<=" };
        write!(
            script,
            "(declare-const s{i} String)(declare-const n{i} Int)(assert ({bound} (str.len s{i}) {}))
             (assert (str.in_re s{i} (re.* (re.range \"a\" \"d\"))))",
            4 + i
        )
        .unwrap();
    }
    script
}

/// What programs ask when they read a text.
fn reading(rng: &mut Choices) -> String {
    let (i, j, k) = (rng.below(TEXTS), rng.below(TEXTS), rng.below(6));
    let letter = ["a", "b", "c", "d"][rng.below(4)];
    match rng.below(12) {
        0 => format!("(or (= (str.at s{i} {k}) \"{letter}\") b{k})"),
        1 => format!("(not (= (str.at s{i} {k}) (str.at s{j} {})))", k / 2),
        2 => format!("(= n{i} (str.indexof s{j} \"{letter}\" {}))", k / 3),
        3 => format!("(= s{i} (str.substr s{j} n{i} {k}))"),
        4 => format!("(str.< s{i} s{j})"),
        5 => format!("(= (+ (str.to_code (str.at s{i} 0)) {k}) (str.to_code (str.at s{j} 1)))"),
        6 => format!("(= (str.replace s{i} \"{letter}\" \"ab\") s{j})"),
        7 => format!("(str.contains s{i} (str.substr s{j} 0 {k}))"),
        8 => format!("(=> b{k} (>= n{i} n{j}))"),
        9 => format!("(not (str.prefixof (str.substr s{i} 1 2) s{j}))"),
        10 => format!("(= (str.++ s{i} \"{letter}\") (str.++ \"{letter}\" s{i}))"),
        _ => format!("(xor b{k} (= (str.len s{i}) n{j}))"),
    }
}

/// Sequences of numbers, two of which are bounded, and numbers.
fn lists() -> String {
    let mut script = String::new();
    for i in 0..FIELDS {
        write!(script, "(declare-const b{i} Bool)").unwrap();
    }
    for i in 0..TEXTS {
        write!(script, "(declare-const q{i} (Seq Int))(declare-const n{i} Int)").unwrap();
        write!(script, "(assert (<= (seq.len q{i}) {}))", 2 + i).unwrap();
    }
    script
}

/// What programs ask when they change lists.
fn changing(rng: &mut Choices) -> String {
    let (i, j, k) = (rng.below(TEXTS), rng.below(TEXTS), rng.below(6));
    match rng.below(10) {
        0 => format!("(= q{i} (seq.++ q{j} (seq.unit n{j})))"),
        1 => format!("(= q{i} (ite b{k} q{j} (seq.extract q{j} 0 {k})))"),
        2 => format!("(or b{k} (> (seq.len q{i}) {j}))"),
        3 => format!("(not (= q{i} q{j}))"),
        4 => format!("(seq.contains q{i} (seq.unit {k}))"),
        5 => format!("(= n{i} (seq.len q{j}))"),
        6 => format!("(= (seq.at q{i} {j}) (seq.unit {k}))"),
        7 => format!("(seq.prefixof (seq.unit n{j}) q{i})"),
        8 => format!("(= (seq.nth q{i} {j}) {k})"),
        _ => format!("(< n{i} n{j})"),
    }
}

/// A random script over `base`, and for each of its checks what stands alone then.
fn scenario(
    base: &str,
    claim: fn(&mut Choices) -> String,
    rng: &mut Choices,
) -> (String, Vec<String>) {
    let (mut script, mut alone) = (base.to_owned(), Vec::new());
    let (mut stack, mut scopes) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        match rng.below(7) {
            0 | 1 => {
                script.push_str("(push 1)");
                scopes.push(stack.len());
            }
            2 if !scopes.is_empty() => {
                script.push_str("(pop 1)");
                stack.truncate(scopes.pop().unwrap());
            }
            3 => {
                let p = format!("b{}", rng.below(FIELDS));
                write!(script, "(check-sat-assuming ({p}))").unwrap();
                alone.push(format!("{base}{}(assert {p})(check-sat)", stack.concat()));
            }
            _ => {
                let assertion = format!("(assert {})", claim(rng));
                write!(script, "{assertion}(check-sat)").unwrap();
                stack.push(assertion);
                alone.push(format!("{base}{}(check-sat)", stack.concat()));
            }
        }
    }
    (script, alone)
}

#[test]
fn checks_answer_as_if_alone() {
    let (form, texts, lists) = (form(), texts(), lists());
    let (mut decided, mut recalled, mut nearby, mut continued) = (0, 0, 0, 0);
    for seed in 0..46 {
        let (base, claim): (_, fn(&mut Choices) -> String) = match seed {
            0..6 => (&form, claim),
            6..26 => (&texts, reading),
            _ => (&lists, changing),
        };
        let (nearby_too, rlimit) = (seed % 6 < 3, 20_000_000);
        let options = Options {
            rlimit,
            nearby: nearby_too,
            nearby_ends: nearby_too,
            nearby_moves: seed % 2 == 0,
            nearby_phases: seed % 5 > 0,
            ..Options::default()
        };
        let (script, alone) = scenario(base, claim, &mut Choices::seeded(seed));
        let (answers, stats) = run(options.clone(), &script);
        assert_eq!(answers.len(), alone.len(), "{answers:?}");
        recalled += count(&stats, "recalled");
        nearby += count(&stats, "nearby");
        continued += count(&stats, "continued");
        for (answer, script) in answers.iter().zip(&alone).step_by(3) {
            let (one, _) = run(options.clone(), script);
            let undecided = one[0] == "unknown" || answer == "unknown";
            assert!(
                undecided || one[0] == *answer,
                "{answer} in sequence, alone {one:?}: {script}"
            );
            decided += u64::from(!undecided);
        }
    }
    let counts = [decided, recalled, nearby, continued];
    assert!(counts.iter().zip([250, 30, 15, 15]).all(|(&n, least)| n >= least), "{counts:?}");
}

/// A text whose fields are read one by one, each behind the one before, and in the end one that is not there.
fn reader() -> String {
    let mut script = "(declare-const line String)".to_owned();
    let mut start = "0".to_owned();
    for i in 0..12 {
        write!(
            script,
            "(declare-const c{i} Int)(assert (= c{i} (str.indexof line \",\" {start})))(check-sat)
             (assert (str.in_re (str.substr line {start} (- c{i} {start})) (re.+ (re.range \"0\" \"9\"))))(check-sat)
             (assert (>= (str.to_int (str.substr line {start} (- c{i} {start}))) {}))(check-sat)",
            5 * i
        )
        .unwrap();
        start = format!("(+ c{i} 1)");
    }
    script + "(assert (< (str.len line) 30))(check-sat)(assert (= c11 20))(check-sat)"
}

#[test]
fn what_was_read_stays() {
    let [with, without] = [true, false].map(|nearby_ends| {
        let mut options = Options { rlimit: 20_000_000, nearby_moves: false, ..Options::default() };
        // Where texts are cut beforehand, a search takes less than to look for another end.
        let mut tunables = *options.tune;
        tunables.set("check.cuts=1000").unwrap();
        options.tune = tunables.into();
        run(Options { nearby_ends, ..options }, &reader())
    });
    assert_eq!(with.0, without.0);
    assert_eq!((with.0.len(), with.0.last().unwrap().as_str()), (38, "unsat"));
    let counts = [with, without].map(|(_, stats)| count(&stats, "nearby.ends"));
    assert!(counts[0] >= 8 && counts[1] == 0, "{counts:?}");
}

/// Dates as texts, each later than the one before.
fn later_dates() -> String {
    let mut script = String::new();
    for i in 0..20 {
        write!(
            script,
            "(declare-const d{i} String)
             (assert (str.in_re d{i} (re.++ ((_ re.^ 2) (re.range \"0\" \"9\")) (str.to_re \"-\") ((_ re.^ 2) (re.range \"0\" \"9\")))))
             (check-sat)
             (assert (<= 1 (str.to_int (str.substr d{i} 0 2)) 12))(check-sat)
             (assert (<= 1 (str.to_int (str.substr d{i} 3 2)) 30))(check-sat)"
        )
        .unwrap();
        if i > 0 {
            write!(script, "(assert (str.< d{} d{i}))(check-sat)", i - 1).unwrap();
        }
    }
    script + "(assert (= d19 \"01-19\"))(check-sat)(get-value (d0))(assert (= d19 d0))(check-sat)"
}

#[test]
fn single_constants_become_other_ones() {
    let [with, without] = [true, false].map(|nearby_moves| {
        run(Options { rlimit: 20_000_000, nearby_moves, ..Options::default() }, &later_dates())
    });
    assert_eq!(with.0.iter().filter(|answer| *answer == "sat").count(), 79);
    assert_eq!(with.0.last().unwrap(), "unsat");
    assert_eq!(without.0.last().unwrap(), "unsat");
    let counts = [with, without].map(|(_, stats)| count(&stats, "nearby.moves"));
    assert!(counts[0] >= 70 && counts[1] == 0, "{counts:?}");
}

/// A text of two letters whose codes have a sum, and more and more letters of which differ from others.
fn checksums() -> String {
    let mut script = "(declare-const s String)(assert (= (str.len s) 24))(check-sat)".to_owned();
    let mut sum = String::new();
    for i in 0..24 {
        let letter = format!("(str.at s {i})");
        write!(script, "(assert (or (= {letter} \"a\") (= {letter} \"b\")))(check-sat)").unwrap();
        write!(sum, "(str.to_code {letter})").unwrap();
    }
    write!(script, "(assert (= (+ {sum}) {}))(check-sat)", 24 * 97 + 12).unwrap();
    for i in (0..20).step_by(2) {
        write!(script, "(assert (distinct (str.at s {i}) (str.at s {})))(check-sat)", i + 3)
            .unwrap();
    }
    script + "(assert (= (str.at s 0) (str.at s 1) (str.at s 3)))(check-sat)"
}

#[test]
fn another_letter_makes_up_for_a_changed_one() {
    let [with, without] = [true, false].map(|nearby_moves| {
        run(Options { rlimit: 20_000_000, nearby_moves, ..Options::default() }, &checksums())
    });
    assert_eq!(with.0, without.0);
    assert_eq!((with.0.len(), with.0.last().unwrap().as_str()), (37, "unsat"));
    let counts = [with, without].map(|(_, stats)| count(&stats, "nearby.moves"));
    assert!(counts[0] >= 30 && counts[1] == 0, "{counts:?}");
}

/// Numbers that go onto a stack or come off it, as letters of a text say.
fn machine() -> String {
    let mut script = "(declare-const s String)(assert (= (str.len s) 20))(check-sat)".to_owned();
    script += "(declare-const q0 (Seq Int))(assert (= q0 (as seq.empty (Seq Int))))(check-sat)";
    for i in 0..20 {
        let is_up = format!("(= (str.at s {i}) \"u\")");
        write!(
            script,
            "(declare-const q{} (Seq Int))
             (assert (= q{} (ite {is_up} (seq.++ q{i} (seq.unit {i})) (seq.extract q{i} 0 (- (seq.len q{i}) 1)))))
             (check-sat)(assert (or {is_up} (> (seq.len q{i}) 0)))(check-sat)",
            i + 1,
            i + 1
        )
        .unwrap();
    }
    script + "(assert (= (seq.len q3) 0))(check-sat)"
}

#[test]
fn sequences_follow_the_letters_that_choose_them() {
    let (answers, stats) = run(Options { rlimit: 20_000_000, ..Options::default() }, &machine());
    assert_eq!(answers.iter().filter(|answer| *answer == "sat").count(), 42);
    assert_eq!(answers.last().unwrap(), "unsat");
    assert!(count(&stats, "nearby.moves") >= 8, "{stats:?}");
}

/// Numbers behind their keys, wherever these are in a text.
fn lookups() -> String {
    let mut script = "(declare-const s String)".to_owned();
    for i in 0..6 {
        let start = format!("(+ (str.indexof s \"k{i}=\" 0) 3)");
        let value = format!("(str.substr s {start} (- end{i} {start}))");
        write!(
            script,
            "(declare-const end{i} Int)(assert (>= {start} 3))
             (assert (= end{i} (str.indexof s \";\" {start})))
             (assert (str.in_re {value} (re.+ (re.range \"0\" \"9\"))))"
        )
        .unwrap();
    }
    script
}

#[test]
fn long_searches_take_one_assertion_after_the_other() {
    let (base, mut options) = (lookups(), Options { rlimit: 100_000_000, ..Options::default() });
    let mut tunables = *options.tune;
    (tunables.pieces.least, tunables.pieces.steps) = (1, 10_000);
    options.tune = tunables.into();
    let script =
        base + "(check-sat)(push)(assert (= end3 (+ (str.indexof s \"k3=\" 0) 3)))(check-sat)";
    let (answers, stats) = run(options, &script);
    assert_eq!(answers, ["sat", "unsat"]);
    assert!(count(&stats, "pieced") > 0);
}

/// Different addresses of one domain.
fn addresses() -> String {
    let domain = |a: usize| format!("(str.substr a{a} (+ 1 (str.indexof a{a} \"@\" 0)) 12)");
    let mut script = String::new();
    for i in 0..12 {
        write!(
            script,
            "(declare-const a{i} String)(assert (<= (str.len a{i}) 12))
             (assert (str.in_re a{i} (re.++ (re.+ re.allchar) (str.to_re \"@\") (re.+ re.allchar))))
             (assert (= {} {}))",
            domain(0),
            domain(i)
        )
        .unwrap();
    }
    let all: String = (0..12).map(|i| format!(" a{i}")).collect();
    script + "(assert (distinct" + &all + "))(check-sat)"
}

#[test]
fn words_take_turns_with_letters() {
    // Changes of single constants would number the addresses.
    let mut options = Options { rlimit: 100_000_000, nearby_moves: false, ..Options::default() };
    let mut tunables = *options.tune;
    for least in [1, 1_000] {
        (tunables.pieces.least, tunables.pieces.steps) = (least, 2_000);
        options.tune = tunables.into();
        let (answers, stats) = run(options.clone(), &addresses());
        assert_eq!((answers, count(&stats, "for-words")), (vec!["sat".into()], 1), "{least}");
    }
}

/// Letters that are read one by one, and the sum of their codes.
fn letters() -> String {
    const LETTERS: usize = 24;
    let code = |i: usize| format!("(str.to_code (str.at s {i}))");
    let mut script = format!("(declare-const s String)(assert (= (str.len s) {LETTERS}))");
    for i in 0..LETTERS {
        write!(script, "(assert (or (= (str.at s {i}) \"a\") (= (str.at s {i}) \"b\")))").unwrap();
    }
    let sum: String = (0..LETTERS).map(code).collect();
    write!(script, "(assert (= (+ {sum}) {}))(check-sat)", 97 * LETTERS + LETTERS / 2).unwrap();
    for i in 0..LETTERS - 3 {
        let [a, b] = [i, i + 3].map(|place| format!("(str.at s {place})"));
        write!(script, "(assert (or (str.< {a} {b}) (str.< {b} {a})))(check-sat)").unwrap();
    }
    script
}

/// A cipher, letter by letter: each assertion reads a letter of either text, which are in languages as a whole.
fn cipher() -> String {
    let mut script = "(declare-const p String)(declare-const c String)(declare-const k Int)
        (assert (= (str.len p) 40))(assert (= (str.len c) 40))(assert (< 2 k 26))
        (assert (str.in_re p (re.+ (re.range \"a\" \"z\"))))(assert (str.in_re c (re.+ (re.range \"a\" \"z\"))))(check-sat)"
        .to_owned();
    for i in 0..40 {
        write!(
            script,
            "(assert (= (str.to_code (str.at c {i}))
               (+ 97 (mod (+ (- (str.to_code (str.at p {i})) 97) k) 26))))(check-sat)"
        )
        .unwrap();
    }
    script + "(assert (= (str.at p 3) (str.at c 3)))(check-sat)"
}

#[test]
fn letters_that_nothing_new_reads_stay() {
    let [with, without] = [true, false].map(|nearby| {
        let options = Options { rlimit: 20_000_000, nearby_moves: false, ..Options::default() };
        run(Options { nearby, ..options }, &cipher())
    });
    assert_eq!(with.0, without.0);
    assert_eq!((with.0.len(), with.0.last().unwrap().as_str()), (42, "unsat"));
    let counts = [with, without].map(|(_, stats)| count(&stats, "nearby"));
    assert!(counts[0] >= 35 && counts[1] == 0, "{counts:?}");
}

#[test]
fn what_held_is_tried_first_when_a_check_starts_anew() {
    let [with, without] = [true, false].map(|nearby_phases| {
        let mut options = Options { nearby_phases, nearby: false, ..Options::default() };
        (options.nearby_ends, options.nearby_moves) = (false, false);
        options.set("tune", "check.go-on.ratio=1000").unwrap();
        run(options, &letters())
    });
    assert_eq!(with.0, without.0);
    assert_eq!(with.0.len(), 22);
    let [decisions, steps] = ["sat.decisions", "steps"]
        .map(|name| [&with, &without].map(|(_, stats)| count(stats, name)));
    assert!(
        4 * decisions[0] < 3 * decisions[1],
        "{} decisions, {} without",
        decisions[0],
        decisions[1]
    );
    assert!(steps[0] < steps[1], "{} steps, {} without", steps[0], steps[1]);
}

/// What is new is about a constant that a function is applied to elsewhere, so the constant is not free.
#[test]
fn arguments_of_functions_are_not_new() {
    let script = "(declare-fun f (Int) Int)(declare-const x Int)(assert (< (f 5) 0))
        (assert (> (f x) 0))(check-sat)(assert (= x 5))(check-sat)";
    assert_eq!(run(Options::default(), script).0, ["sat", "unsat"]);
}

const STRINGS: &str = "(declare-const x String)(declare-const y String)(declare-const n Int)
    (assert (str.in_re x (re.+ (re.range \"a\" \"z\"))))(assert (= n (str.len x)))";

/// Small questions about the same string, as a client that explores paths asks.
fn questions(numbers: Range<usize>) -> String {
    let mut script = String::new();
    for i in numbers {
        let claim = match i % 6 {
            0 => format!("(= x \"abc{i}\")"),
            1 => "(and (= (str.++ x y) \"hello\") (> n 2))".to_owned(),
            2 => format!("(and (str.prefixof \"p\" x) (= n {}))", i % 50 + 1),
            3 => format!("(and (str.contains x \"key\") (< n {}))", i % 20),
            4 => format!("(and (= y (str.substr x 1 {})) (= (str.len y) 3))", i % 9 + 1),
            _ => format!("(and (= y (str.from_int {i})) (str.contains y x))"),
        };
        write!(script, "(push 1)(assert {claim})(check-sat)(pop 1)").unwrap();
    }
    script
}

/// The processor time of this thread, which other load on the machine does not lengthen.
#[cfg(target_os = "linux")]
fn busy() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(stat.split(' ').next().unwrap().parse().unwrap())
}

#[cfg(not(target_os = "linux"))]
fn busy() -> Duration {
    Duration::ZERO
}

#[test]
fn ten_thousand_small_questions_take_a_millisecond_each() {
    let script = STRINGS.to_owned() + &questions(0..10_000);
    let start = busy();
    let (answers, _) = run(Options::default(), &script);
    let time = busy() - start;
    assert_eq!(answers.len(), 10_000);
    assert!(answers.iter().all(|a| a == "sat" || a == "unsat"));
    assert!(time < Duration::from_secs(10), "{time:?}");
}

/// How many terms there are at most, up to two thousand questions, in which some are forgotten, and up to ten thousand.
#[test]
fn terms_of_the_past_are_forgotten() {
    let mut interpreter = Interpreter::new(Options::default(), std::io::sink());
    let mut script = STRINGS.to_owned();
    let (mut most, mut early) = (0, 0);
    for i in (0..10_000).step_by(50) {
        script.push_str(&questions(i..i + 50));
        let script = std::mem::take(&mut script);
        interpreter.run(&mut CommandReader::from_bytes(script.into())).unwrap();
        most = most.max(count(&interpreter.stats(), "terms"));
        if i < 2000 {
            early = most;
        }
    }
    let collections = count(&interpreter.stats(), "collections");
    assert!(!interpreter.failed() && collections > 3, "{collections} collections");
    assert!(most * 10 <= early * 11, "{early} terms, then {most}");
}

/// A client may keep terms of a scope that is closed.
#[test]
fn terms_in_the_hands_of_a_client_survive() {
    let (mut solver, x) = (Solver::default(), Str::var("x"));
    solver.assert(x.len().lt(10)).unwrap();
    let mut held = Vec::new();
    for i in 0..3000 {
        solver.push();
        solver.assert(x.equals(format!("abc{i}"))).unwrap();
        if i < 6 {
            let text = format!("(= x \"held{i}\")");
            held.push((solver.parse(&text).unwrap(), text));
        }
        assert_eq!(solver.check(), Verdict::Sat);
        solver.pop();
    }
    assert!(solver.terms().len() < 10_000);
    for (term, text) in held {
        assert_eq!(solver.print(term), text);
        assert_eq!(solver.check_assuming(&[term]), Ok(Verdict::Sat));
    }
}

/// What was declared, defined, asserted and named before terms are forgotten means the same afterwards.
#[test]
fn what_is_in_scope_survives() {
    let named = "(declare-fun f (Int) Int)(define-fun g ((a Int)) Int (+ (f a) 1))(define-fun c () String \"key\")
        (assert (! (= (g 3) 8) :named base))(push 1)(declare-const z String)(assert (= z (str.++ c c)))";
    let script = format!("(set-option :produce-unsat-cores true){STRINGS}{named}");
    let asked = "(push 1)(assert (! (= (f 3) 6) :named six))(check-sat)(get-unsat-core)(pop 1)
        (check-sat-assuming ((= (f 3) 7) (= z \"keykey\") (> (g 4) 0)))(get-value ((f 3) z))
        (check-sat-assuming ((distinct z \"keykey\")))(get-unsat-assumptions)(pop 1)(check-sat)(get-assertions)";
    let (expected, _) = run(Options::default(), &format!("{script}{asked}"));
    assert_eq!(expected[0], "unsat");
    let (answers, stats) =
        run(Options::default(), &format!("{script}{}{asked}", questions(0..2000)));
    assert!(count(&stats, "collections") > 1);
    assert_eq!(answers[2000..], expected);
}
