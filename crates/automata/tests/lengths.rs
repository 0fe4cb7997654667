//! Sets of lengths against the lengths of enumerated words.

mod common;

use automata::Regexes;
use base::{Budget, Limits};
use choices::Choices;
use common::lengths;

const STEPS: u64 = 5_000_000;

#[test]
fn lengths_of_regexes_agree() {
    let (mut rng, mut rs) = (Choices::seeded(21), Regexes::new());
    let budget = Budget::unlimited();
    let mut round = |i: u32| {
        lengths::single(&mut rng, 1 + i % 7, &mut rs, &Limits::new(&budget, STEPS)).unwrap()
    };
    let exact = (0..1200).filter(|&i| round(i)).count();
    assert!(exact > 500, "{exact}");
}

#[test]
fn lengths_of_conjunctions_agree() {
    let (mut rng, mut rs) = (Choices::seeded(22), Regexes::new());
    let budget = Budget::unlimited();
    for _ in 0..500 {
        lengths::conjunction(&mut rng, &mut rs, &Limits::new(&budget, STEPS)).unwrap();
    }
}
