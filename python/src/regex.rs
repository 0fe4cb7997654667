//! Languages of patterns, compared without a solver. Each thread has a store for them.

use crate::term::Term;
use crate::{error, signals, text};
use pyo3::prelude::*;
use std::cell::RefCell;
use std::time::Duration;
use stringent::expr::{Any, Regex};
use stringent::patterns::{
    self, Automaton, Count, LanguageKind, Languages, Notation, Pattern, Patterns, Reading, TooHard,
};
use stringent::{Integer, Op};

thread_local! {
    static STORE: RefCell<Option<Languages>> = const { RefCell::new(None) };
}

/// A store whose questions end at a signal.
fn new_store() -> Languages {
    let mut store = Languages::default();
    store.set_stop_probe(signals::is_interrupted);
    store
}

/// Asks a question with the store of this thread. A signal handler that asks while another question is open finds none, and gets one
/// of its own.
fn ask<T: Send>(
    py: Python<'_>,
    timeout: Option<f64>,
    languages: &[&patterns::Language],
    question: impl FnOnce(&mut Patterns, &[Pattern]) -> Result<T, TooHard> + Send,
) -> PyResult<T> {
    let timeout = timeout.map(Duration::try_from_secs_f64).transpose().map_err(error)?;
    let answer = signals::without_lock(py, || {
        let mut store = STORE.with_borrow_mut(Option::take).unwrap_or_else(new_store);
        store.set_timeout(timeout);
        let answer = store.ask(languages, question);
        STORE.set(Some(store));
        answer
    })?;
    answer.map_err(error)
}

/// A set of strings.
#[pyclass(frozen, module = "stringent._core")]
pub struct Language(patterns::Language);

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
        let notation = Notation { dialect, reading, ascii, ignore_case, bytes: false };
        let language = Language(patterns::Language::pattern(pattern, notation));
        ask(py, None, &[&language.0], |_, _| Ok(()))?;
        Ok(language)
    }

    /// What is in both.
    fn both(&self, other: &Language) -> Language {
        Language(self.0.both(&other.0))
    }

    /// What is in one of them.
    fn either(&self, other: &Language) -> Language {
        Language(self.0.either(&other.0))
    }

    /// All other strings.
    fn complement(&self) -> Language {
        Language(self.0.complement())
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
        let term = self.0.fold(|kind, parts: &[Any]| {
            let apply = |op| Any::apply(op, parts.to_vec()).map_err(|why| format!("{why:?}"));
            match kind {
                LanguageKind::Pattern(text, notation) => match Regex::read(text, *notation) {
                    Ok(regex) => Ok(regex.into()),
                    Err(why) => Err(format!("{why:#}")),
                },
                LanguageKind::Both => apply(Op::ReInter),
                LanguageKind::Either => apply(Op::ReUnion),
                LanguageKind::Not => apply(Op::ReComp),
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
