//! The sorts, and what is wrong with an argument list.

base::id! {
    /// A sort that sequences have elements of: the number indexes [`crate::Terms::element_sort`].
    pub struct Element;
}

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
    /// `(_ BitVec n)`: words of so many bits, at least one.
    BitVec(u32),
    /// `(Seq A)`: finite sequences of elements.
    Seq(Element),
    /// `(RegEx (Seq A))`: sets of such sequences.
    RegEx(Element),
    /// `(Array A Bool)`: sets of elements. There are no other arrays.
    Predicate(Element),
}

impl Sort {
    /// What the sort is in a signature over strings, for sequences of `element`.
    pub fn over(self, element: Element) -> Sort {
        match self {
            Sort::String => Sort::Seq(element),
            Sort::RegLan => Sort::RegEx(element),
            sort => sort,
        }
    }

    /// The elements, if this is a sort of sequences or of sets of sequences.
    pub fn alphabet(self) -> Option<Element> {
        match self {
            Sort::Seq(element) | Sort::RegEx(element) => Some(element),
            _ => None,
        }
    }
}

/// Why an application is ill-sorted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SortError {
    /// The number of arguments is wrong: expected, found.
    Arity(usize, usize),
    /// An argument has the wrong sort: its position from 0, expected, found.
    Argument(usize, Sort, Sort),
    /// An argument has to be a bit-vector: its position from 0, its sort.
    NoBits(usize, Sort),
    /// The argument does not have the bits that are asked for.
    NoSuchBits,
    /// There are no bit-vectors of this width.
    Width(u64),
    /// The first argument has to be a sequence.
    NoSequence,
    /// The first argument has to be a predicate.
    NoPredicate,
}

/// The widest bit-vector.
pub const MAX_WIDTH: u32 = 1 << 16;

/// The largest code point of the theory's alphabet.
pub const MAX_CHAR: u32 = 0x2FFFF;
