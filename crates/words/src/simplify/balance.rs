//! Counting symbols: what the two sides of an equation have in surplus, and where both sides can be
//! cut because the parts before are equally long.
//!
//! If a prefix of one side has the same variables as a prefix of the other, as often, and as many
//! letters, then the prefixes are equally long in every solution and must be equal:
//! `x ab y u = y ba x v` is `x ab y = y ba x` and `u = v`. Large equations fall apart into small
//! ones, and each part has a letter balance of its own.

use crate::system::{Sym, Var, vars_of};
use base::{Idx, SplitMix64};
use smallvec::SmallVec;

/// The symbols that each side has more of than the other, with repetitions, sorted.
#[derive(Default, Debug)]
pub(crate) struct Surplus {
    pub left: Vec<Sym>,
    pub right: Vec<Sym>,
}

impl Surplus {
    /// The invariant: sorted, nothing on both sides, and as many symbols cancelled on the left as on the right.
    fn is_of(&self, left: &[Sym], right: &[Sym]) -> bool {
        self.left.is_sorted()
            && self.right.is_sorted()
            && !self.left.iter().any(|s| self.right.binary_search(s).is_ok())
            && left.len() - self.left.len() == right.len() - self.right.len()
    }
}

/// A fact: so many counters stand on the stack; more different symbols are counted by sorting.
const MAX_COUNTED: usize = 24;

/// Compares the sides as multisets.
pub(crate) fn surplus(left: &[Sym], right: &[Sym]) -> Surplus {
    let mut counts: SmallVec<[(Sym, i32); MAX_COUNTED]> = SmallVec::new();
    let signed = left.iter().map(|s| (s, 1)).chain(right.iter().map(|s| (s, -1)));
    for (s, sign) in signed {
        match counts.iter().position(|c| c.0 == *s) {
            Some(at) => counts[at].1 += sign,
            None if counts.len() < MAX_COUNTED => counts.push((*s, sign)),
            None => return surplus_by_sorting(left, right),
        }
    }
    let mut out = Surplus::default();
    base::order::sort(&mut counts);
    for (s, n) in counts {
        let side = if n > 0 { &mut out.left } else { &mut out.right };
        side.extend(std::iter::repeat_n(s, n.unsigned_abs() as usize));
    }
    debug_assert!(out.is_of(left, right), "a surplus is not sorted, or not the difference");
    out
}

fn surplus_by_sorting(left: &[Sym], right: &[Sym]) -> Surplus {
    let (mut l, mut r) = (left.to_vec(), right.to_vec());
    base::order::sort(&mut l);
    base::order::sort(&mut r);
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
    debug_assert!(out.is_of(left, right), "a surplus is not sorted, or not the difference");
    out
}

/// The positions, ascending, before which both sides are equally long: the same variables, as often,
/// and as many letters; neither the trivial one at the start nor the one at the end.
pub(crate) fn balanced_cuts(left: &[Sym], right: &[Sym]) -> Vec<usize> {
    let mut cuts = Vec::new();
    let (mut start, mut difference) = (0, 0u64);
    let at_end = (left.len() == right.len()).then_some(left.len());
    for (i, (a, b)) in left.iter().zip(right).enumerate() {
        // exact: a hash.
        difference = difference.wrapping_add(fingerprint(*a)).wrapping_sub(fingerprint(*b));
        let at = i + 1;
        if difference == 0 && Some(at) != at_end && is_balanced(&left[start..at], &right[start..at])
        {
            cuts.push(at);
            start = at;
        }
    }
    cuts
}

/// A number for each variable, and one for all letters; sums of them tell multisets apart, almost always.
fn fingerprint(s: Sym) -> u64 {
    let seed = s.var().map_or(0, |x| x.index() as u64 + 1);
    SplitMix64::new(seed).next_u64()
}

/// Whether the fingerprints did not lie.
fn is_balanced(left: &[Sym], right: &[Sym]) -> bool {
    let vars = |word: &[Sym]| {
        let mut vars: Vec<Var> = vars_of(word).collect();
        base::order::sort(&mut vars);
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
        let (left, right) =
            (word("abcdefghijklmXnopqrstuvwxyzX"), word("zyxwvutsrqponmlkjihgfedcbY"));
        for s in [surplus(&left, &right), surplus_by_sorting(&left, &right)] {
            assert_eq!((s.left, s.right), (word("aXX"), word("Y")));
        }
    }

    #[test]
    fn cuts_are_where_prefixes_balance() {
        assert_eq!(balanced_cuts(&word("XabYU"), &word("YbaXV")), [4]);
        assert_eq!(balanced_cuts(&word("XabY"), &word("YbaX")), []);
        assert_eq!(balanced_cuts(&word("aXb"), &word("XabY")), [2, 3]);
    }
}
