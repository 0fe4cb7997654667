//! Proofs: a refutation for each check that was answered `unsat`, for a file or for `get-proof`.

use ::solver::Session;
use ::solver::trace::Refutation;
use ::terms::{Term, Terms};
use std::fs;

/// Instead of the name of a file: proofs are kept for [`Interpreter::proof`](crate::Interpreter::proof) and not written.
pub const KEPT: &str = "-";

/// The proofs of a script.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    /// How many checks there were.
    checks: usize,
    last: Last,
    /// The file so far.
    text: String,
    /// The commands so far.
    script: String,
}

/// What is known of the last check.
#[derive(Debug, Default)]
enum Last {
    /// It was not refuted, or nobody wants to know why.
    #[default]
    Open,
    /// It was refuted.
    Refuted(Box<Refutation>),
    /// Its section of the proof.
    Written(String),
}

impl Proofs {
    /// A check was answered. What is not asserted in the script as it stands, as with objectives, or has parts without a name, as
    /// with datatypes, is not explained.
    pub(crate) fn checked(&mut self, session: &mut Session, assumptions: &[Term], is_plain: bool) {
        self.checks += 1;
        let refutation = session.take_refutation();
        let asserted = session.assertions().chain(assumptions.iter().copied());
        self.last = match refutation {
            None => Last::Open,
            Some(of) if is_plain && asserted.eq(of.facts.iter().copied()) => {
                Last::Refuted(Box::new(of))
            }
            Some(_) => Last::Written(certify::unexplained(self.checks - 1)),
        };
    }

    /// A command is going to be executed.
    pub(crate) fn read(&mut self, command: &[u8]) {
        self.script.push_str(&String::from_utf8_lossy(command));
        self.script.push('\n');
    }

    /// The section about the last check, which was refuted.
    pub(crate) fn last(&mut self, terms: &mut Terms) -> String {
        let check = self.checks.saturating_sub(1);
        let section = match std::mem::take(&mut self.last) {
            Last::Open => certify::unexplained(check),
            Last::Refuted(refutation) => certify::refute(terms, *refutation, check, &self.script),
            Last::Written(section) => section,
        };
        self.last = Last::Written(section.clone());
        section
    }

    /// The same, if it was.
    pub(crate) fn refutation(&mut self, terms: &mut Terms) -> Option<String> {
        (!matches!(self.last, Last::Open)).then(|| self.last(terms))
    }

    /// If the last check was refuted, its proof goes to `file`, with those before it. What cannot be written is lost, as nobody is
    /// there to be told.
    pub(crate) fn write(&mut self, terms: &mut Terms, file: &str) {
        let Some(section) = self.refutation(terms) else { return };
        if self.text.is_empty() {
            self.text.push_str(certify::HEADER);
        }
        self.text.push_str(&section);
        if file != KEPT {
            let _ = fs::write(file, &self.text);
        }
    }

    /// The file so far.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}
