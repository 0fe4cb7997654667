//! The solver.

use crate::model::Model;
use crate::signals;
use crate::term::Term;
use crate::{error, text};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, TryLockError};
use stringent::expr::Any;
use stringent::{InterruptHandle, Optimum, Order, Reason, Sense, Verdict};

/// A solver with its assertions.
#[pyclass(frozen, module = "stringent._core")]
pub struct Solver {
    inner: Mutex<stringent::Solver>,
    interrupt: InterruptHandle,
}

impl Solver {
    /// Whoever waits here would wait with the interpreter's lock, which a running check needs now and then.
    fn lock(&self) -> PyResult<MutexGuard<'_, stringent::Solver>> {
        match self.inner.try_lock() {
            Ok(solver) => Ok(solver),
            Err(TryLockError::Poisoned(_)) => Err(error("the solver failed before")),
            Err(TryLockError::WouldBlock) => Err(error("the solver is at work in another thread")),
        }
    }
}

/// Why a check is undecided, as z3 says it: clients compare these texts.
fn reason(why: &Reason) -> String {
    match why {
        Reason::Timeout => "timeout".into(),
        Reason::Steps => "max. resource limit exceeded".into(),
        Reason::Memory => "max. memory exceeded".into(),
        Reason::Canceled => "canceled".into(),
        why => why.to_string(),
    }
}

fn memory_in_use() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// What is known of an objective: its lower and upper bound, none where there is none.
type Bounds<'py> = (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>);

#[pymethods]
impl Solver {
    /// A solver without assertions.
    #[new]
    fn new() -> Solver {
        let mut inner = stringent::Solver::default();
        inner.set_stop_probe(signals::is_interrupted);
        inner.set_memory_probe(memory_in_use);
        let interrupt = inner.interrupt_handle();
        Solver { inner: Mutex::new(inner), interrupt }
    }

    /// Sets an option of the program.
    fn set_option(&self, name: &str, value: &str) -> PyResult<()> {
        self.lock()?.options().set(name, value).map_err(|why| error(format!("{name}: {why:?}")))
    }

    /// The value of an option of the program.
    fn option(&self, name: &str) -> PyResult<Option<String>> {
        Ok(self.lock()?.options().get(name))
    }

    /// Asserts a Boolean term.
    fn add(&self, formula: &Term) -> PyResult<()> {
        self.lock()?.assert(&formula.0).map_err(error)
    }

    /// Asserts a Boolean term that a core may name.
    fn add_named(&self, name: &str, formula: &Term) -> PyResult<()> {
        self.lock()?.assert_named(name, &formula.0).map_err(error)
    }

    /// Opens a scope.
    fn push(&self) -> PyResult<()> {
        self.lock()?.push();
        Ok(())
    }

    /// Closes the innermost scope; false if there is none.
    fn pop(&self) -> PyResult<bool> {
        Ok(self.lock()?.pop())
    }

    /// Whether the assertions have a model in which the assumptions hold: 1, or -1 if not; or why that is open.
    fn check(
        &self,
        py: Python<'_>,
        assumptions: Vec<PyRef<'_, Term>>,
    ) -> PyResult<(i8, Option<String>)> {
        let assumptions: Vec<Any> = assumptions.iter().map(|term| term.0.clone()).collect();
        self.interrupt.clear();
        let verdict = signals::without_lock(py, || {
            let mut solver = self.lock()?;
            match assumptions.is_empty() {
                true => Ok(solver.check()),
                false => solver.check_assuming(&assumptions).map_err(error),
            }
        })??;
        Ok(match verdict {
            Verdict::Sat => (1, None),
            Verdict::Unsat => (-1, None),
            Verdict::Unknown(why) => (0, Some(reason(&why))),
        })
    }

    /// Stops a check that runs in another thread.
    fn interrupt(&self) {
        self.interrupt.interrupt();
    }

    /// The model of the last check, if there is one.
    fn model(&self) -> PyResult<Option<Model>> {
        Ok(self.lock()?.valuation().map(Model::new))
    }

    /// Up to `n` models as the values of terms; and why it is open whether there are more, if it is.
    fn models(
        &self,
        py: Python<'_>,
        terms: Vec<PyRef<'_, Term>>,
        n: usize,
        shortest: bool,
    ) -> PyResult<(Vec<Vec<Term>>, Option<String>)> {
        let terms: Vec<Any> = terms.iter().map(|term| term.0.clone()).collect();
        let order = if shortest { Order::Shortest } else { Order::Any };
        self.interrupt.clear();
        signals::without_lock(py, || {
            let mut solver = self.lock()?;
            let mut rows = Vec::new();
            for values in solver.models(&terms, order).map_err(error)?.take(n) {
                match values {
                    Ok(values) => {
                        rows.push(values.iter().filter_map(Any::literal).map(Term).collect())
                    }
                    Err(why) => return Ok((rows, Some(reason(&why)))),
                }
            }
            Ok((rows, None))
        })?
    }

    /// The names in a core, and the positions of the assumptions that the last check needed.
    fn unsat_core(&self, py: Python<'_>) -> PyResult<Option<(Vec<String>, Vec<usize>)>> {
        signals::without_lock(py, || {
            let mut solver = self.lock()?;
            let Some(names) = solver.unsat_core() else { return Ok(None) };
            let names = names.into_iter().map(str::to_owned).collect();
            let assumptions = solver.unsat_assumptions().unwrap_or_default();
            Ok(Some((names, assumptions)))
        })?
    }

    /// The proof of the last check, if it was refuted and `produce-proofs` was set.
    fn proof(&self, py: Python<'_>) -> PyResult<Option<String>> {
        signals::without_lock(py, || Ok(self.lock()?.proof()))?
    }

    /// Counters of all checks so far.
    fn statistics(&self) -> PyResult<Vec<(String, String)>> {
        Ok(self.lock()?.statistics())
    }

    /// The assertions of a script.
    fn read(&self, script: &str) -> PyResult<Vec<Term>> {
        let assertions = self.lock()?.read(script).map_err(error)?;
        Ok(assertions.into_iter().map(Term).collect())
    }

    /// Asks for models in which an integer is as small, or as large, as possible.
    fn optimize(&self, objective: &Term, maximize: bool) -> PyResult<()> {
        let mut solver = self.lock()?;
        match maximize {
            true => solver.maximize(&objective.0),
            false => solver.minimize(&objective.0),
        }
        .map_err(error)
    }

    /// What the last check found out about the objectives.
    fn optima<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bounds<'py>>> {
        let number = |n: &stringent::Integer| text::number(py, n);
        let bounds = |known: &Optimum| match known {
            Optimum::Exact(n) => Ok((Some(number(n)?), Some(number(n)?))),
            Optimum::Unbounded(Sense::Minimize | Sense::Maximize) => Ok((None, None)),
            Optimum::Between(low, high) => {
                Ok((low.as_ref().map(number).transpose()?, high.as_ref().map(number).transpose()?))
            }
        };
        self.lock()?.optima().iter().map(bounds).collect()
    }
}
