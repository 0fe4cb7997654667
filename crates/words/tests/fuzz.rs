//! Random small systems against brute force.

mod common;

use choices::Choices;
use common::small::{KINDS, scenario};

/// Runs `cases` problems of the kinds with this number, times the number in the environment variable `WORDS_FUZZ`; 98 of a
/// hundred must be decided.
fn fuzz(seed: u64, cases: usize, kinds: usize) {
    let times = std::env::var("WORDS_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let cases: usize = cases * times;
    let (kinds, max) = KINDS[kinds];
    let mut rng = Choices::seeded(seed);
    let decided = (0..cases).filter(|_| scenario(&mut rng, kinds, max)).count();
    println!("{decided} of {cases} decided");
    assert!(decided * 100 >= cases * 98, "{decided} of {cases} decided");
}

#[test]
fn equations() {
    fuzz(1, 300, 0);
}

#[test]
fn equations_and_lengths() {
    fuzz(2, 200, 1);
}

#[test]
fn equations_and_languages() {
    fuzz(3, 200, 2);
}

#[test]
fn equations_languages_and_lengths() {
    fuzz(4, 200, 3);
}

#[test]
fn everything() {
    fuzz(5, 200, 4);
}

#[test]
fn one_letter() {
    fuzz(6, 200, 5);
}

#[test]
fn neighbours() {
    fuzz(7, 200, 6);
}

#[test]
fn components() {
    fuzz(8, 200, 7);
}
