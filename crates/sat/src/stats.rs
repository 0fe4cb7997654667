//! Counters of the search.

/// What the solver did since it was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Calls of `solve`.
    pub solves: u64,
    /// Decisions, assumptions included.
    pub decisions: u64,
    /// Literals assigned by unit propagation over clauses and splits.
    pub propagations: u64,
    /// Clauses looked at by unit propagation: the unit in which the budget is charged.
    pub ticks: u64,
    /// Conflicts of any origin.
    pub conflicts: u64,
    /// Conflicts that turned out to hold below the level where they were found.
    pub late_conflicts: u64,
    /// Clauses learned, units included.
    pub learned: u64,
    /// Literals in learned clauses after minimisation.
    pub learned_literals: u64,
    /// Literals that minimisation removed.
    pub minimized_literals: u64,
    /// Times that levels were closed, for whatever reason.
    pub backtracks: u64,
    /// Restarts.
    pub restarts: u64,
    /// Switches between focused and stable search.
    pub mode_switches: u64,
    /// Reductions of the learned clauses.
    pub reductions: u64,
    /// Learned clauses deleted by reductions.
    pub forgotten: u64,
    /// Compactions of the clause memory.
    pub collections: u64,
    /// Clauses from the propagator.
    pub lemmas: u64,
    /// Those among them that may be forgotten.
    pub redundant_lemmas: u64,
    /// Literals assigned by the propagator.
    pub theory_propagations: u64,
    /// Conflicts from the propagator.
    pub theory_conflicts: u64,
    /// Reasons asked of the propagator.
    pub explanations: u64,
    /// Split groups from the propagator.
    pub splits: u64,
    /// Final checks.
    pub final_checks: u64,
}
