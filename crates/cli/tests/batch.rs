//! Folders of scripts, solved into a table.

mod common;

use common::run;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

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
    let lines = [
        (&["/no/such/folder"][..], "/no/such/folder: "),
        (&["--jobs", "0", &dir], "expected a positive number"),
        (&["--shard", "3/2", &dir], "expected I/N"),
        (&["--tiem", "3", &dir], "did you mean --time?"),
        (&["-jobs", "3"], "only one folder"),
        (&["-jobs"], "did you mean --jobs?"),
        (&[&dir, &dir], "only one folder"),
        (&[&dir, "--", "--tiemout=3"], "did you mean --timeout?"),
        (&[&dir, "--", "a.smt2"], "no file can follow"),
    ];
    for (args, message) in lines {
        let output = run(&[&["batch"], args].concat(), "");
        assert_eq!((output.code, &*output.stdout), (Some(2), ""), "{args:?}");
        assert!(output.stderr.contains(message), "{args:?}: {}", output.stderr);
    }
    assert!(!Path::new("results.csv").exists());
    folder.write("other.csv", "name,price\n");
    let output = run(&["batch", &dir, "--out", &folder.path("other.csv")], "");
    assert!(output.stderr.contains("no table of results"), "{}", output.stderr);
}

/// Formulas that are answered at once, and one that is never.
const EASY: [&str; 4] = [
    "(set-info :status sat)(declare-const s String)(assert (= (str.len s) 3))(check-sat)",
    "(set-info :status unsat)(assert false)(check-sat)",
    "(declare-const n Int)(assert (> n 2))(check-sat)(assert (< n 2))(check-sat)",
    "(echo \"no question\")",
];

/// `n` scripts in folders of a hundred.
fn many(name: &str, n: usize) -> Folder {
    let folder = Folder::new(name);
    for i in 0..n {
        if i % 100 == 0 {
            fs::create_dir_all(folder.0.join(format!("deep/{}", i / 100))).unwrap();
        }
        folder.write(&format!("deep/{}/{i:05}.smt2", i / 100), EASY[i % EASY.len()]);
    }
    folder
}

/// One more pigeon than holes takes any solver longer than any test.
fn pigeons() -> String {
    let of = |p: usize, h: usize| format!("p{p}h{h}");
    let mut script = String::new();
    for p in 0..=12 {
        let somewhere: Vec<String> = (0..12).map(|h| of(p, h)).collect();
        let declared = somewhere.iter().map(|name| format!("(declare-const {name} Bool)"));
        script.extend(declared);
        script += &format!("(assert (or {}))", somewhere.join(" "));
        for (q, h) in (0..p).flat_map(|q| (0..12).map(move |h| (q, h))) {
            script += &format!("(assert (not (and {} {})))", of(p, h), of(q, h));
        }
    }
    script + "(check-sat)"
}

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stringent"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until the table has so many rows.
fn wait_for_rows(table: &str, n: usize) {
    let patience = Instant::now() + Duration::from_secs(120);
    while fs::read_to_string(table).map_or(0, |text| text.lines().count()) <= n {
        assert!(Instant::now() < patience, "no {n} rows");
        thread::sleep(Duration::from_millis(1));
    }
}

/// The names in some tables: how often which.
fn names(tables: &[&str]) -> Vec<String> {
    let rows = tables.iter().flat_map(|table| rows(table));
    let mut names: Vec<String> =
        rows.map(|row| row.split(',').next().unwrap().to_owned()).collect();
    names.sort();
    names
}

/// Killed half way, three machines go on with a part each: nothing is lost, nothing is done twice.
#[test]
fn runs_are_killed_and_divided() {
    let folder = many("batch-many", 2000);
    let (dir, whole) = (folder.path("deep"), folder.path("whole.csv"));
    let mut child = start(&["batch", &dir, "--out", &whole, "--jobs", "3"]);
    wait_for_rows(&whole, 1000);
    child.kill().unwrap();
    child.wait().unwrap();
    let part = names(&[&whole]).len();
    assert!((1000..2000).contains(&part), "{part}");
    let tables = [1, 2, 3].map(|i| folder.path(&format!("part{i}.csv")));
    for (i, table) in (1..).zip(&tables) {
        // What is known already is known to each of them.
        fs::copy(&whole, table).unwrap();
        let shard = format!("--shard={i}/3");
        let output = run(&["batch", &dir, "--out", table, &shard], "");
        assert_eq!((output.code, &*output.stderr), (Some(0), ""));
        let before = names(&[&whole]).len();
        let solved = names(&[table]).len() - before;
        assert!((1..2000 - before).contains(&solved), "{solved}");
    }
    let mut all = names(&tables.each_ref().map(String::as_str));
    let twice = all.len();
    all.dedup();
    assert_eq!((all.len(), twice), (2000, 2000 + 2 * part));
    let output = run(&["batch", &dir, "--out", &whole], "");
    assert_eq!(output.stdout, "2000 files: 500 none, 500 sat, 500 several, 500 unsat\n");
    assert_eq!(names(&[&whole]), all);
    assert!(rows(&whole).contains(&"3/00302.smt2,sat unsat,,0,0".to_owned()));
}

/// Control-C ends a run at once and in order.
#[test]
#[cfg(unix)]
fn runs_are_stopped() {
    use nix::sys::signal::{Signal, kill};
    let folder = many("batch-stop", 8);
    folder.write("deep/hard.smt2", &pigeons());
    let (dir, table) = (folder.path("deep"), folder.path("table.csv"));
    let child = start(&["batch", &dir, "--out", &table, "--jobs", "1"]);
    let process = nix::unistd::Pid::from_raw(child.id().try_into().unwrap());
    thread::sleep(Duration::from_millis(300));
    // The table is somebody else's until then.
    let second = run(&["batch", &dir, "--out", &table], "");
    assert!(second.stderr.contains("another batch writes it"), "{}", second.stderr);
    kill(process, Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert_eq!(text, "stopped; the same command goes on. So far 0 files: \n");
    assert_eq!(rows(&table), Vec::<String>::new());
    fs::remove_file(folder.0.join("deep/hard.smt2")).unwrap();
    let output = run(&["batch", &dir, "--out", &table], "");
    assert_eq!(output.stdout, "8 files: 2 none, 2 sat, 2 several, 2 unsat\n");
}

/// The processes that another one has started.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<nix::unistd::Pid> {
    let tasks = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let lists: String = lists.collect();
    lists.split_whitespace().map(|id| nix::unistd::Pid::from_raw(id.parse().unwrap())).collect()
}

/// What happens to the process of one file is a row of that file, and nothing to the others.
#[test]
#[cfg(target_os = "linux")]
fn one_file_does_not_hurt_the_others() {
    use nix::sys::signal::{Signal, kill};
    let folder = many("batch-hurt", 8);
    folder.write("deep/hard.smt2", &pigeons());
    let (dir, table) = (folder.path("deep"), folder.path("table.csv"));
    let mut child = start(&["batch", &dir, "--out", &table, "--jobs", "2"]);
    wait_for_rows(&table, 8);
    // A worker may not have taken the hard file yet, and one that dies between two files is replaced without a word.
    while child.try_wait().unwrap().is_none() {
        for worker in children(child.id()) {
            let _ = kill(worker, Signal::SIGKILL);
        }
        thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, "9 files: 1 crashed, 2 none, 2 sat, 2 several, 2 unsat\n");
    assert_eq!(rows(&table).last().unwrap(), "hard.smt2,crashed,,0,signal: 9 (SIGKILL)");
}

/// Each file has the whole of its time, and the next one as well.
#[test]
fn time_is_for_each_file() {
    let folder = many("batch-time", 4);
    folder.write("deep/0/00000.smt2", &pigeons());
    folder.write("deep/0/00001.smt2", &pigeons());
    let (dir, table) = (folder.path("deep"), folder.path("table.csv"));
    let output = run(&["batch", &dir, "--out", &table, "--jobs", "1", "--time", "1"], "");
    assert_eq!(output.stdout, "4 files: 1 none, 1 several, 2 timeout\n");
    let text = fs::read_to_string(&table).unwrap();
    let late = text.lines().filter(|line| line.contains(",timeout,,1.")).count();
    assert_eq!(late, 2, "{text}");
}
