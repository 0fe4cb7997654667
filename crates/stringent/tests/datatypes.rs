//! What is shown of datatypes: constructors, selectors and testers, whatever they were translated to.

mod common;

use common::answers;

const DECLARED: &str = "(declare-sort U 0)(declare-datatypes ((Color 0) (Pair 0) (Opt 0) (Unit 0)) (
    ((red) (green) (|light blue|)) ((pair (fst Int) (snd String)))
    ((none) (some (val Pair) (color Color)) (other (by U) (one Unit))) ((unit))))
    (declare-const c Color)(declare-const p Pair)(declare-const q Pair)(declare-const o Opt)(declare-const u Unit)
    (declare-const n Opt)(declare-const b Bool)(declare-const a U)(declare-fun f (Color Opt) Opt)
    (declare-fun g (Pair) String)(define-fun twice ((x Pair)) Pair (pair (* 2 (fst x)) (str.++ (snd x) (snd x))))
    (define-fun still () Pair p)";

/// A term and what it is simplified to.
const SIMPLIFIED: &[(&str, &str)] = &[
    ("c", "c"),
    ("o", "o"),
    ("u", "unit"),
    ("still", "p"),
    ("red", "red"),
    ("|light blue|", "|light blue|"),
    ("(fst (pair 1 \"x\"))", "1"),
    ("(snd p)", "(snd p)"),
    ("(val o)", "(val o)"),
    ("(fst (val o))", "(fst (val o))"),
    ("(val (some q c))", "q"),
    ("(val none)", "(val none)"),
    ("(pair (+ 1 2) (snd p))", "(pair 3 (snd p))"),
    ("(pair (fst p) (snd p))", "p"),
    ("(pair (fst p) (snd q))", "(pair (fst p) (snd q))"),
    ("(some (pair (fst p) (snd p)) red)", "(some p red)"),
    ("(f c o)", "(f c o)"),
    ("(f |light blue| (some (val o) (color o)))", "(f |light blue| (some (val o) (color o)))"),
    ("(g (twice (pair 1 \"x\")))", "(g (pair 2 \"xx\"))"),
    ("((_ is red) c)", "((_ is red) c)"),
    ("((_ is |light blue|) c)", "((_ is |light blue|) c)"),
    ("((_ is pair) p)", "true"),
    ("((_ is red) (ite b red green))", "b"),
    ("(= c green)", "((_ is green) c)"),
    ("(= o n)", "(= o n)"),
    ("(not (= o (f c n)))", "(not (= o (f c n)))"),
    ("(= o none)", "((_ is none) o)"),
    ("(= c (color o))", "(= c (color o))"),
    ("(= (some p red) (some p green))", "false"),
    ("(= p (pair 1 (snd p)))", "(= 1 (fst p))"),
    ("(is-green c)", "((_ is green) c)"),
    ("((_ update-field fst) p 1)", "(pair 1 (snd p))"),
    ("((_ update val) o q)", "(ite ((_ is some) o) (some q (color o)) o)"),
    ("((_ update val) none q)", "none"),
    ("(ite b c red)", "(ite b c red)"),
    ("(ite b p q)", "(ite b p q)"),
    (
        "(ite b (some p c) (ite (= p q) none o))",
        "(ite b (some p c) (ite (and (= (fst p) (fst q)) (= (snd p) (snd q))) none o))",
    ),
    (
        "(match o ((none 0) ((some x d) (fst x)) (x 2)))",
        "(ite ((_ is none) o) 0 (ite ((_ is some) o) (fst (val o)) 2))",
    ),
];

fn simplified(term: &str) -> String {
    let lines = answers(&format!("{DECLARED}(simplify {term})"));
    assert_eq!(lines.len(), 1, "{term}: {lines:?}");
    lines[0].clone()
}

#[test]
fn simplified_terms_are_the_users() {
    let differ = SIMPLIFIED.iter().filter(|(term, want)| simplified(term) != *want);
    let differ: Vec<_> = differ.map(|(term, want)| (term, want, simplified(term))).collect();
    assert!(differ.is_empty(), "{differ:#?}");
}

/// Terms whose simplified form is too odd to be written down here.
const ODD: &[&str] = &[
    "(= o (ite b n (f c o)))",
    "(distinct o n (f c o))",
    "(= o (some p c))",
    "(some (ite b p q) (ite (= p q) c green))",
    "(ite (= o n) (val o) (val n))",
    "(other a u)",
    "(by (f c n))",
    "(f (ite b c (color n)) (ite b (f c o) n))",
    "(ite (= (f c o) o) (f red o) (other a unit))",
    "(= (= c red) (= c green) b)",
];

/// What is answered reads back, and means the same.
#[test]
fn simplified_terms_are_equal() {
    for term in SIMPLIFIED.iter().map(|row| row.0).chain(ODD.iter().copied()) {
        let text = simplified(term);
        let script = format!("{DECLARED}(assert (distinct {term} {text}))(check-sat)");
        assert_eq!(answers(&script), ["unsat"], "{term}: {text}");
    }
}

#[test]
fn deep_terms_are_simplified() {
    let depth = 5_000;
    let chain =
        format!("{}c{}", "(ite (= p q) red (ite b ".repeat(depth), " green))".repeat(depth));
    let declared = format!("{DECLARED}(declare-const d Color)");
    let lines = answers(&format!("{declared}(simplify (f {chain} o))(echo \"on\")"));
    assert_eq!((lines.len(), &*lines[1]), (2, "\"on\""));
}

#[test]
fn every_answer_is_in_the_words_of_the_script() {
    let script = format!(
        "{DECLARED}(assert (! (= c\n green) :named chosen))(assert (let ((x (pair 1 \"x\")))
            (= p x))) ; as written
        (assert (and (= o (some p red)) (= u unit) b))(assert (= (f c o) none))
        (check-sat)(get-assertions)(get-value (c p o (f  c o) ((_ is some) o) (twice p)))
        (get-assignment)(check-sat-assuming (((_ is\n red) c) b))(get-unsat-assumptions)
        (push)(assert ((_ is none) n))(pop)(get-assertions)"
    );
    let assertions = [
        "((! (= c green) :named chosen)",
        " (let ((x (pair 1 \"x\"))) (= p x))",
        " (and (= o (some p red)) (= u unit) b)",
        " (= (f c o) none))",
    ];
    let values = [
        "((c green)",
        " (p (pair 1 \"x\"))",
        " (o (some (pair 1 \"x\") red))",
        " ((f c o) none)",
        " (((_ is some) o) true)",
        " ((twice p) (pair 2 \"xx\")))",
        "((chosen true))",
        "unsat",
        "(((_ is red) c))",
    ];
    let want = [&["sat"], &assertions[..], &values, &assertions].concat();
    assert_eq!(answers(&script), want);
}

/// Names of components are no user's to avoid.
#[test]
fn components_do_not_take_names() {
    let script = "(declare-datatype P ((pair (fst Int) (snd String))))(declare-const |p!0| Bool)
        (declare-const p P)(declare-const |p!1| String)(assert (= (snd p) (str.++ |p!1| \"a\")))
        (assert |p!0|)(assert (= (str.len |p!1|) 0))(check-sat)(get-value (|p!0| |p!1| (snd p)))";
    assert_eq!(answers(script), ["sat", "((|p!0| true)", " (|p!1| \"\")", " ((snd p) \"a\"))"]);
}
