//! Models.

use crate::error;
use crate::term::{Function, Term, sort_name};
use pyo3::prelude::*;
use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};
use stringent::Valuation;

/// What a model gives to constants and functions.
#[pyclass(frozen, module = "stringent._core")]
pub struct Model(Mutex<Valuation>);

impl Model {
    /// The class for it.
    pub fn new(valuation: Valuation) -> Model {
        Model(Mutex::new(valuation))
    }

    /// Evaluation is short, and does not give way to other threads.
    fn with<T>(&self, ask: impl FnOnce(&mut Valuation) -> T) -> T {
        ask(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The rows of a function's table, and the value for all other arguments.
type Table = (Vec<(Vec<Term>, Term)>, Term);

#[pymethods]
impl Model {
    /// Names and sorts of the constants.
    fn constants(&self) -> Vec<(String, Cow<'static, str>)> {
        let named = |(name, sort): &(String, _)| (name.clone(), sort_name(*sort));
        self.with(|model| model.constants().iter().map(named).collect())
    }

    /// The functions.
    fn functions(&self) -> Vec<Function> {
        self.with(|model| model.functions().iter().cloned().map(Function).collect())
    }

    /// Whether everything in a term has a value.
    fn covers(&self, term: &Term) -> bool {
        self.with(|model| model.covers(&term.0))
    }

    /// The value of a term, with defaults for what has none.
    fn value(&self, term: &Term) -> PyResult<Term> {
        let value = self.with(|model| model.value(&term.0));
        value.map(Term).ok_or_else(|| error("the value cannot be computed"))
    }

    /// The table of a function.
    fn table(&self, function: &Function) -> Option<Table> {
        let (rows, default) = self.with(|model| model.table(&function.0))?;
        let terms = |args: Vec<_>| args.into_iter().map(Term).collect();
        let rows = rows.into_iter().map(|(args, value)| (terms(args), Term(value)));
        Some((rows.collect(), Term(default)))
    }

    /// As SMT-LIB.
    fn __str__(&self) -> String {
        self.with(|model| model.text())
    }
}
