//! The tunables of checks that take one assertion after the other (`crates/solver`).

tunables! {
    /// The tunables of checks that take one assertion after the other.
    Pieces pieces {
    least: usize = 32, "pieces.least", "assertions" in 1..=1_000_000,
        "Fewer that are new are not taken one by one when a search takes long.",
        "What is hard about few assertions is seldom how many they are.";
    steps: u64 = 8_000_000, "pieces.steps", "steps" in 1_000..=1_000_000_000,
        "A first search pauses, and assertions are taken one by one.",
        "A tenth of a second, or two.";
    growth: u64 = 2, "pieces.growth", "times" in 2..=1_000,
        "Each turn is so many times longer than the one before.",
        "A search that paused goes on, so short turns cost little.";
    share: u64 = 4, "pieces.share", "times" in 1..=1_000,
        "A final check is interrupted that is so many times longer than a turn; the first assertions get such a part of it, and \
         the others if all promise to cost no more than so many times what the search did.",
        "In vain, they cost a quarter of the search.";
    }
}
