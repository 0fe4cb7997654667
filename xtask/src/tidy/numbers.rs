//! Numbers are exact, or said to be out of range: no sentinel, no silent saturation, no cast that cuts off.
//!
//! A sum that saturates and a largest number that means "none" look like any other number to the code that reads them, and
//! have given wrong answers. `base::bound` has types for what is absent or too large, `base::narrow` casts that check.
//! Whatever else is meant (a hash, a limit that nobody reaches) has the comment `// exact: why` on the line or above it.
//! `saturating_sub` is free: nothing below 0 is lost. What a text does not show, casts to `usize` and `u64` among it, the
//! linter finds by the line that each of the crates must have.

use super::Violation;
use crate::tree::Tree;

/// Crates in which numbers come from formulas. Those of the others are ids, or the program's own.
const CRATES: &[&str] = &[
    "automata", "base", "bits", "patterns", "rewrite", "simplex", "smtlib", "solver", "terms",
    "words",
];

/// Files that are made for this, or whose largest numbers are limits that nobody reaches.
const EXEMPT: &[&str] = &[
    "crates/base/src/bound.rs",
    "crates/base/src/narrow.rs",
    "crates/base/src/random.rs",
    "crates/base/src/budget.rs",
    "crates/solver/src/unsat_core.rs",
    "crates/solver/src/options.rs",
    "crates/solver/src/session.rs",
];

/// What makes the linter find the casts that cut off, but in tests.
const LINTS: &str = "\
#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]";

const OPERATIONS: &[&str] =
    &["saturating_add", "saturating_mul", "saturating_pow", "wrapping_", "overflowing_"];
const TYPES: &[&str] = &["u32", "u64", "u128", "usize", "i32", "i64", "i128", "isize"];
const NARROW: &[&str] = &["u8", "u16", "u32", "i8", "i16", "i32", "i64", "i128", "isize", "State"];

const EXCUSE: &str = "// exact: ";

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for name in CRATES {
        let root = format!("crates/{name}/src/lib.rs");
        if tree.text(&root).is_some_and(|text| !text.contains(LINTS)) {
            found
                .push(Violation::new(root, "does not have the linter look for casts that cut off"));
        }
        for file in tree.select(&format!("crates/{name}/src/"), ".rs") {
            if !EXEMPT.contains(&file.path.as_str()) && !is_test(&file.path) {
                found.extend(lines(&file.path, &file.text));
            }
        }
    }
    found
}

fn is_test(path: &str) -> bool {
    let names = ["tests.rs", "testing.rs", "scenarios.rs", "fuzz.rs"];
    names.iter().any(|name| path.ends_with(&format!("/{name}")))
}

fn lines(path: &str, text: &str) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut before = "";
    for (number, line) in (1..).zip(text.lines()) {
        if before == "#[cfg(test)]" && line.starts_with("mod ") && line.ends_with('{') {
            break;
        }
        let excused = [before, line].iter().any(|line| line.contains(EXCUSE));
        let is_comment = line.trim_start().starts_with("//");
        if let Some(what) = suspect(line).filter(|_| !excused && !is_comment) {
            let message =
                format!("`{what}`: use `base::bound` or `base::narrow`, or say `{EXCUSE}why`");
            found.push(Violation::new(format!("{path}:{number}"), message));
        }
        before = line;
    }
    found
}

/// What on the line may not be exact.
fn suspect(line: &str) -> Option<String> {
    let operation = OPERATIONS.iter().find(|name| line.contains(*name)).map(|n| n.to_string());
    let ends = |t: &&str| ["MAX", "MIN"].map(|end| format!("{t}::{end}"));
    let end = || TYPES.iter().flat_map(ends).find(|end| has_word(line, end));
    let cast = || NARROW.iter().map(|t| format!(" as {t}")).find(|cast| casts(line, cast));
    operation.or_else(end).or_else(cast)
}

fn has_word(line: &str, word: &str) -> bool {
    after_each(line, word).any(|(before, after)| !is_name(before) && !is_name(after))
}

/// Whether something is cast, other than a letter, and not only renamed.
fn casts(line: &str, cast: &str) -> bool {
    let renames =
        line.trim_start().starts_with("use ") || line.trim_start().starts_with("pub use ");
    !renames
        && after_each(line, cast).any(|(before, after)| before != Some('\'') && !is_name(after))
}

/// The characters before and after each place of `part`.
fn after_each<'a>(
    line: &'a str,
    part: &'a str,
) -> impl Iterator<Item = (Option<char>, Option<char>)> + 'a {
    line.match_indices(part).map(move |(at, _)| {
        (line[..at].chars().next_back(), line[at + part.len()..].chars().next())
    })
}

fn is_name(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_not_be_exact() {
        let bad = [
            "let n = a.saturating_add(b);",
            "fold(0, u64::saturating_mul)",
            "const NONE: u32 = u32::MAX;",
            "if lo != i64::MIN {",
            "f(x.len() as u32)",
            "self.0.wrapping_mul(3)",
            "let s = i as State;",
        ];
        let good = [
            "a.saturating_sub(b)",
            "const A: u32 = 'a' as u32;",
            "x as usize + y as u64",
            "use crate::hash as i64_hash;",
            "use Thing as State;",
            "my_u32::MAXIMUM",
            "x as u32x4",
        ];
        for line in bad {
            assert!(suspect(line).is_some(), "{line}");
            let excused = format!("// exact: a hash.\n{line}\n{line} // exact: why\n");
            assert_eq!(lines("a.rs", &excused), [], "{line}");
            let test = format!("{line}\n#[cfg(test)]\nmod tests {{\n{line}\n");
            assert_eq!(lines("a.rs", &test).len(), 1, "{line}");
        }
        assert_eq!(good.map(suspect), [const { None }; 7]);
    }

    #[test]
    fn which_files_are_looked_at() {
        let line = "//! Doc.\nlet n = x as u32;\n";
        let root = format!("{LINTS}\n");
        let files = [
            ("crates/words/src/a.rs", line),
            ("crates/words/src/a/tests.rs", line),
            ("crates/words/tests/a.rs", line),
            ("crates/words/src/lib.rs", &root),
            ("crates/base/src/bound.rs", line),
            ("crates/terms/src/lib.rs", "//! Doc.\n"),
            ("crates/cli/src/main.rs", line),
        ];
        let found = check(&Tree::of(&files));
        let places: Vec<&str> = found.iter().map(|v| v.place.as_str()).collect();
        assert_eq!(places, ["crates/terms/src/lib.rs", "crates/words/src/a.rs:2"]);
    }
}
