//! Attempts that are made less often the longer they have been in vain.

/// Attempts with pauses.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    /// Attempts in vain, in a row.
    failures: u32,
    /// How many more checks are not attempted this way.
    pause: u64,
}

/// A fact: the exponent of 2 beyond which no pause grows, as no client makes so many checks.
const LONGEST_PAUSE: u32 = 20;

impl Pauses {
    /// Whether an attempt is due: after each in vain there are twice as many checks without.
    pub(super) fn is_due(&mut self) -> bool {
        // Not by `pause -= u64::from(pause > 0)`: where rustc 1.95 inlines that into a condition, it leaves the subtraction out.
        let left = self.pause.checked_sub(1);
        self.pause = left.unwrap_or(0);
        left.is_none()
    }

    /// An attempt is over.
    pub(super) fn attempted(&mut self, was_successful: bool, patience: u32) {
        debug_assert!(self.pause == 0, "an attempt in a pause");
        self.failures = if was_successful { 0 } else { self.failures + 1 };
        debug_assert!(!was_successful || self.failures == 0, "a success counts as a failure");
        if self.failures > patience {
            self.pause = 1 << (self.failures - patience).min(LONGEST_PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_once_patience_is_over() {
        let mut nearby = Pauses::default();
        let mut pauses = Vec::new();
        for _ in 0..5 {
            assert!(nearby.is_due());
            nearby.attempted(false, 2);
            pauses.push(nearby.pause);
            while !nearby.is_due() {}
        }
        assert_eq!(pauses, [0, 0, 2, 4, 8]);
        nearby.attempted(true, 2);
        assert!(nearby.is_due());
    }
}
