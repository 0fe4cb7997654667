//! Expressions against the text they stand for, and where they come to their limits.

use super::{Any, Bool, Int, Regex, Seq, Str, Valued, script, sequences_of};
use crate::{Solver, Verdict};
use smtlib::ErrorKind;
use terms::{Op, Sort};

fn print(solver: &mut Solver, expr: impl Valued) -> String {
    let term = solver.term(&expr).unwrap();
    solver.print(term)
}

#[test]
fn expressions_are_terms() {
    let s = &mut Solver::default();
    let (x, n, p) = (Str::var("x"), Int::var("n"), Bool::var("p"));
    let parts = "a" + &x + "b";
    assert_eq!(print(s, &parts), "(str.++ (str.++ \"a\" x) \"b\")");
    assert_eq!(print(s, (1 - &n) * 2), "(* (- 1 n) 2)");
    assert_eq!(print(s, !&p & n.lt(3) | false), "(or (and (not p) (< n 3)) false)");
    assert_eq!(print(s, x.starts_with("a")), "(str.prefixof \"a\" x)");
    assert_eq!(print(s, p.choose(&x, "")), "(ite p x \"\")");
    assert_eq!(print(s, Bool::all([])), "true");
    assert_eq!(print(s, Str::concat([x.clone(), x.clone(), x.clone()])), "(str.++ x x x)");
    let r = (Regex::range('a', 'c') | "d").repeat(2, 3) - Regex::any_char();
    let text = "(re.diff ((_ re.loop 2 3) (re.union (re.range \"a\" \"c\") (str.to_re \"d\"))) re.allchar)";
    assert_eq!(print(s, &r), text);
    let pattern = Regex::pattern("^a|.{2,}$").unwrap();
    assert!(print(s, pattern).contains("((_ re.^ 2) "));
}

/// What is displayed is what the solver prints, and reads back.
#[test]
fn expressions_are_displayed() {
    let s = &mut Solver::default();
    let (x, n, p) = (Str::var("x"), Int::var("my n"), Bool::var("let"));
    let word = Regex::pattern("(a|b)+c{2,3}").unwrap();
    let part = x.substr(&n, 3) + "\u{1}\\";
    let formulas = [
        p.implies(part.matches(&word) ^ part.equals(&x)),
        Int::distinct([n.clone(), -&n, n.abs() * -5]),
        x.replace_regex_all(&word, "").matches(!Regex::from("q")),
        Bool::any([]),
    ];
    for formula in formulas {
        let text = formula.to_string();
        assert_eq!(text, print(s, &formula));
        let (read, term) = (s.parse(&text).unwrap(), s.term(&formula).unwrap());
        assert_eq!(read, term, "{text}");
    }
    assert_eq!(word.to_string(), print(s, &word));
}

/// What no solver takes can be looked at all the same.
#[test]
fn mistakes_are_displayed() {
    let clash = Str::var("x").equals("a") & Int::var("x").gt(0);
    assert_eq!(clash.to_string(), "(and (= x \"a\") (> x 0))");
    let far = Str::from("\u{30000}").equals("\u{30001}");
    assert_eq!(far.to_string(), "(= \"\\u{30000}\" \"\\u{30001}\")");
}

/// A store numbers sorts of elements in the order in which it meets them, expressions for all.
#[test]
fn sequences_are_the_same_in_every_solver() {
    let bits = |n: u32| sequences_of(Sort::BitVec(n)).unwrap();
    let of = |name: &str, sort| Any::var(name, sort);
    let nested = sequences_of(sequences_of(Sort::BitVec(3)).unwrap()).unwrap();
    let formula = |a: Sort, b: Sort| {
        let empty = Any::constant("seq.empty", a).unwrap();
        let first = Any::apply(Op::Distinct, vec![of("a", a), empty]).unwrap();
        let length = Any::apply(Op::StrLen, vec![of("b", b)]).unwrap();
        let second = Any::apply(Op::Eq, vec![length, Int::from(2).into()]).unwrap();
        Any::apply(Op::And, vec![first, second]).unwrap()
    };
    for (a, b) in [(bits(3), nested), (nested, bits(3)), (bits(40), bits(3))] {
        let s = &mut Solver::default();
        let asserted = formula(a, b);
        s.assert(&asserted).unwrap();
        assert_eq!(s.check(), Verdict::Sat);
        let mut kept = s.valuation().unwrap();
        assert_eq!(kept.value(&asserted), Some(Bool::from(true).into()));
        let value = kept.value(&of("b", b)).unwrap();
        assert_eq!((value.sort(), value.args().len()), (b, 2));
        let same = Any::apply(Op::Eq, vec![of("b", b), value.clone()]).unwrap();
        let read = Solver::default().read(&script(&[asserted.clone(), same]));
        assert_eq!(read.unwrap()[0], asserted);
        assert_eq!(s.simplify(&value), Ok(value));
    }
}

#[test]
fn typed_sequences_are_terms() {
    let s = &mut Solver::default();
    let (x, y) = (Seq::<Int>::var("x"), Seq::<Seq<Str>>::var("y"));
    let part = Seq::from([Int::from(1), 2.into()]);
    assert_eq!(print(s, x.contains(&part)), "(seq.contains x (seq.++ (seq.unit 1) (seq.unit 2)))");
    assert_eq!(print(s, (&x + &part).slice(1, 2)).matches("seq.extract").count(), 1);
    assert_eq!(
        print(s, x.index_of(&part, 0)),
        "(seq.indexof x (seq.++ (seq.unit 1) (seq.unit 2)) 0)"
    );
    assert_eq!(
        print(s, x.replace(x.at(0), Seq::empty()).rev())
            .matches("(as seq.empty (Seq Int))")
            .count(),
        1
    );
    assert_eq!(print(s, y.nth(0).nth(1).len()), "(str.len (seq.nth (seq.nth y 0) 1))");
    s.assert(y.equals(Seq::unit(Seq::unit("ab"))) & x.starts_with(&part) & x.ends_with(&part))
        .unwrap();
    s.assert(x.len().equals(3) ^ x.len().equals(2)).unwrap();
    assert_eq!(s.check(), Verdict::Sat);
    assert_eq!(s.value(&y), Ok(Some(vec![vec!["ab".to_owned()]])));
    assert_eq!(s.value(&x), Ok(Some(vec![1.into(), 2.into()])));
}

#[test]
fn ill_sorted_sequences_are_refused() {
    let (ints, words) = (sequences_of(Sort::Int).unwrap(), sequences_of(Sort::String).unwrap());
    let (a, b) = (Any::var("a", ints), Any::var("b", words));
    let one = || Any::from(Int::from(1));
    assert!(Any::apply(Op::StrConcat, vec![a.clone(), b.clone()]).is_err());
    assert!(Any::apply(Op::StrConcat, vec![a.clone(), Str::from("a").into()]).is_err());
    assert!(Any::apply(Op::StrToCode, vec![a.clone()]).is_err());
    assert!(Any::apply(Op::SeqNth, vec![Str::from("a").into(), one()]).is_err());
    let element = Any::apply(Op::SeqNth, vec![b, one()]).unwrap();
    assert_eq!(element.sort(), Sort::String);
    assert_eq!(Any::unit(Regex::all().into()), Err(terms::SortError::NoSequence));
    assert_eq!(Any::constant("re.all", ints), None);
    assert_eq!(Any::constant("seq.empty", Sort::Int), None);
    let deep = (0..100).try_fold(Sort::Int, |sort, _| sequences_of(sort));
    assert_eq!(deep, None);
}

#[test]
fn names_mean_one_thing() {
    let s = &mut Solver::default();
    let (x, other) = (Str::var("x"), Int::var("x"));
    s.assert(x.equals("a")).unwrap();
    let clash = s.assert(other.gt(0)).unwrap_err();
    assert_eq!(clash.kind, ErrorKind::Redeclared("x".into()));
    for name in ["str.len", "true", "a|b"] {
        assert!(s.assert(Bool::var(name)).is_err(), "{name}");
    }
    // What is declared by text is the same variable, and in a scope it goes with the scope.
    s.push();
    let declared = s.declare("y z", crate::Sort::String).unwrap();
    assert_eq!(s.term(&Str::var("y z")), Ok(declared));
    s.pop();
    assert_ne!(s.term(&Str::var("y z")), Ok(declared));
}

#[test]
fn characters_beyond_the_alphabet() {
    let s = &mut Solver::default();
    let error = s.assert(Str::var("x").equals("\u{30000}")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::OutsideAlphabet('\u{30000}'));
    let error = s.assert(Str::var("x").matches(Regex::range('a', '\u{10FFFF}'))).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::OutsideAlphabet(_)));
}

#[test]
fn surrogates_are_code_points() {
    let s = &mut Solver::default();
    let x = Str::var("x");
    s.assert(x.equals(Str::from_iter([0xD800, 0x41]))).unwrap();
    assert_eq!(s.check(), Verdict::Sat);
    assert_eq!(s.value(&x), Ok(None));
    assert_eq!(s.code_points(&x), Ok(Some(vec![0xD800, 0x41])));
}

/// Neither making terms nor dropping recurses, and shared subtrees are looked at once.
#[test]
fn deep_and_shared() {
    let s = &mut Solver::default();
    let mut deep = Int::var("n");
    for _ in 0..100_000 {
        deep = deep + 1;
    }
    s.term(&deep).unwrap();
    assert!(deep.to_string().contains("(+ (+ n 1) 1)"));
    let mut shared = Str::var("x");
    for _ in 0..200 {
        shared = &shared + &shared;
    }
    s.term(&shared).unwrap();
    assert!(shared.to_string().len() < 10_000);
}

#[test]
fn expressions_are_shared_by_solvers_and_threads() {
    let x = Str::var("x");
    let formula = x.len().equals(3) & x.matches(Regex::pattern("[ab]*").unwrap());
    let threads: Vec<_> = (0..2)
        .map(|i| {
            let (x, formula) = (x.clone(), formula.clone());
            std::thread::spawn(move || {
                let mut s = Solver::default();
                s.assert(formula & x.at(i).equals("b")).unwrap();
                (s.check(), s.value(&x).unwrap())
            })
        })
        .collect();
    for (i, thread) in threads.into_iter().enumerate() {
        let (verdict, value) = thread.join().unwrap();
        assert_eq!(verdict, Verdict::Sat);
        assert_eq!(value.unwrap().as_bytes()[i], b'b');
    }
}

#[test]
fn equality_is_that_of_trees() {
    let double = |x: Str| (0..200).fold(x, |x, _| &x + &x);
    // As trees, these have 2^200 leaves.
    let (a, b) = (Any::from(double("a".into())), Any::from(double("a".into())));
    assert_eq!(a, b);
    assert_ne!(a, Any::from(double("b".into())));
    let swapped = a.substitute(&[("a".into_any(), "b".into_any())]).unwrap();
    assert_eq!(swapped, Any::from(double("b".into())));
    assert_ne!(Any::var("x", Sort::Int), Any::var("x", Sort::Bool));
    assert!(a.substitute(&[(a.clone(), Int::from(1).into())]).is_err());
}

#[test]
fn operators_are_checked() {
    let (s, n) = (Any::var("s", Sort::String), Any::var("n", Sort::Int));
    let apply = |name: &str, args: &[&Any]| {
        let args: Vec<Any> = args.iter().map(|&arg| arg.clone()).collect();
        Any::apply(Any::operator(name, args.len()).unwrap(), args)
    };
    assert_eq!(apply("-", &[&n]).unwrap().to_string(), "(- n)");
    assert_eq!(apply("-", &[&n, &n]).unwrap().sort(), Sort::Int);
    let b = apply("=", &[&s, &s]).unwrap();
    assert_eq!(apply("ite", &[&b, &s, &s]).unwrap().sort(), Sort::String);
    for (name, args) in [
        ("ite", &[&b, &s, &n][..]),
        ("=", &[&s, &n]),
        ("str.++", &[&s, &n]),
        ("+", &[]),
        ("str.at", &[&s]),
    ] {
        assert!(apply(name, args).is_err(), "{name}");
    }
    assert_eq!(Any::operator("str.nothing", 1), None);
    // Payloads belong to stores.
    assert!(
        Any::apply(Op::IntConst(0), Vec::new()).is_err()
            && Any::apply(Op::Divisible(0), vec![n]).is_err()
    );
}

trait IntoAny {
    fn into_any(self) -> Any;
}

impl IntoAny for &str {
    fn into_any(self) -> Any {
        Str::from(self).into()
    }
}

#[test]
fn bit_vectors_are_words_of_a_width() {
    let (b, five) = (Any::var("b", Sort::BitVec(8)), Any::bits(8, &(-251).into()).unwrap());
    assert_eq!((five.to_string(), five.sort()), ("#x05".into(), Sort::BitVec(8)));
    let apply = |name: &str, args: &[&Any]| {
        let op = Any::operator(name, args.len()).unwrap();
        Any::apply(op, args.iter().map(|&a| a.clone()).collect())
    };
    let both = apply("concat", &[&b, &five]).unwrap();
    assert_eq!(both.sort(), Sort::BitVec(16));
    assert!(apply("bvadd", &[&both, &b]).is_err());
    assert!(Any::bits(0, &1.into()).is_err() && Any::bits(u32::MAX, &1.into()).is_err());
    let s = &mut Solver::default();
    s.assert(apply("=", &[&apply("bvadd", &[&b, &five]).unwrap(), &five]).unwrap()).unwrap();
    assert_eq!(s.check(), Verdict::Sat);
    let kept = s.valuation().unwrap().value(&apply("bvsub", &[&b, &five]).unwrap());
    assert_eq!(kept, Some(Any::bits(8, &251.into()).unwrap()));
    let read = Solver::default().read("(declare-const b (_ BitVec 8))(assert (bvult b #x05))");
    assert_eq!(read, Ok(vec![apply("bvult", &[&b, &five]).unwrap()]));
}
