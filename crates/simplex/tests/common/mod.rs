//! Enumeration of boxes, and scenarios, which the tests run on fixed sequences of choices and `fuzz/` on
//! inputs guided by coverage.
#![allow(dead_code, reason = "every test binary uses its own part")]

pub mod rows;
pub mod walk;

use base::Int;

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
