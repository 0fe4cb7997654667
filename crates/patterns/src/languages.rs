//! Languages that belong to no store.
//!
//! A [`Pattern`] belongs to a store, and stores grow: what a long-lived process keeps, a value of an interpreted language above all, had
//! better be independent. So a language is a tree of patterns, and a store in which trees are looked up is kept for the
//! next question, with what is known of them, such as derivatives. Once it is large, it starts anew: who compares millions of patterns
//! needs no more memory than who compares thousands.

use crate::notation::Notation;
use crate::store::{Pattern, Patterns, TooHard};
use base::FxHashMap;
use std::sync::Arc;
use std::time::Duration;

/// A store with more regexes, or with more languages looked up, than these is left.
const LARGE_STORE: usize = if cfg!(test) { 500 } else { 100_000 };

/// A set of strings: that of a pattern, or of others combined. A copy costs nothing.
///
/// ```
/// use patterns::{Language, Languages, Notation};
/// let [a, b] = ["(aa)*", "(aaa)*"].map(|text| Language::pattern(text, Notation::default()));
/// let only_a = a.both(&b.complement());
/// let mut languages = Languages::default();
/// assert_eq!(languages.ask(&[&only_a], |patterns, of| patterns.shortest(of[0]))?.as_deref(), Some("aa"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Language(Arc<Tree>);

#[derive(Debug)]
struct Tree {
    kind: Kind,
    parts: Vec<Language>,
}

/// What a language is made of; its parts are handed out with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A pattern, and how it is written.
    Pattern(String, Notation),
    /// What is in both parts.
    Both,
    /// What is in one of two parts.
    Either,
    /// All strings that are not in the part.
    Not,
}

impl Language {
    /// The language of a pattern, which is not read before somebody asks.
    pub fn pattern(text: impl Into<String>, notation: impl Into<Notation>) -> Language {
        Language::new(Kind::Pattern(text.into(), notation.into()), Vec::new())
    }

    /// What is in both.
    pub fn both(&self, other: &Language) -> Language {
        Language::new(Kind::Both, vec![self.clone(), other.clone()])
    }

    /// What is in one of them.
    pub fn either(&self, other: &Language) -> Language {
        Language::new(Kind::Either, vec![self.clone(), other.clone()])
    }

    /// All other strings.
    pub fn complement(&self) -> Language {
        Language::new(Kind::Not, vec![self.clone()])
    }

    fn new(kind: Kind, parts: Vec<Language>) -> Language {
        Language(Arc::new(Tree { kind, parts }))
    }

    /// A name for a tree, as long as it lives.
    fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// What `make` makes of the language, given what it made of the parts.
    ///
    /// # Errors
    /// The first of `make`.
    pub fn fold<T: Clone, E>(
        &self,
        mut make: impl FnMut(&Kind, &[T]) -> Result<T, E>,
    ) -> Result<T, E> {
        self.fold_known(&mut FxHashMap::default(), |top, parts| make(&top.0.kind, parts))
    }

    fn fold_known<T: Clone, E>(
        &self,
        known: &mut FxHashMap<usize, T>,
        mut make: impl FnMut(&Language, &[T]) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut stack = vec![self];
        while let Some(&top) = stack.last() {
            let before = stack.len();
            if !known.contains_key(&top.address()) {
                let parts = &top.0.parts;
                stack.extend(parts.iter().filter(|part| !known.contains_key(&part.address())));
                if stack.len() > before {
                    continue;
                }
                let parts: Vec<T> = parts.iter().map(|p| known[&p.address()].clone()).collect();
                known.insert(top.address(), make(top, &parts)?);
            }
            stack.pop();
        }
        Ok(known[&self.address()].clone())
    }
}

/// Trees may be as deep as a loop makes them.
impl Drop for Tree {
    fn drop(&mut self) {
        let mut todo = std::mem::take(&mut self.parts);
        while let Some(part) = todo.pop() {
            if let Some(mut part) = Arc::into_inner(part.0) {
                todo.append(&mut part.parts);
            }
        }
    }
}

/// A store in which languages are looked up.
#[derive(Debug, Default)]
pub struct Languages {
    patterns: Patterns,
    /// By address.
    known: FxHashMap<usize, Pattern>,
    /// They keep their addresses.
    kept: Vec<Language>,
    stop_probe: Option<fn() -> bool>,
    timeout: Option<Duration>,
}

impl Languages {
    /// Limits the time of each question.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }

    /// As [`Patterns::set_stop_probe`].
    pub fn set_stop_probe(&mut self, stop: fn() -> bool) {
        self.stop_probe = Some(stop);
    }

    /// Asks about languages, whose patterns the question gets in the same order.
    ///
    /// # Errors
    /// What is wrong with a pattern, with its place; or that a limit was reached.
    pub fn ask<T>(
        &mut self,
        languages: &[&Language],
        question: impl FnOnce(&mut Patterns, &[Pattern]) -> Result<T, TooHard>,
    ) -> Result<T, String> {
        if self.patterns.len().max(self.kept.len()) > LARGE_STORE {
            self.patterns = Patterns::new();
            self.known.clear();
            self.kept.clear();
        }
        self.patterns.set_timeout(self.timeout);
        self.stop_probe.into_iter().for_each(|probe| self.patterns.set_stop_probe(probe));
        let found: Result<Vec<Pattern>, String> = languages.iter().map(|l| self.find(l)).collect();
        question(&mut self.patterns, &found?).map_err(|why| why.to_string())
    }

    fn find(&mut self, language: &Language) -> Result<Pattern, String> {
        let Languages { patterns, known, kept, .. } = self;
        language.fold_known(known, |top, parts| {
            let pattern = match &top.0.kind {
                Kind::Pattern(text, notation) => {
                    patterns.parse(text, *notation).map_err(|why| format!("{why:#}"))?
                }
                Kind::Both => patterns.both(parts[0], parts[1]),
                Kind::Either => patterns.either(parts[0], parts[1]),
                Kind::Not => patterns.complement(parts[0]),
            };
            kept.push(top.clone());
            Ok(pattern)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Reading;

    #[test]
    fn a_deep_language_is_folded_and_dropped() {
        let mut deep = Language::pattern("a", Reading::Whole);
        for _ in 0..100_000 {
            deep = deep.complement();
        }
        let depth = deep.fold(|_, parts: &[u32]| Ok::<_, ()>(parts.first().map_or(0, |n| n + 1)));
        assert_eq!(depth, Ok(100_000));
        assert_eq!(Languages::default().ask(&[&deep], |p, of| p.matches(of[0], "a")), Ok(true));
    }

    #[test]
    fn mistakes_and_limits_are_told_and_the_store_goes_on() {
        let mut languages = Languages::default();
        let wrong = Language::pattern("(a", Reading::Whole);
        let message = languages.ask(&[&wrong], |p, of| p.shortest(of[0])).unwrap_err();
        assert!(message.contains("(a\n"), "{message}");
        languages.set_timeout(Some(Duration::ZERO));
        let hard = Language::pattern("(.*a.{12}){3}", Reading::Whole);
        let late = languages.ask(&[&hard], |p, of| p.automaton(of[0])).unwrap_err();
        assert_eq!(late, "the time limit was reached");
        languages.set_timeout(None);
        let fine = Language::pattern("a|b", Reading::Whole);
        assert_eq!(languages.ask(&[&fine], |p, of| p.enumerate(of[0], 9)).unwrap(), ["a", "b"]);
    }

    #[test]
    fn a_large_store_is_left() {
        let mut languages = Languages::default();
        for i in 0..1_000 {
            let language = Language::pattern(format!("a{{{i}}}b"), Reading::Whole);
            languages.ask(&[&language], |p, of| p.shortest(of[0])).unwrap();
            assert!(languages.patterns.len() < 2 * LARGE_STORE && languages.kept.len() <= i + 1);
        }
        assert!(languages.kept.len() < 500, "{}", languages.patterns.len());
        // A pattern that is there makes no regex, but a language for each time that it is written.
        for _ in 0..2 * LARGE_STORE {
            let language = Language::pattern("a", Reading::Whole);
            languages.ask(&[&language], |p, of| p.shortest(of[0])).unwrap();
            assert!(languages.kept.len() <= LARGE_STORE + 1);
        }
    }
}
