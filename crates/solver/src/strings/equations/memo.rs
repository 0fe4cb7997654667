//! When the shortening of conflicts pays.

/// How often it was done in vain, and when it is tried again.
#[derive(Default, Debug)]
pub(crate) struct Shortening {
    /// Conflicts so far, up to the first that is shortened.
    seen: u32,
    failures: u32,
    to_skip: u32,
}

impl Shortening {
    /// Whether the next conflict is to be shortened, if the `first` of a check are not.
    pub(super) fn is_due(&mut self, first: u32) -> bool {
        if self.seen < first {
            self.seen += 1;
            return false;
        }
        let due = self.to_skip == 0;
        self.to_skip = self.to_skip.saturating_sub(1);
        due
    }

    /// After each failure in a row, up to so many, twice as many conflicts stay as they are.
    pub(super) fn record(&mut self, has_helped: bool, most: u32) {
        debug_assert!(self.to_skip == 0, "a conflict was shortened that was not due");
        self.failures = if has_helped { 0 } else { (self.failures + 1).min(most) };
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
            if shortening.is_due(3) {
                shortening.record(conflict == 33, 10);
                done.push(conflict);
            }
        }
        assert_eq!(done, [3, 5, 9, 17, 33, 34, 36]);
    }
}
