//! Pseudo-random numbers with a fixed seed: splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
//! generators", OOPSLA 2014). Small, passes the usual tests, and equal seeds give equal sequences everywhere.

/// A sequence of pseudo-random numbers.
///
/// ```
/// use base::SplitMix64;
/// let (mut a, mut b) = (SplitMix64::new(5), SplitMix64::new(5));
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert!(a.below(10) < 10);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `n`; 0 if `n` is 0. Smaller numbers are preferred by less than `n / 2⁶⁴`.
    #[expect(clippy::cast_possible_truncation, reason = "the result is less than `n`")]
    pub const fn below(&mut self, n: usize) -> usize {
        let n = if n == 0 { 1 } else { n as u64 };
        (self.next_u64() % n) as usize
    }
}

/// The bijection of 64-bit words by which the sequence is made: a hash of `z` whose bits all depend on all of `z`.
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_that_of_the_authors() {
        // The first numbers for the seed 1234567, as the authors' program prints them.
        let mut random = SplitMix64::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next_u64()).collect();
        let want =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(first, want);
    }
}
