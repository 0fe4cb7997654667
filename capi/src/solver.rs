//! Solvers: options, scopes, assertions, checks.

use crate::border::{
    call, hand_out, invalid, rejected, stringent_solver, stringent_status, stringent_term, text,
};
use std::ffi::c_char;
use std::time::Duration;
use stringent::{Solver, Term, Verdict};

/// What a check answers.
#[repr(C)]
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum stringent_verdict {
    /// There is no model.
    STRINGENT_UNSAT = -1,
    /// That is open; `stringent_reason` says why.
    STRINGENT_UNKNOWN = 0,
    /// There is a model.
    STRINGENT_SAT = 1,
}

pub use stringent_verdict::*;

fn memory_in_use() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// The version of the solver.
#[unsafe(no_mangle)]
pub extern "C" fn stringent_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// A solver without assertions.
#[unsafe(no_mangle)]
pub extern "C" fn stringent_new() -> *mut stringent_solver {
    let mut solver = Solver::default();
    solver.set_memory_probe(memory_in_use);
    stringent_solver::boxed(solver)
}

/// Ends a solver. What it handed out is gone with it.
///
/// # Safety
/// `solver` is null or from `stringent_new`, and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_free(solver: *mut stringent_solver) {
    if !solver.is_null() {
        // SAFETY: `stringent_new` made it by `Box`, and it is freed once.
        drop(unsafe { Box::from_raw(solver) });
    }
}

/// Why the last call that was not `STRINGENT_OK` was not.
///
/// # Safety
/// `solver` is from `stringent_new`, not freed, and in use by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_message(solver: *const stringent_solver) -> *const c_char {
    // SAFETY: as the caller promises, it is null or points to a solver.
    unsafe { solver.as_ref() }.map_or(c"no solver".as_ptr(), stringent_solver::message)
}

/// Sets an option of the program, by its name: `memory` (megabytes), `unsat-core-minimal`, `random-seed`, ...
///
/// # Safety
/// As `stringent_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_set_option(
    solver: *mut stringent_solver,
    name: *const c_char,
    value: *const c_char,
) -> stringent_status {
    let set = |state: &mut crate::border::State| {
        // SAFETY: both are texts, as the caller promises.
        let (name, value) = unsafe { (text(name)?, text(value)?) };
        let set = state.solver.options().set(name, value);
        set.map_err(|why| invalid(format!("{name}: {why:?}")))
    };
    // SAFETY: as the caller promises.
    unsafe { call(solver, set) }
}

/// Limits the time of each check in milliseconds; 0 is no limit.
///
/// # Safety
/// `solver` is null or from `stringent_new`, not freed, and in use by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_set_timeout(
    solver: *mut stringent_solver,
    milliseconds: u64,
) -> stringent_status {
    let limit = (milliseconds > 0).then(|| Duration::from_millis(milliseconds));
    // SAFETY: as the caller promises.
    unsafe {
        call(solver, |state| {
            state.solver.set_timeout(limit);
            Ok(())
        })
    }
}

/// Limits the work of each check in steps, which are the same on every machine; 0 is no limit.
///
/// # Safety
/// `solver` is null or from `stringent_new`, not freed, and in use by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_set_step_limit(
    solver: *mut stringent_solver,
    steps: u64,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe {
        call(solver, |state| {
            state.solver.set_step_limit((steps > 0).then_some(steps));
            Ok(())
        })
    }
}

/// Declares, defines and asserts what an SMT-LIB script does. What is before an error counts.
///
/// # Safety
/// `solver` is null or from `stringent_new`, not freed, and in use by no other thread; texts are null or end with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_load(
    solver: *mut stringent_solver,
    script: *const c_char,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe { call(solver, |state| state.solver.load(text(script)?).map_err(rejected)) }
}

/// Asserts a Boolean term.
///
/// # Safety
/// `solver` is null or from `stringent_new`, not freed, and in use by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_assert(
    solver: *mut stringent_solver,
    formula: stringent_term,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe {
        call(solver, |state| {
            let formula = state.term(formula)?;
            state.solver.assert(formula).map_err(rejected)
        })
    }
}

/// Asserts a Boolean term that a core may name.
///
/// # Safety
/// As `stringent_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_assert_named(
    solver: *mut stringent_solver,
    name: *const c_char,
    formula: stringent_term,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe {
        call(solver, |state| {
            let (name, formula) = (text(name)?, state.term(formula)?);
            state.solver.assert_named(name, formula).map_err(rejected)
        })
    }
}

/// Opens a scope of declarations and assertions.
///
/// # Safety
/// `solver` is null or from `stringent_new`, not freed, and in use by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_push(solver: *mut stringent_solver) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe {
        call(solver, |state| {
            state.solver.push();
            Ok(())
        })
    }
}

/// Closes the innermost scope.
///
/// # Safety
/// `solver` is null or from `stringent_new`, not freed, and in use by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_pop(solver: *mut stringent_solver) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe {
        call(solver, |state| match state.solver.pop() {
            true => Ok(()),
            false => Err(invalid("no scope is open")),
        })
    }
}

/// Whether the assertions have a model in which so many assumptions hold.
///
/// # Safety
/// `solver` is null or from `stringent_new`, not freed, and in use by no other thread; `assumptions` are so many, or 0 of them and null;
/// `verdict` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_check(
    solver: *mut stringent_solver,
    assumptions: *const stringent_term,
    count: usize,
    verdict: *mut stringent_verdict,
) -> stringent_status {
    let check = |state: &mut crate::border::State| {
        // SAFETY: there are so many, as the caller promises.
        let assumptions = unsafe { crate::border::array(assumptions, count) }?;
        let terms: Vec<Term> =
            assumptions.iter().map(|&n| state.term(n)).collect::<Result<_, _>>()?;
        state.reason.clear();
        let found = match state.solver.check_assuming(&terms).map_err(rejected)? {
            Verdict::Sat => STRINGENT_SAT,
            Verdict::Unsat => STRINGENT_UNSAT,
            Verdict::Unknown(why) => {
                state.reason = why.to_string();
                STRINGENT_UNKNOWN
            }
        };
        // SAFETY: it may be written, as the caller promises.
        unsafe { hand_out(verdict, found) }
    };
    // SAFETY: as the caller promises.
    unsafe { call(solver, check) }
}
