//! Functions of words and numbers, as the table of operators names them.

use crate::value::Value;
use base::Int;
use smallvec::SmallVec;

/// A function of words and numbers.
#[derive(Clone, Copy)]
pub(crate) enum Pure {
    /// The word is no longer than the arguments together.
    Word(fn(&Args) -> Vec<u32>),
    Number(fn(&Args) -> Int),
    Truth(fn(&Args) -> bool),
}

/// The arguments of such a function.
pub(crate) struct Args(pub SmallVec<[Value; 3]>);

impl Args {
    /// The `i`-th argument, a word.
    pub(crate) fn word(&self, i: usize) -> &[u32] {
        self.0[i].as_str().map_or(&[], |word| word)
    }

    /// The `i`-th argument, a number.
    pub(crate) fn int(&self, i: usize) -> Int {
        self.0[i].as_int().cloned().unwrap_or_default()
    }
}
