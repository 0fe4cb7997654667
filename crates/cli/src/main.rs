//! The `stringent` program: a script from a file or a pipe, answers on standard output.
//!
//! * [`args`]: the command line, in the styles of z3 and cvc5 as well as our own.
//! * [`help`]: `--help`, generated from the options table.
//! * [`memory`]: how much memory the process uses.
//!
//! Exit codes: 0 whatever the verdicts are, 1 if an `(error ...)` was answered, 2 if the command
//! line is wrong. Standard error is used only for the latter: some clients never read it.

mod args;
mod help;
mod memory;

use args::{Input, Plan, Task};
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::time::Instant;
use stringent::{CommandReader, Interpreter};

const FAILED: u8 = 1;
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let start = Instant::now();
    let text = |arg: std::ffi::OsString| arg.to_string_lossy().into_owned();
    let mut words = std::env::args_os().map(text);
    let program = words.next().unwrap_or_default();
    let task = match args::parse(&program, words) {
        Ok(task) => task,
        Err(message) => {
            eprintln!("stringent: {message}\nTry `stringent --help`.");
            return ExitCode::from(USAGE);
        }
    };
    let answer = match task {
        Task::Help => say(&help::text()),
        Task::Version => say(&format!("Stringent version {}\n", stringent::VERSION)),
        Task::Solve(plan) => solve(*plan, start),
    };
    // The reader of our answers may be gone, which is no reason to complain.
    answer.unwrap_or(ExitCode::from(FAILED))
}

fn say(text: &str) -> io::Result<ExitCode> {
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A file is read whole, which is fastest; a pipe, or whatever else has no end yet, as it comes.
fn open(input: &Input) -> io::Result<CommandReader> {
    let path = match input {
        Input::Stdin => return Ok(CommandReader::from_stream(Box::new(io::stdin()))),
        Input::File(path) => path,
    };
    let mut file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Ok(CommandReader::from_stream(Box::new(file)));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(CommandReader::from_bytes(bytes))
}

fn solve(plan: Plan, start: Instant) -> io::Result<ExitCode> {
    let mut reader = match open(&plan.input) {
        Ok(reader) => reader,
        Err(error) => {
            let message = format!("{}: {error}", plan.input.name()).replace('"', "\"\"");
            say(&format!("(error \"{message}\")\n"))?;
            return Ok(ExitCode::from(FAILED));
        }
    };
    let mut interpreter = Interpreter::new(plan.options, io::stdout());
    interpreter.set_memory_probe(memory::in_use);
    if let Some(escapes) = plan.escapes {
        interpreter.set_escapes(escapes);
    }
    if plan.exit_when_out_of_time {
        interpreter.exit_when_out_of_time();
    }
    interpreter.run(&mut reader)?;
    if interpreter.options().stats {
        let mut text = String::new();
        for (name, value) in interpreter.stats() {
            text.push_str(&format!("; {name} {value}\n"));
        }
        text.push_str(&format!("; memory-mib {:.1}\n", memory::in_use() as f64 / 1_048_576.0));
        text.push_str(&format!("; time {:.4}\n", start.elapsed().as_secs_f64()));
        say(&text)?;
    }
    let code = if interpreter.failed() { ExitCode::from(FAILED) } else { ExitCode::SUCCESS };
    // The process ends now: freeing a million terms one by one would only take time.
    std::mem::forget(interpreter);
    Ok(code)
}
