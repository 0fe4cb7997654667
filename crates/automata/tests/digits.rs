//! Equations between numerals, against all short numerals.

use automata::digits::{Summand, solve};
use automata::{CharSet, Re, Regexes};
use base::{Budget, Limits};
use choices::Choices;

/// Numerals of the oracle have at most so many digits.
const LONGEST: usize = 3;

fn language(rng: &mut Choices, rs: &mut Regexes, size: usize) -> Re {
    let digit = |rng: &mut Choices| u32::from('0') + rng.below(10) as u32;
    if size == 0 {
        return match rng.below(4) {
            0 => {
                let (a, b) = (digit(rng), digit(rng));
                rs.chars(CharSet::range(a.min(b), a.max(b)))
            }
            1 => rs.chars(CharSet::range(u32::from('0'), u32::from('9'))),
            _ => {
                let word: Vec<u32> = (0..1 + rng.below(2)).map(|_| digit(rng)).collect();
                rs.word(&word)
            }
        };
    }
    let a = language(rng, rs, size - 1);
    match rng.below(5) {
        0 => rs.star(a),
        1 => rs.plus(a),
        2 => rs.comp(a),
        3 => {
            let b = language(rng, rs, size - 1);
            rs.union([a, b])
        }
        _ => {
            let b = language(rng, rs, size - 1);
            rs.concat(a, b)
        }
    }
}

/// The numerals of the language with few digits, and their numbers.
fn numerals(rs: &mut Regexes, re: Re, limits: &Limits) -> Vec<i128> {
    let mut numbers = Vec::new();
    for length in 1..=LONGEST {
        for n in 0..10_i128.pow(length as u32) {
            let word: Vec<u32> = format!("{n:0length$}").chars().map(u32::from).collect();
            if rs.contains_word(re, &word, limits).unwrap() {
                numbers.push(n);
            }
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn value(word: &[u32]) -> i128 {
    word.iter().fold(0, |n, &c| 10 * n + i128::from(c - u32::from('0')))
}

#[test]
fn solutions_are_solutions_and_none_is_missed() {
    let (mut rng, budget) = (Choices::seeded(5), Budget::unlimited());
    let limits = &Limits::none(&budget);
    let (mut solved, mut refuted) = (0, 0);
    for _ in 0..500 {
        let rs = &mut Regexes::new();
        let summands: Vec<Summand> = (0..1 + rng.below(4).min(1))
            .map(|_| {
                let factor = [-7, -3, -1, 1, 2, 5, 10, 12][rng.below(8)];
                let size = 1 + rng.below(2);
                Summand { factor, language: language(&mut rng, rs, size) }
            })
            .collect();
        let constant = rng.below(40) as i128 - 20;
        let sum = |numbers: &[i128]| -> i128 {
            let products = summands.iter().zip(numbers).map(|(s, n)| i128::from(s.factor) * n);
            products.sum::<i128>() + constant
        };
        match solve(rs, &summands, constant, limits).unwrap() {
            Some(words) => {
                solved += 1;
                let numbers: Vec<i128> = words.iter().map(|w| value(w)).collect();
                assert_eq!(sum(&numbers), 0);
                for (word, s) in words.iter().zip(&summands) {
                    assert!(
                        !word.is_empty() && rs.contains_word(s.language, word, limits).unwrap()
                    );
                }
            }
            None => {
                refuted += 1;
                let lists: Vec<Vec<i128>> =
                    summands.iter().map(|s| numerals(rs, s.language, limits)).collect();
                let missed = match &lists[..] {
                    [a] => a.iter().any(|&x| sum(&[x]) == 0),
                    [a, b] => a.iter().any(|&x| b.iter().any(|&y| sum(&[x, y]) == 0)),
                    _ => unreachable!("one or two summands"),
                };
                assert!(!missed, "{summands:?} {constant}");
            }
        }
    }
    assert!(solved > 50 && refuted > 50, "{solved} {refuted}");
}
