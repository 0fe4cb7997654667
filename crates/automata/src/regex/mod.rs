//! Ground regexes as hash-consed, normalised nodes of one store.
//!
//! Two regexes that a cheap rewriting shows to be equal have the same id: unions and
//! intersections are sorted sets, concatenations lean to the right, neighbouring repetitions of
//! one body are merged, complements are pushed where that is free. Counters stay counters:
//! `r{1000,2000}` is one node.
//!
//! A literal is a right-leaning concatenation of single characters, so that its suffixes, which
//! are its derivatives, already exist and are shared.
//!
//! [`build`] has the constructors for concatenation and repetition, [`boolean`] those for union,
//! intersection and complement, [`literal`] reads words off, [`quotient`] removes known
//! beginnings and ends, [`reverse`] mirrors.

pub mod boolean;
pub mod build;
pub mod include;
pub mod literal;
pub mod print;
pub mod quotient;
pub mod reverse;

use crate::charset::CharSet;
use crate::derivative::Derivatives;
use crate::lengths::of_regex::LengthMemo;
use crate::sets::{Set, Sets};
use base::Upper::{self, AtMost, Unbounded};
use base::{Cost, FxHashMap, Idx, Lower, tunables};
use std::sync::Arc;

base::id! {
    /// A regex of a [`Regexes`] store.
    pub struct Re;
}

impl Re {
    /// The empty language.
    pub const NONE: Re = Re(0);
    /// The language of the empty word.
    pub const EPS: Re = Re(1);
    /// Every word of length 1.
    pub const ANY: Re = Re(2);
    /// Every word.
    pub const ALL: Re = Re(3);
}

/// The top of a regex.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// The empty language.
    None,
    /// The empty word.
    Eps,
    /// The words of length 1 over a non-empty set.
    Chars(Set),
    /// The first is no `Concat` itself.
    Concat(Re, Re),
    /// Two or more, sorted by id, none of them a `Union`.
    Union(Arc<[Re]>),
    /// Two or more, sorted by id, none of them an `Inter`.
    Inter(Arc<[Re]>),
    /// All words that are not in the argument.
    Comp(Re),
    /// `Loop` from 0 without upper bound.
    Star(Re),
    /// From the first to the second bound many.
    Loop(Re, u32, Upper<u32>),
}

/// What is known of a regex without looking below its top.
#[derive(Clone, Debug)]
pub struct Info {
    /// Whether the empty word is a member (exact).
    pub nullable: bool,
    /// No complement and no intersection below: then the language is empty only for
    /// [`Re::NONE`], and the length bounds that are numbers are exact.
    pub positive: bool,
    /// No member is shorter.
    pub min_len: Lower,
    /// No member is longer; without bound also if the bound is unknown or does not fit.
    pub max_len: Upper<u64>,
    /// Every non-empty member starts with one of these.
    pub first: Set,
    /// Every non-empty member ends with one of these.
    pub last: Set,
    /// A guess at the number of states of an automaton, for ordering by cost.
    pub states: Cost,
}

impl Info {
    /// Whether the bounds allow a member of length `n`.
    pub fn admits(&self, n: u64) -> bool {
        self.min_len.admits(n) && self.max_len.admits(n)
    }

    /// The length of all members, if the bounds are the same; there may be no member unless this is positive.
    pub fn only_length(&self) -> Option<u64> {
        self.min_len.number().filter(|&n| self.max_len == AtMost(n))
    }
}

/// The store of regexes.
///
/// ```
/// use automata::{CharSet, Re, Regexes};
/// let mut rs = Regexes::new();
/// let digit = rs.range('0'.into(), '9'.into());
/// let two = rs.concat(digit, digit);
/// assert_eq!(two, rs.repeat(digit, 2, Some(2)));
/// let not_two = rs.comp(two);
/// assert_eq!(rs.comp(not_two), two);
/// assert_eq!(rs.union([two, not_two]), Re::ALL);
/// ```
#[derive(Clone, Debug)]
pub struct Regexes {
    nodes: Vec<Node>,
    info: Vec<Info>,
    table: FxHashMap<Node, Re>,
    pub(crate) sets: Sets,
    pub(crate) derivatives: Derivatives,
    reversed: FxHashMap<Re, Re>,
    pub(crate) lengths: LengthMemo,
    effort: tunables::Automata,
}

impl Default for Regexes {
    fn default() -> Self {
        Regexes::new()
    }
}

impl Regexes {
    /// How much may be looked at: most of what asks the store for a regex has no budget.
    pub(crate) fn effort(&self) -> &tunables::Automata {
        &self.effort
    }

    /// Changes how much may be looked at from now on.
    pub fn set_effort(&mut self, effort: tunables::Automata) {
        self.effort = effort;
    }

    /// A store that only has the constants.
    pub fn new() -> Regexes {
        let mut rs = Regexes {
            nodes: Vec::new(),
            info: Vec::new(),
            table: FxHashMap::default(),
            sets: Sets::default(),
            derivatives: Derivatives::default(),
            reversed: FxHashMap::default(),
            lengths: LengthMemo::default(),
            effort: tunables::Automata::default(),
        };
        rs.intern(Node::None);
        rs.intern(Node::Eps);
        rs.intern(Node::Chars(Set::FULL));
        rs.intern(Node::Star(Re::ANY));
        rs
    }

    /// The top of `r`.
    pub fn node(&self, r: Re) -> &Node {
        &self.nodes[r.index()]
    }

    /// What is known of `r`.
    pub fn info(&self, r: Re) -> &Info {
        &self.info[r.index()]
    }

    /// Whether the empty word is in `r`.
    pub fn nullable(&self, r: Re) -> bool {
        self.info(r).nullable
    }

    /// How many regexes the store has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the store is empty; it never is.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The characters of an interned set.
    pub fn set(&self, set: Set) -> &CharSet {
        self.sets.get(set)
    }

    pub(crate) fn intern(&mut self, node: Node) -> Re {
        if let Some(&r) = self.table.get(&node) {
            return r;
        }
        let info = self.describe(&node);
        let r = Re::from_index(self.nodes.len());
        self.nodes.push(node.clone());
        self.info.push(info);
        self.table.insert(node, r);
        r
    }

    fn describe(&mut self, node: &Node) -> Info {
        match node {
            Node::None => Info {
                nullable: false,
                positive: true,
                min_len: Lower::Beyond,
                max_len: AtMost(0),
                first: Set::EMPTY,
                last: Set::EMPTY,
                states: Cost::new(1),
            },
            Node::Eps => {
                Info { nullable: true, min_len: Lower::AtLeast(0), ..self.describe(&Node::None) }
            }
            Node::Chars(s) => Info {
                nullable: false,
                positive: true,
                min_len: Lower::AtLeast(1),
                max_len: AtMost(1),
                first: *s,
                last: *s,
                states: Cost::new(1),
            },
            Node::Concat(a, b) => self.describe_concat(*a, *b),
            Node::Union(kids) => self.describe_union(kids),
            Node::Inter(kids) => self.describe_inter(kids),
            Node::Comp(a) => self.describe_comp(*a),
            Node::Star(a) => self.describe_loop(*a, 0, Unbounded),
            Node::Loop(a, lo, hi) => self.describe_loop(*a, *lo, *hi),
        }
    }

    fn describe_concat(&mut self, a: Re, b: Re) -> Info {
        let (x, y) = (&self.info[a.index()], &self.info[b.index()]);
        let sets = &mut self.sets;
        Info {
            nullable: x.nullable && y.nullable,
            positive: x.positive && y.positive,
            min_len: x.min_len + y.min_len,
            max_len: x.max_len + y.max_len,
            first: if x.nullable { sets.union(x.first, y.first) } else { x.first },
            last: if y.nullable { sets.union(x.last, y.last) } else { y.last },
            states: x.states + y.states,
        }
    }

    fn describe_union(&mut self, kids: &[Re]) -> Info {
        let mut all = self.describe(&Node::None);
        let (mut first, mut last) = (Vec::new(), Vec::new());
        for &kid in kids {
            let x = &self.info[kid.index()];
            all.nullable |= x.nullable;
            all.positive &= x.positive;
            all.min_len = all.min_len.min(x.min_len);
            all.max_len = all.max_len.max(x.max_len);
            all.states = all.states + x.states;
            first.push(x.first);
            last.push(x.last);
        }
        all.first = self.sets.union_all(first);
        all.last = self.sets.union_all(last);
        all
    }

    fn describe_inter(&mut self, kids: &[Re]) -> Info {
        let mut all = Info { positive: false, ..self.info(Re::ALL).clone() };
        for &kid in kids {
            let x = &self.info[kid.index()];
            all.nullable &= x.nullable;
            all.min_len = all.min_len.max(x.min_len);
            all.max_len = all.max_len.min(x.max_len);
            all.first = self.sets.intersect(all.first, x.first);
            all.last = self.sets.intersect(all.last, x.last);
            all.states = all.states * x.states;
        }
        all
    }

    fn describe_comp(&mut self, a: Re) -> Info {
        let x = self.info(a);
        Info {
            nullable: !x.nullable,
            positive: false,
            min_len: Lower::AtLeast(x.nullable.into()),
            max_len: Unbounded,
            first: Set::FULL,
            last: Set::FULL,
            states: x.states * x.states,
        }
    }

    fn describe_loop(&mut self, a: Re, lo: u32, hi: Upper<u32>) -> Info {
        let x = self.info(a);
        let copies = hi.number().unwrap_or(lo.max(1));
        Info {
            nullable: lo == 0 || x.nullable,
            positive: x.positive,
            min_len: x.min_len * lo,
            max_len: x.max_len * hi.widen(),
            first: x.first,
            last: x.last,
            states: x.states * Cost::new(copies.into()),
        }
    }
}
