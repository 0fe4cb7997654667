//! Every source file opens with `//!`: what it is for. A table brought in by `include!` cannot, and
//! opens with `//`.

use super::Violation;
use crate::tree::Tree;

pub fn check(tree: &Tree) -> Vec<Violation> {
    tree.select("", ".rs")
        .filter(|f| !f.text.starts_with(if is_included(tree, &f.path) { "// " } else { "//! " }))
        .map(|f| Violation::new(&f.path, "must open with a comment: what the file is for"))
        .collect()
}

fn is_included(tree: &Tree, path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let call = format!("include!(\"{name}\")");
    tree.select(folder, ".rs").any(|f| f.text.contains(&call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_counts() {
        let tree = Tree::of(&[("a.rs", "//! Doc.\n"), ("b.rs", "\n//! Doc.\n"), ("c.md", "x")]);
        let found = check(&tree);
        assert!(found.iter().map(|v| v.place.as_str()).eq(["b.rs"]));
    }

    #[test]
    fn an_included_table_opens_with_an_ordinary_comment() {
        let includer = ("src/a.rs", "//! Doc.\ninclude!(\"table.rs\");\n");
        assert_eq!(check(&Tree::of(&[includer, ("src/table.rs", "// Doc.\n")])), []);
        assert_eq!(check(&Tree::of(&[includer, ("src/table.rs", "rows! {\n")])).len(), 1);
    }
}
