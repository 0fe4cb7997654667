//! What every notation is read into: a tree of a few constructors, in an arena in which children come
//! before their parents.
//!
//! Characters are sets by now, with case and dialect resolved. Anchors are of the text only; those of lines and
//! of words are look-around of one character, put together here.

use automata::CharSet;
use base::Lower::{self, AtLeast};
use base::Upper::{self, AtMost};
use base::{Idx, IdxVec};

base::id! {
    /// A node of a [`Tree`].
    pub(crate) struct NodeId;
}

/// The top of a part of a pattern.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// One character of the set, which may be empty.
    Chars(CharSet),
    /// All in order; the empty word if there are none.
    Concat(Vec<NodeId>),
    /// Any of them, the first one preferred.
    Alt(Vec<NodeId>),
    /// From `lo` to `hi` times; as often as possible is preferred if `greedy`.
    Repeat { body: NodeId, lo: u32, hi: Option<u32>, greedy: bool },
    /// Only the preferred match of the body at this place.
    Atomic(NodeId),
    /// The empty word where the body matches what follows (`ahead`) or what comes before; or does not.
    Look { body: NodeId, ahead: bool, negated: bool },
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
}

/// How many characters a match may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Width {
    pub min: Lower,
    pub max: Upper<u64>,
}

impl Width {
    fn exactly(n: u64) -> Width {
        Width { min: AtLeast(n), max: AtMost(n) }
    }

    /// Whether all matches are equally long.
    pub fn is_fixed(self) -> bool {
        self.min.number().is_some_and(|n| self.max == AtMost(n))
    }
}

/// A pattern.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: IdxVec<NodeId, Node>,
    widths: Vec<Width>,
}

impl Tree {
    pub fn push(&mut self, node: Node) -> NodeId {
        self.widths.push(self.measure(&node));
        self.nodes.push(node)
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        self.nodes.ids()
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How long a match can be.
    pub fn width(&self, id: NodeId) -> Width {
        self.widths[id.index()]
    }

    /// Whether all matches are empty.
    pub fn is_empty_width(&self, id: NodeId) -> bool {
        self.width(id).max == AtMost(0)
    }

    fn measure(&self, node: &Node) -> Width {
        let width = |id: &NodeId| self.width(*id);
        match node {
            Node::Chars(_) => Width::exactly(1),
            Node::Concat(kids) => kids
                .iter()
                .map(width)
                .fold(Width::exactly(0), |a, b| Width { min: a.min + b.min, max: a.max + b.max }),
            Node::Alt(kids) => {
                let either =
                    |a: Width, b: Width| Width { min: a.min.min(b.min), max: a.max.max(b.max) };
                kids.iter().map(width).reduce(either).unwrap_or(Width::exactly(0))
            }
            Node::Repeat { body, lo, hi, .. } => {
                let body = width(body);
                Width { min: body.min * *lo, max: body.max * Upper::from(*hi).widen() }
            }
            Node::Atomic(body) => width(body),
            Node::Look { .. } | Node::Start | Node::End => Width::exactly(0),
        }
    }

    pub fn chars(&mut self, set: CharSet) -> NodeId {
        self.push(Node::Chars(set))
    }

    pub fn empty(&mut self) -> NodeId {
        self.push(Node::Concat(Vec::new()))
    }

    /// All in order.
    pub fn concat(&mut self, mut kids: Vec<NodeId>) -> NodeId {
        if kids.len() == 1 { kids.swap_remove(0) } else { self.push(Node::Concat(kids)) }
    }

    /// Any of them.
    pub fn alt(&mut self, mut kids: Vec<NodeId>) -> NodeId {
        if kids.len() == 1 { kids.swap_remove(0) } else { self.push(Node::Alt(kids)) }
    }

    /// The empty word where a match of `body` is next to it on one side, or is not.
    pub fn neighbour(&mut self, body: NodeId, ahead: bool, negated: bool) -> NodeId {
        self.push(Node::Look { body, ahead, negated })
    }

    /// The empty word between what is a `letter` and what is not; elsewhere if `negated`.
    pub fn boundary(&mut self, letter: NodeId, negated: bool) -> NodeId {
        let sides = [false, true].map(|outside| {
            let before = self.neighbour(letter, false, outside);
            let after = self.neighbour(letter, true, outside == negated);
            self.concat(vec![before, after])
        });
        self.alt(sides.to_vec())
    }

    /// The empty word before a `letter` and after what is none, or the other way round (`end`).
    pub fn edge(&mut self, letter: NodeId, end: bool) -> NodeId {
        let before = self.neighbour(letter, false, !end);
        let after = self.neighbour(letter, true, end);
        self.concat(vec![before, after])
    }

    /// The start of a line: of the text, or after a character of `ends`, even if it is the last one (`empty_last`).
    pub fn line_start(&mut self, ends: &CharSet, empty_last: bool) -> NodeId {
        let start = self.push(Node::Start);
        let ends = self.chars(ends.clone());
        let mut after = self.neighbour(ends, false, false);
        if !empty_last {
            let any = self.chars(CharSet::full());
            let more = self.neighbour(any, true, false);
            after = self.concat(vec![after, more]);
        }
        self.alt(vec![start, after])
    }

    /// The end of a line: of the text, or before a character of `ends`.
    pub fn line_end(&mut self, ends: &CharSet) -> NodeId {
        let end = self.push(Node::End);
        let ends = self.chars(ends.clone());
        let before = self.neighbour(ends, true, false);
        self.alt(vec![end, before])
    }

    /// The end of the text, or before a line feed that is its last character.
    pub fn end_or_last_line_feed(&mut self) -> NodeId {
        let end = self.push(Node::End);
        let feed = self.chars(CharSet::single('\n'.into()));
        let feed_end = self.concat(vec![feed, end]);
        let before = self.push(Node::Look { body: feed_end, ahead: true, negated: false });
        self.alt(vec![end, before])
    }
}
