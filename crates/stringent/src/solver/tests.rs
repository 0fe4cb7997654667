//! What the library promises beyond its examples.

use super::*;
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
