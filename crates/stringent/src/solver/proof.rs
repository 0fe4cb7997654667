//! The proof of the last check, for clients without scripts.

use super::Solver;
use crate::proofs::Proofs;

impl Solver {
    /// A proof that the last check was right to answer unsat, if the option `produce_proofs` was set then (`docs/proofs.md`). It is about a
    /// script that asserts the same in the same order, the assumptions last, and checks once. Steps without a justification are named
    /// in it.
    ///
    /// ```
    /// use stringent::{Solver, Verdict};
    /// let mut solver = Solver::default();
    /// solver.options().produce_proofs = true;
    /// solver.load("(declare-const s String) (assert (str.prefixof \"abc\" s)) (assert (< (str.len s) 3))")?;
    /// assert_eq!(solver.check(), Verdict::Unsat);
    /// assert!(solver.proof().unwrap().starts_with("(stringent-proof 1)\n(check-sat 0)\n"));
    /// # Ok::<(), stringent::Error>(())
    /// ```
    pub fn proof(&mut self) -> Option<String> {
        let section = self.proofs.refutation(&mut self.session)?;
        Some(format!("{}{section}", certify::HEADER))
    }

    /// Each proof is about a check of its own, the first of a script.
    pub(super) fn keep_proof(&mut self) {
        let is_plain = !self.context.has_datatypes();
        self.proofs.checked(&mut self.session, &self.assumed, is_plain);
    }

    /// What it speaks of may be forgotten.
    pub(super) fn forget_proof(&mut self) {
        self.proofs = Proofs::default();
    }
}
