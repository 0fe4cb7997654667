//! Ground regexes of the evaluator, and matching by sets of positions.
//!
//! A regex term whose leaves have values becomes a node of the arena here ([`Regexes`]); the
//! matcher ([`matcher`]) computes, for a word and a set of start positions, the set of positions
//! where a match may end; [`find`] builds leftmost and shortest matches from it.
//!
//! Nothing is shared with the automata crate: what judges its answers must not have its bugs. Since
//! a judge meets each regex with one word only, no automaton is built in advance. Where sets of
//! positions turn out to be slow, [`scan`] computes an image in one pass, by an automaton whose
//! states are made on the way ([`lazy`], from derivatives, [`mod@derive`]).

pub mod class;
mod derive;
pub mod find;
mod lazy;
mod leaves;
pub mod matcher;
pub mod posset;
mod scan;
mod to_term;

use crate::op::Op;
use crate::store::Term;
use crate::value::Word;
use base::Lower::{self, AtLeast};
use base::{Idx, IdxVec, IndexSet};
use class::Class;
use std::ops::Add;

base::id! {
    /// A regex of a [`Regexes`] arena.
    pub struct RegexId;
}

/// A regex; arguments are older than the node that uses them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// The empty language.
    None,
    /// The empty word.
    Eps,
    /// All words.
    All,
    /// One character of a non-empty set.
    Class(Class),
    /// A word of two or more characters.
    Lit(Word),
    /// Concatenation of two or more.
    Concat(Box<[RegexId]>),
    /// Union of two or more.
    Union(Box<[RegexId]>),
    /// Intersection of two or more.
    Inter(Box<[RegexId]>),
    /// The first without any of the others.
    Diff(Box<[RegexId]>),
    /// Complement.
    Comp(RegexId),
    /// At least so many times, at most so many times (without bound if `None`). The lower bound is
    /// 0 if the argument contains the empty word.
    Repeat(RegexId, u32, Option<u32>),
}

#[derive(Clone, Copy, Debug)]
struct Info {
    /// No member is shorter; 0 exactly if the empty word is a member.
    min_len: Lower,
    /// Whether more than one node has this as an argument.
    shared: bool,
    used: bool,
    /// A term without declared symbols that denotes this regex.
    origin: Option<Term>,
}

/// The arena: equal nodes have equal ids.
#[derive(Debug, Default)]
pub struct Regexes {
    nodes: IndexSet<Node>,
    info: IdxVec<RegexId, Info>,
}

impl Regexes {
    /// The node of `r`.
    pub fn node(&self, r: RegexId) -> &Node {
        &self.nodes.items()[r.index()]
    }

    /// Whether the empty word is in `r`.
    pub fn nullable(&self, r: RegexId) -> bool {
        self.info[r].min_len == AtLeast(0)
    }

    /// No word of `r` is shorter.
    pub fn min_len(&self, r: RegexId) -> Lower {
        self.info[r].min_len
    }

    /// Whether `r` is an argument more than once, so that results for it are worth keeping.
    pub fn shared(&self, r: RegexId) -> bool {
        self.info[r].shared
    }

    /// A term without declared symbols that denotes `r`, if one was met.
    pub fn origin(&self, r: RegexId) -> Option<Term> {
        self.info[r].origin
    }

    /// Records that the ground term `t` denotes `r`.
    pub fn set_origin(&mut self, r: RegexId, t: Term) {
        self.info[r].origin.get_or_insert(t);
    }

    fn add(&mut self, node: Node) -> RegexId {
        let (i, new) = self.nodes.insert(node);
        let r = RegexId(i);
        if new {
            let min_len = self.shortest(self.node(r));
            self.info.push(Info { min_len, shared: false, used: false, origin: None });
            let args: Vec<RegexId> = self.args(r).into();
            for a in args {
                let info = &mut self.info[a];
                info.shared |= info.used;
                info.used = true;
            }
        }
        r
    }

    /// The arguments of `r`.
    pub fn args(&self, r: RegexId) -> &[RegexId] {
        match self.node(r) {
            Node::Concat(rs) | Node::Union(rs) | Node::Inter(rs) | Node::Diff(rs) => rs,
            Node::Comp(x) | Node::Repeat(x, ..) => std::slice::from_ref(x),
            _ => &[],
        }
    }

    /// A lower bound of the length of all members; 0 only if the empty word is a member.
    fn shortest(&self, node: &Node) -> Lower {
        let min_len = |r: &RegexId| self.min_len(*r);
        match node {
            Node::None => Lower::Beyond,
            Node::Eps | Node::All => AtLeast(0),
            Node::Class(_) => AtLeast(1),
            Node::Lit(w) => AtLeast(w.len() as u64),
            Node::Concat(rs) => rs.iter().map(min_len).fold(AtLeast(0), Lower::add),
            Node::Union(rs) => rs.iter().map(min_len).min().unwrap_or(Lower::Beyond),
            Node::Inter(rs) => rs.iter().map(min_len).max().unwrap_or(AtLeast(0)),
            Node::Diff(rs) => {
                let lost = rs[1..].iter().any(|&r| self.nullable(r));
                min_len(&rs[0]).max(AtLeast(lost.into()))
            }
            Node::Comp(r) => AtLeast(self.nullable(*r).into()),
            Node::Repeat(r, lo, _) => min_len(r) * *lo,
        }
    }

    /// The empty language.
    pub fn none(&mut self) -> RegexId {
        self.add(Node::None)
    }

    /// The empty word.
    pub fn eps(&mut self) -> RegexId {
        self.add(Node::Eps)
    }

    /// All words.
    pub fn all(&mut self) -> RegexId {
        self.add(Node::All)
    }

    /// One character of `class`.
    pub fn class(&mut self, class: Class) -> RegexId {
        self.add(if class.is_empty() { Node::None } else { Node::Class(class) })
    }

    /// The word `w`.
    pub fn lit(&mut self, w: Word) -> RegexId {
        match *w {
            [] => self.eps(),
            [c] => self.class(Class::range(c, c)),
            _ => self.add(Node::Lit(w)),
        }
    }

    /// `re.range`.
    pub fn range(&mut self, lo: &[u32], hi: &[u32]) -> RegexId {
        match (lo, hi) {
            (&[lo], &[hi]) => self.class(Class::range(lo, hi)),
            _ => self.none(),
        }
    }

    /// Concatenation.
    pub fn concat(&mut self, rs: &[RegexId]) -> RegexId {
        if rs.iter().any(|&r| *self.node(r) == Node::None) {
            return self.none();
        }
        let rs: Vec<RegexId> = rs.iter().copied().filter(|&r| *self.node(r) != Node::Eps).collect();
        match rs[..] {
            [] => self.eps(),
            [r] => r,
            _ => self.add(Node::Concat(rs.into())),
        }
    }

    /// Union. Single characters are merged into one set.
    pub fn union(&mut self, rs: &[RegexId]) -> RegexId {
        if rs.iter().any(|&r| *self.node(r) == Node::All) {
            return self.all();
        }
        let (classes, mut rest) = self.split_classes(rs);
        if !classes.is_empty() {
            rest.push(self.class(Class::union(&classes)));
        }
        rest.retain(|&r| *self.node(r) != Node::None);
        base::order::sort(&mut rest);
        rest.dedup();
        match rest[..] {
            [] => self.none(),
            [r] => r,
            _ => self.add(Node::Union(rest.into())),
        }
    }

    /// Intersection. `(re.inter re.allchar (re.comp ..))` is how character sets are often written,
    /// so complements of character sets are folded into a character set.
    pub fn inter(&mut self, rs: &[RegexId]) -> RegexId {
        let (classes, mut rest) = self.split_classes(rs);
        if let Some((first, more)) = classes.split_first() {
            let mut class = more.iter().fold(first.clone(), |a, b| a.intersection(b));
            rest.retain(|&r| match self.complemented_class(r) {
                Some(c) => {
                    class = class.intersection(&c.complement());
                    false
                }
                None => true,
            });
            rest.push(self.class(class));
        }
        if rest.iter().any(|&r| *self.node(r) == Node::None) {
            return self.none();
        }
        rest.retain(|&r| *self.node(r) != Node::All);
        base::order::sort(&mut rest);
        rest.dedup();
        match rest[..] {
            [] => self.all(),
            [r] => r,
            _ => self.add(Node::Inter(rest.into())),
        }
    }

    /// The first without the others.
    pub fn diff(&mut self, rs: &[RegexId]) -> RegexId {
        match *rs {
            [] => self.none(),
            [r] => r,
            [r, ref others @ ..] => {
                if let Node::Class(_) = self.node(r) {
                    let mut args: Vec<RegexId> = others.iter().map(|&o| self.comp(o)).collect();
                    args.push(r);
                    return self.inter(&args);
                }
                self.add(Node::Diff(rs.into()))
            }
        }
    }

    /// Complement.
    pub fn comp(&mut self, r: RegexId) -> RegexId {
        match *self.node(r) {
            Node::None => self.all(),
            Node::All => self.none(),
            Node::Comp(inner) => inner,
            _ => self.add(Node::Comp(r)),
        }
    }

    /// `lo` to `hi` times `r`.
    pub fn repeat(&mut self, r: RegexId, lo: u32, hi: Option<u32>) -> RegexId {
        if hi.is_some_and(|hi| hi < lo) {
            return self.none();
        }
        if hi == Some(0) {
            return self.eps();
        }
        let lo = if self.nullable(r) { 0 } else { lo };
        match self.node(r) {
            Node::None if lo > 0 => r,
            Node::None | Node::Eps => self.eps(),
            Node::All | Node::Repeat(_, 0, None) => r,
            Node::Class(c) if c.is_full() && lo == 0 && hi.is_none() => self.all(),
            _ if (lo, hi) == (1, Some(1)) => r,
            _ => self.add(Node::Repeat(r, lo, hi)),
        }
    }

    /// `op`, an operator with regex arguments only, applied to `rs`.
    pub fn apply(&mut self, op: Op, rs: &[RegexId]) -> Option<RegexId> {
        Some(match (op, rs) {
            (Op::ReNone, _) => self.none(),
            (Op::ReAll, _) => self.all(),
            (Op::ReAllChar, _) => self.class(Class::full()),
            (Op::ReConcat, _) => self.concat(rs),
            (Op::ReUnion, _) => self.union(rs),
            (Op::ReInter, _) => self.inter(rs),
            (Op::ReDiff, _) => self.diff(rs),
            (Op::ReComp, &[r]) => self.comp(r),
            (Op::ReStar, &[r]) => self.repeat(r, 0, None),
            (Op::RePlus, &[r]) => self.repeat(r, 1, None),
            (Op::ReOpt, &[r]) => self.repeat(r, 0, Some(1)),
            (Op::RePower(n), &[r]) => self.repeat(r, n, Some(n)),
            (Op::ReLoop(lo, hi), &[r]) => self.repeat(r, lo, Some(hi)),
            _ => return None,
        })
    }

    /// The node of `r` with its arguments mapped by `f`, which maps older ids.
    fn rebuild(&mut self, r: RegexId, f: impl Fn(RegexId) -> RegexId) -> RegexId {
        let args: Vec<RegexId> = self.args(r).iter().map(|&a| f(a)).collect();
        match *self.node(r) {
            Node::Concat(_) => self.concat(&args),
            Node::Union(_) => self.union(&args),
            Node::Inter(_) => self.inter(&args),
            Node::Diff(_) => self.diff(&args),
            Node::Comp(_) => self.comp(args[0]),
            Node::Repeat(_, lo, hi) => self.repeat(args[0], lo, hi),
            _ => r,
        }
    }

    /// All nodes below `r` and itself, arguments first.
    fn post_order(&self, r: RegexId) -> Vec<RegexId> {
        let mut seen = base::FxHashSet::default();
        let mut stack = vec![r];
        while let Some(r) = stack.pop() {
            if seen.insert(r) {
                stack.extend_from_slice(self.args(r));
            }
        }
        let mut order: Vec<RegexId> = seen.into_iter().collect();
        base::order::sort(&mut order);
        order
    }

    fn split_classes(&self, rs: &[RegexId]) -> (Vec<Class>, Vec<RegexId>) {
        let mut classes = Vec::new();
        let mut rest = Vec::with_capacity(rs.len());
        for &r in rs {
            match self.node(r) {
                Node::Class(c) => classes.push(c.clone()),
                _ => rest.push(r),
            }
        }
        (classes, rest)
    }

    fn complemented_class(&self, r: RegexId) -> Option<Class> {
        match self.node(r) {
            Node::Comp(x) => match self.node(*x) {
                Node::Class(c) => Some(c.clone()),
                _ => None,
            },
            _ => None,
        }
    }
}
