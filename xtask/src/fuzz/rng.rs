//! The random numbers of the fuzzer. A formula is a function of the seed and its number, so that any one of them can be
//! made again alone.

use crate::tuning;
use base::SplitMix64;

/// A source of random numbers.
pub struct Rng(SplitMix64);

impl Rng {
    /// The source for one formula of a run.
    pub fn new(seed: u64, number: u64) -> Rng {
        let mut number = SplitMix64::new(number);
        Rng(SplitMix64::new(seed ^ number.next_u64()))
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the items; they must not be none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Values of some tunables, as an argument of the solver.
    pub fn tunables(&mut self) -> String {
        tuning::random(&mut self.0)
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_depends_on_seed_and_number_alone() {
        let draw = |s, n| (0..4).map(|_| Rng::new(s, n).below(1000)).collect::<Vec<_>>();
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
        assert_ne!(draw(1, 2), draw(2, 2));
    }

    #[test]
    fn shuffling_keeps_the_items() {
        let mut items: Vec<usize> = (0..20).collect();
        Rng::new(3, 0).shuffle(&mut items);
        assert_ne!(items, (0..20).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
    }
}
