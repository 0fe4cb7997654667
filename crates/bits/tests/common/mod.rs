//! What the operations are, as functions of integers, and clauses that are evaluated as definitions.

pub mod definitions;
pub mod number;
pub mod operations;
pub mod scenario;
