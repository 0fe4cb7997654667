//! Texts that were made to mislead a checker. `attacks/` has proofs of what is not so, each of which a checker once took for valid or
//! might, and is read by the tests of the checker in Python, too. Deep and long inputs must leave the stack and the memory alone.

use std::path::Path;
use stringent_check::{Checker, Verdict};

/// The stack of a thread of Rust, which is smaller than that of a program.
const STACK: usize = 2 << 20;

#[test]
fn what_is_not_so_has_no_proof() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        if file.extension().is_some_and(|e| e == "smt2") {
            let text = |file: &Path| std::fs::read_to_string(file).unwrap();
            let (problem, proof) = (text(&file), text(&file.with_extension("proof")));
            let said =
                Checker::new(&problem).map_or_else(|refused| refused, |mut c| c.check(&proof));
            assert!(matches!(said, Verdict::Refused { .. }), "{file:?}: {said:?}");
            count += 1;
        }
    }
    assert!(count > 15, "{count}");
}

const PROBLEM: &str = "(declare-const x String)(declare-const y String)(declare-const n Int)(declare-const p Bool)(declare-const q Bool)
(declare-const v (Seq Int))(declare-const b (_ BitVec 8))(declare-fun f (String) String)";

/// Whether the rule gives the clause, on a small stack.
fn holds(clause: &str, rule: &str) -> Result<(), String> {
    let step = format!("(step s ({clause}) {rule})");
    let check = || {
        let mut checker = Checker::new(PROBLEM).map_err(|refused| format!("{refused:?}"))?;
        checker.try_command(&step)
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, check);
        thread.unwrap().join().unwrap()
    })
}

fn nested(before: &str, core: &str, after: &str, depth: usize) -> String {
    format!("{}{core}{}", before.repeat(depth), after.repeat(depth))
}

/// A term that is compared with something else, as a clause that holds.
fn twice(t: &str, other: &str) -> String {
    format!("(= {t} {other}) (not (= {t} {other}))")
}

#[test]
fn nothing_calls_itself_for_each_part() {
    const COUNT: usize = 20_000;
    let units = "(seq.unit n) ".repeat(COUNT);
    let slice =
        |from: usize, count: usize| format!("(seq.extract (seq.++ {units}) {from} {count})");
    let two = "(seq.++ (seq.unit n) (seq.unit n))";
    assert_eq!(holds(&format!("(= {} {two})", slice(COUNT / 2, 2)), "norm"), Ok(()));
    assert_eq!(holds(&format!("(= {} v) (not (= v {two}))", slice(COUNT - 2, 7)), "norm"), Ok(()));
    let many = "x ".repeat(COUNT);
    let skipped = format!("(str.substr (str.++ \"a\" {many}) 1 n)");
    assert_eq!(holds(&format!("(= {skipped} (str.substr (str.++ {many}) 0 n))"), "norm"), Ok(()));
    let literals = (0..COUNT).map(|i| format!("(= n {i}) ")).collect::<String>();
    assert_eq!(holds(&format!("{literals} (not (= n 5))"), "taut"), Ok(()));
}

#[test]
fn nothing_calls_itself_for_each_level() {
    const DEPTH: usize = 10_000;
    let letter = "(str.to_re \"a\")";
    let terms = [
        nested("(f ", "x", ")", DEPTH),
        nested("(str.++ \"a\" ", "x", ")", DEPTH),
        nested("(str.rev ", "x", ")", DEPTH),
        nested("(str.replace_all ", "x", " \"a\" \"b\")", DEPTH),
        nested("(str.substr ", "x", " 0 5)", DEPTH),
        nested("(str.from_int (str.indexof x ", "x", " 0))", DEPTH),
        nested("(ite p (str.++ x y) ", "x", ")", DEPTH),
    ];
    for t in &terms {
        assert_eq!(holds(&twice(t, "y"), "norm"), Ok(()), "{}", &t[..20]);
        assert_eq!(holds(&twice(t, "y"), "norm"), Ok(()), "{}", &t[..20]);
    }
    let languages = [
        nested("((_ re.loop 1 5) ", letter, ")", DEPTH),
        nested("(re.opt (re.+ ", letter, "))", DEPTH),
        nested("(re.comp (re.comp ", letter, "))", DEPTH),
    ];
    for r in &languages {
        assert_eq!(
            holds(&format!("(= (re.* {r}) (re.* {letter}))"), "lang"),
            Ok(()),
            "{}",
            &r[..20]
        );
    }
    let formulas = [
        nested("(not (not ", "p", "))", DEPTH),
        nested("(and p (or q ", "p", "))", DEPTH),
        nested("(= p ", "q", ")", DEPTH),
        nested("(let ((p p)) ", "p", ")", DEPTH),
        nested("(let ((q ", "q", ")) q)", DEPTH),
        nested("(! ", "q", " :named a)", DEPTH),
    ];
    for f in &formulas {
        assert_eq!(holds(&format!("{f} (not {f})"), "taut"), Ok(()), "{}", &f[..20]);
    }
    assert_eq!(holds(&twice(&nested("(bvnot ", "b", ")", DEPTH), "b"), "(bits)"), Ok(()));
}

#[test]
fn sorts_are_nested_a_hundred_deep() {
    for (before, core, after) in
        [("(Seq ", "Int", ")"), ("(RegEx ", "Int", ")"), ("(Array ", "Bool", " Bool)")]
    {
        let problem = format!("(declare-const s {})", nested(before, core, after, 100_000));
        let refused = Checker::new(&problem);
        assert!(matches!(refused, Err(Verdict::Refused { in_problem: true, .. })), "{before}");
    }
    let chain: String =
        (1..200).map(|i| format!("(define-sort S{i} () (Seq S{}))", i - 1)).collect();
    assert!(Checker::new(&format!("(define-sort S0 () Int){chain}")).is_err());
    assert!(holds(&twice(&nested("(seq.unit ", "n", ")", 100_000), "v"), "norm").is_err());
    let [deep, five] = ["n", "5"].map(|n| nested("(seq.unit ", n, ")", 90));
    assert_eq!(holds(&format!("(not (= {deep} {five})) (= n 5)"), "norm"), Ok(()));
}

#[test]
fn what_doubles_again_and_again_is_left() {
    let doubled = |bound: &str, first: &str, next: &str| {
        format!(
            "(let (({bound} {first})) {}",
            nested(&format!("(let (({bound} {next})) "), bound, ")", 40)
        ) + ")"
    };
    for t in [
        doubled("t", "\"ab\"", "(str.rev (str.++ t t))"),
        doubled("t", "\"aa\"", "(str.replace_all t \"a\" \"aaaa\")"),
        doubled("t", "x", "(str.++ t t)"),
    ] {
        assert!(holds(&format!("(not (= {t} y))"), "norm").is_err(), "{t}");
    }
    for t in [doubled("t", "3", "(* t t)"), doubled("t", "n", "(* t t)")] {
        assert!(holds(&format!("(not (= {t} 1))"), "norm").is_err(), "{t}");
    }
}

#[test]
fn a_length_times_a_large_number_has_no_value() {
    let [a, b] = [7, 9].map(|last| format!("1{}{last}", "0".repeat(61_000)));
    let sum = format!("(+ (* {a} (str.len x)) (* {b} (div (str.len x) 2)))");
    assert!(holds(&format!("(not (>= {sum} 5))"), "lang").is_err());
}
