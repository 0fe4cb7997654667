//! Conditions on the length of one string as an ultimately periodic set.

use crate::eval;
use crate::lang::Lengths;
use crate::poly::{Poly, gcd};
use crate::term::{Op, Store, Term};
use num_bigint::BigInt;

/// Lengths are told apart up to this one.
const MAX_LENGTH: usize = 100_000;

/// The only string whose length a formula speaks of, if it is made of comparisons by negation and disjunction.
pub fn subject(store: &Store, fact: Term) -> Option<Term> {
    let mut of = None;
    let mut stack = vec![fact];
    while let Some(t) = stack.pop() {
        if matches!(store.op(t), Op::Not | Op::Or) {
            stack.extend(store.args(t));
            continue;
        }
        for s in strings(store, &Poly::comparison(store, t)?)? {
            if *of.get_or_insert(s) != s {
                return None;
            }
        }
    }
    of
}

/// The strings of whose lengths, and quotients of sums of them, a sum is made.
fn strings(store: &Store, p: &Poly) -> Option<Vec<Term>> {
    let mut out = Vec::new();
    for product in p.terms.keys() {
        let [t] = product[..] else { return None };
        match (store.op(t), store.args(t)) {
            (Op::Len, &[s]) => out.push(s),
            (Op::Div, &[a, d]) if store.int_value(d).is_some_and(|d| *d > BigInt::ZERO) => {
                for product in Poly::of_term(store, a).terms.keys() {
                    let [t] = product[..] else { return None };
                    if *store.op(t) != Op::Len {
                        return None;
                    }
                    out.push(store.args(t)[0]);
                }
            }
            _ => return None,
        }
    }
    Some(out)
}

/// The lengths that meet all conditions, of which [`subject`] is the same string; none if they are too large to be told apart.
///
/// Each sum is `p(Dq + r) = p(r) + q(p(D) - p(0))` for a multiple `D` of all divisors. So for `q` beyond all `|p(r)|` signs depend on
/// `r` only.
pub fn of(store: &Store, conditions: &[Term]) -> Option<Lengths> {
    let is_length = |t: Term| *store.op(t) == Op::Len;
    let order = store.order_above(conditions, is_length);
    let values = |of: usize| eval::values(store, &order, is_length, of.into()).ok();
    let comparisons: Vec<Term> =
        order.iter().copied().filter(|&t| Poly::comparison(store, t).is_some()).collect();
    let mut period = BigInt::from(1);
    for &t in &order {
        if let (Op::Div, &[_, d]) = (store.op(t), store.args(t)) {
            let d = store.int_value(d)?;
            period = &period * d / gcd(period.clone(), d.clone());
        }
    }
    let period = usize::try_from(period).ok().filter(|&p| p <= MAX_LENGTH)?;
    let mut quotients = 0;
    for r in 0..period {
        let values = values(r)?;
        for &t in &comparisons {
            let [a, b] = [0, 1].map(|i| &values[&store.args(t)[i]]);
            let size = usize::try_from((a - b).magnitude()).ok()?;
            quotients = quotients.max(size.checked_add(1)?);
        }
    }
    let back = quotients.checked_mul(period).filter(|&last| last <= MAX_LENGTH)?;
    let meets = |length| {
        let values = values(length)?;
        Some(conditions.iter().all(|c| values[c] == BigInt::from(1)))
    };
    let allowed: Option<Vec<bool>> = (0..back + period).map(meets).collect();
    Some(Lengths { allowed: allowed?, back })
}
