//! What a small check costs from Rust: the same questions as `bench/python/overhead.py`.

use std::time::Instant;
use stringent::expr::{Int, Str};
use stringent::{Error, Solver, Verdict};

fn main() -> Result<(), Error> {
    let count: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let (x, n) = (Str::var("x"), Int::var("n"));
    let mut solver = Solver::default();
    solver.assert(x.len().equals(&n))?;
    let start = Instant::now();
    for i in 0..count {
        solver.push();
        solver.assert(x.starts_with("ab"))?;
        solver.assert(n.equals(2 + i % 5))?;
        assert_eq!(solver.check(), Verdict::Sat);
        assert_eq!(solver.value(&x)?.map(|word| word.len()), Some(2 + i as usize % 5));
        solver.pop();
    }
    println!("{:.1} us", 1e6 * start.elapsed().as_secs_f64() / f64::from(count));
    Ok(())
}
