//! Every operation against brute force: random automata over `{a, b}`, all words up to length 5.

use super::scenarios::{self, Law, ab};
use super::testing::{A, nfa, with_limits};
use super::{Nfa, cut_word};
use base::{Budget, Limits};
use choices::Choices;

const ROUNDS: u64 = 400;

fn each(seed: u64, law: Law) {
    count(seed, |rng, a, b, l| {
        law(rng, a, b, l);
        false
    });
}

/// How often it holds.
fn count(seed: u64, mut test: impl FnMut(&mut Choices, Nfa, Nfa, &Limits) -> bool) -> usize {
    with_limits(|l| {
        let mut round = |round: &u64| {
            let mut rng = Choices::seeded(seed * 1_000_003 + round);
            let (a, b) = (nfa(&mut rng, 5), nfa(&mut rng, 5));
            test(&mut rng, a, b, l)
        };
        (0..ROUNDS).filter(|i| round(i)).count()
    })
}

/// A test of each law, by its seed.
macro_rules! laws {
    ($($seed:literal $law:ident,)*) => {
        $(#[test]
        fn $law() {
            each($seed, scenarios::$law);
        })*
    };
}

laws! {
    1 rational_operations,
    2 plus_is_repetition,
    3 boolean_operations,
    4 reductions_keep_the_language,
    5 minimization_is_canonical,
    7 words_and_emptiness,
    8 finiteness_and_single_words,
    9 parts_between_states,
    10 length_restriction,
}

#[test]
fn inclusion_and_counterexamples() {
    let included = count(6, scenarios::inclusion_and_counterexamples);
    assert!(included > 20);
}

#[test]
fn lengths_are_exact() {
    with_limits(|l| {
        for round in 0..ROUNDS {
            let a = nfa(&mut Choices::seeded(11_000_000 + round), 9);
            let lengths = a.lengths(l).unwrap();
            assert!(lengths.is_exact());
            let mut states = a.initial().to_vec();
            for n in 0..60 {
                let is_length = states.iter().any(|&s| a.is_final(s));
                let claimed = lengths.contains(n);
                assert_eq!(claimed, is_length, "{n} {lengths:?}\n{a:?}");
                let next = states.iter().flat_map(|&s| a.edges(s)).map(|e| e.1);
                let mut next: Vec<_> = next.collect();
                next.sort_unstable();
                next.dedup();
                states = next;
            }
        }
    });
}

#[test]
fn lengths_of_coprime_cycles_stay_small() {
    with_limits(|l| {
        let cycle = |n: usize| Nfa::word(&vec![A; n]).star();
        let all = [5, 7, 11, 13].map(cycle);
        let any = all.iter().skip(1).fold(all[0].clone(), |u, c| u.union(c));
        let lengths = any.lengths(l).unwrap();
        assert_eq!(lengths.parts().len(), 4);
        assert!((0..100).all(|n| lengths.contains(n) == [5, 7, 11, 13].iter().any(|d| n % d == 0)));
    });
}

#[test]
fn limits_are_errors() {
    let budget = base::Budget::unlimited();
    let tight = base::Limits::new(&budget, 1000);
    // The n-th letter from the end is `a`: 2^n subsets.
    let a_then_20 = Nfa::word(&[A]).concat(&Nfa::with_lengths(20, Some(20), &tight).unwrap());
    let any = Nfa::sigma_star().concat(&a_then_20);
    assert_eq!(any.determinize(&tight), Err(base::Stop::Local));
}

#[test]
fn finite_words_are_all_words() {
    let finite = count(12, scenarios::finite_words_are_all_words);
    assert!(finite > 50);
}

#[test]
fn boxes_cover_the_words_of_a_length() {
    each(13, scenarios::boxes_cover_the_words_of_a_length);
    with_limits(|l| {
        let many = Nfa::chars(ab()).union(&Nfa::word(&[0])).star();
        assert_eq!(many.boxes(12, 4000, l), Ok(None));
    });
}

#[test]
fn cutting_words() {
    each(14, scenarios::cutting_words);
    with_limits(|l| {
        assert_eq!(cut_word(&[], &[], l), Ok(Some(vec![])));
        assert_eq!(cut_word(&[1], &[], l), Ok(None));
    });
}

#[test]
fn words_are_cut_into_many_pieces_in_one_run() {
    let (any, letter) = (Nfa::sigma_star(), Nfa::word(&[2]));
    let pieces: Vec<&Nfa> = (0..801).map(|i| if i % 2 == 0 { &any } else { &letter }).collect();
    let word = [1, 2].repeat(400);
    let budget = Budget::unlimited();
    // Of so many pieces at each place of the word there are 640,000.
    let cuts = cut_word(&word, &pieces, &Limits::new(&budget, 10_000)).unwrap().unwrap();
    assert_eq!((cuts.len(), cuts.last()), (801, Some(&800)));
}
