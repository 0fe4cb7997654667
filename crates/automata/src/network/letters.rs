//! The letters that a search has to try.
//!
//! Functions and languages tell letters apart only as far as they mention them. Of each block of letters that nobody
//! tells apart, one is enough for memberships and equalities, since exchanging the letters of a block for
//! that one keeps both. Two words that differ must still do so: each of `k` such pairs differs because of two
//! letters, and `k + 1` letters are enough to colour any `k` pairs.

use super::{Constraints, Network, Relation};
use crate::{CharSet, Node, Re, Regexes, minterms};
use base::{FxHashSet, Limits, Stop, index};

impl Network {
    /// Representatives of all letters.
    ///
    /// # Errors
    /// When the limits are reached.
    pub(super) fn alphabet(
        &self,
        constraints: &Constraints,
        regexes: &Regexes,
        limits: &Limits,
    ) -> Result<Vec<u32>, Stop> {
        let mut mentioned = Vec::new();
        for stream in &self.streams {
            limits.budget().tick(stream.letters.len() as u64)?;
            mentioned.extend_from_slice(&stream.letters);
        }
        base::order::sort(&mut mentioned);
        mentioned.dedup();
        let mut sets: Vec<CharSet> = mentioned.into_iter().map(CharSet::single).collect();
        sets.extend(guards(constraints, regexes, limits)?);
        limits.budget().tick(sets.len() as u64)?;
        let unequal = |p: &&(_, _, Relation)| p.2 != Relation::Equal;
        let enough = 1 + constraints.pairs.iter().filter(unequal).count();
        Ok(minterms(&sets).into_iter().flat_map(|block| members(block, enough)).collect())
    }
}

/// Up to `count` members, those that read best first.
fn members(block: CharSet, count: usize) -> impl Iterator<Item = u32> {
    let first = block.pick();
    let others = index(block.len()).min(count).saturating_sub(1);
    let rest: Vec<u32> = block.iter().filter(|&c| Some(c) != first).take(others).collect();
    first.into_iter().chain(rest)
}

/// The character sets of all languages.
fn guards(
    constraints: &Constraints,
    regexes: &Regexes,
    limits: &Limits,
) -> Result<Vec<CharSet>, Stop> {
    let mut sets = Vec::new();
    let mut seen: FxHashSet<Re> = FxHashSet::default();
    let mut stack: Vec<Re> = constraints.members.iter().map(|m| m.1).collect();
    while let Some(r) = stack.pop() {
        if !seen.insert(r) {
            continue;
        }
        limits.budget().tick(1)?;
        match regexes.node(r) {
            Node::None | Node::Eps => {}
            Node::Chars(set) => sets.push(regexes.set(*set).clone()),
            Node::Concat(a, b) => stack.extend([*a, *b]),
            Node::Union(kids) | Node::Inter(kids) => stack.extend(kids.iter()),
            Node::Comp(a) | Node::Star(a) | Node::Loop(a, ..) => stack.push(*a),
        }
    }
    Ok(sets)
}
