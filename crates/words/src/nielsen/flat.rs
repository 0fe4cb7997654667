//! Nodes and edges as sequences of numbers, so that a graph of a million words is a few allocations.

use super::node::{Edge, Node};
use crate::system::{Sym, Var, Word};
use base::Idx;

impl Node {
    /// The node as a sequence.
    pub(super) fn write(&self, out: &mut Vec<u32>) {
        out.clear();
        out.push(base::id32(self.equations.len()));
        for (left, right) in &self.equations {
            write_word(left, out);
            write_word(right, out);
        }
        out.extend_from_slice(&self.views);
        debug_assert_eq!(Node::read(out), *self, "a node is not read as it is written");
    }

    /// The node that was written.
    pub(super) fn read(written: &[u32]) -> Node {
        let mut reader = Reader { rest: written };
        let equations = reader.count();
        let equations = (0..equations).map(|_| (reader.word(), reader.word())).collect();
        Node { equations, views: reader.rest.to_vec() }
    }
}

impl Edge {
    /// The edge as a sequence.
    pub(super) fn write(&self, out: &mut Vec<u32>) {
        out.clear();
        out.push(base::id32(self.words.len()));
        self.words.iter().for_each(|word| write_word(word, out));
        out.push(base::id32(self.kept));
        out.extend_from_slice(&self.free);
        debug_assert_eq!(Edge::read(out), *self, "an edge is not read as it is written");
    }

    /// The edge that was written.
    pub(super) fn read(written: &[u32]) -> Edge {
        let mut reader = Reader { rest: written };
        let words = reader.count();
        let words = (0..words).map(|_| reader.word()).collect();
        Edge { words, kept: reader.count(), free: reader.rest.to_vec() }
    }
}

fn write_word(word: &[Sym], out: &mut Vec<u32>) {
    out.push(base::id32(word.len()));
    out.extend(word.iter().map(|s| match s {
        Sym::Char(c) => c << 1,
        Sym::Var(x) => base::id32(x.index() << 1 | 1),
    }));
}

fn symbol(written: u32) -> Sym {
    match written & 1 {
        0 => Sym::Char(written >> 1),
        _ => Sym::Var(Var::from_index((written >> 1) as usize)),
    }
}

/// What is still to be read.
struct Reader<'a> {
    rest: &'a [u32],
}

impl Reader<'_> {
    fn count(&mut self) -> usize {
        let (first, rest) = self.rest.split_first().expect("written with its counts");
        self.rest = rest;
        *first as usize
    }

    fn word(&mut self) -> Word {
        let length = self.count();
        debug_assert!(length <= self.rest.len(), "a word is longer than what was written");
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word.iter().map(|&s| symbol(s)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_was_written() {
        let (a, x) = (Sym::Char(0x2_FFFF), Sym::Var(Var(3)));
        let mut written = vec![7];
        let node =
            Node { equations: vec![(vec![a, x], vec![]), (vec![x], vec![a])], views: vec![0, 9] };
        node.write(&mut written);
        assert_eq!(Node::read(&written), node);
        let edge = Edge { words: vec![vec![], vec![x, a, x]], kept: 4, free: vec![2] };
        edge.write(&mut written);
        assert_eq!(Edge::read(&written), edge);
    }
}
