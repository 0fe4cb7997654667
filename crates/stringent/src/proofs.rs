//! Proofs: a refutation for each check that was answered `unsat`, for a file or for `get-proof`.

use ::solver::Session;
use ::solver::trace::Refutation;
use ::terms::Term;
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
    /// It was, but there is no refutation that a proof can be made of.
    Untold,
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
        let Some(facts) = refutation.as_ref().map(|of| &of.facts[..]).or(session.untold()) else {
            self.last = Last::Open;
            return;
        };
        let is_plain = is_plain && asserted.eq(facts.iter().copied());
        self.last = match refutation {
            _ if !is_plain => Last::Written(certify::unexplained(self.checks - 1)),
            Some(of) => Last::Refuted(Box::new(of)),
            None => Last::Untold,
        };
    }

    /// A command is going to be executed.
    pub(crate) fn read(&mut self, command: &[u8]) {
        self.script.push_str(&String::from_utf8_lossy(command));
        self.script.push('\n');
    }

    /// The section about the last check, which was refuted.
    pub(crate) fn last(&mut self, session: &mut Session) -> String {
        let check = self.checks.saturating_sub(1);
        let refutation = match std::mem::take(&mut self.last) {
            Last::Open => None,
            Last::Refuted(refutation) => Some(*refutation),
            Last::Untold => session.refute_again(),
            Last::Written(section) => {
                self.last = Last::Written(section.clone());
                return section;
            }
        };
        let section = match refutation {
            None => certify::unexplained(check),
            Some(of) => {
                let budget = session.budget();
                certify::refute(&mut session.terms, of, (check, &self.script), &budget)
            }
        };
        self.last = Last::Written(section.clone());
        section
    }

    /// The same, if it was.
    pub(crate) fn refutation(&mut self, session: &mut Session) -> Option<String> {
        (!matches!(self.last, Last::Open)).then(|| self.last(session))
    }

    /// If the last check was refuted, its proof goes to `file`, with those before it. What cannot be written is lost, as nobody is
    /// there to be told.
    pub(crate) fn write(&mut self, session: &mut Session, file: &str) {
        let Some(section) = self.refutation(session) else { return };
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
