//! The length of a string term as a linear sum.

use super::bounds::{Bounds, length_bounds};
use crate::linear::LinearSum;
use base::Int;
use std::collections::BTreeMap;
use terms::op::Range;
use terms::{Op, Term, Terms};

/// The argument of `s` that has the length of `s` because its function keeps lengths.
pub(crate) fn same_length(terms: &Terms, s: Term) -> Option<Term> {
    match terms.op(s).row().range {
        Range::Same(i) => Some(terms.arg(s, i)),
        Range::Any | Range::AtLeast(_) | Range::Within(..) | Range::UpTo(..) => None,
    }
}

/// `|s|`: concatenations and constants are taken apart, and what keeps lengths is looked through.
/// As in [`linear`](crate::linear()), a shared part is met once, with the number of its occurrences.
pub fn length(terms: &mut Terms, s: Term) -> LinearSum {
    if let Some(word) = terms.str_value(s) {
        return LinearSum::constant(word.len());
    }
    if terms.op(s) != Op::StrConcat && same_length(terms, s).is_none() {
        return match of_choice(terms, s) {
            Some(n) => LinearSum::constant(n),
            None => LinearSum::var(terms.len_of(s)),
        };
    }
    let mut sum = LinearSum::default();
    let mut pending = BTreeMap::new();
    pending.insert(s, Int::ONE);
    let mut leaves = Vec::new();
    let mut looked_through = 0;
    while let Some((s, n)) = pending.pop_last() {
        let mut push = |part: Term| *pending.entry(part).or_default() += &n;
        if let Some(word) = terms.str_value(s) {
            sum.constant += Int::from(word.len()) * n;
        } else if terms.op(s) == Op::StrConcat {
            terms.args(s).iter().for_each(|&part| push(part));
        } else if let (Some(same), true) =
            (same_length(terms, s), looked_through < terms.effort().length_functions)
        {
            looked_through += 1;
            push(same);
        } else if let Some(length) = of_choice(terms, s) {
            sum.constant += length * n;
        } else {
            leaves.push((s, n));
        }
    }
    sum.terms.extend(leaves.into_iter().map(|(s, n)| (terms.len_of(s), n)));
    base::order::sort_by_key(&mut sum.terms, |m| m.0);
    sum
}

/// The length that all cases of the choice `s` have.
fn of_choice(terms: &Terms, s: Term) -> Option<Int> {
    let Bounds { lo, hi } = (terms.op(s) == Op::Ite).then(|| length_bounds(terms, s))?;
    lo.filter(|lo| Some(lo) == hi.as_ref())
}
