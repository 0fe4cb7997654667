//! Bounds on the lengths of the words of a regex.

use super::bounds::Bounds;
use base::{Budget, FxHashMap, Int, Interrupted};
use std::convert::Infallible;
use terms::{Op, Sort, Term, Terms};

/// Every word of `r` has a length within these bounds. An empty language may have any bounds.
pub fn regex_lengths(terms: &Terms, r: Term) -> Bounds {
    of_all(terms, r, terms.post_order(&[r]), || Ok(()))
        .unwrap_or_else(|never: Infallible| match never {})
}

/// The same for a regex that may be large.
///
/// # Errors
/// When the budget runs out.
pub fn regex_lengths_within(
    terms: &Terms,
    r: Term,
    budget: &Budget,
) -> Result<Bounds, Interrupted> {
    let order = terms.post_order_within(&[r], budget)?;
    of_all(terms, r, order, || budget.tick(1))
}

fn of_all<E>(
    terms: &Terms,
    r: Term,
    order: Vec<Term>,
    tick: impl Fn() -> Result<(), E>,
) -> Result<Bounds, E> {
    let mut done: FxHashMap<Term, (Int, Option<Int>)> = FxHashMap::default();
    for r in order {
        tick()?;
        if terms.sort(r) == Sort::RegLan {
            let bounds = one(terms, r, &done);
            done.insert(r, bounds);
        }
    }
    let (lo, hi) = done.remove(&r).unwrap_or((Int::ZERO, None));
    Ok(Bounds { lo: Some(lo), hi })
}

fn one(terms: &Terms, r: Term, done: &FxHashMap<Term, (Int, Option<Int>)>) -> (Int, Option<Int>) {
    let arg = |i: usize| done[&terms.arg(r, i)].clone();
    let args = || terms.args(r).iter().map(|a| done[a].clone());
    let any = (Int::ZERO, None);
    let exactly = |n: usize| (Int::from(n), Some(Int::from(n)));
    let times = |lo: u32, hi: Option<u32>| {
        let (a, b) = arg(0);
        (a * Int::from(lo), hi.zip(b).map(|(hi, b)| b * Int::from(hi)))
    };
    match terms.op(r) {
        Op::StrToRe => match terms.str_value(terms.arg(r, 0)) {
            Some(w) => exactly(w.len()),
            None => any,
        },
        Op::ReAllChar | Op::ReRange => exactly(1),
        Op::ReNone => exactly(0),
        Op::ReConcat => {
            args().fold(exactly(0), |(a, b), (c, d)| (a + c, b.zip(d).map(|(b, d)| b + d)))
        }
        Op::ReUnion => args()
            .reduce(|(a, b), (c, d)| (a.min(c), b.zip(d).map(|(b, d)| b.max(d))))
            .unwrap_or(any),
        Op::ReInter => args()
            .reduce(|(a, b), (c, d)| {
                let hi = match (b, d) {
                    (Some(b), Some(d)) => Some(b.min(d)),
                    (b, d) => b.or(d),
                };
                (a.max(c), hi)
            })
            .unwrap_or(any),
        Op::ReDiff => arg(0),
        Op::ReStar if arg(0).1.is_some_and(|hi| hi.is_zero()) => exactly(0),
        Op::RePlus => (arg(0).0, times(0, None).1),
        Op::ReOpt => (Int::ZERO, arg(0).1),
        Op::RePower(k) => times(k, Some(k)),
        Op::ReLoop(lo, hi) => times(lo, Some(hi)),
        _ => any,
    }
}
