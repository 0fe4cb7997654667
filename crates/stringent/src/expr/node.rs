//! The untyped tree under the typed expressions.
//!
//! Trees may be as deep as memory allows (a sum built in a loop is a path), so neither dropping one nor making
//! its terms recurses.

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

    /// A name for this node, as long as it lives.
    pub(crate) fn address(&self) -> usize {
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
