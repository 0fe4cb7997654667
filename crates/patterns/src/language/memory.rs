//! What look-behinds remember of the text read so far, and how regexes and memories advance by a character.
//!
//! The memory of a look-behind is the derivative, by what was read, of the language of all texts before it. It holds
//! where that is nullable. A memory is kept for as long as somebody needs it, so that equal futures have equal memories.

use super::cont::ContId;
use super::{Needs, Translator};
use automata::{CharSet, Re};
use base::Stop;

base::id! {
    /// Derivatives of some trackers, in order.
    pub(super) struct MemoryId;
}

/// Characters that some regexes do not tell apart, and the derivative of each.
pub(super) type Block = (CharSet, Vec<Re>);

impl Translator<'_, '_> {
    /// The memory at the start of the text.
    pub(super) fn first_memory(&mut self, needs: Needs) -> MemoryId {
        let is_needed = |(i, _): &(u32, Re)| needs >> i & 1 == 1;
        let all: Vec<(u32, Re)> =
            (0..).zip(self.trackers.iter().copied()).filter(is_needed).collect();
        self.memory(&all)
    }

    fn memory(&mut self, entries: &[(u32, Re)]) -> MemoryId {
        MemoryId(self.memories.insert(entries).0)
    }

    pub(super) fn entries(&self, memory: MemoryId) -> &[(u32, Re)] {
        self.memories.get(memory.0)
    }

    /// What `cont` needs of `memory`, which has it.
    pub(super) fn restrict(&mut self, memory: MemoryId, cont: ContId) -> MemoryId {
        let needs = self.needs_of(cont);
        let entries = self.entries(memory);
        if entries.iter().all(|&(i, _)| needs >> i & 1 == 1) {
            return memory;
        }
        let fewer: Vec<_> = entries.iter().copied().filter(|&(i, _)| needs >> i & 1 == 1).collect();
        self.memory(&fewer)
    }

    /// The memory of one tracker.
    pub(super) fn remembered(&self, memory: MemoryId, tracker: u32) -> Re {
        let entries = self.entries(memory);
        let at = entries.binary_search_by_key(&tracker, |e| e.0);
        at.map_or(Re::NONE, |at| entries[at].1)
    }

    /// The regexes of a memory.
    pub(super) fn regexes_of(&self, memory: MemoryId) -> Vec<Re> {
        self.entries(memory).iter().map(|e| e.1).collect()
    }

    /// The memory with other regexes.
    pub(super) fn advanced(&mut self, memory: MemoryId, regexes: &[Re]) -> MemoryId {
        let entries: Vec<(u32, Re)> =
            self.entries(memory).iter().zip(regexes).map(|(e, &r)| (e.0, r)).collect();
        self.memory(&entries)
    }

    /// The characters of `set` by what they make of `regexes`.
    pub(super) fn blocks(&mut self, set: &CharSet, regexes: &[Re]) -> Result<Vec<Block>, Stop> {
        let mut blocks: Vec<Block> = vec![(set.clone(), Vec::with_capacity(regexes.len()))];
        for &r in regexes {
            let moves = self.regexes.deterministic_moves(r, self.limits)?;
            let moves: Vec<(CharSet, Re)> = moves
                .map(|i| self.regexes.get_move(i))
                .map(|m| (self.regexes.set(m.guard).clone(), m.target))
                .collect();
            self.limits.charge((1 + blocks.len() * moves.len()) as u64)?;
            blocks = blocks.iter().flat_map(|block| refined(block, &moves)).collect();
        }
        blocks.retain(|(set, _)| !set.is_empty());
        Ok(blocks)
    }
}

/// A block by where `moves` lead.
fn refined((set, targets): &Block, moves: &[(CharSet, Re)]) -> Vec<Block> {
    let mut left = set.clone();
    let mut blocks = Vec::new();
    let mut add = |set: CharSet, target: Re| {
        if !set.is_empty() {
            let targets = targets.iter().copied().chain([target]).collect();
            blocks.push((set, targets));
        }
    };
    for (guard, target) in moves {
        add(set.intersect(guard), *target);
        left = left.difference(guard);
    }
    add(left, Re::NONE);
    blocks
}
