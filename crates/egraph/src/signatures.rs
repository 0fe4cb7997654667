//! The signature table: applications found by symbol and classes of arguments.
//!
//! A signature changes whenever a class does, and every change is undone later, so the table is
//! built for removal: chains linked through an array indexed by node, no keys stored, the hash
//! kept to unlink without knowing the old signature. A general hash table would need either the
//! key (an allocation per application) or a raw interface from another dependency.

use crate::Node;
use base::Idx;

const END: u32 = u32::MAX;
const ABSENT: u32 = u32::MAX - 1;

#[derive(Clone, Copy, Debug)]
struct Link {
    next: u32,
    hash: u32,
}

#[derive(Default, Debug)]
pub(crate) struct Signatures {
    /// Heads of chains; the length is a power of two, or zero before the first insertion.
    heads: Vec<u32>,
    links: Vec<Link>,
    linked: usize,
}

impl Signatures {
    /// Makes room for one more node, which is absent from the table.
    pub fn add_node(&mut self) {
        self.links.push(Link { next: ABSENT, hash: 0 });
    }

    pub fn contains(&self, n: Node) -> bool {
        self.links[n.index()].next != ABSENT
    }

    /// A node with this hash for which `is_same` holds.
    pub fn find(&self, hash: u32, is_same: impl Fn(Node) -> bool) -> Option<Node> {
        if self.heads.is_empty() {
            return None;
        }
        let mut at = self.heads[self.bucket(hash)];
        while at != END {
            let link = self.links[at as usize];
            if link.hash == hash && is_same(Node(at)) {
                return Some(Node(at));
            }
            at = link.next;
        }
        None
    }

    /// Adds `n`, which must be absent.
    pub fn insert(&mut self, n: Node, hash: u32) {
        debug_assert!(!self.contains(n));
        if self.linked == self.heads.len() {
            self.grow();
        }
        self.linked += 1;
        self.link(n.0, hash);
    }

    /// Removes `n`; false if it was absent.
    pub fn remove(&mut self, n: Node) -> bool {
        let Link { next, hash } = self.links[n.index()];
        if next == ABSENT {
            return false;
        }
        let bucket = self.bucket(hash);
        if self.heads[bucket] == n.0 {
            self.heads[bucket] = next;
        } else {
            let mut at = self.heads[bucket] as usize;
            while self.links[at].next != n.0 {
                at = self.links[at].next as usize;
            }
            self.links[at].next = next;
        }
        self.links[n.index()].next = ABSENT;
        self.linked -= 1;
        true
    }

    fn bucket(&self, hash: u32) -> usize {
        hash as usize & (self.heads.len() - 1)
    }

    fn link(&mut self, n: u32, hash: u32) {
        let bucket = self.bucket(hash);
        self.links[n as usize] = Link { next: self.heads[bucket], hash };
        self.heads[bucket] = n;
    }

    fn grow(&mut self) {
        let size = (self.heads.len() * 2).max(16);
        self.heads.clear();
        self.heads.resize(size, END);
        for n in 0..self.links.len() {
            let Link { next, hash } = self.links[n];
            if next != ABSENT {
                self.link(n as u32, hash);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_inserted_and_not_what_is_removed() {
        let mut t = Signatures::default();
        assert_eq!(t.find(3, |_| true), None);
        for n in 0..100 {
            t.add_node();
            t.insert(Node(n), n % 7);
        }
        for n in (0..100).step_by(3) {
            assert!(t.remove(Node(n)));
            assert!(!t.remove(Node(n)));
        }
        for n in 0..100 {
            let found = t.find(n % 7, |m| m == Node(n));
            assert_eq!(found, (n % 3 != 0).then_some(Node(n)));
            assert_eq!(t.contains(Node(n)), n % 3 != 0);
        }
    }
}
