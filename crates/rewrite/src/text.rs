//! For tests: terms read from SMT-LIB text.
//!
//! Variables are declared in advance, in this order, so that their ids ascend: strings
//! `u v w x y z`, integers `i j k n m`, Booleans `a b c d`, bit-vectors `p q r` of four bits.

use smtlib::Context;
use terms::{Sort, Term, Terms};

/// The variables by name; they are the first functions of a store.
pub(crate) const VARIABLES: &[(&str, Sort)] = &[
    ("u", Sort::String),
    ("v", Sort::String),
    ("w", Sort::String),
    ("x", Sort::String),
    ("y", Sort::String),
    ("z", Sort::String),
    ("i", Sort::Int),
    ("j", Sort::Int),
    ("k", Sort::Int),
    ("n", Sort::Int),
    ("m", Sort::Int),
    ("a", Sort::Bool),
    ("b", Sort::Bool),
    ("c", Sort::Bool),
    ("d", Sort::Bool),
    ("p", Sort::BitVec(4)),
    ("q", Sort::BitVec(4)),
    ("r", Sort::BitVec(4)),
];

/// A new store with the variables, and what reads terms over them.
pub(crate) fn store() -> (Terms, Context) {
    let (mut terms, mut context) = (Terms::new(), Context::new());
    for &(name, sort) in VARIABLES {
        context.declare(name, &[], sort, &mut terms).expect("a new name");
    }
    (terms, context)
}

pub(crate) fn parse(context: &mut Context, terms: &mut Terms, text: &str) -> Term {
    context.parse_term(text, terms).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// A new store with terms read into it.
pub(crate) fn read(texts: &[&str]) -> (Terms, Vec<Term>) {
    let (mut terms, mut context) = store();
    let read = texts.iter().map(|text| parse(&mut context, &mut terms, text)).collect();
    (terms, read)
}
