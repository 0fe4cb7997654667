//! What is still to come: interned lists of parts of the pattern.

use super::{Needs, Translator};
use crate::tree::{Node, NodeId};
use automata::Re;

base::id! {
    /// An interned [`Cont`].
    pub(super) struct ContId;
}

/// A list of things to be matched, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Cont {
    /// Nothing: the text ends.
    End,
    /// Anything: the end of a look-around or of a search.
    Anything,
    /// Anything, as the atomic group that ended here before has to be remembered ([`super::atomic`]).
    Past,
    /// An item and then the others.
    Seq(Item, ContId),
}

impl Cont {
    pub const END: ContId = ContId(0);
    pub const ANYTHING: ContId = ContId(1);
    pub const PAST: ContId = ContId(2);
}

/// A thing to be matched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Item {
    /// A word of the regex, wherever it is.
    Plain(Re),
    /// A part of the pattern.
    Node(NodeId),
    /// So many more rounds of a repetition.
    Loop { body: NodeId, lo: u32, hi: Option<u32>, greedy: bool },
    /// What an atomic group that was entered before may do next.
    Run(u32),
}

impl Translator<'_, '_> {
    pub(super) fn add_constants(&mut self) {
        for cont in [Cont::End, Cont::Anything, Cont::Past] {
            self.conts.insert(cont);
            self.cont_needs.push(0);
        }
    }

    pub(super) fn cont(&self, id: ContId) -> Cont {
        self.conts.items()[id.0 as usize]
    }

    /// What has to be remembered before `cont`.
    pub(super) fn needs_of(&self, cont: ContId) -> Needs {
        self.cont_needs[cont.0 as usize]
    }

    /// `item` and then `rest`.
    pub(super) fn cons(&mut self, item: Item, rest: ContId) -> ContId {
        let (id, new) = self.conts.insert(Cont::Seq(item, rest));
        if new {
            let needs = match item {
                Item::Plain(_) | Item::Run(_) => 0,
                Item::Node(id) | Item::Loop { body: id, .. } => self.facts(id).needs,
            };
            self.cont_needs.push(needs | self.needs_of(rest));
        }
        ContId(id)
    }

    /// A word of `regex` and then `rest`; neighbouring regexes become one.
    pub(super) fn cons_plain(&mut self, regex: Re, rest: ContId) -> ContId {
        match self.cont(rest) {
            _ if regex == Re::EPS => rest,
            Cont::Seq(Item::Plain(next), rest) => {
                let both = self.regexes.concat(regex, next);
                self.cons(Item::Plain(both), rest)
            }
            _ => self.cons(Item::Plain(regex), rest),
        }
    }

    /// A match of `node` and then `rest`, as far as the language is concerned.
    pub(super) fn cons_node(&mut self, node: NodeId, rest: ContId) -> ContId {
        let mut cont = rest;
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let tree = self.tree;
            cont = match (self.facts(node).plain, tree.node(node)) {
                (Some(regex), _) => self.cons_plain(regex, cont),
                (None, Node::Concat(kids)) => {
                    stack.extend(kids);
                    cont
                }
                (None, &Node::Repeat { body, lo, hi, greedy }) => {
                    self.cons(Item::Loop { body, lo, hi, greedy }, cont)
                }
                (None, _) => self.cons(Item::Node(node), cont),
            };
        }
        cont
    }

    /// A match of `node` and then `rest`, with all that could be preferred to something else.
    pub(super) fn cons_ordered(&mut self, node: NodeId, rest: ContId) -> ContId {
        let mut cont = rest;
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            cont = match self.tree.node(node) {
                Node::Concat(kids) => {
                    stack.extend(kids);
                    cont
                }
                &Node::Repeat { body, lo, hi, greedy } => {
                    self.cons(Item::Loop { body, lo, hi, greedy }, cont)
                }
                _ => self.cons(Item::Node(node), cont),
            };
        }
        cont
    }
}
