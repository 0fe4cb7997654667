//! The tunables: numbers at which a procedure gives up, a cheap pass is skipped or an alternative is preferred.
//!
//! Whatever their values, no answer is wrong: they change at most which formulas are decided, and how fast. Each is one row
//! of a table, a file per area, with its name, default, unit, range, what happens at it, and why it is what it is. From the
//! rows come the fields that the code reads, what `--tune NAME=VALUE` accepts, and `docs/tunables.md`; the fuzzer and the regression
//! tests draw values from the ranges.
//!
//! A number that is no tunable, because the meaning of something depends on it, is a constant whose comment begins with "A fact:".

#[macro_use]
mod table;

mod automata;
mod check;
mod pieces;
mod rewrite;
mod sat;
mod simplex;
mod strings;
mod words;

pub use automata::Automata;
pub use check::Check;
pub use pieces::Pieces;
pub use rewrite::Rewrite;
pub use sat::Sat;
pub use simplex::Simplex;
use std::fmt;
pub use strings::Strings;
pub use table::{About, Tunable};
pub use words::Words;

/// The values in force, by area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunables {
    /// Checks as a whole.
    pub check: Check,
    /// The theory of strings.
    pub strings: Strings,
    /// Word equations.
    pub words: Words,
    /// Regexes and automata.
    pub automata: Automata,
    /// Rewriting and entailment.
    pub rewrite: Rewrite,
    /// Linear arithmetic.
    pub simplex: Simplex,
    /// The SAT core.
    pub sat: Sat,
    /// Checks that take one assertion after the other.
    pub pieces: Pieces,
}

/// The rows of all areas.
pub const TABLE: &[&[Tunable]] = &[
    Check::TABLE,
    Strings::TABLE,
    Words::TABLE,
    Automata::TABLE,
    Rewrite::TABLE,
    Simplex::TABLE,
    Sat::TABLE,
    Pieces::TABLE,
];

/// What the pages say about them, in the same order.
pub const ABOUT: &[&[About]] = &[
    Check::ABOUT,
    Strings::ABOUT,
    Words::ABOUT,
    Automata::ABOUT,
    Rewrite::ABOUT,
    Simplex::ABOUT,
    Sat::ABOUT,
    Pieces::ABOUT,
];

/// The rows, area by area; none without the feature `names`.
pub fn all() -> impl Iterator<Item = &'static Tunable> {
    let table: &[&[Tunable]] = if cfg!(feature = "names") { TABLE } else { &[] };
    table.iter().copied().flatten()
}

/// The row of the name.
pub fn find(name: &str) -> Option<&'static Tunable> {
    all().find(|row| row.name == name)
}

impl Tunables {
    /// The values when nobody sets them.
    pub const DEFAULT: Tunables = Tunables {
        check: Check::DEFAULT,
        strings: Strings::DEFAULT,
        words: Words::DEFAULT,
        automata: Automata::DEFAULT,
        rewrite: Rewrite::DEFAULT,
        simplex: Simplex::DEFAULT,
        sat: Sat::DEFAULT,
        pieces: Pieces::DEFAULT,
    };

    /// Sets some values, written as `NAME=VALUE`, with commas between them.
    ///
    /// ```
    /// let mut tunables = tunables::Tunables::DEFAULT;
    /// tunables.set("words.nielsen.nodes=7,words.quick-steps=0").unwrap();
    /// assert_eq!(tunables.to_string(), "words.quick-steps=0,words.nielsen.nodes=7");
    /// assert_eq!(tunables.set("words.split.equations=0").unwrap_err(), "words.split.equations from 1 to 1000");
    /// ```
    ///
    /// # Errors
    /// What would have been right, if there is no such tunable or the value is out of its range.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let mut changed = *self;
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (name, value) =
                pair.split_once('=').ok_or("NAME=VALUE, as docs/tunables.md has them")?;
            let row = find(name.trim())
                .ok_or_else(|| format!("a name of docs/tunables.md, not {name}"))?;
            let value = value.trim().parse().ok().filter(|&n| row.admits(n));
            row.set(&mut changed, value.ok_or_else(|| row.range())?);
        }
        *self = changed;
        Ok(())
    }
}

impl Default for Tunables {
    fn default() -> Tunables {
        Tunables::DEFAULT
    }
}

/// What is not as by default, as [`Tunables::set`] reads it.
impl fmt::Display for Tunables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changed = all().filter(|row| row.get(self) != row.default);
        let pairs: Vec<String> =
            changed.map(|row| format!("{}={}", row.name, row.get(self))).collect();
        f.write_str(&pairs.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn rows_are_complete() {
        let mut seen = BTreeSet::new();
        for row in all() {
            assert!(seen.insert(row.name), "{} twice", row.name);
            assert!(row.admits(row.default) && row.least < row.most, "{}", row.range());
            assert_eq!(row.get(&Tunables::DEFAULT), row.default);
        }
        let about: Vec<&About> = ABOUT.iter().copied().flatten().collect();
        assert_eq!(about.len(), seen.len());
        assert!(about.iter().all(|row| row.at.ends_with('.') && row.why.ends_with('.')));
    }

    #[test]
    fn a_mistake_changes_nothing() {
        let mut tunables = Tunables::DEFAULT;
        for text in ["words.nielsen.nodes", "no.such=1", "words.nielsen.nodes=7,no.such=1"] {
            assert!(tunables.set(text).is_err(), "{text}");
        }
        assert_eq!(tunables, Tunables::DEFAULT);
        assert_eq!(tunables.set(" , "), Ok(()));
    }

    #[test]
    fn every_value_is_written_and_read() {
        let all_at = |value: fn(&Tunable) -> u64| {
            let mut tunables = Tunables::DEFAULT;
            all().for_each(|row| row.set(&mut tunables, value(row)));
            tunables
        };
        for written in [all_at(|row| row.least), all_at(|row| row.most)] {
            let mut read = Tunables::DEFAULT;
            assert_eq!(read.set(&written.to_string()), Ok(()));
            assert_eq!(read, written);
        }
    }
}
