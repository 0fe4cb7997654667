//! Why something is refused.

/// A reason; whoever knows the line adds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What is wrong.
    pub reason: String,
}

/// What may be refused.
pub type Result<T, E = Refusal> = std::result::Result<T, E>;

/// Why work was not finished.
const LIMIT: &str = "the limit of work is reached";

impl Refusal {
    /// The refusal of more work.
    pub fn limit() -> Refusal {
        Refusal::new(LIMIT)
    }

    /// Whether there was too much work.
    pub fn is_limit(&self) -> bool {
        self.reason == LIMIT
    }

    /// A refusal for this reason.
    pub fn new(reason: impl Into<String>) -> Refusal {
        Refusal { reason: reason.into() }
    }
}

/// Refuses for this reason.
pub fn refuse<T>(reason: impl Into<String>) -> Result<T> {
    Err(Refusal::new(reason))
}

/// The same, if so.
pub fn refuse_if(is_wrong: bool, reason: &str) -> Result<()> {
    if is_wrong { refuse(reason) } else { Ok(()) }
}

/// All that were asked for, or why the first one is refused.
pub fn all<T>(of: impl IntoIterator<Item = Result<T>>) -> Result<Vec<T>> {
    of.into_iter().collect()
}
