//! Declared symbols, division by zero, regexes that depend on the model, and lazy operators.

mod common;

use base::{Budget, Int};
use common::{Bench, Reader};
use terms::eval::{EvalError, Evaluator, ground_regex};
use terms::model::{FunValue, Model};
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

fn eval(terms: &Terms, model: &Model, t: Term) -> Result<Value, EvalError> {
    let budget = Budget::unlimited();
    Evaluator::new(terms, model, &budget).eval(t)
}

#[test]
fn symbols_without_a_value_have_the_default() {
    let mut t = Terms::new();
    let sort = t.declare_sort("U");
    for (sort, want) in [
        (Sort::Bool, Value::Bool(false)),
        (Sort::Int, Value::Int(Int::ZERO)),
        (Sort::String, Value::text("")),
        (sort, Value::Elem(0, 0)),
    ] {
        let x = t.fresh("x", sort);
        assert_eq!(eval(&t, &Model::new(), x), Ok(want.clone()));
        let f = t.declare("f", &[Sort::Int], sort);
        let one = t.int(1);
        let call = t.mk(Op::Apply(f), &[one]);
        assert_eq!(eval(&t, &Model::new(), call), Ok(want));
    }
    let none = t.mk(Op::ReNone, &[]);
    let r = t.fresh("r", Sort::RegLan);
    assert_eq!(eval(&t, &Model::new(), r), Ok(Value::Re(none)));
}

#[test]
fn functions_look_up_their_first_fitting_entry() {
    let mut t = Terms::new();
    let f = t.declare("f", &[Sort::Int, Sort::String], Sort::Int);
    let mut model = Model::new();
    let int = |n: i32| Value::Int(Int::from(n));
    let entries = vec![
        (vec![int(1), Value::text("a")], int(10)),
        (vec![int(1), Value::text("a")], int(11)),
        (vec![int(2), Value::text("a")], int(20)),
    ];
    model.set_fun(f, FunValue { entries, default: int(-1) });
    for (n, s, want) in [(1, "a", 10), (2, "a", 20), (2, "b", -1), (3, "a", -1)] {
        let args = [t.int(n), t.text(s)];
        let call = t.mk(Op::Apply(f), &args);
        assert_eq!(eval(&t, &model, call), Ok(int(want)), "{n} {s}");
    }
}

#[test]
fn division_by_zero_is_what_the_model_says() {
    let mut t = Terms::new();
    let mut model = Model::new();
    model.div_zero.insert(Int::from(5), Int::from(7));
    model.mod_zero.insert(Int::from(5), Int::from(-7));
    let (five, six, two, zero) = (t.int(5), t.int(6), t.int(2), t.int(0));
    for (op, args, want) in [
        (Op::Div, vec![five, zero], 7),
        (Op::Mod, vec![five, zero], -7),
        (Op::Div, vec![six, zero], 0),
        (Op::Mod, vec![six, zero], 0),
        (Op::Div, vec![five, zero, two], 3),
    ] {
        let call = t.mk(op, &args);
        assert_eq!(eval(&t, &model, call), Ok(Value::Int(Int::from(want))));
    }
}

#[test]
fn regexes_may_depend_on_the_model() {
    let mut reader = Reader::new();
    let x = reader.declare("x", Sort::String);
    let y = reader.declare("y", Sort::String);
    let r = reader.declare("r", Sort::RegLan);
    let b = reader.declare("b", Sort::Bool);
    let text = "(str.in_re y (re.++ (ite b (re.* (str.to_re x)) r) (re.range x \"c\")))";
    let member = reader.read(text);
    let regex = reader.terms.arg(member, 1);
    let digits = reader.read("(re.+ (re.range \"0\" \"9\"))");
    let mut model = Model::new();
    model.set(x, Value::text("a"));
    model.set(r, Value::Re(digits));
    for (cond, word, want) in [
        (true, "aaab", true),
        (true, "b", true),
        (true, "12b", false),
        (false, "12b", true),
        (false, "b", false),
        (true, "aad", false),
    ] {
        model.set(b, Value::Bool(cond));
        model.set(y, Value::text(word));
        assert_eq!(eval(&reader.terms, &model, member), Ok(Value::Bool(want)), "{cond} {word}");
        let budget = Budget::unlimited();
        let ground = ground_regex(&mut reader.terms, &model, &budget, regex).unwrap();
        assert!(reader.terms.is_ground(ground));
        let word = reader.terms.text(word);
        let again = reader.terms.in_re(word, ground);
        assert_eq!(eval(&reader.terms, &model, again), Ok(Value::Bool(want)));
    }
    model.set(x, Value::text("ab"));
    assert_eq!(eval(&reader.terms, &model, member), Ok(Value::Bool(false)), "empty range");
}

#[test]
fn regex_equality_is_asked_of_the_caller() {
    let mut reader = Reader::new();
    let r = reader.declare("r", Sort::RegLan);
    let same = reader.read("(= r (str.to_re \"a\"))");
    let other = reader.read("(= r (re.+ (str.to_re \"a\")))");
    let apart = reader.read("(distinct r (re.* (str.to_re \"a\")))");
    let third = reader.read("(= (re.opt (str.to_re \"a\")) (re.* (str.to_re \"a\")) r)");
    let a = reader.read("(str.to_re \"a\")");
    let mut model = Model::new();
    model.set(r, Value::Re(a));
    assert_eq!(eval(&reader.terms, &model, same), Ok(Value::Bool(true)));
    assert!(matches!(eval(&reader.terms, &model, other), Err(EvalError::Unsupported(_))));
    assert_eq!(eval(&reader.terms, &model, apart), Ok(Value::Bool(true)), "only one has \"\"");
    assert_eq!(eval(&reader.terms, &model, third), Ok(Value::Bool(false)), "decided by the second");
    let budget = Budget::unlimited();
    let terms = &reader.terms;
    for answer in [true, false] {
        let plus = terms.arg(other, 1);
        let decide = |x: Term, y: Term| {
            assert_eq!([x, y], [a, plus]);
            Some(answer)
        };
        let mut eval = Evaluator::new(terms, &model, &budget).with_regex_equality(&decide);
        assert_eq!(eval.holds(other), Ok(answer));
    }
}

#[test]
fn functions_of_regexes_compare_languages() {
    let mut reader = Reader::new();
    let f = reader.terms.declare("f", &[Sort::RegLan, Sort::Int], Sort::Int);
    let a = reader.read("(str.to_re \"a\")");
    let plus = reader.read("(re.+ (str.to_re \"a\"))");
    let star = reader.read("(re.* (str.to_re \"a\"))");
    let int = |n: i32| Value::Int(Int::from(n));
    let entries = vec![
        (vec![Value::Re(star), int(0)], int(1)),
        (vec![Value::Re(plus), int(1)], int(2)),
        (vec![Value::Re(a), int(0)], int(3)),
    ];
    let mut model = Model::new();
    model.set_fun(f, FunValue { entries, default: int(-1) });
    let (zero, one) = (reader.terms.int(0), reader.terms.int(1));
    let known = reader.terms.mk(Op::Apply(f), &[a, zero]);
    let unknown = reader.terms.mk(Op::Apply(f), &[a, one]);
    assert_eq!(eval(&reader.terms, &model, known), Ok(int(3)));
    assert!(matches!(eval(&reader.terms, &model, unknown), Err(EvalError::Unsupported(_))));
}

#[test]
fn what_does_not_matter_is_not_evaluated() {
    let mut reader = Reader::new();
    reader.declare("r", Sort::RegLan);
    // The equality cannot be evaluated: both languages are without the empty word.
    let bad = "(= r (str.to_re \"a\"))";
    for (text, want) in [
        (format!("(and {bad} false)"), Some(false)),
        (format!("(and false {bad})"), Some(false)),
        (format!("(or {bad} true)"), Some(true)),
        (format!("(or {bad} false)"), None),
        (format!("(=> {bad} true)"), Some(true)),
        (format!("(=> {bad} false true)"), Some(true)),
        (format!("(=> true {bad} false)"), None),
        (format!("(ite true true {bad})"), Some(true)),
        (format!("(ite {bad} true true)"), None),
        (format!("(xor {bad} true)"), None),
    ] {
        let t = reader.read(&text);
        let got = eval(&reader.terms, &Model::new(), t);
        match want {
            Some(b) => assert_eq!(got, Ok(Value::Bool(b)), "{text}"),
            None => assert!(matches!(got, Err(EvalError::Unsupported(_))), "{text}"),
        }
    }
}

#[test]
fn ill_sorted_models_are_refused() {
    let mut bench = Bench::new();
    let f = bench.terms.declare("x", &[], Sort::String);
    let x = bench.terms.constant(f);
    let len = bench.terms.len_of(x);
    bench.model.set(f, Value::Int(Int::ZERO));
    assert!(matches!(bench.eval(len), Err(EvalError::Unsupported(_))));
    // A regex that mentions a symbol is no value; here it would even define itself.
    let f = bench.terms.declare("r", &[], Sort::RegLan);
    let r = bench.terms.constant(f);
    let word = bench.terms.text("a");
    let member = bench.terms.in_re(word, r);
    bench.model.set(f, Value::Re(r));
    assert!(matches!(bench.eval(member), Err(EvalError::Unsupported(_))));
}
