//! `stringent models FILE`: models of a script one after the other.
//!
//! The script is run without its answers, and what it asserted in the end is enumerated, unless an assertion was refused. A
//! model is a line, in SMT-LIB or in JSON, written as soon as it is found; the last line tells whether these are all.

use crate::args::{self, Task};
use crate::flags::{self, Flag};
use crate::{FAILED, Outcome, jsonl, memory};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::process::ExitCode;
use stringent::{Binding, Interpreter, Order, Reason};

pub const HELP: &str = "\
Usage: stringent models FILE [OPTION]... [-- OPTION OF THE SOLVER...]

Prints models of what the script asserts, told apart by the values of constants.
If it says what to minimize or maximize, only optimal models.

  --count N      How many (10).
  --all          All of them.
  --shortest     By the total length of the strings, shortest first. Otherwise
                 lengths grow only as far as they must.
  --of NAME,...  The constants that matter; all that are declared unless given.
                 Functions, languages and elements of declared sorts do not.
  --json         A model is an object, and so is the statement at the end.

The last line says whether these are all. Limits such as --timeout hold for each
model. The exit code is 1 if an assertion was refused, 2 if the command line is
wrong.
";

/// What is wanted.
#[derive(Debug)]
struct Wanted {
    count: usize,
    order: Order,
    names: Option<Vec<String>>,
    json: bool,
}

const FLAGS: &[(&str, Flag<Wanted>)] = &[
    ("--count", Flag::Positive(|w, n| w.count = usize::try_from(n).unwrap_or(usize::MAX))),
    ("--all", Flag::Switch(|w| w.count = usize::MAX)),
    ("--shortest", Flag::Switch(|w| w.order = Order::Shortest)),
    ("--of", Flag::Text(|w, text| w.names = Some(text.split(',').map(str::to_owned).collect()))),
    ("--json", Flag::Switch(|w| w.json = true)),
];

/// The names of the options.
pub fn flags() -> impl Iterator<Item = &'static str> {
    FLAGS.iter().map(|(name, _)| *name)
}

/// Prints models.
pub fn run(program: &str, words: &[String]) -> Outcome {
    if words.is_empty() || words.iter().any(|w| w == "--help" || w == "-h") {
        io::stdout().write_all(HELP.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut wanted = Wanted { count: 10, order: Order::Any, names: None, json: false };
    let plain = flags::read(&mut wanted, FLAGS, words)?;
    let words = plain.before.into_iter().chain(plain.after.iter().map(String::as_str));
    let Task::Solve(plan) = args::parse(program, words.map(str::to_owned))? else {
        return Err("models: try `stringent models --help`".into());
    };
    let mut reader =
        crate::open(&plan.input).map_err(|error| format!("{}: {error}", plan.input.name()))?;
    let mut interpreter = Interpreter::new(plan.options, io::sink());
    interpreter.set_memory_probe(memory::in_use);
    plan.escapes.into_iter().for_each(|escapes| interpreter.set_escapes(escapes));
    interpreter.run(&mut reader)?;
    print_models(&mut interpreter, &wanted)
}

fn print_models<W: Write>(interpreter: &mut Interpreter<W>, wanted: &Wanted) -> Outcome {
    let mut models = interpreter.models(wanted.names.as_deref(), wanted.order)?;
    let mut found = 0;
    let end = loop {
        if found == wanted.count {
            break End::Enough;
        }
        match models.next() {
            Some(Ok(model)) => {
                print_line(&if wanted.json { object(&model) } else { list(&model) })?;
                found += 1;
            }
            Some(Err(Reason::Refused(error))) => {
                print_line(&format!("(error \"{}\")", error.replace('"', "\"\"")))?;
                return Ok(ExitCode::from(FAILED));
            }
            Some(Err(why)) => break End::Unknown(why.to_string()),
            None => break End::All,
        }
    };
    let tell = if wanted.json { end_as_object } else { end_as_comment };
    print_line(&tell(found, end, models.left_out()))?;
    Ok(ExitCode::SUCCESS)
}

/// Why no more models come.
enum End {
    All,
    Enough,
    Unknown(String),
}

fn end_as_object(found: usize, end: End, left_out: &[String]) -> String {
    let mut object = json!({ "models": found, "complete": matches!(end, End::All) });
    if let End::Unknown(why) = end {
        object["reason"] = why.into();
    }
    if !left_out.is_empty() {
        object["not-shown"] = left_out.into();
    }
    object.to_string()
}

fn end_as_comment(found: usize, end: End, left_out: &[String]) -> String {
    let mut text = match (end, found) {
        (End::All, 0) => "; there is no model".to_owned(),
        (End::All, 1) => "; this is the only model".to_owned(),
        (End::All, _) => format!("; these are all {found} models"),
        (End::Enough, _) => "; there may be more models".to_owned(),
        (End::Unknown(why), _) => format!("; there may be more models, unknown: {why}"),
    };
    if !left_out.is_empty() {
        text += &format!("; not shown: {}", left_out.join(", "));
    }
    text
}

fn print_line(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

fn list(model: &[Binding]) -> String {
    let rows: Vec<String> = model.iter().map(Binding::to_string).collect();
    format!("({})", rows.join(" "))
}

fn object(model: &[Binding]) -> String {
    let rows = model.iter().map(|binding| (binding.name.clone(), jsonl::constant(binding)));
    Value::Object(rows.collect::<Map<_, _>>()).to_string()
}
