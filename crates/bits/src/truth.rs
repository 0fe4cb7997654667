//! Truth values as bits: circuits evaluate.

use crate::Gates;

/// Gates over truth values.
#[derive(Clone, Copy, Debug)]
pub struct Truth;

impl Gates for Truth {
    type Bit = bool;

    fn constant(&mut self, value: bool) -> bool {
        value
    }
    fn not(&mut self, a: bool) -> bool {
        !a
    }
    fn and(&mut self, a: bool, b: bool) -> bool {
        a && b
    }
    fn xor(&mut self, a: bool, b: bool) -> bool {
        a != b
    }
    fn known(&self, a: bool) -> Option<bool> {
        Some(a)
    }
}

/// The lowest `width` bits of a number, zeros above its own.
pub fn word(width: usize, value: u64) -> Vec<bool> {
    (0..width).map(|i| i < 64 && value >> i & 1 == 1).collect()
}

/// The number of which these are the bits.
///
/// # Panics
/// If there are more than 64.
pub fn value(word: &[bool]) -> u64 {
    assert!(word.len() <= 64, "a word of {} bits as a number of 64", word.len());
    word.iter().rev().fold(0, |n, &bit| n << 1 | u64::from(bit))
}
