//! Terms: each is stored once, and is well-sorted by construction.

use crate::base::*;
use crate::norm::Forms;
use crate::regex::{Regex, Regexes};
use std::hash::BuildHasher;
use std::num::NonZeroU32;
use std::rc::Rc;
use std::sync::OnceLock;

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

/// A sort.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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

impl Sort {
    /// What a term of this sort is inside; none if it is not wrapped.
    pub fn inside(&self) -> Option<Sort> {
        Some(match self {
            Sort::Bits(_) => Sort::Int,
            Sort::Seq(_) => Sort::Str,
            Sort::RegEx(_) => Sort::Re,
            _ => return None,
        })
    }

    /// The sort of this name in the standard.
    pub fn named(name: &str) -> Option<Sort> {
        Some(match name {
            "Bool" => Sort::Bool,
            "Int" => Sort::Int,
            "String" => Sort::Str,
            "RegLan" => Sort::Re,
            _ => return None,
        })
    }
}

/// What a term is made with.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A function of the table of operators.
    Std(&'static str),
    /// A number.
    Int(BigInt),
    /// A word.
    Text(Vec<u32>),
    /// A ground language in normal form.
    Lang(Regex),
    /// At least so often, and at most.
    ReLoop(usize, Option<usize>),
    /// A declared function.
    Fun(Rc<Declaration>),
    /// A term of a sort around what it is as one of another.
    Wrap(Sort),
    /// What a term is inside.
    Image,
    /// A function of this name for any sorts, with values of this sort.
    Any(&'static str, Sort),
}

impl From<&'static str> for Op {
    fn from(name: &'static str) -> Op {
        Op::Std(name)
    }
}

/// A row of the table of operators: the name of a function, the sorts of its arguments, and that of its value.
fn signature(name: &str) -> Option<&'static [&'static str]> {
    static TABLE: OnceLock<Map<&str, Vec<&str>>> = OnceLock::new();
    let read = || {
        let lines = include_str!("../operators.txt").lines().filter(|l| !l.starts_with(';'));
        let rows = lines.map(|l| l.split(' ').collect::<Vec<_>>());
        rows.map(|row| (row[0], row)).collect()
    };
    TABLE.get_or_init(read).get(name).map(Vec::as_slice)
}

impl Op {
    /// The operator of this name in the standard.
    pub fn of_name(name: &str) -> Option<Op> {
        signature(name).map(|row| Op::Std(row[0]))
    }

    /// The name of the function, without indices; none of what has a value or is declared.
    pub fn head(&self) -> &'static str {
        match self {
            Op::Std(name) | Op::Any(name, _) => name,
            Op::ReLoop(..) => "re.loop",
            Op::Wrap(_) => "wrap",
            Op::Image => "image",
            Op::Int(_) | Op::Text(_) | Op::Lang(_) | Op::Fun(_) => "",
        }
    }

    /// The integer that it is.
    pub fn number(&self) -> Option<&BigInt> {
        if let Op::Int(n) = self { Some(n) } else { None }
    }

    /// The word that it is.
    pub fn text(&self) -> Option<&[u32]> {
        if let Op::Text(w) = self { Some(w) } else { None }
    }

    /// A truth value.
    pub fn truth(b: bool) -> Op {
        Op::Std(if b { "true" } else { "false" })
    }
}

/// A function as it was declared.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Declaration {
    /// How many were declared before.
    number: usize,
    name: String,
    /// The sorts of its arguments.
    pub params: Vec<Sort>,
    sort: Sort,
}

#[derive(Debug)]
struct Node {
    op: Op,
    args: Rc<[Term]>,
    sort: Sort,
}

/// All terms, and what is known of them.
#[derive(Debug, Default)]
pub struct Store {
    nodes: Vec<Node>,
    /// The terms by hashes of an operator and arguments, or by one of the next numbers.
    known: Map<u64, Term>,
    funs: usize,
    /// All languages.
    pub regexes: Regexes,
    /// Normal forms.
    pub forms: Forms,
}

/// At most so many terms: they take some 200 bytes each.
const MAX_TERMS: usize = 20_000_000;

impl Store {
    /// No terms.
    pub fn new() -> Store {
        Store { regexes: Regexes::new(), ..Store::default() }
    }

    fn node(&self, t: Term) -> &Node {
        &self.nodes[t.id.get() as usize - 1]
    }

    /// The operator of `t`.
    pub fn op(&self, t: Term) -> &Op {
        &self.node(t).op
    }

    /// The arguments of `t`.
    pub fn args(&self, t: Term) -> &[Term] {
        &self.node(t).args
    }

    /// The same, to be kept.
    pub fn kept_args(&self, t: Term) -> Rc<[Term]> {
        self.node(t).args.clone()
    }

    /// The sort of `t`.
    pub fn sort(&self, t: Term) -> &Sort {
        &self.node(t).sort
    }

    /// The name of the function that is applied, if it has one, and the arguments.
    pub fn at(&self, t: Term) -> (&'static str, &[Term]) {
        (self.op(t).head(), self.args(t))
    }

    /// The name of the function that is applied.
    pub fn head(&self, t: Term) -> &'static str {
        self.op(t).head()
    }

    /// The integer that `t` is.
    pub fn int_value(&self, t: Term) -> Option<&BigInt> {
        self.op(t).number()
    }

    /// The positive integer that `t` is.
    pub fn positive(&self, t: Term) -> Option<&BigInt> {
        self.int_value(t).filter(|n| **n > BigInt::ZERO)
    }

    /// The word that `t` is.
    pub fn text_value(&self, t: Term) -> Option<&[u32]> {
        self.op(t).text()
    }

    /// The truth value that `t` is.
    pub fn bool_value(&self, t: Term) -> Option<bool> {
        let head = self.head(t);
        matches!(head, "true" | "false").then_some(head == "true")
    }

    /// Whether `t` is a constant of the theories.
    pub fn is_value(&self, t: Term) -> bool {
        matches!(self.op(t), Op::Int(_) | Op::Text(_)) || self.bool_value(t).is_some()
    }

    /// A new function.
    pub fn declare(&mut self, name: &str, params: Vec<Sort>, sort: Sort) -> Rc<Declaration> {
        self.funs += 1;
        Declaration { number: self.funs, name: name.to_owned(), params, sort }.into()
    }

    /// The term of an operator and arguments, if their sorts fit.
    pub fn app(&mut self, op: impl Into<Op>, args: &[Term]) -> Result<Term> {
        let op = op.into();
        if self.sort_of(&op, args).is_none() {
            return refuse(format!("the sorts of arguments do not fit: {op:?}"));
        }
        refuse_if(self.nodes.len() >= MAX_TERMS, "too many terms")?;
        Ok(match (op.head(), args) {
            ("not", &[a]) if self.head(a) == "not" => self.args(a)[0],
            ("-", &[a]) if let Some(n) = self.int_value(a) => self.int(-n),
            _ => self.mk(op, args),
        })
    }

    /// As [`app`](Self::app), where sorts are known to fit. The sides of an equation are in order.
    pub fn mk(&mut self, op: impl Into<Op>, args: &[Term]) -> Term {
        let op = op.into();
        let args = match *args {
            [a, b] if a > b && op.head() == "=" => &[b, a],
            _ => args,
        };
        let mut key = self.known.hasher().hash_one((&op, args));
        while let Some(&t) = self.known.get(&key) {
            if *self.op(t) == op && self.args(t) == args {
                return t;
            }
            key = key.wrapping_add(1);
        }
        let sort = self.sort_of(&op, args).unwrap_or(Sort::Bool);
        let id = NonZeroU32::MIN.saturating_add(self.nodes.len() as u32);
        let t = Term { hash: self.hash(&op, args), id };
        self.nodes.push(Node { op, args: args.into(), sort });
        self.known.insert(key, t);
        t
    }

    /// A hash of the structure (Fowler, Noll and Vo), in which a letter of a word is one step, as is a byte of everything else.
    pub fn hash(&self, op: &Op, args: &[Term]) -> u64 {
        let step = |h: u64, x: u32| (h ^ u64::from(x)).wrapping_mul(0x100_0000_01b3);
        let bytes = |h: u64, of: &[u8]| of.iter().fold(h, |h, &b| step(h, b.into()));
        let start = 0xcbf2_9ce4_8422_2325;
        let head = match op {
            Op::Fun(f) => bytes(start, f.name.as_bytes()),
            Op::Text(word) => word.iter().fold(bytes(start, b"\""), |h, &c| step(h, c)),
            Op::Int(n) => bytes(start, n.to_string().as_bytes()),
            Op::Lang(r) => self.regexes.written[r],
            Op::ReLoop(low, high) => {
                let high = high.map_or(String::new(), |high| format!(" {high}"));
                bytes(start, format!("re.loop {low}{high}").as_bytes())
            }
            op => bytes(start, op.head().as_bytes()),
        };
        args.iter().fold(head, |h, a| bytes(h, &a.hash.to_le_bytes()))
    }

    /// The sort of an application; none if those of the arguments do not fit.
    fn sort_of(&self, op: &Op, args: &[Term]) -> Option<Sort> {
        let mut sorts = args.iter().map(|&a| self.sort(a));
        match op {
            Op::Int(_) => Some(Sort::Int),
            Op::Text(_) => Some(Sort::Str),
            Op::Lang(_) => Some(Sort::Re),
            Op::ReLoop(..) => sorts.eq([&Sort::Re]).then_some(Sort::Re),
            Op::Fun(f) => sorts.eq(&f.params).then(|| f.sort.clone()),
            Op::Wrap(sort) => sorts.eq(sort.inside().iter()).then(|| sort.clone()),
            Op::Image => sorts.next().filter(|_| args.len() == 1)?.inside(),
            Op::Any(_, sort) => Some(sort.clone()),
            Op::Std(name) => {
                let [_, params @ .., value] = signature(name)? else { return None };
                let any = args.last().map(|&a| self.sort(a));
                let is_repeated = params.last().is_some_and(|last| last.ends_with('+'));
                let fits = |(i, sort): (usize, &Sort)| {
                    let param = params[i.min(params.len() - 1)].trim_end_matches('+');
                    Sort::named(param).as_ref().or(any) == Some(sort)
                };
                let is_many = is_repeated && args.len() > params.len();
                let fit = (args.len() == params.len() || is_many) && sorts.enumerate().all(fits);
                Sort::named(value).or_else(|| any.cloned()).filter(|_| fit)
            }
        }
    }

    /// A truth value.
    pub fn bool(&mut self, b: bool) -> Term {
        self.mk(Op::truth(b), &[])
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
        match (self.head(t), self.bool_value(t)) {
            (_, Some(b)) => self.bool(!b),
            ("not", _) => self.args(t)[0],
            _ => self.mk("not", &[t]),
        }
    }

    /// What a literal is about, and whether it is not negated.
    pub fn atom(&self, t: Term) -> (Term, bool) {
        if self.head(t) == "not" { (self.args(t)[0], false) } else { (t, true) }
    }

    /// Whether `part` is `whole` or in it. Parts are made before.
    pub fn occurs(&self, part: Term, whole: Term) -> bool {
        self.post_order(&[whole], |t| t.id < part.id).contains(&part)
    }

    /// All terms below `roots`, each once, arguments first; without what is below leaves.
    pub fn post_order(&self, roots: &[Term], is_leaf: impl Fn(Term) -> bool) -> Vec<Term> {
        let (mut order, mut seen) = (Vec::new(), Set::default());
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
        while let Some((t, is_ready)) = stack.pop() {
            if is_ready {
                order.push(t);
            } else if seen.insert(t) {
                stack.push((t, true));
                let args = if is_leaf(t) { &[] } else { self.args(t) };
                stack.extend(args.iter().rev().map(|&a| (a, false)));
            }
        }
        order
    }
}
