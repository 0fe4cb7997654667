//! A limit of steps ends a check soon, however long the values are that it would have to write, evaluate or print.

use stringent::{CommandReader, Interpreter, Options};

const LIMIT: u64 = 20_000;

/// What a check may still do before it looks at the limit again.
const SLACK: u64 = 5_000;

#[track_caller]
fn check(assertions: &str) {
    let script = format!("(set-logic ALL){assertions}(check-sat)(get-info :rlimit)");
    let options = Options { rlimit: LIMIT, ..Options::default() };
    let mut output = Vec::new();
    let mut reader = CommandReader::from_bytes(script.into());
    Interpreter::new(options, &mut output).run(&mut reader).expect("a buffer can be written");
    let output = String::from_utf8(output).expect("answers are text");
    let (answer, steps) = output.trim().split_once('\n').expect("two lines");
    let steps: u64 = steps.trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("a number");
    assert!(steps <= LIMIT + SLACK, "{steps} steps: {assertions}");
    assert!(answer == "unknown" && steps >= LIMIT, "{answer} in {steps} steps: {assertions}");
}

#[test]
fn long_vectors() {
    for sort in ["E", "Int", "(_ BitVec 40)", "String"] {
        check(&format!(
            "(declare-sort E 0) (declare-const x (Seq {sort})) (declare-const y (Seq {sort})) (declare-const a {sort})
             (declare-const i Int) (assert (< 3000000 i (seq.len x))) (assert (distinct x y))
             (assert (= (seq.update x i (seq.unit a)) y))"
        ));
    }
}

/// A vector with an index that a product bounds from below.
#[test]
fn vector_with_an_index_of_a_quotient() {
    check(
        "(declare-sort E 0) (declare-const i Int) (declare-const j Int) (declare-const a E)
         (declare-const y (Seq E)) (declare-const z (Seq E)) (declare-fun f ((Seq E)) (Seq E))
         (assert (= (seq.update (f z) (div i j 1000) (seq.unit a)) y)) (assert (distinct (f z) z))
         (assert (> (div i j 1000) 3000000)) (assert (distinct y (f z)))",
    );
}

#[test]
fn long_sequences() {
    for sort in ["Bool", "(_ BitVec 8)", "Int", "(Seq Int)", "(_ BitVec 40)"] {
        check(&format!(
            "(declare-const x (Seq {sort})) (declare-const c {sort}) (assert (> (seq.len x) 3000000))
             (assert (seq.contains x (seq.unit c)))"
        ));
    }
}

#[test]
fn long_sequences_in_languages() {
    check(
        "(declare-const x (Seq Int)) (assert (= (seq.len x) 3000000))
         (assert (seq.in.re x (re.* (re.of.pred (lambda ((c Int)) (> c 5))))))",
    );
    check(
        "(declare-const x (Seq (_ BitVec 8))) (assert (= (seq.len x) 3000000))
         (assert (seq.in.re x (re.* (re.range (seq.unit #x05) (seq.unit #x09)))))",
    );
}

#[test]
fn long_arguments() {
    check(
        "(declare-fun f ((Seq Int)) Int) (declare-const x (Seq Int)) (declare-const y (Seq Int))
         (assert (= (seq.len x) 3000000)) (assert (distinct (f x) (f y)))",
    );
    check(
        "(declare-const x (Seq Int)) (assert (= (seq.len x) 3000000)) (assert (seq.suffixof (seq.unit 4) x))
         (assert (= 3 (seq.nth x 5000000)))",
    );
}

#[test]
fn long_strings() {
    check(
        "(declare-const x String) (declare-const y String) (assert (= (str.len x) 3000000))
         (assert (= y (str.replace_all x \"A\" \"bb\")))",
    );
    check(
        "(declare-const x String) (assert (> (str.len x) 3000000))
         (assert (= x (str.from_int (* 3 (str.to_int x)))))",
    );
}

#[test]
fn long_sequences_of_datatypes() {
    check(
        "(declare-datatype D ((none) (some (n Int)))) (declare-const x (Seq D))
         (assert (= (seq.len x) 3000000)) (assert (seq.contains x (seq.unit (some 5))))",
    );
}
