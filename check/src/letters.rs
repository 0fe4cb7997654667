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

    /// The letters of `self` that are not in `other`.
    pub fn minus(&self, other: &Letters) -> Letters {
        self.and(&other.not())
    }
}

/// Splits `all` into sets whose letters no guard tells apart, each with the numbers of the guards it lies in.
pub fn classes(all: Letters, guards: &[&Letters]) -> Vec<(Letters, Vec<usize>)> {
    let mut classes = vec![(all, Vec::new())];
    for (i, guard) in guards.iter().enumerate() {
        let mut next = Vec::with_capacity(classes.len() + 1);
        for (letters, inside) in classes {
            let (yes, no) = (letters.and(guard), letters.minus(guard));
            if !no.is_empty() {
                next.push((no, inside.clone()));
            }
            if !yes.is_empty() {
                let mut inside = inside;
                inside.push(i);
                next.push((yes, inside));
            }
        }
        classes = next;
    }
    classes
}
