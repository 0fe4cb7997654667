//! The string functions against their definitions.

mod common;

use choices::Choices;
use common::definitions::{compound, single, text};
use common::{Bench, ropes};
use terms::Op;
use terms::value::Value;

#[test]
fn functions_agree_with_their_definitions() {
    let mut rng = Choices::seeded(3);
    (0..4000).for_each(|_| single(&mut rng));
}

#[test]
fn compound_terms_agree_with_the_definitions() {
    (0..3000).for_each(|seed| compound(&mut Choices::seeded(seed)));
}

#[test]
fn numerals_and_integers_are_inverse() {
    let mut rng = Choices::seeded(4);
    let mut bench = Bench::new();
    for _ in 0..500 {
        let zeros = rng.below(3);
        let len = 1 + rng.below(60);
        let digits: Vec<u32> =
            (0..len).map(|k| 48 + (usize::from(k == 0) + rng.below(9)) as u32).collect();
        let padded = [&vec![48; zeros][..], &digits].concat();
        let s = bench.str(&padded);
        let n = bench.terms.mk(Op::StrToInt, &[s]);
        let back = bench.run(Op::StrFromInt, &[n]);
        assert_eq!(back, text(digits.clone()));
        let decimal: String = digits.iter().filter_map(|&c| char::from_u32(c)).collect();
        assert_eq!(bench.eval(n), Ok(Value::Int(decimal.parse().unwrap())));
    }
}

#[test]
fn long_concatenations_are_the_words_they_stand_for() {
    let mut rng = Choices::seeded(5);
    (0..40).for_each(|_| ropes::scenario(&mut rng));
}
