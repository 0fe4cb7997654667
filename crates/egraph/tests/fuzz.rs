//! Random scripts of assertions, scopes and propagations against a naive closure.

mod common;

use choices::Choices;

#[test]
fn agrees_with_the_naive_closure() {
    (0..400).for_each(|seed| common::script::scenario(&mut Choices::seeded(seed), 150));
}
