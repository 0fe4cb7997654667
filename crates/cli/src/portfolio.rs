//! `--portfolio N`: one hard question to several processes that search in different ways; the first that decides all of it answers.
//!
//! Processes, not threads, so that those who are late can be ended at once, and one that runs out of memory harms no other. All of
//! them are right when they say `sat` or `unsat`, so the verdicts do not depend on who is first; models may. If nobody decides
//! everything, the answers are those of the first configuration, which is the one that the command line asks for.

use crate::{Complaint, Outcome, args};
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::thread;

/// The option.
pub const PORTFOLIO: &str = "--portfolio";

/// What the configurations add to the command line.
const CONFIGURATIONS: [&[&str]; 4] = [
    &[],
    // Functions are reduced at once: no candidate has to be refuted first.
    &["--no-strings.model-based", "--seed=1"],
    // Words come from the arrangement of equations, by the SAT core.
    &["--no-strings.stabilization", "--seed=2"],
    // Decisions follow the conflicts alone.
    &["--no-sat.theory-branching", "--seed=3"],
];

/// How many are asked for, and the other words; none if there is no portfolio.
pub fn read(words: &[String]) -> Result<Option<(usize, Vec<String>)>, Complaint> {
    let (mut count, mut others, mut at) = (None, Vec::new(), 0);
    while let Some(word) = words.get(at) {
        at += 1;
        let value = match word.strip_prefix(PORTFOLIO) {
            Some("") => {
                at += 1;
                words.get(at - 1).map_or("", String::as_str)
            }
            Some(rest) if rest.starts_with('=') => &rest[1..],
            _ => {
                others.push(word.clone());
                continue;
            }
        };
        let most = CONFIGURATIONS.len();
        let number = value.parse().ok().filter(|n| (2..=most).contains(n));
        let wrong = || format!("{PORTFOLIO}: expected a number from 2 to {most}, found {value}");
        count = Some(number.ok_or_else(wrong)?);
    }
    Ok(count.map(|count| (count, others)))
}

/// What a process came to.
struct Answer {
    by: usize,
    output: Vec<u8>,
    /// None if it was killed.
    code: Option<u8>,
}

impl Answer {
    /// Whether nothing is left open.
    fn is_complete(&self) -> bool {
        let text = String::from_utf8_lossy(&self.output);
        let is_open = |line: &str| matches!(line, "unknown" | "timeout");
        self.code.is_some() && !text.lines().any(is_open)
    }
}

/// Runs so many processes with these words.
pub fn run(count: usize, words: &[String]) -> Outcome {
    let script = match args::parse("stringent", words.iter().cloned())? {
        args::Task::Solve(plan) if plan.input == args::Input::Stdin => {
            let mut script = Vec::new();
            io::stdin().lock().read_to_end(&mut script)?;
            script
        }
        _ => Vec::new(),
    };
    let program = std::env::current_exe()?;
    let (tell, told) = mpsc::channel();
    let mut children = Vec::new();
    for (by, configuration) in CONFIGURATIONS[..count].iter().enumerate() {
        let mut command = Command::new(&program);
        // Their words come first: whatever the user sets wins.
        command.args(*configuration).args(words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        feed(&mut child, script.clone());
        let mut from = child.stdout.take();
        let tell = tell.clone();
        thread::spawn(move || {
            let mut output = Vec::new();
            // What is cut off ends with the process, whose code tells.
            let _ = from.as_mut().map(|from| from.read_to_end(&mut output));
            // Nobody listens once there is an answer.
            let _ = tell.send((by, output));
        });
        children.push(child);
    }
    drop(tell);
    let answer = first(&mut children, &told);
    children.iter_mut().for_each(end);
    let Some(Answer { output, code, .. }) = answer else {
        return Ok(ExitCode::from(crate::FAILED));
    };
    io::stdout().write_all(&output)?;
    Ok(ExitCode::from(code.unwrap_or(crate::FAILED)))
}

/// Hands the script over while the process reads it.
fn feed(child: &mut Child, script: Vec<u8>) {
    let to = child.stdin.take();
    // A process may end without reading.
    thread::spawn(move || to.map(|mut to| to.write_all(&script)));
}

/// The first answer that leaves nothing open, else that of the first configuration that was not killed.
fn first(children: &mut [Child], told: &mpsc::Receiver<(usize, Vec<u8>)>) -> Option<Answer> {
    let mut best: Option<Answer> = None;
    for (by, output) in told {
        let status = children[by].wait().ok().and_then(|status| status.code());
        let code = status.and_then(|code| u8::try_from(code).ok()).filter(|&code| code < 2);
        let answer = Answer { by, output, code };
        if answer.is_complete() {
            return Some(answer);
        }
        let is_better = |old: &Answer| (answer.code.is_none(), by) < (old.code.is_none(), old.by);
        if best.as_ref().is_none_or(is_better) {
            best = Some(answer);
        }
    }
    best
}

fn end(child: &mut Child) {
    // It may have ended already.
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        let told = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            read(&words).map(|read| read.map(|(n, words)| (n, words.join(" ")))).ok()
        };
        assert_eq!(told("-T:3 a.smt2"), Some(None));
        assert_eq!(told("-T:3 --portfolio 2 a.smt2"), Some(Some((2, "-T:3 a.smt2".into()))));
        assert_eq!(told("--portfolio=4 a"), Some(Some((4, "a".into()))));
        for wrong in ["--portfolio", "--portfolio=1", "--portfolio 5", "--portfolio x"] {
            assert_eq!(told(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_open_is_no_answer() {
        let is_complete =
            |output: &str, code| Answer { by: 0, output: output.into(), code }.is_complete();
        assert!(is_complete("sat\nunsat\n", Some(0)) && !is_complete("sat\n", None));
        assert!(!is_complete("sat\nunknown\n", Some(0)) && !is_complete("timeout\n", Some(0)));
    }
}
