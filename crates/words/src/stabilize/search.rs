//! The search for a branch without equations whose lengths satisfy the arithmetic outside.
//!
//! Depth first, with an explicit stack. A refutation names the decisions it rests on, and decisions that it does
//! not name are undone without trying their other noodles.

use super::languages::Languages;
use super::lengths::question;
use super::model;
use super::reason::Reason;
use super::split::{self, Split, choose};
use super::state::State;
use crate::arithmetic::{Arithmetic, Formula, IntModel, Lengths};
use crate::system::{Fresh, Var};
use crate::tags::Blame;
use base::{FxHashMap, Limits, Stop};

/// How a branch ends.
pub(super) enum End {
    /// Words of all variables of the branch, and the integers.
    Solved(Vec<Vec<u32>>, Option<IntModel>),
    Refuted(Reason),
    Unknown,
}

enum Node {
    End(End),
    Split(Box<Frame>),
}

/// A decision: the noodles of one equation.
struct Frame {
    state: State,
    split: Split,
    next: usize,
    /// What the refutations so far rest on, this decision apart.
    against: Reason,
    /// Whether some noodle was given up.
    unknown: bool,
}

/// The fixed part of a search.
pub(super) struct Search<'a> {
    pub languages: &'a mut Languages,
    pub arithmetic: &'a mut dyn Arithmetic,
    /// Facts that are not about the equations.
    pub facts: Formula,
    pub facts_blame: Blame,
    /// Whether lengths matter at all.
    pub numeric: bool,
    pub fresh: Fresh,
    /// How often variables may be repeated along a branch.
    pub max_repeats: u32,
    /// Whether a branch was cut off for that.
    pub cut_off: bool,
}

impl Search<'_> {
    /// Explores `root`.
    pub(super) fn run(&mut self, root: State, limits: &Limits) -> Result<End, Stop> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut node = self.enter(root, limits)?;
        loop {
            let end = match node {
                Node::Split(frame) => {
                    stack.push(*frame);
                    None
                }
                Node::End(End::Solved(words, integers)) => return Ok(End::Solved(words, integers)),
                Node::End(end) => Some(end),
            };
            let Some(state) = self.next_branch(&mut stack, end, limits)? else {
                return Ok(self.outcome.take().unwrap_or(End::Unknown));
            };
            node = self.enter(state, limits)?;
        }
    }
}
