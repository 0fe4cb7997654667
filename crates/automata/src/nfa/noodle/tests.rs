//! Noodles against brute force: for all short words and all cuts of both sides, some noodle
//! describes the cuts exactly if every piece is in its language.

use super::super::testing::{A, B, nfa, with_limits, words};
use super::{Nfa, Noodle, Noodles};
use base::Limits;
use base::Upper::AtMost;
use choices::Choices;

/// The ways to cut a word of length `n` into `parts`: for each the positions of all cuts, with 0
/// at the beginning and `n` at the end.
fn cuts(n: usize, parts: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![0]];
    for _ in 1..parts {
        let extend = |c: &Vec<usize>| {
            let c = c.clone();
            (c[c.len() - 1]..=n).map(move |next| [c.clone(), vec![next]].concat())
        };
        all = all.iter().flat_map(extend).collect();
    }
    all.iter_mut().for_each(|c| c.push(n));
    all
}

fn in_languages(w: &[u32], side: &[&Nfa], cut: &[usize]) -> bool {
    side.iter().enumerate().all(|(i, a)| a.accepts(&w[cut[i]..cut[i + 1]]))
}

/// Whether `noodle` describes `w` with these cuts: the overlap of left piece i and right piece j
/// must be a word of the segment (i, j), or empty if there is none.
fn describes(noodle: &Noodle, w: &[u32], left: &[usize], right: &[usize]) -> bool {
    let overlap = |i: usize, j: usize| {
        let (from, to) = (left[i].max(right[j]), left[i + 1].min(right[j + 1]));
        if from < to { &w[from..to] } else { &[] }
    };
    let fits = noodle.iter().all(|s| s.nfa.accepts(overlap(s.left, s.right)));
    let has = |i, j| noodle.iter().any(|s| (s.left, s.right) == (i, j));
    let pairs = (0..left.len() - 1).flat_map(|i| (0..right.len() - 1).map(move |j| (i, j)));
    fits && pairs.into_iter().all(|(i, j)| has(i, j) || overlap(i, j).is_empty())
}

/// What noodles are sorted by.
fn cost(n: &Noodle) -> u64 {
    n.iter().map(|s| super::SEGMENT_COST + s.nfa.min_length().unwrap()).sum()
}

fn all_noodles(left: &[&Nfa], right: &[&Nfa], l: &Limits) -> Vec<Noodle> {
    let mut noodles = Noodles::new(left, right, l).unwrap();
    let mut all = Vec::new();
    while let Some(n) = noodles.next(l).unwrap() {
        assert!(cost(&n) >= all.last().map_or(0, cost));
        let in_order = |w: &[super::Segment]| w[0].left <= w[1].left && w[0].right <= w[1].right;
        assert!(n.windows(2).all(in_order));
        assert!(n.iter().all(|s| !s.nfa.is_empty() && !s.nfa.is_epsilon()));
        all.push(n);
        assert!(all.len() < 100_000);
    }
    assert_eq!(noodles.count(l), Ok(AtMost(all.len() as u64)));
    assert_eq!(noodles.is_empty(), all.is_empty());
    let mut counted = Noodles::new(left, right, l).unwrap();
    counted.count(l).unwrap();
    for noodle in &all {
        assert_eq!(counted.next(l).unwrap().as_ref().map(cost), Some(cost(noodle)));
    }
    assert!(counted.next(l).unwrap().is_none());
    all
}

/// Compares with brute force; `exact` demands that exactly one noodle describes each solution.
fn compare(left: &[&Nfa], right: &[&Nfa], exact: bool, l: &Limits) -> usize {
    let noodles = all_noodles(left, right, l);
    let mut solutions = 0;
    for w in words(4) {
        for lc in cuts(w.len(), left.len()) {
            for rc in cuts(w.len(), right.len()) {
                let want = in_languages(&w, left, &lc) && in_languages(&w, right, &rc);
                let got = noodles.iter().filter(|n| describes(n, &w, &lc, &rc)).count();
                assert_eq!(got > 0, want, "{w:?} {lc:?} {rc:?}\n{left:?}\n{right:?}\n{noodles:?}");
                assert!(!exact || got <= 1, "{w:?} {lc:?} {rc:?}\n{noodles:?}");
                solutions += usize::from(want);
            }
        }
    }
    solutions
}

#[test]
fn noodles_are_all_solutions() {
    with_limits(|l| {
        let mut solutions = 0;
        for round in 0..600 {
            let mut rng = Choices::seeded(21_000_000 + round);
            let (n, m) = (1 + rng.below(3), 1 + rng.below(3));
            let left: Vec<Nfa> = (0..n).map(|_| nfa(&mut rng, 4)).collect();
            let right: Vec<Nfa> = (0..m).map(|_| nfa(&mut rng, 4)).collect();
            let (left, right): (Vec<&Nfa>, Vec<&Nfa>) =
                (left.iter().collect(), right.iter().collect());
            solutions += compare(&left, &right, false, l);
        }
        assert!(solutions > 1000);
    });
}

#[test]
fn noodles_of_deterministic_automata_are_disjoint() {
    with_limits(|l| {
        for round in 0..600 {
            let mut rng = Choices::seeded(22_000_000 + round);
            let (n, m) = (1 + rng.below(3), 1 + rng.below(3));
            let mut side =
                |n| (0..n).map(|_| nfa(&mut rng, 3).minimize(l).unwrap()).collect::<Vec<_>>();
            let (left, right) = (side(n), side(m));
            let (left, right): (Vec<&Nfa>, Vec<&Nfa>) =
                (left.iter().collect(), right.iter().collect());
            compare(&left, &right, true, l);
        }
    });
}

/// Each of the parts may match the beginning of what is looked for, or not: the first noodle is found without a look at all of these
/// choices.
#[test]
fn the_first_of_many_noodles_is_found_at_once() {
    with_limits(|l| {
        let letter = |c| Nfa::word(&[c]);
        let part = letter(A).union(&letter(B)).concat(&Nfa::sigma_star()).minimize(l).unwrap();
        let found = Nfa::sigma_star().concat(&letter(A)).concat(&Nfa::sigma_star());
        let found = found.minimize(l).unwrap();
        let parts = vec![&part; 40];
        let mut noodles = Noodles::new(&parts, &[&found], l).unwrap();
        noodles.count(l).unwrap();
        assert!(noodles.next(l).unwrap().is_some());
        assert!(noodles.partials.len() < 1000, "{}", noodles.partials.len());
    });
}

#[test]
fn literal_and_trivial_sides() {
    with_limits(|l| {
        let any = Nfa::sigma_star();
        let w = Nfa::word(&[A, B, A]);
        assert_eq!(all_noodles(&[&any, &any], &[&w], l).len(), 4);
        assert_eq!(all_noodles(&[&w], &[&any, &any], l).len(), 4);
        assert_eq!(all_noodles(&[&any], &[&any], l).len(), 1);
        assert_eq!(all_noodles(&[&any, &w], &[&any], l).len(), 1);
        // The empty list is the empty word.
        assert_eq!(all_noodles(&[], &[&any, &any], l), [[]]);
        assert!(all_noodles(&[], &[&w], l).is_empty());
        assert!(all_noodles(&[&Nfa::empty()], &[&any], l).is_empty());
        // x·y = z·w: the cut of the left is before or after that of the right.
        assert_eq!(all_noodles(&[&any, &any], &[&any, &any], l).len(), 2);
    });
}

impl PartialEq for super::Segment {
    fn eq(&self, other: &Self) -> bool {
        (&self.nfa, self.left, self.right) == (&other.nfa, other.left, other.right)
    }
}

#[test]
fn fewer_segments_come_first() {
    with_limits(|l| {
        let any = Nfa::sigma_star();
        let w = Nfa::word(&[A, B, A, B]);
        let all = all_noodles(&[&any, &any, &any], &[&w], l);
        assert_eq!(all.len(), 15);
        assert!(all.windows(2).all(|p| p[0].len() <= p[1].len()));
        assert_eq!(all[0].len(), 1);
    });
}

#[test]
fn segments_keep_provenance() {
    with_limits(|l| {
        // x·"b" = "a"·y.
        let (any, a, b) = (Nfa::sigma_star(), Nfa::word(&[A]), Nfa::word(&[B]));
        let all = all_noodles(&[&any, &b], &[&a, &any], l);
        let tags = |n: &Noodle| n.iter().map(|s| (s.left, s.right)).collect::<Vec<_>>();
        assert_eq!(all.iter().map(tags).collect::<Vec<_>>(), [[(0, 0), (0, 1), (1, 1)]]);
        assert_eq!(all[0][0].nfa.single_word(), Some(vec![A]));
        assert!(all[0][1].nfa.is_universal(l).unwrap());
    });
}

#[test]
fn so_many_beginnings_and_no_more() {
    let mut tunables = base::Tunables::DEFAULT;
    tunables.set("automata.nfa.noodle-partials=1").unwrap();
    let budget = base::Budget::unlimited().with_tunables(std::sync::Arc::new(tunables));
    let limits = base::Limits::none(&budget);
    let (any, word) = (Nfa::sigma_star(), Nfa::word(&[97, 98]));
    let mut noodles = Noodles::new(&[&any, &any], &[&word], &limits).unwrap();
    assert_eq!(noodles.next(&limits).unwrap_err(), base::Stop::Local);
}
