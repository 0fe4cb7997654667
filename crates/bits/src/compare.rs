//! Comparisons, which are bits.

use crate::{Gates, Word};

/// `=`, `bvcomp`.
pub fn eq<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    debug_assert_eq!(a.len(), b.len(), "words of different widths");
    let same: Word<G> = a.iter().zip(b).map(|(&a, &b)| g.iff(a, b)).collect();
    g.all(&same)
}

/// `bvult`.
pub fn ult<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    let equal = g.constant(false);
    less(g, a, b, equal)
}

/// `bvule`.
pub fn ule<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    let equal = g.constant(true);
    less(g, a, b, equal)
}

/// `bvslt`.
pub fn slt<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    let (a, b) = (shifted(g, a), shifted(g, b));
    ult(g, &a, &b)
}

/// `bvsle`.
pub fn sle<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    let (a, b) = (shifted(g, a), shifted(g, b));
    ule(g, &a, &b)
}

/// Whether `a` is less than `b`; `equal` if they are equal. It is the carry out of `b - a`.
fn less<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit], equal: G::Bit) -> G::Bit {
    debug_assert_eq!(a.len(), b.len(), "words of different widths");
    a.iter().zip(b).fold(equal, |less, (&a, &b)| {
        let not_a = g.not(a);
        g.majority(not_a, b, less)
    })
}

/// The number plus half the range: signed order becomes unsigned.
fn shifted<G: Gates>(g: &mut G, a: &[G::Bit]) -> Word<G> {
    let mut shifted = a.to_vec();
    if let Some(sign) = shifted.last_mut() {
        *sign = g.not(*sign);
    }
    shifted
}
