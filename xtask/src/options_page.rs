//! `docs/options.md`, made from the table of options: `cargo xtask docs` writes it, and `tidy` complains
//! when it is not what the table says.
//!
//! The table is read as text, as the other checks read it, so that this tool builds without the solver.

use crate::tidy::{OPTIONS_TABLE, Violation};
use crate::tree::Tree;
use std::fmt::Write;
use std::path::Path;

const PAGE: &str = "docs/options.md";

const HEAD: &str = "\
# Options

Every option is set on the command line as `--name=value`, `--name value` or `name=value`, and in a script by
`(set-option :name value)`. A switch is turned on by `--name` and off by `--no-name`. `_` counts as `-`. The
other names are what z3 and cvc5 call the same thing.

This page is made from the table in `crates/solver/src/options.rs` by `cargo xtask docs`.

| option | default | other names | meaning |
|---|---|---|---|
";

/// Writes the page.
pub fn write(root: &Path) -> Result<(), String> {
    let tree = Tree::load(root).map_err(|e| format!("cannot read {}: {e}", root.display()))?;
    let table = tree.text(OPTIONS_TABLE).ok_or(format!("there is no {OPTIONS_TABLE}"))?;
    std::fs::write(root.join(PAGE), render(table)).map_err(|e| format!("cannot write {PAGE}: {e}"))
}

/// Complains if the page is not what the table says.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let Some(table) = tree.text(OPTIONS_TABLE) else { return Vec::new() };
    let current = tree.text(PAGE) == Some(&render(table));
    if current { Vec::new() } else { vec![Violation::new(PAGE, "run `cargo xtask docs`")] }
}

fn render(table: &str) -> String {
    let mut page = HEAD.to_owned();
    for Row { name, default, aliases, help } in rows(table) {
        let aliases: Vec<String> = aliases.iter().map(|a| format!("`{a}`")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(page, "| `{name}` | {default} | {} | {help} |", aliases.join(", "));
    }
    page
}

/// An option as people need it.
#[derive(PartialEq, Eq, Debug)]
struct Row<'a> {
    name: &'a str,
    default: String,
    aliases: Vec<&'a str>,
    help: &'a str,
}

/// The rows `field: type = default, "name" ["alias", ...] in range, "help";` of the table.
fn rows(table: &str) -> impl Iterator<Item = Row<'_>> {
    let call = table.split_once("\noptions! {\n").map_or("", |(_, rest)| rest);
    let body = call.split_once("\n}").map_or("", |(body, _)| body);
    body.trim_end_matches("\";").split("\";\n").filter_map(row)
}

fn row(text: &str) -> Option<Row<'_>> {
    let (head, help) = text.rsplit_once('"')?;
    let head = head.lines().find(|l| l.starts_with("    ") && l.contains(" = "))?;
    let (_, rest) = head.split_once(" = ")?;
    let (default, rest) = rest.split_once(", \"")?;
    let (name, rest) = rest.split_once('"')?;
    let (_, rest) = rest.split_once('[')?;
    let (aliases, _) = rest.split_once(']')?;
    let aliases = aliases.split(", ").map(|a| a.trim_matches('"')).filter(|a| !a.is_empty());
    Some(Row { name, default: value(default), aliases: aliases.collect(), help })
}

/// A default as users write it: `Dialect::Standard` is `standard`, `"x".into()` is `x`.
fn value(rust: &str) -> String {
    match rust.rsplit_once("::") {
        Some((_, variant)) => variant.to_lowercase(),
        None => rust.trim_end_matches(".into()").trim_matches('"').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "macro_rules! options {\n}\n\noptions! {\n    // unread: why; because.\n    \
        a: u64 = 3, \"a\" [\"b\", \"c.d\"] in (0, 3),\n        \"One; two.\";\n\n    \
        x: Kind = Kind::Odd, \"x.y\" [],\n        \"Three.\";\n}\nconst Z: u8 = 0;\n";

    #[test]
    fn rows_of_the_table() {
        let row = |name, default: &str, aliases: &[&'static str], help| Row {
            name,
            default: default.to_owned(),
            aliases: aliases.to_vec(),
            help,
        };
        let want = [row("a", "3", &["b", "c.d"], "One; two."), row("x.y", "odd", &[], "Three.")];
        assert!(rows(TABLE).eq(want));
    }

    #[test]
    fn the_page_must_be_current() {
        let page = render(TABLE);
        assert!(
            page.ends_with("| `a` | 3 | `b`, `c.d` | One; two. |\n| `x.y` | odd |  | Three. |\n")
        );
        assert_eq!(check(&Tree::of(&[(OPTIONS_TABLE, TABLE), (PAGE, &page)])), []);
        assert_eq!(check(&Tree::of(&[(OPTIONS_TABLE, TABLE), (PAGE, "old")])).len(), 1);
        assert_eq!(check(&Tree::of(&[(OPTIONS_TABLE, TABLE)])).len(), 1);
    }
}
