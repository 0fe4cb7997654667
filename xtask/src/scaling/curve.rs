//! What a family cost one solver, size by size, and how it grows.

use super::solver::Verdict;

/// Smaller sizes say little about growth.
const TAIL: usize = 64;
/// Shorter times are those of starting a process.
const SHORTEST: f64 = 0.01;

/// A size that was decided.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub n: usize,
    pub verdict: Verdict,
    pub seconds: f64,
}

/// The sizes that a solver decided, in order; it was asked no more after the first that it did not decide.
pub struct Curve {
    pub solver: String,
    pub points: Vec<Point>,
}

impl Curve {
    /// The largest size decided.
    pub fn reach(&self) -> Option<usize> {
        self.points.last().map(|point| point.n)
    }

    /// The verdict on a size.
    pub fn verdict(&self, n: usize) -> Option<Verdict> {
        self.points.iter().find(|point| point.n == n).map(|point| point.verdict)
    }

    /// The power of n that the time grows by: the slope of the line through the tail that has the least squares, where both
    /// axes are logarithmic.
    pub fn exponent(&self) -> Option<f64> {
        let is_tail = |p: &&Point| p.n >= TAIL && p.seconds > SHORTEST;
        let logs = |p: &Point| ((p.n as f64).ln(), p.seconds.ln());
        let tail: Vec<(f64, f64)> = self.points.iter().filter(is_tail).map(logs).collect();
        (tail.len() >= 2).then(|| slope(&tail))
    }
}

fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean_x = points.iter().map(|p| p.0).sum::<f64>() / count;
    let mean_y = points.iter().map(|p| p.1).sum::<f64>() / count;
    let product: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let square: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    product / square
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A curve of the times that a function gives for n = 4, 8, ....
    pub fn curve(solver: &str, sizes: usize, seconds: impl Fn(f64) -> f64) -> Curve {
        let point = |n: usize| Point { n, verdict: Verdict::Sat, seconds: seconds(n as f64) };
        Curve { solver: solver.to_owned(), points: (2..2 + sizes).map(|k| point(1 << k)).collect() }
    }

    #[test]
    fn exponents_of_powers() {
        for power in [1.0, 2.0, 3.5] {
            let exponent = curve("x", 8, |n| 1e-4 * n.powf(power)).exponent().unwrap();
            assert!((exponent - power).abs() < 1e-9, "{exponent}");
        }
    }

    #[test]
    fn only_the_tail_counts() {
        let bent = curve("x", 8, |n| if n < 64.0 { 5.0 } else { 0.001 * n * n });
        assert!((bent.exponent().unwrap() - 2.0).abs() < 1e-9);
        assert_eq!(curve("x", 5, |n| n).exponent(), None);
        assert_eq!(curve("x", 9, |_| 0.005).exponent(), None);
        assert_eq!(
            (bent.reach(), bent.verdict(64), bent.verdict(3)),
            (Some(512), Some(Verdict::Sat), None)
        );
    }
}
