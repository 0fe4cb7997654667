//! What can be wrong with a pattern, and where.

use std::fmt;

/// Why a pattern has no translation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatternErrorKind {
    /// The text is no pattern; says why.
    Syntax(String),
    /// `\1` and the like: such a pattern describes no regular language.
    BackReference,
    /// Recursion, conditions and other things that are not translated; says which.
    Unsupported(&'static str),
    /// `(?=...)`, `(?!...)`, `(?<=...)`, `(?<!...)` in a dialect that has none.
    LookAround,
    /// A character beyond the alphabet of the theory of strings.
    Alphabet(char),
    /// A character that is no byte, in a pattern that is made of bytes.
    Byte(char),
    /// A word boundary of Unicode, in a pattern over bytes.
    UnicodeBoundary,
    /// The regex without look-around would be too large.
    TooLarge,
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
            PatternErrorKind::Unsupported(what) => write!(f, "{what}: not supported"),
            PatternErrorKind::LookAround => {
                f.write_str("this dialect has no look-around, but `python`, `ecma` and `pcre` have")
            }
            PatternErrorKind::Alphabet(c) => {
                write!(f, "{c:?} is beyond U+2FFFF, the last character of the theory of strings")
            }
            PatternErrorKind::Byte(c) => {
                write!(f, "{c:?} is no byte; the dialect `rust` has its code in UTF-8")
            }
            PatternErrorKind::UnicodeBoundary => {
                f.write_str("word boundaries over bytes are those of ASCII: write `(?-u:\\b)`")
            }
            PatternErrorKind::TooLarge => {
                f.write_str("too large: its look-around or its atomic groups take too many states")
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
