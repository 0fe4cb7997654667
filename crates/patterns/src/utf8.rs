//! Characters as bytes, for patterns over bytes.
//!
//! `regex-syntax` cuts a range of characters into sequences of ranges of bytes, after Thompson's construction for Plan 9. A class such
//! as `\w` has a thousand of them, and a union of as many concatenations has as many derivatives. So they are put together as a tree: by
//! the first byte, and first bytes with the same continuations are one set. Word boundaries of Unicode would be look-around at
//! such trees, which took gigabytes: they are refused over bytes, where those of ASCII do.

use crate::tree::{NodeId, Tree};
use automata::CharSet;
use regex_syntax::hir::ClassUnicode;
use regex_syntax::utf8::{Utf8Range, Utf8Sequences};
use std::collections::{BTreeMap, BTreeSet};

/// What may follow some bytes: sequences of ranges.
type Tails<'a> = BTreeSet<&'a [Utf8Range]>;

/// The UTF-8 codes of the characters of a class.
pub(crate) fn codes(tree: &mut Tree, class: &ClassUnicode) -> NodeId {
    let sequences = class.iter().flat_map(|r| Utf8Sequences::new(r.start(), r.end()));
    let sequences: Vec<_> = sequences.collect();
    any_of(tree, &sequences.iter().map(|sequence| sequence.as_slice()).collect())
}

/// Any of the sequences, none of which is the start of another one. There are at most four bytes, so the recursion is not deep.
fn any_of(tree: &mut Tree, sequences: &Tails<'_>) -> NodeId {
    let mut by_first: BTreeMap<Utf8Range, Tails<'_>> = BTreeMap::new();
    for (first, rest) in sequences.iter().filter_map(|sequence| sequence.split_first()) {
        by_first.entry(*first).or_default().insert(rest);
    }
    let mut by_rest: BTreeMap<Tails<'_>, Vec<(u32, u32)>> = BTreeMap::new();
    for (first, rests) in by_first {
        by_rest.entry(rests).or_default().push((first.start.into(), first.end.into()));
    }
    let mut kids = Vec::new();
    for (rests, firsts) in by_rest {
        let mut code = vec![tree.chars(CharSet::from_ranges(firsts))];
        if !rests.contains(&[][..]) {
            code.push(any_of(tree, &rests));
        }
        kids.push(tree.concat(code));
    }
    if kids.is_empty() { tree.chars(CharSet::empty()) } else { tree.alt(kids) }
}
