//! The language of the solver and its meaning: sorts, hash-consed terms, and the reference
//! evaluator that judges every model.
//!
//! * [`sort`]: the sorts Bool, Int, String, RegLan and uninterpreted ones.
//! * [`op`]: every operator in one table: name, signature, how many arguments.
//! * [`store`]: the hash-consing store; terms are ids into it, well-sorted by construction.
//! * [`build`]: short constructors for the operators that the solver itself writes.
//! * [`collect`]: forgetting what nobody holds.
//! * [`walk`]: traversals and substitution without recursion.
//! * [`value`], [`model`], [`eval`]: values, models, and total SMT-LIB semantics.
//!
//! No concrete syntax lives here: printing and parsing belong to `smtlib`.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

pub mod build;
pub mod eval;
pub mod model;
pub mod op;
pub mod sort;
pub mod store;
pub mod value;
pub mod walk;

pub use op::Op;
pub use sort::{Element, Sort};
pub use store::collect;
pub use store::{Fun, FunDecl, SortError, Term, Terms};
