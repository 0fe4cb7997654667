//! Sixty-four truth values as a bit: circuits evaluate on as many words at once.
//!
//! Lane j of a word is the number that the j-th positions of its bits make up. To find where a predicate of one word holds,
//! [`ranges`] asks it about 64 consecutive numbers at a time; a predicate of 16 bits is evaluated 1,024 times.

use crate::Gates;
use std::ops::RangeInclusive;

/// Gates over 64 truth values.
#[derive(Clone, Copy, Debug)]
pub struct Lanes;

impl Gates for Lanes {
    type Bit = u64;

    fn constant(&mut self, value: bool) -> u64 {
        constant(value)
    }
    fn not(&mut self, a: u64) -> u64 {
        !a
    }
    fn and(&mut self, a: u64, b: u64) -> u64 {
        a & b
    }
    fn xor(&mut self, a: u64, b: u64) -> u64 {
        a ^ b
    }
    fn known(&self, a: u64) -> Option<bool> {
        match a {
            0 => Some(false),
            _ if !a == 0 => Some(true),
            _ => None,
        }
    }
    fn or(&mut self, a: u64, b: u64) -> u64 {
        a | b
    }
    fn mux(&mut self, c: u64, a: u64, b: u64) -> u64 {
        c & a | !c & b
    }
    fn majority(&mut self, a: u64, b: u64, c: u64) -> u64 {
        a & b | c & (a | b)
    }
}

/// How many lanes there are.
pub const LANES: u32 = u64::BITS;

/// The bits of the lanes' own numbers, 0 to 63.
const COUNT: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

fn constant(value: bool) -> u64 {
    if value { !0 } else { 0 }
}

/// Every lane the same number, of which these are the bits.
pub fn same(bits: impl IntoIterator<Item = bool>) -> Vec<u64> {
    bits.into_iter().map(constant).collect()
}

/// The words of `width` bits for the 64 numbers from `first`, a multiple of 64. Lanes whose number has more bits hold its lowest ones.
///
/// # Panics
/// If `first` is no multiple of 64.
pub fn consecutive(width: u32, first: u32) -> Vec<u64> {
    assert!(first.is_multiple_of(LANES), "lanes start at a multiple of their number");
    let bit = |i: u32| match COUNT.get(i as usize) {
        Some(&pattern) => pattern,
        None => constant(i < u32::BITS && first >> i & 1 == 1),
    };
    (0..width).map(bit).collect()
}

/// The numbers of `width` bits, in ascending ranges with gaps between them, for which `holds` is true. It is asked about 64
/// words at a time, and answers for each lane.
///
/// # Errors
/// That of `holds`.
///
/// # Panics
/// If the width is 0 or above 31.
///
/// ```
/// use bits::{Lanes, compare, lanes};
/// let ten = lanes::same([false, true, false, true, false, false, false, false]);
/// let below = |word: &[u64]| Ok::<_, ()>(compare::ult(&mut Lanes, word, &ten));
/// assert_eq!(lanes::ranges(8, below), Ok(vec![0..=9]));
/// ```
pub fn ranges<E>(
    width: u32,
    mut holds: impl FnMut(&[u64]) -> Result<u64, E>,
) -> Result<Vec<RangeInclusive<u32>>, E> {
    assert!((1..32).contains(&width), "the numbers of {width} bits are not enumerated");
    let size = 1_u32 << width;
    let mut ranges = Vec::new();
    for first in (0..size).step_by(LANES as usize) {
        let lanes = holds(&consecutive(width, first))?;
        let lanes = if size < LANES { lanes & ((1 << size) - 1) } else { lanes };
        add_runs(&mut ranges, first, lanes);
    }
    Ok(ranges)
}

/// Adds the runs of lanes that are set, each a range of numbers from `first`.
fn add_runs(ranges: &mut Vec<RangeInclusive<u32>>, first: u32, lanes: u64) {
    let mut at = 0;
    while at < LANES && lanes >> at != 0 {
        let start = at + (lanes >> at).trailing_zeros();
        let end = start + (lanes >> start).trailing_ones();
        add_range(ranges, first + start..=first + end - 1);
        at = end;
    }
}

/// Adds a range above the others, which it may touch.
fn add_range(ranges: &mut Vec<RangeInclusive<u32>>, range: RangeInclusive<u32>) {
    match ranges.last_mut() {
        Some(last) if last.end() + 1 == *range.start() => *last = *last.start()..=*range.end(),
        _ => ranges.push(range),
    }
}
