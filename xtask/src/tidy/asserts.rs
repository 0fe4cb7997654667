//! Assertions at the contracts between modules: how many a crate has, and the least that some must have.
//!
//! A bug of a theory shows far from where it is, as a wrong clause or a search without an end. What stands between the bug and
//! its effect are the conditions that modules rely on, checked in debug builds and in the build that is fuzzed. Their number says
//! nothing about their worth, but where there are few, most contracts are comments.

use super::Violation;
use crate::source::{Token, is_test, tokens, without_tests};
use crate::tree::Tree;
use std::collections::BTreeMap;

/// Assertions per 1,000 lines that a crate must have at least.
const LEAST: &[(&str, usize)] = &[("solver", 15), ("words", 15)];

const MACROS: &[&str] =
    &["assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "debug_assert_ne"];

/// The assertions and lines of a crate, tests left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    asserts: usize,
    lines: usize,
}

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (name, Count { asserts, lines }) in counts(tree) {
        let least = LEAST.iter().find(|row| row.0 == name).map_or(0, |row| row.1);
        if 1000 * asserts < least * lines {
            let message =
                format!("{asserts} assertions in {lines} lines, {least} per 1,000 at least");
            found.push(Violation::new(format!("crates/{name}"), message));
        }
    }
    found
}

/// One line with the assertions per 1,000 lines of each crate.
pub fn summary(tree: &Tree) -> String {
    let per_crate = counts(tree).into_iter().map(|(name, Count { asserts, lines })| {
        let tenths = 10_000 * asserts / lines.max(1);
        format!("{name} {}.{}", tenths / 10, tenths % 10)
    });
    format!("assertions per 1,000 lines: {}", per_crate.collect::<Vec<_>>().join(", "))
}

fn counts(tree: &Tree) -> BTreeMap<&str, Count> {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    for file in tree.select("crates/", ".rs").filter(|f| !is_test(&f.path)) {
        let mut parts = file.path.split('/').skip(1);
        if let (Some(name), Some("src")) = (parts.next(), parts.next()) {
            let count = counts.entry(name).or_default();
            count.lines += without_tests(&file.text).lines().count();
            let calls = tokens(&file.text);
            let is_assert = |w: &&[Token<'_>]| MACROS.contains(&w[0].text) && w[1].text == "!";
            count.asserts += calls.windows(2).filter(is_assert).count();
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_outside_of_tests_count() {
        let text = "fn f() {\n// assert!(x)\nassert!(a);\ndebug_assert_eq!(a, \"assert!\");\nassert(b);\n}\n\
            #[cfg(test)]\nmod tests {\nassert!(c);\n}\n";
        let (tests, own) = ("crates/solver/src/tests.rs", "crates/solver/src/a.rs");
        let tree = Tree::of(&[(own, text), (tests, "assert!(x);")]);
        assert_eq!(counts(&tree)["solver"], Count { asserts: 2, lines: 6 });
        assert_eq!(summary(&tree), "assertions per 1,000 lines: solver 333.3");
    }

    #[test]
    fn some_crates_must_have_them() {
        let lines = |n| "x();\n".repeat(n) + &"assert!(x);\n".repeat(15);
        let complaints = |name: &str, n: usize| {
            let path = format!("crates/{name}/src/a.rs");
            check(&Tree::of(&[(&path, &lines(n))]))
        };
        assert_eq!(complaints("words", 985), []);
        assert_eq!(complaints("base", 1985), []);
        let message = "15 assertions in 1001 lines, 15 per 1,000 at least";
        assert_eq!(complaints("words", 986), [Violation::new("crates/words", message)]);
    }
}
