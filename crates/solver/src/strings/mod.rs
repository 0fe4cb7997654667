//! The theory of strings.
//!
//! All the work is done at the final check, on the literals that the formula needs. [`facts`] sorts them, [`classes`] joins what is
//! equal, and then the techniques of the table in [`strategy`] look at them in its order: functions of one string, small
//! models, sums of numerals, containment, word equations, memberships with lengths, and at last the extended functions
//! in the words found. These are a candidate model; the judge has the last word on it.

mod agreement;
mod arrangement;
mod bounds;
pub mod classes;
mod cone;
mod containment;
mod counting;
mod derived;
mod dictionaries;
mod eager;
mod equations;
pub(crate) mod extended;
mod factors;
pub mod facts;
mod found;
mod inclusions;
pub mod languages;
mod lengths;
mod lookups;
mod oracle;
mod order;
pub mod regular;
mod repair;
mod round;
mod small;
pub(crate) mod state;
pub mod strategy;
mod sums;
mod symbols;
mod table;
pub(crate) mod transducers;
pub(crate) mod trials;
mod unfolding;
