//! Constants that preprocessing has defined away: what it hands to the engine, so that later formulas and models know of them.

use terms::{Fun, Term};

/// Constants that are eliminated at once.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// The constants with their definitions.
    pub definitions: Vec<(Fun, Term)>,
    /// Their lengths, if they are strings that are defined by the codes of their letters; else there are none.
    pub(crate) lengths: Vec<Term>,
}

/// A round at a time. A definition mentions only constants that are still there after its round.
pub type Eliminated = Vec<Round>;
