//! What is wrong with the input, and where.

use base::Interrupted;
use std::fmt;

/// An error at a place of the input. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// What is wrong there.
    pub kind: ErrorKind,
}

/// What is wrong with the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A character that starts no token.
    UnexpectedCharacter(char),
    /// Bytes that are not UTF-8.
    InvalidUtf8,
    /// The whole input is in UTF-16.
    Utf16,
    /// A character beyond U+2FFFF in a literal.
    OutsideAlphabet(char),
    /// A `"` without its partner.
    UnterminatedString,
    /// A `|` without its partner.
    UnterminatedSymbol,
    /// The input ends inside a command.
    UnclosedParenthesis,
    /// The grammar wants something else: what, and what was found.
    Expected(&'static str, String),
    /// No command has this name; a similar one has the second.
    UnknownCommand(String, Option<String>),
    /// Nothing is declared under this name; something similar is under the second.
    UnknownSymbol(String, Option<String>),
    /// No sort has this name; a similar one has the second.
    UnknownSort(String, Option<String>),
    /// The name has a meaning already.
    Redeclared(String),
    /// Two parameters, or two variables of a `let`, have this name.
    BoundTwice(String),
    /// A function is applied to the wrong arguments, or a term has the wrong sort.
    IllSorted(String),
    /// A number too large for its place.
    TooLarge(String),
    /// Reading it took too long, or would take too much memory.
    Interrupted(Interrupted),
    /// Legal SMT-LIB that this solver does not understand.
    Unsupported(String),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ErrorKind::*;
        let near = |f: &mut fmt::Formatter<'_>, what: &str, name: &str, hint: &Option<String>| {
            write!(f, "unknown {what} `{name}`")?;
            hint.as_ref().map_or(Ok(()), |hint| write!(f, ", did you mean `{hint}`?"))
        };
        match self {
            UnexpectedCharacter(c) => write!(f, "unexpected character {c:?}"),
            InvalidUtf8 => f.write_str("invalid UTF-8"),
            Utf16 => f.write_str("the input is in UTF-16, expected UTF-8"),
            OutsideAlphabet(c) => write!(f, "character U+{:X} is beyond U+2FFFF", u32::from(*c)),
            UnterminatedString => f.write_str("string literal is not terminated"),
            UnterminatedSymbol => f.write_str("quoted symbol is not terminated"),
            UnclosedParenthesis => f.write_str("unexpected end of input: `(` is not closed"),
            Expected(want, found) => write!(f, "expected {want}, found {found}"),
            UnknownCommand(name, hint) => near(f, "command", name, hint),
            UnknownSymbol(name, hint) => near(f, "symbol", name, hint),
            UnknownSort(name, hint) => near(f, "sort", name, hint),
            Redeclared(name) => write!(f, "`{name}` is already declared"),
            BoundTwice(name) => write!(f, "`{name}` is bound twice"),
            IllSorted(what) => f.write_str(what),
            TooLarge(what) => write!(f, "{what} is too large"),
            Interrupted(why) => write!(f, "given up while it was read: {why}"),
            Unsupported(what) => write!(f, "unsupported: {what}"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} column {}: {}", self.line, self.column, self.kind)
    }
}

impl std::error::Error for Error {}

/// An error at a byte of a command, before its line is known.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) kind: ErrorKind,
}

impl Fault {
    /// Boxed, so that results on the hot path stay small.
    pub(crate) fn new(at: usize, kind: ErrorKind) -> Box<Fault> {
        Box::new(Fault { at, kind })
    }
}

/// Nobody asked for a place; it is where the command starts.
impl From<Interrupted> for Box<Fault> {
    fn from(why: Interrupted) -> Box<Fault> {
        Fault::new(0, ErrorKind::Interrupted(why))
    }
}

/// Where a command starts in the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl Position {
    /// The start of an input.
    pub const START: Position = Position { line: 1, column: 1 };

    /// The position after `text`.
    pub fn after(self, text: &[u8]) -> Position {
        let is_char_start = |b: &&u8| **b & 0xC0 != 0x80;
        let lines = base::id32(text.iter().filter(|&&b| b == b'\n').count());
        match text.iter().rposition(|&b| b == b'\n') {
            None => {
                let column = self.column + base::id32(text.iter().filter(is_char_start).count());
                Position { line: self.line, column }
            }
            Some(last) => {
                let column = base::id32(text[last..].iter().filter(is_char_start).count());
                Position { line: self.line + lines, column }
            }
        }
    }

    pub(crate) fn locate(self, text: &[u8], fault: Fault) -> Error {
        let Position { line, column } = self.after(&text[..fault.at.min(text.len())]);
        Error { line, column, kind: fault.kind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters() {
        let start = Position { line: 3, column: 7 };
        assert_eq!(start.after("äb".as_bytes()), Position { line: 3, column: 9 });
        assert_eq!(start.after("a\nä\nä".as_bytes()), Position { line: 5, column: 2 });
        assert_eq!(start.after(b"a\n"), Position { line: 4, column: 1 });
    }
}
