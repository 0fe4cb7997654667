//! Tables whose hash is cheap: a rotation, a difference and a product for each word (that of Firefox and rustc). Who makes keys collide
//! makes the checker slow, and limits are on work anyway.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

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
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        // Tables look at the lowest bits, and products mix the highest ones best.
        self.0.rotate_left(26)
    }
}
