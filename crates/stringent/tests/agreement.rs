//! Random conjunctions over every operator: no panic, and no two configurations contradict each other.

mod common;

use choices::Choices;
use common::conjunction::scenario;

#[test]
fn configurations_agree() {
    let mut rng = Choices::seeded(5);
    let decided = (0..300).filter(|_| scenario(&mut rng, 100_000)).count();
    assert!(decided > 100, "only {decided} decided");
}
