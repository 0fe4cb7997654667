//! Every operation against brute force: random automata over `{a, b}`, all words up to length 5.

use super::testing::{A, B, nfa, with_limits, words};
use super::{Nfa, cut_word};
use crate::{CharSet, LengthSet};
use choices::Choices;

const ROUNDS: u64 = 400;

fn each(seed: u64, mut test: impl FnMut(&mut Choices, Nfa, Nfa)) {
    for round in 0..ROUNDS {
        let mut rng = Choices::seeded(seed * 1_000_003 + round);
        let (a, b) = (nfa(&mut rng, 5), nfa(&mut rng, 5));
        test(&mut rng, a, b);
    }
}

/// `got` accepts exactly the short words with `want`.
fn check(got: &Nfa, want: impl Fn(&[u32]) -> bool) {
    for w in words(5) {
        assert_eq!(got.accepts(&w), want(&w), "{w:?} in\n{got:?}");
    }
}

fn cuts(w: &[u32]) -> impl Iterator<Item = (&[u32], &[u32])> {
    (0..=w.len()).map(|i| w.split_at(i))
}

#[test]
fn rational_operations() {
    each(1, |_, a, b| {
        check(&a.union(&b), |w| a.accepts(w) || b.accepts(w));
        check(&a.concat(&b), |w| cuts(w).any(|(u, v)| a.accepts(u) && b.accepts(v)));
        check(&a.reverse(), |w| a.accepts(&w.iter().rev().copied().collect::<Vec<_>>()));
        check(&a.with_one_initial(), |w| a.accepts(w));
        assert!(a.with_one_initial().initial().len() <= 1);
        let (plus, star) = (a.plus(), a.star());
        check(&plus, |w| a.accepts(w) || cuts(w).any(|(u, v)| a.accepts(u) && plus.accepts(v)));
        check(&star, |w| w.is_empty() || plus.accepts(w));
    });
}

/// `plus` above is checked against itself; this checks it against bounded repetition.
#[test]
fn plus_is_repetition() {
    each(2, |_, a, _| {
        let mut power = a.clone();
        let mut all = a.clone();
        for _ in 1..5 {
            power = power.concat(&a);
            all = all.union(&power);
        }
        check(&a.plus(), |w| all.accepts(w));
    });
}

#[test]
fn boolean_operations() {
    with_limits(|l| {
        each(3, |_, a, b| {
            check(&a.product(&b, l).unwrap(), |w| a.accepts(w) && b.accepts(w));
            check(&a.complement(l).unwrap(), |w| !a.accepts(w));
            check(&a.difference(&b, l).unwrap(), |w| a.accepts(w) && !b.accepts(w));
        });
    });
}

#[test]
fn reductions_keep_the_language() {
    with_limits(|l| {
        each(4, |_, a, b| {
            let a = a.concat(&b);
            let trimmed = a.trim();
            for small in [trimmed.clone(), a.reduce(l).unwrap()] {
                check(&small, |w| a.accepts(w));
                assert!(small.is_equivalent_to(&a, l).unwrap());
                assert!(small.len() <= trimmed.len());
            }
            let quotient = trimmed.quotient_by_bisimulation(l).unwrap();
            assert!(quotient.is_equivalent_to(&a, l).unwrap());
            assert!(quotient.len() <= trimmed.len());
        });
    });
}

#[test]
fn minimization_is_canonical() {
    with_limits(|l| {
        each(5, |_, a, b| {
            let minimal = a.minimize(l).unwrap();
            check(&minimal, |w| a.accepts(w));
            assert!(minimal.is_deterministic());
            assert_eq!(minimal.len(), brzozowski(&a, l).len());
            let same = a.is_equivalent_to(&b, l).unwrap();
            if same {
                assert_eq!(minimal.len(), b.minimize(l).unwrap().len());
            }
        });
    });
}

/// The minimal automaton by double reversal.
fn brzozowski(a: &Nfa, l: &base::Limits) -> Nfa {
    a.trim().reverse().determinize(l).unwrap().reverse().determinize(l).unwrap()
}

#[test]
fn inclusion_and_counterexamples() {
    with_limits(|l| {
        let mut included = 0;
        each(6, |_, a, b| {
            let by_product = a.difference(&b, l).unwrap().shortest_word();
            match a.difference_word(&b, l).unwrap() {
                Some(w) => {
                    assert!(a.accepts(&w) && !b.accepts(&w));
                    assert_eq!(Some(w.len()), by_product.map(|w| w.len()));
                }
                None => {
                    included += 1;
                    assert_eq!(by_product, None);
                }
            }
            assert!(a.is_included_in(&a.union(&b), l).unwrap());
            let all = a.union(&a.complement(l).unwrap());
            assert!(all.is_universal(l).unwrap());
            assert_eq!(a.is_universal(l).unwrap(), a.complement(l).unwrap().is_empty());
        });
        assert!(included > 20);
    });
}

#[test]
fn words_and_emptiness() {
    with_limits(|l| {
        each(7, |_, a, _| {
            let members: Vec<_> = words(5).into_iter().filter(|w| a.accepts(w)).collect();
            assert_eq!(a.min_length(), members.first().map(|w| w.len() as u64));
            assert_eq!(a.is_empty_language(), members.is_empty());
            assert_eq!(a.shortest_word().is_some_and(|w| a.accepts(&w)), !members.is_empty());
            for n in 0..=5 {
                let word = a.word_of_length(n, l).unwrap();
                let exists = members.iter().any(|w| w.len() as u64 == n);
                assert_eq!(word.is_some(), exists);
                assert!(word.is_none_or(|w| w.len() as u64 == n && a.accepts(&w)));
            }
        });
    });
}

#[test]
fn finiteness_and_single_words() {
    each(8, |_, a, _| {
        // Five states: longer words than 4 mean a cycle.
        let deep = words(10).into_iter().filter(|w| a.accepts(w));
        let members: Vec<_> = deep.collect();
        let finite = members.iter().all(|w| w.len() < 5);
        assert_eq!(a.is_finite(), finite);
        let longest = members.last().map(|w| w.len() as u64);
        assert_eq!(a.max_length(), longest.filter(|_| finite));
        let over_ab = a.trim().alphabet().is_subset(&ab());
        match a.single_word() {
            Some(w) => assert_eq!(members, [w]),
            None => assert!(members.len() != 1 || !over_ab),
        }
        assert_eq!(a.is_epsilon(), members == [Vec::new()]);
    });
}

#[test]
fn parts_between_states() {
    each(9, |rng, a, _| {
        let n = a.len();
        let (p, q) = (rng.below(n) as u32, rng.below(n) as u32);
        let run = |from: &[u32], w: &[u32]| w.iter().fold(from.to_vec(), |s, &c| a.step(&s, c));
        check(&a.between(&[p], &[q]), |w| run(&[p], w).contains(&q));
        check(&a.residual(p), |w| run(&[p], w).iter().any(|&s| a.is_final(s)));
        check(&a.prefixes_to(q), |w| run(a.initial(), w).contains(&q));
        check(&a.after(&[A, B]), |w| a.accepts(&[&[A, B], w].concat()));
    });
}

#[test]
fn length_restriction() {
    with_limits(|l| {
        each(10, |rng, a, _| {
            let (lo, hi) = (rng.below(4) as u64, rng.below(5) as u64);
            let within = |w: &[u32]| (lo..=hi).contains(&(w.len() as u64));
            check(&a.with_length_in(lo, Some(hi), l).unwrap(), |w| a.accepts(w) && within(w));
            let at_least = |w: &[u32]| w.len() as u64 >= lo;
            check(&a.with_length_in(lo, None, l).unwrap(), |w| a.accepts(w) && at_least(w));
        });
    });
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
    with_limits(|l| {
        let mut finite = 0;
        each(12, |_, a, _| {
            let a = a.product(&Nfa::sequence([A, B].map(|_| ab())).star(), l).unwrap();
            let members: Vec<_> = words(10).into_iter().filter(|w| a.accepts(w)).collect();
            let got = a.finite_words(20, l).unwrap();
            if a.is_finite() && members.len() <= 20 {
                finite += 1;
                assert_eq!(got, Some(members));
            } else {
                assert_eq!(got, None);
            }
        });
        assert!(finite > 50);
    });
}

fn ab() -> CharSet {
    CharSet::range(A, B)
}

#[test]
fn boxes_cover_the_words_of_a_length() {
    with_limits(|l| {
        each(13, |rng, a, _| {
            let n = rng.below(5) as u64;
            let dfa = a.determinize(l).unwrap();
            for (automaton, disjoint) in [(&a, false), (&dfa, true)] {
                let boxes = automaton.boxes(n, 1000, l).unwrap().unwrap();
                for w in words(n as usize).iter().filter(|w| w.len() as u64 == n) {
                    let holds =
                        |b: &&Vec<CharSet>| b.iter().zip(w).all(|(set, &c)| set.contains(c));
                    let hits = boxes.iter().filter(holds).count();
                    assert_eq!(hits > 0, a.accepts(w));
                    assert!(!disjoint || hits <= 1);
                }
                assert!(boxes.iter().all(|b| b.len() as u64 == n));
            }
        });
        let many = Nfa::chars(ab()).union(&Nfa::word(&[0])).star();
        assert_eq!(many.boxes(12, 4000, l), Ok(None));
    });
}

#[test]
fn cutting_words() {
    with_limits(|l| {
        each(14, |rng, a, b| {
            let c = nfa(rng, 3);
            for w in words(4) {
                let exists = cuts(&w).any(|(u, rest)| {
                    a.accepts(u) && cuts(rest).any(|(v, x)| b.accepts(v) && c.accepts(x))
                });
                match cut_word(&w, &[&a, &b, &c], l).unwrap() {
                    Some(at) => {
                        assert!(a.accepts(&w[..at[0]]) && b.accepts(&w[at[0]..at[1]]));
                        assert!(c.accepts(&w[at[1]..]) && at[2] == w.len());
                    }
                    None => assert!(!exists),
                }
            }
        });
        assert_eq!(cut_word(&[], &[], l), Ok(Some(vec![])));
        assert_eq!(cut_word(&[1], &[], l), Ok(None));
    });
}

#[test]
fn length_sets_as_automata() {
    with_limits(|l| {
        for round in 0..100 {
            let mut rng = Choices::seeded(15_000_000 + round);
            let mut set = LengthSet::range(rng.below(9) as u64, rng.below(9) as u64);
            for _ in 0..rng.below(3) {
                set = set.union(&LengthSet::progression(rng.below(5) as u64, rng.below(4) as u64));
            }
            let a = Nfa::of_lengths(&set, l).unwrap();
            for n in 0..30 {
                assert_eq!(a.accepts(&vec![B; n as usize]), set.contains(n));
            }
            assert_eq!(a.lengths(l).unwrap(), set);
        }
    });
}
