//! Sums and differences, by a chain of full adders.
//!
//! A ripple carry has the fewest gates, and unit propagation along it is what decides most additions. Adders of less depth (carry
//! look-ahead, Kogge and Stone) pay in hardware, where depth is time; for a SAT core, they are more clauses.

use crate::{Gates, Word, bitwise};

/// The sum of two words and a carry, and the carry out of it.
pub fn with_carry<G: Gates>(
    g: &mut G,
    a: &[G::Bit],
    b: &[G::Bit],
    carry: G::Bit,
) -> (Word<G>, G::Bit) {
    debug_assert_eq!(a.len(), b.len(), "words of different widths");
    let mut carry = carry;
    let sum = a.iter().zip(b).map(|(&a, &b)| {
        let sum = g.parity(a, b, carry);
        carry = g.majority(a, b, carry);
        sum
    });
    (sum.collect(), carry)
}

/// `bvadd`.
pub fn add<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Word<G> {
    let zero = g.constant(false);
    with_carry(g, a, b, zero).0
}

/// `bvsub`.
pub fn sub<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Word<G> {
    let (one, b) = (g.constant(true), bitwise::not(g, b));
    with_carry(g, a, &b, one).0
}

/// `bvneg`.
pub fn neg<G: Gates>(g: &mut G, a: &[G::Bit]) -> Word<G> {
    let one = g.constant(true);
    neg_if(g, one, a)
}

/// The negation if `c`, else the word itself: its bits flipped, plus one.
pub fn neg_if<G: Gates>(g: &mut G, c: G::Bit, a: &[G::Bit]) -> Word<G> {
    let mut carry = c;
    let negated = a.iter().map(|&bit| {
        let flipped = g.xor(bit, c);
        let sum = g.xor(flipped, carry);
        carry = g.and(flipped, carry);
        sum
    });
    negated.collect()
}
