//! Concatenations as sequences of letters and leaves.

use terms::{Op, Term, Terms};

/// A letter or a term that is no concatenation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    Letter(u32),
    Leaf(Term),
}

/// The letters and leaves of a concatenation.
pub(super) fn symbols(terms: &Terms, t: Term) -> Vec<Symbol> {
    let (mut out, mut stack) = (Vec::new(), vec![t]);
    while let Some(t) = stack.pop() {
        match terms.str_value(t) {
            Some(word) => out.extend(word.iter().map(|&c| Symbol::Letter(c))),
            None if terms.op(t) == Op::StrConcat => stack.extend(terms.args(t).iter().rev()),
            None => out.push(Symbol::Leaf(t)),
        }
    }
    out
}
