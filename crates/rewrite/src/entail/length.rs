//! The length of a string term as a linear sum.

use crate::linear::LinearSum;
use base::Int;
use std::collections::BTreeMap;
use terms::{Op, Term, Terms};

/// Functions that keep lengths are looked through so many times: deep nests are met at each level.
const MAX_LOOK_THROUGH: usize = 64;

/// `|s|`: concatenations and constants are taken apart, and what keeps lengths is looked through.
/// As in [`LinearSum::of`], a shared part is met once, with the number of its occurrences.
pub fn length(terms: &mut Terms, s: Term) -> LinearSum {
    match terms.op(s) {
        Op::StrConcat | Op::StrRev | Op::StrToLower | Op::StrToUpper | Op::StrUpdate => {}
        Op::StrConst(_) => {
            return LinearSum::constant(terms.str_value(s).map_or(0, <[u32]>::len));
        }
        _ => return LinearSum::term(terms.len_of(s)),
    }
    let mut sum = LinearSum::default();
    let mut pending = BTreeMap::from([(s, Int::ONE)]);
    let mut leaves = Vec::new();
    let mut looked_through = 0;
    while let Some((s, n)) = pending.pop_last() {
        let mut push = |part: Term| *pending.entry(part).or_default() += &n;
        match terms.op(s) {
            Op::StrConst(_) => {
                let len = terms.str_value(s).map_or(0, <[u32]>::len);
                sum.constant += Int::from(len) * n;
            }
            Op::StrConcat => terms.args(s).iter().for_each(|&part| push(part)),
            Op::StrRev | Op::StrToLower | Op::StrToUpper | Op::StrUpdate
                if looked_through < MAX_LOOK_THROUGH =>
            {
                looked_through += 1;
                push(terms.arg(s, 0));
            }
            _ => leaves.push((s, n)),
        }
    }
    sum.terms.extend(leaves.into_iter().map(|(s, n)| (terms.len_of(s), n)));
    sum.terms.sort_unstable_by_key(|m| m.0);
    sum
}
