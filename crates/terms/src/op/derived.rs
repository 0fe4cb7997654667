//! Derived functions of strings: each as a function of words, which the judge evaluates, and as a term, which
//! the solver reduces it to and other solvers are asked about. Tests compare the two.
//!
//! They are what programs in Python and JavaScript do to strings and what the standard says in several
//! operators only.

use crate::eval::pure::Args;
use crate::eval::strings;
use crate::op::Op;
use crate::store::{Term, Terms};
use base::Int;

/// `str.count`: how often the second word occurs in the first from left to right without overlap; the empty
/// word occurs nowhere. Python's `count` and JavaScript's `split(t).length - 1`, for words that are not empty.
pub(crate) fn count(a: &Args) -> Int {
    strings::occurrences(a.word(0), a.word(1)).len().into()
}

/// With a letter after every occurrence, the string is longer by as many letters.
pub(super) fn count_term(terms: &mut Terms, args: &[Term]) -> Term {
    let &[s, t] = args else { unreachable!("two strings") };
    let letter = terms.string(&[u32::from(b'A')]);
    let marked = terms.concat(&[t, letter]);
    let longer = terms.mk(Op::StrReplaceAll, &[s, t, marked]);
    let (after, before) = (terms.len_of(longer), terms.len_of(s));
    terms.sub(after, before)
}
