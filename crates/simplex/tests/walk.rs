//! Random walks over one engine: assert, propagate, check, push and pop, everything compared with
//! enumeration of a box.

mod common;

use choices::Choices;
use common::walk;
use simplex::Stats;

#[test]
fn random_walks_agree_with_enumeration() {
    let mut total = Stats::default();
    let mut interrupted = 0;
    for seed in 0..1200 {
        let mut choices = Choices::seeded(seed);
        let walk = walk::scenario(&mut choices);
        let stats = walk.simplex.stats();
        total.conflicts += stats.conflicts;
        total.derived_bounds += stats.derived_bounds;
        total.pivots += stats.pivots;
        total.patches += stats.patches;
        total.cuts += stats.cuts;
        interrupted += walk.interrupted;
    }
    let Stats { conflicts, derived_bounds, pivots, patches, cuts, .. } = total;
    for count in [conflicts, derived_bounds, pivots, patches, cuts, interrupted] {
        assert!(count > 50, "{total:?}");
    }
}
