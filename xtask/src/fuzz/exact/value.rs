//! The values of terms under words by run lengths.

use super::matching::matches;
use super::read::{literal, regex};
use super::regex::Regex;
use super::runs::Word;
use super::sample;
use crate::fuzz::sexp::Sexp;
use dashu_int::IBig;

/// Values of the declared constants.
pub type Model = std::collections::BTreeMap<String, Value>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Bool(bool),
    Int(IBig),
    Word(Word),
}

impl Value {
    pub fn as_word(&self) -> Option<&Word> {
        if let Value::Word(word) = self { Some(word) } else { None }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Int(n) => write!(f, "{n}"),
            Value::Word(word) => write!(f, "[{word}]"),
        }
    }
}

/// The value of a term, if it can be told.
pub fn value(term: &Sexp, model: &Model) -> Option<Value> {
    let head = term.head();
    if let Sexp::Atom(atom) = term {
        return leaf(atom, term, model);
    }
    match head {
        "str.in_re" => {
            let [word, language] = term.args() else { return None };
            let Value::Word(word) = value(word, model)? else { return None };
            return matches(&regex(language, model)?, &word).map(Value::Bool);
        }
        "=" | "distinct" if is_regex(term.args().first()?) => {
            let languages =
                term.args().iter().map(|arg| regex(arg, model)).collect::<Option<Vec<_>>>()?;
            let [a, b] = languages.as_slice() else { return None };
            return same_language(a, b).map(|same| Value::Bool(same == (head == "=")));
        }
        "and" | "or" | "=>" => return connective(head, term.args(), model),
        _ => {}
    }
    let values = term.args().iter().map(|arg| value(arg, model)).collect::<Option<Vec<_>>>()?;
    match values.first()? {
        Value::Bool(_) => of_booleans(head, &values),
        Value::Int(_) => of_integers(head, &values),
        Value::Word(_) => of_words(head, &values),
    }
}

fn leaf(atom: &str, term: &Sexp, model: &Model) -> Option<Value> {
    match atom {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ if atom.starts_with('"') => Some(Value::Word(Word::of(&literal(term)?)?)),
        _ if atom.starts_with(|c: char| c.is_ascii_digit()) => Some(Value::Int(atom.parse().ok()?)),
        _ => model.get(atom).cloned(),
    }
}

/// Parts that cannot be told may not matter.
fn connective(head: &str, args: &[Sexp], model: &Model) -> Option<Value> {
    let truths = args.iter().enumerate().map(|(n, arg)| match value(arg, model) {
        Some(Value::Bool(truth)) => Some(truth != (head == "=>" && n + 1 < args.len())),
        _ => None,
    });
    let truths: Vec<Option<bool>> = truths.collect();
    let decisive = head != "and";
    if truths.contains(&Some(decisive)) {
        return Some(Value::Bool(decisive));
    }
    truths.iter().all(Option::is_some).then_some(Value::Bool(!decisive))
}

fn of_booleans(head: &str, values: &[Value]) -> Option<Value> {
    let Value::Bool(first) = values[0] else { return None };
    Some(match head {
        "not" => Value::Bool(!first),
        "=" => Value::Bool(values.windows(2).all(|pair| pair[0] == pair[1])),
        "xor" | "distinct" if values.len() == 2 => Value::Bool(values[0] != values[1]),
        "ite" => values.get(if first { 1 } else { 2 })?.clone(),
        _ => return None,
    })
}

fn of_integers(head: &str, values: &[Value]) -> Option<Value> {
    let of = |value: &Value| if let Value::Int(n) = value { Some(n.clone()) } else { None };
    let numbers = values.iter().map(of).collect::<Option<Vec<IBig>>>()?;
    let chain = |holds: fn(&IBig, &IBig) -> bool| {
        Some(Value::Bool(numbers.windows(2).all(|pair| holds(&pair[0], &pair[1]))))
    };
    match head {
        "=" => chain(|a, b| a == b),
        "<" => chain(|a, b| a < b),
        "<=" => chain(|a, b| a <= b),
        ">" => chain(|a, b| a > b),
        ">=" => chain(|a, b| a >= b),
        "distinct" if numbers.len() == 2 => chain(|a, b| a != b),
        "-" if numbers.len() == 1 => Some(Value::Int(-numbers[0].clone())),
        "+" => numbers.into_iter().reduce(|a, b| a + b).map(Value::Int),
        "-" => numbers.into_iter().reduce(|a, b| a - b).map(Value::Int),
        "*" => numbers.into_iter().reduce(|a, b| a * b).map(Value::Int),
        _ => None,
    }
}

fn of_words(head: &str, values: &[Value]) -> Option<Value> {
    use Value::{Bool, Int, Word as W};
    let letter = IBig::ONE;
    Some(match (head, values) {
        ("=", _) => Bool(values.windows(2).all(|pair| pair[0] == pair[1])),
        ("distinct", [a, b]) => Bool(a != b),
        ("str.len", [W(s)]) => Int(s.len()),
        ("str.prefixof", [W(s), W(t)]) => Bool(s.is_prefix_of(t)),
        ("str.suffixof", [W(s), W(t)]) => Bool(s.is_suffix_of(t)),
        ("str.contains", [W(s), W(t)]) => Bool(t.occurs_in(s)),
        ("str.at", [W(s), Int(at)]) => W(part(s, at, &letter)?),
        ("str.substr", [W(s), Int(at), Int(len)]) => W(part(s, at, len)?),
        ("str.++", _) => {
            let word = |value: &Value| if let W(word) = value { Some(word.clone()) } else { None };
            W(Word::concat(&values.iter().map(word).collect::<Option<Vec<_>>>()?))
        }
        _ => return None,
    })
}

/// `str.substr`, if no block is cut.
fn part(word: &Word, at: &IBig, len: &IBig) -> Option<Word> {
    let is_inside = *at >= IBig::ZERO && *at < word.len() && *len > IBig::ZERO;
    if is_inside { word.cut(at, len) } else { Some(Word::default()) }
}

fn is_regex(term: &Sexp) -> bool {
    term.head().starts_with("re.") || term.head() == "str.to_re"
}

/// Whether two languages are equal: length sets, or a word that tells them apart.
fn same_language(a: &Regex, b: &Regex) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    if let (Some(x), Some(y)) = (a.unary(), b.unary())
        && let (true, Some(s), Some(t)) = (x.kind == y.kind, x.steps.set(), y.steps.set())
    {
        return Some(s == t);
    }
    let tells = |word: &Word| Some(matches(a, word)? != matches(b, word)?);
    sample::corners(a)
        .iter()
        .chain(&sample::corners(b))
        .any(|w| tells(w) == Some(true))
        .then_some(false)
}
