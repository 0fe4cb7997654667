//! Random walks over one engine: assert, propagate, check, push and pop, everything compared with
//! enumeration of a box.

mod common;

use choices::Choices;
use common::walk;
use simplex::{Counter, Stats};

/// What the walks must have made the engine do.
const EXERCISED: [Counter; 5] =
    [Counter::Conflicts, Counter::DerivedBounds, Counter::Pivots, Counter::Patches, Counter::Cuts];

#[test]
fn random_walks_agree_with_enumeration() {
    let mut total = Stats::default();
    let mut interrupted = 0;
    for seed in 0..1600 {
        let mut choices = Choices::seeded(seed);
        let walk = walk::scenario(&mut choices);
        for counter in EXERCISED {
            total.add(counter, walk.simplex.stats()[counter]);
        }
        total.add(Counter::Dives, walk.simplex.stats()[Counter::Dives]);
        interrupted += walk.interrupted;
    }
    for count in EXERCISED.map(|c| total[c]).into_iter().chain([interrupted]) {
        assert!(count > 50, "{total:?}");
    }
    // In a box so small the other techniques leave little to a dive.
    assert!(total[Counter::Dives] > 4, "{total:?}");
}
