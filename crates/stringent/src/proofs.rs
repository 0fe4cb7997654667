//! The file of proofs: a refutation for each check that was answered `unsat`.

use ::solver::Session;
use std::fs;

/// What was written so far.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    /// How many checks there were.
    checks: usize,
    text: String,
}

impl Proofs {
    /// A check was answered: its proof goes to `file`, with those before it. What cannot be written is lost, as nobody is there
    /// to be told.
    pub(crate) fn checked(&mut self, session: &mut Session, file: &str) {
        let check = self.checks;
        self.checks += 1;
        let Some(refutation) = session.take_refutation() else { return };
        if self.text.is_empty() {
            self.text.push_str(certify::HEADER);
        }
        self.text.push_str(&certify::refute(&mut session.terms, refutation, check));
        let _ = fs::write(file, &self.text);
    }
}
