//! What crosses the border to C: pointers in, texts and arrays out; panics do not.
//!
//! A function of the interface is a closure over the solver's state that [`call`] runs. It reads its arguments by [`text`] and [`array`],
//! which refuse null pointers and text that is not UTF-8, and puts what it hands out into the state, which owns it until the next call.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use stringent::{Solver, Term};

/// What a call came to.
#[repr(C)]
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum stringent_status {
    /// It is done.
    STRINGENT_OK = 0,
    /// A null pointer, text that is not UTF-8, a term of another solver, an option or an operator that there is none.
    STRINGENT_INVALID = 1,
    /// A script or a term is wrong; the message says where.
    STRINGENT_REJECTED = 2,
    /// The last check was not answered so that there is such a thing.
    STRINGENT_UNAVAILABLE = 3,
    /// A bug of the solver, which is of no use any more but to be freed.
    STRINGENT_FAILED = 4,
}

pub use stringent_status::*;

/// A formula or a part of one, within one solver, as long as that lives; 0 is none.
#[allow(non_camel_case_types)]
pub type stringent_term = u32;

/// A solver.
#[allow(non_camel_case_types)]
pub struct stringent_solver {
    /// None after a panic.
    state: Option<State>,
    message: CString,
}

/// A solver, and what was handed out.
pub(crate) struct State {
    pub(crate) solver: Solver,
    terms: Vec<Term>,
    numbers: HashMap<Term, stringent_term>,
    text: CString,
    pub(crate) word: Vec<u32>,
    pub(crate) positions: Vec<usize>,
    /// Why the last check is undecided.
    pub(crate) reason: String,
}

/// Why a call is not `STRINGENT_OK`.
pub(crate) struct Failure(stringent_status, String);

/// What a call comes to inside.
pub(crate) type Outcome = Result<(), Failure>;

pub(crate) fn invalid(message: impl ToString) -> Failure {
    Failure(STRINGENT_INVALID, message.to_string())
}

pub(crate) fn rejected(message: impl ToString) -> Failure {
    Failure(STRINGENT_REJECTED, message.to_string())
}

pub(crate) fn unavailable(message: impl ToString) -> Failure {
    Failure(STRINGENT_UNAVAILABLE, message.to_string())
}

impl State {
    fn new(solver: Solver) -> State {
        State {
            solver,
            terms: Vec::new(),
            numbers: HashMap::new(),
            text: CString::default(),
            word: Vec::new(),
            positions: Vec::new(),
            reason: String::new(),
        }
    }

    /// The number of a term that the client has seen, so that it stays.
    pub(crate) fn number(&mut self, term: Term) -> Result<stringent_term, Failure> {
        let next = u32::try_from(self.terms.len() + 1).map_err(|_| invalid("too many terms"))?;
        let number = *self.numbers.entry(term).or_insert(next);
        if number == next {
            self.terms.push(term);
        }
        Ok(number)
    }

    /// The term with a number.
    pub(crate) fn term(&self, number: stringent_term) -> Result<Term, Failure> {
        let at = (number as usize).checked_sub(1);
        let term = at.and_then(|at| self.terms.get(at)).copied();
        term.ok_or_else(|| invalid(format!("{number} is no term of this solver")))
    }

    /// Keeps a text until the next one, for the client to read. A zero byte, which no text of SMT-LIB has, ends it.
    pub(crate) fn keep(&mut self, text: &str) -> *const c_char {
        self.text = c_text(text);
        self.text.as_ptr()
    }
}

fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

impl stringent_solver {
    /// A solver of its own, for the client to free.
    pub(crate) fn boxed(solver: Solver) -> *mut stringent_solver {
        let state = Some(State::new(solver));
        Box::into_raw(Box::new(stringent_solver { state, message: CString::default() }))
    }

    pub(crate) fn message(&self) -> *const c_char {
        self.message.as_ptr()
    }

    /// Runs a call, and takes a note of why it failed.
    fn run(&mut self, work: impl FnOnce(&mut State) -> Outcome) -> stringent_status {
        let Some(state) = &mut self.state else { return STRINGENT_FAILED };
        // What a panic leaves behind is not looked at again.
        let outcome = catch_unwind(AssertUnwindSafe(|| work(state)));
        let Failure(status, message) = match outcome {
            Ok(Ok(())) => return STRINGENT_OK,
            Ok(Err(failure)) => failure,
            Err(_) => {
                self.state = None;
                Failure(STRINGENT_FAILED, "the solver failed, which is a bug".to_owned())
            }
        };
        self.message = c_text(&message);
        status
    }
}

/// Runs a call of the interface.
///
/// # Safety
/// `solver` is null or from `stringent_new`, not freed, and in use by no other thread.
pub(crate) unsafe fn call(
    solver: *mut stringent_solver,
    work: impl FnOnce(&mut State) -> Outcome,
) -> stringent_status {
    // SAFETY: as the caller promises, it is null or points to a solver that only this thread uses.
    match unsafe { solver.as_mut() } {
        Some(solver) => solver.run(work),
        None => STRINGENT_INVALID,
    }
}

/// The text that a client hands over.
///
/// # Safety
/// `text` is null or points to bytes that end with a zero and stay during the call.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, Failure> {
    if text.is_null() {
        return Err(invalid("a text is a null pointer"));
    }
    // SAFETY: it is not null, so as the caller promises, it ends with a zero.
    let bytes = unsafe { CStr::from_ptr(text) };
    bytes.to_str().map_err(|_| invalid("a text is not UTF-8"))
}

/// The array that a client hands over; of length 0 it may be null.
///
/// # Safety
/// `start` is null or points to `count` elements that stay during the call.
pub(crate) unsafe fn array<'a, T>(start: *const T, count: usize) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    if start.is_null() || !start.is_aligned() || count > isize::MAX as usize / size_of::<T>() {
        return Err(invalid("an array is a null pointer, or too long"));
    }
    // SAFETY: it is not null, aligned and not too long; the rest is what the caller promises.
    Ok(unsafe { std::slice::from_raw_parts(start, count) })
}

/// Hands something out.
///
/// # Safety
/// `to` is null or may be written.
pub(crate) unsafe fn hand_out<T>(to: *mut T, value: T) -> Outcome {
    if to.is_null() {
        return Err(invalid("the pointer for the answer is null"));
    }
    // SAFETY: it is not null, so as the caller promises, it may be written.
    unsafe { to.write(value) };
    Ok(())
}

/// Hands an array out.
///
/// # Safety
/// `to` and `count` are null or may be written.
pub(crate) unsafe fn hand_out_array<T>(
    to: *mut *const T,
    count: *mut usize,
    array: &[T],
) -> Outcome {
    if to.is_null() {
        return Err(invalid("the pointer for the answer is null"));
    }
    // SAFETY: as the caller promises.
    unsafe {
        hand_out(count, array.len())?;
        hand_out(to, array.as_ptr())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_stay_inside() {
        let solver = stringent_solver::boxed(Solver::default());
        // SAFETY: the solver was just made, and is freed once.
        unsafe {
            assert_eq!(call(solver, |_| Ok(())), STRINGENT_OK);
            assert_eq!(call(solver, |_| panic!("as a bug would")), STRINGENT_FAILED);
            assert_eq!(call(solver, |_| Ok(())), STRINGENT_FAILED);
            assert_eq!(CStr::from_ptr((*solver).message()).to_bytes()[..10], *b"the solver");
            crate::stringent_free(solver);
        }
    }
}
