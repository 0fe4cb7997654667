//! The untyped tree under the typed expressions.
//!
//! Trees may be as deep as memory allows (a sum built in a loop is a path), so neither dropping one nor making
//! its terms recurses.

use base::FxHashMap;
use smtlib::ErrorKind;
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
}

/// What is at the top.
#[derive(Debug)]
pub(crate) enum Head {
    Op(Op),
    Int(base::Int),
    Str(Box<[u32]>),
    Var(String, Sort),
}

impl Expr {
    pub(crate) fn new(op: Op, args: Vec<Expr>) -> Expr {
        Expr(Arc::new(Node { head: Head::Op(op), args }))
    }

    pub(crate) fn leaf(head: Head) -> Expr {
        Expr(Arc::new(Node { head, args: Vec::new() }))
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

    /// A name for this node, as long as it lives.
    fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
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
