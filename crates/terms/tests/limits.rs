//! Large and deep input: near-linear time where that is promised, an error where a value is too
//! large, and no overflow of the stack.

mod common;

use base::{Budget, Int, Interrupted};
use common::{Bench, Reader};
use std::time::{Duration, Instant};
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Sort, Term};

/// Generous: the tests may share a slow machine, and what they guard against takes minutes.
const SOON: Duration = Duration::from_secs(20);

/// Runs `f` and checks that it does not take quadratic time.
fn soon<T>(what: &str, f: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let out = f();
    let took = start.elapsed();
    println!("{what}: {took:?}");
    assert!(took < SOON, "{what} took {took:?}");
    out
}

/// Memberships of a long word: the word is `x`, `n` is its length.
fn member(regex: &str, word: &[u32]) -> bool {
    let mut reader = Reader::new();
    let x = reader.declare("x", Sort::String);
    let t = reader.read(&format!("(str.in_re x {regex})"));
    let mut model = Model::new();
    model.set(x, Value::Str(word.into()));
    let budget = Budget::unlimited();
    soon(regex, || Evaluator::new(&reader.terms, &model, &budget).holds(t)).unwrap()
}

#[test]
fn long_words_match_in_linear_time() {
    let a = vec![97; 100_000];
    let mut ab = [97, 98].repeat(50_000);
    let any = "(re.* re.allchar)";
    for (regex, a_in, ab_in) in [
        ("(re.* (str.to_re \"a\"))", true, false),
        ("(re.* (re.union (str.to_re \"a\") (str.to_re \"b\")))", true, true),
        ("(re.* (str.to_re \"ab\"))", false, true),
        ("(re.* (re.++ (re.* (str.to_re \"a\")) (re.* (str.to_re \"b\"))))", true, true),
        ("(re.* (re.* (re.++ (str.to_re \"a\") (re.opt (str.to_re \"b\")))))", true, true),
        ("(re.++ (re.* re.allchar) (str.to_re \"ba\") (re.* re.allchar))", false, true),
        ("(re.comp (re.++ (re.* re.allchar) (str.to_re \"ba\") (re.* re.allchar)))", true, false),
        (
            "((_ re.loop 1000 2000) (re.++ (re.* (str.to_re \"a\")) (str.to_re \"b\")))",
            false,
            false,
        ),
        ("(re.+ ((_ re.loop 10 20) (re.range \"a\" \"b\")))", true, true),
        ("((_ re.loop 1000 200000) (re.opt (str.to_re \"a\")))", true, false),
        ("((_ re.^ 100000) (re.opt re.allchar))", true, true),
        (
            "(re.inter (re.* (str.to_re \"ab\")) (re.comp (re.++ re.all (str.to_re \"bb\") re.all)))",
            false,
            true,
        ),
        ("(re.++ re.all (re.comp (str.to_re \"a\")) re.all)", true, true),
        (
            "(re.++ (re.diff re.all (re.++ re.all (str.to_re \"bb\") re.all)) (re.opt (str.to_re \"b\")))",
            true,
            true,
        ),
    ] {
        assert_eq!(member(regex, &a), a_in, "{regex}");
        assert_eq!(member(regex, &ab), ab_in, "{regex}");
    }
    ab.push(120);
    assert!(!member(&format!("(re.++ {any} (str.to_re \"c\"))"), &ab));
    assert!(member(&format!("(re.++ {any} (str.to_re \"x\"))"), &ab));
}

/// Boolean operators below concatenations and loops, with `.*` in them.
#[test]
fn boolean_operators_inside_loops_match_in_near_linear_time() {
    let repeated =
        |body: &str, n: usize| body.repeat(n).bytes().map(u32::from).collect::<Vec<u32>>();
    let word = repeated("abcabdabcabcxbcabcac", 5000);
    let other = [&repeated("p", 1)[..], &word, &repeated("q", 1)].concat();
    let (any, chr) = ("re.all", "re.allchar");
    let lit = |w: &str| format!("(str.to_re \"{w}\")");
    let has = |w: &str| format!("(re.++ {any} {} {any})", lit(w));
    let ends = |w: &str| format!("(re.++ {any} {})", lit(w));
    let both = format!("(re.inter {} {} (re.comp {}))", ends("ac"), has("abd"), has("aa"));
    let looped = |op: &str, body: &str| {
        format!("(re.++ (re.opt {}) ({op} {body}) (re.opt {}))", lit("p"), lit("q"))
    };
    let far = |a: &str, n: usize, b: &str| {
        format!("(re.++ {any} {} ((_ re.^ {n}) {chr}) {} {any})", lit(a), lit(b))
    };
    for (regex, inside) in [
        (looped("(_ re.^ 5000)", &both), true),
        (looped("(_ re.^ 5001)", &both), false),
        (looped("(_ re.^ 4000)", &both), true),
        (looped("(_ re.loop 1000 4000)", &both), true),
        (looped("(_ re.loop 5001 100000)", &both), false),
        (looped("re.+", &both), true),
        (looped("re.+", &format!("(re.inter {both} (re.comp {}))", ends("ac"))), false),
        (looped("re.*", &format!("(re.comp {})", has("x"))), false),
        (looped("re.*", &format!("(re.++ (re.comp {}) {})", has("x"), lit("x"))), false),
        (looped("re.*", &format!("(re.++ (re.comp {}) (re.opt {}))", has("x"), lit("x"))), true),
        (looped("(_ re.loop 2 5)", &format!("(re.diff {} {})", has("xbc"), has("zz"))), true),
        (
            looped(
                "(_ re.^ 2000)",
                &format!("(re.inter {} {})", far("a", 3, "b"), far("b", 2, "b")),
            ),
            true,
        ),
        (
            looped(
                "(_ re.^ 5001)",
                &format!("(re.inter {} {})", far("a", 12, "b"), far("b", 11, "b")),
            ),
            false,
        ),
        (
            looped(
                "re.+",
                &format!("(re.inter ((_ re.loop 10 25) {chr}) {} {})", has("x"), ends("ac")),
            ),
            true,
        ),
        (
            looped(
                "re.+",
                &format!("(re.inter ((_ re.loop 10 19) {chr}) {} {})", has("x"), ends("ac")),
            ),
            false,
        ),
        (
            looped(
                "(_ re.^ 500)",
                &format!("(re.inter ((_ re.^ 10) (re.++ {} {any})) {})", has("x"), ends("ac")),
            ),
            true,
        ),
        (
            looped(
                "(_ re.^ 501)",
                &format!("(re.inter ((_ re.^ 10) (re.++ {} {any})) {})", has("x"), ends("ac")),
            ),
            false,
        ),
        (
            format!(
                "(re.inter (re.comp {}) {})",
                looped("(_ re.^ 5001)", &both),
                looped("(_ re.^ 5000)", &both)
            ),
            true,
        ),
        (format!("(re.comp {})", looped("(_ re.^ 5000)", &both)), false),
        (looped("(_ re.^ 5000)", &ends("c")), true),
        (looped("(_ re.^ 50000)", &ends("c")), false),
    ] {
        for word in [&word, &other] {
            assert_eq!(member(&regex, word), inside, "{regex}");
        }
    }
}

#[test]
fn counters_on_short_words_are_cheap() {
    let regex = "((_ re.loop 1000 2000) (re.++ (str.to_re \"a\") (re.opt (str.to_re \"b\"))))";
    assert!(!member(regex, &[97; 999]));
    assert!(member(regex, &[97; 1000]));
    let regex =
        "((_ re.loop 1000000 2000000000) (re.* (re.++ (str.to_re \"a\") (str.to_re \"b\"))))";
    assert!(member(regex, &[97, 98]));
    let nested = "((_ re.^ 100000) ((_ re.^ 100000) ((_ re.^ 100000) (str.to_re \"ab\"))))";
    assert!(!member(nested, &[97, 98].repeat(1000)));
}

/// A regex of 2^60 letters, as 60 concatenations of one thing with itself.
#[test]
fn shared_regexes_are_matched_once() {
    let mut bench = Bench::new();
    let w = bench.str(&[97]);
    let a = bench.terms.mk(Op::StrToRe, &[w]);
    let mut r = bench.terms.mk(Op::ReOpt, &[a]);
    for _ in 0..60 {
        r = bench.terms.mk(Op::ReConcat, &[r, r]);
    }
    let word = bench.str(&[97; 2000]);
    let found = soon("shared", || bench.run(Op::StrInRe, &[word, r]));
    assert_eq!(found, Value::Bool(true));
}

/// `leaf op (leaf op (..))` or `((..) op leaf) op leaf`; unary operators around concatenations.
fn deep_regex(bench: &mut Bench, op: Op, leaf_first: bool) -> Term {
    let words = [[97, 97], [98, 98], [97, 98]].map(|w| bench.str(&w));
    let leaves = words.map(|w| bench.terms.mk(Op::StrToRe, &[w]));
    let mut r = leaves[0];
    for leaf in leaves.iter().cycle().take(100_000).copied() {
        r = match (op, leaf_first) {
            (Op::ReComp | Op::RePlus, _) => {
                let both = bench.terms.mk(Op::ReConcat, &[leaf, r]);
                bench.terms.mk(op, &[both])
            }
            (_, true) => bench.terms.mk(op, &[leaf, r]),
            (_, false) => bench.terms.mk(op, &[r, leaf]),
        };
    }
    r
}

#[test]
fn deep_regexes_do_not_overflow_the_stack() {
    let binary = [Op::ReConcat, Op::ReUnion, Op::ReInter, Op::ReDiff];
    let both_ways = binary.into_iter().flat_map(|op| [(op, true), (op, false)]);
    for (op, leaf_first) in both_ways.chain([(Op::ReComp, true), (Op::RePlus, true)]) {
        let mut bench = Bench::new();
        let r = deep_regex(&mut bench, op, leaf_first);
        let (word, u) = (bench.str(&[97, 97, 98]), bench.str(&[120]));
        soon(&format!("deep {op:?}"), || {
            bench.run(Op::StrInRe, &[word, r]);
            bench.run(Op::StrReplaceReAll, &[word, r, u]);
        });
    }
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut bench = Bench::new();
    let x = bench.terms.fresh("x", Sort::String);
    let (mut text, mut number, mut fact) = (x, bench.terms.len_of(x), bench.terms.tt());
    let ten = bench.str(&[48; 10]);
    for _ in 0..100_000 {
        text = bench.terms.concat(&[ten, text]);
        number = bench.terms.add(&[number, number]);
        fact = bench.terms.mk(Op::Implies, &[fact, fact]);
    }
    let len = bench.terms.len_of(text);
    let (n, zero) = (bench.terms.mk(Op::StrToInt, &[text]), bench.terms.int(0));
    let same = bench.terms.eq(n, zero);
    soon("deep", || {
        assert_eq!(bench.eval(len), Ok(Value::Int(Int::from(1_000_000))));
        assert_eq!(bench.eval(same), Ok(Value::Bool(true)));
        assert_eq!(bench.eval(number), Ok(Value::Int(Int::ZERO)));
        assert_eq!(bench.eval(fact), Ok(Value::Bool(true)));
    });
}

#[test]
fn searching_long_words_is_near_linear() {
    let mut bench = Bench::new();
    let s = bench.str(&[97; 1_000_000]);
    let mut needle = vec![97; 300_000];
    needle.push(98);
    let (t, u, zero) = (bench.str(&needle), bench.str(&[99]), bench.terms.int(0));
    soon("search", || {
        assert_eq!(bench.run(Op::StrContains, &[s, t]), Value::Bool(false));
        assert_eq!(bench.run(Op::StrIndexOf, &[s, t, zero]), Value::Int(Int::from(-1)));
        assert_eq!(bench.run(Op::StrLastIndexOf, &[s, t]), Value::Int(Int::from(-1)));
        let same = bench.terms.mk(Op::StrReplace, &[s, t, u]);
        assert_eq!(bench.run(Op::StrReplaceAll, &[s, t, u]), bench.eval(same).unwrap());
    });
}

#[test]
fn replacing_in_long_words_is_near_linear() {
    let mut reader = Reader::new();
    let x = reader.declare("x", Sort::String);
    let mut model = Model::new();
    let mut word = [97, 98].repeat(50_000);
    word.push(99);
    model.set(x, Value::Str(word.into()));
    for (call, len) in [
        ("(str.replace_re x (re.++ (re.* re.allchar) (str.to_re \"c\")) \"y\")", 1),
        ("(str.replace_re x (re.++ (str.to_re \"b\") (str.to_re \"b\") re.all) \"y\")", 100_001),
        ("(str.replace_re_all x (re.+ (str.to_re \"ab\")) \"y\")", 50_001),
        ("(str.replace_re_all x (re.* (str.to_re \"ab\")) \"y\")", 50_001),
        (
            "(str.replace_re_all x (re.++ (str.to_re \"a\") re.all (str.to_re \"x\")) \"y\")",
            100_001,
        ),
        ("(str.replace_all x \"ab\" \"\")", 1),
    ] {
        let t = reader.read(call);
        let t = reader.terms.len_of(t);
        let budget = Budget::unlimited();
        let got = soon(call, || Evaluator::new(&reader.terms, &model, &budget).eval(t));
        assert_eq!(got, Ok(Value::Int(Int::from(len))), "{call}");
    }
}

#[test]
fn what_is_too_large_is_an_error() {
    let mut bench = Bench::new();
    let mut x = bench.str(&[97; 1000]);
    let a = bench.str(&[97]);
    let blow_up = bench.terms.mk(Op::StrReplaceAll, &[x, a, x]);
    let blow_up = bench.terms.mk(Op::StrReplaceAll, &[blow_up, a, x]);
    assert_eq!(bench.eval(blow_up), Err(EvalError::TooLarge));
    for _ in 0..100 {
        x = bench.terms.mk(Op::StrConcat, &[x, x]);
    }
    let len = bench.terms.len_of(x);
    assert_eq!(bench.eval(len), Err(EvalError::TooLarge));
    let mut n = bench.terms.int(3);
    for _ in 0..100 {
        n = bench.terms.mk(Op::Mul, &[n, n]);
    }
    let text = bench.terms.mk(Op::StrFromInt, &[n]);
    assert_eq!(soon("power", || bench.eval(text)), Err(EvalError::TooLarge));
    // It does not matter where something else decides.
    let (len, tt) = (bench.terms.mk(Op::Ge, &[len, n]), bench.terms.tt());
    let or = bench.terms.or(&[len, tt]);
    assert_eq!(bench.eval(or), Ok(Value::Bool(true)));
}

#[test]
fn numerals_of_a_hundred_thousand_digits_convert() {
    let mut bench = Bench::new();
    let s = bench.str(&[55; 100_000]);
    let n = bench.terms.mk(Op::StrToInt, &[s]);
    let back = bench.terms.mk(Op::StrFromInt, &[n]);
    let same = bench.terms.eq(s, back);
    assert_eq!(soon("convert", || bench.eval(same)), Ok(Value::Bool(true)));
}

#[test]
fn the_budget_is_obeyed() {
    let mut reader = Reader::new();
    let x = reader.declare("x", Sort::String);
    let mut model = Model::new();
    model.set(x, Value::Str(vec![97; 100_000].into()));
    // Complements start by start: quadratic.
    let hard = "(str.in_re x (re.* (re.inter (re.* (re.comp (str.to_re \"b\"))) (re.++ re.all re.allchar))))";
    let t = reader.read(hard);
    let budget = Budget::unlimited().with_steps(10_000);
    let mut eval = Evaluator::new(&reader.terms, &model, &budget);
    let stopped = Err(EvalError::Interrupted(Interrupted::Steps));
    assert_eq!(soon("hard", || eval.eval(t)), stopped);
    assert_eq!(eval.eval(t), stopped);
}
