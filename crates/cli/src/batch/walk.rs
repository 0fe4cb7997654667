//! The files of a batch, found one folder at a time: a million names need not be in memory before the first is solved.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::vec;

/// All scripts below a folder: those of a folder by name, then those of its folders. Links to folders are not
/// followed, as they may lead in circles.
#[derive(Debug)]
pub struct Walk {
    /// Still to be read, the next one last.
    folders: Vec<PathBuf>,
    folder: PathBuf,
    files: vec::IntoIter<OsString>,
}

impl Walk {
    /// Begins at `root`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn new(root: &Path) -> io::Result<Walk> {
        let mut walk =
            Walk { folders: Vec::new(), folder: PathBuf::new(), files: Vec::new().into_iter() };
        walk.enter(root.to_owned())?;
        Ok(walk)
    }

    fn enter(&mut self, folder: PathBuf) -> io::Result<()> {
        let (mut files, mut folders) = (Vec::new(), Vec::new());
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if entry.file_type()?.is_dir() {
                folders.push(folder.join(name));
            } else if Path::new(&name).extension().is_some_and(|e| e == "smt2") {
                files.push(name);
            }
        }
        files.sort_unstable();
        folders.sort_unstable();
        self.folders.extend(folders.into_iter().rev());
        self.files = files.into_iter();
        self.folder = folder;
        Ok(())
    }
}

impl Iterator for Walk {
    type Item = io::Result<PathBuf>;

    fn next(&mut self) -> Option<io::Result<PathBuf>> {
        loop {
            if let Some(file) = self.files.next() {
                return Some(Ok(self.folder.join(file)));
            }
            let folder = self.folders.pop()?;
            let shown = folder.display().to_string();
            if let Err(error) = self.enter(folder) {
                return Some(Err(io::Error::new(error.kind(), format!("{shown}: {error}"))));
            }
        }
    }
}

/// The path below the folder, the same on every system, on one line and in UTF-8: what is neither is escaped.
pub fn name(folder: &Path, file: &Path) -> String {
    let mut name = String::new();
    for part in file.strip_prefix(folder).unwrap_or(file) {
        if !name.is_empty() {
            name.push('/');
        }
        for chunk in part.as_encoded_bytes().utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    '\\' => name.push_str("\\\\"),
                    c if c.is_control() => name.extend(c.escape_default()),
                    c => name.push(c),
                }
            }
            for byte in chunk.invalid() {
                name.push_str(&format!("\\x{byte:02x}"));
            }
        }
    }
    name
}

/// A part of all files, so that several machines share a folder without talking to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// Everything.
    pub const ALL: Shard = Shard { index: 0, of: 1 };

    /// Reads `I/N`: part I of N, from 1.
    pub fn read(text: &str) -> Option<Shard> {
        let (index, of) = text.split_once('/')?;
        let (index, of) = (index.parse::<u64>().ok()?, of.parse::<u64>().ok()?);
        (1..=of).contains(&index).then(|| Shard { index: index - 1, of })
    }

    /// Whether the file with this name belongs to it. That depends on the name alone (FNV-1a), so files that come or go
    /// move no others.
    pub fn has(self, name: &str) -> bool {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        name.bytes().fold(0xcbf2_9ce4_8422_2325, step) % self.of == self.index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lines() {
        let text = |file: &str| name(Path::new("a/b"), &Path::new("a/b").join(file));
        assert_eq!(text("c/d.smt2"), "c/d.smt2");
        assert_eq!(text("new\nline\\n.smt2"), "new\\nline\\\\n.smt2");
        assert_eq!(text("日.smt2"), "日.smt2");
    }

    #[test]
    #[cfg(unix)]
    fn names_that_are_no_text_differ() {
        use std::os::unix::ffi::OsStrExt;
        let text =
            |bytes: &[u8]| name(Path::new("a"), Path::new(std::ffi::OsStr::from_bytes(bytes)));
        assert_eq!(text(b"a/\xff.smt2"), "\\xff.smt2");
        assert_eq!(text(b"a/\xfe.smt2"), "\\xfe.smt2");
    }

    #[test]
    fn shards_divide() {
        for wrong in ["", "1", "0/2", "3/2", "1/0", "-1/2", "a/b", "1/2/3"] {
            assert_eq!(Shard::read(wrong), None, "{wrong}");
        }
        let shards: Vec<Shard> = (1..=3).map(|i| Shard::read(&format!("{i}/3")).unwrap()).collect();
        let mut sizes = [0; 3];
        for i in 0..3000 {
            let name = format!("{}/{i:04}.smt2", i % 7);
            let homes: Vec<usize> = (0..3).filter(|&s| shards[s].has(&name)).collect();
            assert!(homes.len() == 1 && Shard::ALL.has(&name), "{name}");
            sizes[homes[0]] += 1;
        }
        assert!(sizes.iter().all(|n| (800..1200).contains(n)), "{sizes:?}");
    }
}
