//! The module `stringent._core`: what the Python package is built on.
//!
//! Terms are the library's expressions, which need no solver to be built, so that they mean the same in all of them as in z3's
//! Python. The classes that people see, with z3's names, are written in Python over these few.
//!
//! * `term`: expressions.
//! * `solver`: the solver, and models that outlive its next check.
//! * `regex`: languages of patterns, compared without a solver.
//! * `text`: strings and numbers of Python and of the library.
//! * `signals`: Control-C while the interpreter's lock is released.

mod model;
mod regex;
mod signals;
mod solver;
mod term;
mod text;

use pyo3::prelude::*;

pyo3::create_exception!(
    stringent,
    StringentError,
    pyo3::exceptions::PyException,
    "What is asked is impossible: ill-sorted, not in the theory, or out of order."
);

/// An error with this message.
fn error(message: impl ToString) -> PyErr {
    StringentError::new_err(message.to_string())
}

/// What the Python package is built on.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::StringentError;
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::regex::Language;
    #[pymodule_export]
    use crate::solver::Solver;
    #[pymodule_export]
    use crate::term::{Function, Term, script};

    /// The version of the library.
    #[pymodule_export]
    const VERSION: &str = stringent::VERSION;
}
