//! Patterns as expressions.

use super::node::{Expr, Head};
use patterns::Algebra;
use terms::Op;
use terms::sort::MAX_CHAR;

/// The algebra of expressions.
pub(super) struct Exprs;

fn literal(word: &[u32]) -> Expr {
    Expr::leaf(Head::Str(word.into()))
}

fn nullary(op: Op) -> Expr {
    Expr::new(op, Vec::new())
}

/// An associative operator, whose neutral element is given.
fn list(op: Op, neutral: impl FnOnce() -> Expr, mut parts: Vec<Expr>) -> Expr {
    match parts.len() {
        0 => neutral(),
        1 => parts.swap_remove(0),
        _ => Expr::new(op, parts),
    }
}

impl Algebra for Exprs {
    type Regex = Expr;

    fn chars(&mut self, ranges: &[(u32, u32)]) -> Expr {
        let range = |&(lo, hi): &(u32, u32)| match (lo, hi) {
            (0, MAX_CHAR) => nullary(Op::ReAllChar),
            _ if lo == hi => self.word(&[lo]),
            _ => Expr::new(Op::ReRange, vec![literal(&[lo]), literal(&[hi])]),
        };
        let parts = ranges.iter().map(range).collect();
        self.union(parts)
    }

    fn word(&mut self, word: &[u32]) -> Expr {
        Expr::new(Op::StrToRe, vec![literal(word)])
    }

    fn concat(&mut self, parts: Vec<Expr>) -> Expr {
        list(Op::ReConcat, || self.word(&[]), parts)
    }

    fn union(&mut self, parts: Vec<Expr>) -> Expr {
        list(Op::ReUnion, || nullary(Op::ReNone), parts)
    }

    fn inter(&mut self, parts: Vec<Expr>) -> Expr {
        list(Op::ReInter, || nullary(Op::ReAll), parts)
    }

    fn complement(&mut self, body: Expr) -> Expr {
        Expr::new(Op::ReComp, vec![body])
    }

    fn repeat(&mut self, body: Expr, lo: u32, hi: Option<u32>) -> Expr {
        let unary = |op, body| Expr::new(op, vec![body]);
        match (lo, hi) {
            (0, None) => unary(Op::ReStar, body),
            (1, None) => unary(Op::RePlus, body),
            (0, Some(1)) => unary(Op::ReOpt, body),
            (_, Some(hi)) => unary(Op::ReLoop(lo, hi), body),
            (_, None) => {
                let star = unary(Op::ReStar, body.clone());
                Expr::new(Op::ReConcat, vec![unary(Op::RePower(lo), body), star])
            }
        }
    }

    fn all(&mut self) -> Expr {
        nullary(Op::ReAll)
    }
}
