//! Languages before a letter was replaced: the words that are in a language once every `c` in them is a `d`.
//!
//! Such a map of letters to letters keeps lengths, so what it leads into a concatenation, an iteration or a Boolean combination is the
//! same combination of what it leads into the parts.

use crate::hash::Map;
use crate::term::{MAX_CHAR, Op, Store, Term};

/// `(str.replace_all s c d)` for two letters: `s`, `c` and `d`.
pub fn letter_map(store: &Store, t: Term) -> Option<(Term, u32, u32)> {
    match (store.op(t), store.args(t)) {
        (Op::ReplaceAll, &[s, c, d]) => match (store.text_value(c)?, store.text_value(d)?) {
            (&[c], &[d]) if c != d => Some((s, c, d)),
            _ => None,
        },
        _ => None,
    }
}

/// The language of the words that the map leads into the ground language `root`.
pub fn preimage(store: &mut Store, root: Term, c: u32, d: u32) -> Term {
    let mut images: Map<Term, Term> = Map::default();
    for t in store.post_order(&[root]) {
        let (op, args) = (store.op(t).clone(), store.args(t).to_vec());
        let words: Option<Vec<Vec<u32>>> =
            args.iter().map(|&a| store.text_value(a).map(<[u32]>::to_vec)).collect();
        let image = match (&op, words.as_deref()) {
            (Op::ToRe, Some([word])) => {
                let letters: Vec<Term> = word.iter().map(|&x| letters(store, x, x, c, d)).collect();
                if letters.is_empty() { t } else { store.mk(Op::ReConcat, &letters) }
            }
            (Op::ReRange, Some([low, high])) => match (&low[..], &high[..]) {
                (&[low], &[high]) => letters(store, low, high, c, d),
                _ => t,
            },
            _ => {
                let args: Vec<Term> = args.iter().map(|a| images[a]).collect();
                store.mk(op, &args)
            }
        };
        images.insert(t, image);
    }
    images[&root]
}

/// The letters that become one from `low` to `high`.
fn letters(store: &mut Store, low: u32, high: u32, c: u32, d: u32) -> Term {
    let within = |x: u32| low <= x && x <= high;
    let mut ranges = vec![(low, high)];
    if within(c) && !within(d) {
        ranges = vec![(low, c.wrapping_sub(1)), (c + 1, high)];
        ranges.retain(|&(low, high)| low <= high && high <= MAX_CHAR);
    } else if within(d) && !within(c) {
        ranges.push((c, c));
    }
    let mut parts: Vec<Term> = Vec::new();
    for (low, high) in ranges {
        let (low, high) = (store.text(&[low]), store.text(&[high]));
        parts.push(store.mk(Op::ReRange, &[low, high]));
    }
    match parts[..] {
        [] => store.mk(Op::ReNone, &[]),
        [t] => t,
        _ => store.mk(Op::ReUnion, &parts),
    }
}
