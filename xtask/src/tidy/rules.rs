//! Every rewrite rule is tested both ways: somewhere in the crate `rewrite` stands a test
//! `fires!(Rule, ...)` on a term it changes and a test `keeps!(Rule, ...)` on a term it must leave alone. And no file of
//! rules names a path to others, or to what applies them: the order of rules is said in one table.

use super::Violation;
use crate::table;
use crate::tree::Tree;

const CRATE: &str = "crates/rewrite/";
const RULES: &str = "crates/rewrite/src/rules/";
const TABLE: &str = "crates/rewrite/src/rules/mod.rs";

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = paths_to_others(tree);
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

fn paths_to_others(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.select(RULES, ".rs").filter(|file| file.path != TABLE) {
        let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in (1..).zip(code.lines().map(|l| l.split("//").next().unwrap_or(l))) {
            if ["super::", "crate::rules", "crate::driver"].iter().any(|path| line.contains(path)) {
                let message = "a file of rules must not see other rules or what applies them";
                found.push(Violation::new(format!("{}:{number}", file.path), message));
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
    fn rules_see_no_others() {
        let (eq, affix) = (format!("{RULES}eq.rs"), format!("{RULES}affix.rs"));
        let tree = Tree::of(&[
            (&eq, "// super::affix\npub(super) fn f() {}\n#[cfg(test)]\nuse super::*;\n"),
            (&affix, "use crate::cx::Cx;\nuse super::eq::f;\n"),
            (TABLE, "use crate::rules::eq;\n"),
        ]);
        let places: Vec<String> = check(&tree).into_iter().map(|v| v.place).collect();
        assert_eq!(places, [format!("{affix}:2")]);
    }

    #[test]
    fn the_table_may_be_a_file_of_its_own() {
        let table = "// Doc.\nrule_table! {\n    /// `a = a`\n    First,\n}\n";
        let tree = Tree::of(&[("crates/rewrite/src/rule_table.rs", table)]);
        assert_eq!(check(&tree).len(), 2);
    }
}
