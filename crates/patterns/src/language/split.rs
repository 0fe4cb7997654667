//! A part without look-around before something that needs to remember it.
//!
//! In general its states have to be built, with the memory beside them. Most often that is not necessary: the only
//! thing that remembers is the look-behind that follows at once; or all memories depend on the last character only.

use super::cont::{Cont, ContId, Item};
use super::memory::{Block, MemoryId};
use super::{Halt, Translator};
use crate::tree::{Node, NodeId};
use automata::{CharSet, Re};
use base::Stop;

impl Translator<'_, '_> {
    /// The language of `part`, which looks nowhere, and then `rest`.
    pub(super) fn solve_plain(
        &mut self,
        part: Re,
        rest: ContId,
        memory: MemoryId,
    ) -> Result<Re, Halt> {
        if self.needs_of(rest) == 0 {
            let value = self.value(rest, memory)?;
            return Ok(self.regexes.concat_within(&[part, value], self.limits)?);
        }
        if let Cont::Seq(Item::Node(node), after) = self.cont(rest) {
            if let Some(kids) = self.alternatives(part, node) {
                return self.distribute(part, &kids, after, memory);
            }
            if self.needs_of(after) == 0 && self.tests_only_before(node) {
                return self.tested_part(part, node, after, memory);
            }
        }
        match self.by_last_character(memory)? {
            Some(blocks) => self.split_by_last(part, rest, memory, &blocks),
            None => {
                let cont = self.cons(Item::Plain(part), rest);
                self.by_machine(cont, rest, memory)
            }
        }
    }

    /// The alternatives of `node`, if they can be taken apart at no cost after `part`.
    fn alternatives(&self, part: Re, node: NodeId) -> Option<Vec<NodeId>> {
        let Node::Alt(kids) = self.tree.node(node) else { return None };
        let cheap = part == Re::ALL || self.tree.is_empty_width(node);
        (cheap && self.facts(node).needs != 0).then(|| kids.clone())
    }

    /// Whether `node` is a look-behind that can be handled by [`tested_part`](Self::tested_part).
    fn tests_only_before(&self, node: NodeId) -> bool {
        let tests = &self.facts(node).tests;
        let negated = matches!(self.tree.node(node), Node::Look { negated: true, .. });
        !tests.is_empty() && (!negated || tests.iter().all(|t| t.rest == Re::ALL))
    }

    fn distribute(
        &mut self,
        part: Re,
        kids: &[NodeId],
        after: ContId,
        memory: MemoryId,
    ) -> Result<Re, Halt> {
        let mut values = Vec::with_capacity(kids.len());
        for &kid in kids {
            let cont = self.cons_node(kid, after);
            let cont = self.cons_plain(part, cont);
            values.push(self.value(cont, memory));
        }
        let values = values.into_iter().collect::<Result<Vec<Re>, Halt>>()?;
        self.limits.charge(values.len() as u64)?;
        Ok(self.regexes.union(values))
    }

    /// `part`, then the look-behind `node`, which is the last to remember anything: `(P ∩ L)(R ∩ K)`.
    fn tested_part(
        &mut self,
        part: Re,
        node: NodeId,
        after: ContId,
        memory: MemoryId,
    ) -> Result<Re, Halt> {
        let value = self.value(after, memory)?;
        let negated = matches!(self.tree.node(node), Node::Look { negated: true, .. });
        let mut ways = Vec::new();
        // Where none of the tests holds.
        let mut others = vec![part];
        for test in self.facts(node).tests.clone() {
            let before = self.remembered(memory, test.tracker);
            self.limits.charge(1)?;
            if negated {
                others.push(self.regexes.comp(before));
            } else {
                let left = self.regexes.inter([part, before]);
                let right = self.regexes.inter([test.rest, value]);
                ways.push(self.regexes.concat_within(&[left, right], self.limits)?);
            }
        }
        if negated {
            let left = self.regexes.inter(others);
            ways.push(self.regexes.concat_within(&[left, value], self.limits)?);
        }
        Ok(self.regexes.union(ways))
    }

    /// The characters by the memory they lead to, if nothing but the last character matters.
    pub(super) fn by_last_character(
        &mut self,
        memory: MemoryId,
    ) -> Result<Option<Vec<Block>>, Stop> {
        let blocks = self.blocks(&CharSet::full(), &self.regexes_of(memory))?;
        let mut targets: Vec<&Vec<Re>> = blocks.iter().map(|b| &b.1).collect();
        base::order::sort(&mut targets);
        targets.dedup();
        let want = by_target(&blocks);
        for target in targets {
            if by_target(&self.blocks(&CharSet::full(), target)?) != want {
                return Ok(None);
            }
        }
        Ok(Some(want))
    }

    /// The words of `part` by their last characters, each kind before what may follow it.
    fn split_by_last(
        &mut self,
        part: Re,
        rest: ContId,
        memory: MemoryId,
        blocks: &[Block],
    ) -> Result<Re, Halt> {
        let info = self.regexes.info(part);
        let (nullable, last) = (info.nullable, self.regexes.set(info.last).clone());
        let mut groups: Vec<(Result<Re, Halt>, CharSet)> = Vec::new();
        for (set, targets) in blocks.iter().filter(|(set, _)| set.intersects(&last)) {
            let after = self.advanced(memory, targets);
            groups.push((self.value(rest, after), set.clone()));
        }
        let empty = if nullable { Some(self.value(rest, memory)) } else { None };
        let empty = empty.transpose()?;
        let mut ways = Vec::new();
        for (value, set) in merged(groups)? {
            let with_empty = empty == Some(value);
            let left = self.ending_in(part, &set, with_empty);
            ways.push(self.regexes.concat_within(&[left, value], self.limits)?);
        }
        ways.extend(empty);
        Ok(self.regexes.union(ways))
    }

    /// The words of `part` that end in `set`, and the empty one if that is asked for.
    pub(super) fn ending_in(&mut self, part: Re, set: &CharSet, with_empty: bool) -> Re {
        let info = self.regexes.info(part);
        let all_end_so = self.regexes.set(info.last).is_subset(set);
        if all_end_so && (with_empty || !info.nullable) {
            return part;
        }
        let set = self.regexes.chars(set.clone());
        let ending = self.regexes.concat(Re::ALL, set);
        let ending = if with_empty { self.regexes.opt(ending) } else { ending };
        self.regexes.inter([part, ending])
    }
}

/// The blocks in the order of their targets, one for each.
fn by_target(blocks: &[Block]) -> Vec<Block> {
    let mut sorted: Vec<Block> = blocks.to_vec();
    base::order::sort_by(&mut sorted, |a, b| a.1.cmp(&b.1));
    let mut out: Vec<Block> = Vec::new();
    for (set, target) in sorted {
        match out.last_mut() {
            Some(last) if last.1 == target => last.0 = last.0.union(&set),
            _ => out.push((set, target)),
        }
    }
    out
}

/// The sets with equal values as one.
fn merged(groups: Vec<(Result<Re, Halt>, CharSet)>) -> Result<Vec<(Re, CharSet)>, Halt> {
    let mut out: Vec<(Re, CharSet)> = Vec::new();
    for (value, set) in groups {
        let value = value?;
        match out.iter_mut().find(|(other, _)| *other == value) {
            Some((_, all)) => *all = all.union(&set),
            None => out.push((value, set)),
        }
    }
    Ok(out)
}
