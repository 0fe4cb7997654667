//! The session: the assertion stack and everything a client can ask about it.

use crate::options::Options;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use terms::model::Model;
use terms::value::Value;
use terms::{Term, Terms};

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
    /// A model failed its check: a bug.
    ModelCheckFailed,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => f.write_str("timeout"),
            Reason::Steps => f.write_str("resource limit reached"),
            Reason::Memory => f.write_str("memout"),
            Reason::Canceled => f.write_str("canceled"),
            Reason::Incomplete(what) => write!(f, "incomplete ({what})"),
            Reason::ModelCheckFailed => f.write_str("internal: model check failed"),
        }
    }
}

/// A solving session.
#[derive(Debug)]
pub struct Session {
    /// All terms of the session.
    pub terms: Terms,
    /// The options in force.
    pub options: Options,
    assertions: Vec<(Term, Option<u32>)>,
    scopes: Vec<usize>,
    model: Option<Model>,
    interrupt: Arc<AtomicBool>,
}

impl Session {
    /// An empty session.
    pub fn new(options: Options) -> Session {
        Session {
            terms: Terms::new(),
            options,
            assertions: Vec::new(),
            scopes: Vec::new(),
            model: None,
            interrupt: Arc::default(),
        }
    }

    /// Asserts a Boolean term.
    pub fn assert(&mut self, t: Term) {
        self.assertions.push((t, None));
    }

    /// Asserts a Boolean term that a core may mention by the number `name`.
    pub fn assert_named(&mut self, t: Term, name: u32) {
        self.assertions.push((t, Some(name)));
    }

    /// The asserted terms, oldest first.
    pub fn assertions(&self) -> impl Iterator<Item = Term> + '_ {
        self.assertions.iter().map(|&(t, _)| t)
    }

    /// Opens `n` scopes.
    pub fn push(&mut self, n: usize) {
        for _ in 0..n {
            self.scopes.push(self.assertions.len());
        }
    }

    /// Closes the `n` innermost scopes; false if there are fewer.
    pub fn pop(&mut self, n: usize) -> bool {
        if n > self.scopes.len() {
            return false;
        }
        for _ in 0..n {
            if let Some(len) = self.scopes.pop() {
                self.assertions.truncate(len);
            }
        }
        true
    }

    /// Whether the assertions have a model that also satisfies `assumptions`.
    pub fn check(&mut self, _assumptions: &[Term]) -> Verdict {
        Verdict::Unknown(Reason::Incomplete("not built yet".into()))
    }

    /// The model of the last check, if it answered sat.
    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// The value of `t` in the model.
    pub fn value(&self, _t: Term) -> Option<Value> {
        None
    }

    /// Names of assertions that are unsatisfiable together, after an unsat answer.
    pub fn unsat_core(&self) -> Option<Vec<u32>> {
        None
    }

    /// Assumptions of the last check that were used, after an unsat answer.
    pub fn unsat_assumptions(&self) -> Option<&[Term]> {
        None
    }

    /// Statistics of the session as printable rows.
    pub fn stats(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Set the flag to true from any thread to stop the running check.
    pub fn interrupt_handle(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    /// Forgets all assertions, keeping declarations and options.
    pub fn reset_assertions(&mut self) {
        self.assertions.clear();
        self.scopes.clear();
        self.model = None;
    }
}
