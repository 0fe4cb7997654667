//! Knobs of the search. They change how fast an answer comes, never which answer.

use base::tunables::Sat;

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
    /// How much one learned clause weighs in the average of late.
    pub restart_fast: f64,
    /// How much it weighs in the usual average.
    pub restart_slow: f64,
    /// Conflicts in one unit of the reluctant doubling sequence that restarts while stable.
    pub stable_unit: u64,
    /// Conflicts before the first switch between focused and stable search.
    pub mode_interval: u64,
    /// Conflicts before the first reset of saved phases.
    pub rephase_interval: u64,
    /// Conflicts and redundant lemmas before the first reduction.
    pub reduce_interval: u64,
    /// All but one in so many candidates are forgotten by a reduction.
    pub reduce_share: usize,
    /// Learned clauses up to this glue are kept for good.
    pub core_glue: u32,
    /// Learned clauses up to this glue are kept longer after they were used.
    pub middle_glue: u32,
    /// Literals that were assigned late, after which the search returns to the level of another.
    pub late: usize,
    /// Levels over which the search does not jump back, but assigns the literal late.
    pub chronological: u32,
    /// Least propagation ticks between two removals of satisfied clauses.
    pub simplify_interval: u64,
    /// Check the whole state after each round of propagation. Slow; for tests.
    pub check: bool,
}

/// A number of hundredths, or of other parts of one.
fn fraction(parts: u32, of: u32) -> f64 {
    f64::from(parts) / f64::from(of)
}

impl From<&Sat> for Config {
    fn from(tunables: &Sat) -> Config {
        Config {
            seed: 0,
            theory_branching: true,
            case_splits: true,
            minimize_through_theory: true,
            reimply: true,
            default_phase: false,
            activity_decay: fraction(tunables.decay, 100),
            restart_interval: tunables.restart_interval,
            restart_margin: fraction(tunables.restart_margin, 100),
            restart_fast: fraction(tunables.restart_fast, 10_000),
            restart_slow: fraction(tunables.restart_slow, 10_000),
            stable_unit: tunables.stable_unit,
            mode_interval: tunables.mode_interval,
            rephase_interval: tunables.rephase_interval,
            reduce_interval: tunables.reduce_interval,
            reduce_share: tunables.reduce_share,
            core_glue: tunables.core_glue,
            middle_glue: tunables.middle_glue,
            late: tunables.late,
            chronological: tunables.chronological,
            simplify_interval: tunables.simplify_interval,
            check: false,
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::from(&Sat::default())
    }
}
