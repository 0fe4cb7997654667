//! A word as an integer.

#[derive(Clone, Copy, Debug)]
pub struct Number {
    pub width: u32,
    pub unsigned: u128,
}

impl Number {
    pub fn new(width: u32, unsigned: u128) -> Number {
        assert!((1..=64).contains(&width) && unsigned < 1 << width);
        Number { width, unsigned }
    }

    pub fn signed(self) -> i128 {
        let negative = self.unsigned >> (self.width - 1) & 1 == 1;
        self.unsigned as i128 - if negative { 1 << self.width } else { 0 }
    }

    pub fn all_ones(self) -> u128 {
        (1 << self.width) - 1
    }

    /// The bits of an integer.
    pub fn wrap(self, n: i128) -> u128 {
        n.rem_euclid(1 << self.width) as u128
    }

    /// Whether a signed integer is none of this width.
    pub fn lacks(self, n: i128) -> u128 {
        let half = 1 << (self.width - 1);
        u128::from(n < -half || n >= half)
    }

    /// An integer divided by a power of two, rounded down. All powers from the width on leave the same.
    pub fn shift_right(self, n: i128, amount: Number) -> u128 {
        let amount = amount.unsigned.min(u128::from(self.width));
        self.wrap(n >> amount)
    }

    pub fn bit(self, i: u32) -> u128 {
        self.unsigned >> i & 1
    }

    /// The number whose bit i is bit `from(i)` of this one.
    pub fn permuted(self, from: impl Fn(u32) -> u32) -> u128 {
        (0..self.width).map(|i| self.bit(from(i)) << i).sum()
    }
}
