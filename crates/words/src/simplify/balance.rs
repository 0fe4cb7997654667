//! Counting symbols: what the two sides of an equation have in surplus, and where both sides can be
//! cut because the parts before are equally long.
//!
//! If a prefix of one side has the same variables as a prefix of the other, as often, and as many
//! letters, then the prefixes are equally long in every solution and must be equal:
//! `x ab y u = y ba x v` is `x ab y = y ba x` and `u = v`. Large equations fall apart into small
//! ones, and each part has a letter balance of its own.

use crate::system::{Sym, Var, vars_of};
use base::{FxHashMap, Idx};

/// The symbols that each side has more of than the other, with repetitions, sorted.
#[derive(Default, Debug)]
pub(crate) struct Surplus {
    pub left: Vec<Sym>,
    pub right: Vec<Sym>,
}

/// Compares the sides as multisets.
pub(crate) fn surplus(left: &[Sym], right: &[Sym]) -> Surplus {
    let (mut l, mut r) = (left.to_vec(), right.to_vec());
    l.sort_unstable();
    r.sort_unstable();
    let mut out = Surplus::default();
    let (mut i, mut j) = (0, 0);
    while i < l.len() || j < r.len() {
        match (l.get(i), r.get(j)) {
            (Some(a), Some(b)) if a == b => (i, j) = (i + 1, j + 1),
            (Some(a), b) if b.is_none_or(|b| a < b) => {
                out.left.push(*a);
                i += 1;
            }
            (_, Some(b)) => {
                out.right.push(*b);
                j += 1;
            }
            (_, None) => unreachable!("one side has a symbol left"),
        }
    }
    out
}

/// Pairs of cut positions, ascending, such that the prefixes are equally long; neither the trivial
/// cut at the start nor the one at the end.
pub(crate) fn balanced_cuts(left: &[Sym], right: &[Sym]) -> Vec<(usize, usize)> {
    let at: FxHashMap<(u64, u64), usize> =
        signatures(left).enumerate().map(|(i, s)| (s, i + 1)).collect();
    let mut cuts = Vec::new();
    let (mut i0, mut j0) = (0, 0);
    for (j, signature) in signatures(right).enumerate() {
        let Some(&i) = at.get(&signature) else { continue };
        let at_end = i == left.len() && j + 1 == right.len();
        if !at_end && i > i0 && is_balanced(&left[i0..i], &right[j0..=j]) {
            cuts.push((i, j + 1));
            (i0, j0) = (i, j + 1);
        }
    }
    cuts
}

/// A fingerprint of each non-empty prefix: a hash of its variables as a multiset, and its letters.
fn signatures(word: &[Sym]) -> impl Iterator<Item = (u64, u64)> + '_ {
    word.iter().scan((0u64, 0u64), |state, s| {
        match s {
            Sym::Char(_) => state.1 += 1,
            Sym::Var(x) => state.0 = state.0.wrapping_add(scramble(*x)),
        }
        Some(*state)
    })
}

fn scramble(x: Var) -> u64 {
    let mut z = (x.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 27)
}

/// Whether the fingerprints did not lie.
fn is_balanced(left: &[Sym], right: &[Sym]) -> bool {
    let vars = |word: &[Sym]| {
        let mut vars: Vec<Var> = vars_of(word).collect();
        vars.sort_unstable();
        vars
    };
    let letters = |word: &[Sym]| word.iter().filter(|s| s.var().is_none()).count();
    letters(left) == letters(right) && vars(left) == vars(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Vec<Sym> {
        let sym = |c: char| match c {
            'A'..='Z' => Sym::Var(Var(c as u32 - 'A' as u32)),
            _ => Sym::Char(c.into()),
        };
        text.chars().map(sym).collect()
    }

    #[test]
    fn surplus_is_the_difference_of_multisets() {
        let s = surplus(&word("aXbXY"), &word("XcYb"));
        assert_eq!((s.left, s.right), (word("aX"), word("c")));
    }

    #[test]
    fn cuts_are_where_prefixes_balance() {
        assert_eq!(balanced_cuts(&word("XabYU"), &word("YbaXV")), [(4, 4)]);
        assert_eq!(balanced_cuts(&word("XabY"), &word("YbaX")), []);
        assert_eq!(balanced_cuts(&word("aXb"), &word("XabY")), [(2, 2), (3, 3)]);
    }
}
