//! No option is declared and never read. An option is read where its field is named outside the table.
//! One that is only accepted for the sake of clients says so above its row: `// unread: why`.

use super::Violation;
use crate::table;
use crate::tree::Tree;

pub const TABLE: &str = "crates/solver/src/options.rs";

pub fn check(tree: &Tree) -> Vec<Violation> {
    let Some(text) = tree.text(TABLE) else { return Vec::new() };
    let rows = table::options(text);
    if rows.is_empty() {
        return vec![Violation::new(TABLE, "no options found")];
    }
    rows.iter()
        .filter(|row| !is_read(tree, row.field) && !is_excused(text, row.field))
        .map(|row| Violation::new(TABLE, format!("nobody reads option `{}`", row.name)))
        .collect()
}

fn is_read(tree: &Tree, field: &str) -> bool {
    let access = format!(".{field}");
    let reads = |rest: &str| {
        let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let rest = rest.trim_start();
        ends && (!rest.starts_with('=') || rest.starts_with("=="))
    };
    let mut files = tree.select("crates/", ".rs").filter(|f| f.path != TABLE);
    files.any(|file| file.text.split(&access).skip(1).any(reads))
}

fn is_excused(text: &str, field: &str) -> bool {
    let row = format!("    {field}:");
    let mut lines = text.lines();
    let mut previous = "";
    lines.any(|line| {
        let excused = line.starts_with(&row) && previous.trim_start().starts_with("// unread:");
        previous = line;
        excused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_is_not_writing() {
        let table = "macro_rules! options {\n}\noptions! {\n    a: bool = true, \"x.a\" [], \"H\";\n    \
                     b: bool = true, \"x.b\" [], \"H\";\n    // unread: clients send it\n    \
                     c: bool = true, \"x.c\" [], \"H\";\n    d: u64 = 1, \"x.d\" [], \"H\";\n}\n";
        let code = "if o.a { o.b = false; }\nlet x = o.b_other;\nif o.d == 1 {}\n";
        let tree = Tree::of(&[(TABLE, table), ("crates/solver/src/lib.rs", code)]);
        assert_eq!(check(&tree), [Violation::new(TABLE, "nobody reads option `x.b`")]);
    }
}
