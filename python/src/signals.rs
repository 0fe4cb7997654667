//! Control-C while the interpreter's lock is released.
//!
//! Python's own handler only takes a note, which the interpreter looks at between two instructions, and it is not running any
//! while the solver is. So the solver asks now and then, in the thread that called it, whether somebody has taken a note. (A
//! handler of our own would be the alternative; it would have to get along with those of `asyncio`, debuggers and tests.)

use pyo3::marker::Ungil;
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

/// Between two looks, each of which takes the interpreter's lock.
const INTERVAL: Duration = Duration::from_millis(50);

thread_local! {
    static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Does work that asks [`is_interrupted`], without the interpreter's lock.
pub fn without_lock<T: Ungil + Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Ungil + Send,
) -> PyResult<T> {
    LAST.set(Some(Instant::now()));
    let result = py.detach(work);
    match RAISED.take() {
        Some(raised) => Err(raised),
        None => Ok(result),
    }
}

/// Whether a signal has raised an exception, which is kept until the work ends.
pub fn is_interrupted() -> bool {
    let is_due = LAST.get().is_none_or(|last| last.elapsed() >= INTERVAL);
    if !is_due {
        return false;
    }
    let raised = Python::attach(|py| py.check_signals()).err();
    LAST.set(Some(Instant::now()));
    let stop = raised.is_some();
    if stop {
        RAISED.set(raised);
    }
    stop
}
