//! Union, intersection, sums and repetition of sets of lengths.

use super::normal::gcd;
use super::{LengthSet, Progression};
use crate::regex::{INFINITE, UNBOUNDED};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A sum of two progressions that needs more progressions than this becomes a superset.
const MAX_SHIFTS: u64 = 256;

/// Operations on more pairs of progressions than this give a superset.
const MAX_PAIRS: usize = 4096;

/// The star of a set whose least positive member exceeds this is a superset, save for easy cases.
const MAX_MODULUS: u64 = 512;

/// How far below its conductor a numeric semigroup is spelled out.
const MAX_CONDUCTOR: u64 = 1 << 14;

impl LengthSet {
    /// Members of either set.
    pub fn union(&self, other: &LengthSet) -> LengthSet {
        LengthSet::union_all([self, other])
    }

    /// Members of any of `sets`.
    pub fn union_all<'a>(sets: impl IntoIterator<Item = &'a LengthSet>) -> LengthSet {
        let mut union = LengthSet::empty();
        for set in sets {
            union.parts.extend_from_slice(&set.parts);
            union.exact &= set.exact;
        }
        union.normalised()
    }

    /// Members of both sets.
    pub fn intersect(&self, other: &LengthSet) -> LengthSet {
        if self.parts.len() * other.parts.len() > MAX_PAIRS {
            return self.clone().as_superset();
        }
        let pairs = self.parts.iter().flat_map(|p| other.parts.iter().map(move |q| (*p, *q)));
        let parts: Vec<Progression> = pairs.filter_map(|(p, q)| intersect(p, q)).collect();
        let exact = self.exact && other.exact || parts.is_empty();
        LengthSet { parts, exact }.normalised()
    }

    /// Sums of a member of each.
    pub fn sum(&self, other: &LengthSet) -> LengthSet {
        if self.is_empty() || other.is_empty() {
            return LengthSet::empty();
        }
        if self.parts.len() * other.parts.len() > MAX_PAIRS {
            return self.hull().sum(&other.hull());
        }
        let mut sum = LengthSet { parts: Vec::new(), exact: self.exact && other.exact };
        for p in &self.parts {
            for q in &other.parts {
                sum.exact &= push_sum(*p, *q, &mut sum.parts);
            }
        }
        sum.normalised()
    }

    /// `n - m` for the members `m` that are at most `n`.
    pub fn subtracted_from(&self, n: u64) -> LengthSet {
        let reflect = |p: &Progression| {
            let count = n.checked_sub(p.start)? / p.step;
            let last = p.last.min(p.start + count * p.step);
            Some(Progression::new(n - last, p.step, n - p.start))
        };
        let parts = self.parts.iter().filter_map(reflect).collect();
        LengthSet { parts, exact: self.exact }.normalised()
    }

    /// Sums of any number of members.
    pub fn star(&self) -> LengthSet {
        self.repeat(0, UNBOUNDED)
    }

    /// Sums of `lo` to `hi` members; [`UNBOUNDED`] is no upper bound.
    pub fn repeat(&self, lo: u32, hi: u32) -> LengthSet {
        let zero = LengthSet::single(0);
        if lo > hi || (self.is_empty() && lo > 0) {
            return LengthSet::empty();
        }
        let positive: Vec<Progression> =
            self.parts.iter().filter_map(|p| without_zero(*p)).collect();
        let lo = if self.contains(0) { 0 } else { lo };
        if positive.is_empty() || hi == 0 {
            return LengthSet { exact: self.exact, ..zero };
        }
        let set = LengthSet { parts: positive, exact: self.exact };
        if let [p] = set.parts[..]
            && let Some(parts) = repeat_one(p, lo, hi)
        {
            return LengthSet { parts, exact: self.exact }.normalised();
        }
        let required = set.power(lo);
        let optional = match hi {
            UNBOUNDED => set.semigroup(),
            _ => set.union(&zero).power(hi - lo),
        };
        required.sum(&optional)
    }

    /// Sums of exactly `n` members.
    fn power(&self, mut n: u32) -> LengthSet {
        let (mut result, mut square) = (LengthSet::single(0), self.clone());
        loop {
            if n & 1 == 1 {
                result = result.sum(&square);
            }
            n >>= 1;
            if n == 0 {
                return result;
            }
            square = square.sum(&square);
        }
    }

    /// Sums of any number of members, all of which are positive.
    fn semigroup(&self) -> LengthSet {
        let Some(modulus) = self.min() else { return LengthSet::single(0) };
        let divisor = self
            .parts
            .iter()
            .fold(modulus, |g, p| gcd(gcd(g, p.start), if p.start == p.last { 0 } else { p.step }));
        if divisor == modulus {
            return LengthSet { exact: self.exact, ..LengthSet::progression(0, modulus) };
        }
        let generators: Option<Vec<u64>> =
            (modulus <= MAX_MODULUS).then(|| self.generators(modulus));
        let least = generators.and_then(|g| least_by_residue(&g, modulus));
        match least {
            Some(least) => self.complete_residues(&least, modulus, divisor),
            None => {
                let rest = LengthSet::progression(modulus, divisor);
                LengthSet::single(0).union(&rest).as_superset()
            }
        }
    }

    /// Members that suffice to generate all residues modulo `modulus` at least cost.
    fn generators(&self, modulus: u64) -> Vec<u64> {
        let mut all: Vec<u64> = self
            .parts
            .iter()
            .flat_map(|p| p.up_to(INFINITE).take((modulus / gcd(p.step, modulus)) as usize))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The semigroup whose least members per residue class are known (its Apéry set).
    fn complete_residues(&self, least: &[u64], modulus: u64, divisor: u64) -> LengthSet {
        let reached = || least.iter().copied().filter(|&n| n != INFINITE);
        let conductor = reached().max().unwrap_or(0).saturating_sub(modulus - divisor);
        let conductor = conductor.div_ceil(divisor) * divisor;
        if conductor > MAX_CONDUCTOR {
            let rest = LengthSet::progression(modulus, divisor);
            return LengthSet::single(0).union(&rest).as_superset();
        }
        let below = reached().filter(|&n| n < conductor).map(|n| {
            let last = conductor - 1;
            Progression::new(n, modulus, last)
        });
        let above = Progression { start: conductor, step: divisor, last: INFINITE };
        let parts = below.chain([above]).collect();
        LengthSet { parts, exact: self.exact }.normalised()
    }
}

/// `p` without 0.
fn without_zero(p: Progression) -> Option<Progression> {
    match p.start {
        0 if p.last == 0 => None,
        0 => Some(Progression::new(p.step, p.step, p.last)),
        _ => Some(p),
    }
}

/// Common members, by the Chinese remainder theorem.
fn intersect(p: Progression, q: Progression) -> Option<Progression> {
    let (lo, hi) = (p.start.max(q.start), p.last.min(q.last));
    let g = gcd(p.step, q.step);
    if !p.start.abs_diff(q.start).is_multiple_of(g) {
        return None;
    }
    // x = p.start + k * p.step with k * p.step = q.start - p.start modulo q.step.
    let m = i128::from(q.step / g);
    let difference = (i128::from(q.start) - i128::from(p.start)) / i128::from(g);
    let inverse = inverse(i128::from(p.step / g).rem_euclid(m), m);
    let k = (difference.rem_euclid(m) * inverse).rem_euclid(m);
    let x = i128::from(p.start) + k * i128::from(p.step);
    let step = i128::from(p.step) * m;
    let behind = (i128::from(lo) - x).max(0);
    let start = u64::try_from(x + (behind + step - 1) / step * step).ok()?;
    if start > hi || start == INFINITE {
        return None;
    }
    match u64::try_from(step) {
        Ok(step) => Some(Progression::new(start, step, hi)),
        Err(_) => Some(Progression::new(start, 0, start)),
    }
}

/// The inverse of `a` modulo `m`, which are coprime.
fn inverse(a: i128, m: i128) -> i128 {
    let (mut r, mut s, mut x, mut y) = (m, a, 0i128, 1i128);
    while s != 0 {
        let q = r / s;
        (r, s) = (s, r - q * s);
        (x, y) = (y, x - q * y);
    }
    x.rem_euclid(m)
}

/// Adds progressions for the sums of a member of `p` and one of `q`; `false` if they are a
/// superset.
fn push_sum(p: Progression, q: Progression, out: &mut Vec<Progression>) -> bool {
    let Some(start) = p.start.checked_add(q.start).filter(|&n| n < INFINITE) else {
        out.push(Progression { start: INFINITE - 1, step: 1, last: INFINITE });
        return false;
    };
    let last = p.last.saturating_add(q.last);
    let (m, n) = (p.count(), q.count());
    // From here on `p` has the smaller step, singletons the largest.
    let key = |x: Progression, count| if count == 1 { INFINITE } else { x.step };
    let (p, m, q, n) = if key(p, m) <= key(q, n) { (p, m, q, n) } else { (q, n, p, m) };
    if n == 1 {
        out.push(Progression::new(start, if m == 1 { 0 } else { p.step }, last));
        return true;
    }
    let gapless = q.step.is_multiple_of(p.step) && p.step.saturating_mul(m) >= q.step;
    if gapless {
        out.push(Progression::new(start, p.step, last));
        return true;
    }
    let g = gcd(p.step, q.step);
    if m == INFINITE && n == INFINITE {
        return push_infinite_sum(start, p.step / g, q.step / g, g, out);
    }
    // Shifts of one by members of the other; those of a whole period of an endless one suffice.
    let needed = |x: Progression, count: u64, other: Progression| {
        if other.is_infinite() { count.min(other.step / gcd(x.step, other.step)) } else { count }
    };
    let by_p = if p.is_infinite() { INFINITE } else { needed(p, m, q) };
    let by_q = if q.is_infinite() { INFINITE } else { needed(q, n, p) };
    let (moving, fixed, shifts) = if by_p <= by_q { (p, q, by_p) } else { (q, p, by_q) };
    if shifts > MAX_SHIFTS {
        out.push(Progression::new(start, g, last));
        return false;
    }
    for shift in (0..shifts).map(|k| moving.start + k * moving.step) {
        let end = fixed.last.saturating_add(shift);
        out.push(Progression::new(fixed.start.saturating_add(shift), fixed.step, end));
    }
    true
}

/// The sums `start + g (i s + j t)` for coprime `s` and `t`: a numeric semigroup, complete from
/// its conductor `(s-1)(t-1)` on.
fn push_infinite_sum(start: u64, s: u64, t: u64, g: u64, out: &mut Vec<Progression>) -> bool {
    let conductor = (s - 1).saturating_mul(t - 1);
    if conductor > MAX_CONDUCTOR {
        out.push(Progression { start, step: g, last: INFINITE });
        return false;
    }
    // One progression per multiple of the larger step below the conductor.
    for shift in (0..conductor).step_by(t as usize) {
        let last = start + g * (conductor - 1);
        out.push(Progression::new(start + g * shift, g * s, last));
    }
    out.push(Progression { start: start + g * conductor, step: g, last: INFINITE });
    true
}

/// The sums of `lo` to `hi` members of a single progression of positive numbers, in the cases that
/// need few progressions: `k` members give `k start, ..., k last` with the same step.
fn repeat_one(p: Progression, lo: u32, hi: u32) -> Option<Vec<Progression>> {
    let times = |n: u64, k: u32| {
        if n == INFINITE || k == UNBOUNDED { Some(INFINITE) } else { n.checked_mul(u64::from(k)) }
    };
    if p.start == p.last {
        let (start, last) = (times(p.start, lo)?, times(p.start, hi)?);
        return Some(vec![Progression::new(start, p.start, last)]);
    }
    let mut parts = Vec::new();
    for k in (lo..=hi).take(MAX_SHIFTS as usize) {
        let (start, last) = (times(p.start, k)?, if k == 0 { 0 } else { times(p.last, k)? });
        // From here on the progressions for k and k + 1 touch, and so do all later ones.
        let touches = last.saturating_add(p.step) >= start.checked_add(p.start)?;
        if p.start.is_multiple_of(p.step) && touches {
            parts.push(Progression::new(start, p.step, times(p.last, hi)?));
            return Some(parts);
        }
        parts.push(Progression::new(start, p.step, last));
    }
    (hi != UNBOUNDED && u64::from(hi - lo) < MAX_SHIFTS).then_some(parts)
}

/// The least sum of `generators` in each residue class (Dijkstra); `None` if that takes too long.
fn least_by_residue(generators: &[u64], modulus: u64) -> Option<Vec<u64>> {
    if generators.len() as u64 * modulus > 1 << 18 {
        return None;
    }
    let mut least = vec![INFINITE; modulus as usize];
    least[0] = 0;
    let mut heap = BinaryHeap::from([Reverse(0u64)]);
    while let Some(Reverse(n)) = heap.pop() {
        if n > least[(n % modulus) as usize] {
            continue;
        }
        for g in generators {
            let sum = n.checked_add(*g)?;
            let slot = &mut least[(sum % modulus) as usize];
            if sum < *slot {
                *slot = sum;
                heap.push(Reverse(sum));
            }
        }
    }
    Some(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HORIZON: u64 = 120;

    /// Sets with small and large, finite and infinite parts.
    fn samples() -> Vec<LengthSet> {
        let p = |start, step, last| Progression::new(start, step, last);
        let lists: [&[Progression]; 13] = [
            &[],
            &[p(0, 1, 0)],
            &[p(3, 1, 3)],
            &[p(0, 2, INFINITE)],
            &[p(5, 3, INFINITE)],
            &[p(1, 6, INFINITE), p(4, 6, INFINITE)],
            &[p(2, 5, 17)],
            &[p(4, 1, 9)],
            &[p(0, 1, 0), p(7, 1, 8)],
            &[p(0, 4, 8), p(9, 10, INFINITE)],
            &[p(6, 1, INFINITE)],
            &[p(3, 1, 3), p(5, 1, 5)],
            &[p(6, 4, 14)],
        ];
        lists.into_iter().map(|parts| LengthSet::from_parts(parts.iter().copied())).collect()
    }

    fn members(set: &LengthSet) -> Vec<u64> {
        set.up_to(HORIZON).collect()
    }

    #[test]
    fn binary_operations_agree_with_enumeration() {
        for a in samples() {
            for b in samples() {
                let (union, inter, sum) = (a.union(&b), a.intersect(&b), a.sum(&b));
                assert!(union.is_exact() && inter.is_exact() && sum.is_exact());
                for n in 0..=HORIZON {
                    let context = format!("{n} {a:?} {b:?}");
                    assert_eq!(union.contains(n), a.contains(n) || b.contains(n), "{context}");
                    assert_eq!(inter.contains(n), a.contains(n) && b.contains(n), "{context}");
                    let adds = a.up_to(n).any(|x| b.contains(n - x));
                    assert_eq!(sum.contains(n), adds, "{context}");
                    let back = a.subtracted_from(HORIZON).contains(n);
                    assert_eq!(back, a.contains(HORIZON - n), "{context}");
                }
            }
        }
    }

    #[test]
    fn repetitions_agree_with_enumeration() {
        for a in samples() {
            for (lo, hi) in [(0, UNBOUNDED), (2, UNBOUNDED), (0, 3), (2, 4), (3, 3), (5, 9), (4, 2)]
            {
                let got = a.repeat(lo, hi);
                assert!(got.is_exact(), "{a:?} {lo} {hi}");
                let (mut power, mut want) = (vec![0], std::collections::BTreeSet::new());
                for k in 0..=hi.min(HORIZON as u32 + 1) {
                    if k >= lo {
                        want.extend(power.iter().copied());
                    }
                    let sums = power.iter().flat_map(|x| a.up_to(HORIZON - x).map(move |y| x + y));
                    power = sums.collect();
                    power.sort_unstable();
                    power.dedup();
                }
                let want: Vec<u64> = if lo > hi { vec![] } else { want.into_iter().collect() };
                assert_eq!(members(&got), want, "{a:?} {lo} {hi}");
            }
        }
    }

    #[test]
    fn large_numbers_stay_numbers() {
        let char = LengthSet::single(1);
        let block = char.repeat(1000, 2000);
        assert_eq!(block.parts(), [Progression { start: 1000, step: 1, last: 2000 }]);
        let nested = block.repeat(3000, 3000);
        assert_eq!(nested.parts(), [Progression { start: 3_000_000, step: 1, last: 6_000_000 }]);
        assert!(nested.is_exact());
        let huge = LengthSet::single(1 << 40).repeat(1 << 30, 1 << 30);
        assert!(!huge.is_exact() && huge.max() == Some(INFINITE));
        let coprime = LengthSet::progression(0, 1_000_003).sum(&LengthSet::progression(0, 999_983));
        assert!(!coprime.is_exact() && coprime.contains(0));
    }

    #[test]
    fn equal_small_sets_look_equal() {
        let even = LengthSet::progression(0, 2);
        let odd = LengthSet::progression(1, 2);
        assert!(even.union(&odd).is_all());
        let frob = LengthSet::from_parts([3, 5].map(|n| Progression::new(n, 1, n))).star();
        let parts = [3, 5, 6].map(|n| Progression::new(n, 1, n));
        let tail = LengthSet::range(8, INFINITE);
        let want = LengthSet::from_parts(parts).union(&tail).union(&LengthSet::single(0));
        assert_eq!(frob, want);
    }
}
