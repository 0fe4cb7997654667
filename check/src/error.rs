//! Why something is refused.

/// A reason; whoever knows the line adds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What is wrong.
    pub reason: String,
}

impl Refusal {
    /// A refusal for this reason.
    pub fn new(reason: impl Into<String>) -> Refusal {
        Refusal { reason: reason.into() }
    }
}

/// Refuses for this reason.
pub fn refuse<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(reason))
}
