//! `stringent regex`: the questions people ask of regexes, on the command line.
//!
//! A question that has yes and no for an answer tells them by the exit code, as `grep` does, so that scripts
//! need not read the text: 0 is yes, or a word was found; 1 is no; 2 is a mistake or a limit that was reached.
//! [`question`] has the questions and the options, [`answer`] what is printed, [`worker`] reads questions a line.

mod answer;
mod question;
mod worker;

use crate::{Complaint, flags};
use question::{OPTIONS, Settings};
use serde_json::Value;
use std::io::{self, Write};
use std::process::ExitCode;

pub const HELP: &str = "\
Usage: stringent regex QUESTION PATTERN... [OPTION]...

  equivalent A B     Have both the same words? If not, a word that only one has.
  included A B       Is every word of A one of B? If not, a word that is not.
                     Also: subset.
  difference A B     A shortest word of A that is not one of B.
  intersect A...     A shortest word that all have.
  union A...         A shortest word that any has.
  witness A          A shortest word of A.
  empty A            Has A no word?
  sample A           Some words of A at random.
  enumerate A        The first words of A, by length and then by code points.
  count A            How many words A has.
  automaton A        The minimal deterministic automaton, for Graphviz or as SVG.
  smtlib A           The regex in SMT-LIB, for use in a script.

  --dialect NAME     Whose patterns these are: rust (as it is), python, ecma, pcre,
                     posix.
  --search           A pattern stands for the texts in which it is found, as with
                     grep, instead of those that match from end to end.
  --ignore-case      As under the flag i.
  --ascii            Classes and cases of ASCII only.
  --bytes            Words are made of bytes: in Rust's dialect a character is its
                     code in UTF-8 and (?-u:\\xFF) a byte, in the others each
                     character is a byte.
  --timeout MS       Give up after so long.
  -n N, --seed N     How many words to sample or enumerate (10), and which (0).
  --length N         Count words of this length only.
  --dot, --svg       How to draw the automaton.
  --json             Answer by an object in JSON.
  --jsonl            Questions from standard input, a line each, as objects:
                     {\"question\": \"witness\", \"patterns\": [\"a+\"], \"dialect\": \"ecma\"}

Words are printed as Rust literals; in JSON, bytes are characters up to U+00FF. The exit code is 0 for yes and for a word
found, 1 for no and for none, 2 for a mistake or when the question is given up.
";

/// The exit code for no.
const NO: u8 = 1;

/// The exit code when there is no answer.
const NO_ANSWER: u8 = 2;

/// The names of the options.
pub fn flags() -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().map(|(name, _)| *name)
}

/// Answers one question, or many from standard input.
pub fn run(words: &[String]) -> Result<ExitCode, Complaint> {
    if words.is_empty() || words.iter().any(|w| w == "--help" || w == "-h") {
        io::stdout().write_all(HELP.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let (texts, settings) = arguments(words)?;
    if settings.jsonl {
        return Ok(worker::run(&settings)?);
    }
    let (name, texts) = texts.split_first().ok_or("a question is missing")?;
    let (text, code) = match question::ask(name, texts, &settings) {
        Ok(answer) => {
            let code = if answer.yes { ExitCode::SUCCESS } else { ExitCode::from(NO) };
            let json = settings.json;
            (if json { line(answer.json()) } else { answer.text }, code)
        }
        Err(failure) if settings.json => (line(failure.json()), ExitCode::from(NO_ANSWER)),
        Err(failure) => return Err(failure.text().into()),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(code)
}

fn line(fields: serde_json::Map<String, Value>) -> String {
    format!("{}\n", Value::Object(fields))
}

/// Separates options from the question and its patterns; after `--` everything is a pattern.
fn arguments(words: &[String]) -> Result<(Vec<&str>, Settings), Complaint> {
    let mut settings = Settings::default();
    let plain = flags::read(&mut settings, OPTIONS, words)?;
    let after = plain.after.iter().map(String::as_str);
    Ok((plain.before.into_iter().chain(after).collect(), settings))
}
