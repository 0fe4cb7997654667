//! The files of a corpus. A family is a folder of it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// A benchmark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Benchmark {
    /// The path below the corpus, which is the name in results.
    pub name: String,
    pub path: PathBuf,
}

/// The scripts below `folder` by name, at most `sample` of each family: evenly spread, so that
/// equal calls choose equal files.
pub fn load(folder: &Path, sample: Option<usize>) -> io::Result<Vec<Benchmark>> {
    let mut families: BTreeMap<String, Vec<Benchmark>> = BTreeMap::new();
    for path in scripts(folder)? {
        let below = path.strip_prefix(folder).unwrap_or(&path);
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        families.entry(family(&name).to_owned()).or_default().push(Benchmark { name, path });
    }
    Ok(families.into_values().flat_map(|files| spread(files, sample)).collect())
}

/// The family of a file: the first folder of its name.
pub fn family(name: &str) -> &str {
    name.split_once('/').map_or("", |(family, _)| family)
}

fn scripts(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn spread<T>(items: Vec<T>, sample: Option<usize>) -> Vec<T> {
    let all = items.len();
    let wanted = sample.unwrap_or(all).min(all);
    let is_chosen = |i: usize| (i * wanted) % all.max(1) < wanted;
    items.into_iter().enumerate().filter(|&(i, _)| is_chosen(i)).map(|(_, item)| item).collect()
}

/// What the script says of itself, `sat` or `unsat`.
pub fn status(script: &str) -> Option<&str> {
    let (_, rest) = script.split_once(":status")?;
    let word = rest.trim_start().split([')', ' ', '\n', '\r', '\t']).next()?;
    matches!(word, "sat" | "unsat").then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread() {
        let of = |n, sample| spread((0..n).collect::<Vec<_>>(), sample);
        assert_eq!(of(10, Some(2)), [0, 5]);
        assert_eq!(of(10, Some(3)).len(), 3);
        assert_eq!(of(3, Some(7)), [0, 1, 2]);
        assert_eq!(of(3, None), [0, 1, 2]);
        assert!(of(0, Some(2)).is_empty() && of(4, Some(0)).is_empty());
    }

    #[test]
    fn what_scripts_say() {
        assert_eq!(status("(set-info :status unsat)\n(check-sat)"), Some("unsat"));
        assert_eq!(status("(set-info :status  unknown)"), None);
        assert_eq!(status("(check-sat)"), None);
    }

    #[test]
    fn families_are_folders() {
        let root = std::env::temp_dir().join(format!("bench-corpus-{}", std::process::id()));
        for (folder, file) in [("b/deep", "x.smt2"), ("a", "y.smt2"), ("a", "README.md")] {
            std::fs::create_dir_all(root.join(folder)).unwrap();
            std::fs::write(root.join(folder).join(file), "").unwrap();
        }
        let names: Vec<String> = load(&root, None).unwrap().into_iter().map(|b| b.name).collect();
        assert_eq!(names, ["a/y.smt2", "b/deep/x.smt2"]);
        assert_eq!((family(&names[1]), family("z.smt2")), ("b", ""));
        std::fs::remove_dir_all(&root).unwrap();
    }
}
