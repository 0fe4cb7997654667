//! How theories conclude and how they are combined.

pub mod arrange;
pub mod combine;
pub mod inference;
pub(crate) mod nonlinear;
pub mod verdict;
