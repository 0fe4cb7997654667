//! Words made of the bits of others. Only extension by zeros takes a gate, a constant.

use crate::{Gates, Word};

/// `concat`: `high` above `low`.
pub fn concat<B: Copy>(high: &[B], low: &[B]) -> Vec<B> {
    [low, high].concat()
}

/// `(_ extract high low)`.
///
/// # Panics
/// If there are no such bits.
pub fn extract<B: Copy>(a: &[B], high: usize, low: usize) -> Vec<B> {
    a[low..=high].to_vec()
}

/// `zero_extend` by so many bits.
pub fn zero_extend<G: Gates>(g: &mut G, a: &[G::Bit], by: usize) -> Word<G> {
    let zero = g.constant(false);
    concat(&vec![zero; by], a)
}

/// `sign_extend` by so many bits.
pub fn sign_extend<B: Copy>(a: &[B], by: usize) -> Vec<B> {
    concat(&vec![a[a.len() - 1]; by], a)
}

/// `rotate_left` by so many bits.
pub fn rotate_left<B: Copy>(a: &[B], by: usize) -> Vec<B> {
    let mut rotated = a.to_vec();
    rotated.rotate_right(by % a.len());
    rotated
}

/// `rotate_right` by so many bits.
pub fn rotate_right<B: Copy>(a: &[B], by: usize) -> Vec<B> {
    let mut rotated = a.to_vec();
    rotated.rotate_left(by % a.len());
    rotated
}

/// `repeat` so many times.
pub fn repeat<B: Copy>(a: &[B], times: usize) -> Vec<B> {
    a.repeat(times)
}
