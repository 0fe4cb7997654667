//! The second checker of proofs, `check/python/`, as a process. Where Python is not installed, there is none.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A Python that can run the checker, if there is one.
pub fn python() -> Option<Command> {
    let found = Command::new("python3")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    found.is_ok_and(|s| s.success()).then(|| Command::new("python3"))
}

/// Where the program is.
pub fn program(root: &Path) -> PathBuf {
    root.join("check/python/verify.py")
}

/// What the second checker says about a proof, without reasons.
pub fn verdict(root: &Path, problem: &Path, proof: &Path) -> Option<String> {
    let done = python()?.arg(program(root)).args([problem, proof]).output().ok()?;
    Some(String::from_utf8_lossy(&done.stdout).trim().to_owned())
}

/// The second checker, which answers command by command.
pub struct Second {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Second {
    /// One for this problem.
    pub fn new(root: &Path, problem: &Path) -> Option<Second> {
        let mut child = python()?
            .arg(program(root))
            .arg("--commands")
            .arg(problem)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let (input, output) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        Some(Second { child, input, output })
    }

    /// Whether it accepts a command; none if it does not answer.
    pub fn accepts(&mut self, command: &str) -> Option<bool> {
        let mut line = String::new();
        writeln!(self.input, "{}", command.replace('\n', " ")).ok()?;
        self.input.flush().ok()?;
        self.output.read_line(&mut line).ok()?;
        match line.trim_end() {
            "accepted" => Some(true),
            line => line.starts_with("refused").then_some(false),
        }
    }
}

impl Drop for Second {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
