//! The tunables of the SAT core (`crates/sat`).

tunables! {
    /// The tunables of the SAT core.
    Sat sat {
    decay: u32 = 95, "sat.decay", "percent" in 1..=100,
        "What the activity of variables is multiplied by at each conflict.",
        "The value of MiniSat and its heirs.";
    restart_interval: u64 = 4, "sat.restarts.interval", "conflicts" in 1..=100_000,
        "Earlier there is no restart while the search is focused.",
        "Restarts are cheap, as the trail is built again from saved phases.";
    restart_margin: u32 = 110, "sat.restarts.margin", "percent of the usual glue" in 1..=10_000,
        "A restart while the search is focused, if the learned clauses of late are so much worse than usual.",
        "The value of CaDiCaL.";
    restart_fast: u32 = 300, "sat.restarts.fast", "parts of 10,000" in 1..=10_000,
        "How much a learned clause weighs in the average of late.",
        "The last 33 clauses, as in CaDiCaL.";
    restart_slow: u32 = 1, "sat.restarts.slow", "parts of 10,000" in 1..=10_000,
        "How much a learned clause weighs in the usual average.",
        "The last 10,000 clauses: most searches here have fewer, so that it is the mean.";
    stable_unit: u64 = 512, "sat.restarts.stable-unit", "conflicts" in 1..=1_000_000,
        "The unit of the reluctant doubling sequence, after which a stable search restarts.",
        "Half of CaDiCaL's, as problems are smaller.";
    mode_interval: u64 = 1_000, "sat.mode-interval", "conflicts" in 1..=100_000_000,
        "The search turns from focused to stable, and back after longer and longer times.",
        "The value of CaDiCaL.";
    rephase_interval: u64 = 1_000, "sat.rephase-interval", "conflicts" in 1..=100_000_000,
        "Saved phases are reset, and again after longer and longer times.",
        "The value of CaDiCaL.";
    reduce_interval: u64 = 500, "sat.reduce.interval", "conflicts and redundant lemmas" in 1..=100_000_000,
        "Learned clauses are forgotten, and again after longer and longer times.",
        "Clauses of theories are long, and slow down propagation soon.";
    reduce_share: usize = 4, "sat.reduce.share", "clauses" in 1..=1_000,
        "All but one in so many of the candidates are forgotten.",
        "Those kept have another chance to be used.";
    core_glue: u32 = 2, "sat.reduce.core-glue", "levels" in 0..=1_000,
        "Learned clauses of a higher glue can be forgotten.",
        "The value of Glucose.";
    middle_glue: u32 = 6, "sat.reduce.middle-glue", "levels" in 0..=1_000,
        "Learned clauses of a higher glue are kept for one reduction after they were used, not for two.",
        "The value of CaDiCaL.";
    simplify_interval: u64 = 10_000, "sat.simplify-interval", "ticks" in 0..=1_000_000_000,
        "Clauses that are satisfied for good are removed, but no more often.",
        "It takes a pass over all clauses.";
    late: usize = 256, "sat.late", "literals" in 0..=100_000,
        "A clause that is unit below the current level makes the search return there, when so many were assigned late.",
        "Each is assigned again after each return to a lower level.";
    chronological: u32 = 100, "sat.chronological", "levels" in 0..=1_000_000_000,
        "A conflict undoes its level only, where the clause that is learned from it is unit more levels below.",
        "The value of Nadel and Ryvchin: decisions about other parts of the problem are not made again for each conflict.";
    }
}
