//! Regexes as programmers write them: read from the usual notation, compared, sampled, drawn.
//!
//! The notation is that of the crate `regex`, of Python, ECMAScript, PCRE or POSIX ([`Dialect`]), with look-around, word
//! boundaries and atomic groups where these have them. [`Patterns`] is the store and answers the questions;
//! [`parse()`] translates into any [`Algebra`] of regexes, so that the solver's terms are built by the same code.
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
//! On text without surrogate halves, that is on every `&str`, a pattern has the words that its engine
//! matches, as far as the alphabet of SMT-LIB reaches (U+2FFFF). Classes of Rust's dialect that contain both neighbours of
//! the surrogates contain these too, so that `(?s).` is every character of the theory.
//!
//! Under [`Notation::bytes`] words are made of bytes, which are the characters up to U+00FF here.
//!
//! The pipeline: text, through `regex-syntax` (`rust`) or our own reader (`syntax`), to a tree of few constructors (`tree`);
//! anchors, look-around and atomic groups are translated away (`language`); [`Patterns`] asks the engines of `automata`;
//! the minimal automaton is drawn by [`Automaton`].

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod algebra;
mod automaton;
mod dot;
mod error;
mod label;
mod language;
mod languages;
mod layout;
mod notation;
mod parse;
mod rust;
mod sample;
mod store;
mod svg;
mod syntax;
mod tree;
mod utf8;
mod words;

pub use algebra::Algebra;
pub use automaton::{Automaton, Edge};
pub use error::{PatternError, PatternErrorKind};
pub use languages::{Kind as LanguageKind, Language, Languages};
pub use notation::{Dialect, Notation, Reading};
pub use parse::{parse, translate};
pub use store::{Pattern, Patterns, TooHard};
pub use words::Count;
