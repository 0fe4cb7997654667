//! The sorts.

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `String`: finite sequences of code points from 0 to 0x2FFFF.
    String,
    /// `RegLan`: sets of strings.
    RegLan,
    /// A sort declared by the user; the number indexes [`crate::Terms::sort_name`].
    Uninterpreted(u32),
}

/// The largest code point of the theory's alphabet.
pub const MAX_CHAR: u32 = 0x2FFFF;
