//! Languages of patterns, compared without a solver.
//!
//! A language is a tree of patterns, as regexes belong to a store and stores grow. Each thread has a store, in which trees are looked up;
//! once it is large, it starts anew. So what is known of a language, such as its derivatives, is there for the next question, but a
//! process that compares millions of patterns needs no more memory than one that compares thousands.

use crate::term::Term;
use crate::{error, signals, text};
use pyo3::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use stringent::expr::{Any, Regex};
use stringent::patterns::{Automaton, Count, Notation, Pattern, Patterns, Reading, TooHard};
use stringent::{Integer, Op};

/// A store with more regexes than these is left.
const LARGE_STORE: usize = 100_000;

/// What a language is made of.
struct Tree {
    kind: Kind,
    parts: Vec<Arc<Tree>>,
}

enum Kind {
    Pattern(String, Notation),
    Both,
    Either,
    Not,
}

impl Tree {
    fn new(kind: Kind, parts: Vec<Arc<Tree>>) -> Arc<Tree> {
        Arc::new(Tree { kind, parts })
    }

    /// A name for a tree, as long as it lives.
    fn address(self: &Arc<Tree>) -> usize {
        Arc::as_ptr(self) as usize
    }

    /// What `make` makes of the top, given what it made of the parts.
    fn fold<T: Clone>(
        self: &Arc<Tree>,
        known: &mut HashMap<usize, T>,
        mut make: impl FnMut(&Arc<Tree>, &[T]) -> Result<T, String>,
    ) -> Result<T, String> {
        let mut stack = vec![self];
        while let Some(&top) = stack.last() {
            let before = stack.len();
            if !known.contains_key(&top.address()) {
                stack.extend(top.parts.iter().filter(|part| !known.contains_key(&part.address())));
                if stack.len() > before {
                    continue;
                }
                let parts: Vec<T> = top.parts.iter().map(|p| known[&p.address()].clone()).collect();
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
            if let Some(mut part) = Arc::into_inner(part) {
                todo.append(&mut part.parts);
            }
        }
    }
}

/// The regexes of trees.
struct Store {
    patterns: Patterns,
    /// By address.
    known: HashMap<usize, Pattern>,
    /// They keep their addresses.
    kept: Vec<Arc<Tree>>,
}

impl Store {
    fn new() -> Store {
        let mut patterns = Patterns::new();
        patterns.set_stop_probe(signals::is_interrupted);
        Store { patterns, known: HashMap::new(), kept: Vec::new() }
    }

    fn pattern(&mut self, tree: &Arc<Tree>) -> Result<Pattern, String> {
        let Store { patterns, known, kept } = self;
        tree.fold(known, |top, parts| {
            let pattern = match &top.kind {
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

thread_local! {
    static STORE: RefCell<Option<Store>> = const { RefCell::new(None) };
}

/// Asks a question with the store of this thread. A signal handler that asks while another question is open finds none, and gets one
/// of its own.
fn ask<T: Send>(
    py: Python<'_>,
    timeout: Option<f64>,
    trees: &[&Arc<Tree>],
    question: impl FnOnce(&mut Patterns, &[Pattern]) -> Result<T, TooHard> + Send,
) -> PyResult<T> {
    let timeout = timeout.map(Duration::try_from_secs_f64).transpose().map_err(error)?;
    let answer = signals::without_lock(py, || {
        let mut store = STORE.with_borrow_mut(Option::take).unwrap_or_else(Store::new);
        store.patterns.set_timeout(timeout);
        let patterns = trees.iter().map(|tree| store.pattern(tree)).collect::<Result<Vec<_>, _>>();
        let answer = patterns.and_then(|patterns| {
            question(&mut store.patterns, &patterns).map_err(|e| e.to_string())
        });
        if store.patterns.len() <= LARGE_STORE {
            STORE.set(Some(store));
        }
        answer
    })?;
    answer.map_err(error)
}

/// A set of strings.
#[pyclass(frozen, module = "stringent._core")]
pub struct Language(Arc<Tree>);

/// States, the accepting ones, and edges: from, to, and the ranges of characters.
type Parts = (usize, Vec<usize>, Vec<(usize, usize, Vec<(u32, u32)>)>);

#[pymethods]
impl Language {
    /// The language of a pattern.
    #[new]
    fn new(
        py: Python<'_>,
        pattern: String,
        dialect: &str,
        search: bool,
        ascii: bool,
        ignore_case: bool,
    ) -> PyResult<Language> {
        let dialect = dialect.parse().map_err(error)?;
        let reading = if search { Reading::Search } else { Reading::Whole };
        let notation = Notation { dialect, reading, ascii, ignore_case };
        let language = Language(Tree::new(Kind::Pattern(pattern, notation), Vec::new()));
        ask(py, None, &[&language.0], |_, _| Ok(()))?;
        Ok(language)
    }

    /// What is in both.
    fn both(&self, other: &Language) -> Language {
        Language(Tree::new(Kind::Both, vec![self.0.clone(), other.0.clone()]))
    }

    /// What is in one of them.
    fn either(&self, other: &Language) -> Language {
        Language(Tree::new(Kind::Either, vec![self.0.clone(), other.0.clone()]))
    }

    /// All other strings.
    fn complement(&self) -> Language {
        Language(Tree::new(Kind::Not, vec![self.0.clone()]))
    }

    /// Whether all of it is in another.
    fn included(&self, py: Python<'_>, other: &Language, timeout: Option<f64>) -> PyResult<bool> {
        ask(py, timeout, &[&self.0, &other.0], |p, a| p.included(a[0], a[1]))
    }

    /// Whether both are the same.
    fn equivalent(&self, py: Python<'_>, other: &Language, timeout: Option<f64>) -> PyResult<bool> {
        ask(py, timeout, &[&self.0, &other.0], |p, a| p.equivalent(a[0], a[1]))
    }

    /// A shortest string that is not in another.
    fn difference(
        &self,
        py: Python<'_>,
        other: &Language,
        timeout: Option<f64>,
    ) -> PyResult<Option<String>> {
        ask(py, timeout, &[&self.0, &other.0], |p, a| p.difference(a[0], a[1]))
    }

    /// A shortest string.
    fn shortest(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Option<String>> {
        ask(py, timeout, &[&self.0], |p, a| p.shortest(a[0]))
    }

    /// Whether a string is in it.
    fn matches(&self, py: Python<'_>, word: &str) -> PyResult<bool> {
        ask(py, None, &[&self.0], |p, a| p.matches(a[0], word))
    }

    /// Some strings, drawn at random.
    fn sample(&self, py: Python<'_>, n: usize, seed: u64) -> PyResult<Vec<String>> {
        ask(py, None, &[&self.0], |p, a| p.sample(a[0], n, seed))
    }

    /// The first strings, shortest first.
    fn enumerate(&self, py: Python<'_>, n: usize) -> PyResult<Vec<String>> {
        ask(py, None, &[&self.0], |p, a| p.enumerate(a[0], n))
    }

    /// How many strings there are, of a length or at all; `None` if there is no end.
    fn count<'py>(
        &self,
        py: Python<'py>,
        length: Option<u64>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let count: Option<Integer> = match ask(py, None, &[&self.0], |p, a| p.count(a[0], length))?
        {
            Count::Finite(n) => Some(n),
            Count::Infinite => None,
        };
        count.map(|n| text::number(py, &n)).transpose()
    }

    /// The minimal automaton.
    fn automaton(&self, py: Python<'_>) -> PyResult<Parts> {
        let automaton = self.drawn(py, Automaton::clone)?;
        let accepting = (0..automaton.len()).filter(|&s| automaton.is_accepting(s)).collect();
        let edges = automaton.edges().iter();
        let edges = edges.map(|e| (e.from, e.to, e.chars.ranges().to_vec())).collect();
        Ok((automaton.len(), accepting, edges))
    }

    /// The minimal automaton in the language of Graphviz.
    fn dot(&self, py: Python<'_>) -> PyResult<String> {
        self.drawn(py, Automaton::dot)
    }

    /// The minimal automaton as a drawing.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        self.drawn(py, Automaton::svg)
    }

    /// As a term of the solver.
    fn term(&self) -> PyResult<Term> {
        let term = self.0.fold(&mut HashMap::new(), |top, parts: &[Any]| {
            let apply = |op| Any::apply(op, parts.to_vec()).map_err(|why| format!("{why:?}"));
            match &top.kind {
                Kind::Pattern(text, notation) => match Regex::read(text, *notation) {
                    Ok(regex) => Ok(regex.into()),
                    Err(why) => Err(format!("{why:#}")),
                },
                Kind::Both => apply(Op::ReInter),
                Kind::Either => apply(Op::ReUnion),
                Kind::Not => apply(Op::ReComp),
            }
        });
        term.map(Term).map_err(error)
    }
}

impl Language {
    fn drawn<T: Send>(&self, py: Python<'_>, draw: fn(&Automaton) -> T) -> PyResult<T> {
        ask(py, None, &[&self.0], |p, a| Ok(draw(&p.automaton(a[0])?)))
    }
}
