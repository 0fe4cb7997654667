//! Clauses about functions that read one string letter by letter, for the rule `net`.
//!
//! The rule sees what is applied to one string. Where values have names, as in `u = T(x)`, `w = T(u)`, what the names are equal to is put
//! in their place first; congruence leads back.

use crate::proof::{Literal, Proof};
use base::FxHashMap;
use terms::{Op, Term};

/// How often names stand for terms with names.
const ROUNDS: usize = 6;

impl Proof<'_> {
    /// Functions that read one string letter by letter have no such values.
    pub(crate) fn by_images(&mut self, lits: &[Literal]) -> Option<String> {
        let roots: Vec<Term> = lits.iter().map(|l| l.0).collect();
        if !self.terms.post_order(&roots).iter().any(|&t| self.is_image(t)) {
            return None;
        }
        self.step(lits, "net").or_else(|| self.by_named_images(lits))
    }

    fn is_image(&self, t: Term) -> bool {
        self.terms.op(t) == Op::StrReplaceAll
    }

    /// The same, without names for images.
    fn by_named_images(&mut self, lits: &[Literal]) -> Option<String> {
        let (mut names, mut premises) = (FxHashMap::default(), Vec::new());
        for &(t, positive) in lits {
            if let Some((name, image)) = self.named_image(t).filter(|_| !positive)
                && !names.contains_key(&name)
            {
                names.insert(name, image);
                premises.push((t, false));
            }
        }
        let (mut plain, mut hints) = (Vec::new(), Vec::new());
        for &(t, positive) in lits.iter().filter(|l| !premises.contains(l)) {
            let mut image = t;
            for _ in 0..ROUNDS {
                image = self.terms.substitute(image, &names);
            }
            plain.push((image, positive));
            if image != t {
                let clause = [&premises[..], &[(t, positive), (image, !positive)]].concat();
                hints.push(self.congruent(&clause)?);
            }
        }
        if hints.is_empty() {
            return None;
        }
        hints.push(self.step(&plain, "net")?);
        self.rup(lits, &hints)
    }

    /// The constant and the image that an equation says are the same.
    fn named_image(&self, t: Term) -> Option<(Term, Term)> {
        if self.terms.op(t) != Op::Eq {
            return None;
        }
        let sides = [self.terms.arg(t, 0), self.terms.arg(t, 1)];
        let is_named = |&(a, b): &(Term, Term)| {
            matches!(self.terms.op(a), Op::Apply(_)) && self.is_image(b) && !self.terms.occurs(b, a)
        };
        [(sides[0], sides[1]), (sides[1], sides[0])].into_iter().find(is_named)
    }
}
