//! A number at which something is given up, skipped or preferred is a row of the table of tunables. A numeric constant that
//! stays in the code is a fact, on which the meaning of something depends, and its comment says so: `/// A fact: what it is`.

use super::Violation;
use crate::tree::{File, Tree};

/// Files with nothing but tests.
const TESTS: &[&str] = &["/tests.rs", "/testing.rs", "/fuzz.rs"];

/// The crates in which all others are tunables.
const CRATES: &[&str] = &[
    "crates/automata/src/",
    "crates/rewrite/src/",
    "crates/sat/src/",
    "crates/simplex/src/",
    "crates/solver/src/",
    "crates/words/src/",
];

const NUMBERS: &[&str] = &["u8", "u16", "u32", "u64", "u128", "usize", "i32", "i64", "i128", "f64"];

pub fn check(tree: &Tree) -> Vec<Violation> {
    let files = CRATES.iter().flat_map(|folder| tree.select(folder, ".rs"));
    let is_test = |file: &&File| TESTS.iter().any(|name| file.path.ends_with(name));
    files.filter(|file| !is_test(file)).flat_map(complaints).collect()
}

fn complaints(file: &File) -> Vec<Violation> {
    let mut is_fact = false;
    let mut found = Vec::new();
    for line in file.text.lines().map(str::trim).take_while(|line| *line != "mod tests {") {
        match constant(line) {
            Some(name) if !is_fact => {
                let message = format!(
                    "`{name}` is a row of crates/tunables, or a fact: `/// A fact: what it is`"
                );
                found.push(Violation::new(&file.path, message));
            }
            Some(_) => {}
            None => {
                is_fact = line.starts_with("///") && (is_fact || line.starts_with("/// A fact: "))
            }
        }
    }
    found
}

/// The name of the numeric constant that the line declares.
fn constant(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once("const ")?;
    let (name, rest) = rest.split_once(": ")?;
    let kind = rest.split_once(" = ")?.0;
    let is_item = before.is_empty() || before.starts_with("pub");
    (is_item && NUMBERS.contains(&kind)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_facts_or_tunables() {
        let text = "/// A fact: two letters,\n/// always.\nconst A: u8 = 2;\nconst B: &str = \"\";\n\
                    /// Most.\npub(super) const C: u64 = 3;\nmod tests {\nconst D: u8 = 1;\n";
        let tree = Tree::of(&[("crates/words/src/a.rs", text), ("crates/base/src/b.rs", text)]);
        let found = check(&tree);
        assert_eq!(found.len(), 1);
        assert!(found[0].message.starts_with("`C`"));
    }
}
