//! Nodes and classes, and the questions about them.

mod check;
mod explain;
mod facts;
mod merge;
mod undo;

use self::facts::Distinct;
use self::merge::Equation;
use self::undo::{Op, Scope};
use crate::forest::Forest;
use crate::signatures::Signatures;
use crate::{Merge, Node, Reason};
use base::{FxHashMap, IdxVec};
use std::cell::RefCell;

/// A congruence closure. See the [crate's page](crate).
#[derive(Default, Debug)]
pub struct EGraph {
    nodes: IdxVec<Node, NodeData>,
    classes: IdxVec<Node, ClassData>,
    args: Vec<Node>,
    signatures: Signatures,
    forest: Forest,
    disequalities: Vec<Distinct>,
    /// The node that carries each value in use.
    constants: FxHashMap<u32, Node>,
    /// Equations in the order they became known; those before `done` are processed.
    queue: Vec<Equation>,
    done: usize,
    /// All merges in force, in order; those before `delivered` were drained.
    log: Vec<Merge>,
    delivered: usize,
    /// The nodes that got another representative by the merges in force, in order; those before `told` were drained.
    relabelled: Vec<Node>,
    told: usize,
    /// The scope in which a conflict was found, and its reasons.
    conflict: Option<(usize, Vec<Reason>)>,
    /// Advances with every merge and disequality.
    clock: u32,
    trail: Vec<Op>,
    /// Applications that left the signature table because another took their place.
    displaced: Vec<Node>,
    scopes: Vec<Scope>,
    /// Scratch of `join` and `split`, empty between calls.
    moved: Vec<Node>,
    explained: RefCell<explain::Marks>,
}

/// What is known of a node by itself.
#[derive(Debug)]
struct NodeData {
    /// The representative of the class.
    root: Node,
    /// The next member of the class, in a circle.
    next: Node,
    /// `None` for a leaf.
    symbol: Option<u32>,
    /// Where the arguments lie in `args`.
    args: (u32, u32),
    value: Option<u32>,
}

/// What is known of a class; kept at its representative.
#[derive(Debug)]
struct ClassData {
    size: u32,
    /// The member that is an interpreted constant.
    constant: Option<Node>,
    /// Applications with an argument in the class, once for each such argument.
    uses: Vec<Node>,
    /// The disequalities with one side in the class.
    distinct: Vec<u32>,
}

impl EGraph {
    /// An e-graph without nodes. Allocates nothing.
    pub fn new() -> EGraph {
        EGraph::default()
    }

    /// Adds a node that is not an application.
    pub fn add_leaf(&mut self) -> Node {
        self.add_node(None, &[])
    }

    /// Adds the application of `symbol` to `args`. It joins the class of a congruent application,
    /// if there is one, at the next [`propagate`](Self::propagate). Sharing equal nodes is left to
    /// the caller.
    pub fn add_app(&mut self, symbol: u32, args: &[Node]) -> Node {
        let n = self.add_node(Some(symbol), args);
        self.define_app(n);
        n
    }

    fn add_node(&mut self, symbol: Option<u32>, args: &[Node]) -> Node {
        let n = self.nodes.next_id();
        let start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        let args = (start, self.args.len() as u32);
        self.nodes.push(NodeData { root: n, next: n, symbol, args, value: None });
        let class = ClassData { size: 1, constant: None, uses: Vec::new(), distinct: Vec::new() };
        self.classes.push(class);
        self.signatures.add_node();
        self.forest.add_node();
        n
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The symbol of an application; `None` for a leaf.
    pub fn symbol(&self, n: Node) -> Option<u32> {
        self.nodes[n].symbol
    }

    /// The arguments of an application, as given; empty for a leaf.
    pub fn args(&self, n: Node) -> &[Node] {
        let (start, end) = self.nodes[n].args;
        &self.args[start as usize..end as usize]
    }

    /// The representative of the class of `n`.
    #[inline]
    pub fn root(&self, n: Node) -> Node {
        self.nodes[n].root
    }

    /// Whether `a` and `b` are known to be equal.
    #[inline]
    pub fn same(&self, a: Node, b: Node) -> bool {
        self.root(a) == self.root(b)
    }

    /// The value of the class of `n`, and the member that carries it.
    pub fn value(&self, n: Node) -> Option<(u32, Node)> {
        let constant = self.classes[self.root(n)].constant?;
        self.nodes[constant].value.map(|value| (value, constant))
    }

    /// The node that carries `value`, if one does.
    pub fn constant(&self, value: u32) -> Option<Node> {
        self.constants.get(&value).copied()
    }

    /// The members of the class of `n`, starting from `n`.
    pub fn class(&self, n: Node) -> impl Iterator<Item = Node> + '_ {
        let next = move |&m: &Node| Some(self.nodes[m].next).filter(|&m| m != n);
        std::iter::successors(Some(n), next)
    }

    /// How many members the class of `n` has.
    pub fn class_size(&self, n: Node) -> usize {
        self.classes[self.root(n)].size as usize
    }

    /// The representatives of all classes, in order.
    pub fn roots(&self) -> impl Iterator<Item = Node> + '_ {
        self.nodes.ids().filter(|&n| self.root(n) == n)
    }

    /// The applications with an argument in the class of `n`, once for each such argument.
    pub fn parents(&self, n: Node) -> &[Node] {
        &self.classes[self.root(n)].uses
    }

    /// Of a merge in force: the applications over the side that had no value, if the class has one
    /// now. Some may have an argument on the other side.
    pub fn newly_valued(&self, m: &Merge) -> &[Node] {
        if self.value(m.kept).is_none() {
            return &[];
        }
        let source = if self.classes[m.merged].constant.is_some() { m.kept } else { m.merged };
        &self.classes[source].uses
    }

    /// An application in the graph that equals `symbol` applied to `args`.
    pub fn find_app(&self, symbol: u32, args: &[Node]) -> Option<Node> {
        let hash = self.hash(symbol, args);
        self.signatures.find(hash, |m| self.has_signature(m, symbol, args))
    }

    /// The merges since the last call that are still in force, oldest first. A merge that is undone
    /// and done again is reported again.
    pub fn drain_merges(&mut self) -> &[Merge] {
        let start = std::mem::replace(&mut self.delivered, self.log.len());
        &self.log[start..]
    }

    /// The nodes whose representative changed by the merges since the last call that are still in force. As for
    /// [`drain_merges`](Self::drain_merges), those of a merge that is undone and done again are reported again.
    pub fn drain_relabelled(&mut self) -> &[Node] {
        let start = std::mem::replace(&mut self.told, self.relabelled.len());
        &self.relabelled[start..]
    }

    /// Of a merge in force: whether a class without a value got that of a smaller one.
    pub fn gave_value(&self, m: &Merge) -> bool {
        self.classes[m.merged].constant.is_some()
    }

    /// Of a merge in force: the nodes that those of the smaller class were known to differ from, one for each disequality.
    pub fn brought_disequalities(&self, m: &Merge) -> impl Iterator<Item = Node> + '_ {
        let root = self.root(m.merged);
        self.classes[m.merged].distinct.iter().map(move |&index| {
            let Distinct { a, b, .. } = self.disequalities[index as usize];
            if self.root(a) == root { b } else { a }
        })
    }

    /// Enters `n` into the use lists and the signature table.
    pub(crate) fn define_app(&mut self, n: Node) {
        let (start, end) = self.nodes[n].args;
        for i in start..end {
            let root = self.root(self.args[i as usize]);
            self.classes[root].uses.push(n);
        }
        self.enter_signature(n);
        self.record(Op::App(n));
    }

    /// Adds `n` to the signature table, or queues its equality with the application already there
    /// and returns false.
    pub(crate) fn enter_signature(&mut self, n: Node) -> bool {
        let Some(symbol) = self.nodes[n].symbol else { return false };
        let args = self.args(n);
        let hash = self.hash(symbol, args);
        match self.signatures.find(hash, |m| self.has_signature(m, symbol, args)) {
            Some(m) => {
                self.queue.push(Equation::congruence(n, m));
                false
            }
            None => {
                self.signatures.insert(n, hash);
                true
            }
        }
    }

    /// Fx-like mixing; the upper half of the product is the better one.
    fn hash(&self, symbol: u32, args: &[Node]) -> u32 {
        const K: u64 = 0xf135_7aea_2e62_a9c5;
        let mix = |h: u64, x: u32| (h.rotate_left(5) ^ u64::from(x)).wrapping_mul(K);
        let hash = args.iter().fold(mix(0, symbol), |h, &arg| mix(h, self.root(arg).0));
        (hash >> 32) as u32
    }

    /// Whether `m` applies `symbol` to members of the classes of `args`.
    pub(crate) fn has_signature(&self, m: Node, symbol: u32, args: &[Node]) -> bool {
        let own = self.args(m);
        self.nodes[m].symbol == Some(symbol)
            && own.len() == args.len()
            && own.iter().zip(args).all(|(&a, &b)| self.same(a, b))
    }
}
