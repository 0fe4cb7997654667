//! What was arranged in a check.

use crate::strings::symbols::Symbol;
use base::{FxHashMap, FxHashSet};
use terms::Term;

/// What was arranged in a check.
#[derive(Debug, Default)]
pub struct Arrangements {
    /// By equation: the leaf that it defines, and as what.
    pub(super) definitions: FxHashMap<Term, (Term, Vec<Symbol>)>,
    /// How many arrangements a slice is away from the input.
    pub(super) depth: FxHashMap<Term, u32>,
    /// The pairs that were arranged, under their premises.
    pub(super) seen: FxHashSet<(Vec<Term>, Term, Term)>,
}
