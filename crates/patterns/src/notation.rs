//! How a pattern is written and what it stands for.

use std::fmt;
use std::str::FromStr;

/// Which texts a pattern stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// Those that match from the first to the last character.
    #[default]
    Whole,
    /// Those in which a match is found, as `grep` reads a pattern.
    Search,
}

/// Whose patterns they are. `docs/patterns.md` tells what each has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// The crate `regex`.
    #[default]
    Rust,
    /// The module `re` of Python 3.11, on `str`.
    Python,
    /// ECMAScript, under the flag `u` if it can be read so, by the looser grammar of Annex B if not.
    Ecma,
    /// PCRE2 with `PCRE2_UTF`.
    Pcre,
    /// Extended regular expressions of POSIX, in the POSIX locale.
    Posix,
}

impl Dialect {
    /// All of them by name.
    pub const NAMES: &[(&'static str, Dialect)] = &[
        ("rust", Dialect::Rust),
        ("python", Dialect::Python),
        ("ecma", Dialect::Ecma),
        ("pcre", Dialect::Pcre),
        ("posix", Dialect::Posix),
    ];
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Dialect::NAMES.iter().find(|(_, d)| d == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(name: &str) -> Result<Dialect, String> {
        let found = Dialect::NAMES.iter().find(|(n, _)| *n == name);
        found.map(|(_, d)| *d).ok_or_else(|| {
            let names: Vec<&str> = Dialect::NAMES.iter().map(|(name, _)| *name).collect();
            format!("unknown dialect {name}, there are {}", names.join(", "))
        })
    }
}

/// How a pattern is to be read.
///
/// ```
/// use patterns::{Dialect, Notation, Patterns, Reading};
/// let mut patterns = Patterns::new();
/// let ecma = Notation { dialect: Dialect::Ecma, reading: Reading::Search, ..Notation::default() };
/// let name = patterns.parse(r"^(?!.*--)[a-z-]+(?<!-)$", ecma)?;
/// assert!(patterns.matches(name, "a-b")? && !patterns.matches(name, "a--b")?);
/// assert!(!patterns.matches(name, "a-")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Notation {
    /// Whose pattern it is.
    pub dialect: Dialect,
    /// Which texts it stands for.
    pub reading: Reading,
    /// `\d`, `\w`, `\s`, `\b` and what ignores case know ASCII only.
    pub ascii: bool,
    /// Letters match their upper and lower cases, as under the flag `i`.
    pub ignore_case: bool,
    /// Words are made of bytes, which are the characters up to U+00FF. In Rust's dialect a character stands for its code in UTF-8, and
    /// `(?-u:\xFF)` for a byte, as in `regex::bytes`; in the others each character is a byte, and classes are those of ASCII, as in Python
    /// in patterns that are `bytes`.
    pub bytes: bool,
}

impl From<Reading> for Notation {
    fn from(reading: Reading) -> Notation {
        Notation { reading, ..Notation::default() }
    }
}

impl From<Dialect> for Notation {
    fn from(dialect: Dialect) -> Notation {
        Notation { dialect, ..Notation::default() }
    }
}
