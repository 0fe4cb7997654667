//! What comes after a check: reasons, models, values, cores.

use crate::border::{
    Failure, State, call, hand_out, hand_out_array, rejected, stringent_solver, stringent_status,
    stringent_term, unavailable,
};
use std::ffi::c_char;

/// Runs a call that hands out a text.
///
/// # Safety
/// As `call` and `hand_out`.
unsafe fn tell(
    solver: *mut stringent_solver,
    text: *mut *const c_char,
    work: impl FnOnce(&mut State) -> Result<String, Failure>,
) -> stringent_status {
    let kept = |state: &mut State| {
        let told = work(state)?;
        // SAFETY: as the caller promises.
        unsafe { hand_out(text, state.keep(&told)) }
    };
    // SAFETY: as the caller promises.
    unsafe { call(solver, kept) }
}

/// A term as SMT-LIB text.
///
/// # Safety
/// `solver` is null or from `stringent_new`, not freed, and in use by no other thread; `text` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_print(
    solver: *mut stringent_solver,
    term: stringent_term,
    text: *mut *const c_char,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe { tell(solver, text, |state| Ok(state.solver.print(state.term(term)?))) }
}

/// Why the last check answered `STRINGENT_UNKNOWN`.
///
/// # Safety
/// As `stringent_print`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_reason(
    solver: *mut stringent_solver,
    text: *mut *const c_char,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe {
        tell(solver, text, |state| match state.reason.is_empty() {
            true => Err(unavailable("the last check did not answer unknown")),
            false => Ok(state.reason.clone()),
        })
    }
}

/// The model as SMT-LIB text.
///
/// # Safety
/// As `stringent_print`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_model(
    solver: *mut stringent_solver,
    text: *mut *const c_char,
) -> stringent_status {
    let no_model = || unavailable("the last check did not answer sat");
    // SAFETY: as the caller promises.
    unsafe { tell(solver, text, |state| state.solver.model_text().ok_or_else(no_model)) }
}

/// The value of a term in the model, as SMT-LIB text.
///
/// # Safety
/// As `stringent_print`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_value(
    solver: *mut stringent_solver,
    term: stringent_term,
    text: *mut *const c_char,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe {
        tell(solver, text, |state| {
            let value = state.solver.value_text(state.term(term)?);
            value.ok_or_else(|| unavailable("there is no model, or no value"))
        })
    }
}

/// The value of a string in the model as code points: nothing is escaped.
///
/// # Safety
/// As `stringent_print`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_code_points(
    solver: *mut stringent_solver,
    term: stringent_term,
    code_points: *mut *const u32,
    count: *mut usize,
) -> stringent_status {
    let read = |state: &mut State| {
        let term = state.term(term)?;
        let word = state.solver.code_points(&term).map_err(rejected)?;
        state.word = word.ok_or_else(|| unavailable("there is no model, or that is no string"))?;
        // SAFETY: both may be written, as the caller promises.
        unsafe { hand_out_array(code_points, count, &state.word) }
    };
    // SAFETY: as the caller promises.
    unsafe { call(solver, read) }
}

/// The names of assertions that have no model together, a line each.
///
/// # Safety
/// As `stringent_print`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_unsat_core(
    solver: *mut stringent_solver,
    text: *mut *const c_char,
) -> stringent_status {
    let no_core = || unavailable("the last check did not answer unsat");
    // SAFETY: as the caller promises.
    unsafe {
        tell(solver, text, |state| Ok(state.solver.unsat_core().ok_or_else(no_core)?.join("\n")))
    }
}

/// The proof of the last check, as `stringent-check` takes it, if the option `produce-proofs` was set. It is about a script that
/// asserts the same in the same order, the assumptions last.
///
/// # Safety
/// As `stringent_print`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_proof(
    solver: *mut stringent_solver,
    text: *mut *const c_char,
) -> stringent_status {
    let no_proof = || unavailable("the last check did not answer unsat, or no proof was wanted");
    // SAFETY: as the caller promises.
    unsafe { tell(solver, text, |state| state.solver.proof().ok_or_else(no_proof)) }
}

/// The positions of the assumptions that the last check needed.
///
/// # Safety
/// As `stringent_print`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_unsat_assumptions(
    solver: *mut stringent_solver,
    positions: *mut *const usize,
    count: *mut usize,
) -> stringent_status {
    let read = |state: &mut State| {
        let needed = state.solver.unsat_assumptions();
        state.positions =
            needed.ok_or_else(|| unavailable("the last check did not answer unsat"))?;
        // SAFETY: both may be written, as the caller promises.
        unsafe { hand_out_array(positions, count, &state.positions) }
    };
    // SAFETY: as the caller promises.
    unsafe { call(solver, read) }
}
