//! Puts a formula to a solver and reads its answer.

use super::form::Form;
use super::script::Script;
use super::worker::Worker;
use crate::regress::process::{self, End, Outcome};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How to ask a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    pub name: String,
    /// The command line. With a `{}`, which stands for a file, it is started for each script; without, it stays
    /// and reads scripts from a pipe.
    pub words: Vec<String>,
    /// Commands that come before each script.
    pub settings: String,
    /// Whether a crash or an error is a finding.
    pub is_ours: bool,
}

impl Command {
    /// A peer by its command line.
    pub fn peer(line: &str) -> Command {
        let words = line.split_whitespace().map(str::to_owned).collect();
        Command { name: line.to_owned(), words, settings: String::new(), is_ours: false }
    }

    /// Our own solver under a configuration, with a limit of steps for each check: what it answers is a function of
    /// the script.
    pub fn ours(program: &Path, name: &str, args: &[String], steps: u64) -> Command {
        let limit = format!("--rlimit={steps}");
        let words = vec![program.display().to_string(), "--verbosity=1".to_owned(), limit];
        Command { name: format!("ours, {name}"), words, settings: settings(args), is_ours: true }
    }

    /// Whether both are the same solver, be it under other limits.
    pub fn is_kin(&self, other: &Command) -> bool {
        // An interpreter has the solver as its first argument.
        let program = |c: &Command| {
            let words: Vec<String> = c.words.iter().take(2).cloned().collect();
            words.into_iter().filter(|w| !w.starts_with('-') && w != "{}").collect::<Vec<_>>()
        };
        program(self) == program(other)
    }

    /// Our own solver with an argument more.
    pub fn with(&self, arg: String) -> Command {
        let settings = format!("{}{}", self.settings, settings(std::slice::from_ref(&arg)));
        Command { name: format!("{} {arg}", self.name), settings, ..self.clone() }
    }
}

/// Arguments `--name=value` as commands.
fn settings(args: &[String]) -> String {
    let pair = |arg: &String| {
        let (name, value) = arg.strip_prefix("--")?.split_once('=')?;
        let quote = if value.contains('=') { "\"" } else { "" };
        Some(format!("(set-option :{name} {quote}{value}{quote})\n"))
    };
    args.iter().filter_map(pair).collect()
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

/// Where scripts are written, how long a solver may take, and the solvers that stay.
pub struct Runner {
    folder: PathBuf,
    limit: Duration,
    workers: RefCell<BTreeMap<Vec<String>, Worker>>,
}

impl Runner {
    pub fn new(folder: PathBuf, limit: Duration) -> Runner {
        Runner { folder, limit, workers: RefCell::default() }
    }

    /// The answer of a solver to a formula in some form.
    pub fn ask(&self, command: &Command, form: &Form, script: &Script) -> Answer {
        answer(&self.run(command, &form.write(script)))
    }

    /// Runs a solver on a text.
    pub fn run(&self, command: &Command, text: &str) -> Outcome {
        let text = format!("{}{text}", command.settings);
        let is_for_one = command.words.iter().any(|w| w.contains("{}"));
        let done = if is_for_one { self.start(command, &text) } else { self.pass(command, &text) };
        done.unwrap_or_else(|why| {
            let end = End::Crashed(why);
            Outcome { stdout: String::new(), stderr: String::new(), end }
        })
    }

    /// Starts a solver for one script.
    fn start(&self, command: &Command, text: &str) -> Result<Outcome, String> {
        let path = self.folder.join(format!("fuzz-{}.smt2", std::process::id()));
        std::fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        let file = path.display().to_string();
        let words: Vec<String> = command.words.iter().map(|w| w.replace("{}", &file)).collect();
        let (program, args) = words.split_first().ok_or("no command")?;
        Ok(process::run(&self.folder, Path::new(program), args, self.limit))
    }

    /// Passes a script to a solver that stays, which is started when there is none.
    fn pass(&self, command: &Command, text: &str) -> Result<Outcome, String> {
        let mut workers = self.workers.borrow_mut();
        let mut worker = match workers.remove(&command.words) {
            Some(worker) => worker,
            None => Worker::start(&command.words)?,
        };
        let outcome = worker.run(text, self.limit);
        if worker.is_usable() {
            workers.insert(command.words.clone(), worker);
        }
        Ok(outcome)
    }
}

/// How our solver complains about an index beyond its limit, which is no bug.
const TOO_LARGE: &str = "is too large";

/// The last answer in the output of a solver, unless something went wrong.
fn answer(outcome: &Outcome) -> Answer {
    let complaint = outcome.stdout.lines().find(|line| line.starts_with("(error"));
    if let End::Crashed(how) = &outcome.end {
        return Answer::Crash(format!("{how}: {}", outcome.stderr));
    }
    if outcome.stdout.lines().any(is_rejected_model) {
        return Answer::BadModel;
    }
    if complaint.is_some_and(|line| line.contains(TOO_LARGE)) {
        return Answer::Unknown;
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

/// Whether a line of `--verbosity=1` says that the solver rejected a model it had no doubt about.
fn is_rejected_model(line: &str) -> bool {
    line.starts_with("; internal: ") && line.ends_with(" models rejected")
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
        assert_eq!(of("sat\n; internal: 1 models rejected\n", End::Exited(0)), Answer::BadModel);
        assert_eq!(of("sat\n", End::TimedOut), Answer::TimedOut);
        assert_eq!(of("timeout\n", End::Exited(1)), Answer::TimedOut);
        assert!(matches!(of("(error \"x\")\nsat\n", End::Exited(1)), Answer::Error(_)));
        assert!(matches!(of("sat\n", End::Crashed("panic".into())), Answer::Crash(_)));
    }

    #[test]
    fn the_file_goes_where_the_command_says() {
        let runner = Runner::new(std::env::temp_dir(), Duration::from_secs(9));
        let said = |line: &str| runner.run(&Command::peer(line), "(check-sat)\n").stdout;
        assert_eq!(said("cat {}"), "(check-sat)\n");
    }

    #[test]
    fn a_solver_is_known_under_other_limits() {
        let is_kin = |a, b| Command::peer(a).is_kin(&Command::peer(b));
        assert!(is_kin("z3 -in -t:100", "z3 -in -t:5000") && is_kin("z3 {}", "z3 -in"));
        assert!(is_kin("python a.py 10", "python a.py 20"));
        assert!(!is_kin("python a.py", "python b.py") && !is_kin("z3 -in", "cvc5 -in"));
    }

    #[test]
    fn configurations_are_settings() {
        let ours = Command::ours(Path::new("x"), "b", &["--a.b=false".to_owned()], 1);
        let tuned = ours.with("--tune=c=1".to_owned());
        assert_eq!(tuned.settings, "(set-option :a.b false)\n(set-option :tune \"c=1\")\n");
        assert_eq!(tuned.name, "ours, b --tune=c=1");
    }
}
