//! What a check may answer.

use base::Interrupted;
use std::fmt;

/// The answer to a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a model; it satisfied every assertion when evaluated.
    Sat,
    /// There is none.
    Unsat,
    /// Not decided.
    Unknown(Reason),
}

/// Why a check was not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The wall clock ran out.
    Timeout,
    /// The step limit ran out.
    Steps,
    /// The memory limit was reached.
    Memory,
    /// Interrupted from outside.
    Canceled,
    /// The formula is outside what the procedures decide; says what.
    Incomplete(String),
    /// There may be a model of what is asserted, but an assertion is missing: the message of its error. Whoever
    /// reads for the session tells it so.
    Refused(String),
    /// A model failed its check: a bug.
    ModelCheckFailed,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => Interrupted::Timeout.fmt(f),
            Reason::Steps => Interrupted::Steps.fmt(f),
            Reason::Memory => Interrupted::Memory.fmt(f),
            Reason::Canceled => Interrupted::Canceled.fmt(f),
            Reason::Incomplete(what) => write!(f, "incomplete ({what})"),
            Reason::Refused(error) => write!(f, "an assertion was refused: {error}"),
            Reason::ModelCheckFailed => f.write_str("internal: model check failed"),
        }
    }
}

impl std::error::Error for Reason {}

impl From<Interrupted> for Reason {
    fn from(why: Interrupted) -> Reason {
        match why {
            Interrupted::Timeout => Reason::Timeout,
            Interrupted::Steps => Reason::Steps,
            Interrupted::Memory => Reason::Memory,
            Interrupted::Canceled => Reason::Canceled,
        }
    }
}
