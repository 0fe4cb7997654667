//! Folders of scripts, solved into a table.

mod common;

use common::run;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("stringent-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("deep")).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The rows without the times, sorted.
fn rows(table: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(table)).unwrap();
    let timeless = |line: &str| {
        let mut fields: Vec<&str> = line.split(',').collect();
        let _ = fields.remove(3);
        fields.join(",")
    };
    let mut rows: Vec<String> = text.lines().skip(1).map(timeless).collect();
    rows.sort();
    rows
}

#[test]
fn a_folder_is_solved_and_continued() {
    let folder = Folder::new("batch");
    let table = folder.path("table.csv");
    folder.write("a.smt2", "(set-info :status sat)(check-sat)(assert false)(check-sat)");
    folder.write("deep/b.smt2", "(assert x)");
    folder.write("deep/d.smt2", "(set-info :status sat)(check-sat)(assert x)(check-sat)");
    folder.write("ignored.txt", "(check-sat)");
    let dir = folder.path("");
    let first = run(&["batch", &dir, "--out", &table, "--jobs", "2"], "");
    assert_eq!((first.code, &*first.stderr), (Some(1), ""));
    assert_eq!(first.stdout, "3 files: 2 error, 1 several\n");
    let done = ["a.smt2,sat unsat,sat,0,0", "deep/b.smt2,,,1,1", "deep/d.smt2,sat error,sat,1,1"];
    assert_eq!(rows(&table), done);
    // Only the new file is solved: the old one would have another answer now.
    folder.write("a.smt2", "(check-sat)");
    folder.write("c.smt2", "(set-info :status unsat)\n(check-sat)");
    let second = run(&["batch", &dir, "--out", &table, "--", "--rlimit=1000"], "");
    assert_eq!(second.code, Some(1));
    assert_eq!(second.stdout, "4 files: 2 error, 1 sat, 1 several; 1 contradict their status\n");
    assert_eq!(rows(&table), [done[0], "c.smt2,sat,unsat,0,0", done[1], done[2]]);
}

#[test]
fn mistakes() {
    let folder = Folder::new("batch-mistakes");
    let dir = folder.path("");
    for args in [&["/no/such/folder"][..], &["--jobs", "0", &dir], &["--frob", &dir], &[&dir, &dir]]
    {
        let output = run(&[&["batch"], args].concat(), "");
        assert_eq!((output.code, &*output.stdout), (Some(2), ""), "{args:?}");
    }
    folder.write("other.csv", "name,price\n");
    let output = run(&["batch", &dir, "--out", &folder.path("other.csv")], "");
    assert!(output.stderr.contains("no table of results"), "{}", output.stderr);
}
