//! Watch lists.
//!
//! Each clause is watched by two of its literals and visited only when one becomes false
//! (Moskewicz et al., *Chaff*, DAC 2001). A watch carries a *blocking literal* of the clause: when
//! that is true the clause need not be touched (Sörensson and Eén, MiniSat 2.1, 2008). For a binary
//! clause the blocking literal is the rest of the clause, and a flag in the watch says so, so that
//! binary clauses propagate without touching clause memory at all.

use crate::arena::ClauseRef;
use crate::lit::Lit;
use base::Idx;

/// A fact: the bit that marks the only other literal of a clause of two.
const BINARY: u32 = 1 << 31;

/// One entry of a watch list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    /// Another literal of the clause.
    pub blocker: Lit,
    clause: u32,
}

impl Watch {
    pub fn new(clause: ClauseRef, blocker: Lit, binary: bool) -> Watch {
        debug_assert!(clause.0 & BINARY == 0);
        Watch { blocker, clause: clause.0 | if binary { BINARY } else { 0 } }
    }

    #[inline]
    pub fn is_binary(self) -> bool {
        self.clause & BINARY != 0
    }

    #[inline]
    pub fn clause(self) -> ClauseRef {
        ClauseRef(self.clause & !BINARY)
    }
}

/// The watch lists, by the literal whose falsification they wait for.
#[derive(Debug, Default)]
pub(crate) struct Watches {
    lists: Vec<Vec<Watch>>,
    /// Literals whose lists may hold deleted clauses.
    dirty: Vec<Lit>,
}

impl Watches {
    /// Makes room for exactly `vars` variables.
    pub fn resize(&mut self, vars: usize) {
        self.lists.resize_with(2 * vars, Vec::new);
        self.dirty.retain(|l| l.index() < 2 * vars);
    }

    #[inline]
    pub fn push(&mut self, lit: Lit, watch: Watch) {
        self.lists[lit.index()].push(watch);
    }

    /// Watches the first two of `lits`.
    pub fn attach(&mut self, clause: ClauseRef, lits: &[Lit]) {
        let binary = lits.len() == 2;
        self.push(lits[0], Watch::new(clause, lits[1], binary));
        self.push(lits[1], Watch::new(clause, lits[0], binary));
    }

    /// Takes a list out to walk it; [`put_back`](Self::put_back) it afterwards.
    #[inline]
    pub fn take(&mut self, lit: Lit) -> Vec<Watch> {
        std::mem::take(&mut self.lists[lit.index()])
    }

    #[inline]
    pub fn put_back(&mut self, lit: Lit, list: Vec<Watch>) {
        debug_assert!(self.lists[lit.index()].is_empty());
        self.lists[lit.index()] = list;
    }

    pub fn list(&self, lit: Lit) -> &[Watch] {
        &self.lists[lit.index()]
    }

    /// Notes that a clause watched by `lit` will be deleted.
    pub fn mark_dirty(&mut self, lit: Lit) {
        self.dirty.push(lit);
    }

    /// Removes the watches of deleted clauses from the lists marked dirty.
    pub fn flush(&mut self, is_deleted: impl Fn(ClauseRef) -> bool) {
        self.dirty.sort_unstable();
        self.dirty.dedup();
        for lit in self.dirty.drain(..) {
            self.lists[lit.index()].retain(|w| !is_deleted(w.clause()));
        }
    }

    /// Renames every watched clause.
    pub fn rename(&mut self, mut rename: impl FnMut(ClauseRef) -> ClauseRef) {
        for w in self.lists.iter_mut().flatten() {
            let binary = w.clause & BINARY;
            w.clause = rename(w.clause()).0 | binary;
        }
    }
}
