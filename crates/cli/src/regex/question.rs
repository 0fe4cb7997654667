//! The questions, and how they are asked.

use super::answer::{Answer, Failure};
use crate::flags::Flag;
use crate::near;
use std::time::Duration;
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

type Ask = fn(&mut Patterns, &[Pattern], &Settings) -> Result<Answer, Failure>;

const QUESTIONS: &[(&str, Arity, Ask)] = &[
    ("equivalent", Arity::Two, |p, a, _| equivalent(p, a[0], a[1])),
    ("included", Arity::Two, |p, a, _| included(p, a[0], a[1])),
    ("subset", Arity::Two, |p, a, _| included(p, a[0], a[1])),
    ("difference", Arity::Two, |p, a, _| {
        Ok(Answer::found(p.difference(a[0], a[1])?, "no difference"))
    }),
    ("intersect", Arity::Any, |p, all, _| Ok(Answer::found(p.common(all)?, "disjoint"))),
    ("union", Arity::Any, |p, all, _| {
        let union = p.any_of(all);
        Ok(Answer::found(p.shortest(union)?, "empty"))
    }),
    ("witness", Arity::One, |p, a, _| Ok(Answer::found(p.shortest(a[0])?, "empty"))),
    ("empty", Arity::One, |p, a, _| Ok(Answer::told("empty", "not empty", p.shortest(a[0])?))),
    ("sample", Arity::One, |p, a, s| Ok(Answer::words(p.sample(a[0], s.words, s.seed)?))),
    ("enumerate", Arity::One, |p, a, s| Ok(Answer::words(p.enumerate(a[0], s.words)?))),
    ("count", Arity::One, |p, a, s| Ok(Answer::count(p.count(a[0], s.length)?))),
    ("automaton", Arity::One, |p, a, s| automaton(p, a[0], s)),
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
    ask(&mut patterns, &all, settings)
}

fn included(patterns: &mut Patterns, a: Pattern, b: Pattern) -> Result<Answer, Failure> {
    Ok(Answer::told("included", "not included", patterns.difference(a, b)?))
}

fn equivalent(patterns: &mut Patterns, a: Pattern, b: Pattern) -> Result<Answer, Failure> {
    if patterns.equivalent(a, b)? {
        return Ok(Answer::new("equivalent\n".into(), true, []));
    }
    let (side, word) = match patterns.difference(a, b)? {
        Some(word) => ("first", word),
        None => ("second", patterns.difference(b, a)?.unwrap_or_default()),
    };
    let text = format!("different: only the {side} has {word:?}\n");
    Ok(Answer::new(text, false, [("only", side.into()), ("word", word.into())]))
}

fn automaton(patterns: &mut Patterns, a: Pattern, settings: &Settings) -> Result<Answer, Failure> {
    let automaton = patterns.automaton(a)?;
    let drawing = match settings.drawing {
        _ if settings.json => String::new(),
        Drawing::Dot => automaton.dot(),
        Drawing::Svg => automaton.svg(),
    };
    Ok(Answer::automaton(&automaton, drawing))
}
