//! The worker's side of a batch: a process that solves one file after the other.
//!
//! A job is a path with a zero byte at its end, an answer is a line of JSON. Nothing is carried from file to
//! file: each has an interpreter of its own, with its own limits. A panic ends the process, which the batch takes for
//! the answer.

use crate::Complaint;
use crate::args::{self, Plan, Task};
use crate::memory;
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use stringent::{CommandReader, Interpreter};

/// What a script came to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// All verdicts in order, `sat unsat`, with `error` where an assertion was refused and the others may have a model.
    pub answer: String,
    /// All that the file expects.
    pub expected: String,
    /// How many errors were answered.
    pub errors: usize,
    /// What the exit code would be.
    pub exit: u8,
    /// Bytes that the process has in use afterwards.
    pub memory: u64,
}

impl Answer {
    /// As a line.
    pub fn write(&self) -> String {
        let fields = json!({
            "answer": self.answer, "expected": self.expected, "errors": self.errors,
            "exit": self.exit, "memory": self.memory,
        });
        format!("{fields}\n")
    }

    /// Reads what [`write`](Self::write) wrote; `None` if it is something else or cut off.
    pub fn read(line: &[u8]) -> Option<Answer> {
        let fields: Value = serde_json::from_slice(line.strip_suffix(b"\n")?).ok()?;
        let number = |name: &str| fields.get(name)?.as_u64();
        let text = |name: &str| Some(fields.get(name)?.as_str()?.to_owned());
        Some(Answer {
            answer: text("answer")?,
            expected: text("expected")?,
            errors: usize::try_from(number("errors")?).ok()?,
            exit: u8::try_from(number("exit")?).ok()?,
            memory: number("memory")?,
        })
    }
}

/// The word that follows `batch` in the command line of a worker; the options of the solver come after it.
pub const WORKER: &str = "--worker";

/// How a script is to be run, from the options of the solver.
///
/// # Errors
/// If they are wrong, or say more than how to run a script.
pub fn plan(options: &[String]) -> Result<Plan, Complaint> {
    match args::parse("stringent", options.iter().cloned())? {
        Task::Solve(plan) if plan.interactive => Ok(*plan),
        Task::Solve(plan) => Err(format!("{}: no file can follow --", plan.input.name()).into()),
        _ => Err("only options that say how to solve can follow --".into()),
    }
}

/// Answers jobs until there are no more.
pub fn serve(options: &[String]) -> Result<ExitCode, Complaint> {
    let plan = plan(options)?;
    // If the machine runs out of memory, a worker can be spared before anything else.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    let mut input = io::stdin().lock();
    let mut job = Vec::new();
    while input.read_until(0, &mut job)? > 0 && job.pop() == Some(0) {
        let line = solve(&path(&job), &plan).write();
        let mut out = io::stdout().lock();
        out.write_all(line.as_bytes())?;
        out.flush()?;
        job.clear();
    }
    Ok(ExitCode::SUCCESS)
}

/// A job for the file.
pub fn job(file: &Path) -> Vec<u8> {
    let mut job = file.as_os_str().as_encoded_bytes().to_vec();
    job.push(0);
    job
}

#[cfg(unix)]
fn path(job: &[u8]) -> std::borrow::Cow<'_, Path> {
    use std::os::unix::ffi::OsStrExt;
    Path::new(std::ffi::OsStr::from_bytes(job)).into()
}

/// A name that is no text is not found, which is an error of that file.
#[cfg(not(unix))]
fn path(job: &[u8]) -> std::borrow::Cow<'_, Path> {
    std::path::PathBuf::from(String::from_utf8_lossy(job).into_owned()).into()
}

fn solve(file: &Path, plan: &Plan) -> Answer {
    let Ok(script) = std::fs::read(file) else {
        return Answer { errors: 1, exit: 1, ..Answer::default() };
    };
    let expected = statuses(&script);
    let mut output = Vec::new();
    let mut interpreter = Interpreter::new(plan.options.clone(), &mut output);
    interpreter.set_memory_probe(memory::in_use);
    plan.escapes.into_iter().for_each(|escapes| interpreter.set_escapes(escapes));
    interpreter.record_verdicts();
    if plan.exit_when_out_of_time {
        interpreter.exit_when_out_of_time();
    }
    // Reading from memory and writing to it cannot fail; to a file that a script names it can, and then it ends.
    let done = interpreter.run(&mut CommandReader::from_bytes(script)).is_ok();
    let exit = u8::from(interpreter.failed() || !done);
    let answer = interpreter.verdicts().join(" ");
    drop(interpreter);
    let text = String::from_utf8_lossy(&output);
    let errors = text.lines().filter(|line| line.starts_with("(error ")).count();
    Answer { answer, expected, errors, exit, memory: memory::in_use() }
}

/// What a file whose worker came to grief expects. The file may be what it choked on.
pub fn statuses_of(file: &Path) -> String {
    const MOST: u64 = 16 << 20;
    let mut script = Vec::new();
    // What was read before an error counts.
    let _ = std::fs::File::open(file).map(|file| file.take(MOST).read_to_end(&mut script));
    statuses(&script)
}

/// What `(set-info :status ...)` says, in order.
fn statuses(script: &[u8]) -> String {
    let script = String::from_utf8_lossy(script);
    let after = script.split("(set-info :status ").skip(1);
    let words = after.filter_map(|rest| rest.split([')', ' ']).next());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read() {
        assert_eq!(
            statuses(b"(set-info :status sat)(check-sat)\n(set-info :status unsat )"),
            "sat unsat"
        );
    }

    #[test]
    fn answers_survive() {
        let [answer, expected] = ["sat unsat", "sat \"\n"].map(str::to_owned);
        let answer = Answer { answer, expected, errors: 2, exit: 1, memory: 1 << 40 };
        let line = answer.write();
        assert_eq!(Answer::read(line.as_bytes()), Some(answer));
        assert!(line.find('\n') == Some(line.len() - 1));
        assert_eq!(Answer::read(&line.as_bytes()[..line.len() - 1]), None);
        assert_eq!(Answer::read(b"{}\n"), None);
    }

    #[test]
    fn options_only() {
        let told =
            |words: &[&str]| plan(&words.iter().map(|&w| w.to_owned()).collect::<Vec<_>>()).is_ok();
        assert!(told(&["--rlimit=5", "-T:3"]) && !told(&["--frob"]));
        assert!(!told(&["file.smt2"]) && !told(&["--version"]));
    }
}
