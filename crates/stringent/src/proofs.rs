//! The file of proofs: a refutation for each check that was answered `unsat`.

use ::solver::Session;
use ::terms::Term;
use std::fs;

/// Instead of the name of a file: proofs are kept for [`Interpreter::proof`](crate::Interpreter::proof) and not written.
pub const KEPT: &str = "-";

/// What was written so far.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    /// How many checks there were.
    checks: usize,
    text: String,
}

impl Proofs {
    /// A check was answered: its proof goes to `file`, with those before it. What cannot be written is lost, as nobody is there
    /// to be told. What is not asserted in the script as it stands, as with objectives, or has parts without a name, as with
    /// datatypes, is not explained.
    pub(crate) fn checked(
        &mut self,
        session: &mut Session,
        (assumptions, is_plain): (&[Term], bool),
        file: &str,
    ) {
        let check = self.checks;
        self.checks += 1;
        let Some(refutation) = session.take_refutation() else { return };
        if self.text.is_empty() {
            self.text.push_str(certify::HEADER);
        }
        let asserted: Vec<Term> = session.assertions().chain(assumptions.iter().copied()).collect();
        let is_plain = is_plain && asserted == refutation.facts;
        self.text.push_str(&match is_plain {
            true => certify::refute(&mut session.terms, refutation, check),
            false => certify::unexplained(check),
        });
        if file != KEPT {
            let _ = fs::write(file, &self.text);
        }
    }

    /// The proofs so far.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}
