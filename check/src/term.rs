//! Terms: each is stored once, and is well-sorted by construction.

use crate::error::{Refusal, refuse};
use crate::hash::Map;
use crate::words::inside;
use num_bigint::BigInt;
use std::rc::Rc;

/// The largest character of the theory of strings.
pub const MAX_CHAR: u32 = 0x2FFFF;

/// A term of a [`Store`]. The order of terms depends on their structure and names only, not on when they were read, but for
/// collisions: what a rule does must not depend on what was read before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Term {
    hash: u64,
    id: u32,
}

impl std::hash::Hash for Term {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u32(self.id);
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

/// The operators of SMT-LIB, by their names there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Op {
    True,
    False,
    Not,
    And,
    Or,
    Implies,
    Xor,
    Eq,
    Distinct,
    Ite,
    Int(BigInt),
    Add,
    Sub,
    Neg,
    Mul,
    Div,
    Mod,
    Abs,
    Ge,
    Gt,
    Le,
    Lt,
    Divisible(BigInt),
    Text(Vec<u32>),
    Concat,
    Len,
    At,
    Substr,
    Prefix,
    Suffix,
    Contains,
    IndexOf,
    Replace,
    ReplaceAll,
    ReplaceRe,
    ReplaceReAll,
    IsDigit,
    ToCode,
    FromCode,
    ToInt,
    FromInt,
    Rev,
    Update,
    StrLt,
    StrLe,
    InRe,
    ToRe,
    ReNone,
    ReAll,
    ReAllChar,
    ReConcat,
    ReUnion,
    ReInter,
    ReStar,
    ReComp,
    ReDiff,
    RePlus,
    ReOpt,
    ReRange,
    ReLoop(usize, usize),
    Fun(Fun),
    /// Two's complements, and powers of two.
    BitAnd,
    BitOr,
    BitXor,
    BitPower,
    /// A term of a sort around what it is as one of another, and that.
    Wrap(Sort),
    Image,
    /// A function of this name for any sorts, with values of this sort.
    Any(&'static str, Sort),
}

/// How the arguments of an operator are sorted.
enum Arity {
    /// These.
    Fixed(&'static [Sort]),
    /// One or more of this sort.
    Many(Sort),
    /// Two or more of one sort.
    Alike,
    /// A formula and two of one sort.
    Choice,
}

/// The operators without indices by their names in the standard.
const NAMES: &[(&str, Op)] = &[
    ("true", Op::True),
    ("false", Op::False),
    ("not", Op::Not),
    ("and", Op::And),
    ("or", Op::Or),
    ("=>", Op::Implies),
    ("xor", Op::Xor),
    ("=", Op::Eq),
    ("distinct", Op::Distinct),
    ("ite", Op::Ite),
    ("+", Op::Add),
    ("-", Op::Sub),
    ("*", Op::Mul),
    ("div", Op::Div),
    ("mod", Op::Mod),
    ("abs", Op::Abs),
    (">=", Op::Ge),
    (">", Op::Gt),
    ("<=", Op::Le),
    ("<", Op::Lt),
    ("str.++", Op::Concat),
    ("str.len", Op::Len),
    ("str.at", Op::At),
    ("str.substr", Op::Substr),
    ("str.prefixof", Op::Prefix),
    ("str.suffixof", Op::Suffix),
    ("str.contains", Op::Contains),
    ("str.indexof", Op::IndexOf),
    ("str.replace", Op::Replace),
    ("str.replace_all", Op::ReplaceAll),
    ("str.replace_re", Op::ReplaceRe),
    ("str.replace_re_all", Op::ReplaceReAll),
    ("str.is_digit", Op::IsDigit),
    ("str.to_code", Op::ToCode),
    ("str.from_code", Op::FromCode),
    ("str.to_int", Op::ToInt),
    ("str.from_int", Op::FromInt),
    ("str.rev", Op::Rev),
    ("str.update", Op::Update),
    ("str.<", Op::StrLt),
    ("str.<=", Op::StrLe),
    ("str.in_re", Op::InRe),
    ("str.to_re", Op::ToRe),
    ("re.none", Op::ReNone),
    ("re.all", Op::ReAll),
    ("re.allchar", Op::ReAllChar),
    ("re.++", Op::ReConcat),
    ("re.union", Op::ReUnion),
    ("re.inter", Op::ReInter),
    ("re.*", Op::ReStar),
    ("re.comp", Op::ReComp),
    ("re.diff", Op::ReDiff),
    ("re.+", Op::RePlus),
    ("re.opt", Op::ReOpt),
    ("re.range", Op::ReRange),
    ("bits.and", Op::BitAnd),
    ("bits.or", Op::BitOr),
    ("bits.xor", Op::BitXor),
    ("bits.power", Op::BitPower),
];

/// Names of older versions of the standard and of other solvers.
const OLD_NAMES: &[(&str, Op)] = &[
    ("implies", Op::Implies),
    ("iff", Op::Eq),
    ("str.replaceall", Op::ReplaceAll),
    ("str.replace-all", Op::ReplaceAll),
    ("str.replace-re", Op::ReplaceRe),
    ("str.replace-re-all", Op::ReplaceReAll),
    ("str.is-digit", Op::IsDigit),
    ("str.to-code", Op::ToCode),
    ("str.code", Op::ToCode),
    ("str.from-code", Op::FromCode),
    ("str.to.int", Op::ToInt),
    ("str.to-int", Op::ToInt),
    ("int.to.str", Op::FromInt),
    ("str.from-int", Op::FromInt),
    ("str.in.re", Op::InRe),
    ("str.in-re", Op::InRe),
    ("str.to.re", Op::ToRe),
    ("str.to-re", Op::ToRe),
    ("re.nostr", Op::ReNone),
    ("re.intersect", Op::ReInter),
    ("re.complement", Op::ReComp),
];

impl Op {
    /// The operator of this name, as the standard or an older one has it; `-` is that with several arguments.
    pub fn of_name(name: &str) -> Option<Op> {
        NAMES.iter().chain(OLD_NAMES).find(|(n, _)| *n == name).map(|(_, op)| op.clone())
    }

    /// The name in the standard, with the indices.
    fn name(&self) -> String {
        match self {
            Op::Int(n) => n.to_string(),
            // Digit by digit: a text for each letter would be most of the work for long words.
            Op::Text(word) => word.iter().fold(String::from("\""), |mut text, c| {
                text.push(' ');
                let digits = c.checked_ilog10().unwrap_or(0);
                let letter = |i| char::from(b'0' + (c / 10_u32.pow(i) % 10) as u8);
                text.extend((0..=digits).rev().map(letter));
                text
            }),
            Op::Neg => "-".to_owned(),
            Op::Wrap(_) => "wrap".to_owned(),
            Op::Image => "image".to_owned(),
            Op::Any(name, _) => (*name).to_owned(),
            Op::Divisible(n) => format!("divisible {n}"),
            Op::ReLoop(low, high) => format!("re.loop {low} {high}"),
            _ => NAMES.iter().find(|(_, op)| op == self).map_or("", |(n, _)| n).to_owned(),
        }
    }

    fn arity(&self) -> Arity {
        use Arity::{Alike, Choice, Fixed, Many};
        use Sort::{Bool, Int, Re, Str};
        match self {
            Op::True | Op::False | Op::Int(_) | Op::Text(_) => Fixed(&[]),
            Op::ReNone | Op::ReAll | Op::ReAllChar => Fixed(&[]),
            Op::Not => Fixed(&[Bool]),
            Op::And | Op::Or | Op::Implies | Op::Xor => Many(Bool),
            Op::Eq | Op::Distinct => Alike,
            Op::Ite => Choice,
            Op::Add | Op::Sub | Op::Mul | Op::Div => Many(Int),
            Op::Ge | Op::Gt | Op::Le | Op::Lt => Many(Int),
            Op::Neg | Op::Abs | Op::Divisible(_) | Op::FromCode | Op::FromInt => Fixed(&[Int]),
            Op::Mod | Op::BitAnd | Op::BitOr | Op::BitXor | Op::BitPower => Fixed(&[Int, Int]),
            Op::Concat | Op::StrLt | Op::StrLe => Many(Str),
            Op::Len | Op::IsDigit | Op::ToCode | Op::ToInt | Op::ToRe | Op::Rev => Fixed(&[Str]),
            Op::At => Fixed(&[Str, Int]),
            Op::Substr => Fixed(&[Str, Int, Int]),
            Op::Update => Fixed(&[Str, Int, Str]),
            Op::Prefix | Op::Suffix | Op::Contains | Op::ReRange => Fixed(&[Str, Str]),
            Op::IndexOf => Fixed(&[Str, Str, Int]),
            Op::Replace | Op::ReplaceAll => Fixed(&[Str, Str, Str]),
            Op::ReplaceRe | Op::ReplaceReAll => Fixed(&[Str, Re, Str]),
            Op::InRe => Fixed(&[Str, Re]),
            Op::ReConcat | Op::ReUnion | Op::ReInter | Op::ReDiff => Many(Re),
            Op::ReStar | Op::ReComp | Op::RePlus | Op::ReOpt => Fixed(&[Re]),
            Op::ReLoop(..) => Fixed(&[Re]),
            Op::Fun(_) | Op::Wrap(_) | Op::Image | Op::Any(..) => Fixed(&[]),
        }
    }

    fn result(&self) -> Sort {
        match self {
            Op::Int(_) | Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::Div | Op::Mod | Op::Abs => {
                Sort::Int
            }
            Op::Len | Op::IndexOf | Op::ToCode | Op::ToInt => Sort::Int,
            Op::BitAnd | Op::BitOr | Op::BitXor | Op::BitPower => Sort::Int,
            Op::Text(_) | Op::Concat | Op::At | Op::Substr | Op::Replace | Op::ReplaceAll => {
                Sort::Str
            }
            Op::ReplaceRe | Op::ReplaceReAll | Op::FromCode | Op::FromInt => Sort::Str,
            Op::Rev | Op::Update => Sort::Str,
            Op::ToRe | Op::ReNone | Op::ReAll | Op::ReAllChar | Op::ReConcat | Op::ReUnion => {
                Sort::Re
            }
            Op::ReInter | Op::ReStar | Op::ReComp | Op::ReDiff | Op::RePlus | Op::ReOpt => Sort::Re,
            Op::ReRange | Op::ReLoop(..) => Sort::Re,
            Op::Wrap(sort) | Op::Any(_, sort) => sort.clone(),
            _ => Sort::Bool,
        }
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
}

/// All terms.
#[derive(Debug, Default)]
pub struct Store {
    nodes: Vec<Node>,
    known: Map<(Op, Box<[Term]>), Term>,
    funs: Vec<Declaration>,
}

/// At most so many terms: they take some 200 bytes each.
const MAX_TERMS: usize = 20_000_000;

impl Store {
    /// The operator of `t`.
    pub fn op(&self, t: Term) -> &Op {
        &self.nodes[t.id as usize].op
    }

    /// The arguments of `t`.
    pub fn args(&self, t: Term) -> &[Term] {
        &self.nodes[t.id as usize].args
    }

    /// The sort of `t`.
    pub fn sort(&self, t: Term) -> &Sort {
        &self.nodes[t.id as usize].sort
    }

    /// The integer that `t` is.
    pub fn int_value(&self, t: Term) -> Option<&BigInt> {
        match self.op(t) {
            Op::Int(n) => Some(n),
            _ => None,
        }
    }

    /// The word that `t` is.
    pub fn text_value(&self, t: Term) -> Option<&[u32]> {
        match self.op(t) {
            Op::Text(w) => Some(w),
            _ => None,
        }
    }

    /// The truth value that `t` is.
    pub fn bool_value(&self, t: Term) -> Option<bool> {
        match self.op(t) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
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
    pub fn app(&mut self, op: Op, args: &[Term]) -> Result<Term, Refusal> {
        let op = if op == Op::Sub && args.len() == 1 { Op::Neg } else { op };
        let sort = self.sort_of(&op, args)?;
        if self.nodes.len() >= MAX_TERMS {
            return refuse("too many terms");
        }
        if let (Op::Neg, [Some(n)]) =
            (&op, args.iter().map(|&a| self.int_value(a)).collect::<Vec<_>>().as_slice())
        {
            let n = -(*n).clone();
            return Ok(self.intern(Op::Int(n), &[], Sort::Int));
        }
        Ok(self.intern(op, args, sort))
    }

    /// As [`app`](Self::app), where sorts are known to fit.
    pub fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        let sort = match &op {
            Op::Ite => self.sort(args[1]).clone(),
            Op::Fun(f) => self.fun(*f).sort.clone(),
            Op::Image => inside(self.sort(args[0])).unwrap_or(Sort::Bool),
            _ => op.result(),
        };
        self.intern(op, args, sort)
    }

    fn intern(&mut self, op: Op, args: &[Term], sort: Sort) -> Term {
        let key = (op, Box::from(args));
        if let Some(&t) = self.known.get(&key) {
            return t;
        }
        let t = Term { hash: self.hash(&key.0, args), id: self.nodes.len() as u32 };
        self.nodes.push(Node { op: key.0.clone(), args: key.1.clone(), sort });
        self.known.insert(key, t);
        t
    }

    /// A hash of the structure (Fowler, Noll and Vo).
    fn hash(&self, op: &Op, args: &[Term]) -> u64 {
        let head = match op {
            Op::Fun(f) => self.fun(*f).name.clone(),
            op => op.name(),
        };
        let bytes = head.bytes().chain(args.iter().flat_map(|a| a.hash.to_le_bytes()));
        bytes.fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
    }

    fn sort_of(&self, op: &Op, args: &[Term]) -> Result<Sort, Refusal> {
        let sorts: Vec<&Sort> = args.iter().map(|&a| self.sort(a)).collect();
        if let Op::Fun(f) = op {
            let declared = self.fun(*f);
            let fits = declared.params.iter().collect::<Vec<_>>() == sorts;
            return if fits {
                Ok(declared.sort.clone())
            } else {
                refuse("the sorts of arguments do not fit")
            };
        }
        if matches!(op, Op::Wrap(_) | Op::Image | Op::Any(..)) {
            let inner = sorts.first().and_then(|&s| inside(s));
            return match (op, sorts.as_slice()) {
                (Op::Wrap(sort), &[s]) if inside(sort).as_ref() == Some(s) => Ok(sort.clone()),
                (Op::Any(_, sort), _) => Ok(sort.clone()),
                (Op::Image, &[_]) => inner.ok_or_else(|| Refusal::new("nothing is inside")),
                _ => refuse("the sorts of arguments do not fit"),
            };
        }
        let alike = |sorts: &[&Sort]| sorts.windows(2).all(|w| w[0] == w[1]);
        let fits = match op.arity() {
            Arity::Fixed(params) => params.iter().collect::<Vec<_>>() == sorts,
            Arity::Many(sort) => !sorts.is_empty() && sorts.iter().all(|&s| *s == sort),
            Arity::Alike => sorts.len() > 1 && alike(&sorts),
            Arity::Choice => sorts.len() == 3 && *sorts[0] == Sort::Bool && alike(&sorts[1..]),
        };
        if !fits {
            return refuse(format!("the sorts of arguments do not fit: {op:?}"));
        }
        Ok(if *op == Op::Ite { sorts[1].clone() } else { op.result() })
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

    /// An equation, its sides in the order of their numbers.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Eq, &[a.min(b), a.max(b)])
    }

    /// All terms below `roots`, each once, arguments first.
    pub fn post_order(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen = crate::hash::Set::default();
        let mut order = Vec::new();
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
        while let Some((t, ready)) = stack.pop() {
            if ready {
                order.push(t);
            } else if seen.insert(t) {
                stack.push((t, true));
                stack.extend(self.args(t).iter().rev().map(|&a| (a, false)));
            }
        }
        order
    }
}
