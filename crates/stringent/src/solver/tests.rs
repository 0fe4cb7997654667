//! What the library promises beyond its examples.

use super::*;
use crate::expr::{Any, Bool, Function, Str};
use terms::Op;
use terms::value::Value;

#[test]
fn a_solver_can_move_between_threads() {
    fn is_send<T: Send>(_: &T) {}
    is_send(&Solver::default());
}

#[test]
fn names_and_scopes() {
    let mut s = Solver::default();
    s.push();
    let p = s.declare("p", Sort::Bool).unwrap();
    assert!(s.declare("p", Sort::Int).is_err() && s.declare("str.len", Sort::Int).is_err());
    let not_p = s.parse("(not p)").unwrap();
    s.assert(p).unwrap();
    s.assert(not_p).unwrap();
    assert_eq!(s.check(), Verdict::Unsat);
    assert_eq!(s.print(not_p), "(not p)");
    assert!(s.pop() && !s.pop());
    assert_eq!(s.check(), Verdict::Sat);
    assert!(s.parse("p").is_err() && s.declare("p", Sort::Int).is_ok());
}

#[test]
fn values_are_raw() {
    let mut s = Solver::default();
    let x = s.declare("x", Sort::String).unwrap();
    let text = s.terms().text("a\\u{41}\"é");
    let equation = s.terms().eq(x, text);
    s.assert(equation).unwrap();
    assert_eq!(s.check(), Verdict::Sat);
    let want: Vec<u32> = "a\\u{41}\"é".chars().map(u32::from).collect();
    assert_eq!(s.code_points(&x), Ok(Some(want)));
    let surrogate = s.terms().string(&[0xD800]);
    assert_eq!(s.value(&surrogate), Ok(Some(Value::Str([0xD800].into()))));
}

#[test]
fn interrupting_a_function_heavy_check() {
    let mut s = Solver::default();
    s.declare_function("f", &[Sort::Int], Sort::Int).unwrap();
    for i in 0..10 {
        let range = s.parse(&format!("(<= 1 (f {i}) 9)")).unwrap();
        s.assert(range).unwrap();
    }
    let all: Vec<String> = (0..10).map(|i| format!("(f {i})")).collect();
    let distinct = s.parse(&format!("(distinct {})", all.join(" "))).unwrap();
    s.assert(distinct).unwrap();
    s.interrupt_handle().interrupt();
    assert_eq!(s.check(), Verdict::Unknown(::solver::Reason::Canceled));
    s.interrupt_handle().clear();
    s.set_step_limit(Some(1));
    assert_eq!(s.check(), Verdict::Unknown(::solver::Reason::Steps));
    s.set_step_limit(None);
    s.set_timeout(Some(std::time::Duration::ZERO));
    assert_ne!(s.check(), Verdict::Sat);
}

#[test]
fn only_formulas_are_asserted() {
    let mut s = Solver::default();
    let n = s.declare("n", Sort::Int).unwrap();
    s.push();
    assert!(matches!(s.assert(n).unwrap_err().kind, ErrorKind::IllSorted(_)));
    s.pop();
    assert!(s.check_assuming(&[n]).is_err());
    assert_eq!(s.check(), Verdict::Sat);
    assert_eq!(s.unsat_core(), None);
    assert_eq!(s.unsat_assumptions(), None);
}

#[test]
fn functions_of_expressions_are_declared_once() {
    let f = Function { name: "f".into(), params: vec![Sort::String], ret: Sort::Int };
    let f = Arc::new(f);
    let x = Any::var("x", Sort::String);
    let of = |arg: &Any| Any::call(&f, vec![arg.clone()]).unwrap();
    let differ = Any::apply(Op::Distinct, vec![of(&x), of(&Str::from("a").into())]).unwrap();
    let mut s = Solver::default();
    s.assert(&differ).unwrap();
    s.assert(Any::apply(Op::Eq, vec![x.clone(), Str::from("b").into()]).unwrap()).unwrap();
    assert_eq!(s.check(), Verdict::Sat);
    let mut kept = s.valuation().unwrap();
    assert!(kept.covers(&differ) && !kept.covers(&Any::var("y", Sort::Int)));
    assert_eq!(kept.value(&differ), Some(Bool::from(true).into()));
    let (rows, _) = kept.table(&f).unwrap();
    assert!(!rows.is_empty() && rows.iter().all(|(args, _)| args.len() == 1));
    // The model is kept; the solver goes on.
    s.assert(Any::apply(Op::Eq, vec![of(&x), of(&Str::from("a").into())]).unwrap()).unwrap();
    assert_eq!(s.check(), Verdict::Unsat);
    assert_eq!(kept.value(&x), Some(Str::from("b").into()));
}

#[test]
fn what_has_no_expression_is_refused() {
    let mut s = Solver::default();
    let read = s.read("(declare-sort S 0)(declare-const a S)(assert (= a a))");
    assert!(matches!(read.unwrap_err().kind, ErrorKind::IllSorted(_)));
    let read = Solver::default()
        .read("(declare-datatype O ((n) (s (v Int))))(declare-const x O)(assert (= (v x) 1))");
    assert!(matches!(read.unwrap_err().kind, ErrorKind::IllSorted(_)));
    let sequences = "(declare-sort S 0)(declare-const b (Seq S))(assert (= b b))";
    assert!(Solver::default().read(sequences).is_err());
    let predicates =
        "(declare-const b (Seq Int))(assert (seq.in.re b (re.of.pred (lambda ((x Int)) (< x 1)))))";
    assert!(Solver::default().read(predicates).is_err());
    let error = Solver::default().read("(assert\n (= x 1))").unwrap_err();
    assert_eq!((error.line, error.column), (2, 5));
    let script = "(declare-fun f (Int) Int)(define-fun two () Int 2)
        (assert (= (f two) ((_ divisible 3) 9)))(assert (>= (f 2) 2))";
    assert!(Solver::default().read(script).is_err());
    let read = Solver::default().read(&script.replace("(f two)", "(= (f two) 1)")).unwrap();
    assert_eq!(read[0].to_string(), "(= (= (f 2) 1) (= (mod 9 3) 0))");
    let again = crate::expr::script(&read);
    assert_eq!(Solver::default().read(&again), Ok(read));
}
