//! The hash-consing store.
//!
//! A term is a 32-bit id; equal terms have equal ids. The store only grows, until whoever owns it has it
//! [forget](Terms::collect) what nobody holds. Building is the one place where sorts are checked:
//! [`Terms::app`] refuses an ill-sorted application, so every id in existence is well-sorted. Nothing is
//! simplified here: a term is exactly what was written.

pub mod collect;

use crate::op::{Op, Signature};
pub use crate::sort::SortError;
use crate::sort::{Element, Sort};
use base::hash::next_growth_of_table;
use base::{IdxVec, IndexSet, Int, tunables};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

base::id! {
    /// A term of a [`Terms`] store.
    pub struct Term;
}

base::id! {
    /// A declared function or constant of a [`Terms`] store.
    pub struct Fun;
}

/// A declared function: constants have no parameters.
#[derive(Clone, Debug)]
pub struct FunDecl {
    /// The name, without `|` quotes.
    pub name: Box<str>,
    /// The sorts of the parameters.
    pub params: Box<[Sort]>,
    /// The sort of an application.
    pub ret: Sort,
    /// Introduced by the solver, so never shown to a user.
    pub internal: bool,
    /// Of different constants its values differ: what mentions one of these says so.
    pub injective: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    op: Op,
    sort: Sort,
    args: (u32, u32),
}

/// The store of all terms of a session.
///
/// ```
/// use terms::{Op, Sort, Terms};
/// let mut t = Terms::new();
/// let x = t.declare("x", &[], Sort::String);
/// let x = t.constant(x);
/// let len = t.app(Op::StrLen, &[x]).unwrap();
/// assert_eq!(t.sort(len), Sort::Int);
/// assert!(t.app(Op::StrLen, &[len]).is_err());
/// ```
#[derive(Debug, Default)]
pub struct Terms {
    nodes: IdxVec<Term, Node>,
    args: Vec<Term>,
    /// With the hashes, so that growing need not look at the terms.
    table: HashTable<(u32, Term)>,
    funs: IdxVec<Fun, FunDecl>,
    ints: IndexSet<Int>,
    strs: IndexSet<Box<[u32]>>,
    sorts: Vec<Box<str>>,
    /// How many elements some of them have.
    limited: base::FxHashMap<u32, u32>,
    elements: IndexSet<Sort>,
    /// How many functions were ever declared: the numbers in names must not come again.
    declared: usize,
    effort: tunables::Rewrite,
}

fn hash_of(op: Op, args: &[Term]) -> u32 {
    let mut h = FxHasher::default();
    op.hash(&mut h);
    args.hash(&mut h);
    let hash = h.finish();
    base::id32((hash ^ (hash >> 32)) & 0xFFFF_FFFF)
}

/// The table looks at both ends of a hash.
fn widen(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

impl Terms {
    /// An empty store.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// How much of a term may be looked at to find out something about it: all that reasons about terms has the store, but
    /// little of it a budget.
    pub fn effort(&self) -> &tunables::Rewrite {
        &self.effort
    }

    /// Changes how much may be looked at from now on.
    pub fn set_effort(&mut self, effort: tunables::Rewrite) {
        self.effort = effort;
    }

    /// How many distinct terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The operator of `t`.
    #[inline]
    pub fn op(&self, t: Term) -> Op {
        self.nodes[t].op
    }

    /// The arguments of `t`.
    #[inline]
    pub fn args(&self, t: Term) -> &[Term] {
        let (start, len) = self.nodes[t].args;
        &self.args[start as usize..(start + len) as usize]
    }

    /// The `i`-th argument of `t`.
    ///
    /// # Panics
    /// If `t` has no such argument.
    #[inline]
    pub fn arg(&self, t: Term, i: usize) -> Term {
        self.args(t)[i]
    }

    /// The sort of `t`.
    #[inline]
    pub fn sort(&self, t: Term) -> Sort {
        self.nodes[t].sort
    }

    /// The value of an integer constant.
    pub fn int_value(&self, t: Term) -> Option<&Int> {
        match self.op(t) {
            Op::IntConst(i) => Some(self.int_payload(i)),
            _ => None,
        }
    }

    /// The interned integer with number `i` (payload of [`Op::IntConst`], [`Op::Divisible`]).
    pub fn int_payload(&self, i: u32) -> &Int {
        &self.ints.items()[i as usize]
    }

    /// Interns `n` for the payload of [`Op::Divisible`].
    pub fn intern_int(&mut self, n: Int) -> u32 {
        self.ints.insert(n).0
    }

    /// The code points of a string constant.
    pub fn str_value(&self, t: Term) -> Option<&[u32]> {
        match self.op(t) {
            Op::StrConst(i) => Some(&self.strs.items()[i as usize]),
            _ => None,
        }
    }

    /// The value of a Boolean constant.
    pub fn bool_value(&self, t: Term) -> Option<bool> {
        match self.op(t) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }

    /// Declares a function; a second declaration of a name is another function.
    pub fn declare(&mut self, name: &str, params: &[Sort], ret: Sort) -> Fun {
        let (name, params) = (name.into(), params.into());
        self.declared += 1;
        self.funs.push(FunDecl { name, params, ret, internal: false, injective: false })
    }

    /// Declares a function that whoever applies it to constants says to be injective there.
    pub fn declare_injective(&mut self, name: &str, params: &[Sort], ret: Sort) -> Fun {
        let fun = self.declare(name, params, ret);
        self.funs[fun].injective = true;
        fun
    }

    /// A new constant of the solver's own.
    pub fn fresh(&mut self, prefix: &str, sort: Sort) -> Term {
        let name = format!("{prefix}!{}", self.declared);
        let fun = self.declare(&name, &[], sort);
        self.funs[fun].internal = true;
        self.constant(fun)
    }

    /// A new function of the solver's own.
    pub fn fresh_function(&mut self, prefix: &str, params: &[Sort], ret: Sort) -> Fun {
        let name = format!("{prefix}!{}", self.declared);
        let fun = self.declare(&name, params, ret);
        self.funs[fun].internal = true;
        fun
    }

    /// The declaration of `fun`.
    pub fn fun(&self, fun: Fun) -> &FunDecl {
        &self.funs[fun]
    }

    /// How many functions are declared.
    pub fn fun_count(&self) -> usize {
        self.funs.len()
    }

    /// Declares an uninterpreted sort.
    pub fn declare_sort(&mut self, name: &str) -> Sort {
        self.sorts.push(name.into());
        Sort::Uninterpreted(base::id32(self.sorts.len()) - 1)
    }

    /// The name of the uninterpreted sort with number `i`.
    pub fn sort_name(&self, i: u32) -> &str {
        &self.sorts[i as usize]
    }

    /// The uninterpreted sort with number `i` has exactly so many elements.
    pub fn limit_sort(&mut self, i: u32, elements: u32) {
        self.limited.insert(i, elements);
    }

    /// How many elements the uninterpreted sort with number `i` has, if that is limited.
    pub fn sort_limit(&self, i: u32) -> Option<u32> {
        self.limited.get(&i).copied()
    }

    /// The number of `sort` as a sort of elements.
    pub fn element(&mut self, sort: Sort) -> Element {
        Element(self.elements.insert(sort).0)
    }

    /// The sort of elements.
    pub fn element_sort(&self, element: Element) -> Sort {
        self.elements.items()[element.0 as usize]
    }

    /// Whether there are sequences other than strings.
    pub fn has_sequences(&self) -> bool {
        !self.elements.is_empty()
    }

    /// A bit-vector of `width` bits: `value` modulo 2 to that power.
    pub fn bits(&mut self, width: u32, value: &Int) -> Term {
        let value = value.div_rem_euclid(&Int::from(2).pow(width)).1;
        let i = self.ints.insert(value).0;
        self.intern(Op::BitsConst(width, i), &[], Sort::BitVec(width))
    }

    /// The value of a bit-vector constant, not negative.
    pub fn bits_value(&self, t: Term) -> Option<&Int> {
        match self.op(t) {
            Op::BitsConst(_, i) => Some(self.int_payload(i)),
            _ => None,
        }
    }

    /// Takes over the sorts of `old`, under their numbers.
    pub(crate) fn keep_sorts(&mut self, old: &mut Terms) {
        self.sorts = std::mem::take(&mut old.sorts);
        self.limited = std::mem::take(&mut old.limited);
        self.elements = std::mem::take(&mut old.elements);
    }

    /// An integer constant.
    pub fn int(&mut self, n: impl Into<Int>) -> Term {
        let i = self.ints.insert(n.into()).0;
        self.intern(Op::IntConst(i), &[], Sort::Int)
    }

    /// A string constant from code points.
    pub fn string(&mut self, chars: &[u32]) -> Term {
        debug_assert!(chars.iter().all(|&c| c <= crate::sort::MAX_CHAR));
        let i = match self.strs.find(chars) {
            Some(i) => i,
            None => self.strs.insert(chars.into()).0,
        };
        self.intern(Op::StrConst(i), &[], Sort::String)
    }

    /// The declared constant `fun`.
    ///
    /// # Panics
    /// If `fun` has parameters.
    pub fn constant(&mut self, fun: Fun) -> Term {
        assert!(self.funs[fun].params.is_empty());
        let sort = self.funs[fun].ret;
        self.intern(Op::Apply(fun), &[], sort)
    }

    /// The application of `op` to `args`.
    ///
    /// # Errors
    /// If the arguments do not fit the operator's signature.
    pub fn app(&mut self, op: Op, args: &[Term]) -> Result<Term, SortError> {
        let sort = self.sort_of_app(op, args)?;
        Ok(self.intern(op, args, sort))
    }

    /// As [`app`](Self::app), for callers that know the sorts are right.
    ///
    /// # Panics
    /// If the application is ill-sorted.
    #[track_caller]
    pub fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        match self.app(op, args) {
            Ok(t) => t,
            // By name: printing any operator and error would be a thousand bytes of a page that loads this.
            Err(_) => panic!("ill-sorted {}", op.name().unwrap_or("application")),
        }
    }

    /// How many bytes will be allocated at once when the next term is made: none most of the time.
    pub fn next_growth(&self) -> u64 {
        next_growth_of_table(&self.table)
    }

    /// The application of `op` to `args`, if it was ever made.
    pub fn lookup(&self, op: Op, args: &[Term]) -> Option<Term> {
        let hash = hash_of(op, args);
        let same = |&(h, t): &(u32, Term)| h == hash && self.op(t) == op && self.args(t) == args;
        self.table.find(widen(hash), same).map(|&(_, t)| t)
    }

    fn sort_of_app(&self, op: Op, args: &[Term]) -> Result<Sort, SortError> {
        let at_least =
            |n| if args.len() < n { Err(SortError::Arity(n, args.len())) } else { Ok(()) };
        let over = self.alphabet_of_app(op, args);
        let actual = |sort: Sort| over.map_or(sort, |element| sort.over(element));
        match op.signature() {
            Signature::Fixed(params, ret) => match over {
                None => self.check(params, args).map(|()| ret),
                Some(_) => {
                    let params: Vec<Sort> = params.iter().map(|&s| actual(s)).collect();
                    self.check(&params, args).map(|()| actual(ret))
                }
            },
            Signature::Assoc(s) => {
                let s = actual(s);
                at_least(1).and_then(|()| self.check_all(s, args)).map(|()| s)
            }
            Signature::Chain(s) => {
                at_least(1).and_then(|()| self.check_all(s, args)).map(|()| Sort::Bool)
            }
            Signature::Compare => {
                at_least(1)?;
                self.check_all(self.sort(args[0]), args).map(|()| Sort::Bool)
            }
            Signature::Ite => {
                if args.len() != 3 {
                    return Err(SortError::Arity(3, args.len()));
                }
                let s = self.sort(args[1]);
                self.check(&[Sort::Bool, s, s], args).map(|()| s)
            }
            Signature::Special => self.sort_of_special(op, args),
        }
    }

    /// The elements of the sequences that an operator is applied to which takes strings and other sequences.
    fn alphabet_of_app(&self, op: Op, args: &[Term]) -> Option<Element> {
        op.row().sequences?;
        args.iter().find_map(|&arg| self.sort(arg).alphabet())
    }

    fn sort_of_special(&self, op: Op, args: &[Term]) -> Result<Sort, SortError> {
        let params = |params: &[Sort], ret: Sort| self.check(params, args).map(|()| ret);
        match op {
            Op::Apply(f) => params(&self.funs[f].params, self.funs[f].ret),
            Op::Bits(op) => {
                let sorts: Vec<Sort> = args.iter().map(|&arg| self.sort(arg)).collect();
                op.sort(&sorts)
            }
            Op::BitsConst(width, _) => params(&[], Sort::BitVec(width)),
            Op::ElementConst(sort, _) => params(&[], Sort::Uninterpreted(sort)),
            Op::SeqEmpty(e) => params(&[], Sort::Seq(e)),
            Op::ReOver(_, e) => params(&[], Sort::RegEx(e)),
            Op::Bound(e) => params(&[], self.element_sort(e)),
            Op::Lambda(e) => params(&[Sort::Bool], Sort::Predicate(e)),
            Op::SeqUnit(e) => params(&[self.element_sort(e)], Sort::Seq(e)),
            Op::SeqNth => match args.first().map(|&s| self.sort(s)) {
                Some(Sort::Seq(e)) => params(&[Sort::Seq(e), Sort::Int], self.element_sort(e)),
                _ => Err(SortError::NoSequence),
            },
            Op::ReOfPred => match args.first().map(|&p| self.sort(p)) {
                Some(Sort::Predicate(e)) => params(&[Sort::Predicate(e)], Sort::RegEx(e)),
                _ => Err(SortError::NoPredicate),
            },
            Op::Select => match args.first().map(|&p| self.sort(p)) {
                Some(Sort::Predicate(e)) => {
                    params(&[Sort::Predicate(e), self.element_sort(e)], Sort::Bool)
                }
                _ => Err(SortError::NoPredicate),
            },
            _ => unreachable!("every other operator has a signature"),
        }
    }

    fn check(&self, params: &[Sort], args: &[Term]) -> Result<(), SortError> {
        if params.len() != args.len() {
            return Err(SortError::Arity(params.len(), args.len()));
        }
        for (i, (&want, &arg)) in params.iter().zip(args).enumerate() {
            self.check_one(i, want, arg)?;
        }
        Ok(())
    }

    fn check_all(&self, want: Sort, args: &[Term]) -> Result<(), SortError> {
        args.iter().enumerate().try_for_each(|(i, &arg)| self.check_one(i, want, arg))
    }

    fn check_one(&self, i: usize, want: Sort, arg: Term) -> Result<(), SortError> {
        let found = self.sort(arg);
        if want == found { Ok(()) } else { Err(SortError::Argument(i, want, found)) }
    }

    pub(crate) fn intern(&mut self, op: Op, args: &[Term], sort: Sort) -> Term {
        let Terms { nodes, args: arena, table, .. } = self;
        let hash = hash_of(op, args);
        let slice = |n: &Node| &arena[n.args.0 as usize..(n.args.0 + n.args.1) as usize];
        let same =
            |&(h, t): &(u32, Term)| h == hash && nodes[t].op == op && slice(&nodes[t]) == args;
        if let Some(&(_, t)) = table.find(widen(hash), same) {
            return t;
        }
        let start = base::id32(arena.len());
        arena.extend_from_slice(args);
        let t = nodes.push(Node { op, sort, args: (start, base::id32(args.len())) });
        table.insert_unique(widen(hash), (hash, t), |e| widen(e.0));
        t
    }
}
