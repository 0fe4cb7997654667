//! Knobs of the search. They change how fast an answer comes, never which answer.

/// The knobs; see each field. `Config::default()` suits the many small problems of SMT.
#[derive(Clone, Debug)]
pub struct Config {
    /// Breaks ties between variables of equal activity; 0 means by age. Equal seeds give equal
    /// searches.
    pub seed: u64,
    /// Honour [`Context::prefer`](crate::Context::prefer) (theory-aware branching).
    pub theory_branching: bool,
    /// Keep [`Context::split`](crate::Context::split) groups as such; otherwise each becomes
    /// pairwise clauses.
    pub case_splits: bool,
    /// Ask the propagator for reasons while minimising learned clauses too.
    pub minimize_through_theory: bool,
    /// Assign the literal of a clause that is unit below the current level where the search is,
    /// instead of returning to that level.
    pub reimply: bool,
    /// The value tried first for a variable nobody gave a hint for.
    pub default_phase: bool,
    /// What the activity of all variables is multiplied by at each conflict.
    pub activity_decay: f64,
    /// Fewest conflicts between two restarts while focused.
    pub restart_interval: u64,
    /// How much worse than usual recent learned clauses must be to restart while focused.
    pub restart_margin: f64,
    /// Conflicts in one unit of the reluctant doubling sequence that restarts while stable.
    pub stable_unit: u64,
    /// Conflicts before the first switch between focused and stable search.
    pub mode_interval: u64,
    /// Conflicts before the first reset of saved phases.
    pub rephase_interval: u64,
    /// Conflicts and redundant lemmas before the first reduction.
    pub reduce_interval: u64,
    /// Least propagation ticks between two removals of satisfied clauses.
    pub simplify_interval: u64,
    /// Check the whole state after each round of propagation. Slow; for tests.
    pub check: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            seed: 0,
            theory_branching: true,
            case_splits: true,
            minimize_through_theory: true,
            reimply: true,
            default_phase: false,
            activity_decay: 0.95,
            restart_interval: 4,
            restart_margin: 1.1,
            stable_unit: 512,
            mode_interval: 1000,
            rephase_interval: 1000,
            reduce_interval: 500,
            simplify_interval: 10_000,
            check: false,
        }
    }
}
