//! Constructors, derivatives, reversal and syntactic inclusion against the span oracle.

mod common;

use automata::{Re, Regexes};
use base::{Budget, Limits};
use common::{Ast, Rng, random, words};

const ROUNDS: u64 = 1500;

fn sample(seed: u64, rounds: u64, mut check: impl FnMut(&mut Regexes, Re, &Ast, &Limits)) {
    let mut rng = Rng(seed);
    let budget = Budget::unlimited();
    let mut rs = Regexes::new();
    for round in 0..rounds {
        let ast = random(&mut rng, 1 + (round % 9) as u32);
        let r = ast.build(&mut rs);
        check(&mut rs, r, &ast, &Limits::none(&budget));
    }
}

#[test]
fn membership_agrees() {
    let words = words(4);
    sample(1, ROUNDS, |rs, r, ast, limits| {
        for w in &words {
            let got = rs.contains_word(r, w, limits).unwrap();
            assert_eq!(got, ast.matches(w), "{w:?} in {ast:?} = {}", rs.display(r));
        }
    });
}

#[test]
fn info_is_sound() {
    let words = words(4);
    sample(2, ROUNDS, |rs, r, ast, _| {
        let info = rs.info(r).clone();
        let members: Vec<_> = words.iter().filter(|w| ast.matches(w)).collect();
        for w in &members {
            let len = w.len() as u64;
            assert!(info.min_len <= len && len <= info.max_len, "{ast:?}");
            if let (Some(&first), Some(&last)) = (w.first(), w.last()) {
                assert!(rs.set(info.first).contains(first), "{ast:?}");
                assert!(rs.set(info.last).contains(last), "{ast:?}");
            }
        }
        if info.positive && info.min_len <= 4 {
            let min = members.first().map(|w| w.len() as u64);
            assert_eq!(min, Some(info.min_len), "{ast:?} = {}", rs.display(r));
        }
    });
}

#[test]
fn reversal_agrees() {
    let words = words(4);
    sample(3, ROUNDS / 2, |rs, r, ast, limits| {
        let reversed = rs.reverse(r, limits).unwrap();
        for w in &words {
            let mirror: Vec<u32> = w.iter().rev().copied().collect();
            let got = rs.contains_word(reversed, &mirror, limits).unwrap();
            assert_eq!(got, ast.matches(w), "{w:?} in {ast:?}");
        }
    });
}

#[test]
fn quotients_agree() {
    let words = words(3);
    let affixes: [&[u32]; 4] = [&[97], &[98, 97], &[0x1F600], &[97, 97]];
    sample(6, ROUNDS / 4, |rs, r, ast, limits| {
        for affix in affixes {
            let left = rs.left_quotient(r, affix, limits).unwrap();
            let right = rs.right_quotient(r, affix, limits).unwrap();
            for w in &words {
                let (after, before) = ([affix, w].concat(), [w, affix].concat());
                let got = rs.contains_word(left, w, limits).unwrap();
                assert_eq!(got, ast.matches(&after), "{after:?} in {ast:?}");
                let got = rs.contains_word(right, w, limits).unwrap();
                assert_eq!(got, ast.matches(&before), "{before:?} in {ast:?}");
            }
        }
    });
}

#[test]
fn affixes_are_sound() {
    let words = words(4);
    sample(4, ROUNDS / 2, |rs, r, ast, _| {
        let (prefix, suffix) = (rs.literal_prefix(r), rs.literal_suffix(r));
        for w in words.iter().filter(|w| ast.matches(w)) {
            assert!(w.starts_with(&prefix) && w.ends_with(&suffix), "{ast:?}");
        }
    });
}

#[test]
fn syntactic_inclusion_is_sound() {
    let words = words(4);
    let mut rng = Rng(5);
    let mut rs = Regexes::new();
    let mut decided = [0; 2];
    for round in 0..ROUNDS * 2 {
        let (a, b) = (random(&mut rng, round as u32 % 5), random(&mut rng, round as u32 % 4));
        let (x, y) = (a.build(&mut rs), b.build(&mut rs));
        if let Some(included) = rs.includes_syntactic(x, y) {
            decided[usize::from(included)] += 1;
            let counterexample = words.iter().find(|w| b.matches(w) && !a.matches(w));
            if included {
                assert_eq!(counterexample, None, "{b:?} in {a:?}");
            }
        }
        if rs.includes_cheaply(x, y) {
            assert!(words.iter().all(|w| !b.matches(w) || a.matches(w)), "{b:?} in {a:?}");
        }
    }
    assert!(decided[0] > 200 && decided[1] > 200, "{decided:?}");
}
