//! Constructors, derivatives, reversal and syntactic inclusion against the span oracle.

mod common;

use automata::Regexes;
use base::{Budget, Limits};
use choices::Choices;
use common::random;
use common::single::{self, Claim};

const ROUNDS: u64 = 1500;

fn sample(seed: u64, rounds: u64, claim: Claim) {
    let mut rng = Choices::seeded(seed);
    let budget = Budget::unlimited();
    let mut rs = Regexes::new();
    for round in 0..rounds {
        let ast = random(&mut rng, 1 + (round % 9) as u32);
        let r = ast.build(&mut rs);
        claim(&mut rs, r, &ast, &Limits::none(&budget)).unwrap();
    }
}

#[test]
fn membership_agrees() {
    sample(1, ROUNDS, single::membership);
}

#[test]
fn info_is_sound() {
    sample(2, ROUNDS, single::info);
}

#[test]
fn reversal_agrees() {
    sample(3, ROUNDS / 2, single::reversal);
}

#[test]
fn quotients_agree() {
    sample(6, ROUNDS / 4, single::quotients);
}

#[test]
fn affixes_are_sound() {
    sample(4, ROUNDS / 2, single::affixes);
}

#[test]
fn syntactic_inclusion_is_sound() {
    let mut rng = Choices::seeded(5);
    let mut rs = Regexes::new();
    let mut decided = [0; 2];
    for round in 0..ROUNDS * 2 {
        let (a, b) = (random(&mut rng, round as u32 % 5), random(&mut rng, round as u32 % 4));
        if let Some(included) = single::syntactic_inclusion(&mut rs, &a, &b) {
            decided[usize::from(included)] += 1;
        }
    }
    assert!(decided[0] > 200 && decided[1] > 200, "{decided:?}");
}
