//! Same input, same budget, same output.
//!
//! A deterministic step budget is worth something only if nothing else decides where it ends: no clock, no
//! address, no order of a hash table, no debug assertion with an effect. So every script runs twice in the
//! release build and once in the debug build; answers, models and reasons must agree to the letter.

use super::{map, scripts};
use crate::Tally;
use crate::regress::process::{self, End};
use crate::regress::{Build, build};
use std::path::Path;
use std::time::Duration;

const JOBS: usize = 2;
/// A debug build needs some thirty times as long; nothing waits for the clock.
const PATIENCE: Duration = Duration::from_secs(600);

/// Compares the runs and prints what differs.
pub fn run(root: &Path, folder: &Path, steps: u64) -> Result<Tally, String> {
    let (release, debug) = (build(root, Build::Release)?, build(root, Build::Debug)?);
    let files = scripts(folder)?;
    let args = |file: &Path| {
        let fixed = [format!("--rlimit={steps}"), "--dump-models".to_owned()];
        [&fixed[..], &["--verbosity=1".to_owned(), file.display().to_string()]].concat()
    };
    let verdicts = map(&files, JOBS, |file| {
        let output = |program| process::run(root, program, &args(file), PATIENCE);
        let runs = [output(&release), output(&release), output(&debug)];
        let same = runs.iter().all(|r| r.stdout == runs[0].stdout && r.end == runs[0].end);
        let ended = runs.iter().all(|r| matches!(r.end, End::Exited(_)));
        if !(same && ended) {
            println!("DIFFERENT {}", file.display());
        }
        (same && ended, runs[0].stdout.starts_with("unknown"))
    });
    let mut tally = Tally::default();
    verdicts.iter().for_each(|&(same, _)| tally.add(Tally::one(same)));
    let stopped = verdicts.iter().filter(|v| v.1).count();
    println!("determinism: {} files, {stopped} of them unknown after {steps} steps", files.len());
    println!("{tally}");
    Ok(tally)
}
