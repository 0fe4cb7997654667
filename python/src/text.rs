//! Strings and numbers of Python and of the library.
//!
//! A string of Python is a sequence of code points, surrogate halves among them, as one of SMT-LIB is; only text without them
//! is one of Rust.

use crate::error;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use stringent::Integer;

const CODEC: (&str, &str) = ("utf-32-le", "surrogatepass");

/// The code points of a string.
pub fn code_points(text: &Bound<'_, PyString>) -> PyResult<Vec<u32>> {
    if let Ok(text) = text.to_str() {
        return Ok(text.chars().map(u32::from).collect());
    }
    let bytes = text.call_method1("encode", CODEC)?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    Ok(bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
}

/// The string with these code points.
pub fn string<'py>(py: Python<'py>, code_points: &[u32]) -> PyResult<Bound<'py, PyAny>> {
    let text: Option<String> = code_points.iter().map(|&c| char::from_u32(c)).collect();
    if let Some(text) = text {
        return Ok(PyString::new(py, &text).into_any());
    }
    let bytes: Vec<u8> = code_points.iter().flat_map(|c| c.to_le_bytes()).collect();
    PyBytes::new(py, &bytes).call_method1("decode", CODEC)
}

/// A number of Python, which has no bounds either.
pub fn integer(number: &Bound<'_, PyAny>) -> PyResult<Integer> {
    match number.extract::<i64>() {
        Ok(n) => Ok(n.into()),
        Err(_) => number.str()?.to_str()?.parse().map_err(|_| error("not an integer")),
    }
}

/// A number for Python.
pub fn number<'py>(py: Python<'py>, n: &Integer) -> PyResult<Bound<'py, PyAny>> {
    match n.to_i64() {
        Some(n) => Ok(n.into_pyobject(py)?.into_any()),
        None => py.get_type::<pyo3::types::PyInt>().call1((n.to_string(),)),
    }
}
