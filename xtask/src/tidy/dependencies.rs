//! Which crate may depend on which, as the block of ARCHITECTURE.md fenced by
//! ```` ```dependencies ```` says: one line `crate: what it may depend on` each. Only dependencies between
//! the crates of this repository are looked at. Tests may use what they like, except that a crate standing
//! on `base` alone stays blind to `terms` even there: it must be testable without them.

use super::Violation;
use crate::tree::Tree;

const PAGE: &str = "ARCHITECTURE.md";

pub fn check(tree: &Tree) -> Vec<Violation> {
    let Some(page) = tree.text(PAGE) else { return Vec::new() };
    let Some(rows) = parse(page) else {
        return vec![Violation::new(PAGE, "has no block fenced by ```dependencies")];
    };
    let manifests: Vec<_> = tree
        .select("crates/", "/Cargo.toml")
        .filter_map(|f| Some((f.path.split('/').nth(1)?, &f.path, &f.text)))
        .collect();
    let names: Vec<&str> = manifests.iter().map(|&(name, ..)| name).collect();
    let unknown = rows.iter().filter(|row| !names.contains(&row.name));
    let mut found: Vec<Violation> = unknown
        .map(|row| Violation::new(PAGE, format!("there is no crate `{}`", row.name)))
        .collect();
    for (name, path, text) in manifests {
        match rows.iter().find(|row| row.name == name) {
            Some(row) => found
                .extend(complaints(row, text, &names).into_iter().map(|m| Violation::new(path, m))),
            None => found.push(Violation::new(PAGE, format!("says nothing of crate `{name}`"))),
        }
    }
    found
}

/// A line of the table.
#[derive(PartialEq, Eq, Debug)]
struct Row<'a> {
    name: &'a str,
    allowed: Vec<&'a str>,
}

fn parse(page: &str) -> Option<Vec<Row<'_>>> {
    let (_, rest) = page.split_once("```dependencies\n")?;
    let (table, _) = rest.split_once("```")?;
    let rows = table.lines().filter_map(|line| line.split_once(':'));
    let rows = rows.map(|(name, allowed)| {
        let allowed = allowed.split_whitespace().collect();
        Row { name: name.trim(), allowed }
    });
    Some(rows.collect())
}

fn complaints(row: &Row<'_>, manifest: &str, crates: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (section, dependency) in dependencies(manifest) {
        let ours = crates.contains(&dependency);
        let is_test = section == "dev-dependencies";
        if ours && !is_test && !row.allowed.contains(&dependency) {
            found.push(format!("`{}` must not depend on `{dependency}`", row.name));
        }
        if is_test && row.allowed == ["base"] && dependency == "terms" {
            found.push(format!("`{}` must be tested without `terms`", row.name));
        }
    }
    found
}

/// Section and name of every dependency; the name is that of the crate's folder.
fn dependencies(manifest: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut section = "";
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            // `[dependencies.name]` is a section and an entry at once.
            let (head, entry) = header.split_once("dependencies.").unwrap_or((header, ""));
            section = match head {
                "dev-dependencies" | "dev-" => "dev-dependencies",
                _ if header.contains("dependencies") => "dependencies",
                _ => "",
            };
            if !entry.is_empty() {
                found.push((section, entry));
            }
        } else if !section.is_empty() && line.contains('=') && !line.starts_with('#') {
            let key = line.split(['.', '=', ' ']).next().unwrap_or(line);
            found.push((section, renamed(line).unwrap_or(key)));
        }
    }
    found
}

/// The folder of a crate that is imported under another name.
fn renamed(entry: &str) -> Option<&str> {
    let (_, rest) = entry.split_once("package = \"")?;
    let package = rest.split('"').next()?;
    Some(package.strip_prefix("stringent-").unwrap_or(package))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# Page\n```dependencies\nbase:\nsat: base\nterms: base\n```\n";
    const BASE: (&str, &str) = ("crates/base/Cargo.toml", "[dependencies]\nrustc-hash = \"2\"\n");
    const TERMS: (&str, &str) =
        ("crates/terms/Cargo.toml", "[dependencies]\nbase.workspace = true\n");

    fn messages(sat: &str) -> Vec<String> {
        let page = (PAGE, TABLE);
        let tree = Tree::of(&[page, BASE, ("crates/sat/Cargo.toml", sat), TERMS]);
        check(&tree).into_iter().map(|v| v.to_string()).collect()
    }

    #[test]
    fn arrows_of_the_table_pass() {
        assert_eq!(messages("[dependencies]\nbase.workspace = true\n"), [""; 0]);
        assert_eq!(messages("[dev-dependencies]\nbase = { path = \"../base\" }\n"), [""; 0]);
    }

    #[test]
    fn other_arrows_fail_however_they_are_written() {
        let want = ["crates/sat/Cargo.toml: `sat` must not depend on `terms`"];
        assert_eq!(messages("[dependencies]\nterms.workspace = true\n"), want);
        assert_eq!(messages("[dependencies.terms]\nworkspace = true\n"), want);
        assert_eq!(messages("[dependencies]\nt = { package = \"stringent-terms\" }\n"), want);
        assert_eq!(messages("[target.'cfg(unix)'.dependencies]\nterms = \"1\"\n"), want);
    }

    #[test]
    fn engines_are_blind_in_tests() {
        let want = ["crates/sat/Cargo.toml: `sat` must be tested without `terms`"];
        assert_eq!(messages("[dev-dependencies]\nterms.workspace = true\n"), want);
    }

    #[test]
    fn the_table_and_the_crates_must_agree() {
        let page = (PAGE, "```dependencies\nbase:\nold: base\n```\n");
        let found = check(&Tree::of(&[page, BASE, TERMS]));
        let want = ["there is no crate `old`", "says nothing of crate `terms`"];
        assert!(found.iter().map(|v| v.message.as_str()).eq(want));
        assert_eq!(check(&Tree::of(&[(PAGE, "nothing")])).len(), 1);
    }
}
