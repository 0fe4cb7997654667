//! Other values for the tunables, which may change no answer: what the fuzzer draws, and some extreme ones.

use base::SplitMix64;
use base::tunables::{self, Tunable};

/// The drawings that the regression files run under besides all values at their least, and at their most.
const DRAWINGS: u64 = 3;

/// A value within the range: each number of binary digits is as likely as any other.
fn draw(row: &Tunable, random: &mut SplitMix64) -> u64 {
    let span = row.most - row.least;
    let digits = random.below(u64::BITS as usize - span.leading_zeros() as usize + 2);
    let above = random.next_u64() & 1u64.checked_shl(digits as u32).map_or(u64::MAX, |n| n - 1);
    row.least + above.min(span)
}

/// The argument that sets the rows to such values.
fn setting(rows: &[&Tunable], mut value: impl FnMut(&Tunable) -> u64) -> String {
    let pairs: Vec<String> =
        rows.iter().map(|row| format!("{}={}", row.name, value(row))).collect();
    format!("--tune={}", pairs.join(","))
}

/// Values of a few tunables, sometimes of all.
pub fn random(random: &mut SplitMix64) -> String {
    let all: Vec<&Tunable> = tunables::all().collect();
    if random.below(8) == 0 {
        return setting(&all, |row| draw(row, random));
    }
    let few: Vec<&Tunable> = (0..=random.below(6)).map(|_| all[random.below(all.len())]).collect();
    setting(&few, |row| draw(row, random))
}

/// Names and arguments for the regression files.
pub fn extremes() -> Vec<(String, String)> {
    let all: Vec<&Tunable> = tunables::all().collect();
    let mut extremes = vec![
        ("tunables at their least".to_owned(), setting(&all, |row| row.least)),
        ("tunables at their most".to_owned(), setting(&all, |row| row.most)),
    ];
    extremes.extend((1..=DRAWINGS).map(|seed| {
        let mut random = SplitMix64::new(seed);
        (format!("tunables, drawing {seed}"), setting(&all, |row| draw(row, &mut random)))
    }));
    extremes
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Tunables;

    #[test]
    fn values_are_within_their_ranges() {
        let mut drawn = SplitMix64::new(1);
        let settings = (0..500).map(|_| random(&mut drawn));
        for setting in settings.chain(extremes().into_iter().map(|(_, setting)| setting)) {
            let value = setting.strip_prefix("--tune=").unwrap();
            assert_eq!(Tunables::DEFAULT.clone().set(value), Ok(()), "{setting}");
        }
    }
}
