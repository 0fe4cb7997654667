//! What regexes are built in: the engine's store here, the solver's terms in the library above.

use automata::{CharSet, Re, Regexes};

/// Constructors for regexes of some kind.
pub trait Algebra {
    /// A regex; cheap to copy, and shared when used twice.
    type Regex: Clone;

    /// The words of length 1 over sorted, disjoint, inclusive ranges of code points; no word if there
    /// are none.
    fn chars(&mut self, ranges: &[(u32, u32)]) -> Self::Regex;

    /// Just this word.
    fn word(&mut self, word: &[u32]) -> Self::Regex;

    /// Words of the parts in order; just the empty word if there are none.
    fn concat(&mut self, parts: Vec<Self::Regex>) -> Self::Regex;

    /// Words of any part; none if there are none.
    fn union(&mut self, parts: Vec<Self::Regex>) -> Self::Regex;

    /// From `lo` to `hi` words of `body`; without upper bound if `hi` is `None`.
    fn repeat(&mut self, body: Self::Regex, lo: u32, hi: Option<u32>) -> Self::Regex;

    /// Every word.
    fn all(&mut self) -> Self::Regex;
}

impl Algebra for Regexes {
    type Regex = Re;

    fn chars(&mut self, ranges: &[(u32, u32)]) -> Re {
        self.chars(CharSet::from_ranges(ranges.iter().copied()))
    }

    fn word(&mut self, word: &[u32]) -> Re {
        Regexes::word(self, word)
    }

    fn concat(&mut self, parts: Vec<Re>) -> Re {
        self.concat_all(parts)
    }

    fn union(&mut self, parts: Vec<Re>) -> Re {
        Regexes::union(self, parts)
    }

    fn repeat(&mut self, body: Re, lo: u32, hi: Option<u32>) -> Re {
        Regexes::repeat(self, body, lo, hi)
    }

    fn all(&mut self) -> Re {
        Re::ALL
    }
}
