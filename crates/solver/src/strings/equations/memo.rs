//! When the shortening of conflicts pays.

/// How often it was done in vain, and when it is tried again.
#[derive(Debug)]
pub(crate) struct Shortening {
    failures: u32,
    to_skip: u32,
}

/// Failures after which the pauses no longer grow: a thousand conflicts.
const MAX_DOUBLINGS: u32 = 10;

/// The first conflicts of a check stay as they are: most checks have no more.
const FIRST: u32 = 3;

impl Default for Shortening {
    fn default() -> Shortening {
        Shortening { failures: 0, to_skip: FIRST }
    }
}

impl Shortening {
    /// Whether the next conflict is to be shortened.
    pub(super) fn is_due(&mut self) -> bool {
        let due = self.to_skip == 0;
        self.to_skip = self.to_skip.saturating_sub(1);
        due
    }

    /// After each failure in a row, twice as many conflicts stay as they are.
    pub(super) fn record(&mut self, has_helped: bool) {
        self.failures = if has_helped { 0 } else { (self.failures + 1).min(MAX_DOUBLINGS) };
        self.to_skip = (1 << self.failures) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_until_it_helps() {
        let mut shortening = Shortening::default();
        let mut done = Vec::new();
        for conflict in 0..40 {
            if shortening.is_due() {
                shortening.record(conflict == 33);
                done.push(conflict);
            }
        }
        assert_eq!(done, [3, 5, 9, 17, 33, 34, 36]);
    }
}
