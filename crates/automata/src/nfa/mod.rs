//! Explicit automata over character sets, and the operations on them that string solving needs.
//!
//! The derivative engine answers questions about *regexes* without building automata. Equations
//! need more: when `x·y = z·w` is split, what remains of the language of `x` is "the words that
//! lead from this state to that state", and a regex has no states to name. So here automata are
//! data. The pipeline of the stabilization procedure through this module:
//!
//! 1. [`Nfa`] (`automaton.rs`) from a regex, a word or a character set (`build.rs`).
//! 2. Boolean and rational operations (`ops.rs`, `determinize.rs`), kept small by trimming
//!    (`trim.rs`) and by quotients (`bisim.rs`, `simulation.rs`).
//! 3. Questions: emptiness, membership, words (in order: `ordered.rs`), lengths (`query.rs`, `words.rs`, `unary.rs`), inclusion
//!    without complement (`inclusion.rs`).
//! 4. Noodles ([`Noodles`]): the ways in which a concatenation of languages can be a word of
//!    another concatenation.
//!
//! Automata have no epsilon transitions: constructions that introduce them close them at once,
//! so no algorithm has to think about them. Every operation that can run long takes
//! [`base::Limits`]; when they are exceeded the result is an error, never a smaller language.

mod automaton;
mod bisim;
mod build;
mod determinize;
mod from_regex;
mod inclusion;
mod noodle;
mod ops;
mod ordered;
mod query;
mod simulation;
mod split;
mod trim;
mod unary;
mod words;

#[cfg(test)]
mod scenarios;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use automaton::{Edge, Nfa, State};
pub use noodle::{Noodle, Noodles, Segment};
pub use ordered::{Extreme, Ordered};
pub use words::{Word, WordBox, cut_word};
