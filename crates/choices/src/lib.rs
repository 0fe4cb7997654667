//! Where a random test takes its choices from: a fixed sequence, or the input of a fuzzer that is
//! guided by coverage. For tests only; no other crate depends on this one outside of them.
//!
//! A scenario is a function of [`Choices`]: it draws what to do, does it, and asks an oracle. A test runs it on many seeds;
//! a fuzzer runs the same function on bytes, and when one byte changes, one choice does: so it can keep
//! what leads somewhere and vary the rest, as generators do in Zest (Padhye et al., "Semantic fuzzing with Zest", ISSTA 2019).
//! When its bytes are used up, a sequence takes over, seeded by them. Zeros would be simpler, but most
//! loops here end by chance, and a run of equal choices is a dull scenario.
//!
//! The sequence is that of [`base::SplitMix64`].

use base::SplitMix64;
use base::tunables::{self, Tunable, Tunables};

/// A source of choices.
#[derive(Clone, Debug)]
pub struct Choices {
    /// What is left of the input, last byte first.
    input: Vec<u8>,
    sequence: SplitMix64,
}

impl Choices {
    /// The sequence of a seed.
    pub fn seeded(seed: u64) -> Choices {
        Choices { input: Vec::new(), sequence: SplitMix64::new(seed) }
    }

    /// What the bytes say, and then a sequence that depends on all of them.
    pub fn from_bytes(bytes: &[u8]) -> Choices {
        let seed = bytes.chunks(8).fold(bytes.len() as u64, |seed, chunk| {
            SplitMix64::new(seed ^ number(chunk)).next_u64()
        });
        Choices { input: bytes.iter().rev().copied().collect(), ..Choices::seeded(seed) }
    }

    /// A source apart from this one, for whoever draws at times that are not ours to foresee. Half of the
    /// input goes with it.
    pub fn fork(&mut self) -> Choices {
        let rest = self.input.split_off(self.input.len() / 2);
        let input = std::mem::replace(&mut self.input, rest);
        Choices { input, ..Choices::seeded(self.sequence.next_u64()) }
    }

    /// A number of as many bytes as it takes to reach `largest`.
    fn number(&mut self, largest: u64) -> u64 {
        if self.input.is_empty() {
            return self.sequence.next_u64();
        }
        let bytes = (u64::BITS - largest.leading_zeros()).div_ceil(8) as usize;
        let at = self.input.len().saturating_sub(bytes);
        number(&self.input.split_off(at))
    }

    /// Any number.
    pub fn bits(&mut self) -> u64 {
        self.number(u64::MAX)
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n.max(1) as u64;
        (self.number(n - 1) % n) as usize
    }

    /// A number from `low` to `high`.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    /// True in `percent` of all cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items, of which there must be some.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Puts the items in any order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// Values for the tunables of an area: half of the time as by default, else some others, small ones more often.
    ///
    /// # Panics
    /// Never, unless the table of tunables refuses a value in its range.
    pub fn tunables(&mut self, area: &str) -> Tunables {
        let mut drawn = Tunables::DEFAULT;
        if self.chance(50) {
            return drawn;
        }
        for row in tunables::all().filter(|row| row.name.split('.').next() == Some(area)) {
            if self.chance(25) {
                let setting = format!("{}={}", row.name, self.value(row));
                drawn.set(&setting).expect("a value in the range");
            }
        }
        drawn
    }

    /// A value of a tunable: each number of binary digits is as likely as any other.
    fn value(&mut self, row: &Tunable) -> u64 {
        let above = row.most - row.least;
        let digits = self.below((u64::BITS - above.leading_zeros()) as usize + 1);
        row.least + (self.bits() & ((1 << digits) - 1)).min(above)
    }

    /// Up to `most` letters of an alphabet.
    pub fn word(&mut self, alphabet: &[u32], most: usize) -> Vec<u32> {
        (0..self.below(most + 1)).map(|_| *self.pick(alphabet)).collect()
    }
}

/// The number that some bytes, eight at most, are the digits of, the first being the most significant.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |n, &b| n << 8 | u64::from(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(mut choices: Choices, n: usize) -> Vec<usize> {
        (0..20).map(|_| choices.below(n)).collect()
    }

    #[test]
    fn seeds_differ() {
        assert_ne!(draws(Choices::seeded(1), 1000), draws(Choices::seeded(2), 1000));
    }

    #[test]
    fn bytes_decide() {
        let mut choices = Choices::from_bytes(&[7, 3, 255, 1, 2, 200]);
        assert_eq!(choices.below(10), 7);
        assert_eq!(choices.below(1), 0, "and reads nothing");
        assert_eq!(choices.below(256), 3);
        assert!(!choices.chance(50), "155 of 100 is 55");
        assert_eq!(choices.below(257), 513 % 257, "two bytes, the second of which weighs more");
        assert_eq!(choices.range(-3, 3), 200 % 7 - 3);
    }

    #[test]
    fn one_byte_changes_one_choice_and_what_comes_after_the_last() {
        let (a, b) = (Choices::from_bytes(&[1, 2, 3, 4]), Choices::from_bytes(&[1, 9, 3, 4]));
        let (a, b) = (draws(a, 100), draws(b, 100));
        assert_eq!((a[0], a[2], a[3]), (b[0], b[2], b[3]));
        assert_ne!((a[1], &a[4..]), (b[1], &b[4..]));
    }

    #[test]
    fn a_fork_takes_half_of_the_input() {
        let mut choices = Choices::from_bytes(&[1, 2, 3, 4]);
        let mut fork = choices.fork();
        assert_eq!([choices.below(256), choices.below(256)], [1, 2]);
        assert_eq!([fork.below(256), fork.below(256)], [3, 4]);
        assert_ne!(draws(choices, 1000), draws(fork, 1000));
        let mut choices = Choices::seeded(5);
        assert_ne!(draws(choices.fork(), 1000), draws(choices, 1000));
    }

    #[test]
    fn tunables_of_the_area_are_drawn() {
        let mut choices = Choices::seeded(11);
        let drawn: Vec<Tunables> = (0..80).map(|_| choices.tunables("sat")).collect();
        assert!(drawn.iter().all(|t| t.words == Tunables::DEFAULT.words));
        assert!(drawn.iter().any(|t| t.sat == Tunables::DEFAULT.sat));
        assert!(drawn.iter().any(|t| t.sat.decay != 95) && drawn.iter().any(|t| t.sat.late < 8));
    }

    #[test]
    fn shuffling_keeps_the_items() {
        let mut items: Vec<usize> = (0..20).collect();
        Choices::seeded(3).shuffle(&mut items);
        assert_ne!(items, (0..20).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
    }
}
