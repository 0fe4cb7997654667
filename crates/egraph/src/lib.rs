//! Congruence closure over opaque nodes, with backtracking and explanations.
//!
//! A [`Node`] is a leaf or an application of a symbol (a number) to nodes. The caller asserts
//! equalities and disequalities, each with a [`Reason`]; [`EGraph::propagate`] closes them under
//! congruence or returns a conflict as a set of reasons. What is known can be asked at any time, and
//! explained by the reasons it rests on. Terms, sorts and theories are absent from here.
//!
//! The structure is that of Nieuwenhuis and Oliveras, *Fast congruence closure and extensions*
//! (Information and Computation 205, 2007):
//!
//! - `graph` holds the classes: a representative per node, members in a circular list, and the
//!   applications that use a class. The smaller class is always merged into the larger.
//! - `signatures` finds an application by its symbol and the classes of its arguments.
//! - `merge` takes equations from a queue and merges classes; `facts` knows which classes must differ.
//! - `forest` is the proof forest: one edge per merge. `explain` walks it.
//! - `undo` opens and closes scopes.
//!
//! **Invariants.** When the queue is empty the classes are closed under congruence. An explanation
//! cites only what was asserted before the explained fact became known: edges of the forest are
//! only ever added, so the path between two nodes is fixed from the moment they are joined. After
//! `pop` the observable state is that at the matching `push`, except that nodes and their values
//! are kept (see [`EGraph::pop`]).
//!
//! ```
//! use base::Budget;
//! use egraph::{EGraph, Reason};
//! let mut g = EGraph::new();
//! let (a, b) = (g.add_leaf(), g.add_leaf());
//! let (fa, fb) = (g.add_app(0, &[a]), g.add_app(0, &[b]));
//! g.merge(a, b, Reason(7));
//! g.propagate(&Budget::unlimited()).unwrap();
//! assert!(g.same(fa, fb));
//! let mut why = Vec::new();
//! g.explain_equal(fa, fb, &mut why);
//! assert_eq!(why, [Reason(7)]);
//! ```

mod forest;
mod graph;
mod signatures;

pub use graph::EGraph;

base::id! {
    /// A node: a leaf or an application.
    pub struct Node;
}

/// Why the caller asserted an equality or a disequality. Opaque here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reason(pub u32);

/// Why [`EGraph::propagate`] stopped before the fixpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// These assertions contradict each other; each is listed once, in increasing order.
    Conflict(Vec<Reason>),
    /// The budget ran out; a later call continues.
    Interrupted(base::Interrupted),
}

/// Two classes became one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merge {
    /// The representative of the joint class.
    pub kept: Node,
    /// The former representative of the class that was merged into it.
    pub merged: Node,
    /// The node, once in the class of `kept` or of `merged`, whose equality with `b` caused this.
    pub a: Node,
    /// The other side of that equality, from the other class.
    pub b: Node,
}
