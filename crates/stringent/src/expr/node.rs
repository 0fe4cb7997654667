//! The untyped tree under the typed expressions.
//!
//! Trees may be as deep as memory allows (a sum built in a loop is a path), so neither dropping one nor making
//! its terms recurses.

use super::signature;
use base::{FxHashMap, FxHashSet, FxHasher};
use smtlib::ErrorKind;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use terms::sort::MAX_CHAR;
use terms::{Op, Sort};

/// A shared tree.
#[derive(Clone, Debug)]
pub struct Expr(pub(crate) Arc<Node>);

/// Its top.
#[derive(Debug)]
pub struct Node {
    pub(crate) head: Head,
    pub(crate) args: Vec<Expr>,
    pub(crate) sort: Sort,
    /// That of the whole tree.
    hash: u64,
}

/// What is at the top.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Head {
    Op(Op),
    Int(base::Int),
    Str(Box<[u32]>),
    /// Its width, and a number that is not negative and less than 2 to the power of that.
    Bits(u32, base::Int),
    Var(String, Sort),
    Call(Arc<Function>),
}

/// An uninterpreted function. Equal ones are one function within a solver.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Function {
    /// The name, without quotes.
    pub name: String,
    /// The sorts of the arguments, at least one.
    pub params: Vec<Sort>,
    /// The sort of the value.
    pub ret: Sort,
}

impl Expr {
    pub(crate) fn new(op: Op, args: Vec<Expr>) -> Expr {
        Expr::with_head(Head::Op(op), args)
    }

    pub(crate) fn leaf(head: Head) -> Expr {
        Expr::with_head(head, Vec::new())
    }

    pub(crate) fn with_head(head: Head, args: Vec<Expr>) -> Expr {
        let mut hasher = FxHasher::default();
        head.hash(&mut hasher);
        args.iter().for_each(|arg| hasher.write_u64(arg.0.hash));
        let sort = sort_of(&head, &args);
        Expr(Arc::new(Node { head, args, sort, hash: hasher.finish() }))
    }

    pub(crate) fn var(name: String, sort: Sort) -> Expr {
        Expr::leaf(Head::Var(name, sort))
    }

    /// What `make` makes of the top, given what it made of the arguments. Shared nodes are visited once.
    pub(crate) fn fold<T: Copy, E>(
        &self,
        mut make: impl FnMut(&Head, &[T]) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut known: FxHashMap<usize, T> = FxHashMap::default();
        let mut stack = vec![self];
        while let Some(&top) = stack.last() {
            let args = &top.0.args;
            let before = stack.len();
            stack.extend(args.iter().filter(|arg| !known.contains_key(&arg.address())));
            if stack.len() == before {
                let args: Vec<T> = args.iter().map(|arg| known[&arg.address()]).collect();
                known.insert(top.address(), make(&top.0.head, &args)?);
                stack.pop();
            }
        }
        Ok(known[&self.address()])
    }

    /// With the keys of `map` replaced by their values. What has no key in it stays shared.
    pub(crate) fn replace(&self, map: &FxHashMap<&Expr, &Expr>) -> Expr {
        let mut known: FxHashMap<usize, Expr> = FxHashMap::default();
        let mut stack = vec![self];
        while let Some(&top) = stack.last() {
            let args = &top.0.args;
            let before = stack.len();
            let replacement = map.get(top).map(|&to| to.clone());
            if replacement.is_none() {
                stack.extend(args.iter().filter(|arg| !known.contains_key(&arg.address())));
            }
            if stack.len() == before {
                let new = replacement.unwrap_or_else(|| top.with_args(&known));
                known.insert(top.address(), new);
                stack.pop();
            }
        }
        known[&self.address()].clone()
    }

    /// The same top on what its arguments became.
    fn with_args(&self, known: &FxHashMap<usize, Expr>) -> Expr {
        let new: Vec<Expr> = self.0.args.iter().map(|arg| known[&arg.address()].clone()).collect();
        if new.iter().zip(&self.0.args).all(|(a, b)| Arc::ptr_eq(&a.0, &b.0)) {
            return self.clone();
        }
        Expr::with_head(self.0.head.clone(), new)
    }

    /// A name for this node, as long as it lives.
    fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
}

/// The sort that the top gives to arguments that fit.
fn sort_of(head: &Head, args: &[Expr]) -> Sort {
    match head {
        Head::Op(op) => {
            let sorts: Vec<Sort> = args.iter().map(|arg| arg.0.sort).collect();
            signature::sort_of(*op, &sorts).expect("the arguments fit")
        }
        Head::Int(_) => Sort::Int,
        Head::Str(_) => Sort::String,
        Head::Bits(width, _) => Sort::BitVec(*width),
        Head::Var(_, sort) => *sort,
        Head::Call(function) => function.ret,
    }
}

/// Whether they are the same tree. Shared nodes are compared once.
impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        let mut seen: FxHashSet<(usize, usize)> = FxHashSet::default();
        let mut todo = vec![(self, other)];
        while let Some((a, b)) = todo.pop() {
            if Arc::ptr_eq(&a.0, &b.0) || !seen.insert((a.address(), b.address())) {
                continue;
            }
            let (a, b) = (&a.0, &b.0);
            if a.hash != b.hash || a.head != b.head || a.args.len() != b.args.len() {
                return false;
            }
            todo.extend(a.args.iter().zip(&b.args));
        }
        true
    }
}

impl Eq for Expr {}

impl Hash for Expr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let mut todo = std::mem::take(&mut self.args);
        while let Some(Expr(mut node)) = todo.pop() {
            if let Some(node) = Arc::get_mut(&mut node) {
                todo.append(&mut node.args);
            }
        }
    }
}

/// Complains of a character that the theory does not have.
pub(crate) fn check_alphabet(word: &[u32]) -> Result<(), ErrorKind> {
    match word.iter().find(|&&c| c > MAX_CHAR) {
        None => Ok(()),
        Some(&c) => {
            let c = char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER);
            Err(ErrorKind::OutsideAlphabet(c))
        }
    }
}
