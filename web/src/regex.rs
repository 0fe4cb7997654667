//! Regexes compared without a solver, with the names of the package for Python in JavaScript's spelling.

use crate::object::{number, object, texts};
use js_sys::{Array, Object, Reflect};
use std::cell::RefCell;
use std::time::Duration;
use stringent::patterns::{
    self, Automaton, Count, Edge, Language, LanguageKind, Languages, Notation, Pattern, Patterns,
    Reading,
};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
export interface RegexOptions {
    /** Whose pattern it is; that of JavaScript by default. */
    dialect?: \"ecma\" | \"python\" | \"pcre\" | \"posix\" | \"rust\";
    /** The strings in which a match is found, not those that match from end to end. */
    search?: boolean;
    /** `\\d`, `\\w`, `\\s` and letters without regard to case are those of ASCII. */
    ascii?: boolean;
    ignoreCase?: boolean;
    /** Words are made of bytes, which are the characters up to U+00FF. */
    bytes?: boolean;
}

/** A deterministic automaton; its first state is 0. */
export interface Automaton {
    states: number;
    accepting: number[];
    edges: { from: number; to: number; /** The first and the last code point of each range. */ chars: [number, number][] }[];
}
";

thread_local! {
    static STORE: RefCell<Languages> = RefCell::default();
}

/// A set of strings: those that a pattern matches, or what sets are combined to.
///
/// Look-around, word boundaries and atomic groups have their meaning; a back-reference is an error. Questions that may take long have a
/// limit in milliseconds, and throw when it is reached.
#[wasm_bindgen]
pub struct Regex(Language);

#[wasm_bindgen]
impl Regex {
    /// The strings that a pattern matches.
    #[wasm_bindgen(constructor)]
    pub fn new(
        pattern: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "RegexOptions")] options: JsValue,
    ) -> Result<Regex, JsError> {
        let language = Language::pattern(pattern, notation(&options)?);
        ask(None, &[&language], |_, _| Ok(()))?;
        Ok(Regex(language))
    }

    /// What is in both.
    pub fn and(&self, other: &Regex) -> Regex {
        Regex(self.0.both(&other.0))
    }

    /// What is in one of them.
    pub fn or(&self, other: &Regex) -> Regex {
        Regex(self.0.either(&other.0))
    }

    /// What is in this one only.
    pub fn minus(&self, other: &Regex) -> Regex {
        Regex(self.0.both(&other.0.complement()))
    }

    /// All other strings.
    pub fn not(&self) -> Regex {
        Regex(self.0.complement())
    }

    /// Whether all of it is in another.
    #[wasm_bindgen(js_name = isSubsetOf)]
    pub fn is_subset_of(&self, other: &Regex, timeout: Option<f64>) -> Result<bool, JsError> {
        ask(timeout, &[&self.0, &other.0], |p, a| p.included(a[0], a[1]))
    }

    /// Whether both have the same strings.
    pub fn equals(&self, other: &Regex, timeout: Option<f64>) -> Result<bool, JsError> {
        ask(timeout, &[&self.0, &other.0], |p, a| p.equivalent(a[0], a[1]))
    }

    /// A shortest string that another does not have, if there is one.
    pub fn difference(
        &self,
        other: &Regex,
        timeout: Option<f64>,
    ) -> Result<Option<String>, JsError> {
        ask(timeout, &[&self.0, &other.0], |p, a| p.difference(a[0], a[1]))
    }

    /// A shortest string that both have, if there is one.
    pub fn intersection(
        &self,
        other: &Regex,
        timeout: Option<f64>,
    ) -> Result<Option<String>, JsError> {
        ask(timeout, &[&self.0, &other.0], |p, a| p.intersect(a[0], a[1]))
    }

    /// A shortest string, if there is any.
    pub fn witness(&self, timeout: Option<f64>) -> Result<Option<String>, JsError> {
        ask(timeout, &[&self.0], |p, a| p.shortest(a[0]))
    }

    /// Whether there is no string.
    #[wasm_bindgen(js_name = isEmpty)]
    pub fn is_empty(&self, timeout: Option<f64>) -> Result<bool, JsError> {
        Ok(self.witness(timeout)?.is_none())
    }

    /// Whether the strings come to an end.
    #[wasm_bindgen(js_name = isFinite)]
    pub fn is_finite(&self, timeout: Option<f64>) -> Result<bool, JsError> {
        let count = ask(timeout, &[&self.0], |p, a| p.count(a[0], None))?;
        Ok(matches!(count, Count::Finite(_)))
    }

    /// Whether a string is in it.
    pub fn test(&self, word: &str) -> Result<bool, JsError> {
        ask(None, &[&self.0], |p, a| p.matches(a[0], word))
    }

    /// Strings drawn at random, the same for the same seed.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn sample(&self, n: usize, seed: Option<u32>) -> Result<JsValue, JsError> {
        let words = ask(None, &[&self.0], |p, a| p.sample(a[0], n, seed.unwrap_or(0).into()))?;
        Ok(texts(words.iter().map(String::as_str)))
    }

    /// The first strings, by length, those of a length in order.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn enumerate(&self, n: usize) -> Result<JsValue, JsError> {
        let words = ask(None, &[&self.0], |p, a| p.enumerate(a[0], n))?;
        Ok(texts(words.iter().map(String::as_str)))
    }

    /// How many strings there are, of a length or at all; `undefined` if there is no end.
    #[wasm_bindgen(unchecked_return_type = "bigint | undefined")]
    pub fn count(&self, length: Option<u32>) -> Result<JsValue, JsError> {
        Ok(match ask(None, &[&self.0], |p, a| p.count(a[0], length.map(u64::from)))? {
            Count::Finite(n) => number(&n),
            Count::Infinite => JsValue::UNDEFINED,
        })
    }

    /// The minimal automaton.
    #[wasm_bindgen(unchecked_return_type = "Automaton")]
    pub fn automaton(&self, timeout: Option<f64>) -> Result<Object, JsError> {
        self.draw(timeout, as_object)
    }

    /// The minimal automaton in the language of Graphviz.
    #[wasm_bindgen(js_name = toDot)]
    pub fn to_dot(&self, timeout: Option<f64>) -> Result<String, JsError> {
        self.draw(timeout, Automaton::dot)
    }

    /// The minimal automaton as a drawing.
    #[wasm_bindgen(js_name = toSvg)]
    pub fn to_svg(&self, timeout: Option<f64>) -> Result<String, JsError> {
        self.draw(timeout, Automaton::svg)
    }

    fn draw<T>(&self, timeout: Option<f64>, draw: fn(&Automaton) -> T) -> Result<T, JsError> {
        ask(timeout, &[&self.0], |p, a| Ok(draw(&p.automaton(a[0])?)))
    }

    /// The patterns it is made of, with `&`, `|` and `~`.
    #[wasm_bindgen(js_name = toString)]
    pub fn text(&self) -> String {
        let text = self.0.fold(|kind, parts: &[String]| {
            Ok::<_, std::convert::Infallible>(match kind {
                LanguageKind::Pattern(text, _) => format!("/{text}/"),
                LanguageKind::Both => format!("({} & {})", parts[0], parts[1]),
                LanguageKind::Either => format!("({} | {})", parts[0], parts[1]),
                LanguageKind::Not => format!("~{}", parts[0]),
            })
        });
        text.unwrap_or_else(|never| match never {})
    }
}

fn ask<T>(
    timeout: Option<f64>,
    languages: &[&Language],
    question: impl FnOnce(&mut Patterns, &[Pattern]) -> Result<T, patterns::TooHard>,
) -> Result<T, JsError> {
    let timeout = timeout.map(|ms| Duration::try_from_secs_f64(ms / 1000.0)).transpose()?;
    let answer = STORE.with_borrow_mut(|store| {
        store.set_timeout(timeout);
        store.ask(languages, question)
    });
    answer.map_err(|why| JsError::new(&why))
}

fn notation(given: &JsValue) -> Result<Notation, JsError> {
    let field = |name: &str| match given.is_object() {
        true => Reflect::get(given, &name.into()).unwrap_or_default(),
        false => JsValue::UNDEFINED,
    };
    let dialect = field("dialect").as_string().unwrap_or_else(|| "ecma".into());
    Ok(Notation {
        dialect: dialect.parse().map_err(|why: String| JsError::new(&why))?,
        reading: if field("search").is_truthy() { Reading::Search } else { Reading::Whole },
        ascii: field("ascii").is_truthy(),
        ignore_case: field("ignoreCase").is_truthy(),
        bytes: field("bytes").is_truthy(),
    })
}

fn as_object(automaton: &Automaton) -> Object {
    let accepting = (0..automaton.len()).filter(|&s| automaton.is_accepting(s)).map(JsValue::from);
    let edges = automaton.edges().iter().map(edge);
    object([
        ("states", automaton.len().into()),
        ("accepting", accepting.collect::<Array>().into()),
        ("edges", edges.collect::<Array>().into()),
    ])
}

fn edge(edge: &Edge) -> Object {
    let range = |&(first, last): &(u32, u32)| Array::of2(&first.into(), &last.into());
    let chars = edge.chars.ranges().iter().map(range).collect::<Array>();
    object([("from", edge.from.into()), ("to", edge.to.into()), ("chars", chars.into())])
}
