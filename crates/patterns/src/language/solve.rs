//! The language of a list of things to come, given what is remembered.

use super::cont::{Cont, ContId, Item};
use super::machine::Config;
use super::memory::MemoryId;
use super::{Halt, Test, Translator};
use crate::tree::{Node, NodeId};
use automata::Re;
use base::Stop;

impl Translator<'_, '_> {
    /// The words that match `cont` after a text with this memory.
    pub(super) fn language(&mut self, cont: ContId, memory: MemoryId) -> Result<Re, Stop> {
        let mut stack = vec![(cont, memory)];
        while let Some(&key) = stack.last() {
            if self.known.contains_key(&key) {
                stack.pop();
                continue;
            }
            self.limits.charge(1)?;
            self.missing.clear();
            match self.solve(key.0, key.1) {
                Ok(regex) => {
                    self.known.insert(key, regex);
                }
                Err(Halt::Missing) => stack.append(&mut self.missing),
                Err(Halt::Stop(stop)) => return Err(stop),
            }
        }
        Ok(self.known[&(cont, memory)])
    }

    /// The language if it is known; else it is noted as missing.
    pub(super) fn value(&mut self, cont: ContId, memory: MemoryId) -> Result<Re, Halt> {
        let key = (cont, self.restrict(memory, cont));
        match self.known.get(&key) {
            Some(&regex) => Ok(regex),
            None => {
                self.missing.push(key);
                Err(Halt::Missing)
            }
        }
    }

    /// The union of the languages of several lists.
    fn any(&mut self, conts: &[ContId], memory: MemoryId) -> Result<Re, Halt> {
        let values: Vec<_> = conts.iter().map(|&cont| self.value(cont, memory)).collect();
        let values = values.into_iter().collect::<Result<Vec<Re>, Halt>>()?;
        self.limits.charge(values.len() as u64)?;
        Ok(self.regexes.union(values))
    }

    fn solve(&mut self, cont: ContId, memory: MemoryId) -> Result<Re, Halt> {
        let Cont::Seq(item, rest) = self.cont(cont) else {
            return Ok(if cont == Cont::END { Re::EPS } else { Re::ALL });
        };
        match item {
            Item::Plain(regex) => self.solve_plain(regex, rest, memory),
            Item::Node(node) => self.solve_node(node, cont, rest, memory),
            Item::Loop { body, lo, hi, greedy } => {
                if let Some(plain) = self.facts(body).plain {
                    let plain = self.regexes.repeat(plain, lo, hi);
                    let cont = self.cons_plain(plain, rest);
                    return self.value(cont, memory);
                }
                let conts = match (lo, hi) {
                    (0, Some(0)) => vec![rest],
                    (0, _) if self.tree.is_empty_width(body) => vec![rest],
                    (_, _) if self.tree.is_empty_width(body) => vec![self.cons_node(body, rest)],
                    (0, None) => return self.by_machine(cont, rest, memory),
                    _ => {
                        let again = fewer(lo, hi);
                        let again = Item::Loop { body, lo: again.0, hi: again.1, greedy };
                        let again = self.cons(again, rest);
                        let mut conts = vec![self.cons_node(body, again)];
                        conts.extend((lo == 0).then_some(rest));
                        conts
                    }
                };
                self.any(&conts, memory)
            }
            Item::Run(_) => self.by_machine(cont, rest, memory),
        }
    }

    fn solve_node(
        &mut self,
        node: NodeId,
        cont: ContId,
        rest: ContId,
        memory: MemoryId,
    ) -> Result<Re, Halt> {
        let tree = self.tree;
        match tree.node(node) {
            Node::Alt(kids) => {
                let conts: Vec<ContId> = kids.iter().map(|&k| self.cons_node(k, rest)).collect();
                self.any(&conts, memory)
            }
            Node::Atomic(_) if self.facts(node).plain.is_none() => {
                self.by_machine(cont, rest, memory)
            }
            Node::Look { .. } | Node::Start | Node::End => {
                let (demand, value) = (self.demand(node, memory), self.value(rest, memory));
                let (demand, value) = (demand?, value?);
                self.limits.charge(1)?;
                Ok(self.regexes.inter([demand, value]))
            }
            _ => {
                let cont = self.cons_node(node, rest);
                self.value(cont, memory)
            }
        }
    }

    /// What an assertion demands of the rest of the text.
    pub(super) fn demand(&mut self, node: NodeId, memory: MemoryId) -> Result<Re, Halt> {
        let (regex, negated) = match *self.tree.node(node) {
            Node::End => return Ok(Re::EPS),
            Node::Look { body, ahead: true, negated } => {
                let cont = self.cons_node(body, Cont::ANYTHING);
                (self.value(cont, memory)?, negated)
            }
            Node::Look { negated, .. } => (self.demand_behind(node, memory), negated),
            _ => (self.demand_behind(node, memory), false),
        };
        Ok(if negated { self.regexes.comp(regex) } else { regex })
    }

    /// What a look-behind, not negated, demands of the rest.
    fn demand_behind(&mut self, node: NodeId, memory: MemoryId) -> Re {
        let holds = |t: &&Test| self.regexes.nullable(self.remembered(memory, t.tracker));
        let rests: Vec<Re> = self.facts(node).tests.iter().filter(holds).map(|t| t.rest).collect();
        self.regexes.union(rests)
    }

    /// The language of a list from its states, down to `exit`, which is its end.
    pub(super) fn by_machine(
        &mut self,
        cont: ContId,
        exit: ContId,
        memory: MemoryId,
    ) -> Result<Re, Halt> {
        self.solve_machine(Config { cont, memory, rest: Re::ALL }, exit)
    }
}

/// The bounds of a repetition after one round; there is at least one.
pub(super) fn fewer(lo: u32, hi: Option<u32>) -> (u32, Option<u32>) {
    (lo.saturating_sub(1), hi.map(|hi| hi.saturating_sub(1)))
}
