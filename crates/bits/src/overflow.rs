//! Whether the exact result of an operation is outside of the numbers that the width has (SMT-LIB 2.7).
//!
//! Sums and differences show it in their carry and signs. A product is computed with twice the width: to predict its highest bit from
//! the highest bits of the factors (Schulte et al., "Combined unsigned and two's complement saturating multipliers", 2000) has half
//! the gates, but a second circuit where the product itself is used, too.

use crate::{Gates, add, bitwise, compare, mul, slice};
use base::{Budget, Interrupted};

/// `bvnego`: only the least number has no negation.
pub fn neg<G: Gates>(g: &mut G, a: &[G::Bit]) -> G::Bit {
    let sign = a[a.len() - 1];
    let others = g.any(&a[..a.len() - 1]);
    let none = g.not(others);
    g.and(sign, none)
}

/// `bvuaddo`.
pub fn uadd<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    let zero = g.constant(false);
    add::with_carry(g, a, b, zero).1
}

/// `bvsaddo`: the signs are equal, and the sum has another one.
pub fn sadd<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    let zero = g.constant(false);
    signed_sum(g, a, b, zero)
}

/// `bvusubo`.
pub fn usub<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    compare::ult(g, a, b)
}

/// `bvssubo`.
pub fn ssub<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    let (one, b) = (g.constant(true), bitwise::not(g, b));
    signed_sum(g, a, &b, one)
}

/// `bvumulo`.
///
/// # Errors
/// When the budget runs out. So it is with signed ones.
pub fn umul<G: Gates>(
    g: &mut G,
    a: &[G::Bit],
    b: &[G::Bit],
    budget: &Budget,
) -> Result<G::Bit, Interrupted> {
    let width = a.len();
    let (a, b) = (slice::zero_extend(g, a, width), slice::zero_extend(g, b, width));
    let product = mul::mul(g, &a, &b, budget)?;
    Ok(g.any(&product[width..]))
}

/// `bvsmulo`: the upper half of the product is no extension of the lower one.
pub fn smul<G: Gates>(
    g: &mut G,
    a: &[G::Bit],
    b: &[G::Bit],
    budget: &Budget,
) -> Result<G::Bit, Interrupted> {
    let width = a.len();
    let (a, b) = (slice::sign_extend(a, width), slice::sign_extend(b, width));
    let product = mul::mul(g, &a, &b, budget)?;
    let extended = slice::sign_extend(&product[..width], width);
    let fits = compare::eq(g, &product, &extended);
    Ok(g.not(fits))
}

/// `bvsdivo`: the least number divided by -1.
pub fn sdiv<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    let (least, minus_one) = (neg(g, a), g.all(b));
    g.and(least, minus_one)
}

fn signed_sum<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit], carry: G::Bit) -> G::Bit {
    let (sum, _) = add::with_carry(g, a, b, carry);
    let top = sum.len() - 1;
    let (left, right) = (g.xor(a[top], sum[top]), g.xor(b[top], sum[top]));
    g.and(left, right)
}
