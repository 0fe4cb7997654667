//! The `stringent` program: a script from a file or a pipe, answers on standard output.
//!
//! * [`args`]: the command line, in the styles of z3 and cvc5 as well as our own.
//! * [`help`]: `--help`, generated from the options table.
//! * [`caret`]: where an error is, drawn for people at a terminal.
//! * [`memory`]: how much memory the process uses.
//! * [`near`]: complaints about misspelt words.
//!
//! That is the program that clients start by the thousand. What people and clusters use besides is reached by
//! its first word, or by sitting at a terminal, and costs the others nothing but room on disk:
//!
//! * [`regex`]: `regex`, questions about regexes.
//! * [`jsonl`]: `solve --jsonl`, a worker that reads one query a line.
//! * [`batch`]: `batch`, a folder on all cores.
//! * [`models`]: `models`, several models of a script.
//! * [`explain`]: `explain`, why a script is `unsat`.
//! * [`repl`]: a conversation.
//! * [`portfolio`]: `--portfolio`, several processes for one question.
//! * [`shell`]: `completions` and `man`.
//! * [`flags`]: their options.
//!
//! Exit codes: 0 whatever the verdicts are, 1 if an `(error ...)` was answered, 2 if the command
//! line is wrong. Standard error is used only for the latter: some clients never read it.

mod args;
mod batch;
mod caret;
mod explain;
mod flags;
mod help;
mod jsonl;
mod memory;
mod models;
mod near;
mod portfolio;
mod regex;
mod repl;
mod shell;

use args::{Input, Plan, Task};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use stringent::options::Dialect;
use stringent::{CommandReader, Interpreter};

const FAILED: u8 = 1;
const USAGE: u8 = 2;
/// Control-C stopped what was going on.
const STOPPED: u8 = 130;

/// Why a command came to nothing.
#[derive(Debug)]
pub enum Complaint {
    /// The command line is wrong, or what it asks for is impossible.
    Usage(String),
    /// Reading or writing failed. Nobody may be there to be told.
    Io(io::Error),
}

impl From<String> for Complaint {
    fn from(message: String) -> Complaint {
        Complaint::Usage(message)
    }
}

impl From<&str> for Complaint {
    fn from(message: &str) -> Complaint {
        Complaint::Usage(message.into())
    }
}

impl From<io::Error> for Complaint {
    fn from(error: io::Error) -> Complaint {
        Complaint::Io(error)
    }
}

type Outcome = Result<ExitCode, Complaint>;

/// Takes the name of the program and the words that follow its own.
type Command = fn(&str, &[String]) -> Outcome;

/// What the first word may ask for.
const COMMANDS: &[(&str, Command)] = &[
    ("batch", |_, words| batch::run(words)),
    ("completions", |_, words| shell::completions(words)),
    ("explain", explain::run),
    ("man", |_, _| shell::man()),
    ("models", models::run),
    ("regex", |_, words| regex::run(words)),
    ("solve", solve_or_serve),
];

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let program = words.next().unwrap_or_default();
    // What is no text cannot be repeated in an answer. An option that is taken for another would be worse.
    let words: Result<Vec<String>, OsString> = words.map(OsString::into_string).collect();
    let command = words.as_ref().ok().and_then(|words| named(words.first()?));
    let outcome = match &words {
        Ok(words) => run(&program.to_string_lossy(), words),
        Err(word) => Err(format!("{}: invalid UTF-8 in an argument", word.display()).into()),
    };
    match outcome {
        Ok(code) => code,
        Err(Complaint::Usage(message)) => {
            let of = command.map(|(name, _)| format!(" {name}")).unwrap_or_default();
            eprintln!("stringent: {message}\nTry `stringent{of} --help`.");
            ExitCode::from(USAGE)
        }
        // The reader of our answers may be gone, which is no reason to complain.
        Err(Complaint::Io(_)) => ExitCode::from(FAILED),
    }
}

/// The command that a first word asks for.
fn named(word: &str) -> Option<(&'static str, Command)> {
    COMMANDS.iter().find(|(name, _)| *name == word).copied()
}

fn run(program: &str, words: &[String]) -> Outcome {
    // Those who call us by another solver's name expect its command line and no other.
    let own = args::personality(program) == Dialect::Standard;
    if own
        && let Some((first, rest)) = words.split_first()
        && let Some((_, command)) = named(first)
    {
        return command(program, rest);
    }
    let plain = words.first().filter(|word| own && !word.starts_with('-'));
    if let Some(complaint) = plain.and_then(|word| misspelt(word)) {
        return Err(complaint.into());
    }
    solve_plainly(program, words)
}

/// What to say of a first word that is neither a command nor a script.
fn misspelt(word: &str) -> Option<String> {
    let commands = COMMANDS.iter().map(|(name, _)| *name);
    let near = stringent::closest(word, commands.chain(["help", "version"]))?;
    let meant = if let "help" | "version" = &*near { format!("--{near}") } else { near };
    let hint = format!("{word}: no such file or command, did you mean `stringent {meant}`?");
    (!Path::new(word).exists()).then_some(hint)
}

/// `solve` is what the program does without any word, but for `--jsonl`.
fn solve_or_serve(program: &str, words: &[String]) -> Outcome {
    let (jsonl, words): (Vec<_>, Vec<_>) = words.iter().cloned().partition(|w| w == args::JSONL);
    if jsonl.is_empty() {
        return solve_plainly(program, &words);
    }
    match task(program, &words)? {
        Task::Solve(plan) if plan.interactive => Ok(jsonl::run(&plan)?),
        Task::Solve(plan) => Err(format!("{}: queries come by lines", plan.input.name()).into()),
        _ => solve_plainly(program, &["--help".to_owned()]),
    }
}

/// What the command line asks for, if it is possible here.
fn task(program: &str, words: &[String]) -> Result<Task, Complaint> {
    let task = args::parse(program, words.iter().cloned())?;
    match &task {
        Task::Solve(plan) if plan.options.memory > 0 && !memory::can_be_limited() => {
            Err("--memory: this system does not tell how much memory is in use".into())
        }
        _ => Ok(task),
    }
}

fn solve_plainly(program: &str, words: &[String]) -> Outcome {
    if args::personality(program) == Dialect::Standard
        && let Some((count, words)) = portfolio::read(words)?
    {
        return portfolio::run(count, &words);
    }
    let start = Instant::now();
    Ok(match task(program, words)? {
        Task::Help => say(&help::text())?,
        Task::Version => say(&format!("Stringent version {}\n", stringent::VERSION))?,
        Task::Solve(plan) if plan.interactive && at_terminal(&plan) => repl::run(*plan)?,
        Task::Solve(plan) => solve(*plan, start)?,
    })
}

/// Whether a person sits at both ends.
fn at_terminal(plan: &Plan) -> bool {
    is_own(plan) && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether the client expects this solver and no other.
fn is_own(plan: &Plan) -> bool {
    plan.options.compat == Dialect::Standard
}

fn say(text: &str) -> io::Result<ExitCode> {
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Files of more bytes than these are not read whole: that would take time and memory before any limit is looked at.
const LARGE_FILE: u64 = 16 << 20;

/// A file is read whole, which is fastest; a pipe, or whatever else has no end yet or a far one, as it comes.
pub(crate) fn open(input: &Input) -> io::Result<CommandReader> {
    let path = match input {
        Input::Stdin => return Ok(CommandReader::from_stream(Box::new(io::stdin()))),
        Input::File(path) => path,
    };
    let mut file = File::open(path)?;
    let kind = file.metadata()?;
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() || kind.len() > LARGE_FILE {
        return Ok(CommandReader::from_stream(Box::new(file)));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(CommandReader::from_bytes(bytes))
}

/// An interpreter as the command line wants it.
fn interpreter(plan: Plan) -> Interpreter<io::Stdout> {
    let own = is_own(&plan);
    let mut interpreter = Interpreter::new(plan.options, io::stdout());
    interpreter.set_memory_probe(memory::in_use);
    // The clients of other solvers may sit at a terminal of their own making.
    if own && io::stdout().is_terminal() {
        interpreter.illustrate_errors(caret::draw);
    }
    if let Some(escapes) = plan.escapes {
        interpreter.set_escapes(escapes);
    }
    if plan.exit_when_out_of_time {
        interpreter.exit_when_out_of_time();
    }
    interpreter
}

/// What is answered when there is no such script. A client reads it; a person may have meant something else.
fn not_opened(plan: &Plan, error: &io::Error) -> Outcome {
    let name = plan.input.name();
    let hint = match error.kind() {
        _ if !is_own(plan) => None,
        _ if Path::new(name).is_dir() => {
            Some(format!("is a folder, did you mean `stringent batch {name}`?"))
        }
        io::ErrorKind::NotFound => args::near_parameter(name)
            .map(|near| format!("no such file or option, did you mean {near}?")),
        _ => None,
    };
    if let Some(hint) = hint {
        return Err(format!("{name}: {hint}").into());
    }
    let message = format!("{name}: {error}").replace('"', "\"\"");
    say(&format!("(error \"{message}\")\n"))?;
    Ok(ExitCode::from(FAILED))
}

fn solve(plan: Plan, start: Instant) -> Outcome {
    let mut reader = match open(&plan.input) {
        Ok(reader) => reader,
        Err(error) => return not_opened(&plan, &error),
    };
    let mut interpreter = interpreter(plan);
    interpreter.started_at(start);
    interpreter.run(&mut reader)?;
    if interpreter.options().stats {
        let mut text = String::new();
        for (name, value) in interpreter.stats() {
            text.push_str(&format!("; {name} {value}\n"));
        }
        text.push_str(&format!("; memory-mib {:.1}\n", memory::in_use() as f64 / 1_048_576.0));
        text.push_str(&format!("; time {:.4}\n", start.elapsed().as_secs_f64()));
        interpreter.remark(text.trim_end())?;
    }
    let code = if interpreter.failed() { ExitCode::from(FAILED) } else { ExitCode::SUCCESS };
    // The process ends now: freeing a million terms one by one would only take time.
    std::mem::forget(interpreter);
    Ok(code)
}
