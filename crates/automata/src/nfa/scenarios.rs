//! What is claimed of operations on automata over `{a, b}`, against all words up to length 5.

use super::testing::{A, B, nfa, words};
use super::{Nfa, cut_word};
use crate::CharSet;
use base::Limits;
use choices::Choices;

/// A claim about one or two automata.
pub(crate) type Law = fn(&mut Choices, Nfa, Nfa, &Limits);

/// `got` accepts exactly the short words with `want`.
fn check(got: &Nfa, want: impl Fn(&[u32]) -> bool) {
    for w in words(5) {
        assert_eq!(got.accepts(&w), want(&w), "{w:?} in\n{got:?}");
    }
}

fn cuts(w: &[u32]) -> impl Iterator<Item = (&[u32], &[u32])> {
    (0..=w.len()).map(|i| w.split_at(i))
}

pub(crate) fn ab() -> CharSet {
    CharSet::range(A, B)
}

/// Union, concatenation, reversal, repetition.
pub(crate) fn rational_operations(_: &mut Choices, a: Nfa, b: Nfa, _: &Limits) {
    check(&a.union(&b), |w| a.accepts(w) || b.accepts(w));
    check(&a.concat(&b), |w| cuts(w).any(|(u, v)| a.accepts(u) && b.accepts(v)));
    check(&a.reverse(), |w| a.accepts(&w.iter().rev().copied().collect::<Vec<_>>()));
    check(&a.with_one_initial(), |w| a.accepts(w));
    assert!(a.with_one_initial().initial().len() <= 1);
    let (plus, star) = (a.plus(), a.star());
    check(&plus, |w| a.accepts(w) || cuts(w).any(|(u, v)| a.accepts(u) && plus.accepts(v)));
    check(&star, |w| w.is_empty() || plus.accepts(w));
}

/// `plus` above is checked against itself; this checks it against bounded repetition.
pub(crate) fn plus_is_repetition(_: &mut Choices, a: Nfa, _: Nfa, _: &Limits) {
    let mut power = a.clone();
    let mut all = a.clone();
    for _ in 1..5 {
        power = power.concat(&a);
        all = all.union(&power);
    }
    check(&a.plus(), |w| all.accepts(w));
}

/// Intersection, complement, difference.
pub(crate) fn boolean_operations(_: &mut Choices, a: Nfa, b: Nfa, l: &Limits) {
    check(&a.product(&b, l).unwrap(), |w| a.accepts(w) && b.accepts(w));
    check(&a.complement(l).unwrap(), |w| !a.accepts(w));
    check(&a.difference(&b, l).unwrap(), |w| a.accepts(w) && !b.accepts(w));
}

/// Smaller automata for the same language.
pub(crate) fn reductions_keep_the_language(_: &mut Choices, a: Nfa, b: Nfa, l: &Limits) {
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
}

/// The minimal automaton is as small as that by double reversal.
pub(crate) fn minimization_is_canonical(_: &mut Choices, a: Nfa, b: Nfa, l: &Limits) {
    let minimal = a.minimize(l).unwrap();
    check(&minimal, |w| a.accepts(w));
    assert!(minimal.is_deterministic());
    assert_eq!(minimal.len(), brzozowski(&a, l).len());
    let same = a.is_equivalent_to(&b, l).unwrap();
    if same {
        assert_eq!(minimal.len(), b.minimize(l).unwrap().len());
    }
}

/// The minimal automaton by double reversal.
fn brzozowski(a: &Nfa, l: &Limits) -> Nfa {
    a.trim().reverse().determinize(l).unwrap().reverse().determinize(l).unwrap()
}

/// Inclusion, with a shortest word as the counterexample; whether it holds.
pub(crate) fn inclusion_and_counterexamples(_: &mut Choices, a: Nfa, b: Nfa, l: &Limits) -> bool {
    let by_product = a.difference(&b, l).unwrap().shortest_word();
    let word = a.difference_word(&b, l).unwrap();
    match &word {
        Some(w) => {
            assert!(a.accepts(w) && !b.accepts(w));
            assert_eq!(Some(w.len()), by_product.map(|w| w.len()));
        }
        None => assert_eq!(by_product, None),
    }
    assert!(a.is_included_in(&a.union(&b), l).unwrap());
    let all = a.union(&a.complement(l).unwrap());
    assert!(all.is_universal(l).unwrap());
    assert_eq!(a.is_universal(l).unwrap(), a.complement(l).unwrap().is_empty());
    word.is_none()
}

/// Shortest words and words of a length.
pub(crate) fn words_and_emptiness(_: &mut Choices, a: Nfa, _: Nfa, l: &Limits) {
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
}

pub(crate) fn finiteness_and_single_words(_: &mut Choices, a: Nfa, _: Nfa, _: &Limits) {
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
}

pub(crate) fn parts_between_states(rng: &mut Choices, a: Nfa, _: Nfa, _: &Limits) {
    let n = a.len();
    let (p, q) = (rng.below(n) as u32, rng.below(n) as u32);
    let run = |from: &[u32], w: &[u32]| w.iter().fold(from.to_vec(), |s, &c| a.step(&s, c));
    check(&a.between(&[p], &[q]), |w| run(&[p], w).contains(&q));
    check(&a.residual(p), |w| run(&[p], w).iter().any(|&s| a.is_final(s)));
    check(&a.prefixes_to(q), |w| run(a.initial(), w).contains(&q));
    check(&a.after(&[A, B]), |w| a.accepts(&[&[A, B], w].concat()));
}

pub(crate) fn length_restriction(rng: &mut Choices, a: Nfa, _: Nfa, l: &Limits) {
    let (lo, hi) = (rng.below(4) as u64, rng.below(5) as u64);
    let within = |w: &[u32]| (lo..=hi).contains(&(w.len() as u64));
    check(&a.with_length_in(lo, Some(hi), l).unwrap(), |w| a.accepts(w) && within(w));
    let at_least = |w: &[u32]| w.len() as u64 >= lo;
    check(&a.with_length_in(lo, None, l).unwrap(), |w| a.accepts(w) && at_least(w));
}

/// The list of all words of a finite language; whether there is one.
pub(crate) fn finite_words_are_all_words(_: &mut Choices, a: Nfa, _: Nfa, l: &Limits) -> bool {
    let a = a.product(&Nfa::sequence([A, B].map(|_| ab())).star(), l).unwrap();
    let members: Vec<_> = words(10).into_iter().filter(|w| a.accepts(w)).collect();
    let got = a.finite_words(20, l).unwrap();
    let few = a.is_finite() && members.len() <= 20;
    assert_eq!(got, few.then_some(members));
    few
}

pub(crate) fn boxes_cover_the_words_of_a_length(rng: &mut Choices, a: Nfa, _: Nfa, l: &Limits) {
    let n = rng.below(5) as u64;
    let dfa = a.determinize(l).unwrap();
    for (automaton, disjoint) in [(&a, false), (&dfa, true)] {
        let boxes = automaton.boxes(n, 1000, l).unwrap().unwrap();
        for w in words(n as usize).iter().filter(|w| w.len() as u64 == n) {
            let holds = |b: &&Vec<CharSet>| b.iter().zip(w).all(|(set, &c)| set.contains(c));
            let hits = boxes.iter().filter(holds).count();
            assert_eq!(hits > 0, a.accepts(w));
            assert!(!disjoint || hits <= 1);
        }
        assert!(boxes.iter().all(|b| b.len() as u64 == n));
    }
}

pub(crate) fn cutting_words(rng: &mut Choices, a: Nfa, b: Nfa, l: &Limits) {
    let c = nfa(rng, 3);
    for w in words(4) {
        let exists = cuts(&w)
            .any(|(u, rest)| a.accepts(u) && cuts(rest).any(|(v, x)| b.accepts(v) && c.accepts(x)));
        match cut_word(&w, &[&a, &b, &c], l).unwrap() {
            Some(at) => {
                assert!(a.accepts(&w[..at[0]]) && b.accepts(&w[at[0]..at[1]]));
                assert!(c.accepts(&w[at[1]..]) && at[2] == w.len());
            }
            None => assert!(!exists),
        }
    }
}
