//! Sets of letters: sorted intervals that do not touch.

use crate::term::MAX_CHAR;

/// A set of letters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letters(Vec<(u32, u32)>);

impl Letters {
    /// All letters from `low` to `high`.
    pub fn range(low: u32, high: u32) -> Letters {
        if low <= high { Letters(vec![(low, high)]) } else { Letters(Vec::new()) }
    }

    /// The intervals, in order.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.0
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
        self.0.iter().any(|&(low, high)| low <= c && c <= high)
    }

    /// The first letter.
    pub fn first(&self) -> Option<u32> {
        self.0.first().map(|&(low, _)| low)
    }

    /// The only letter.
    pub fn single(&self) -> Option<u32> {
        match self.0[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    /// The letters in both.
    pub fn and(&self, other: &Letters) -> Letters {
        let (mut i, mut j) = (0, 0);
        let mut out = Vec::new();
        while let (Some(&(a, b)), Some(&(c, d))) = (self.0.get(i), other.0.get(j)) {
            if a.max(c) <= b.min(d) {
                out.push((a.max(c), b.min(d)));
            }
            if b < d { i += 1 } else { j += 1 }
        }
        Letters(out)
    }

    /// Whether some letter is in both.
    pub fn meet(&self, other: &Letters) -> bool {
        !self.and(other).is_empty()
    }

    /// The letters in one of them.
    pub fn or(&self, other: &Letters) -> Letters {
        let mut all: Vec<(u32, u32)> = self.0.iter().chain(&other.0).copied().collect();
        all.sort_unstable();
        let mut out: Vec<(u32, u32)> = Vec::with_capacity(all.len());
        for (low, high) in all {
            match out.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => out.push((low, high)),
            }
        }
        Letters(out)
    }

    /// The letters that are not in it.
    pub fn not(&self) -> Letters {
        let mut out = Vec::with_capacity(self.0.len() + 1);
        let mut next = 0;
        for &(low, high) in &self.0 {
            if next < low {
                out.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= MAX_CHAR {
            out.push((next, MAX_CHAR));
        }
        Letters(out)
    }
}

/// Splits `all` into sets whose letters no guard tells apart, each with the numbers of the guards it lies in.
pub fn classes(all: Letters, guards: &[&Letters]) -> Vec<(Letters, Vec<usize>)> {
    let mut order: Vec<usize> = (0..guards.len()).collect();
    order.sort_by_key(|&i| guards[i]);
    let mut classes: Vec<(Letters, Vec<usize>)> = vec![(all, Vec::new())];
    for alike in order.chunk_by(|&i, &j| guards[i] == guards[j]) {
        let guard = guards[alike[0]];
        let mut next = Vec::with_capacity(classes.len() + 1);
        for (letters, mut inside) in classes {
            let yes = letters.and(guard);
            if yes.is_empty() {
                next.push((letters, inside));
                continue;
            }
            if yes != letters {
                next.push((letters.and(&guard.not()), inside.clone()));
            }
            inside.extend(alike);
            next.push((yes, inside));
        }
        classes = next;
    }
    classes
}
