//! Counters of the search.

base::counters! {
    /// What the solver did since it was created.
    pub struct Stats;
    /// What is counted.
    pub enum Counter {
        /// Calls of `solve`.
        Solves,
        /// Decisions, assumptions included.
        Decisions,
        /// Literals assigned by unit propagation over clauses and splits.
        Propagations,
        /// Clauses looked at by unit propagation: the unit in which the budget is charged.
        Ticks,
        /// Conflicts of any origin.
        Conflicts,
        /// Conflicts that turned out to hold below the level where they were found.
        LateConflicts,
        /// Conflicts of which only the last level was undone.
        Chronological,
        /// Clauses learned, units included.
        Learned,
        /// Literals in learned clauses after minimisation.
        LearnedLiterals,
        /// Literals that minimisation removed.
        MinimizedLiterals,
        /// Times that levels were closed, for whatever reason.
        Backtracks,
        /// Restarts.
        Restarts,
        /// Switches between focused and stable search.
        ModeSwitches,
        /// Reductions of the learned clauses.
        Reductions,
        /// Learned clauses deleted by reductions.
        Forgotten,
        /// Compactions of the clause memory.
        Collections,
        /// Clauses from the propagator.
        Lemmas,
        /// Those among them that may be forgotten.
        RedundantLemmas,
        /// Literals assigned by the propagator.
        TheoryPropagations,
        /// Conflicts from the propagator.
        TheoryConflicts,
        /// Reasons asked of the propagator.
        Explanations,
        /// Split groups from the propagator.
        Splits,
        /// Final checks.
        FinalChecks,
    }
}
