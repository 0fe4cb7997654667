//! The string literals that a final check has to satisfy, sorted by kind.

use crate::strings::languages::Languages;
use automata::Re;
use base::{FxHashSet, Limits, Stop};
use terms::{Op, Sort, Term, Terms};

/// `subject in re`, or not.
#[derive(Clone, Debug)]
pub struct Membership {
    /// A string term.
    pub subject: Term,
    /// The language.
    pub re: Re,
    /// Whether the subject is in it.
    pub positive: bool,
    /// The literal that says so.
    pub literal: Term,
}

/// `left = right` or `left != right`.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// A string term.
    pub left: Term,
    /// A string term.
    pub right: Term,
    /// The literal that says so.
    pub literal: Term,
}

/// The conjunction to be satisfied.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Memberships in ground regexes.
    pub memberships: Vec<Membership>,
    /// Equalities.
    pub equations: Vec<Comparison>,
    /// Disequalities.
    pub disequations: Vec<Comparison>,
    /// Equalities and disequalities (by their literals) between languages.
    pub languages: Vec<Term>,
    /// Literals of other string predicates.
    pub predicates: Vec<Term>,
}

/// A string term that is neither a constant nor a concatenation.
pub fn is_leaf(terms: &Terms, t: Term) -> bool {
    !matches!(terms.op(t), Op::StrConst(_) | Op::StrConcat)
}

impl Facts {
    /// How many words are compared with each other.
    pub fn compared(&self) -> usize {
        self.equations.len() + self.disequations.len()
    }

    /// Sorts the atoms with their values.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn collect(
        terms: &mut Terms,
        languages: &mut Languages,
        atoms: &[(Term, bool)],
        limits: &Limits<'_>,
    ) -> Result<Facts, Stop> {
        let mut facts = Facts::default();
        for &(atom, positive) in atoms {
            debug_assert!(terms.op(atom) != Op::Not, "an atom is a negation");
            let literal = if positive { atom } else { terms.not(atom) };
            match terms.op(atom) {
                Op::StrInRe => {
                    let re = languages.language_within(terms, terms.arg(atom, 1), limits)?;
                    facts.membership(terms.arg(atom, 0), re, positive, literal);
                }
                Op::Eq => facts.comparison(terms, atom, positive, literal),
                op if op.level().is_some() => facts.predicates.push(literal),
                _ => {}
            }
        }
        Ok(facts)
    }

    /// What the `literals` say of words, and those of them that say something else.
    pub fn among(&self, literals: &[Term]) -> (Facts, Vec<Term>) {
        let mut others: FxHashSet<Term> = literals.iter().copied().collect();
        let mut is_among = |literal: Term| others.remove(&literal);
        let facts = Facts {
            memberships: self.memberships.iter().filter(|m| is_among(m.literal)).cloned().collect(),
            equations: self.equations.iter().filter(|c| is_among(c.literal)).copied().collect(),
            disequations: self
                .disequations
                .iter()
                .filter(|c| is_among(c.literal))
                .copied()
                .collect(),
            ..Facts::default()
        };
        (facts, literals.iter().copied().filter(|t| others.contains(t)).collect())
    }

    fn membership(&mut self, subject: Term, re: Option<Re>, positive: bool, literal: Term) {
        match re {
            Some(re) => self.memberships.push(Membership { subject, re, positive, literal }),
            None => self.predicates.push(literal),
        }
    }

    fn comparison(&mut self, terms: &Terms, atom: Term, positive: bool, literal: Term) {
        let (left, right) = (terms.arg(atom, 0), terms.arg(atom, 1));
        match terms.sort(left) {
            Sort::String if positive => self.equations.push(Comparison { left, right, literal }),
            Sort::String => self.disequations.push(Comparison { left, right, literal }),
            Sort::RegLan => self.languages.push(literal),
            _ => {}
        }
    }
}
