//! The length of a string term as a linear sum.

use crate::linear::LinearSum;
use base::Int;
use terms::{Op, Term, Terms};

/// `|s|`: concatenations and constants are taken apart, and what keeps lengths is looked through.
pub fn length(terms: &mut Terms, s: Term) -> LinearSum {
    let mut sum = LinearSum::default();
    let mut stack = vec![s];
    let mut leaves = Vec::new();
    while let Some(s) = stack.pop() {
        match terms.op(s) {
            Op::StrConst(_) => {
                sum.constant += Int::from(terms.str_value(s).map_or(0, <[u32]>::len));
            }
            Op::StrConcat => stack.extend_from_slice(terms.args(s)),
            Op::StrRev | Op::StrToLower | Op::StrToUpper | Op::StrUpdate => {
                stack.push(terms.arg(s, 0));
            }
            _ => leaves.push(s),
        }
    }
    for s in leaves {
        let len = terms.len_of(s);
        sum.add_scaled(&LinearSum { terms: vec![(len, Int::ONE)], constant: Int::ZERO }, &Int::ONE);
    }
    sum
}
