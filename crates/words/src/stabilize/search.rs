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
use crate::arithmetic::{Arithmetic, Formula, IntModel, IntVar, Lengths, Parts, ask};
use crate::system::{Fresh, Var};
use crate::tags::Premises;
use base::Upper::AtMost;
use base::{FxHashMap, Limits, Stop};

/// A fact: what a branch costs in steps, on top of its size.
const NODE_COST: u64 = 50;

/// The integers of variables, and their values, or why there are none.
type Answer = (Vec<(Var, IntVar)>, Result<IntModel, End>);

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

/// A search.
pub(super) struct Search<'a> {
    languages: &'a mut Languages,
    arithmetic: &'a mut dyn Arithmetic,
    /// Facts that are not about the equations.
    facts: Vec<(Formula, Premises)>,
    /// The integers that are not in use; none if lengths do not matter at all.
    fresh: Option<Fresh>,
    /// How often variables may be repeated along a branch.
    max_repeats: u32,
    /// Whether a branch was cut off for that.
    cut_off: bool,
}

impl<'a> Search<'a> {
    /// A search whose branches have to satisfy `facts`; without `fresh` integers lengths do not matter.
    pub(super) fn new(
        languages: &'a mut Languages,
        arithmetic: &'a mut dyn Arithmetic,
        facts: Parts,
        fresh: Option<Fresh>,
    ) -> Search<'a> {
        let facts = facts.into_pairs();
        Search { languages, arithmetic, facts, fresh, max_repeats: 0, cut_off: false }
    }

    /// Whether the last run left branches out because variables are repeated too often there.
    pub(super) fn is_cut_off(&self) -> bool {
        self.cut_off
    }

    /// Explores `root`, repeating variables along a branch so often at most.
    pub(super) fn run(
        &mut self,
        root: State,
        max_repeats: u32,
        limits: &Limits,
    ) -> Result<End, Stop> {
        self.max_repeats = max_repeats;
        self.cut_off = false;
        let mut stack: Vec<Frame> = Vec::new();
        let mut node = self.enter(root, limits)?;
        loop {
            let end = match node {
                Node::Split(frame) => {
                    stack.push(*frame);
                    None
                }
                Node::End(end @ End::Solved(..)) => return Ok(end),
                Node::End(end) => Some(end),
            };
            match self.next_branch(&mut stack, end, limits)? {
                Ok(state) => node = self.enter(state, limits)?,
                Err(end) => return Ok(end),
            }
        }
    }

    /// The branch to explore after `end`, if that was reached, or the end of everything.
    fn next_branch(
        &mut self,
        stack: &mut Vec<Frame>,
        mut end: Option<End>,
        limits: &Limits,
    ) -> Result<Result<State, End>, Stop> {
        loop {
            let above = stack.len();
            let Some(frame) = stack.last_mut() else {
                return Ok(Err(end.unwrap_or(End::Unknown)));
            };
            let depth = above - 1;
            end = match end.and_then(|end| frame.absorb(end, depth)) {
                Some(above) => Some(above),
                None => match frame.next_child(depth, self.languages, limits)? {
                    Some(state) => return Ok(Ok(state)),
                    None => Some(frame.finish(depth)),
                },
            };
            stack.pop();
        }
    }

    /// Simplifies a branch and decides how to go on with it.
    fn enter(&mut self, mut state: State, limits: &Limits) -> Result<Node, Stop> {
        limits.charge(NODE_COST + state.size())?;
        if let Err(reason) = state.simplify(self.languages, limits)? {
            return Ok(Node::End(End::Refuted(reason)));
        }
        debug_assert!(state.is_consistent(), "a variable occurs that was replaced or cut");
        if state.equations.is_empty() {
            return self.finish(&state, limits).map(Node::End);
        }
        let split = choose(&state, self.languages, limits)?;
        if split.count == AtMost(0) {
            let reason = split::refutation(&state, &split, self.languages, limits)?;
            return Ok(Node::End(End::Refuted(reason)));
        }
        if split.repeats && state.repeats >= self.max_repeats {
            self.cut_off = true;
            return Ok(Node::End(End::Unknown));
        }
        if let Some(fresh) = self.fresh.filter(|_| split.count > AtMost(1) && state.stale) {
            if let (_, Err(end @ End::Refuted(_))) = self.ask(&state, fresh, limits)? {
                return Ok(Node::End(end));
            }
            state.mark_asked();
        }
        let against = Reason::none();
        Ok(Node::Split(Box::new(Frame { state, split, next: 0, against, unknown: false })))
    }

    /// Ends a branch without equations.
    fn finish(&mut self, state: &State, limits: &Limits) -> Result<End, Stop> {
        debug_assert!(state.equations.is_empty(), "a branch ends while there are equations");
        let mut lengths = FxHashMap::default();
        let mut integers = None;
        if let Some(fresh) = self.fresh {
            let (question, model) = match self.ask(state, fresh, limits)? {
                (question, Ok(model)) => (question, model),
                (_, Err(end)) => return Ok(end),
            };
            for (x, n) in question {
                let Some(length) = model.get(n).to_usize() else { return Ok(End::Unknown) };
                lengths.insert(x, length as u64);
            }
            integers = Some(model);
        }
        let words = model::words(state, &lengths, self.languages, limits)?;
        Ok(words.map_or(End::Unknown, |words| End::Solved(words, integers)))
    }

    /// Asks the arithmetic outside for lengths of the branch.
    fn ask(&mut self, state: &State, fresh: Fresh, limits: &Limits) -> Result<Answer, Stop> {
        let question = question(state, fresh, self.languages, limits)?;
        let facts = self.facts.iter().map(|fact| &fact.0);
        let parts = facts.chain(question.parts.iter().map(|part| &part.0));
        let formulas: Vec<Formula> = parts.cloned().collect();
        let answer = match ask(self.arithmetic, &formulas, limits)? {
            Lengths::Sat(model) => Ok(model),
            Lengths::Unknown => Err(End::Unknown),
            Lengths::Unsat { core, parts } => {
                let mut reason = Reason::none();
                for at in parts {
                    match self.facts.get(at) {
                        Some(fact) => reason.premises.extend(&fact.1),
                        None => reason.extend(&question.parts[at - self.facts.len()].1),
                    }
                }
                reason.premises.extend_outside(&core);
                Err(End::Refuted(reason))
            }
        };
        Ok((question.integers, answer))
    }
}

impl Frame {
    /// Takes note of the end of a noodle; returns what ends this decision as well.
    fn absorb(&mut self, end: End, depth: usize) -> Option<End> {
        match end {
            End::Refuted(mut reason) if reason.mentions(depth) => {
                reason.forget(depth);
                debug_assert!(reason.is_above(depth), "a refutation rests on a decision undone");
                self.against.extend(&reason);
                None
            }
            End::Unknown => {
                self.unknown = true;
                None
            }
            end => Some(end),
        }
    }

    fn next_child(
        &mut self,
        depth: usize,
        languages: &mut Languages,
        limits: &Limits,
    ) -> Result<Option<State>, Stop> {
        debug_assert!(
            self.split.count.admits(self.next as u64),
            "a noodle is asked for beyond the last, which said that there is none"
        );
        let depth = (self.split.count > AtMost(1)).then_some(depth);
        self.next += 1;
        split::child(&self.state, &self.split, self.next - 1, depth, languages, limits)
    }

    /// The end of this decision when there is no noodle left.
    fn finish(&mut self, depth: usize) -> End {
        if self.unknown {
            return End::Unknown;
        }
        let mut reason = std::mem::take(&mut self.against);
        reason.extend(&split::reason(&self.state, &self.split));
        debug_assert!(reason.is_above(depth), "a refutation of a decision rests on it");
        End::Refuted(reason)
    }
}
