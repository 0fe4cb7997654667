//! Random conjunctions over every operator: no panic, and no two configurations contradict each other.

mod common;

use choices::Choices;
use common::conjunction::{drawn, scenario, script};
use std::collections::BTreeSet;

#[test]
fn configurations_agree() {
    let mut rng = Choices::seeded(5);
    let decided = (0..300).filter(|_| scenario(&mut rng, 100_000)).count();
    assert!(decided > 100, "only {decided} decided");
}

#[test]
fn every_operator_is_drawn() {
    let mut rng = Choices::seeded(6);
    let used: BTreeSet<String> = (0..4000)
        .flat_map(|_| script(&mut rng))
        .flat_map(|text| text.split(['(', ')', ' ']).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let names = drawn().map(|(name, _)| name).chain(["divisible", "re.^", "re.loop"]);
    assert_eq!(names.filter(|name| !used.contains(*name)).collect::<Vec<_>>(), [""; 0]);
}
