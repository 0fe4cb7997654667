//! Sets of lengths against the lengths of enumerated words.

mod common;

use automata::{LengthRange, Regexes};
use base::{Budget, Limits};
use common::{Rng, random, words};

const MAX: usize = 5;

#[test]
fn lengths_of_regexes_agree() {
    let words = words(MAX);
    let mut rng = Rng(21);
    let (budget, mut rs) = (Budget::unlimited(), Regexes::new());
    let mut exact = 0;
    for round in 0..1200u32 {
        let ast = random(&mut rng, 1 + round % 7);
        let r = ast.build(&mut rs);
        let limits = Limits::new(&budget, 500_000);
        let abstraction = rs.length_abstraction(r);
        let set = rs.length_set(&[r], &[], LengthRange::ANY, &limits).unwrap();
        assert!(set.is_exact());
        exact += usize::from(abstraction.is_exact());
        for n in 0..=MAX as u64 {
            let is_length = words.iter().any(|w| w.len() as u64 == n && ast.matches(w));
            assert_eq!(set.contains(n), is_length, "{n} {ast:?} {set:?}");
            assert!(abstraction.contains(n) || !is_length, "{n} {ast:?}");
        }
        for n in [0, 1, 3, 7, 8, 19, 40] {
            assert!(!abstraction.is_exact() || abstraction.contains(n) == set.contains(n));
            let word = rs.word_of_length(r, n, &limits).unwrap();
            assert_eq!(word.is_some(), set.contains(n), "{n} {ast:?} {set:?}");
            let next = rs.next_length(&[r], &[], n, &limits).unwrap();
            assert_eq!(next, set.next_member(n), "{n} {ast:?} {set:?}");
            if let Some(word) = word {
                assert_eq!(word.len() as u64, n);
                assert!(n > 20 || ast.matches(&word), "{word:?} {ast:?}");
                assert!(rs.contains_word(r, &word, &limits).unwrap());
            }
        }
    }
    assert!(exact > 500, "{exact}");
}

#[test]
fn lengths_of_conjunctions_agree() {
    let words = words(MAX);
    let mut rng = Rng(22);
    let (budget, mut rs) = (Budget::unlimited(), Regexes::new());
    for round in 0..500u32 {
        let [a, b, c] = [0, 1, 2].map(|i| random(&mut rng, (round + i) % 5));
        let [x, y, z] = [&a, &b, &c].map(|ast| ast.build(&mut rs));
        let range = LengthRange { min: u64::from(round % 3), max: 4 + u64::from(round % 9) };
        let limits = Limits::new(&budget, 500_000);
        let set = rs.length_set(&[x, y], &[z], range, &limits).unwrap();
        for n in 0..=MAX as u64 {
            let member = |w: &&Vec<u32>| {
                w.len() as u64 == n && a.matches(w) && b.matches(w) && !c.matches(w)
            };
            let want = range.min <= n && n <= range.max && words.iter().any(|w| member(&w));
            assert_eq!(set.contains(n), want, "{n} {a:?} {b:?} {c:?} {set:?}");
        }
    }
}
