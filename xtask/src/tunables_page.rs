//! `docs/tunables.md`, made from the table of tunables: `cargo xtask docs` writes it, and `tidy` complains when it is not
//! what the table says.

use crate::tidy::Violation;
use crate::tree::Tree;
use base::tunables::{self, About, Tunable};
use std::fmt::Write;
use std::path::Path;

const PAGE: &str = "docs/tunables.md";

const HEAD: &str = "\
# Tunables

Numbers at which a procedure gives up, a cheap pass is skipped or an alternative is preferred. Whatever their values, no answer is
wrong: they change at most which formulas are decided, and how fast. They are for the development of the solver and may
change with every version. `--tune NAME=VALUE,...` sets some of them, and so does `(set-option :tune \"NAME=VALUE,...\")`.

This page is made from the table in `crates/tunables` by `cargo xtask docs`.
";

/// Writes the page.
pub fn write(root: &Path) -> Result<(), String> {
    std::fs::write(root.join(PAGE), render()).map_err(|e| format!("cannot write {PAGE}: {e}"))
}

/// Complains if the page is not what the table says.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let current = tree.text(PAGE) == Some(&render());
    if current { Vec::new() } else { vec![Violation::new(PAGE, "run `cargo xtask docs`")] }
}

fn render() -> String {
    let mut page = HEAD.to_owned();
    for (area, about) in tunables::TABLE.iter().zip(tunables::ABOUT) {
        let name = area.first().and_then(|row| row.name.split('.').next()).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(page, "\n## {name}\n");
        page.push_str(
            "| tunable | default | unit | range | at it | why |\n|---|---|---|---|---|---|\n",
        );
        area.iter().zip(*about).for_each(|(row, about)| page.push_str(&line(row, about)));
    }
    page
}

fn line(row: &Tunable, about: &About) -> String {
    let (Tunable { name, default, least, most, .. }, About { unit, at, why }) = (row, about);
    format!("| `{name}` | {default} | {unit} | {least} to {most} | {at} | {why} |\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_must_be_current() {
        assert_eq!(check(&Tree::of(&[(PAGE, &render())])), []);
        assert_eq!(check(&Tree::of(&[(PAGE, "old")])).len(), 1);
    }
}
