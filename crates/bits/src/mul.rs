//! Products, by adding shifted copies.
//!
//! One row for each bit of a factor: the other factor if the bit is set. Where bits are constant, a row of zeros costs nothing, so the
//! factor with more known bits selects the rows. Trees of adders (Wallace, Dadda) have as many full adders and less depth, which a
//! SAT core does not pay for.

use crate::{Gates, Word, add, bitwise};
use base::{Budget, Interrupted};

/// `bvmul`.
///
/// # Errors
/// When the budget runs out.
pub fn mul<G: Gates>(
    g: &mut G,
    a: &[G::Bit],
    b: &[G::Bit],
    budget: &Budget,
) -> Result<Word<G>, Interrupted> {
    debug_assert_eq!(a.len(), b.len(), "words of different widths");
    let known = |g: &G, word: &[G::Bit]| word.iter().filter(|&&b| g.known(b).is_some()).count();
    let (a, b) = if known(g, a) > known(g, b) { (b, a) } else { (a, b) };
    let mut product = bitwise::mask(g, b[0], a);
    for (i, &select) in b.iter().enumerate().skip(1) {
        if g.known(select) == Some(false) {
            continue;
        }
        budget.charge((a.len() - i) as u64)?;
        let row = bitwise::mask(g, select, &a[..a.len() - i]);
        let sum = add::add(g, &product[i..], &row);
        product[i..].copy_from_slice(&sum);
    }
    Ok(product)
}
