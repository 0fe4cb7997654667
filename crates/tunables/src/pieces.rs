//! The tunables of checks that take one assertion after the other (`crates/solver`).

tunables! {
    /// The tunables of checks that take one assertion after the other.
    Pieces pieces {
    least: usize = 32, "pieces.least", "assertions" in 1..=1_000_000,
        "Fewer that are new are not taken one by one when a search takes long.",
        "What is hard about few assertions is seldom how many they are.";
    steps: u64 = 8_000_000, "pieces.steps", "steps" in 1_000..=1_000_000_000,
        "A first search ends, and assertions are taken one by one for as long.",
        "A tenth of a second, or two.";
    growth: u64 = 4, "pieces.growth", "times" in 2..=1_000,
        "Each turn is so many times longer than the one before.",
        "All turns in vain together take a third of the last one.";
    }
}
