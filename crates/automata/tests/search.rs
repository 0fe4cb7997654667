//! Every query of the search against words enumerated by the span oracle.

mod common;

use automata::{LengthRange, Re, Regexes};
use base::{Budget, Limits, Stop};
use choices::Choices;
use common::search;

/// More than any query over random regexes of this size needs.
const STEPS: u64 = 900_000;

#[test]
fn conjunctions_agree() {
    let (mut rng, mut rs) = (Choices::seeded(11), Regexes::new());
    let budget = Budget::unlimited();
    let mut round = || search::conjunction(&mut rng, &mut rs, &Limits::new(&budget, STEPS));
    let sat = (0..2500).filter(|_| round().unwrap()).count();
    assert!((500..2000).contains(&sat), "{sat} of 2500 are satisfiable");
}

#[test]
fn comparisons_agree() {
    let (mut rng, mut rs) = (Choices::seeded(12), Regexes::new());
    let budget = Budget::unlimited();
    let mut round = |i: usize| {
        search::comparison(&mut rng, i.is_multiple_of(3), &mut rs, &Limits::new(&budget, STEPS))
    };
    let equal = (0..2500).filter(|&i| round(i).unwrap()).count();
    assert!(equal > 200, "{equal}");
}

#[test]
fn conflicts_are_minimal() {
    let (mut rng, mut rs) = (Choices::seeded(13), Regexes::new());
    let budget = Budget::unlimited();
    let mut round = || search::conflict(&mut rng, &mut rs, &Limits::none(&budget));
    let shrunk = (0..600).filter(|_| round().unwrap()).count();
    assert!(shrunk > 50, "{shrunk}");
}

#[test]
fn a_stopped_search_says_so() {
    let (budget, mut rs) = (Budget::unlimited(), Regexes::new());
    let (a, b) = (rs.text("a"), rs.text("b"));
    let gap = rs.repeat(Re::ANY, 30, Some(30));
    let (x, y) = (rs.concat_all([Re::ALL, a, gap]), rs.concat_all([Re::ALL, b, gap, gap]));
    let search = |rs: &mut Regexes, steps: u64| {
        rs.find_word(&[x, y], &[], LengthRange::exactly(80), &Limits::new(&budget, steps))
    };
    assert_eq!(search(&mut rs, 5), Err(Stop::Local));
    let word = search(&mut rs, 100_000).unwrap().unwrap();
    assert_eq!((word.len(), word[49], word[19]), (80, 97, 98));
}
