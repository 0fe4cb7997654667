//! What everything uses, to be imported as a whole: terms and numbers, refusals, and tables.
//!
//! The hash of tables is cheap: a rotation, a difference and a product for each word (that of Firefox and rustc). Who makes keys
//! collide makes the checker slow, and limits are on work anyway.

pub use crate::term::{MAX_CHAR, Op, Sort, Store, Term};
pub use num_bigint::BigInt;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// What may be refused, and why; whoever knows the line adds it.
pub type Result<T, E = String> = std::result::Result<T, E>;

/// Why work was not finished.
pub const LIMIT: &str = "the limit of work is reached";

/// Refuses for this reason.
pub fn refuse<T>(reason: impl Into<String>) -> Result<T> {
    Err(reason.into())
}

/// The same, if so.
pub fn refuse_if(is_wrong: bool, reason: &str) -> Result<()> {
    if is_wrong { refuse(reason) } else { Ok(()) }
}

/// All that were asked for, or why the first one is refused.
pub fn all<T>(of: impl IntoIterator<Item = Result<T>>) -> Result<Vec<T>> {
    of.into_iter().collect()
}

/// Takes the cost of a piece of work.
pub fn charge(fuel: &mut u64, cost: usize) -> Result<()> {
    *fuel = fuel.checked_sub(cost as u64).ok_or(LIMIT)?;
    Ok(())
}

/// A table.
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// A set.
pub type Set<K> = HashSet<K, BuildHasherDefault<Mixer>>;

/// The hash so far.
#[derive(Clone, Copy, Default, Debug)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let mixed = self.0.rotate_left(5) ^ u64::from_le_bytes(word);
            self.0 = mixed.wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }

    fn finish(&self) -> u64 {
        // Tables look at the lowest bits, and products mix the highest ones best.
        self.0.rotate_left(26)
    }
}
