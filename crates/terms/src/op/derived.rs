//! Derived functions of strings: each as a function of words, which the judge evaluates, and as a term, which
//! the solver reduces it to and other solvers are asked about. Tests compare the two.
//!
//! They are what programs in Python and JavaScript do to strings and what the standard says in several
//! operators only.

use crate::eval::pure::Args;
use crate::eval::strings;
use crate::op::{Op, Pieces};
use crate::sort::MAX_CHAR;
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

/// `str.split_at`: the field with this number of a string that is split at each occurrence of the separator, from
/// left to right; empty if there are fewer fields. An empty separator occurs nowhere. Python's and
/// JavaScript's `split(t)[n]`, for separators that are not empty and fields that exist.
pub(crate) fn split_at(a: &Args) -> Vec<u32> {
    let (s, separator) = (a.word(0), a.word(1));
    let found = strings::occurrences(s, separator);
    let Some(n) = a.int(2).to_usize().filter(|&n| n <= found.len()) else { return Vec::new() };
    let start = n.checked_sub(1).map_or(0, |before| found[before] + separator.len());
    let end = found.get(n).copied().unwrap_or(s.len());
    s[start..end].to_vec()
}

/// The field up to the first separator, or a field of what follows. Where constants decide between the two, only one is
/// written: rewriting begins with the innermost term, and must not find the function applied to ever less.
pub(super) fn split_at_term(terms: &mut Terms, args: &[Term]) -> Term {
    let &[s, t, n] = args else { unreachable!("two strings and a number") };
    let (zero, empty) = (terms.int(0), terms.string(&[]));
    let is_first = terms.eq(n, zero);
    if let (Some(whole), Some(separator)) = (terms.str_value(s), terms.str_value(t))
        && strings::occurrences(whole, separator).is_empty()
    {
        return terms.mk(Op::Ite, &[is_first, s, empty]);
    }
    match terms.int_value(n) {
        Some(n) if n.is_negative() => empty,
        Some(n) if n.is_zero() => first_field(terms, s, t),
        Some(_) => later_field(terms, [s, t, n]),
        None => {
            let (first, later) = (first_field(terms, s, t), later_field(terms, [s, t, n]));
            let is_later = terms.lt(zero, n);
            let later = terms.mk(Op::Ite, &[is_later, later, empty]);
            terms.mk(Op::Ite, &[is_first, first, later])
        }
    }
}

/// Whether `t` occurs in `s` and is not empty.
fn separates(terms: &mut Terms, s: Term, t: Term) -> Term {
    let empty = terms.string(&[]);
    let (occurs, nothing) = (terms.mk(Op::StrContains, &[s, t]), terms.eq(t, empty));
    let something = terms.not(nothing);
    terms.and(&[occurs, something])
}

fn first_field(terms: &mut Terms, s: Term, t: Term) -> Term {
    let (found, zero) = (separates(terms, s, t), terms.int(0));
    let end = terms.mk(Op::StrIndexOf, &[s, t, zero]);
    let front = terms.mk(Op::StrSubstr, &[s, zero, end]);
    terms.mk(Op::Ite, &[found, front, s])
}

fn later_field(terms: &mut Terms, [s, t, n]: [Term; 3]) -> Term {
    let (found, zero, one) = (separates(terms, s, t), terms.int(0), terms.int(1));
    let end = terms.mk(Op::StrIndexOf, &[s, t, zero]);
    let (width, size) = (terms.len_of(t), terms.len_of(s));
    let start = terms.add(&[end, width]);
    let rest = terms.mk(Op::StrSubstr, &[s, start, size]);
    let before = terms.sub(n, one);
    let field = terms.mk(Op::StrSplitAt, &[rest, t, before]);
    let empty = terms.string(&[]);
    terms.mk(Op::Ite, &[found, field, empty])
}

/// The white space of ASCII: blank, tab, line feed, vertical tab, form feed, carriage return.
const WHITE: [(u32, u32); 2] = [(0x09, 0x0D), (0x20, 0x20)];

/// All other characters.
const BLACK: [(u32, u32); 3] = [(0, 0x08), (0x0E, 0x1F), (0x21, MAX_CHAR)];

fn is_white(c: u32) -> bool {
    WHITE.iter().any(|&(lo, hi)| (lo..=hi).contains(&c))
}

/// One of these characters.
fn class(terms: &mut Terms, ranges: &[(u32, u32)]) -> Term {
    let mut range = |&(lo, hi): &(u32, u32)| {
        let ends = [lo, hi].map(|c| terms.string(&[c]));
        terms.mk(Op::ReRange, &ends)
    };
    let ranges: Vec<Term> = ranges.iter().map(&mut range).collect();
    terms.mk(Op::ReUnion, &ranges)
}

/// `str.trim`: without the white space at both ends. Python's `strip()` and JavaScript's `trim()` of ASCII; beyond
/// it the two languages differ in what white space is.
pub(crate) fn trim(a: &Args) -> Vec<u32> {
    let s = a.word(0);
    let front = s.iter().take_while(|&&c| is_white(c)).count();
    let back = s[front..].iter().rev().take_while(|&&c| is_white(c)).count();
    s[front..s.len() - back].to_vec()
}

/// From the first character that is not white to the last one.
pub(super) fn trim_term(terms: &mut Terms, args: &[Term]) -> Term {
    let s = args[0];
    let reversed = terms.mk(Op::StrRev, &[s]);
    let (black, zero) = (class(terms, &BLACK), terms.int(0));
    let [front, back] = [s, reversed].map(|s| terms.mk(Op::StrIndexOfRe, &[s, black, zero]));
    let size = terms.len_of(s);
    let rest = terms.sub(size, front);
    let length = terms.sub(rest, back);
    terms.mk(Op::StrSubstr, &[s, front, length])
}

/// White space, nothing or a word that neither begins nor ends with it, and white space.
pub(super) const TRIM: Pieces = Pieces {
    regexes: |terms| {
        let (white, black) = (class(terms, &WHITE), class(terms, &BLACK));
        let (blanks, any) = (terms.mk(Op::ReStar, &[white]), terms.mk(Op::ReAll, &[]));
        let longer = terms.mk(Op::ReConcat, &[black, any, black]);
        let word = terms.mk(Op::ReUnion, &[black, longer]);
        let word = terms.mk(Op::ReOpt, &[word]);
        vec![blanks, word, blanks]
    },
    value: 1,
};
