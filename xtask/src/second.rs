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

/// A process of the second checker, which answers line by line.
struct Conversation {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Conversation {
    fn new(root: &Path, args: &[&Path]) -> Option<Conversation> {
        let mut child = python()?
            .arg(program(root))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let (input, output) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        Some(Conversation { child, input, output })
    }

    fn answer(&mut self, line: &str) -> Option<String> {
        let mut said = String::new();
        writeln!(self.input, "{}", line.replace('\n', " ")).ok()?;
        self.input.flush().ok()?;
        self.output.read_line(&mut said).ok()?;
        Some(said.trim_end().to_owned())
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The second checker, which answers command by command.
pub struct Second(Conversation);

impl Second {
    /// One for this problem.
    pub fn new(root: &Path, problem: &Path) -> Option<Second> {
        Conversation::new(root, &[Path::new("--commands"), problem]).map(Second)
    }

    /// Whether it accepts a command; none if it does not answer.
    pub fn accepts(&mut self, command: &str) -> Option<bool> {
        match &*self.0.answer(command)? {
            "accepted" => Some(true),
            said => said.starts_with("refused").then_some(false),
        }
    }
}

/// The second checker, which answers about pairs of files.
pub struct Pairs {
    root: PathBuf,
    conversation: Conversation,
    answers: usize,
}

/// After so many answers there is a new process, as one keeps all terms.
const MOST_ANSWERS: usize = 300;

impl Pairs {
    /// One that can be asked.
    pub fn new(root: &Path) -> Option<Pairs> {
        let conversation = Conversation::new(root, &[Path::new("--pairs")])?;
        Some(Pairs { root: root.to_owned(), conversation, answers: 0 })
    }

    /// The verdict about a problem and a proof.
    pub fn verdict(&mut self, problem: &Path, proof: &Path) -> Option<String> {
        if self.answers == MOST_ANSWERS {
            *self = Pairs::new(&self.root)?;
        }
        self.answers += 1;
        self.conversation.answer(&format!("{}\t{}", problem.display(), proof.display()))
    }
}
