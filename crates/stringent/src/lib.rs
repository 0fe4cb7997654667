//! Stringent: an SMT solver for strings, regular expressions and linear integer arithmetic.
//!
//! This crate is what programs use. [`Solver`] is the solver as a library: formulas from typed
//! [expressions](expr) or from text, values as Rust strings.
//!
//! ```
//! use stringent::expr::{Regex, Str};
//! use stringent::{Solver, Verdict};
//! let mut solver = Solver::default();
//! let user = Str::var("user");
//! solver.assert(user.matches(Regex::pattern("[a-z][a-z0-9]*")?))?;
//! solver.assert(user.len().equals(3) & user.contains("7"))?;
//! assert_eq!(solver.check(), Verdict::Sat);
//! let name = solver.value(&user)?.unwrap();
//! assert!(name.len() == 3 && name[1..].contains('7'));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`patterns`] compares regexes without a solver: equivalence, inclusion, witnesses, samples, automata.
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
#[cfg(feature = "audit")]
mod audit;
mod channels;
pub mod expr;
mod info;
mod interpreter;
mod logic;
mod models;
#[cfg(feature = "proofs")]
mod proofs;
mod script;
mod solver;
mod valuation;
mod verify;

pub use crate::solver::{InterruptHandle, Solver};
pub use ::solver::options;
pub use ::solver::{Optimum, Options, Order, Reason, Sense, Verdict};
pub use base::Int as Integer;
pub use interpreter::Interpreter;
pub use models::{Models, ScriptModels};
pub use patterns;
#[cfg(feature = "proofs")]
pub use proofs::KEPT;
pub use script::{Binding, Report, Transcript, run_script};
pub use smtlib::{CommandReader, Error, ErrorKind, Escapes, closest};
pub use terms::model::Model;
pub use terms::op::ReConst;
pub use terms::value::Value;
pub use terms::{Fun, Op, Sort, SortError, Term, Terms};
pub use valuation::Valuation;
pub use verify::{Judgement, judge_model};

/// The version, as `--version` and `(get-info :version)` tell it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Runs the Rust in the guide.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide.md")]
pub struct Guide;

/// Runs the Rust of the front page.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
