//! Union, intersection, sums and repetition of sets of lengths.

use super::normal::gcd;
use super::{LengthSet, Progression};
use base::Upper::{self, AtMost, Unbounded};
use base::index;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A fact: a sum of two progressions that needs more progressions than this becomes a superset. Sets of lengths are values
/// that are compared and kept, so what is exact about them must not depend on who computes them; so with those below.
const MAX_SHIFTS: u64 = 256;

/// A fact: operations on more pairs of progressions than this give a superset.
const MAX_PAIRS: usize = 4096;

/// A fact: the star of a set whose least positive member exceeds this is a superset, save for easy cases.
const MAX_MODULUS: u64 = 512;

/// A fact: how far below its conductor a numeric semigroup is spelled out.
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
        let mut common = LengthSet { parts: Vec::new(), exact: self.exact && other.exact };
        for p in &self.parts {
            for q in &other.parts {
                common.exact &= push_common(*p, *q, &mut common.parts);
            }
        }
        common.exact |= common.parts.is_empty();
        common.normalised()
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
            let last = p.last.cut(p.start + count * p.step);
            Some(Progression::new(n - last, p.step, AtMost(n - p.start)))
        };
        let parts = self.parts.iter().filter_map(reflect).collect();
        LengthSet { parts, exact: self.exact }.normalised()
    }

    /// Sums of any number of members.
    pub fn star(&self) -> LengthSet {
        self.repeat(0, Unbounded)
    }

    /// Sums of `lo` to `hi` members.
    pub fn repeat(&self, lo: u32, hi: Upper<u32>) -> LengthSet {
        let zero = LengthSet::single(0);
        if !hi.admits(lo) || (self.is_empty() && lo > 0) {
            return LengthSet::empty();
        }
        let positive: Vec<Progression> =
            self.parts.iter().filter_map(|p| without_zero(*p)).collect();
        let lo = if self.contains(0) { 0 } else { lo };
        if positive.is_empty() || hi == AtMost(0) {
            return LengthSet { exact: self.exact, ..zero };
        }
        let set = LengthSet { parts: positive, exact: self.exact };
        if let [p] = set.parts[..]
            && let Some(sums) = repeat_one(p, lo, hi)
        {
            return LengthSet { exact: self.exact && sums.exact, ..sums }.normalised();
        }
        let required = set.power(lo);
        let optional = match hi {
            Unbounded => set.semigroup(),
            AtMost(hi) => set.union(&zero).power(hi - lo),
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
        let divisor = self.parts.iter().fold(modulus, |g, p| {
            gcd(gcd(g, p.start), if p.as_single().is_some() { 0 } else { p.step })
        });
        if divisor == modulus {
            return LengthSet { exact: self.exact, ..LengthSet::progression(0, modulus) };
        }
        let generators = if modulus <= MAX_MODULUS { self.generators(modulus) } else { None };
        let least = generators.and_then(|g| least_by_residue(&g, modulus));
        let sums = least.and_then(|least| self.complete_residues(&least, modulus, divisor));
        sums.unwrap_or_else(|| {
            let rest = LengthSet::progression(modulus, divisor);
            LengthSet::single(0).union(&rest).as_superset()
        })
    }

    /// Members that suffice to generate all residues modulo `modulus` at least cost; `None` if they do not fit.
    fn generators(&self, modulus: u64) -> Option<Vec<u64>> {
        let mut all = Vec::new();
        for p in &self.parts {
            let period = modulus / gcd(p.step, modulus);
            for k in 0..=p.steps().cut(period - 1) {
                all.push(k.checked_mul(p.step)?.checked_add(p.start)?);
            }
        }
        base::order::sort(&mut all);
        all.dedup();
        Some(all)
    }

    /// The semigroup whose least members per residue class are known (its Apéry set), if it is soon complete.
    fn complete_residues(
        &self,
        least: &[Option<u64>],
        modulus: u64,
        divisor: u64,
    ) -> Option<LengthSet> {
        let reached = || least.iter().copied().flatten();
        let conductor = reached().max().unwrap_or(0).saturating_sub(modulus - divisor);
        let conductor = conductor.checked_next_multiple_of(divisor);
        let conductor = conductor.filter(|&n| n <= MAX_CONDUCTOR)?;
        let below = reached().filter(|&n| n < conductor).map(|n| {
            let last = conductor - 1;
            Progression::new(n, modulus, AtMost(last))
        });
        let above = Progression { start: conductor, step: divisor, last: Unbounded };
        let parts = below.chain([above]).collect();
        Some(LengthSet { parts, exact: self.exact }.normalised())
    }
}

/// `p` without 0.
fn without_zero(p: Progression) -> Option<Progression> {
    match p.start {
        0 if p.last == AtMost(0) => None,
        0 => Some(Progression::new(p.step, p.step, p.last)),
        _ => Some(p),
    }
}

/// Adds the common members of `p` and `q`, by the Chinese remainder theorem; `false` if that is a superset.
fn push_common(p: Progression, q: Progression, out: &mut Vec<Progression>) -> bool {
    let (lo, hi) = (p.start.max(q.start), p.last.min(q.last));
    let g = gcd(p.step, q.step);
    if !p.start.abs_diff(q.start).is_multiple_of(g) {
        return true;
    }
    // Nothing below overflows: all factors are less than 2^64.
    // x = p.start + k * p.step with k * p.step = q.start - p.start modulo q.step.
    let m = q.step / g;
    let distance = p.start.abs_diff(q.start) / g % m;
    let distance = if p.start <= q.start { distance } else { (m - distance) % m };
    let k = u128::from(distance) * u128::from(inverse(p.step / g % m, m)) % u128::from(m);
    let step = u128::from(p.step) * u128::from(m);
    let start = (k * u128::from(p.step)).checked_add(p.start.into());
    let start = start.and_then(|x| {
        let behind = u128::from(lo).saturating_sub(x);
        (behind.div_ceil(step) * step).checked_add(x)
    });
    let Some(start) = start.and_then(|n| u64::try_from(n).ok()) else {
        return push_beyond(hi, out);
    };
    if !hi.admits(start) {
        return true;
    }
    match u64::try_from(step) {
        Ok(step) => out.push(Progression::new(start, step, hi)),
        Err(_) => {
            out.push(Progression::single(start));
            return push_beyond(hi, out);
        }
    }
    true
}

/// Adds what is beyond the range of numbers, unless `hi` excludes it; `false` if something was added, which is a
/// superset.
fn push_beyond(hi: Upper<u64>, out: &mut Vec<Progression>) -> bool {
    if hi.is_unbounded() {
        out.push(Progression::BEYOND);
    }
    !hi.is_unbounded()
}

/// The inverse of `a` modulo `m`, which are coprime.
fn inverse(a: u64, m: u64) -> u64 {
    let m = i128::from(m);
    let (mut r, mut s, mut x, mut y) = (m, i128::from(a), 0i128, 1i128);
    while s != 0 {
        let q = r / s;
        (r, s) = (s, r - q * s);
        (x, y) = (y, x - q * y);
    }
    // It is between 0 and m.
    u64::try_from(x.rem_euclid(m)).unwrap_or_default()
}

/// Adds progressions for the sums of a member of `p` and one of `q`; `false` if they are a
/// superset.
fn push_sum(p: Progression, q: Progression, out: &mut Vec<Progression>) -> bool {
    let Some(start) = p.start.checked_add(q.start) else {
        return push_beyond(Unbounded, out);
    };
    let last = p.last + q.last;
    let exact = last.is_unbounded() == (p.is_infinite() || q.is_infinite());
    // From here on `p` has the smaller step, singletons the largest.
    let key = |x: Progression| if x.as_single().is_some() { Unbounded } else { AtMost(x.step) };
    let (p, q) = if key(p) <= key(q) { (p, q) } else { (q, p) };
    if q.as_single().is_some() {
        let step = if p.as_single().is_some() { 0 } else { p.step };
        out.push(Progression::new(start, step, last));
        return exact;
    }
    let reach = p.steps().number().map(|n| (u128::from(n) + 1) * u128::from(p.step));
    let gapless =
        q.step.is_multiple_of(p.step) && reach.is_none_or(|reach| reach >= u128::from(q.step));
    if gapless {
        out.push(Progression::new(start, p.step, last));
        return exact;
    }
    let g = gcd(p.step, q.step);
    if p.is_infinite() && q.is_infinite() {
        return push_infinite_sum(start, p.step / g, q.step / g, g, out);
    }
    let (by_p, by_q) = (shifts_by(p, q), shifts_by(q, p));
    let (moving, fixed, shifts) = if by_p <= by_q { (p, q, by_p) } else { (q, p, by_q) };
    let AtMost(shifts @ 0..=MAX_SHIFTS) = shifts else {
        out.push(Progression::new(start, g, last));
        return false;
    };
    let mut exact = true;
    for shift in (0..shifts).map(|k| moving.start + k * moving.step) {
        exact &= push_sum(fixed, Progression::single(shift), out);
    }
    exact
}

/// How many members of `x` are needed to shift `other` by, for all sums: those of a whole period of an endless one
/// suffice.
fn shifts_by(x: Progression, other: Progression) -> Upper<u64> {
    let members = x.steps() + AtMost(1);
    match (x.is_infinite(), other.is_infinite()) {
        (true, _) => Unbounded,
        (false, true) => AtMost(members.cut(other.step / gcd(x.step, other.step))),
        (false, false) => members,
    }
}

/// The sums `start + g (i s + j t)` for coprime `s` and `t`: a numeric semigroup, complete from
/// its conductor `(s-1)(t-1)` on.
fn push_infinite_sum(start: u64, s: u64, t: u64, g: u64, out: &mut Vec<Progression>) -> bool {
    let conductor = (s - 1).checked_mul(t - 1).filter(|&n| n <= MAX_CONDUCTOR);
    let complete = conductor.and_then(|n| n.checked_mul(g)?.checked_add(start));
    let (Some(conductor), Some(complete)) = (conductor, complete) else {
        out.push(Progression { start, step: g, last: Unbounded });
        return false;
    };
    // One progression per multiple of the larger step below the conductor.
    let multiples = (0..conductor).map_while(|i| i.checked_mul(t)).take_while(|&n| n < conductor);
    for shift in multiples {
        let last = start + g * (conductor - 1);
        out.push(Progression::new(start + g * shift, g * s, AtMost(last)));
    }
    out.push(Progression { start: complete, step: g, last: Unbounded });
    true
}

/// The sums of `lo` to `hi` members of a single progression of positive numbers, in the cases that
/// need few progressions: `k` members give `k start, ..., k last` with the same step. A superset where sums do not
/// fit.
fn repeat_one(p: Progression, lo: u32, hi: Upper<u32>) -> Option<LengthSet> {
    if p.as_single().is_some() {
        return Some(multiples(p.start, lo, hi));
    }
    let mut sums = LengthSet { parts: Vec::new(), exact: true };
    for k in (0..MAX_SHIFTS).map_while(|i| u32::try_from(i).ok()?.checked_add(lo)) {
        if !hi.admits(k) {
            break;
        }
        let Some(start) = p.start.checked_mul(k.into()) else {
            sums.exact &= push_beyond(Unbounded, &mut sums.parts);
            return Some(sums);
        };
        let last = p.last * AtMost(k.into());
        // From here on the progressions for k and k + 1 touch, and so do all later ones.
        let next = start.checked_add(p.start);
        let touches = next.is_some_and(|next| (last + AtMost(p.step)).admits(next));
        let touching = p.start.is_multiple_of(p.step) && touches;
        let last = if touching { p.last * hi.widen() } else { last };
        let endless = p.is_infinite() && (k > 0 || touching) || touching && hi.is_unbounded();
        sums.exact &= endless || !last.is_unbounded();
        sums.parts.push(Progression::new(start, p.step, last));
        if touching {
            return Some(sums);
        }
    }
    hi.number().filter(|hi| u64::from(hi - lo) < MAX_SHIFTS).map(|_| sums)
}

/// From `lo` to `hi` times `n`, which is positive.
fn multiples(n: u64, lo: u32, hi: Upper<u32>) -> LengthSet {
    let Some(start) = n.checked_mul(lo.into()) else { return LengthSet::beyond() };
    let last = AtMost(n) * hi.widen();
    let exact = hi.is_unbounded() || !last.is_unbounded();
    LengthSet { parts: vec![Progression::new(start, n, last)], exact }
}

/// The least sum of `generators` in each residue class (Dijkstra); `None` if that takes too long or a sum does not
/// fit.
fn least_by_residue(generators: &[u64], modulus: u64) -> Option<Vec<Option<u64>>> {
    if generators.len() as u64 * modulus > 1 << 18 {
        return None;
    }
    let mut least: Vec<Option<u64>> = vec![None; index(modulus)];
    least[0] = Some(0);
    let mut heap = BinaryHeap::from([Reverse(0u64)]);
    while let Some(Reverse(n)) = heap.pop() {
        if least[index(n % modulus)].is_some_and(|least| n > least) {
            continue;
        }
        for g in generators {
            let sum = n.checked_add(*g)?;
            let slot = &mut least[index(sum % modulus)];
            if slot.is_none_or(|least| sum < least) {
                *slot = Some(sum);
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
            &[p(0, 1, AtMost(0))],
            &[p(3, 1, AtMost(3))],
            &[p(0, 2, Unbounded)],
            &[p(5, 3, Unbounded)],
            &[p(1, 6, Unbounded), p(4, 6, Unbounded)],
            &[p(2, 5, AtMost(17))],
            &[p(4, 1, AtMost(9))],
            &[p(0, 1, AtMost(0)), p(7, 1, AtMost(8))],
            &[p(0, 4, AtMost(8)), p(9, 10, Unbounded)],
            &[p(6, 1, Unbounded)],
            &[p(3, 1, AtMost(3)), p(5, 1, AtMost(5))],
            &[p(6, 4, AtMost(14))],
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
            let bounds = [(0, 3), (2, 4), (3, 3), (5, 9), (4, 2)].map(|(lo, hi)| (lo, AtMost(hi)));
            for (lo, hi) in bounds.into_iter().chain([(0, Unbounded), (2, Unbounded)]) {
                let got = a.repeat(lo, hi);
                assert!(got.is_exact(), "{a:?} {lo} {hi:?}");
                let (mut power, mut want) = (vec![0], std::collections::BTreeSet::new());
                for k in 0..=hi.cut(HORIZON as u32 + 1) {
                    if k >= lo {
                        want.extend(power.iter().copied());
                    }
                    let sums = power.iter().flat_map(|x| a.up_to(HORIZON - x).map(move |y| x + y));
                    power = sums.collect();
                    base::order::sort(&mut power);
                    power.dedup();
                }
                let want: Vec<u64> =
                    if hi.admits(lo) { want.into_iter().collect() } else { vec![] };
                assert_eq!(members(&got), want, "{a:?} {lo} {hi:?}");
            }
        }
    }

    #[test]
    fn large_numbers_stay_numbers() {
        let char = LengthSet::single(1);
        let block = char.repeat(1000, AtMost(2000));
        assert_eq!(block.parts(), [Progression { start: 1000, step: 1, last: AtMost(2000) }]);
        let nested = block.repeat(3000, AtMost(3000));
        assert_eq!(
            nested.parts(),
            [Progression { start: 3_000_000, step: 1, last: AtMost(6_000_000) }]
        );
        assert!(nested.is_exact());
        let huge = LengthSet::single(1 << 40).repeat(1 << 30, AtMost(1 << 30));
        assert!(!huge.is_exact() && huge.max() == Some(Unbounded));
        let coprime = LengthSet::progression(0, 1_000_003).sum(&LengthSet::progression(0, 999_983));
        assert!(!coprime.is_exact() && coprime.contains(0));
    }

    #[test]
    fn equal_small_sets_look_equal() {
        let even = LengthSet::progression(0, 2);
        let odd = LengthSet::progression(1, 2);
        assert!(even.union(&odd).is_all());
        let frob = LengthSet::from_parts([3, 5].map(Progression::single)).star();
        let parts = [3, 5, 6].map(Progression::single);
        let tail = LengthSet::range(8, Unbounded);
        let want = LengthSet::from_parts(parts).union(&tail).union(&LengthSet::single(0));
        assert_eq!(frob, want);
    }
}
