//! Conditions on the length of one string as an ultimately periodic set.

use crate::eval;
use crate::lang::Lengths;
use crate::poly::{Poly, gcd};
use crate::term::{Op, Sort, Store, Term};
use num_bigint::BigInt;

/// Lengths are told apart up to this one.
const MAX_LENGTH: usize = 100_000;

/// The only string whose length a formula speaks of, if it is made of linear comparisons, by negation and disjunction, of the length and
/// of quotients of sums of it by numbers.
pub fn subject(store: &Store, fact: Term) -> Option<Term> {
    let is_length = |t: Term| *store.op(t) == Op::Len;
    let mut of = None;
    for t in store.order_above(&[fact], is_length) {
        let args = store.args(t);
        let is_linear = match store.op(t) {
            Op::Len => *of.get_or_insert(args[0]) == args[0],
            Op::Not | Op::Or | Op::Ge | Op::Add | Op::Int(_) => true,
            Op::Eq => *store.sort(args[0]) == Sort::Int,
            Op::Mul => args.len() == 2 && store.int_value(args[0]).is_some(),
            Op::Div => {
                let below = store.order_above(&args[..1], is_length);
                let by = store.int_value(args[1]).filter(|d| **d > BigInt::ZERO);
                by.is_some() && below.iter().all(|&t| *store.op(t) != Op::Div)
            }
            _ => false,
        };
        if !is_linear {
            return None;
        }
    }
    of
}

/// The lengths that meet all conditions, of which [`subject`] is the same string; none if they are too large to be told apart.
///
/// Each sum is `p(Dq + r) = p(r) + q(p(D) - p(0))` for a multiple `D` of all divisors. So for `q` beyond all `|p(r)|` signs depend on
/// `r` only.
pub fn of(store: &Store, conditions: &[Term]) -> Option<Lengths> {
    let is_length = |t: Term| *store.op(t) == Op::Len;
    let order = store.order_above(conditions, is_length);
    let values = |of: usize| eval::values(store, &order, is_length, &Op::Int(of.into()));
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
        let values = values(r);
        for &t in &comparisons {
            let [Op::Int(a), Op::Int(b)] = [0, 1].map(|i| &values[&store.args(t)[i]]) else {
                return None;
            };
            let size = usize::try_from((a - b).magnitude()).ok()?;
            quotients = quotients.max(size.checked_add(1)?);
        }
    }
    let back = quotients.checked_mul(period).filter(|&last| last <= MAX_LENGTH)?;
    let meets = |length| {
        let values = values(length);
        conditions.iter().all(|c| values[c] == Op::True)
    };
    Some(Lengths { allowed: (0..back + period).map(meets).collect(), back })
}
