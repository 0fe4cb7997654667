//! The matcher and the replacing functions against tables of spans.

mod common;

use choices::Choices;
use common::Bench;
use common::matching::{check, random_regex, scenario};

#[test]
fn short_words_of_many_regexes() {
    let mut rng = Choices::seeded(1);
    (0..1500).for_each(|_| scenario(&mut rng));
}

/// Words longer than a machine word, so that sets of positions span several.
#[test]
fn long_words_of_small_regexes() {
    let mut rng = Choices::seeded(2);
    for _ in 0..120 {
        let mut bench = Bench::new();
        let size = 1 + rng.below(5);
        let r = random_regex(&mut bench.terms, &mut rng, &[97, 98], size);
        let len = 60 + rng.below(40);
        let word: Vec<u32> = (0..len).map(|_| 97 + (rng.below(5) / 4) as u32).collect();
        check(&mut bench, &mut rng, r, &word);
    }
}
