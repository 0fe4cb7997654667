//! `stringent regex`: the questions people ask of regexes, on the command line.
//!
//! A question that has yes and no for an answer tells them by the exit code, as `grep` does, so that scripts
//! need not read the text: 0 is yes, or a word was found; 1 is no; 2 is a mistake or a limit that was reached.

use crate::flags::{self, Flag};
use crate::{Complaint, near};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;
use stringent::patterns::{Pattern, Patterns, Reading};

const HELP: &str = "\
Usage: stringent regex QUESTION PATTERN... [OPTION]...

  equivalent A B     Have both the same words? If not, a word that only one has.
  included A B       Is every word of A one of B? If not, a word that is not.
  intersect A B      A shortest word that both have.
  difference A B     A shortest word of A that is not one of B.
  witness A          A shortest word of A.
  empty A            Has A no word?
  sample A           Some words of A at random.
  automaton A        The minimal deterministic automaton, for Graphviz or as SVG.

  --search           A pattern stands for the texts in which it is found, as with
                     grep, instead of those that match from end to end.
  --timeout MS       Give up after so long.
  -n N, --seed N     How many words to sample (10), and which (0).
  --dot, --svg       How to draw the automaton.

Patterns are those of the Rust crate regex, with ^ and $ at the ends of the text.
Words are printed as Rust literals. The exit code is 0 for yes and for a word
found, 1 for no and for none, 2 for a mistake or when the question is given up.
";

/// The exit code for no.
const NO: u8 = 1;

/// How an automaton is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Drawing {
    Dot,
    Svg,
}

#[derive(Debug)]
struct Settings {
    reading: Reading,
    timeout: Option<Duration>,
    words: usize,
    seed: u64,
    drawing: Drawing,
}

/// An answer: what to print, and whether it is yes.
type Answer = Result<(String, bool), Complaint>;

/// What to do with so many patterns.
enum Question {
    One(fn(&mut Patterns, Pattern, &Settings) -> Answer),
    Two(fn(&mut Patterns, Pattern, Pattern) -> Answer),
}

use Question::{One, Two};

const QUESTIONS: &[(&str, Question)] = &[
    ("equivalent", Two(equivalent)),
    ("included", Two(|p, a, b| Ok(told("included", "not included", p.difference(a, b)?)))),
    ("intersect", Two(|p, a, b| Ok(found(p.intersect(a, b)?, "disjoint")))),
    ("difference", Two(|p, a, b| Ok(found(p.difference(a, b)?, "no difference")))),
    ("witness", One(|p, a, _| Ok(found(p.shortest(a)?, "empty")))),
    ("empty", One(|p, a, _| Ok(told("empty", "not empty", p.shortest(a)?)))),
    ("sample", One(sample)),
    ("automaton", One(automaton)),
];

/// Answers one question.
pub fn run(words: &[String]) -> Result<ExitCode, Complaint> {
    if words.is_empty() || words.iter().any(|w| w == "--help" || w == "-h") {
        io::stdout().write_all(HELP.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let (texts, settings) = arguments(words)?;
    let (name, texts) = texts.split_first().ok_or("a question is missing")?;
    let question = QUESTIONS.iter().find(|(q, _)| q == name);
    let known = QUESTIONS.iter().map(|(name, _)| *name);
    let (_, question) = question.ok_or_else(|| near::unknown("question", name, known))?;
    let mut patterns = Patterns::new();
    patterns.set_timeout(settings.timeout);
    let mut read =
        |text: &str| patterns.parse(text, settings.reading).map_err(|error| format!("{error:#}"));
    let (text, yes) = match (question, texts) {
        (One(ask), [a]) => {
            let a = read(a)?;
            ask(&mut patterns, a, &settings)?
        }
        (Two(ask), [a, b]) => {
            let (a, b) = (read(a)?, read(b)?);
            ask(&mut patterns, a, b)?
        }
        (One(_), _) => return Err(format!("{name}: expected one pattern").into()),
        (Two(_), _) => return Err(format!("{name}: expected two patterns").into()),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(if yes { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}

const FLAGS: &[(&str, Flag<Settings>)] = &[
    ("--search", Flag::Switch(|s| s.reading = Reading::Search)),
    ("--timeout", Flag::Number(|s, ms| s.timeout = Some(Duration::from_millis(ms)))),
    ("-n", Flag::Number(|s, n| s.words = usize::try_from(n).unwrap_or(usize::MAX))),
    ("--seed", Flag::Number(|s, seed| s.seed = seed)),
    ("--dot", Flag::Switch(|s| s.drawing = Drawing::Dot)),
    ("--svg", Flag::Switch(|s| s.drawing = Drawing::Svg)),
];

/// Separates options from the question and its patterns; after `--` everything is a pattern.
fn arguments(words: &[String]) -> Result<(Vec<&str>, Settings), Complaint> {
    let mut settings = Settings {
        reading: Reading::Whole,
        timeout: None,
        words: 10,
        seed: 0,
        drawing: Drawing::Dot,
    };
    let plain = flags::read(&mut settings, FLAGS, words)?;
    let after = plain.after.iter().map(String::as_str);
    Ok((plain.before.into_iter().chain(after).collect(), settings))
}

/// A word that was found, or what its absence means.
fn found(word: Option<String>, none: &str) -> (String, bool) {
    let yes = word.is_some();
    (word.map_or_else(|| format!("{none}\n"), |word| format!("{word:?}\n")), yes)
}

/// A statement, or its opposite with the word that refutes it.
fn told(yes: &str, no: &str, witness: Option<String>) -> (String, bool) {
    let holds = witness.is_none();
    (witness.map_or_else(|| format!("{yes}\n"), |word| format!("{no}: {word:?}\n")), holds)
}

fn equivalent(patterns: &mut Patterns, a: Pattern, b: Pattern) -> Answer {
    if patterns.equivalent(a, b)? {
        return Ok(("equivalent\n".into(), true));
    }
    let (side, word) = match patterns.difference(a, b)? {
        Some(word) => ("first", word),
        None => ("second", patterns.difference(b, a)?.unwrap_or_default()),
    };
    Ok((format!("different: only the {side} has {word:?}\n"), false))
}

fn sample(patterns: &mut Patterns, a: Pattern, settings: &Settings) -> Answer {
    let words = patterns.sample(a, settings.words, settings.seed)?;
    let lines: String = words.iter().map(|word| format!("{word:?}\n")).collect();
    Ok((lines, !words.is_empty()))
}

fn automaton(patterns: &mut Patterns, a: Pattern, settings: &Settings) -> Answer {
    let automaton = patterns.automaton(a)?;
    let drawing = match settings.drawing {
        Drawing::Dot => automaton.dot(),
        Drawing::Svg => automaton.svg(),
    };
    Ok((drawing, true))
}
