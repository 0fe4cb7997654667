//! Answers, for people and for programs.

use serde_json::{Map, Value, json};
use stringent::patterns::{Automaton, Count, PatternError};

/// What words are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    Characters,
    /// As characters up to U+00FF.
    Bytes,
}

impl Letters {
    /// The word as a literal of Rust.
    pub fn literal(self, word: &str) -> String {
        match self {
            Letters::Characters => format!("{word:?}"),
            Letters::Bytes => {
                let bytes = word.chars().filter_map(|c| u8::try_from(c).ok());
                format!(
                    "b\"{}\"",
                    bytes.map(|byte| byte.escape_ascii().to_string()).collect::<String>()
                )
            }
        }
    }
}

/// An answer: what to print, whether it is yes, and the same as data.
#[derive(Debug)]
pub struct Answer {
    /// Lines for people.
    pub text: String,
    /// What the exit code tells.
    pub yes: bool,
    /// The fields of the object for programs, besides `answer`.
    pub fields: Map<String, Value>,
}

impl Answer {
    /// A statement and what belongs to it.
    pub fn new<const N: usize>(text: String, yes: bool, fields: [(&str, Value); N]) -> Answer {
        let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
        Answer { text, yes, fields: fields.collect() }
    }

    /// A word that was found, or what its absence means.
    pub fn found(word: Option<String>, none: &str, letters: Letters) -> Answer {
        match word {
            Some(word) => {
                Answer::new(format!("{}\n", letters.literal(&word)), true, [("word", word.into())])
            }
            None => Answer::new(format!("{none}\n"), false, []),
        }
    }

    /// A statement, or its opposite with the word that refutes it.
    pub fn told(yes: &str, no: &str, witness: Option<String>, letters: Letters) -> Answer {
        match witness {
            None => Answer::new(format!("{yes}\n"), true, []),
            Some(word) => {
                let text = format!("{no}: {}\n", letters.literal(&word));
                Answer::new(text, false, [("word", word.into())])
            }
        }
    }

    /// Some words.
    pub fn words(words: Vec<String>, letters: Letters) -> Answer {
        let lines: String = words.iter().map(|word| letters.literal(word) + "\n").collect();
        Answer::new(lines, !words.is_empty(), [("words", words.into())])
    }

    /// A number of words: a number in JSON as far as these are exact.
    pub fn count(count: Count) -> Answer {
        let Count::Finite(n) = count else {
            return Answer::new("infinite\n".into(), true, [("count", json!("infinite"))]);
        };
        let exact = n.to_i64().filter(|n| *n < 1 << 53);
        let value = exact.map_or_else(|| json!(n.to_string()), Value::from);
        Answer::new(format!("{n}\n"), !n.is_zero(), [("count", value)])
    }

    /// An automaton, drawn.
    pub fn automaton(automaton: &Automaton, drawing: String) -> Answer {
        let accepting: Vec<usize> =
            (0..automaton.len()).filter(|&s| automaton.is_accepting(s)).collect();
        let edge = |e: &stringent::patterns::Edge| json!({ "from": e.from, "to": e.to, "chars": e.chars.ranges() });
        let edges: Vec<Value> = automaton.edges().iter().map(edge).collect();
        let fields = [
            ("states", json!(automaton.len())),
            ("accepting", json!(accepting)),
            ("edges", json!(edges)),
        ];
        Answer::new(drawing, true, fields)
    }

    /// The object for programs.
    pub fn json(self) -> Map<String, Value> {
        let mut fields = self.fields;
        fields.insert("answer".into(), self.yes.into());
        fields
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The question is none.
    Question(String),
    /// A pattern is none, or has no translation; counted from 0.
    Pattern(usize, PatternError),
    /// A limit was reached.
    TooHard(String),
}

impl Failure {
    /// For people.
    pub fn text(&self) -> String {
        match self {
            Failure::Question(message) => message.clone(),
            Failure::Pattern(_, error) => format!("{error:#}"),
            Failure::TooHard(why) => format!("given up: {why}"),
        }
    }

    /// The object for programs.
    pub fn json(&self) -> Map<String, Value> {
        let value = match self {
            Failure::Question(message) => json!({ "error": message }),
            Failure::TooHard(why) => json!({ "error": format!("given up: {why}") }),
            Failure::Pattern(index, error) => json!({
                "error": error.kind.to_string(), "pattern": index, "offset": error.offset,
            }),
        };
        match value {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }
}

impl From<stringent::patterns::TooHard> for Failure {
    fn from(why: stringent::patterns::TooHard) -> Failure {
        Failure::TooHard(why.to_string())
    }
}
