//! Operations bit by bit.

use crate::{Gates, Word};

/// `bvnot`.
pub fn not<G: Gates>(g: &mut G, a: &[G::Bit]) -> Word<G> {
    a.iter().map(|&bit| g.not(bit)).collect()
}

/// `bvand`.
pub fn and<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Word<G> {
    zip(g, a, b, G::and)
}

/// `bvor`.
pub fn or<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Word<G> {
    zip(g, a, b, G::or)
}

/// `bvxor`.
pub fn xor<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Word<G> {
    zip(g, a, b, G::xor)
}

/// `bvxnor`.
pub fn xnor<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Word<G> {
    zip(g, a, b, G::iff)
}

/// `ite`: `a` if `c`, else `b`.
pub fn mux<G: Gates>(g: &mut G, c: G::Bit, a: &[G::Bit], b: &[G::Bit]) -> Word<G> {
    zip(g, a, b, |g, a, b| g.mux(c, a, b))
}

/// The word if `c`, else 0.
pub fn mask<G: Gates>(g: &mut G, c: G::Bit, a: &[G::Bit]) -> Word<G> {
    a.iter().map(|&bit| g.and(c, bit)).collect()
}

fn zip<G: Gates>(
    g: &mut G,
    a: &[G::Bit],
    b: &[G::Bit],
    gate: impl Fn(&mut G, G::Bit, G::Bit) -> G::Bit,
) -> Word<G> {
    debug_assert_eq!(a.len(), b.len(), "words of different widths");
    a.iter().zip(b).map(|(&a, &b)| gate(g, a, b)).collect()
}
