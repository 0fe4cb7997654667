//! SMT-LIB text: commands and terms in, answers out. The only crate that knows concrete syntax.
//!
//! A script goes through three steps, one command at a time. [`reader`] finds where the command ends,
//! so that it can be answered before the next one arrives. [`lexer`] splits it into tokens. The parser,
//! driven by the tables of commands (`script`) and names (`names`), elaborates tokens straight into
//! [`terms::Terms`]: there is no syntax tree, and nothing recurses on the depth of a term. What outlives a
//! command, the declarations, is in a [`Context`]. [`printer`] turns terms back into text.
//!
//! Every error carries the line and column of the token to blame.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod apply;
mod bare_empty;
mod bits;
mod command;
mod context;
mod datatypes;
pub mod error;
pub mod lexer;
mod literal;
mod missed;
mod names;
mod of_empty;
mod parser;
pub mod printer;
pub mod reader;
mod script;
mod sequences;
mod similar;
mod sort;
mod sort_name;
mod symbols;
mod term;

pub use command::{Command, Written, collapse};
pub use context::Context;
pub use datatypes::Raised;
pub use error::{Error, ErrorKind};
pub use literal::{Escapes, write_string};
pub use reader::{Chunk, CommandReader, Failure};
pub use similar::closest;
pub use sort_name::sort_name;
