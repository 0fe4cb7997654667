//! Datatypes: what assertions over them become, and input that is large or wrong.

mod common;
use base::Budget;
use choices::Choices;
use common::run;
use std::fmt::Write;
use terms::Sort;
use terms::model::Model;
use terms::value::Value;

/// The assertion of a script as the solver sees it.
fn seen(script: &str) -> String {
    let script = run(script);
    assert_eq!(script.errors(), Vec::<String>::new());
    smtlib::printer::term(&script.terms, script.asserted()[0])
}

#[test]
fn assertions_are_about_components() {
    let record =
        "(declare-datatype R ((r (a Int) (b String))))(declare-const x R)(declare-const y R)";
    let cases = [
        ("(= x y)", "(and (= x!0 y!0) (= x!1 y!1))"),
        ("(= (a x) (a (r 3 (b y))))", "(= x!0 3)"),
        ("((_ is r) x)", "true"),
        ("(= (b (ite (= x y) x y)) \"\")", "(= (ite (and (= x!0 y!0) (= x!1 y!1)) x!1 y!1) \"\")"),
        ("(match x (((r n t) (= n (str.len t)))))", "(= x!0 (str.len x!1))"),
        ("(let ((z (r 1 \"\"))) (distinct x z))", "(not (and (= x!0 1) (= x!1 \"\")))"),
        ("(= y)", "true"),
        ("(distinct y)", "true"),
    ];
    for (term, want) in cases {
        assert_eq!(seen(&format!("{record}(assert {term})")), want, "{term}");
    }
    let enumeration = "(declare-datatype E ((a) (b) (c)))(declare-const x E)(assert ((_ is b) x))";
    assert_eq!(seen(enumeration), "(= (ite (and (<= 0 x) (<= x 2)) x 0) 1)");
    let single = "(declare-datatype E ((a)))(declare-const x E)(assert (distinct x))";
    assert_eq!(seen(single), "true");
}

/// Datatypes in datatypes, each twice as large as the one before.
#[test]
fn sizes_are_limited() {
    let mut doubling = String::from("(declare-datatype D0 ((c0 (s0 Int))))");
    let mut chain = String::from("(declare-datatype E0 ((d0 (t0 Int))))");
    for i in 1..60 {
        let p = i - 1;
        write!(doubling, "(declare-datatype D{i} ((c{i} (l{i} D{p}) (r{i} D{p}))))").unwrap();
        write!(chain, "(declare-datatype E{i} ((d{i} (t{i} E{p}))))").unwrap();
    }
    for script in [doubling, chain] {
        let errors = run(script).errors();
        assert!(errors[0].ends_with("unsupported: datatypes of this size"), "{errors:?}");
        assert!(errors[1].contains("unknown sort"), "{errors:?}");
    }
    let many = "x y ".repeat(2000);
    let record =
        "(declare-datatype R ((r (a Int) (b String))))(declare-const x R)(declare-const y R)";
    let errors = run(format!("{record}(assert (distinct {many}))")).errors();
    assert!(errors[0].ends_with("this `distinct` is too large"), "{errors:?}");
}

#[test]
fn cases_may_be_nested() {
    let depth = 20_000;
    let (open, close) = ("(match x ((a p) (b ".repeat(depth), ")))".repeat(depth));
    let script = format!(
        "(declare-datatype E ((a) (b)))(declare-const x E)(declare-const p Bool)(assert {open}p{close})"
    );
    assert_eq!(run(script).asserted().len(), 1);
}

const SOUP: &[&str] = &[
    "(",
    "(",
    "(",
    ")",
    ")",
    ")",
    "match",
    "_",
    "is",
    "as",
    "ite",
    "=",
    "distinct",
    "let",
    "par",
    "x",
    "y",
    "p",
    "none",
    "some",
    "pair",
    "val",
    "fst",
    "snd",
    "f",
    "O",
    "P",
    "z",
    "1",
    "((some z) p)",
    "(none p)",
    "(_ is some)",
    "(some 1)",
    "(pair x y)",
    "(f x)",
    "((pair z w) (f z))",
];

/// Whatever the order of words is, nothing breaks, and what follows is read.
#[test]
fn soup() {
    let declared =
        "(declare-datatypes ((P 0) (O 0)) (((pair (fst O) (snd O))) ((none) (some (val Int)))))
        (declare-const x O)(declare-const y O)(declare-const p Bool)(declare-fun f (O) P)";
    let mut rng = Choices::seeded(7);
    let mut accepted = 0;
    for _ in 0..8_000 {
        let words: Vec<&str> = (0..rng.below(14)).map(|_| SOUP[rng.below(SOUP.len())]).collect();
        let head =
            ["assert", "get-value (", "declare-datatype Q", "define-fun g ((x O)) P"][rng.below(4)];
        let text = words.join(" ");
        let open =
            head.matches('(').count() + text.matches('(').count() - head.matches(')').count();
        let close = ")".repeat((open + 1).saturating_sub(text.matches(')').count()));
        let script = run(format!("{declared}({head} {text}{close}\n(assert p)"));
        accepted += usize::from(script.errors().is_empty());
        assert!(!script.asserted().is_empty() || !script.errors().is_empty());
    }
    assert!(accepted > 10, "{accepted}");
}

/// A model with more elements than the datatype has values is none.
#[test]
fn elements_may_run_out_of_values() {
    let mut script = run("(declare-datatype E ((a) (b)(c (d Bool))))(declare-const x (Seq E))");
    assert_eq!(script.errors(), Vec::<String>::new());
    let x = script.cx.function("x", &script.terms).expect("declared");
    let root = script.terms.constant(x);
    let Sort::Seq(sort) = script.terms.sort(root) else { panic!("a sequence") };
    let Sort::Uninterpreted(of) = script.terms.element_sort(sort) else { panic!("elements") };
    for (count, fits) in [(1, true), (4, true), (5, false)] {
        let mut model = Model::new();
        let letters = (0..count).map(|i| Value::Elem(of, i)).collect();
        model.set(x, Value::Seq(sort, letters));
        let budget = Budget::unlimited();
        let completed = script.cx.complete(&mut script.terms, &mut model, &[root], &budget);
        assert_eq!(completed, Ok(fits), "{count} elements");
    }
}
