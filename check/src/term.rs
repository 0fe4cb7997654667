//! Terms: each is stored once, and is well-sorted by construction.

use crate::error::{Result, refuse, refuse_if};
use crate::hash::Map;
use crate::words::inside;
use num_bigint::BigInt;
use std::borrow::Cow;
use std::cell::RefCell;
use std::hash::BuildHasher;
use std::num::NonZeroU32;
use std::rc::Rc;

/// The largest character of the theory of strings.
pub const MAX_CHAR: u32 = 0x2FFFF;

/// A term of a [`Store`]. The order of terms depends on their structure and names only, not on when they were read, but for
/// collisions: what a rule does must not depend on what was read before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Term {
    hash: u64,
    id: NonZeroU32,
}

impl std::hash::Hash for Term {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u32(self.id.get());
    }
}

impl Term {
    /// Whether it was made before, so that the other one is not a part of it.
    pub fn is_older(self, other: Term) -> bool {
        self.id < other.id
    }

    /// Where it is in a list of all terms.
    fn index(self) -> usize {
        self.id.get() as usize - 1
    }
}

/// A declared function of a [`Store`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fun(pub u32);

/// A sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Sort {
    Bool,
    Int,
    Str,
    Re,
    /// Bit-vectors.
    Bits(u32),
    /// Sequences, and languages of them.
    Seq(Rc<Sort>),
    RegEx(Rc<Sort>),
    Other(String),
}

/// How the arguments of an operator are sorted.
enum Arity {
    /// These.
    Fixed(&'static [Sort]),
    /// So many of this sort, or more.
    Many(Sort, usize),
    /// Two or more of one sort.
    Alike,
    /// A formula and two of one sort.
    Choice,
}

/// The operators: those without indices from a table of their names in the standard, the sorts of their arguments, and of what they give.
macro_rules! operators {
    ($($op:ident $name:literal $arity:expr => $sort:ident;)*) => {
        /// The operators of SMT-LIB.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Op {
            $($op,)*
            Int(BigInt),
            Text(Vec<u32>),
            /// At least so often, and at most.
            ReLoop(usize, Option<usize>),
            Fun(Fun),
            /// A term of a sort around what it is as one of another, and that.
            Wrap(Sort),
            Image,
            /// A function of this name for any sorts, with values of this sort.
            Any(&'static str, Sort),
        }

        impl Op {
            /// The operator of this name in the standard.
            pub fn of_name(name: &str) -> Option<Op> {
                match name {
                    $($name => Some(Op::$op),)*
                    _ => None,
                }
            }

            /// The name, without indices, the sorts of arguments, and that of the value.
            fn signature(&self) -> (&'static str, Arity, Sort) {
                use Arity::{Alike, Choice, Fixed, Many};
                use Sort::{Bool, Int, Re, Str};
                match self {
                    $(Op::$op => ($name, $arity, $sort),)*
                    Op::Int(_) => ("", Fixed(&[]), Int),
                    Op::Text(_) => ("", Fixed(&[]), Str),
                    Op::ReLoop(..) => ("re.loop", Fixed(&[Re]), Re),
                    Op::Fun(_) => ("", Fixed(&[]), Bool),
                    Op::Image => ("image", Fixed(&[]), Bool),
                    Op::Wrap(sort) => ("wrap", Fixed(&[]), sort.clone()),
                    Op::Any(name, sort) => (name, Fixed(&[]), sort.clone()),
                }
            }
        }
    };
}

operators! {
    True "true" Fixed(&[]) => Bool;
    False "false" Fixed(&[]) => Bool;
    Not "not" Fixed(&[Bool]) => Bool;
    And "and" Many(Bool, 1) => Bool;
    Or "or" Many(Bool, 1) => Bool;
    Eq "=" Alike => Bool;
    Ite "ite" Choice => Bool;
    Add "+" Many(Int, 1) => Int;
    Sub "-" Many(Int, 1) => Int;
    Mul "*" Many(Int, 1) => Int;
    Div "div" Many(Int, 2) => Int;
    Mod "mod" Fixed(&[Int, Int]) => Int;
    Ge ">=" Fixed(&[Int, Int]) => Bool;
    Concat "str.++" Many(Str, 1) => Str;
    Len "str.len" Fixed(&[Str]) => Int;
    Substr "str.substr" Fixed(&[Str, Int, Int]) => Str;
    Prefix "str.prefixof" Fixed(&[Str, Str]) => Bool;
    Suffix "str.suffixof" Fixed(&[Str, Str]) => Bool;
    Contains "str.contains" Fixed(&[Str, Str]) => Bool;
    IndexOf "str.indexof" Fixed(&[Str, Str, Int]) => Int;
    Replace "str.replace" Fixed(&[Str, Str, Str]) => Str;
    ReplaceAll "str.replace_all" Fixed(&[Str, Str, Str]) => Str;
    ReplaceRe "str.replace_re" Fixed(&[Str, Re, Str]) => Str;
    ReplaceReAll "str.replace_re_all" Fixed(&[Str, Re, Str]) => Str;
    ToCode "str.to_code" Fixed(&[Str]) => Int;
    FromCode "str.from_code" Fixed(&[Int]) => Str;
    ToInt "str.to_int" Fixed(&[Str]) => Int;
    FromInt "str.from_int" Fixed(&[Int]) => Str;
    Rev "str.rev" Fixed(&[Str]) => Str;
    Update "str.update" Fixed(&[Str, Int, Str]) => Str;
    StrLe "str.<=" Fixed(&[Str, Str]) => Bool;
    // Of these nothing is known but congruence.
    ToLower "str.to_lower" Fixed(&[Str]) => Str;
    ToUpper "str.to_upper" Fixed(&[Str]) => Str;
    IndexOfRe "str.indexof_re" Fixed(&[Str, Re, Int]) => Int;
    LastIndexOf "str.last_indexof" Fixed(&[Str, Str]) => Int;
    Count "str.count" Fixed(&[Str, Str]) => Int;
    SplitAt "str.split_at" Fixed(&[Str, Str, Int]) => Str;
    Trim "str.trim" Fixed(&[Str]) => Str;
    InRe "str.in_re" Fixed(&[Str, Re]) => Bool;
    ToRe "str.to_re" Fixed(&[Str]) => Re;
    ReNone "re.none" Fixed(&[]) => Re;
    ReAll "re.all" Fixed(&[]) => Re;
    ReAllChar "re.allchar" Fixed(&[]) => Re;
    ReConcat "re.++" Many(Re, 1) => Re;
    ReUnion "re.union" Many(Re, 1) => Re;
    ReInter "re.inter" Many(Re, 1) => Re;
    ReComp "re.comp" Fixed(&[Re]) => Re;
    ReRange "re.range" Fixed(&[Str, Str]) => Re;
    BitAnd "bits.and" Fixed(&[Int, Int]) => Int;
    BitOr "bits.or" Fixed(&[Int, Int]) => Int;
    BitXor "bits.xor" Fixed(&[Int, Int]) => Int;
    BitPower "bits.power" Fixed(&[Int, Int]) => Int;
}

impl Op {
    /// The name in the standard, with the indices.
    fn name(&self) -> Cow<'static, str> {
        Cow::from(match self {
            Op::Int(n) => n.to_string(),
            Op::ReLoop(low, Some(high)) => format!("re.loop {low} {high}"),
            Op::ReLoop(low, None) => format!("re.loop {low}"),
            _ => return self.signature().0.into(),
        })
    }
}

/// A function as it was declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// The sorts of its arguments.
    pub params: Vec<Sort>,
    /// The sort of its value.
    pub sort: Sort,
}

#[derive(Debug)]
struct Node {
    op: Op,
    args: Box<[Term]>,
    sort: Sort,
    /// Another one whose operator and arguments have this hash.
    other: Option<Term>,
}

/// All terms.
#[derive(Debug, Default)]
pub struct Store {
    nodes: Vec<Node>,
    /// The last term for each hash of an operator and arguments.
    known: Map<u64, Term>,
    funs: Vec<Declaration>,
    /// How many orders of terms were asked for, and which was the last one that each term was in.
    seen: RefCell<(u64, Vec<u64>)>,
}

/// At most so many terms: they take some 200 bytes each.
const MAX_TERMS: usize = 20_000_000;

impl Store {
    /// The operator of `t`.
    pub fn op(&self, t: Term) -> &Op {
        &self.nodes[t.index()].op
    }

    /// The arguments of `t`.
    pub fn args(&self, t: Term) -> &[Term] {
        &self.nodes[t.index()].args
    }

    /// The sort of `t`.
    pub fn sort(&self, t: Term) -> &Sort {
        &self.nodes[t.index()].sort
    }

    /// The integer that `t` is.
    pub fn int_value(&self, t: Term) -> Option<&BigInt> {
        if let Op::Int(n) = self.op(t) { Some(n) } else { None }
    }

    /// The word that `t` is.
    pub fn text_value(&self, t: Term) -> Option<&[u32]> {
        if let Op::Text(w) = self.op(t) { Some(w) } else { None }
    }

    /// The truth value that `t` is.
    pub fn bool_value(&self, t: Term) -> Option<bool> {
        let value = *self.op(t) == Op::True;
        (value || *self.op(t) == Op::False).then_some(value)
    }

    /// Whether `t` is a constant of the theories.
    pub fn is_value(&self, t: Term) -> bool {
        matches!(self.op(t), Op::True | Op::False | Op::Int(_) | Op::Text(_))
    }

    /// A new function.
    pub fn declare(&mut self, declaration: Declaration) -> Fun {
        self.funs.push(declaration);
        Fun((self.funs.len() - 1) as u32)
    }

    /// The declaration of a function.
    pub fn fun(&self, fun: Fun) -> &Declaration {
        &self.funs[fun.0 as usize]
    }

    /// The term of an operator and arguments, if their sorts fit.
    pub fn app(&mut self, op: Op, args: &[Term]) -> Result<Term> {
        let key = self.key(&op, args);
        if let Some(t) = self.lookup(key, &op, args) {
            return Ok(t);
        }
        let sort = self.sort_of(&op, args)?;
        refuse_if(self.nodes.len() >= MAX_TERMS, "too many terms")?;
        Ok(match (&op, args) {
            (Op::Not, &[a]) if matches!(self.op(a), Op::Not) => self.args(a)[0],
            (Op::Eq, &[a, b]) => self.eq(a, b),
            (Op::Sub, &[a]) if let Some(n) = self.int_value(a) => self.int(-n),
            _ => self.enter(key, op, args, sort),
        })
    }

    /// As [`app`](Self::app), where sorts are known to fit.
    pub fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        let key = self.key(&op, args);
        if let Some(t) = self.lookup(key, &op, args) {
            return t;
        }
        let sort = match &op {
            Op::Ite => self.sort(args[1]).clone(),
            Op::Fun(f) => self.fun(*f).sort.clone(),
            Op::Image => inside(self.sort(args[0])).unwrap_or(Sort::Bool),
            _ => op.signature().2,
        };
        self.enter(key, op, args, sort)
    }

    fn key(&self, op: &Op, args: &[Term]) -> u64 {
        self.known.hasher().hash_one((op, args))
    }

    /// The term that there is already.
    fn lookup(&self, key: u64, op: &Op, args: &[Term]) -> Option<Term> {
        let mut known = self.known.get(&key).copied();
        while let Some(t) = known {
            let node = &self.nodes[t.index()];
            if *node.args == *args && node.op == *op {
                break;
            }
            known = node.other;
        }
        known
    }

    fn enter(&mut self, key: u64, op: Op, args: &[Term], sort: Sort) -> Term {
        let id = NonZeroU32::MIN.saturating_add(self.nodes.len() as u32);
        let t = Term { hash: self.hash(&op, args), id };
        let other = self.known.insert(key, t);
        self.nodes.push(Node { op, args: args.into(), sort, other });
        t
    }

    /// A hash of the structure (Fowler, Noll and Vo), in which a letter of a word is one step, as is a byte of everything else.
    fn hash(&self, op: &Op, args: &[Term]) -> u64 {
        let step = |h: u64, x: u32| (h ^ u64::from(x)).wrapping_mul(0x100_0000_01b3);
        let bytes = |h: u64, of: &[u8]| of.iter().fold(h, |h, &b| step(h, b.into()));
        let start = 0xcbf2_9ce4_8422_2325;
        let head = match op {
            Op::Fun(f) => bytes(start, self.fun(*f).name.as_bytes()),
            Op::Text(word) => word.iter().fold(bytes(start, b"\""), |h, &c| step(h, c)),
            op => bytes(start, op.name().as_bytes()),
        };
        args.iter().fold(head, |h, a| bytes(h, &a.hash.to_le_bytes()))
    }

    fn sort_of(&self, op: &Op, args: &[Term]) -> Result<Sort> {
        let sorts = || args.iter().map(|&a| self.sort(a));
        let alike = |of: &[Term]| of.windows(2).all(|w| self.sort(w[0]) == self.sort(w[1]));
        let is_one = args.len() == 1;
        let (fits, sort) = match (op, op.signature()) {
            (Op::Fun(f), _) => (self.fun(*f).params.iter().eq(sorts()), self.fun(*f).sort.clone()),
            (Op::Wrap(sort), _) => (is_one && inside(sort).iter().eq(sorts()), sort.clone()),
            (Op::Any(_, sort), _) => (true, sort.clone()),
            (Op::Image, _) => {
                let inner = sorts().next().and_then(inside);
                (is_one && inner.is_some(), inner.unwrap_or(Sort::Bool))
            }
            (_, (_, Arity::Fixed(params), sort)) => (params.iter().eq(sorts()), sort),
            (_, (_, Arity::Many(of, least), sort)) => {
                (args.len() >= least && sorts().all(|s| *s == of), sort)
            }
            (_, (_, Arity::Alike, sort)) => (args.len() > 1 && alike(args), sort),
            (_, (_, Arity::Choice, _)) => match *args {
                [c, a, b] => (*self.sort(c) == Sort::Bool && alike(&[a, b]), self.sort(a).clone()),
                _ => (false, Sort::Bool),
            },
        };
        if fits { Ok(sort) } else { refuse(format!("the sorts of arguments do not fit: {op:?}")) }
    }

    /// A truth value.
    pub fn bool(&mut self, b: bool) -> Term {
        self.mk(if b { Op::True } else { Op::False }, &[])
    }

    /// An integer.
    pub fn int(&mut self, n: impl Into<BigInt>) -> Term {
        self.mk(Op::Int(n.into()), &[])
    }

    /// A word.
    pub fn text(&mut self, w: &[u32]) -> Term {
        self.mk(Op::Text(w.to_vec()), &[])
    }

    /// The negation, without a double one.
    pub fn not(&mut self, t: Term) -> Term {
        match self.op(t) {
            Op::Not => self.args(t)[0],
            Op::True => self.bool(false),
            Op::False => self.bool(true),
            _ => self.mk(Op::Not, &[t]),
        }
    }

    /// What a literal is about, and whether it is not negated.
    pub fn atom(&self, t: Term) -> (Term, bool) {
        if matches!(self.op(t), Op::Not) { (self.args(t)[0], false) } else { (t, true) }
    }

    /// An equation, its sides in the order of their numbers.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Eq, &[a.min(b), a.max(b)])
    }

    /// Whether `part` is `whole` or in it. Parts are made before.
    pub fn occurs(&self, part: Term, whole: Term) -> bool {
        self.order_above(&[whole], |t| t.is_older(part)).contains(&part)
    }

    /// All terms below `roots`, each once, arguments first.
    pub fn post_order(&self, roots: &[Term]) -> Vec<Term> {
        self.order_above(roots, |_| false)
    }

    /// The same, without what is below leaves.
    pub fn order_above(&self, roots: &[Term], is_leaf: impl Fn(Term) -> bool) -> Vec<Term> {
        let (count, mut last) = self.seen.take();
        last.resize(self.nodes.len(), 0);
        let mut order = Vec::new();
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
        while let Some((t, is_ready)) = stack.pop() {
            if is_ready {
                order.push(t);
            } else if std::mem::replace(&mut last[t.index()], count + 1) <= count {
                stack.push((t, true));
                let args = if is_leaf(t) { &[] } else { self.args(t) };
                stack.extend(args.iter().rev().map(|&a| (a, false)));
            }
        }
        self.seen.replace((count + 1, last));
        order
    }
}
