//! Random automata over `{a, b}` and brute force over short words, for the tests of this module.

use super::Nfa;
use crate::CharSet;
use base::{Budget, Limits};
use choices::Choices;

/// The two letters of the tests; all guards contain one of them or both.
pub(crate) const A: u32 = 0x61;
/// See [`A`].
pub(crate) const B: u32 = 0x62;

/// One of the guards that cut `{a, b}` in all ways, some with more characters.
pub(crate) fn guard(rng: &mut Choices) -> CharSet {
    match rng.below(8) {
        0 | 1 => CharSet::single(A),
        2 | 3 => CharSet::single(B),
        4 => CharSet::full(),
        5 => CharSet::single(B).complement(),
        6 => CharSet::from_ranges([(0, 9), (B, 0x7A), (0x4E00, 0x9FFF)]),
        _ => CharSet::range(A, B),
    }
}

/// An automaton with up to `states` states.
pub(crate) fn nfa(rng: &mut Choices, states: usize) -> Nfa {
    let n = 1 + rng.below(states);
    let mut a = Nfa::with_states(n);
    for _ in 0..rng.below(2 * n + 1) {
        let (from, to) = (rng.below(n) as u32, rng.below(n) as u32);
        a.add_edge(from, guard(rng), to);
    }
    for _ in 0..1 + rng.below(2) {
        a.add_initial(rng.below(n) as u32);
        a.set_final(rng.below(n) as u32, true);
    }
    a
}

/// All words over `{a, b}` with at most `n` characters.
pub(crate) fn words(n: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..n {
        let end = all.len();
        for i in start..end {
            for c in [A, B] {
                let mut w = all[i].clone();
                w.push(c);
                all.push(w);
            }
        }
        start = end;
    }
    all
}

/// Runs `test` with a budget that no test should use up.
pub(crate) fn with_limits<T>(test: impl FnOnce(&Limits) -> T) -> T {
    let budget = Budget::unlimited();
    test(&Limits::new(&budget, 1_000_000_000))
}
