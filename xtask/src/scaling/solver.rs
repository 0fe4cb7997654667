//! One run of a solver: its verdict and what it cost.
//!
//! Cost is CPU time, or a busy machine would bend the curves. The shell sets the limits before it becomes the solver; the
//! clock ends a run that only waits. What a run has used is the growth of what all children that have ended used, so
//! that runs must be one at a time.

use crate::regress::process::{self, Outcome};
use std::path::Path;
use std::time::Duration;

/// Sets the limits and becomes the solver. If that exceeds the memory, it fails.
const LIMITED: &str = "ulimit -t \"$0\"; ulimit -v 4194304; exec \"$@\"";

/// How many times the limit may pass by the clock.
const PATIENCE: u32 = 4;

/// A command line with a name.
pub struct Solver {
    pub name: String,
    /// `{}` stands for the script.
    words: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Sat,
    Unsat,
}

impl Verdict {
    /// The verdict on the last line: there must be one on each line, so that none counts after an error.
    fn of(outcome: &Outcome) -> Option<Verdict> {
        let verdicts: Option<Vec<Verdict>> = outcome.stdout.lines().map(Verdict::read).collect();
        verdicts?.last().copied()
    }

    fn read(line: &str) -> Option<Verdict> {
        match line.trim() {
            "sat" => Some(Verdict::Sat),
            "unsat" => Some(Verdict::Unsat),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Verdict::Sat => "sat",
            Verdict::Unsat => "unsat",
        }
    }
}

impl Solver {
    pub fn new(name: &str, line: &str) -> Solver {
        let words = line.split_whitespace().map(str::to_owned).collect();
        Solver { name: name.to_owned(), words }
    }

    /// The verdict on a script and the seconds it took; none if there is no verdict within the limit.
    pub fn run(&self, script: &Path, limit: u64) -> Result<Option<(Verdict, f64)>, String> {
        let mut args = vec!["-c".to_owned(), LIMITED.to_owned(), limit.to_string()];
        args.extend(self.words.iter().map(|word| word.replace("{}", &script.to_string_lossy())));
        let before = children()?;
        let patience = Duration::from_secs(limit) * PATIENCE;
        let outcome = process::run(Path::new("."), Path::new("/bin/sh"), &args, patience);
        let seconds = children()? - before;
        Ok(Verdict::of(&outcome).map(|verdict| (verdict, seconds)))
    }
}

/// The CPU seconds of all children that have ended.
#[cfg(unix)]
fn children() -> Result<f64, String> {
    use nix::sys::{resource, time::TimeValLike};
    let usage = resource::getrusage(resource::UsageWho::RUSAGE_CHILDREN);
    let usage = usage.map_err(|e| format!("cannot measure: {e}"))?;
    let time = usage.user_time() + usage.system_time();
    Ok(time.num_microseconds() as f64 / 1e6)
}

#[cfg(not(unix))]
fn children() -> Result<f64, String> {
    Err("CPU time is measured on Unix systems only".to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn run(line: &str) -> Option<Verdict> {
        let answer = Solver::new("test", line).run(Path::new("unsat"), 1).unwrap();
        assert!(answer.is_none_or(|(_, seconds)| (0.0..60.0).contains(&seconds)));
        answer.map(|(verdict, _)| verdict)
    }

    #[test]
    fn verdicts() {
        assert_eq!(run("echo sat"), Some(Verdict::Sat));
        assert_eq!(run("echo {}"), Some(Verdict::Unsat));
        assert_eq!(run("echo (error)"), None);
        assert_eq!(run("/no/such/program {}"), None);
    }

    #[test]
    fn work_is_limited() {
        assert_eq!(run("tail -f /dev/null"), None);
        assert_eq!(run("cksum /dev/zero"), None);
    }
}
