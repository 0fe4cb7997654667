//! Stringent: an SMT solver for strings, regular expressions and linear integer arithmetic.
//!
//! This crate is what programs use. [`Interpreter`] executes SMT-LIB scripts; the `stringent` program is a thin
//! shell around it.
//!
//! ```
//! use stringent::{CommandReader, Interpreter, Options};
//! let script = b"(set-option :print-success true)(declare-const s String)(get-info :name)";
//! let mut answers = Vec::new();
//! let mut interpreter = Interpreter::new(Options::default(), &mut answers);
//! interpreter.run(&mut CommandReader::from_bytes(script.to_vec())).unwrap();
//! assert!(!interpreter.failed());
//! assert_eq!(answers, b"success\nsuccess\n(:name \"Stringent\")\n");
//! ```

mod answers;
mod info;
mod interpreter;

pub use interpreter::Interpreter;
pub use smtlib::{CommandReader, Escapes};
pub use solver::options;
pub use solver::{Options, Reason, Verdict};

/// The version, as `--version` and `(get-info :version)` tell it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
