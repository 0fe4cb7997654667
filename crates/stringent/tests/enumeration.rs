//! One model after the other, each excluded by the assertions that follow it.

use stringent::expr::{Bool, Int, Regex, Str};
use stringent::{Solver, Verdict};

/// The models of `formula`, at most `most`.
fn models(formula: Bool, strings: &[Str], numbers: &[Int], most: usize) -> Vec<Vec<String>> {
    let mut solver = Solver::default();
    solver.assert(formula).unwrap();
    let mut models = Vec::new();
    while models.len() < most && solver.check() == Verdict::Sat {
        let texts = strings.iter().map(|s| (s, solver.value(s).unwrap().unwrap()));
        let texts: Vec<_> = texts.collect();
        let values = numbers.iter().map(|n| (n, solver.value(n).unwrap().unwrap()));
        let values: Vec<_> = values.collect();
        let other = texts.iter().map(|(s, text)| !s.equals(&**text));
        let others = other.chain(values.iter().map(|(n, value)| !n.equals(value.clone())));
        solver.assert(Bool::any(others.collect::<Vec<_>>())).unwrap();
        models.push(texts.into_iter().map(|(_, text)| text).collect());
    }
    models
}

/// There are enough short models, and they are found before long ones: a model differs from those before it in a letter, not
/// in its length.
#[test]
fn models_stay_short() {
    let (x, y, n) = (Str::var("x"), Str::var("y"), Int::var("n"));
    let word = |s: &Str| s.matches(Regex::pattern("[a-z]+").unwrap());
    let cases = [
        (!x.equals(&y) & x.len().equals(y.len()), true, 4),
        (x.lt(&y), true, 12),
        (y.starts_with(&x) & !x.is_empty(), true, 4),
        (word(&x) & y.contains(&x) & y.len().ge(3), true, 6),
        (x.len().equals(&n) & y.equals(""), false, 3),
        (x.to_int().equals(&n) & n.gt(3), false, 5),
        (x.index_of("b", 0).equals(&n) & n.ge(0), false, 4),
    ];
    for (i, (formula, two, longest)) in cases.into_iter().enumerate() {
        let (strings, numbers) = if two {
            (vec![x.clone(), y.clone()], vec![])
        } else {
            (vec![x.clone()], vec![n.clone()])
        };
        let models = models(formula, &strings, &numbers, 30);
        assert_eq!(models.len(), 30, "{i}");
        let size = |model: &Vec<String>| model.iter().map(|s| s.chars().count()).sum::<usize>();
        assert!(models.iter().all(|m| size(m) <= longest), "{i}: {models:?}");
        if two {
            let distinct: std::collections::BTreeSet<_> = models.iter().collect();
            assert_eq!(distinct.len(), 30, "{i}");
        }
    }
}

/// None is left out at the end.
#[test]
fn all_models_are_found() {
    let (x, y) = (Str::var("x"), Str::var("y"));
    let formula = (&x + &y).equals("abcabc") & (!x.contains("c") | y.is_empty());
    let mut found = models(formula, &[x, y], &[], 60);
    found.sort();
    let want = [("", "abcabc"), ("a", "bcabc"), ("ab", "cabc"), ("abcabc", "")];
    assert_eq!(found, want.map(|(x, y)| vec![x.to_owned(), y.to_owned()]));
}
