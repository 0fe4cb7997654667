//! Regular languages: character sets, regexes with complement, intersection and counters,
//! symbolic derivatives, automata, and the questions a string solver asks about them.
//!
//! There are no terms here; every operation states the language it denotes and obeys its limits.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

pub mod charset;
pub mod derivative;
pub mod digits;
pub mod lengths;
pub mod network;
pub mod nfa;
pub mod regex;
pub mod search;
pub mod sets;

pub use charset::{ALPHABET_SIZE, CharSet, MAX_CHAR, minterms};
pub use derivative::Move;
pub use lengths::{LengthSet, Progression};
pub use regex::{Info, Node, Re, Regexes};
pub use search::LengthRange;
pub use search::conflict::Conflict;
pub use sets::Set;
