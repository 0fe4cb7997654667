//! The normal form of a set of progressions.
//!
//! Small sets are spelled out as bits, of which the shortest period and pre-period are found, and
//! packed into progressions again: residues first, by the smallest modulus of which all lifts are
//! members, then the finite rest in runs. So equal small sets look equal, and sums of sums stay
//! small. Sets with large numbers are only sorted and joined where neighbours touch.

use super::{LengthSet, Progression};
use base::Upper::{AtMost, Unbounded};
use base::borders::primitive_root;
use base::index;

/// A fact: sets whose pre-period and period together exceed this are not spelled out. Equal sets are to look equal.
const DENSE_LIMIT: u64 = 1024;

/// A fact: more progressions than this are replaced by a superset.
const MAX_PARTS: usize = 512;

/// The greatest common divisor.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl LengthSet {
    /// The same set (or a superset, if it is too complicated) in normal form.
    pub(super) fn normalised(mut self) -> LengthSet {
        if self.parts.len() <= 1 {
            return self;
        }
        base::order::sort(&mut self.parts);
        self.parts.dedup();
        if let Some((threshold, period)) = self.dense_shape() {
            let bits: Vec<bool> = self.spell_out(threshold + period);
            let exact = self.exact;
            let packed = pack(&bits, index(threshold));
            return LengthSet { exact, ..packed };
        }
        self.join_neighbours();
        if self.parts.len() > MAX_PARTS { self.hull() } else { self }
    }

    /// A pre-period and a period, if they are small.
    fn dense_shape(&self) -> Option<(u64, u64)> {
        let (mut threshold, mut period) = (0, 1);
        for p in &self.parts {
            match p.last {
                Unbounded => {
                    period = (period / gcd(period, p.step)).checked_mul(p.step)?;
                    threshold = threshold.max(p.start);
                }
                AtMost(last) => threshold = threshold.max(last.checked_add(1)?),
            }
            if period > DENSE_LIMIT || threshold > DENSE_LIMIT {
                return None;
            }
        }
        Some((threshold, period))
    }

    fn spell_out(&self, len: u64) -> Vec<bool> {
        let mut bits = vec![false; index(len)];
        for p in &self.parts {
            p.up_to(len - 1).for_each(|n| bits[index(n)] = true);
        }
        bits
    }

    /// Joins progressions of one step that overlap or touch, and drops those inside others.
    fn join_neighbours(&mut self) {
        let mut parts = std::mem::take(&mut self.parts);
        base::order::sort_by_key(&mut parts, |p| (p.step, p.start % p.step, p.start));
        for p in parts {
            match self.parts.last_mut() {
                Some(q)
                    if q.step == p.step
                        && (p.start - q.start.min(p.start)).is_multiple_of(q.step)
                        && q.start <= p.start
                        && (q.last + AtMost(q.step)).admits(p.start) =>
                {
                    q.last = q.last.max(p.last);
                }
                _ => self.parts.push(p),
            }
        }
        let all = std::mem::take(&mut self.parts);
        let inside = |p: &Progression, q: &Progression| {
            p != q && q.contains(p.start) && p.step.is_multiple_of(q.step) && p.last <= q.last
        };
        self.parts = all
            .iter()
            .copied()
            .filter(|p| all.len() > MAX_PARTS || !all.iter().any(|q| inside(p, q)))
            .collect();
        base::order::sort(&mut self.parts);
    }

    /// One progression that includes all parts.
    pub(super) fn hull(&self) -> LengthSet {
        let (Some(min), Some(max)) = (self.min(), self.max()) else {
            return LengthSet::empty();
        };
        let step = self.parts.iter().fold(0, |g, p| {
            let own = if p.as_single().is_some() { 0 } else { p.step };
            gcd(gcd(g, own), p.start - min)
        });
        LengthSet { parts: vec![Progression::new(min, step, max)], exact: false }
    }
}

/// The set with these bits, of which those from `threshold` on are repeated for ever.
pub(super) fn pack(bits: &[bool], threshold: usize) -> LengthSet {
    let (pre, cycle) = bits.split_at(threshold);
    let cycle = if cycle.contains(&true) { primitive_root(cycle) } else { &[] };
    let period = cycle.len();
    // Numbers just before the cycle that agree with it belong to it.
    let mut start = threshold;
    while start > 0 && period > 0 && {
        let phase = (threshold - start + 1) % period;
        pre[start - 1] == cycle[(period - phase) % period]
    } {
        start -= 1;
    }
    let at = |n: usize| {
        if n < threshold { pre[n] } else { cycle[(n - threshold) % period] }
    };
    let mut parts = Vec::new();
    let mut covered = vec![false; period];
    for modulus in (1..=period).filter(|m| period.is_multiple_of(*m)) {
        for residue in 0..modulus {
            let lifts = || (residue..period).step_by(modulus);
            if lifts().all(|i| at(start + i)) && !lifts().all(|i| covered[i]) {
                lifts().for_each(|i| covered[i] = true);
                parts.push(extended_down(start + residue, modulus, &at));
            }
        }
    }
    let infinite = parts.clone();
    let uncovered = |n: usize| at(n) && !infinite.iter().any(|p| p.contains(n as u64));
    let rest: Vec<u64> = (0..start).filter(|&n| uncovered(n)).map(|n| n as u64).collect();
    pack_finite(&rest, &mut parts);
    base::order::sort(&mut parts);
    LengthSet { parts, exact: true }
}

/// The endless progression from `start`, begun as early as the members allow.
fn extended_down(mut start: usize, step: usize, at: &impl Fn(usize) -> bool) -> Progression {
    while start >= step && at(start - step) {
        start -= step;
    }
    Progression { start: start as u64, step: step as u64, last: Unbounded }
}

/// Packs ascending numbers into runs of equal distance, longest reach first at each number.
fn pack_finite(numbers: &[u64], parts: &mut Vec<Progression>) {
    let mut i = 0;
    while i < numbers.len() {
        let mut run = 1;
        if let Some(&next) = numbers.get(i + 1) {
            let step = next - numbers[i];
            while numbers.get(i + run).is_some_and(|&n| n - numbers[i + run - 1] == step) {
                run += 1;
            }
            // Two numbers are no run: the second may start a better one.
            if run == 2 && i + 2 < numbers.len() {
                run = 1;
            }
        }
        let (start, last) = (numbers[i], numbers[i + run - 1]);
        let step = if run == 1 { 1 } else { (last - start) / (run as u64 - 1) };
        parts.push(Progression { start, step, last: AtMost(last) });
        i += run;
    }
}
