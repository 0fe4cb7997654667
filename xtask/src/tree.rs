//! The texts of the repository, read once, so that every check is a function from texts to
//! complaints and can be tested on a few made-up lines.

use std::fs;
use std::io;
use std::path::Path;

/// One file.
pub struct File {
    /// From the root, with `/` between folders.
    pub path: String,
    pub text: String,
}

/// The files that checks look at, in order of their paths.
pub struct Tree {
    pub files: Vec<File>,
}

const EXTENSIONS: &[&str] = &["rs", "toml", "md", "smt2"];

impl Tree {
    /// Reads the sources, manifests, pages and tests below `root`.
    pub fn load(root: &Path) -> io::Result<Tree> {
        let mut files = Vec::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(root.join(&folder))? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let path =
                    if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
                if entry.file_type()?.is_dir() {
                    if !name.starts_with('.')
                        && !name.starts_with("target")
                        && name != "node_modules"
                    {
                        folders.push(path);
                    }
                } else if EXTENSIONS.iter().any(|e| name.ends_with(&format!(".{e}"))) {
                    let text = String::from_utf8_lossy(&fs::read(entry.path())?).into_owned();
                    files.push(File { path, text });
                }
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Tree { files })
    }

    /// A tree of the given paths and texts.
    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Tree {
        let file = |&(path, text): &(&str, &str)| File { path: path.into(), text: text.into() };
        Tree { files: files.iter().map(file).collect() }
    }

    /// The text of a file, if it exists.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|f| f.path == path).map(|f| f.text.as_str())
    }

    /// The files whose path starts with `prefix` and ends with `suffix`.
    pub fn select<'a>(
        &'a self,
        prefix: &'a str,
        suffix: &'a str,
    ) -> impl Iterator<Item = &'a File> + 'a {
        let wanted = move |f: &&File| f.path.starts_with(prefix) && f.path.ends_with(suffix);
        self.files.iter().filter(wanted)
    }
}
