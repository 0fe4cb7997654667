//! The delay between two words that are being written.

use super::Relation;
use base::{id32, signed};

/// A fact: how far a delay tells lengths apart, as it is written down and read again.
const MAX_DIFFERENCE: i64 = 3;

/// A fact: after the last letter of a word, more than any letter.
const END: u32 = crate::charset::ALPHABET_SIZE;

/// A fact: the first of a sequence that stands for words that differ.
const APART: u32 = 2;

/// How what is written of two words compares.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Delay {
    /// One is a prefix of the other, which has this in addition.
    Ahead { left: bool, rest: Box<[u32]> },
    /// They differ, first in these letters (or one is at its end); how much longer the first one is, up to a bound.
    Apart { letters: (u32, u32), longer: i64 },
}

impl Delay {
    /// Before anything is written.
    pub fn none() -> Delay {
        Delay::Ahead { left: true, rest: Box::default() }
    }

    /// What remains of two words after their common prefix.
    fn between(left: &[u32], right: &[u32], relation: Relation) -> Delay {
        let common = left.iter().zip(right).take_while(|(a, b)| a == b).count();
        let (l, r) = (&left[common..], &right[common..]);
        match (l.first(), r.first()) {
            (Some(&a), Some(&b)) if relation == Relation::Any => {
                Delay::Apart { letters: (a, b), longer: difference(l, r) }
            }
            (Some(_), Some(_)) => Delay::Apart { letters: (0, 0), longer: 0 },
            (Some(_), None) => Delay::Ahead { left: true, rest: l.into() },
            (None, Some(_)) => Delay::Ahead { left: false, rest: r.into() },
            (None, None) => Delay::none(),
        }
    }

    /// After more is written.
    pub fn after(&self, left: &[u32], right: &[u32], relation: Relation) -> Delay {
        match self {
            Delay::Ahead { left: true, rest } => {
                Delay::between(&[rest, left].concat(), right, relation)
            }
            Delay::Ahead { left: false, rest } => {
                Delay::between(left, &[rest, right].concat(), relation)
            }
            Delay::Apart { letters, longer } => {
                let more = match relation {
                    Relation::Any => difference(left, right),
                    _ => 0,
                };
                Delay::Apart { letters: *letters, longer: clamp(longer + more) }
            }
        }
    }

    /// How the words differ in the end.
    pub fn difference(&self) -> Delay {
        let Delay::Ahead { left, rest } = self else { return self.clone() };
        let Some(&first) = rest.first() else { return self.clone() };
        let more = difference(rest, &[]);
        match left {
            true => Delay::Apart { letters: (first, END), longer: more },
            false => Delay::Apart { letters: (END, first), longer: -more },
        }
    }

    /// Writes the delay as a sequence, for [`Delay::read`].
    pub fn write(&self, out: &mut Vec<u32>) {
        out.clear();
        match self {
            Delay::Ahead { left, rest } => {
                out.push(u32::from(*left));
                out.extend_from_slice(rest);
            }
            Delay::Apart { letters, longer } => {
                out.extend([APART, letters.0, letters.1, id32(longer + MAX_DIFFERENCE)]);
            }
        }
    }

    /// The delay that was written.
    pub fn read(written: &[u32]) -> Delay {
        match *written {
            [APART, a, b, longer] => {
                Delay::Apart { letters: (a, b), longer: i64::from(longer) - MAX_DIFFERENCE }
            }
            [left, ref rest @ ..] => Delay::Ahead { left: left == 1, rest: rest.into() },
            [] => Delay::none(),
        }
    }

    /// How many letters are kept.
    pub fn size(&self) -> usize {
        match self {
            Delay::Ahead { rest, .. } => rest.len(),
            Delay::Apart { .. } => 0,
        }
    }

    /// Whether the words may still become related as demanded.
    pub fn allows(&self, relation: Relation) -> bool {
        relation != Relation::Equal || matches!(self, Delay::Ahead { .. })
    }

    /// Whether they are, if nothing more is written.
    pub fn satisfies(&self, relation: Relation) -> bool {
        let equal = matches!(self, Delay::Ahead { rest, .. } if rest.is_empty());
        match relation {
            Relation::Equal => equal,
            Relation::Different => !equal,
            Relation::Any => true,
        }
    }
}

/// How much longer the first word is, up to a bound.
fn difference(left: &[u32], right: &[u32]) -> i64 {
    clamp(signed(left.len()) - signed(right.len()))
}

fn clamp(difference: i64) -> i64 {
    difference.clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_read_as_they_were_written() {
        let ahead = |left, rest: &[u32]| Delay::Ahead { left, rest: rest.into() };
        let apart = |longer| Delay::Apart { letters: (7, END), longer };
        let mut written = Vec::new();
        for delay in
            [ahead(true, &[]), ahead(false, &[2, 0, 0]), ahead(true, &[2]), apart(-3), apart(3)]
        {
            delay.write(&mut written);
            assert_eq!(Delay::read(&written), delay);
        }
    }
}
