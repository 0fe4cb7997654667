//! Terms: from text, from literals, from operators on terms.

use crate::border::{
    Failure, State, array, call, hand_out, invalid, rejected, stringent_solver, stringent_status,
    stringent_term, text,
};
use std::ffi::c_char;
use stringent::expr::Any;
use stringent::{Integer, Op, Sort, Term};

/// The sorts of constants that are declared without a script.
#[repr(C)]
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum stringent_sort {
    /// `Bool`
    STRINGENT_BOOL = 0,
    /// `Int`
    STRINGENT_INT = 1,
    /// `String`
    STRINGENT_STRING = 2,
    /// `RegLan`
    STRINGENT_REGLAN = 3,
}

/// Sorts come as numbers, as any number can come from C.
fn sort(number: u32) -> Result<Sort, Failure> {
    let sorts = [Sort::Bool, Sort::Int, Sort::String, Sort::RegLan];
    let sort = sorts.get(number as usize).copied();
    sort.ok_or_else(|| invalid(format!("{number} is no sort")))
}

/// Runs a call that makes a term.
///
/// # Safety
/// As `call` and `hand_out`.
unsafe fn make(
    solver: *mut stringent_solver,
    term: *mut stringent_term,
    work: impl FnOnce(&mut State) -> Result<Term, Failure>,
) -> stringent_status {
    let number = |state: &mut State| {
        let made = work(state)?;
        let number = state.number(made)?;
        // SAFETY: as the caller promises.
        unsafe { hand_out(term, number) }
    };
    // SAFETY: as the caller promises.
    unsafe { call(solver, number) }
}

/// Declares a constant of one of the `stringent_sort`s; other sorts are declared by `stringent_load`.
///
/// # Safety
/// As `stringent_parse`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_declare(
    solver: *mut stringent_solver,
    name: *const c_char,
    sort: u32,
    term: *mut stringent_term,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe {
        make(solver, term, |state| {
            let (name, sort) = (text(name)?, self::sort(sort)?);
            state.solver.declare(name, sort).map_err(rejected)
        })
    }
}

/// A term from SMT-LIB text over what is declared.
///
/// # Safety
/// `solver` is null or from `stringent_new`, not freed, and in use by no other thread; texts are null or end with a zero byte; `term` is
/// null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_parse(
    solver: *mut stringent_solver,
    script: *const c_char,
    term: *mut stringent_term,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe { make(solver, term, |state| state.solver.parse(text(script)?).map_err(rejected)) }
}

/// A string from so many code points: nothing is an escape.
///
/// # Safety
/// As `stringent_parse`; there are so many code points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_string(
    solver: *mut stringent_solver,
    code_points: *const u32,
    count: usize,
    term: *mut stringent_term,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe {
        make(solver, term, |state| {
            let word = array(code_points, count)?;
            match word.iter().find(|&&c| c > 0x2FFFF) {
                Some(c) => Err(rejected(format!("character U+{c:X} is beyond U+2FFFF"))),
                None => Ok(state.solver.terms().string(word)),
            }
        })
    }
}

/// An integer.
///
/// # Safety
/// As `stringent_parse`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_integer(
    solver: *mut stringent_solver,
    value: i64,
    term: *mut stringent_term,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe { make(solver, term, |state| Ok(state.solver.terms().int(Integer::from(value)))) }
}

/// An operator on so many arguments, by its name in SMT-LIB: `"str.++"`, `"and"`, `"="`, ...
///
/// # Safety
/// As `stringent_parse`; there are so many arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_apply(
    solver: *mut stringent_solver,
    operator: *const c_char,
    arguments: *const stringent_term,
    count: usize,
    term: *mut stringent_term,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe {
        make(solver, term, |state| {
            let (name, arguments) = (text(operator)?, array(arguments, count)?);
            let op = Any::operator(name, count);
            apply(state, name, op, arguments)
        })
    }
}

/// An operator with one or two indices on an argument: `"re.loop"`, `"re.^"`, `"extract"`, ...
///
/// # Safety
/// As `stringent_parse`; there are so many indices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stringent_apply_indexed(
    solver: *mut stringent_solver,
    operator: *const c_char,
    indices: *const u32,
    count: usize,
    argument: stringent_term,
    term: *mut stringent_term,
) -> stringent_status {
    // SAFETY: as the caller promises.
    unsafe {
        make(solver, term, |state| {
            let name = text(operator)?;
            let op = Any::indexed(name, array(indices, count)?);
            apply(state, name, op, &[argument])
        })
    }
}

fn apply(
    state: &mut State,
    name: &str,
    op: Option<Op>,
    arguments: &[stringent_term],
) -> Result<Term, Failure> {
    let op = op.ok_or_else(|| invalid(format!("unknown operator {name}")))?;
    let terms: Vec<Term> = arguments.iter().map(|&n| state.term(n)).collect::<Result<_, _>>()?;
    let made = state.solver.terms().app(op, &terms);
    made.map_err(|why| rejected(format!("{name}: {why:?}")))
}
