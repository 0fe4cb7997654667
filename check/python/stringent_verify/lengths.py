"""Sets of lengths that are periodic from some number on."""


class Lengths:
    """`n` is in the set if `bits[position(n)]`: the first `start` numbers as they are, then a period."""

    def __init__(self, bits, start):
        self.bits, self.start, self.period = tuple(bits), start, len(bits) - start
        self.hash = hash((self.bits, start))

    def position(self, n):
        """The number below `len(bits)` that stands for `n`."""
        return n if n < self.start else self.start + (n - self.start) % self.period

    def contains(self, n):
        """Is a length in the set?"""
        return self.bits[self.position(n)]

    def more(self, n):
        """Is there a length above `n`? Of use for lengths of which there are finitely many."""
        return any(self.bits[self.start:]) or any(self.bits[n + 1:])

    def __eq__(self, other):
        return self is other or (self.bits, self.start) == (other.bits, other.start)

    def __hash__(self):
        return self.hash
