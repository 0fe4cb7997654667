//! Shifts by a word: a stage for each of its bits, as in a barrel shifter.
//!
//! Stages stop at the width; if a higher bit of the amount is set, nothing but the fill is left.

use crate::{Gates, Word, bitwise};

/// `bvshl`.
pub fn shl<G: Gates>(g: &mut G, a: &[G::Bit], amount: &[G::Bit]) -> Word<G> {
    let fill = g.constant(false);
    let mirrored: Word<G> = a.iter().rev().copied().collect();
    let mut shifted = right(g, &mirrored, amount, fill);
    shifted.reverse();
    shifted
}

/// `bvlshr`.
pub fn lshr<G: Gates>(g: &mut G, a: &[G::Bit], amount: &[G::Bit]) -> Word<G> {
    let fill = g.constant(false);
    right(g, a, amount, fill)
}

/// `bvashr`.
pub fn ashr<G: Gates>(g: &mut G, a: &[G::Bit], amount: &[G::Bit]) -> Word<G> {
    right(g, a, amount, a[a.len() - 1])
}

fn right<G: Gates>(g: &mut G, a: &[G::Bit], amount: &[G::Bit], fill: G::Bit) -> Word<G> {
    debug_assert_eq!(a.len(), amount.len(), "words of different widths");
    let width = a.len();
    let stages = (0..width).take_while(|&i| 1 << i < width).count();
    let mut word = a.to_vec();
    for (i, &bit) in amount[..stages].iter().enumerate() {
        let moved = |at: usize| word.get(at + (1 << i)).copied().unwrap_or(fill);
        let moved: Word<G> = (0..width).map(moved).collect();
        word = bitwise::mux(g, bit, &moved, &word);
    }
    let beyond = g.any(&amount[stages..]);
    word.iter().map(|&bit| g.mux(beyond, fill, bit)).collect()
}
