//! What circuits are made of.

/// Gates over some kind of bit. An implementation has four; it overrides those of the others that it has something better for.
pub trait Gates {
    /// A bit.
    type Bit: Copy;

    /// The constant.
    fn constant(&mut self, value: bool) -> Self::Bit;
    /// The negation.
    fn not(&mut self, a: Self::Bit) -> Self::Bit;
    /// Both.
    fn and(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;
    /// One, not both.
    fn xor(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;

    /// The value of a bit that is known to be constant. What circuits look like may depend on it, what they compute does not.
    fn known(&self, _: Self::Bit) -> Option<bool> {
        None
    }

    /// One, or both.
    fn or(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// Whether both are equal.
    fn iff(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit {
        let differ = self.xor(a, b);
        self.not(differ)
    }

    /// `a` if `c`, else `b`.
    fn mux(&mut self, c: Self::Bit, a: Self::Bit, b: Self::Bit) -> Self::Bit {
        let differ = self.xor(a, b);
        let change = self.and(c, differ);
        self.xor(b, change)
    }

    /// Whether an odd number of them is true: the sum of a full adder.
    fn parity(&mut self, a: Self::Bit, b: Self::Bit, c: Self::Bit) -> Self::Bit {
        let first = self.xor(a, b);
        self.xor(first, c)
    }

    /// Whether at least two of them are true: the carry of a full adder.
    fn majority(&mut self, a: Self::Bit, b: Self::Bit, c: Self::Bit) -> Self::Bit {
        let differ = self.xor(a, b);
        self.mux(differ, c, a)
    }

    /// All of them.
    fn all(&mut self, bits: &[Self::Bit]) -> Self::Bit {
        let top = self.constant(true);
        bits.iter().fold(top, |all, &bit| self.and(all, bit))
    }

    /// One of them, or more.
    fn any(&mut self, bits: &[Self::Bit]) -> Self::Bit {
        let negated: Vec<Self::Bit> = bits.iter().map(|&bit| self.not(bit)).collect();
        let none = self.all(&negated);
        self.not(none)
    }
}

/// A word of its bits, the least significant one first.
pub type Word<G> = Vec<<G as Gates>::Bit>;
