//! Regexes from their text.

use super::regex::{Letters, Regex, is_inverted};
use super::value::{Model, Value, value};
use crate::fuzz::sexp::Sexp;
use dashu_int::IBig;

/// The language of a term, if it is one that can be matched exactly.
pub fn regex(term: &Sexp, model: &Model) -> Option<Regex> {
    let parts = || term.args().iter().map(|part| regex(part, model)).collect::<Option<Vec<_>>>();
    let inner = || regex(term.args().last()?, model).map(Box::new);
    let zero = IBig::ZERO;
    Some(match term.head() {
        "re.none" => Regex::None,
        "re.all" => Regex::Loop(Box::new(Regex::Letters(Letters::ALL)), zero, None),
        "re.allchar" => Regex::Letters(Letters::ALL),
        "str.to_re" => Regex::Text(text(term.args().first()?, model)?),
        "re.range" => range(term, model)?,
        "re.++" => Regex::Concat(flat(parts()?)),
        "re.union" => Regex::Union(parts()?),
        "re.inter" => Regex::Inter(parts()?),
        "re.comp" => Regex::Not(inner()?),
        "re.diff" => difference(parts()?)?,
        "re.*" => Regex::Loop(inner()?, zero, None),
        "re.+" => Regex::Loop(inner()?, IBig::ONE, None),
        "re.opt" => Regex::Loop(inner()?, zero, Some(IBig::ONE)),
        "re.^" => counted(inner()?, index(term, 0)?, index(term, 0)),
        "re.loop" => counted(inner()?, index(term, 0)?, index(term, 1)),
        _ => return None,
    })
}

fn counted(inner: Box<Regex>, low: IBig, high: Option<IBig>) -> Regex {
    if is_inverted(&low, high.as_ref()) { Regex::None } else { Regex::Loop(inner, low, high) }
}

/// An index of an operator: of `(_ re.loop 2 3)` number 1 is 3.
fn index(term: &Sexp, number: usize) -> Option<IBig> {
    let Sexp::List(items) = term else { return None };
    items.first()?.args().get(1 + number)?.head().parse().ok()
}

fn text(term: &Sexp, model: &Model) -> Option<String> {
    if let Some(literal) = literal(term) {
        return Some(literal);
    }
    const LONGEST: usize = 100;
    match value(term, model)? {
        Value::Word(word) => word.text(LONGEST),
        Value::Bool(_) | Value::Int(_) => None,
    }
}

/// The text of a literal of plain letters.
pub fn literal(term: &Sexp) -> Option<String> {
    let Sexp::Atom(atom) = term else { return None };
    let text = atom.strip_prefix('"')?.strip_suffix('"')?;
    text.chars().all(|c| c.is_ascii_alphanumeric()).then(|| text.to_owned())
}

fn range(term: &Sexp, model: &Model) -> Option<Regex> {
    let end = |n: usize| text(term.args().get(n)?, model);
    let code =
        |text: &str| text.chars().next().filter(|_| text.chars().count() == 1).map(u32::from);
    let (low, high) = (end(0)?, end(1)?);
    Some(match (code(&low), code(&high)) {
        (Some(low), Some(high)) if low <= high => Regex::Letters(Letters(low, high)),
        _ => Regex::None,
    })
}

fn difference(parts: Vec<Regex>) -> Option<Regex> {
    let mut parts = parts.into_iter();
    let first = parts.next()?;
    Some(Regex::Inter(
        std::iter::once(first).chain(parts.map(|p| Regex::Not(Box::new(p)))).collect(),
    ))
}

fn flat(parts: Vec<Regex>) -> Vec<Regex> {
    let one = |part| match part {
        Regex::Concat(parts) => parts,
        part => vec![part],
    };
    parts.into_iter().flat_map(one).collect()
}
