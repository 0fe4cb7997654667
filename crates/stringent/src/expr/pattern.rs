//! Patterns as expressions: over characters, or over bytes as sequences of bit-vectors.

use super::elements::sequences_of;
use super::node::{Expr, Head};
use patterns::Algebra;
use terms::op::ReConst;
use terms::sort::{Element, MAX_CHAR};
use terms::{Op, Sort};

/// The algebra of expressions.
pub(super) struct Exprs {
    /// The elements, if words are sequences of bytes.
    bytes: Option<Element>,
}

/// The last letter of words that are made of bytes, and its bits.
const LAST_BYTE: u32 = 0xFF;
const BITS: u32 = 8;

/// An associative operator, whose neutral element is given.
fn list(op: Op, neutral: impl FnOnce() -> Expr, mut parts: Vec<Expr>) -> Expr {
    match parts.len() {
        0 => neutral(),
        1 => parts.swap_remove(0),
        _ => Expr::new(op, parts),
    }
}

impl Exprs {
    /// Regexes over characters.
    pub fn characters() -> Exprs {
        Exprs { bytes: None }
    }

    /// Regexes over `(Seq (_ BitVec 8))`.
    pub fn bytes() -> Exprs {
        let bytes = sequences_of(Sort::BitVec(BITS)).and_then(Sort::alphabet);
        Exprs { bytes: Some(bytes.expect("there are sequences of bit-vectors")) }
    }

    fn last(&self) -> u32 {
        if self.bytes.is_some() { LAST_BYTE } else { MAX_CHAR }
    }

    fn literal(&self, word: &[u32]) -> Expr {
        let Some(element) = self.bytes else { return Expr::leaf(Head::Str(word.into())) };
        let byte = |&c: &u32| Expr::leaf(Head::Bits(BITS, i64::from(c).into()));
        let unit = |c| Expr::new(Op::SeqUnit(element), vec![byte(c)]);
        let empty = || Expr::new(Op::SeqEmpty(element), Vec::new());
        list(Op::StrConcat, empty, word.iter().map(unit).collect())
    }

    fn constant(&self, constant: ReConst) -> Expr {
        let op = match (self.bytes, constant) {
            (Some(element), constant) => Op::ReOver(constant, element),
            (None, ReConst::None) => Op::ReNone,
            (None, ReConst::All) => Op::ReAll,
            (None, ReConst::AllChar) => Op::ReAllChar,
        };
        Expr::new(op, Vec::new())
    }

    fn range(&mut self, (lo, hi): (u32, u32)) -> Expr {
        match (lo, hi) {
            _ if (lo, hi) == (0, self.last()) => self.constant(ReConst::AllChar),
            _ if lo == hi => self.word(&[lo]),
            _ => Expr::new(Op::ReRange, vec![self.literal(&[lo]), self.literal(&[hi])]),
        }
    }
}

impl Algebra for Exprs {
    type Regex = Expr;

    /// Letters beyond the last one are in no word.
    fn chars(&mut self, ranges: &[(u32, u32)]) -> Expr {
        let last = self.last();
        let ranges = ranges.iter().filter(|range| range.0 <= last);
        let parts = ranges.map(|&(lo, hi)| self.range((lo, hi.min(last)))).collect();
        self.union(parts)
    }

    fn word(&mut self, word: &[u32]) -> Expr {
        if word.iter().any(|&c| c > self.last()) {
            return self.constant(ReConst::None);
        }
        Expr::new(Op::StrToRe, vec![self.literal(word)])
    }

    fn concat(&mut self, parts: Vec<Expr>) -> Expr {
        list(Op::ReConcat, || self.word(&[]), parts)
    }

    fn union(&mut self, parts: Vec<Expr>) -> Expr {
        list(Op::ReUnion, || self.constant(ReConst::None), parts)
    }

    /// That words are made of bytes is no restriction to those that are.
    fn inter(&mut self, mut parts: Vec<Expr>) -> Expr {
        let all = self.all();
        parts.retain(|part| *part != all);
        list(Op::ReInter, || all, parts)
    }

    fn complement(&mut self, body: Expr) -> Expr {
        Expr::new(Op::ReComp, vec![body])
    }

    fn repeat(&mut self, body: Expr, lo: u32, hi: Option<u32>) -> Expr {
        let unary = |op, body| Expr::new(op, vec![body]);
        match (lo, hi) {
            (0, None) if body == self.constant(ReConst::AllChar) => self.all(),
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
        self.constant(ReConst::All)
    }
}
