//! What was arranged in a check.

use crate::strings::symbols::Symbol;
use base::{FxHashMap, FxHashSet};
use terms::Term;

/// What was arranged in a check.
#[derive(Debug, Default)]
pub struct Arrangements {
    /// By equation: the leaf that it defines, and as what.
    definitions: FxHashMap<Term, (Term, Vec<Symbol>)>,
    /// How many arrangements a slice is away from the input.
    depth: FxHashMap<Term, u32>,
    /// The pairs that were arranged, under their premises.
    seen: FxHashSet<(Vec<Term>, Term, Term)>,
}

impl Arrangements {
    /// How many there were.
    pub(in crate::strings) fn len(&self) -> usize {
        self.seen.len()
    }

    /// `left` and `right` are arranged, under these premises.
    pub(super) fn arrange(&mut self, premises: Vec<Term>, left: Term, right: Term) {
        let is_new = self.seen.insert((premises, left, right));
        debug_assert!(is_new, "a pair is arranged twice under the same premises");
    }

    /// Whether they were.
    pub(super) fn was_arranged(&self, premises: &[Term], left: Term, right: Term) -> bool {
        self.seen.contains(&(premises.to_vec(), left, right))
    }

    /// The literal `equation` says that the leaf is this word.
    pub(super) fn define(&mut self, equation: Term, leaf: Term, word: Vec<Symbol>) {
        debug_assert!(
            !word.contains(&Symbol::Leaf(leaf)),
            "a string is defined by a word that it occurs in"
        );
        self.definitions.insert(equation, (leaf, word));
    }

    /// The leaf that the literal `equation` defines, and as what.
    pub(super) fn definition(&self, equation: Term) -> Option<(Term, &[Symbol])> {
        self.definitions.get(&equation).map(|(leaf, word)| (*leaf, &word[..]))
    }

    /// `rest` is what an arrangement left, unless an earlier one did.
    pub(super) fn deepen(&mut self, rest: Term, depth: u32) {
        self.depth.entry(rest).or_insert(depth);
    }

    /// How many arrangements `t` is away from the input.
    pub(super) fn depth(&self, t: Term) -> u32 {
        self.depth.get(&t).copied().unwrap_or(0)
    }
}
