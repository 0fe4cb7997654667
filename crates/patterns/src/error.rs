//! What can be wrong with a pattern, and where.

use std::fmt;

/// Why a pattern has no translation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatternErrorKind {
    /// The text is no pattern; says why.
    Syntax(String),
    /// `\1` and the like: such a pattern describes no regular language.
    BackReference,
    /// `(?=...)`, `(?!...)`, `(?<=...)`, `(?<!...)`.
    LookAround,
    /// `\b` and the like.
    WordBoundary,
    /// `^` or `$` under the flag `m`.
    LineAnchor,
    /// A character beyond the alphabet of the theory of strings.
    Alphabet(char),
}

/// A pattern that cannot be translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternError {
    /// What is wrong.
    pub kind: PatternErrorKind,
    /// The pattern.
    pub pattern: String,
    /// Where, as the number of characters before it.
    pub offset: usize,
}

impl fmt::Display for PatternErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternErrorKind::Syntax(message) => f.write_str(message),
            PatternErrorKind::BackReference => {
                f.write_str("a back-reference describes no regular language")
            }
            PatternErrorKind::LookAround => f.write_str(
                "look-around is not supported: intersect or subtract a second pattern instead",
            ),
            PatternErrorKind::WordBoundary => f.write_str(
                "word boundaries are not supported: write down what may stand on either side",
            ),
            PatternErrorKind::LineAnchor => f.write_str(
                "`^` and `$` are supported at the ends of the text only, not of lines (flag m)",
            ),
            PatternErrorKind::Alphabet(c) => {
                write!(f, "{c:?} is beyond U+2FFFF, the last character of the theory of strings")
            }
        }
    }
}

/// One line for machines; the pattern and a mark follow in the alternate form, `{:#}`, for people.
impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pattern, character {}: {}", self.offset + 1, self.kind)?;
        if f.alternate() && !self.pattern.contains(char::is_control) {
            write!(f, "\n  {}\n  {:2$}^", self.pattern, "", self.offset)?;
        }
        Ok(())
    }
}

impl std::error::Error for PatternError {}
