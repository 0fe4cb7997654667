//! Quotients and remainders: long division with restoring.
//!
//! From the top of the dividend, its bits are shifted into a remainder, from which the divisor is subtracted where it fits. After i
//! bits the remainder has i bits, so only as many are subtracted; the rest of the divisor must be 0 to fit. Division by zero needs no case:
//! zero always fits and takes nothing away, so the quotient is all ones and the remainder the dividend, as SMT-LIB says.
//!
//! To guess both and demand `q * d + r = n` without overflow would have as many gates, but no value where a bit is no variable.
//!
//! Signed division divides the absolute values.

use crate::{Gates, Word, add, bitwise};
use base::{Budget, Interrupted};

/// `bvudiv` and `bvurem`.
///
/// # Errors
/// When the budget runs out. So it is with all divisions.
pub fn unsigned<G: Gates>(
    g: &mut G,
    n: &[G::Bit],
    d: &[G::Bit],
    budget: &Budget,
) -> Result<(Word<G>, Word<G>), Interrupted> {
    debug_assert_eq!(n.len(), d.len(), "words of different widths");
    let (one, minus, above) = (g.constant(true), bitwise::not(g, d), set_from(g, d));
    let (mut quotient, mut rest) = (n.to_vec(), Vec::new());
    for i in (0..n.len()).rev() {
        rest.insert(0, n[i]);
        budget.charge(rest.len() as u64)?;
        let (difference, carry) = add::with_carry(g, &rest, &minus[..rest.len()], one);
        let small = g.not(above[rest.len()]);
        quotient[i] = g.and(carry, small);
        rest = bitwise::mux(g, quotient[i], &difference, &rest);
    }
    Ok((quotient, rest))
}

/// For each position, and the one behind the last, whether a bit there or above is set.
fn set_from<G: Gates>(g: &mut G, word: &[G::Bit]) -> Word<G> {
    let mut set = vec![g.constant(false); word.len() + 1];
    for i in (0..word.len()).rev() {
        set[i] = g.or(word[i], set[i + 1]);
    }
    set
}

/// `bvsdiv`: towards zero.
///
/// # Errors
/// When the budget runs out.
pub fn sdiv<G: Gates>(
    g: &mut G,
    n: &[G::Bit],
    d: &[G::Bit],
    budget: &Budget,
) -> Result<Word<G>, Interrupted> {
    let differ = g.xor(n[n.len() - 1], d[d.len() - 1]);
    let (quotient, _) = absolute(g, n, d, budget)?;
    Ok(add::neg_if(g, differ, &quotient))
}

/// `bvsrem`: with the sign of the dividend.
///
/// # Errors
/// When the budget runs out.
pub fn srem<G: Gates>(
    g: &mut G,
    n: &[G::Bit],
    d: &[G::Bit],
    budget: &Budget,
) -> Result<Word<G>, Interrupted> {
    let (_, rest) = absolute(g, n, d, budget)?;
    Ok(add::neg_if(g, n[n.len() - 1], &rest))
}

/// `bvsmod`: with the sign of the divisor.
///
/// # Errors
/// When the budget runs out.
pub fn smod<G: Gates>(
    g: &mut G,
    n: &[G::Bit],
    d: &[G::Bit],
    budget: &Budget,
) -> Result<Word<G>, Interrupted> {
    let rest = srem(g, n, d, budget)?;
    let differ = g.xor(n[n.len() - 1], d[d.len() - 1]);
    let nonzero = g.any(&rest);
    let wrong_side = g.and(differ, nonzero);
    let step = bitwise::mask(g, wrong_side, d);
    Ok(add::add(g, &rest, &step))
}

/// Quotient and remainder of the absolute values.
fn absolute<G: Gates>(
    g: &mut G,
    n: &[G::Bit],
    d: &[G::Bit],
    budget: &Budget,
) -> Result<(Word<G>, Word<G>), Interrupted> {
    let (n, d) = (add::neg_if(g, n[n.len() - 1], n), add::neg_if(g, d[d.len() - 1], d));
    unsigned(g, &n, &d, budget)
}
