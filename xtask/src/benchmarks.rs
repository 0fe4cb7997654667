//! `cargo xtask benchmarks --corpus FOLDER`: public scripts, each once and for at most a second.
//!
//! They belong to others and are no part of this repository. `ci` reads them from the folders that
//! the variable `STRINGENT_BENCHMARKS` lists, written like `PATH`, or else from each folder `corpus`
//! of a folder beside the checkout, and says so where there are none.
//! An answer against the `:status`, a crash and a refused model are failures, each of its script.
//! A script that is undecided is none by itself, as machines differ in speed; too many are one.

use crate::Tally;
use crate::arguments::{Corpus, Solver};
use crate::promises::map;
use crate::regress::case::{Case, is_answer};
use crate::regress::process::{self, Outcome};
use crate::regress::{Build, judge};
use bpaf::{Parser, construct};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

const FOLDERS: &str = "STRINGENT_BENCHMARKS";
const JOBS: usize = 2;
const TIME_LIMIT: Duration = Duration::from_secs(1);
/// Undecided scripts of a hundred that are no failure: of 3,718 it is 0.7 today, and machines differ.
const UNDECIDED_PERCENT: usize = 3;

pub struct Args {
    corpus: Corpus,
    solver: Solver,
}

impl Args {
    /// How they are written.
    pub fn parser() -> impl Parser<Args> {
        let corpus = Corpus::parser();
        let solver = Solver::parser();
        construct!(Args { corpus, solver })
    }
}

/// Those of the listed folders, for `ci`.
pub fn listed(root: &Path) -> Result<Tally, String> {
    let folders = folders(root, std::env::var_os(FOLDERS));
    if folders.is_empty() {
        println!("ci: benchmarks: skipped, {FOLDERS} lists no folder");
        return Ok(Tally::default());
    }
    let corpus = Corpus { folders, every: NonZeroUsize::MIN };
    run(root, &Args { corpus, solver: Solver::default() })
}

fn folders(root: &Path, list: Option<OsString>) -> Vec<PathBuf> {
    if let Some(list) = list {
        return std::env::split_paths(&list).filter(|f| !f.as_os_str().is_empty()).collect();
    }
    let beside = root.parent().and_then(|parent| parent.read_dir().ok());
    let beside = beside.into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = beside.map(|folder| folder.path().join("corpus")).collect();
    all.retain(|folder| folder.is_dir());
    all.sort();
    all
}

/// Runs the scripts that state something.
pub fn run(root: &Path, args: &Args) -> Result<Tally, String> {
    let program = args.solver.program(root, Build::Fast)?;
    let scripts = args.corpus.scripts()?;
    let found = map(&scripts, JOBS, |script| one(&program, script));
    let mut tally = Tally::default();
    let mut undecided = 0;
    for (script, found) in scripts.iter().zip(&found) {
        match found {
            Ok(is_decided) => undecided += usize::from(!is_decided),
            Err(message) => println!("FAILED {}: {message}", script.display()),
        }
        tally.add(Tally::one(found.is_ok()));
    }
    println!("benchmarks: {} scripts, {undecided} undecided in {TIME_LIMIT:?}", scripts.len());
    tally.add(Tally::one(undecided * 100 <= scripts.len() * UNDECIDED_PERCENT));
    println!("{tally}");
    Ok(tally)
}

/// Whether every check of the script was decided.
fn one(program: &Path, script: &Path) -> Result<bool, String> {
    let text = std::fs::read(script).map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&text);
    // Whatever its checks answer, a script without a status may not crash.
    let case = Case::parse(&text).unwrap_or_else(|_| Case::without_answers(&text));
    let args = ["--stats".to_owned(), script.display().to_string()];
    let outcome = process::run(Path::new("."), program, &args, TIME_LIMIT);
    judge::judge(&case, &outcome, false)?;
    Ok(is_decided(&case, &outcome))
}

fn is_decided(case: &Case, outcome: &Outcome) -> bool {
    let lines = outcome.stdout.lines().filter(|line| is_answer(line) && *line != "unknown");
    lines.count() == case.answers().len()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Command;

    /// The verdicts on three scripts of a solver that answers each with the text of its first line.
    fn verdicts(scripts: &[&str]) -> Vec<Result<bool, ()>> {
        let name = format!("xtask-benchmarks-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let program = folder.join("solver");
        // Written by another process: while this one held it open, it could not be executed.
        let write =
            "printf '#!/bin/sh\\nhead -1 \"$2\" | tail -c +3\\n' > \"$0\" && chmod +x \"$0\"";
        assert!(Command::new("sh").args(["-c", write]).arg(&program).status().unwrap().success());
        let verdict = |text: &&str| {
            let script = folder.join("script.smt2");
            std::fs::write(&script, text).unwrap();
            one(&program, &script).map_err(drop)
        };
        let all = scripts.iter().map(verdict).collect();
        std::fs::remove_dir_all(&folder).unwrap();
        all
    }

    #[test]
    fn folders_are_listed_or_beside_the_checkout() {
        let root = std::env::temp_dir().join(format!("xtask-beside-{}", std::process::id()));
        let (checkout, corpus) = (root.join("checkout"), root.join("others").join("corpus"));
        std::fs::create_dir_all(&checkout).unwrap();
        assert!(folders(&checkout, None).is_empty());
        std::fs::create_dir_all(&corpus).unwrap();
        assert_eq!(folders(&checkout, None), [corpus]);
        assert_eq!(folders(&checkout, Some("a:b".into())), [Path::new("a"), Path::new("b")]);
        assert!(folders(&checkout, Some(OsString::new())).is_empty());
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn an_answer_against_the_status_fails_and_an_unknown_is_undecided() {
        let rest = "\n(set-info :status sat)\n(check-sat)\n";
        let scripts = ["; sat", "; unknown", "; unsat"].map(|first| format!("{first}{rest}"));
        let found = verdicts(&scripts.each_ref().map(String::as_str));
        assert_eq!(found, [Ok(true), Ok(false), Err(())]);
        assert_eq!(verdicts(&["; unsat\n(check-sat)\n"]), [Ok(true)]);
    }
}
