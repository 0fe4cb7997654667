//! What must not be left behind in sources: unfinished code, disabled tests, lines nobody can read.

use super::Violation;
use crate::tree::Tree;

/// Written in two halves, so that this file passes its own check.
const FORBIDDEN: &[(&str, &str)] = &[
    (concat!("todo", "!("), "unfinished code"),
    (concat!("unimplemented", "!("), "unfinished code"),
    (concat!("#[ign", "ore"), "a test that never runs"),
    (concat!("db", "g!("), "a debugging aid"),
];

const LONGEST_LINE: usize = 140;

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.select("", ".rs") {
        for (number, line) in (1..).zip(file.text.lines()) {
            let place = || format!("{}:{number}", file.path);
            for (phrase, meaning) in FORBIDDEN.iter().filter(|(p, _)| line.contains(p)) {
                found.push(Violation::new(place(), format!("{meaning}: `{phrase}`")));
            }
            if line.chars().count() > LONGEST_LINE {
                let message = format!("longer than {LONGEST_LINE} characters");
                found.push(Violation::new(place(), message));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_and_long_lines() {
        let text =
            format!("fn f() {{ {}) }}\n{}\n{}\n", FORBIDDEN[0].0, "é".repeat(140), "x".repeat(141));
        let found = check(&Tree::of(&[("a.rs", &text), ("b.md", &text)]));
        assert!(found.iter().map(|v| v.place.as_str()).eq(["a.rs:1", "a.rs:3"]));
    }
}
