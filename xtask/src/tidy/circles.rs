//! Files of a crate that import each other in a circle: none of them can be read, tested or changed alone.
//!
//! An arrow goes from a file to each file that a path in its code leads to, `use` or not; a module declares its children
//! without an arrow, and the root of a crate, which passes names on, has none.
//! A circle is a set of files that all reach each other. The sizes are printed, and none may grow: a
//! crate without a row may have circles of at most [`MOST`] files.

use super::Violation;
use crate::tree::{File, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// Files in a circle, where nothing else is said.
const MOST: usize = 6;

/// The crates with another limit: those that have larger circles, which only get smaller, and those that have none.
const LIMITS: &[(&str, usize)] = &[("rewrite", 1), ("sat", 9)];

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (name, circle) in largest(tree) {
        let limit = LIMITS.iter().find(|row| row.0 == name).map_or(MOST, |row| row.1);
        if circle.len() > limit {
            let message = format!(
                "{} files import each other in a circle, {limit} may: {}",
                circle.len(),
                circle.join(", ")
            );
            found.push(Violation::new(format!("crates/{name}"), message));
        }
    }
    found
}

/// One line with the size of the largest circle of each crate that has one.
pub fn summary(tree: &Tree) -> String {
    let sizes = largest(tree).into_iter().filter(|c| c.1.len() > 1);
    let sizes: Vec<String> = sizes.map(|(name, c)| format!("{name} {}", c.len())).collect();
    format!("files in the largest circle: {}", sizes.join(", "))
}

/// The files of the largest circle of each crate.
fn largest(tree: &Tree) -> Vec<(String, Vec<String>)> {
    let mut crates: BTreeMap<&str, Vec<&File>> = BTreeMap::new();
    let is_code = |f: &&File| !module(&f.path).is_empty() && !f.path.ends_with("/tests.rs");
    for file in tree.select("crates/", ".rs").filter(is_code) {
        let mut parts = file.path.split('/').skip(1);
        if let (Some(name), Some("src")) = (parts.next(), parts.next()) {
            crates.entry(name).or_default().push(file);
        }
    }
    crates.into_iter().map(|(name, files)| (name.to_owned(), circle(&files))).collect()
}

/// The paths of the largest set of files that reach each other.
fn circle(files: &[&File]) -> Vec<String> {
    let modules: Vec<Vec<String>> = files.iter().map(|f| module(&f.path)).collect();
    let index: BTreeMap<&[String], usize> = modules.iter().map(Vec::as_slice).zip(0..).collect();
    let arrows: Vec<BTreeSet<usize>> = files
        .iter()
        .zip(&modules)
        .map(|(file, module)| imports(&file.text, module, &index))
        .collect();
    let reached: Vec<BTreeSet<usize>> = (0..files.len()).map(|i| reach(&arrows, i)).collect();
    let circles = (0..files.len()).map(|i| {
        let together = |&j: &usize| reached[j].contains(&i);
        reached[i].iter().copied().filter(together).collect::<Vec<usize>>()
    });
    let best = circles.max_by_key(Vec::len).unwrap_or_default();
    best.into_iter().map(|i| files[i].path.clone()).collect()
}

/// The files behind the arrows from `start`, and behind those.
fn reach(arrows: &[BTreeSet<usize>], start: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(i) = waiting.pop() {
        waiting.extend(arrows[i].iter().copied().filter(|&j| reached.insert(j)));
    }
    reached
}

/// The path of the module in a file: `crates/c/src/a/b.rs` is `a::b`.
fn module(path: &str) -> Vec<String> {
    let inside = path.split("/src/").nth(1).unwrap_or("").trim_end_matches(".rs");
    let mut parts: Vec<String> = inside.split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// The files that paths in `text` lead to, the file itself left out.
fn imports(text: &str, module: &[String], index: &BTreeMap<&[String], usize>) -> BTreeSet<usize> {
    let code = code(text);
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("::") {
        let Some((start, word)) = first_word(&code, at) else { continue };
        let base = match word {
            "crate" => Vec::new(),
            "self" => module.to_vec(),
            "super" => module[..module.len().saturating_sub(1)].to_vec(),
            child => {
                let path = [module, &[child.to_owned()]].concat();
                if !index.contains_key(path.as_slice()) {
                    continue;
                }
                path
            }
        };
        tree_of_paths(&code[start + word.len() + 2..], base, &mut paths);
    }
    let own = index.get(module).copied();
    let files = paths.iter().filter_map(|p| (0..=p.len()).rev().find_map(|n| index.get(&p[..n])));
    files.copied().filter(|&i| Some(i) != own).collect()
}

/// The word before the `::` at `at`, if a path begins with it.
fn first_word(code: &str, at: usize) -> Option<(usize, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let before = &code[..at];
    let start = before.rfind(|c| !is_word(c)).map_or(0, |i| i + 1);
    (start < at && !before[..start].ends_with("::")).then(|| (start, &before[start..]))
}

/// The paths of a `use`: `a::{b, c::D}` below `base` are `a::b` and `a::c::D`.
fn tree_of_paths(code: &str, base: Vec<String>, out: &mut Vec<Vec<String>>) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut stack = Vec::new();
    let (mut path, mut rest) = (base, code);
    loop {
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        match &rest[..end] {
            "" => {}
            "super" => drop(path.pop()),
            word => path.push(word.to_owned()),
        }
        rest = rest[end..].trim_start();
        if let Some(after) = rest.strip_prefix("::") {
            rest = after;
        } else if let Some(after) = rest.strip_prefix('{').filter(|_| end == 0) {
            stack.push(path.clone());
            rest = after.trim_start();
        } else {
            out.push(std::mem::take(&mut path));
            while let Some(after) = rest.strip_prefix('}').filter(|_| !stack.is_empty()) {
                stack.pop();
                rest = after.trim_start();
            }
            match (stack.last(), rest.strip_prefix(',')) {
                (Some(outer), Some(after)) => {
                    path = outer.clone();
                    rest = after.trim_start();
                }
                _ => return,
            }
        }
    }
}

/// The text without comments and without the tests at its end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle_of(files: &[(&str, &str)]) -> Vec<String> {
        let tree = Tree::of(files);
        largest(&tree).into_iter().flat_map(|c| c.1).collect()
    }

    #[test]
    fn circles_are_found() {
        let (root, a) = ("crates/c/src/lib.rs", "crates/c/src/a/mod.rs");
        let (b, d) = ("crates/c/src/a/b.rs", "crates/c/src/d.rs");
        let files = [
            (root, "mod a;\nmod d;\npub use d::D;\n"),
            (a, "mod b;\nfn f() { b::g() }\n"),
            (b, "use crate::{d::{self, D}, other};\n"),
            (d, "// super::a\nuse super::a::{f};\n"),
        ];
        assert_eq!(circle_of(&files), [a, b, d]);
        let fewer =
            [files[0], files[1], files[2], (d, "#[cfg(test)]\nmod tests { use crate::a; }")];
        assert_eq!(circle_of(&fewer), [""; 0]);
    }

    #[test]
    fn a_ceiling_is_kept() {
        let file =
            |i: usize| (format!("crates/c/src/m{i}.rs"), format!("use crate::m{};", (i + 1) % 7));
        let files: Vec<(String, String)> = (0..7).map(file).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|f| (&*f.0, &*f.1)).collect();
        assert_eq!(check(&Tree::of(&files)).len(), 1);
        assert_eq!(check(&Tree::of(&files[..6])).len(), 0);
    }
}
