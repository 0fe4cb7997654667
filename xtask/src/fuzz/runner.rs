//! Puts a formula to a solver and reads its answer.

use super::form::Form;
use super::script::Script;
use crate::regress::process::{self, End, Outcome};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A command line; `{}` stands for the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    pub name: String,
    pub words: Vec<String>,
    /// Whether a crash or an error is a finding.
    pub is_ours: bool,
}

impl Command {
    /// A peer by its command line.
    pub fn peer(line: &str) -> Command {
        let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if !words.iter().any(|w| w == "{}") {
            words.push("{}".to_owned());
        }
        Command { name: line.to_owned(), words, is_ours: false }
    }

    /// Our own solver with some arguments.
    pub fn ours(program: &Path, name: &str, args: &[String]) -> Command {
        let program = program.display().to_string();
        let fixed = [program, "--verbosity=1".to_owned()];
        let words = fixed.iter().chain(args).cloned().chain(["{}".to_owned()]).collect();
        Command { name: format!("ours, {name}"), words, is_ours: true }
    }
}

/// What a solver says about a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Sat,
    Unsat,
    Unknown,
    TimedOut,
    /// The solver found its own model wrong.
    BadModel,
    Error(String),
    Crash(String),
}

/// Where scripts are written, and how long a solver may take.
pub struct Runner {
    folder: PathBuf,
    limit: Duration,
}

impl Runner {
    pub fn new(folder: PathBuf, limit: Duration) -> Runner {
        Runner { folder, limit }
    }

    /// The answer of a solver to a formula in some form.
    pub fn ask(&self, command: &Command, form: &Form, script: &Script) -> Answer {
        answer(&self.run(command, &form.write(script)))
    }

    /// Runs a solver on a text.
    pub fn run(&self, command: &Command, text: &str) -> Outcome {
        let path = self.folder.join(format!("fuzz-{}.smt2", std::process::id()));
        if let Err(e) = std::fs::write(&path, text) {
            let end = End::Crashed(format!("cannot write {}: {e}", path.display()));
            return Outcome { stdout: String::new(), stderr: String::new(), end };
        }
        let file = path.display().to_string();
        let words: Vec<String> = command.words.iter().map(|w| w.replace("{}", &file)).collect();
        let (program, args) = words.split_first().expect("a command has a first word");
        process::run(&self.folder, Path::new(program), args, self.limit)
    }
}

/// The last answer in the output of a solver, unless something went wrong.
fn answer(outcome: &Outcome) -> Answer {
    let complaint = outcome.stdout.lines().find(|line| line.starts_with("(error"));
    if let End::Crashed(how) = &outcome.end {
        return Answer::Crash(format!("{how}: {}", outcome.stderr));
    }
    if outcome.stdout.contains("model check failed") {
        return Answer::BadModel;
    }
    if let Some(line) = complaint {
        return Answer::Error(line.to_owned());
    }
    if outcome.end == End::TimedOut {
        return Answer::TimedOut;
    }
    match outcome.stdout.lines().rfind(|l| crate::regress::case::is_answer(l)) {
        Some("sat") => Answer::Sat,
        Some("unsat") => Answer::Unsat,
        Some(_) => Answer::Unknown,
        None => Answer::TimedOut,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(stdout: &str, end: End) -> Answer {
        answer(&Outcome { stdout: stdout.to_owned(), stderr: String::new(), end })
    }

    #[test]
    fn answers() {
        assert_eq!(of("unsat\nsat\n; statistics\n", End::Exited(0)), Answer::Sat);
        assert_eq!(
            of("unknown\n; internal: model check failed\n", End::Exited(0)),
            Answer::BadModel
        );
        assert_eq!(of("sat\n", End::TimedOut), Answer::TimedOut);
        assert_eq!(of("timeout\n", End::Exited(1)), Answer::TimedOut);
        assert!(matches!(of("(error \"x\")\nsat\n", End::Exited(1)), Answer::Error(_)));
        assert!(matches!(of("sat\n", End::Crashed("panic".into())), Answer::Crash(_)));
    }

    #[test]
    fn the_file_goes_where_the_command_says() {
        assert_eq!(Command::peer("z3 -T:2").words, ["z3", "-T:2", "{}"]);
        assert_eq!(Command::peer("cvc5 {} 20").words, ["cvc5", "{}", "20"]);
    }
}
