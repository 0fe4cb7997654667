//! `stringent explain FILE`: why a script is `unsat`, for people.
//!
//! The proof of each such answer (`docs/proofs.md`) is told line by line: which assertions clash, and by which languages, lengths,
//! equations and meanings of functions. It is an account of the proof, not a check of it.
//!
//! * [`tree`]: the text of scripts and proofs as lists.
//! * [`notation`]: terms as people write them.
//! * [`story`]: proofs as lines.
//! * [`page`]: lines as a page for a browser.

mod notation;
mod page;
mod story;
mod tree;

use crate::args::{self, Input, Task};
use crate::flags::{self, Flag};
use crate::{FAILED, Outcome, memory};
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use story::Story;
use stringent::{CommandReader, Interpreter};

pub const HELP: &str = "\
Usage: stringent explain FILE [--html OUT] [-- OPTION OF THE SOLVER...]

Tells why the checks of a script are unsat: which assertions clash, through which
languages, lengths, equations and meanings of functions. `[2]` is an assertion,
`(3)` a line of the explanation.

  --html OUT  Writes a page for a browser instead.

The exit code is 1 if no check was answered unsat or the page cannot be written,
2 if the command line is wrong. `stringent --proof=FILE` writes the proof that
this tells, in full.
";

/// Where the page goes.
#[derive(Debug, Default)]
struct Wanted {
    html: Option<String>,
}

const FLAGS: &[(&str, Flag<Wanted>)] =
    &[("--html", Flag::Text(|w, text| w.html = Some(text.to_owned())))];

/// The names of the options.
pub fn flags() -> impl Iterator<Item = &'static str> {
    FLAGS.iter().map(|(name, _)| *name)
}

/// Explains a script.
pub fn run(program: &str, words: &[String]) -> Outcome {
    if words.is_empty() || words.iter().any(|w| w == "--help" || w == "-h") {
        io::stdout().write_all(HELP.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut wanted = Wanted::default();
    let plain = flags::read(&mut wanted, FLAGS, words)?;
    let words = plain.before.into_iter().chain(plain.after.iter().map(String::as_str));
    let Task::Solve(mut plan) = args::parse(program, words.map(str::to_owned))? else {
        return Err("explain: try `stringent explain --help`".into());
    };
    let name = plan.input.name().to_owned();
    let script = read(&plan.input).map_err(|error| format!("{name}: {error}"))?;
    let script = String::from_utf8_lossy(&script).into_owned();
    plan.options.proof = stringent::KEPT.to_owned();
    let mut interpreter = Interpreter::new(plan.options, io::sink());
    interpreter.set_memory_probe(memory::in_use);
    interpreter.record_verdicts();
    interpreter.run(&mut CommandReader::from_bytes(script.as_bytes().to_vec()))?;
    let stories = story::stories(&script, interpreter.proof());
    tell(&name, &stories, interpreter.verdicts(), &wanted)
}

fn read(input: &Input) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match input {
        Input::Stdin => io::stdin().read_to_end(&mut bytes)?,
        Input::File(path) => File::open(path)?.read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

fn tell(name: &str, stories: &[Story], verdicts: &[&str], wanted: &Wanted) -> Outcome {
    match &wanted.html {
        Some(path) if !stories.is_empty() => {
            std::fs::write(path, page::page(name, stories)).map_err(|e| format!("{path}: {e}"))?;
        }
        _ => io::stdout().write_all(text(stories, verdicts).as_bytes())?,
    }
    Ok(if stories.is_empty() { ExitCode::from(FAILED) } else { ExitCode::SUCCESS })
}

/// All checks, as text.
fn text(stories: &[Story], verdicts: &[&str]) -> String {
    let mut out = String::new();
    for (i, verdict) in verdicts.iter().enumerate() {
        match stories.iter().find(|s| s.check == i + 1) {
            Some(story) => out.push_str(&told(story)),
            None => out.push_str(&format!("Check {} is {verdict}.\n", i + 1)),
        }
    }
    out
}

/// One refutation, as text.
fn told(story: &Story) -> String {
    let Story { check, of, premises, lines, open } = story;
    let mut out =
        format!("Check {check} is unsat: {} of {of} assertions clash.\n\n", premises.len());
    for p in premises {
        let place = p.line.map_or("assumption".to_owned(), |line| format!("line {line}"));
        out.push_str(&format!("  [{}] {}  ({place})\n", p.number, p.text));
    }
    out.push('\n');
    for l in lines {
        let from =
            if l.from.is_empty() { String::new() } else { format!(" from {}", l.from.join(", ")) };
        out.push_str(&format!(
            "  ({}) {}\n      {}: {}{from}\n",
            l.number,
            l.text,
            page::tag(l.kind),
            l.why
        ));
    }
    let open: Vec<String> = open.iter().map(|(name, n)| format!("{name} ({n})")).collect();
    if !open.is_empty() {
        out.push_str(&format!("\n  Not every step has a proof: {}.\n", open.join(", ")));
    }
    out.push('\n');
    out
}
