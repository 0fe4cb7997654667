//! Optima and enumerations: against all models, against all words of a regex, and at their limits.

mod common;

use choices::Choices;
use common::answers;
use common::optimum::scenario;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use stringent::expr::{Bool, Int, Regex, Str};
use stringent::{Optimum, Order, Reason, Solver, Sort, Verdict};

/// How late an answer may be. Unoptimised code reaches its next look at the clock more slowly.
const GRACE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 400 } else { 50 });

#[test]
fn all_models_and_the_best() {
    let mut rng = Choices::seeded(11);
    let decided = (0..60).filter(|_| scenario(&mut rng)).count();
    assert!(decided > 50, "only {decided} decided");
}

/// The words up to a length, in every order exactly those.
#[test]
fn words_of_a_regex() {
    let patterns = ["(a|bb)*", "a*b?a*", "(ab|c){2,4}", "[abc]{0,3}", "(aa)*|b{3}"];
    for pattern in patterns {
        let regex = regex::Regex::new(&format!("^(?:{pattern})$")).unwrap();
        let mut want = BTreeSet::new();
        for length in 0..=5 {
            for number in 0..3_u32.pow(length) {
                let letter = |i| char::from(b'a' + (number / 3_u32.pow(i) % 3) as u8);
                let word: String = (0..length).map(letter).collect();
                if regex.is_match(&word) {
                    want.insert(word);
                }
            }
        }
        for order in [Order::Any, Order::Shortest] {
            let mut solver = Solver::default();
            let x = Str::var("x");
            solver.assert(x.matches(Regex::pattern(pattern).unwrap()) & x.len().le(5)).unwrap();
            let models: Vec<Vec<String>> =
                solver.models(&[&x], order).unwrap().map(|model| model.unwrap()).collect();
            let words: Vec<&String> = models.iter().flatten().collect();
            assert_eq!(words.len(), want.len(), "{pattern}");
            assert!(words.iter().all(|word| want.contains(*word)), "{pattern}");
            assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), want.len(), "{pattern}");
            let sorted = words.is_sorted_by_key(|word| word.len());
            assert!(sorted || order == Order::Any, "{pattern}: {words:?}");
            // The solver is as before.
            assert_eq!(solver.check(), Verdict::Sat);
        }
    }
}

/// Hundreds of models do not become longer than they must.
#[test]
fn lengths_do_not_drift() {
    let mut solver = Solver::default();
    let x = Str::var("x");
    solver.assert(x.matches(Regex::pattern("[ab]*").unwrap()) & x.len().ge(3)).unwrap();
    let models = solver.models(&[&x], Order::Any).unwrap().take(120);
    let longest = models.map(|model| model.unwrap()[0].len()).max().unwrap();
    // There are 8, 16, 32 and 64 words of 3, 4, 5 and 6 letters; the bound grows by doubling.
    assert!(longest <= 7, "{longest}");
}

/// Going on is cheap for the client: an iterator can be dropped, and the next starts again.
#[test]
fn enumerations_start_again() {
    let mut solver = Solver::default();
    let (x, n) = (Str::var("x"), Int::var("n"));
    solver.push();
    solver
        .assert(x.len().le(1) & n.ge(0) & n.le(1) & x.matches(Regex::pattern("a*").unwrap()))
        .unwrap();
    for order in [Order::Any, Order::Shortest, Order::Any] {
        assert_eq!(solver.models(&[&n], order).unwrap().take(1).count(), 1);
        assert_eq!(solver.models(&[&n], order).unwrap().count(), 2);
        assert_eq!(solver.models(&[x.len(), n.clone()], order).unwrap().count(), 4);
        assert_eq!(solver.models::<Int>(&[], order).unwrap().count(), 1);
    }
    assert!(solver.pop() && !solver.pop());
    let languages = solver.declare("r", Sort::RegLan).unwrap();
    assert!(solver.models(&[languages], Order::Any).is_err());
    let u = solver.terms().declare_sort("U");
    let u = solver.declare("u", u).unwrap();
    assert!(solver.models(&[u], Order::Any).is_err());
}

#[test]
fn limits_leave_the_best_model() {
    let mut solver = Solver::default();
    let gain = Int::var("gain");
    let hard = Bool::var("hard");
    // With more than 40 there is a pigeon too many.
    let pigeons: Vec<Int> = (0..13).map(|i| Int::var(format!("n{i}"))).collect();
    for n in &pigeons {
        solver.assert(n.ge(1) & n.le(12)).unwrap();
    }
    solver.assert((gain.le(40) | &hard) & hard.implies(Int::distinct(pigeons))).unwrap();
    solver.assert(gain.le(1000)).unwrap();
    assert_eq!(solver.check_assuming(&[gain.equals(3)]).unwrap(), Verdict::Sat);
    solver.maximize(&gain).unwrap();
    // In steps, it is the same every time, unless a check before was ended by the clock.
    solver.set_step_limit(Some(20_000_000));
    assert_eq!(solver.check(), Verdict::Unknown(Reason::Steps));
    assert_eq!(solver.value(&gain).unwrap(), Some(40.into()));
    solver.set_step_limit(None);
    let start = Instant::now();
    let timeout = Duration::from_millis(500);
    solver.set_timeout(Some(timeout));
    assert_eq!(solver.check(), Verdict::Unknown(Reason::Timeout));
    assert!(start.elapsed() < timeout + GRACE, "{:?}", start.elapsed());
    let value = solver.value(&gain).unwrap().unwrap();
    let bounds = [Optimum::Between(Some(value.clone()), Some(1000.into()))];
    assert!(value >= 3.into() && value <= 40.into() && solver.optima() == bounds, "{value}");
    solver.set_timeout(None);
    solver.interrupt_handle().interrupt();
    assert_eq!(solver.check(), Verdict::Unknown(Reason::Canceled));
    let unknown = solver.models(&[&gain], Order::Any).unwrap().next();
    assert_eq!(unknown, Some(Err(Reason::Canceled)));
}

#[test]
fn objectives_are_integers_of_their_scope() {
    let mut solver = Solver::default();
    let x = Str::var("x");
    assert!(solver.minimize(&x).is_err() && solver.maximize(x.len().le(1)).is_err());
    solver.assert(x.len().ge(2) & x.len().le(5)).unwrap();
    solver.push();
    solver.maximize(x.len()).unwrap();
    assert_eq!(solver.check(), Verdict::Sat);
    assert_eq!(solver.optima(), [Optimum::Exact(5.into())]);
    assert_eq!(solver.check_assuming(&[x.len().le(3)]).unwrap(), Verdict::Sat);
    assert_eq!(solver.optima(), [Optimum::Exact(3.into())]);
    assert_eq!(solver.check_assuming(&[x.len().le(1)]).unwrap(), Verdict::Unsat);
    assert!(solver.optima().is_empty() && solver.unsat_assumptions() == Some(vec![0]));
    assert!(solver.pop());
    assert_eq!((solver.check(), solver.optima()), (Verdict::Sat, &[][..]));
}

#[test]
fn a_refused_objective_is_missed() {
    let script = "(declare-const x Int)(assert (< 0 x 9))(push)(maximize y)(minimize x)(check-sat)(get-objectives)\
                  (get-model)(pop)(check-sat)";
    let answers = answers(script);
    assert!(answers[0].starts_with("(error") && answers[5].starts_with("(error"), "{answers:?}");
    assert_eq!(answers[1..5], ["unknown", "(objectives", " (x (interval (* (- 1) oo) oo))", ")"]);
    assert_eq!(answers[6], "sat");
}
