//! Every rewrite rule is tested both ways: somewhere in the crate `rewrite` stands a test
//! `fires!(Rule, ...)` on a term it changes and a test `keeps!(Rule, ...)` on a term it must leave alone.

use super::Violation;
use crate::table;
use crate::tree::Tree;

const CRATE: &str = "crates/rewrite/";

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.select(CRATE, ".rs") {
        let mut rules = table::variants(&file.text, "RuleId");
        rules.extend(table::variants_in_call(&file.text, "rule_table"));
        rules.dedup();
        for rule in rules {
            for (test, meaning) in [("fires", "fires on"), ("keeps", "leaves alone")] {
                if !is_tested(tree, test, rule) {
                    let message = format!(
                        "rule `{rule}`: no test `{test}!({rule}, ...)` of what it {meaning}"
                    );
                    found.push(Violation::new(&file.path, message));
                }
            }
        }
    }
    found
}

fn is_tested(tree: &Tree, test: &str, rule: &str) -> bool {
    let call = format!("{test}!(");
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    // rustfmt may break the line after the parenthesis.
    let names = |rest: &str| rest.trim_start().strip_prefix(rule).is_some_and(ends);
    tree.select(CRATE, ".rs").any(|file| file.text.split(&call).skip(1).any(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_tests_are_needed() {
        let rules = "pub enum RuleId {\n    AndTrue,\n    AndTrueTwice,\n}\n";
        let tests = "fires!(AndTrue, \"x\");\nkeeps!(\n    AndTrue,\n    \"x\");\nkeeps!(AndTrueTwice, \"x\");\n";
        let tree = Tree::of(&[
            ("crates/rewrite/src/rules.rs", rules),
            ("crates/rewrite/tests/t.rs", tests),
        ]);
        let found = check(&tree);
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("no test `fires!(AndTrueTwice, ...)`"));
    }

    #[test]
    fn the_table_may_be_a_file_of_its_own() {
        let table = "// Doc.\nrule_table! {\n    /// `a = a`\n    First,\n}\n";
        let tree = Tree::of(&[("crates/rewrite/src/rule_table.rs", table)]);
        assert_eq!(check(&tree).len(), 2);
    }
}
