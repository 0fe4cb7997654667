//! Words that a string may be because it is looked up in a text that is spelled out.
//!
//! Where `(str.contains "key0=0;key1=1;" (str.++ k "="))` is to hold, `k` is between places of the text. A search for small words
//! ([`super::small`]) would hardly come to `key1`, and the procedures for words look for an occurrence anywhere. So the short factors of
//! the text are tried. That can find a model only; where a language leaves few factors, preprocessing looks at all of them
//! (`preprocess::occurrences::factors`).

use base::{FxHashMap, FxHashSet};
use terms::value::Value;
use terms::{Op, Term, Terms};

/// A fact: longer factors are tried by nobody.
const LETTERS: usize = 16;

/// A fact: so many factors of a text are tried.
const FACTORS: usize = 4096;

/// The words of texts that are looked up, shorter ones first, for each of the constants in `all` that are parts of what is looked for.
pub(super) fn factors(terms: &Terms, all: &[Term]) -> FxHashMap<Term, Vec<Value>> {
    let mut prefixes: FxHashMap<Term, Vec<u32>> = FxHashMap::default();
    for &t in all.iter().filter(|&&t| terms.op(t) == Op::StrPrefixOf) {
        let known = prefixes.entry(terms.arg(t, 1)).or_default();
        let word = terms.str_value(terms.arg(t, 0)).unwrap_or_default();
        if word.len() > known.len() {
            *known = word.to_vec();
        }
    }
    let mut found: FxHashMap<Term, Vec<Value>> = FxHashMap::default();
    for &t in all.iter().filter(|&&t| matches!(terms.op(t), Op::StrContains | Op::StrIndexOf)) {
        let Some(text) = terms.str_value(terms.arg(t, 0)) else { continue };
        let Some((front, x, back)) = pattern(terms, terms.arg(t, 1)) else { continue };
        if text.len() <= LETTERS || found.contains_key(&x) {
            continue;
        }
        let prefix = prefixes.get(&x).map_or(&[][..], Vec::as_slice);
        let (mut words, mut seen) = (Vec::new(), FxHashSet::default());
        for n in 0..=LETTERS {
            for (from, word) in text.windows(n.max(1)).enumerate() {
                let word = &word[..n];
                let fits = word.starts_with(prefix)
                    && text[..from].ends_with(front)
                    && text[from + n..].starts_with(back);
                if fits && words.len() < FACTORS && seen.insert(word) {
                    words.push(Value::Str(word.into()));
                }
            }
        }
        debug_assert!(words.len() <= FACTORS, "too many words are tried");
        if !words.is_empty() {
            found.insert(x, words);
        }
    }
    found
}

/// The constant in a concatenation of it and words, and the words around it.
fn pattern(terms: &Terms, t: Term) -> Option<(&[u32], Term, &[u32])> {
    let is_constant = |t: &Term| terms.is_constant(*t);
    let word = |t: &Term| terms.str_value(*t);
    let parts = if terms.op(t) == Op::StrConcat { terms.args(t) } else { return None };
    match parts {
        [x, back] if is_constant(x) => Some((&[], *x, word(back)?)),
        [front, x] if is_constant(x) => Some((word(front)?, *x, &[])),
        [front, x, back] if is_constant(x) => Some((word(front)?, *x, word(back)?)),
        _ => None,
    }
}
