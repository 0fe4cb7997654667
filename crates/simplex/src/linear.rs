//! Sparse integer combinations: vectors of `(key, coefficient)` sorted by key, no coefficient 0.
//!
//! Rows of the tableau, definitions of slack columns and equations of the Diophantine solver are
//! all of this kind. Rows here have a handful of entries, where merging two sorted vectors beats
//! any hashed or linked representation and needs no scratch table as wide as the problem.

use base::Int;

/// A sorted sparse combination.
pub(crate) type Terms<K> = Vec<(K, Int)>;

/// How the support of a combination changed at one key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    Added,
    Removed,
}

/// Sorts, adds up equal keys and drops zeros.
pub(crate) fn normalized<K: Copy + Ord>(terms: &[(K, Int)]) -> Terms<K> {
    let mut sorted = terms.to_vec();
    base::order::sort_by_key(&mut sorted, |t| t.0);
    let mut out: Terms<K> = Vec::with_capacity(sorted.len());
    for (key, c) in sorted {
        match out.last_mut() {
            Some(last) if last.0 == key => last.1 += c,
            _ => out.push((key, c)),
        }
    }
    out.retain(|t| !t.1.is_zero());
    out
}

/// The coefficient of `key`, if it occurs.
pub(crate) fn coefficient<K: Copy + Ord>(terms: &[(K, Int)], key: K) -> Option<&Int> {
    terms.binary_search_by_key(&key, |t| t.0).ok().map(|i| &terms[i].1)
}

/// The greatest common divisor of the coefficients and `start`.
pub(crate) fn content<'a>(start: Int, coefficients: impl IntoIterator<Item = &'a Int>) -> Int {
    let mut g = start.abs();
    for c in coefficients {
        if g.is_one() {
            break;
        }
        g = g.gcd(c);
    }
    g
}

/// Divides every coefficient by `d`, which divides them all.
pub(crate) fn divide<K>(terms: &mut [(K, Int)], d: &Int) {
    if !d.is_one() {
        terms.iter_mut().for_each(|t| t.1 = t.1.div_exact(d));
    }
}

/// `dst := a * dst + b * src`, with `a` and `b` not 0; tells `on_change` which keys came or went.
pub(crate) fn combine<K: Copy + Ord>(
    dst: &mut Terms<K>,
    a: &Int,
    src: &[(K, Int)],
    b: &Int,
    mut on_change: impl FnMut(K, Change),
) {
    let old = std::mem::replace(dst, Vec::with_capacity(dst.len() + src.len()));
    let mut right = src.iter().peekable();
    for (key, mut c) in old {
        while let Some(&(k, ref d)) = right.next_if(|t| t.0 < key) {
            on_change(k, Change::Added);
            dst.push((k, d * b));
        }
        if !a.is_one() {
            c *= a;
        }
        if let Some((_, d)) = right.next_if(|t| t.0 == key) {
            c += d * b;
        }
        if c.is_zero() {
            on_change(key, Change::Removed);
        } else {
            dst.push((key, c));
        }
    }
    for &(k, ref d) in right {
        on_change(k, Change::Added);
        dst.push((k, d * b));
    }
}

/// `(g, x)` with `g = gcd(a, m)` and `a * x = g` modulo `m`, `0 <= x < m`; `m` positive.
pub(crate) fn inverse_mod(a: &Int, m: &Int) -> (Int, Int) {
    let (mut r0, mut r1) = (a.div_rem_euclid(m).1, m.clone());
    let (mut x0, mut x1) = (Int::ONE, Int::ZERO);
    while !r1.is_zero() {
        let (q, r) = r0.div_rem_euclid(&r1);
        r0 = std::mem::replace(&mut r1, r);
        let x = &x0 - &(&q * &x1);
        x0 = std::mem::replace(&mut x1, x);
    }
    (r0, x0.div_rem_euclid(m).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(t: &[(u32, i64)]) -> Terms<u32> {
        t.iter().map(|&(k, c)| (k, Int::from(c))).collect()
    }

    #[test]
    fn combine_reports_support_changes() {
        let mut dst = terms(&[(1, 2), (3, 4), (5, 6)]);
        let mut log = Vec::new();
        let src = terms(&[(0, 1), (3, 2), (5, 1), (9, 1)]);
        combine(&mut dst, &Int::from(1), &src, &Int::from(-2), |k, c| log.push((k, c)));
        assert_eq!(dst, terms(&[(0, -2), (1, 2), (5, 4), (9, -2)]));
        assert_eq!(log, [(0, Change::Added), (3, Change::Removed), (9, Change::Added)]);
    }

    #[test]
    fn normalized_adds_up() {
        assert_eq!(normalized(&terms(&[(2, 1), (1, 3), (2, -1), (1, 1)])), terms(&[(1, 4)]));
    }

    #[test]
    fn inverse_is_one() {
        for m in 1..20 {
            for a in -20..20 {
                let (a, m) = (Int::from(a), Int::from(m));
                let (g, x) = inverse_mod(&a, &m);
                assert_eq!(g, a.gcd(&m));
                assert_eq!((a * x).div_rem_euclid(&m).1, g.div_rem_euclid(&m).1);
            }
        }
    }
}
