//! Inside the solver, arithmetic and strings do not know each other: both talk through the e-graph,
//! the read-only context and the writer of inferences. So no file of the one names a path
//! into the other.

use super::Violation;
use crate::tree::Tree;

const SOLVER: &str = "crates/solver/src/";
const BLIND: &[(&str, &str)] = &[("lia", "strings"), ("strings", "lia")];

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for &(part, other) in BLIND {
        let prefixes = [format!("{SOLVER}{part}/"), format!("{SOLVER}{part}.rs")];
        for file in tree.select(SOLVER, ".rs") {
            if !prefixes.iter().any(|p| file.path.starts_with(p)) {
                continue;
            }
            for (number, line) in (1..).zip(file.text.lines()) {
                if names(line, other) {
                    let place = format!("{}:{number}", file.path);
                    found.push(Violation::new(place, format!("`{part}` must not see `{other}`")));
                }
            }
        }
    }
    found
}

/// Whether a line of code contains a path into the module, alone or in a list of imports.
fn names(line: &str, module: &str) -> bool {
    let code = line.split("//").next().unwrap_or(line);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(module).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + module.len()..]);
        let whole = !before.ends_with(is_word) && !after.starts_with(is_word);
        let from_root = before.ends_with("crate::") || before.ends_with("super::");
        let in_list = before.contains("crate::{") || before.contains("super::{");
        whole && (from_root || in_list)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[(path, text)])).into_iter().map(|v| v.place).collect()
    }

    #[test]
    fn imports_and_paths_are_found() {
        let lia = "crates/solver/src/lia/rows.rs";
        assert_eq!(places(lia, "//! Doc.\nuse crate::strings::Core;\n"), [format!("{lia}:2")]);
        assert_eq!(places(lia, "use crate::{euf, strings::Core};\n"), [format!("{lia}:1")]);
        assert_eq!(places(lia, "let x = super::super::strings::f();\n"), [format!("{lia}:1")]);
        let strings = "crates/solver/src/strings.rs";
        assert_eq!(places(strings, "use crate::lia;\n"), [format!("{strings}:1")]);
    }

    #[test]
    fn others_and_other_words_are_not() {
        let lia = "crates/solver/src/lia/rows.rs";
        let text = "// as crate::strings does\nuse crate::theory::strings_of;\nlet strings = 1;\n";
        assert_eq!(places(lia, text), [""; 0]);
        assert_eq!(places("crates/solver/src/lib.rs", "use crate::{lia, strings};\n"), [""; 0]);
    }
}
