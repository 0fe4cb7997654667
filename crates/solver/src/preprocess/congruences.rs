//! Congruences that differ in few summands.
//!
//! Two neighbouring digits of a number with a check digit are swapped: both sums are multiples of 11, of which all summands but two are the
//! same. To arithmetic each is an equation with a multiple of an unknown; to find out that their difference is a multiple, too, it takes
//! branches on all that they have in common. So a congruence gives way to its difference from another one where that has less
//! than half the summands: elimination modulo the number that both are about, but only as far as it makes shorter.

use crate::audit::Goal;
use crate::engine::Resources;
use base::{FxHashMap, Int, Interrupted};
use rewrite::{LinearSum, ToTerm};
use terms::{Op, Term, Terms};

/// A fact: a difference from others is looked at for so many that have a summand in common.
const OTHERS: usize = 8;

/// That a sum is a multiple of `modulus`.
struct Congruence {
    sum: LinearSum,
    modulus: Int,
}

/// Makes congruences of `formulas` shorter by others. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    // Those with a summand, as they were.
    let mut with: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
    let (mut known, mut changed): (Vec<(Term, Congruence)>, _) = (Vec::new(), false);
    for f in formulas {
        budget.charge(1)?;
        let Some(congruence) = congruence(terms, *f) else { continue };
        let summands = congruence.sum.terms.len();
        let mut best: Option<(LinearSum, Term)> = None;
        let others = congruence.sum.terms.iter().filter_map(|(t, _)| with.get(t));
        for &at in others.min_by_key(|others| others.len()).into_iter().flatten().rev().take(OTHERS)
        {
            let (source, other) = &known[at];
            budget.charge((summands + other.sum.terms.len()) as u64)?;
            if other.modulus == congruence.modulus {
                let difference = congruence.minus(other);
                let n = difference.terms.len();
                if 2 * n < summands && best.as_ref().is_none_or(|b| n < b.0.terms.len()) {
                    best = Some((difference, *source));
                }
            }
        }
        let before = *f;
        if let Some((difference, source)) = best {
            debug_assert!(difference.terms.len() < summands, "a congruence becomes longer");
            *f = congruence.says(terms, &difference);
            audit.conclude("preprocess.congruences", &[source], Goal::Equal(before, *f));
            changed = true;
        } else {
            for (t, _) in &congruence.sum.terms {
                with.entry(*t).or_default().push(known.len());
            }
            known.push((before, congruence));
        }
    }
    Ok(changed)
}

/// The congruence that `f` is: that a sum has a constant remainder.
fn congruence(terms: &Terms, f: Term) -> Option<Congruence> {
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    let (remainder, value) = if terms.op(a) == Op::Mod { (a, b) } else { (b, a) };
    let (Op::Mod, &[sum, modulus]) = (terms.op(remainder), terms.args(remainder)) else {
        return None;
    };
    let (value, modulus) = (terms.int_value(value)?, terms.int_value(modulus)?.clone());
    let is_remainder = !value.is_negative() && *value < modulus;
    let sum = rewrite::linear(terms, sum).plus_int(-value);
    is_remainder.then_some(Congruence { sum, modulus })
}

impl Congruence {
    /// The sum less that of another one for the same number, with the least coefficients.
    fn minus(&self, other: &Congruence) -> LinearSum {
        debug_assert!(self.modulus == other.modulus, "congruences for different numbers");
        let difference = self.sum.clone().minus(&other.sum);
        let mut least = LinearSum::constant(self.least(&difference.constant));
        for (t, factor) in &difference.terms {
            least.add_var(*t, self.least(factor));
        }
        least
    }

    /// Of the numbers that differ from `n` by multiples of the modulus, the one next to 0.
    fn least(&self, n: &Int) -> Int {
        let (_, remainder) = n.div_rem_euclid(&self.modulus);
        debug_assert!(!remainder.is_negative() && remainder < self.modulus, "no remainder");
        if &remainder + &remainder > self.modulus { &remainder - &self.modulus } else { remainder }
    }

    /// That `sum` is a multiple of the same number.
    fn says(&self, terms: &mut Terms, sum: &LinearSum) -> Term {
        let (sum, modulus) = (sum.to_term(terms), terms.int(self.modulus.clone()));
        let (remainder, zero) = (terms.mk(Op::Mod, &[sum, modulus]), terms.int(0));
        terms.eq(remainder, zero)
    }
}
