//! A seeded random number generator and helpers for the fuzzers.

use base::Int;

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// All points of `[-radius, radius]^n`.
pub fn points(n: usize, radius: i64) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let longer = |p: &Vec<i64>| {
            let p = p.clone();
            (-radius..=radius).map(move |v| [p.clone(), vec![v]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

pub fn dot(a: &[i64], x: &[i64]) -> i64 {
    a.iter().zip(x).map(|(a, x)| a * x).sum()
}

pub fn int(n: i64) -> Int {
    Int::from(n)
}
