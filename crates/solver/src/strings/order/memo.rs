//! What is remembered of orders of strings during a check.

/// How often lengths were excluded because no words of these lengths are in order.
#[derive(Debug, Default)]
pub(in crate::strings) struct Memo {
    clashes: u32,
}

impl Memo {
    /// Whether lengths may be excluded once more, if they may be so often; then they are.
    pub(super) fn exclude(&mut self, most: u32) -> bool {
        let may = self.clashes < most;
        self.clashes += u32::from(may);
        may
    }
}
