//! Choices between numbers: what holds in both cases holds.
//!
//! Arithmetic takes `(ite c a b)` for a variable. Where a clause follows from what the choice is in each case, as that the greater of
//! two numbers is at least both, it is shown for each case.

use crate::formulas::literal;
use crate::proof::{Literal, Proof};
use terms::{Op, Sort, Term};

impl Proof<'_> {
    /// The clause by arithmetic in both cases of one of its choices.
    pub(crate) fn by_choice(&mut self, lits: &[Literal]) -> Option<String> {
        let roots: Vec<Term> = lits.iter().map(|l| l.0).collect();
        let mut choices = self.terms.post_order(&roots);
        choices.retain(|&t| self.terms.op(t) == Op::Ite && self.terms.sort(t) == Sort::Int);
        choices.into_iter().find_map(|choice| self.by_cases(lits, choice))
    }

    fn by_cases(&mut self, lits: &[Literal], choice: Term) -> Option<String> {
        let (c, holds) = literal(self.terms, self.terms.arg(choice, 0));
        let mut hints = Vec::new();
        for (case, is_true) in [(1, holds), (2, !holds)] {
            let same = self.terms.eq(choice, self.terms.arg(choice, case));
            let otherwise = (c, !is_true);
            let mut clause = lits.to_vec();
            clause.push(otherwise);
            let chosen = self.step(&[(same, true), otherwise], "norm")?;
            let follows = self.by_arithmetic(&[&clause[..], &[(same, false)]].concat())?;
            hints.push(self.rup(&clause, &[chosen, follows])?);
        }
        self.rup(lits, &hints)
    }
}
