//! Puts claims to another solver, many in one process.
//!
//! Starting a process costs more than most claims. A batch is one script: each claim after a `(reset)`
//! and an `(echo ...)` of its number. When the solver dies or hangs, the claim it was at is undecided
//! and the rest goes into another batch, so that one claim costs no other its verdict.

use crate::regress::process;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Claims in one process.
const BATCH: usize = 50;
/// Patience with a batch beyond what its claims are given.
const SLACK: Duration = Duration::from_secs(10);
const MARK: &str = "claim-";

/// What a judge says of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Its negation is unsatisfiable.
    Holds,
    /// Its negation has a model.
    Refuted,
    Undecided,
}

/// Another solver.
#[derive(Debug)]
pub struct Judge {
    pub name: String,
    /// Its command line; `{}` stands for the script.
    words: Vec<String>,
    prelude: String,
    timeout: Duration,
    folder: PathBuf,
}

impl Judge {
    pub fn new(name: &str, line: &str, prelude: &str, timeout: Duration, folder: &Path) -> Judge {
        let words = line.split_whitespace().map(str::to_owned).collect();
        let (name, prelude, folder) = (name.to_owned(), prelude.to_owned(), folder.to_owned());
        Judge { name, words, prelude, timeout, folder }
    }

    /// The verdicts on the claims, in order.
    pub fn verdicts(&self, claims: &[String]) -> Vec<Verdict> {
        let mut all = Vec::new();
        while all.len() < claims.len() {
            let end = claims.len().min(all.len() + BATCH);
            let batch = &claims[all.len()..end];
            let mut found = self.run(batch);
            // The solver ended early: the claim it was at is to blame.
            if found.len() < batch.len() {
                found.push(Verdict::Undecided);
            }
            all.extend(found);
        }
        all
    }

    /// The verdicts on a batch as far as the solver came.
    fn run(&self, batch: &[String]) -> Vec<Verdict> {
        let path = self.folder.join(format!("batch-{}.smt2", std::process::id()));
        if std::fs::write(&path, self.script(batch)).is_err() {
            return Vec::new();
        }
        let file = path.display().to_string();
        let words: Vec<String> = self.words.iter().map(|w| w.replace("{}", &file)).collect();
        let Some((program, args)) = words.split_first() else { return Vec::new() };
        let limit = self.timeout * u32::try_from(batch.len()).unwrap_or(u32::MAX) + SLACK;
        let outcome = process::run(Path::new("."), Path::new(program), args, limit);
        let _ = std::fs::remove_file(path);
        read(&outcome.stdout)
    }

    fn script(&self, batch: &[String]) -> String {
        let mut script = String::new();
        for (i, claim) in batch.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(script, "(reset)\n{}\n(echo \"{MARK}{i}\")\n{claim}\n", self.prelude);
        }
        script
    }
}

/// The verdicts in the output of a solver, one for each claim that was answered. Whatever it says between a
/// mark and an answer, a complaint for instance, leaves the claim undecided.
fn read(stdout: &str) -> Vec<Verdict> {
    let is_mark = |line: &str| line.trim_matches('"').starts_with(MARK);
    let answers = stdout.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let mut verdicts = Vec::new();
    let mut asked = 0;
    for line in answers.map(str::trim_end) {
        if is_mark(line) {
            // What was asked before is over, with or without an answer.
            verdicts.resize(asked, Verdict::Undecided);
            asked += 1;
        } else if verdicts.len() < asked {
            match line {
                "unsat" => verdicts.push(Verdict::Holds),
                "sat" => verdicts.push(Verdict::Refuted),
                "unknown" | "timeout" => verdicts.push(Verdict::Undecided),
                // It did not understand the claim; its answer is about the rest.
                _ if line.starts_with("(error") => verdicts.push(Verdict::Undecided),
                _ => {}
            }
        }
    }
    verdicts
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use Verdict::{Holds, Refuted, Undecided};

    #[test]
    fn answers_belong_to_the_mark_before_them() {
        let output = "claim-0\nunsat\n\"claim-1\"\n(error \"no such thing\")\nclaim-2\nsat\nclaim-3\nunknown\n\
                      claim-4\n(error \"unknown constant\")\nsat\n";
        assert_eq!(read(output), [Holds, Undecided, Refuted, Undecided, Undecided]);
        assert_eq!(read("(error \"x\")\nunsat\nclaim-0\nunsat\nclaim-1\n"), [Holds]);
        assert_eq!(read("claim-0\nuns"), []);
    }

    /// A solver that says `unsat` after each mark and dies of a claim with the word `poison`.
    #[test]
    fn a_claim_that_kills_the_solver_costs_no_other_its_verdict() {
        let folder = std::env::temp_dir().join(format!("judge-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let program = folder.join("solver.sh");
        let text = "#!/bin/sh\nwhile read -r line; do case \"$line\" in \
                    *poison*) exit 1;; *echo*) line=${line#*\\\"}; echo \"${line%\\\"*}\";; \
                    *check-sat*) echo unsat;; esac; done < \"$1\"\n";
        std::fs::write(&program, text).unwrap();
        let line = format!("/bin/sh {} {{}}", program.display());
        let judge = Judge::new("sh", &line, "", Duration::from_secs(1), &folder);
        let claims = ["(check-sat)", "poison", "(check-sat)"].map(str::to_owned);
        assert_eq!(judge.verdicts(&claims), [Holds, Undecided, Holds]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
