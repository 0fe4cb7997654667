//! Regexes as programmers write them: read from the usual notation, compared, sampled, drawn.
//!
//! The notation is that of the crates `regex` and `regex-syntax`: classes, Unicode properties, flags,
//! lazy quantifiers (which match the same words), named groups. [`Patterns`] is the store and answers
//! the questions; [`parse()`] translates into any [`Algebra`] of regexes, so that the solver's terms are
//! built by the same code.
//!
//! ```
//! use patterns::{Patterns, Reading};
//! let mut patterns = Patterns::new();
//! let a = patterns.parse("a*", Reading::Whole)?;
//! let b = patterns.parse("(a|aa)*", Reading::Whole)?;
//! assert!(patterns.equivalent(a, b)?);
//! let hex = patterns.parse("(?i)0x[0-9a-f]{4,}", Reading::Whole)?;
//! let lower = patterns.parse("[0-9a-z]*", Reading::Whole)?;
//! assert_eq!(patterns.difference(hex, lower)?.as_deref(), Some("0Xaaaa"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a pattern means
//!
//! On text without surrogate halves, that is on every `&str`, a pattern has the words that the `regex` crate
//! matches, as far as the alphabet of SMT-LIB reaches (U+2FFFF). Classes that contain both neighbours of
//! the surrogates contain these too, so that `(?s).` is every character of the theory.
//!
//! The pipeline: text, through `regex-syntax`, to its tree ([`parse()`]); anchors are completed away while the
//! tree is folded into an algebra (`fold`, `anchors`); [`Patterns`] asks the engines of `automata`; the minimal
//! automaton is drawn by [`Automaton`].

mod algebra;
mod anchors;
mod automaton;
mod dot;
mod error;
mod fold;
mod label;
mod layout;
mod parse;
mod sample;
mod store;
mod svg;

pub use algebra::Algebra;
pub use automaton::{Automaton, Edge};
pub use error::{PatternError, PatternErrorKind};
pub use parse::{Reading, parse};
pub use store::{Pattern, Patterns, TooHard};
