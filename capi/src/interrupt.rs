//! Ending a check from another thread. What does it outlives the solver, so that nobody has to wait.

use crate::border::{call, hand_out, stringent_solver, stringent_status};
use stringent::InterruptHandle;

/// What ends the checks of a solver.
#[allow(non_camel_case_types)]
pub struct stringent_interrupt(InterruptHandle);

/// What ends the checks of a solver; it is freed by itself, before or after that.
///
/// # Safety
/// `solver` is null or from `stringent_new`, not freed, and in use by no other thread; `interrupt` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_interrupt_new(
    solver: *mut stringent_solver,
    interrupt: *mut *mut stringent_interrupt,
) -> stringent_status {
    let make = |state: &mut crate::border::State| {
        if interrupt.is_null() {
            return Err(crate::border::invalid("the pointer for the answer is null"));
        }
        let handle = Box::new(stringent_interrupt(state.solver.interrupt_handle()));
        // SAFETY: it may be written, as the caller promises.
        unsafe { hand_out(interrupt, Box::into_raw(handle)) }
    };
    // SAFETY: as the caller promises.
    unsafe { call(solver, make) }
}

/// Ends the running check and all later ones: they answer `STRINGENT_UNKNOWN`. Any thread may do so at any time.
///
/// # Safety
/// `interrupt` is null or from `stringent_interrupt_new`, and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_stop(interrupt: *const stringent_interrupt) {
    // SAFETY: as the caller promises.
    if let Some(interrupt) = unsafe { interrupt.as_ref() } {
        interrupt.0.interrupt();
    }
}

/// Lets checks run again.
///
/// # Safety
/// `interrupt` is null or from `stringent_interrupt_new`, and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_resume(interrupt: *const stringent_interrupt) {
    // SAFETY: as the caller promises.
    if let Some(interrupt) = unsafe { interrupt.as_ref() } {
        interrupt.0.clear();
    }
}

/// Frees it.
///
/// # Safety
/// `interrupt` is null or from `stringent_interrupt_new`, and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_interrupt_free(interrupt: *mut stringent_interrupt) {
    if !interrupt.is_null() {
        // SAFETY: `stringent_interrupt_new` made it by `Box`, and it is freed once.
        drop(unsafe { Box::from_raw(interrupt) });
    }
}
