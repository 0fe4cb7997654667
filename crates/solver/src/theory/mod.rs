//! How theories conclude and how they are combined.

pub mod arrange;
pub mod combine;
pub(crate) mod ending;
pub mod inference;
pub(crate) mod nonlinear;
pub mod vectors;
pub mod verdict;
