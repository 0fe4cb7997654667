//! Sets of letters.

use crate::term::MAX_CHAR;

/// A set of letters: where intervals begin and end that are in it and do not touch, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Letters(Vec<u32>);

impl Letters {
    /// All letters from `low` to `high`.
    pub fn range(low: u32, high: u32) -> Letters {
        Letters(if low <= high { vec![low, high + 1] } else { Vec::new() })
    }

    /// The intervals, with the last letter of each.
    pub fn ranges(&self) -> impl Iterator<Item = [u32; 2]> {
        self.0.chunks(2).map(|ends| [ends[0], ends[1] - 1])
    }

    /// Every letter.
    pub fn all() -> Letters {
        Letters::range(0, MAX_CHAR)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `c` is in it.
    pub fn contains(&self, c: u32) -> bool {
        self.0.partition_point(|&at| at <= c) % 2 == 1
    }

    /// The first letter.
    pub fn first(&self) -> Option<u32> {
        self.0.first().copied()
    }

    /// The only letter.
    pub fn single(&self) -> Option<u32> {
        self.first().filter(|&c| self.0[1] == c + 1 && self.0.len() == 2)
    }

    /// The letters for which it is so that they are in this one, and that they are in the other one.
    fn joined(&self, other: &Letters, is_so: impl Fn(bool, bool) -> bool) -> Letters {
        let (mut i, mut j) = (0, 0);
        let mut out = Vec::with_capacity(self.0.len() + other.0.len());
        while let Some(&at) = self.0.get(i).into_iter().chain(other.0.get(j)).min() {
            i += usize::from(self.0.get(i) == Some(&at));
            j += usize::from(other.0.get(j) == Some(&at));
            if is_so(i % 2 == 1, j % 2 == 1) != (out.len() % 2 == 1) {
                out.push(at);
            }
        }
        Letters(out)
    }

    /// Whether a letter is in both.
    pub fn meets(&self, other: &Letters) -> bool {
        self.ranges().any(|[low, high]| {
            let ends = other.0.partition_point(|&at| at <= low);
            ends % 2 == 1 || other.0.get(ends).is_some_and(|&at| at <= high)
        })
    }

    /// The letters in both.
    pub fn and(&self, other: &Letters) -> Letters {
        self.joined(other, |a, b| a && b)
    }

    /// The letters in one of them.
    pub fn or(&self, other: &Letters) -> Letters {
        self.joined(other, |a, b| a || b)
    }
}

/// All letters, in sets whose letters no guard tells apart, each with the numbers of the guards it lies in.
pub fn classes(guards: &[&Letters]) -> Vec<(Letters, Vec<usize>)> {
    let mut classes: Vec<(Letters, Vec<usize>)> = vec![(Letters::all(), Vec::new())];
    for (number, guard) in guards.iter().enumerate() {
        let mut others = Vec::new();
        for (letters, inside) in &mut classes {
            let yes = letters.and(guard);
            if yes.is_empty() {
                continue;
            }
            if yes != *letters {
                others.push((letters.joined(guard, |a, b| a && !b), inside.clone()));
                *letters = yes;
            }
            inside.push(number);
        }
        classes.extend(others);
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::Letters;

    #[test]
    fn sets_meet_where_a_letter_is_in_both() {
        let set = |bits: u32| {
            (0..7)
                .filter(|c| bits >> c & 1 == 1)
                .fold(Letters::default(), |set, c| set.or(&Letters::range(c, c)))
        };
        for (a, b) in (0..128).flat_map(|a| (0..128).map(move |b| (a, b))) {
            assert_eq!(set(a).meets(&set(b)), a & b != 0, "{a} {b}");
        }
    }
}
