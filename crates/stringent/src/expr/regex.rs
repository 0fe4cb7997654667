//! Regular expressions.

use super::pattern::Exprs;
use super::sorted::{apply, operator, sorted};
use super::string::Str;
use patterns::{Algebra, Notation, PatternError, Reading};
use terms::value::Value;
use terms::{Op, Sort};

sorted! {
    /// A regular expression.
    ///
    /// ```
    /// use stringent::expr::{Regex, Str};
    /// use stringent::{Solver, Verdict};
    /// let id = Str::var("id");
    /// let mut solver = Solver::default();
    /// solver.assert(id.matches(Regex::pattern("(?i)[a-f][0-9]{3}")?))?;
    /// solver.assert(id.matches(Regex::search("[C-D]")? & !Regex::search("[013-9]")?))?;
    /// assert_eq!(solver.check(), Verdict::Sat);
    /// let id = solver.value(&id)?.unwrap();
    /// assert!(id == "C222" || id == "D222");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Regex, Sort::RegLan, Value, Some
}

operator!(Regex, Add, add, Op::ReConcat, &str);
operator!(Regex, BitOr, bitor, Op::ReUnion, &str);
operator!(Regex, BitAnd, bitand, Op::ReInter, &str);
operator!(Regex, Sub, sub, Op::ReDiff, &str);

/// Just this text.
impl From<&str> for Regex {
    fn from(text: &str) -> Regex {
        Str::from(text).into()
    }
}

/// Just this string, which may contain variables.
impl From<Str> for Regex {
    fn from(text: Str) -> Regex {
        apply(Op::StrToRe, [&text.0]).into()
    }
}

impl std::ops::Not for Regex {
    type Output = Regex;
    fn not(self) -> Regex {
        !&self
    }
}

impl std::ops::Not for &Regex {
    type Output = Regex;
    fn not(self) -> Regex {
        apply(Op::ReComp, [&self.0]).into()
    }
}

impl Regex {
    /// The texts that a pattern in the usual notation matches from end to end.
    ///
    /// # Errors
    /// If the text is no pattern, or describes no regular language over the alphabet.
    pub fn pattern(pattern: &str) -> Result<Regex, PatternError> {
        Regex::read(pattern, Reading::Whole)
    }

    /// The texts in which a pattern finds a match.
    ///
    /// # Errors
    /// If the text is no pattern, or describes no regular language over the alphabet.
    pub fn search(pattern: &str) -> Result<Regex, PatternError> {
        Regex::read(pattern, Reading::Search)
    }

    /// The texts that a pattern in some notation matches. [`Any::pattern`](super::Any::pattern) has those over bytes.
    ///
    /// # Errors
    /// If the text is no pattern, or describes no regular language over the alphabet.
    pub fn read(pattern: &str, notation: impl Into<Notation>) -> Result<Regex, PatternError> {
        patterns::parse(pattern, notation, &mut Exprs::characters()).map(Regex)
    }

    /// No word.
    pub fn none() -> Regex {
        apply(Op::ReNone, []).into()
    }

    /// Every word.
    pub fn all() -> Regex {
        Exprs::characters().all().into()
    }

    /// Every word of one character.
    pub fn any_char() -> Regex {
        apply(Op::ReAllChar, []).into()
    }

    /// The characters from `lo` to `hi`.
    pub fn range(lo: char, hi: char) -> Regex {
        let [lo, hi] = [lo, hi].map(|c| Str::from(c.to_string()));
        apply(Op::ReRange, [&lo.0, &hi.0]).into()
    }

    /// Any number of words of this.
    pub fn star(&self) -> Regex {
        apply(Op::ReStar, [&self.0]).into()
    }

    /// At least one word of this.
    pub fn plus(&self) -> Regex {
        apply(Op::RePlus, [&self.0]).into()
    }

    /// A word of this or nothing.
    pub fn opt(&self) -> Regex {
        apply(Op::ReOpt, [&self.0]).into()
    }

    /// From `lo` to `hi` words of this.
    pub fn repeat(&self, lo: u32, hi: u32) -> Regex {
        Exprs::characters().repeat(self.0.clone(), lo, Some(hi)).into()
    }
}
