//! A solver that stays: it reads script after script from a pipe, each after a `(reset)`.
//!
//! Starting a process, and for some peers an interpreter, costs more than a small formula does, ten times as much
//! for z3. What one script leaves behind could change the answer to the next; that would be a bug of the solver's
//! `(reset)`, and is welcome as a finding. The end of an answer is told by an echo.

use crate::regress::process::{End, Outcome};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

const LAST_LINE: &str = "end of script";
/// Solvers collect garbage, some of it for good: after so many scripts a fresh one takes over.
const SCRIPTS: usize = 500;
/// What fits into a pipe while the solver does not read. Longer scripts, with words of a model spelled out, are left alone.
const LARGEST: usize = 60_000;

/// A process that answers scripts.
pub struct Worker {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    complaints: Receiver<String>,
    left: usize,
}

impl Worker {
    /// Starts a solver.
    pub fn start(words: &[String]) -> Result<Worker, String> {
        let (program, args) = words.split_first().ok_or("no command")?;
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let stdin = child.stdin.take().ok_or("no standard input")?;
        let lines = lines_of(child.stdout.take().ok_or("no standard output")?);
        let complaints = lines_of(child.stderr.take().ok_or("no standard error")?);
        Ok(Worker { child, stdin, lines, complaints, left: SCRIPTS })
    }

    /// What the solver answers to a script. Whether it can go on is told by [`Worker::is_usable`].
    pub fn run(&mut self, script: &str, limit: Duration) -> Outcome {
        let text = format!("(reset)\n{script}(echo \"{LAST_LINE}\")\n");
        self.left -= 1;
        if text.len() > LARGEST {
            return outcome("unknown\n".to_owned(), End::Exited(0));
        }
        // A solver that is gone shows when it is listened to.
        let _ = self.stdin.write_all(text.as_bytes()).and_then(|()| self.stdin.flush());
        let (stdout, end) = self.listen(Instant::now() + limit);
        if end != End::Exited(0) {
            self.left = 0;
        }
        // A solver that is gone has nothing to add to what it complained about.
        let crashed = matches!(end, End::Crashed(_));
        let stderr = if crashed { self.complaints.iter().collect() } else { String::new() };
        Outcome { stderr, ..outcome(stdout, end) }
    }

    /// Whether the worker takes another script.
    pub fn is_usable(&self) -> bool {
        self.left > 0
    }

    /// The lines up to the echo.
    fn listen(&mut self, deadline: Instant) -> (String, End) {
        let mut text = String::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) if line.trim_matches('"') == LAST_LINE => return (text, End::Exited(0)),
                Ok(line) => text.extend([&line, "\n"]),
                Err(RecvTimeoutError::Timeout) => return (text, End::TimedOut),
                Err(RecvTimeoutError::Disconnected) => {
                    let how = self.child.wait().map_or_else(|e| e.to_string(), |s| s.to_string());
                    return (text, End::Crashed(how));
                }
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of a pipe as they come, so that nobody waits because it is full.
fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    let pass =
        move |line: Vec<u8>| sender.send(String::from_utf8_lossy(&line).into_owned()).is_ok();
    std::thread::spawn(move || {
        BufReader::new(pipe).split(b'\n').map_while(Result::ok).all(pass);
    });
    lines
}

fn outcome(stdout: String, end: End) -> Outcome {
    Outcome { stdout, stderr: String::new(), end }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Answers `sat` to every check, hangs and dies when told to.
    const SOLVER: &str = "while read -r l; do case \"$l\" in *check*) echo sat;; *echo*) echo end of script;; \
                          *hang*) exec sleep 9;; *die*) echo why >&2; exit 3;; esac; done";

    fn run(script: &str) -> (Outcome, bool) {
        let words = ["sh", "-c", SOLVER].map(str::to_owned);
        let mut worker = Worker::start(&words).unwrap();
        assert_eq!(worker.run("(check-sat)\n", Duration::from_secs(9)).stdout, "sat\n");
        let outcome = worker.run(script, Duration::from_millis(500));
        (outcome, worker.is_usable())
    }

    #[test]
    fn scripts_are_answered_one_after_the_other() {
        let (outcome, usable) = run("(check-sat)\n(check-sat)\n");
        assert_eq!(
            (outcome.stdout.as_str(), outcome.end, usable),
            ("sat\nsat\n", End::Exited(0), true)
        );
    }

    #[test]
    fn a_solver_that_hangs_or_dies_is_not_used_again() {
        let (outcome, usable) = run("(check-sat)\nhang\n");
        assert_eq!((outcome.stdout.as_str(), outcome.end, usable), ("sat\n", End::TimedOut, false));
        let (outcome, usable) = run("die\n");
        assert!(matches!(outcome.end, End::Crashed(_)) && !usable);
        assert_eq!(outcome.stderr, "why");
    }
}
