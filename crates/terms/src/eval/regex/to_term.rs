//! Terms for regexes: how a regex that depends on a model's strings is shown to a user.

use super::class::Class;
use super::{Node, RegexId, Regexes};
use crate::op::Op;
use crate::store::{Term, Terms};

impl Regexes {
    /// A ground term that denotes `r`.
    pub fn to_term(&self, terms: &mut Terms, r: RegexId) -> Term {
        let mut made = base::FxHashMap::default();
        for r in self.post_order(r) {
            let t = match self.origin(r) {
                Some(t) => t,
                None => {
                    let args: Vec<Term> = self.args(r).iter().map(|a| made[a]).collect();
                    self.term_of_node(terms, r, &args)
                }
            };
            made.insert(r, t);
        }
        made[&r]
    }

    fn term_of_node(&self, terms: &mut Terms, r: RegexId, args: &[Term]) -> Term {
        let op = match self.node(r) {
            Node::None => Op::ReNone,
            Node::All => Op::ReAll,
            Node::Class(c) if c.is_full() => Op::ReAllChar,
            Node::Class(c) => return class_term(terms, c),
            Node::Eps => return literal_term(terms, &[]),
            Node::Lit(w) => return literal_term(terms, w),
            Node::Concat(_) => Op::ReConcat,
            Node::Union(_) => Op::ReUnion,
            Node::Inter(_) => Op::ReInter,
            Node::Diff(_) => Op::ReDiff,
            Node::Comp(_) => Op::ReComp,
            Node::Repeat(_, 0, None) => Op::ReStar,
            Node::Repeat(_, 1, None) => Op::RePlus,
            Node::Repeat(_, 0, Some(1)) => Op::ReOpt,
            Node::Repeat(_, lo, Some(hi)) => Op::ReLoop(*lo, *hi),
            Node::Repeat(_, lo, None) => {
                let (power, star) = (terms.mk(Op::RePower(*lo), args), terms.mk(Op::ReStar, args));
                return terms.mk(Op::ReConcat, &[power, star]);
            }
        };
        terms.mk(op, args)
    }
}

fn literal_term(terms: &mut Terms, w: &[u32]) -> Term {
    let s = terms.string(w);
    terms.mk(Op::StrToRe, &[s])
}

fn class_term(terms: &mut Terms, class: &Class) -> Term {
    let ranges: Vec<Term> = class
        .intervals()
        .iter()
        .map(|&(lo, hi)| {
            if lo == hi {
                return literal_term(terms, &[lo]);
            }
            let (lo, hi) = (terms.string(&[lo]), terms.string(&[hi]));
            terms.mk(Op::ReRange, &[lo, hi])
        })
        .collect();
    match ranges[..] {
        [r] => r,
        _ => terms.mk(Op::ReUnion, &ranges),
    }
}
