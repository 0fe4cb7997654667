//! Constants that preprocessing has defined away: what it hands to the engine, so that later formulas and models know of them.

use terms::{Fun, Term};

/// Constants that are eliminated at once.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// The constants with their definitions.
    pub definitions: Vec<(Fun, Term)>,
    /// They are strings, defined by the codes of their letters.
    pub(crate) spelled: bool,
}

/// A round at a time. A definition mentions only constants that are still there after its round.
pub type Eliminated = Vec<Round>;
