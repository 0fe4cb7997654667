//! Conditions on the length of one string as an ultimately periodic set.

use crate::hash::Map;
use crate::lang::Lengths;
use crate::poly::{Poly, floor_div, gcd};
use crate::term::{Op, Sort, Store, Term};
use num_bigint::BigInt;

/// Lengths are told apart up to this one.
const MAX_LENGTH: usize = 100_000;

/// The side of a comparison with 0, or of an equation, between integers.
pub fn comparison(store: &Store, t: Term) -> Option<Poly> {
    match (store.op(t), store.args(t)) {
        (Op::Ge | Op::Eq, &[a, b]) if *store.sort(a) == Sort::Int => {
            let mut p = Poly::of_term(store, a);
            p.add(&Poly::of_term(store, b), &BigInt::from(-1));
            Some(p)
        }
        _ => None,
    }
}

/// The only string whose length a formula speaks of, if it is made of comparisons by negation and disjunction.
pub fn subject(store: &Store, fact: Term) -> Option<Term> {
    let mut of = None;
    let mut stack = vec![fact];
    while let Some(t) = stack.pop() {
        if matches!(store.op(t), Op::Not | Op::Or) {
            stack.extend(store.args(t));
            continue;
        }
        for s in strings(store, &comparison(store, t)?)? {
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

/// The value of a sum if the string has this length.
fn value(store: &Store, p: &Poly, length: &BigInt) -> BigInt {
    let mut sum = p.constant.clone();
    for (product, c) in &p.terms {
        let atom = match (store.op(product[0]), store.args(product[0])) {
            (Op::Div, &[a, d]) => {
                let inner = value(store, &Poly::of_term(store, a), length);
                store.int_value(d).map_or(BigInt::ZERO, |d| floor_div(&inner, d))
            }
            _ => length.clone(),
        };
        sum += c * atom;
    }
    sum
}

/// The lengths that meet all conditions, of which [`subject`] is the same string; none if they are too large to be told apart.
///
/// Each sum is `p(Dq + r) = p(r) + q(p(D) - p(0))` for a multiple `D` of all divisors. So for `q` beyond all `|p(r)|` signs depend on
/// `r` only.
pub fn of(store: &Store, conditions: &[Term]) -> Option<Lengths> {
    let order = store.post_order(conditions);
    let comparisons: Vec<(Term, Poly)> =
        order.iter().filter_map(|&t| Some((t, comparison(store, t)?))).collect();
    let mut period = BigInt::from(1);
    for &t in &order {
        if let (Op::Div, &[_, d]) = (store.op(t), store.args(t)) {
            let d = store.int_value(d)?;
            period = &period * d / gcd(period.clone(), d.clone());
        }
    }
    let period = usize::try_from(period).ok().filter(|&p| p <= MAX_LENGTH)?;
    let mut quotients = 0;
    for (_, p) in &comparisons {
        for r in 0..period {
            let size = usize::try_from(value(store, p, &r.into()).magnitude()).ok()?;
            quotients = quotients.max(size.checked_add(1)?);
        }
    }
    let back = quotients.checked_mul(period).filter(|&last| last <= MAX_LENGTH)?;
    let meets = |length| meets(store, &order, &comparisons, conditions, length);
    Some(Lengths { allowed: (0..back + period).map(meets).collect(), back })
}

fn meets(
    store: &Store,
    order: &[Term],
    comparisons: &[(Term, Poly)],
    conditions: &[Term],
    length: usize,
) -> bool {
    let mut values: Map<Term, bool> = Map::default();
    for (t, p) in comparisons {
        let value = value(store, p, &length.into());
        let is_equation = *store.op(*t) == Op::Eq;
        let holds = if is_equation { value == BigInt::ZERO } else { value >= BigInt::ZERO };
        values.insert(*t, holds);
    }
    for &t in order {
        let args = store.args(t);
        match store.op(t) {
            Op::Not => values.insert(t, !values[&args[0]]),
            Op::Or => values.insert(t, args.iter().any(|a| values[a])),
            _ => None,
        };
    }
    conditions.iter().all(|c| values[c])
}
