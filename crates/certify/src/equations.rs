//! Clauses with equations between strings: what follows from lengths, and from how often letters occur.

use crate::axioms::Instance;
use crate::proof::{Literal, Proof};
use terms::{Op, Sort, Term, Terms};

/// Whether a formula is an equation between strings.
fn is_equation(terms: &Terms, t: Term) -> bool {
    terms.op(t) == Op::Eq && terms.sort(terms.arg(t, 0)) == Sort::String
}

impl Proof<'_> {
    /// Equal strings have equal lengths, and only the empty one has length 0.
    pub(crate) fn by_lengths(&mut self, lits: &[Literal]) -> Option<String> {
        let equations: Vec<Literal> =
            lits.iter().copied().filter(|l| is_equation(self.terms, l.0)).collect();
        if equations.is_empty() {
            return None;
        }
        let mut clause = lits.to_vec();
        let mut hints = Vec::new();
        for (t, positive) in equations {
            let sides = [self.terms.arg(t, 0), self.terms.arg(t, 1)];
            let lengths = sides.map(|s| self.terms.len_of(s));
            let same = self.terms.eq(lengths[0], lengths[1]);
            let is_empty = |&s: &Term| self.terms.str_value(s).is_some_and(<[u32]>::is_empty);
            let empty = sides.iter().position(is_empty);
            let axiom = match (positive, empty) {
                (false, _) => Instance { name: "len-equal", args: sides.to_vec() },
                (true, Some(i)) => Instance { name: "len-zero", args: vec![sides[1 - i]] },
                (true, None) => continue,
            };
            hints.push(self.axiom(&[(t, positive), (same, !positive)], &axiom)?);
            clause.push((same, positive));
        }
        let arithmetic = self.step(&clause, "norm").or_else(|| self.by_arithmetic(&clause));
        hints.push(arithmetic.or_else(|| self.by_orders(&clause))?);
        self.rup(lits, &hints)
    }

    /// The sides of an equation differ in how often they have some letter: it is the length that is lost without that letter.
    pub(crate) fn by_letters(&mut self, lits: &[Literal]) -> Option<String> {
        for &(t, positive) in lits {
            if positive || !is_equation(self.terms, t) {
                continue;
            }
            let sides = [self.terms.arg(t, 0), self.terms.arg(t, 1)];
            for letter in self.letters(&sides) {
                let empty = self.terms.string(&[]);
                let letter = self.terms.string(&[letter]);
                let without = sides.map(|s| self.terms.mk(Op::StrReplaceAll, &[s, letter, empty]));
                let lengths = without.map(|s| self.terms.len_of(s));
                let same = (self.terms.eq(lengths[0], lengths[1]), true);
                let all = sides.map(|s| self.terms.len_of(s));
                let as_long = (self.terms.eq(all[0], all[1]), true);
                let not = |l: Literal| (l.0, !l.1);
                let end = [not(same), not(as_long)];
                let Some(end) = self.step(&end, "norm").or_else(|| self.by_arithmetic(&end)) else {
                    continue;
                };
                let hints = [
                    self.step(&[(t, false), same], "cong")?,
                    self.step(&[(t, false), as_long], "cong")?,
                    end,
                ];
                return self.rup(lits, &hints);
            }
        }
        None
    }

    /// The letters of constants in these strings.
    fn letters(&self, strings: &[Term]) -> Vec<u32> {
        let mut letters: Vec<u32> = Vec::new();
        for t in self.terms.post_order(strings) {
            letters.extend(self.terms.str_value(t).unwrap_or_default());
        }
        letters.sort_unstable();
        letters.dedup();
        letters
    }
}
