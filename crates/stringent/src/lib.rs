//! Stringent: an SMT solver for strings, regular expressions and linear integer arithmetic.
//!
//! This crate is what programs use. [`Solver`] is the solver as a library: terms from builders or from text,
//! values as Rust strings.
//!
//! ```
//! use stringent::{Solver, Sort, Verdict};
//! let mut solver = Solver::default();
//! let user = solver.declare("user", Sort::String)?;
//! let policy = solver.parse("(str.in_re user (re.++ (re.range \"a\" \"z\") (re.* (re.range \"0\" \"9\"))))")?;
//! let terms = solver.terms();
//! let (len, three) = (terms.len_of(user), terms.int(3));
//! let long = terms.eq(len, three);
//! solver.assert(policy);
//! solver.assert(long);
//! assert_eq!(solver.check(), Verdict::Sat);
//! assert_eq!(solver.text_of(user).map(|name| name.len()), Some(3));
//! # Ok::<(), stringent::Error>(())
//! ```
//!
//! [`Interpreter`] executes SMT-LIB scripts; the `stringent` program is a thin shell around it.
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
mod audit;
mod info;
mod interpreter;
mod script;
mod solver;
mod verify;

pub use crate::solver::Solver;
pub use ::solver::options;
pub use ::solver::{Options, Reason, Verdict};
pub use interpreter::Interpreter;
pub use patterns;
pub use script::{Binding, Report, run_script};
pub use smtlib::{CommandReader, Error, ErrorKind, Escapes};
pub use terms::model::Model;
pub use terms::value::Value;
pub use terms::{Fun, Op, Sort, Term, Terms};
pub use verify::{Judgement, judge_model};

/// The version, as `--version` and `(get-info :version)` tell it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
