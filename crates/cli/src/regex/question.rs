//! The questions, and how they are asked.

use super::answer::{Answer, Failure, Letters};
use crate::flags::Flag;
use crate::near;
use std::time::Duration;
use stringent::expr::Any;
use stringent::patterns::{Notation, Pattern, Patterns, Reading};

/// How an automaton is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Drawing {
    Dot,
    Svg,
}

/// What is said besides the question and its patterns.
#[derive(Clone, Debug)]
pub struct Settings {
    notation: Notation,
    timeout: Option<Duration>,
    words: usize,
    length: Option<u64>,
    seed: u64,
    drawing: Drawing,
    /// Answers are JSON.
    pub json: bool,
    /// Questions come as lines of JSON.
    pub jsonl: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            notation: Notation::default(),
            timeout: None,
            words: 10,
            length: None,
            seed: 0,
            drawing: Drawing::Dot,
            json: false,
            jsonl: false,
        }
    }
}

impl Settings {
    /// With answers in JSON.
    pub fn in_json(self) -> Settings {
        Settings { json: true, ..self }
    }
}

/// The options by name; the members of a line of JSON have the names without hyphens at the front.
pub const OPTIONS: &[(&str, Flag<Settings>)] = &[
    ("--search", Flag::Switch(|s| s.notation.reading = Reading::Search)),
    ("--ascii", Flag::Switch(|s| s.notation.ascii = true)),
    ("--ignore-case", Flag::Switch(|s| s.notation.ignore_case = true)),
    ("--bytes", Flag::Switch(|s| s.notation.bytes = true)),
    ("--json", Flag::Switch(|s| s.json = true)),
    ("--jsonl", Flag::Switch(|s| s.jsonl = true)),
    ("--dot", Flag::Switch(|s| s.drawing = Drawing::Dot)),
    ("--svg", Flag::Switch(|s| s.drawing = Drawing::Svg)),
    ("--timeout", Flag::Number(|s, n| s.timeout = Some(Duration::from_millis(n)))),
    ("--seed", Flag::Number(|s, n| s.seed = n)),
    ("--length", Flag::Number(|s, n| s.length = Some(n))),
    ("-n", Flag::Number(|s, n| s.words = usize::try_from(n).unwrap_or(usize::MAX))),
    (
        "--dialect",
        Flag::Checked(|s, name| {
            s.notation.dialect = name.parse()?;
            Ok(())
        }),
    ),
];

/// How many patterns a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arity {
    One,
    Two,
    Any,
}

/// What is asked about.
struct Asked<'a> {
    texts: &'a [&'a str],
    patterns: Vec<Pattern>,
    settings: &'a Settings,
}

impl Asked<'_> {
    fn first(&self) -> Pattern {
        self.patterns[0]
    }

    fn both(&self) -> (Pattern, Pattern) {
        (self.patterns[0], self.patterns[1])
    }

    /// How words are printed.
    fn letters(&self) -> Letters {
        if self.settings.notation.bytes { Letters::Bytes } else { Letters::Characters }
    }
}

type Ask = fn(&mut Patterns, &Asked<'_>) -> Result<Answer, Failure>;

const QUESTIONS: &[(&str, Arity, Ask)] = &[
    ("equivalent", Arity::Two, equivalent),
    ("included", Arity::Two, included),
    ("subset", Arity::Two, included),
    ("difference", Arity::Two, |p, a| {
        Ok(Answer::found(p.difference(a.both().0, a.both().1)?, "no difference", a.letters()))
    }),
    ("intersect", Arity::Any, |p, a| {
        Ok(Answer::found(p.common(&a.patterns)?, "disjoint", a.letters()))
    }),
    ("union", Arity::Any, |p, a| {
        let union = p.any_of(&a.patterns);
        Ok(Answer::found(p.shortest(union)?, "empty", a.letters()))
    }),
    ("witness", Arity::One, |p, a| Ok(Answer::found(p.shortest(a.first())?, "empty", a.letters()))),
    ("empty", Arity::One, |p, a| {
        Ok(Answer::told("empty", "not empty", p.shortest(a.first())?, a.letters()))
    }),
    ("sample", Arity::One, |p, a| {
        let words = p.sample(a.first(), a.settings.words, a.settings.seed)?;
        Ok(Answer::words(words, a.letters()))
    }),
    ("enumerate", Arity::One, |p, a| {
        Ok(Answer::words(p.enumerate(a.first(), a.settings.words)?, a.letters()))
    }),
    ("count", Arity::One, |p, a| Ok(Answer::count(p.count(a.first(), a.settings.length)?))),
    ("automaton", Arity::One, automaton),
    ("smtlib", Arity::One, |_, a| smtlib(a.texts[0], a.settings)),
];

/// Answers the question `name` about patterns.
pub fn ask(name: &str, texts: &[&str], settings: &Settings) -> Result<Answer, Failure> {
    let question = QUESTIONS.iter().find(|(q, ..)| *q == name);
    let known = QUESTIONS.iter().map(|(name, ..)| *name);
    let (_, arity, ask) =
        question.ok_or_else(|| Failure::Question(near::unknown("question", name, known)))?;
    let expected = match arity {
        Arity::One => (texts.len() == 1, "one pattern"),
        Arity::Two => (texts.len() == 2, "two patterns"),
        Arity::Any => (!texts.is_empty(), "some patterns"),
    };
    if !expected.0 {
        return Err(Failure::Question(format!("{name}: expected {}", expected.1)));
    }
    let mut patterns = Patterns::new();
    patterns.set_timeout(settings.timeout);
    let read = |(i, text): (usize, &&str)| {
        patterns.parse(text, settings.notation).map_err(|error| Failure::Pattern(i, error))
    };
    let all = texts.iter().enumerate().map(read).collect::<Result<Vec<Pattern>, Failure>>()?;
    ask(&mut patterns, &Asked { texts, patterns: all, settings })
}

fn included(patterns: &mut Patterns, asked: &Asked<'_>) -> Result<Answer, Failure> {
    let (a, b) = asked.both();
    let refuted = patterns.difference(a, b)?;
    Ok(Answer::told("included", "not included", refuted, asked.letters()))
}

fn equivalent(patterns: &mut Patterns, asked: &Asked<'_>) -> Result<Answer, Failure> {
    let (a, b) = asked.both();
    if patterns.equivalent(a, b)? {
        return Ok(Answer::new("equivalent\n".into(), true, []));
    }
    let (side, word) = match patterns.difference(a, b)? {
        Some(word) => ("first", word),
        None => ("second", patterns.difference(b, a)?.unwrap_or_default()),
    };
    let text = format!("different: only the {side} has {}\n", asked.letters().literal(&word));
    Ok(Answer::new(text, false, [("only", side.into()), ("word", word.into())]))
}

fn automaton(patterns: &mut Patterns, asked: &Asked<'_>) -> Result<Answer, Failure> {
    let automaton = patterns.automaton(asked.first())?;
    let drawing = match asked.settings.drawing {
        _ if asked.settings.json => String::new(),
        Drawing::Dot => automaton.dot(),
        Drawing::Svg => automaton.svg(),
    };
    Ok(Answer::automaton(&automaton, drawing))
}

fn smtlib(text: &str, settings: &Settings) -> Result<Answer, Failure> {
    let regex = Any::pattern(text, settings.notation).map_err(|e| Failure::Pattern(0, e))?;
    let regex = regex.to_string();
    Ok(Answer::new(format!("{regex}\n"), true, [("regex", regex.into())]))
}
