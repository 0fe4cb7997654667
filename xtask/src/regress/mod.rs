//! `cargo xtask regress [FILTER]`: the solver over the scripts in `tests/` and `examples/`, every file under every
//! configuration; as a step of `cargo xtask ci` under a share of them.
//!
//! What a file expects is written in it (see [`case`]): the status of each check, the exact
//! output, the inferences that must fire. Under the default configuration all of it is checked.
//! Every other configuration switches some published heuristic off or has other tunables; there the solver may answer
//! `unknown` or run out of time, but never the opposite. `BLESS=1` rewrites the expected output.

pub mod case;
pub mod configuration;
pub mod judge;
pub mod process;

use crate::Tally;
use crate::arguments::Solver;
use crate::tree::{File, Tree};
use case::Case;
use configuration::{Configuration, Share};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const JOBS: usize = 2;
/// Five times what the longest takes on an idle machine, which a machine that links packages at the same time is not. How long a
/// search may be is stated in steps, by the files themselves.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// Under other configurations running out of time is no failure, so waiting is no use.
const SHORT_TIME_LIMIT: Duration = Duration::from_millis(300);

/// Runs the files whose path contains `filter`, each under a share of the configurations.
pub fn run(root: &Path, solver: &Solver, filter: &str, share: Share) -> Result<Tally, String> {
    let program = &solver.program(root, Build::Fast)?;
    let tree = Tree::load(root).map_err(|e| format!("cannot read {}: {e}", root.display()))?;
    let mut configurations = configuration::all(&tree);
    configurations.extend(configuration::tuned());
    let folders = ["tests/", "examples/"];
    let files: Vec<&File> = folders
        .iter()
        .flat_map(|folder| tree.select(folder, ".smt2"))
        .filter(|f| f.path.contains(filter))
        .collect();
    let tally = Mutex::new(Tally::default());
    let (next, timeouts) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..JOBS {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(number) else { break };
                    let configurations = share.of(&configurations, number);
                    let one = run_file(root, program, file, configurations, &timeouts);
                    tally.lock().expect("no job panics").add(one);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("no job panics");
    let (files, configurations) = (files.len(), configurations.len());
    let timeouts = timeouts.into_inner();
    println!(
        "regress: {files} files, {configurations} configurations, {timeouts} runs out of time"
    );
    println!("{tally}");
    Ok(tally)
}

fn run_file<'c>(
    root: &Path,
    program: &Path,
    file: &File,
    configurations: impl Iterator<Item = &'c Configuration>,
    timeouts: &AtomicUsize,
) -> Tally {
    let mut tally = Tally::default();
    let case = match Case::parse(&file.text) {
        Ok(case) => case,
        Err(message) => {
            println!("FAILED {}: {message}", file.path);
            return Tally::one(false);
        }
    };
    for configuration in configurations {
        let limit = if configuration.is_default() { TIME_LIMIT } else { SHORT_TIME_LIMIT };
        let args = arguments(&case, configuration, &file.path);
        let outcome = process::run(root, program, &args, limit);
        let is_late = outcome.end == process::End::TimedOut;
        timeouts.fetch_add(usize::from(is_late), Ordering::Relaxed);
        if configuration.is_default() && !case.output.is_empty() && blessing() {
            bless(root, file, &outcome.stdout);
        }
        let verdict = judge::judge(&case, &outcome, configuration.is_default());
        if let Err(message) = &verdict {
            println!("FAILED {} ({}): {message}", file.path, configuration.name);
        }
        tally.add(Tally::one(verdict.is_ok()));
    }
    tally
}

fn arguments(case: &Case, configuration: &Configuration, path: &str) -> Vec<String> {
    let mut args = configuration.args.clone();
    args.push("--stats".to_owned());
    // The file's own options come last, so that they win.
    args.extend(case.options.iter().cloned());
    args.push(path.to_owned());
    args
}

fn blessing() -> bool {
    std::env::var_os("BLESS").is_some_and(|v| v == "1")
}

fn bless(root: &Path, file: &File, stdout: &str) {
    let text = case::with_output(&file.text, &judge::without_stats(stdout));
    if let Err(e) = std::fs::write(root.join(&file.path), text) {
        println!("cannot write {}: {e}", file.path);
    }
}

/// How the solver is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    Release,
    /// The code of a release, linked in a fraction of the time: enough where times are not compared.
    Fast,
    Debug,
    /// As fast as can be with all assertions.
    Checked,
}

/// Builds the solver and says where it is.
pub fn build(root: &Path, how: Build) -> Result<PathBuf, String> {
    let (flags, folder): (&[&str], &str) = match how {
        Build::Release => (&["--release"], "release"),
        Build::Fast => (&["--profile", "fast"], "fast"),
        Build::Debug => (&[], "debug"),
        Build::Checked => (&["--profile", "checked"], "checked"),
    };
    let done = crate::ci::cargo(root, &["build", "--quiet", "-p", "stringent-cli"])
        .args(flags)
        .status()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let program = root.join(target).join(folder).join("stringent");
    if done.success() { Ok(program) } else { Err("the solver does not build".to_owned()) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Command;

    /// A solver that says `sat`, or `unknown` when told to do without rewriting.
    const PROGRAM: &str = "#!/bin/sh\ncase \"$*\" in *rewrite=false*) echo unknown;; *) echo sat;; esac\n\
                           case \"$*\" in *--stats*) echo '; inference.lia.div 1';; esac\n";
    const OPTIONS: &str =
        "macro_rules! options {\n}\noptions! {\n    r: bool = true, \"rewrite\" [], \"H\";\n}\n";

    #[test]
    fn files_are_judged_in_every_configuration() {
        let folder = std::env::temp_dir().join(format!("xtask-regress-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let program = folder.join("solver");
        // Written by another process: while this one held it open, it could not be executed.
        let write = "printf %s \"$0\" > \"$1\" && chmod +x \"$1\"";
        let shell = Command::new("sh").args(["-c", write, PROGRAM]).arg(&program).status();
        assert!(shell.unwrap().success());
        let configurations =
            configuration::all(&Tree::of(&[(crate::tidy::OPTIONS_TABLE, OPTIONS)]));
        let tally = |text: &str| {
            let file = File { path: "tests/a.smt2".to_owned(), text: text.to_owned() };
            let timeouts = AtomicUsize::new(0);
            let Tally { passed, failed } =
                run_file(&folder, &program, &file, configurations.iter(), &timeouts);
            (passed, failed)
        };
        assert_eq!(tally("(set-info :status sat)\n(check-sat)\n; fires: LiaDiv\n"), (2, 0));
        assert_eq!(tally("(set-info :status sat)\n(check-sat)\n; fires: LiaMod\n"), (1, 1));
        assert_eq!(tally("(set-info :status unsat)\n(check-sat)\n"), (1, 1));
        assert_eq!(tally("(check-sat)\n"), (0, 1));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
