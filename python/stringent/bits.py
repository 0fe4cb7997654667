"""Bit-vectors, with the names and meanings of z3's Python: `<`, `/`, `%` and `>>` are those of signed numbers."""

from __future__ import annotations

from typing import Any, Union as Either

from ._core import StringentError, Term
from .exprs import CLASSES, ArithRef, BoolRef, ExprRef, IntLike, SortRef, integer, wrap

__all__ = [
    "BV2Int", "BVAddNoOverflow", "BVAddNoUnderflow", "BVMulNoOverflow", "BVMulNoUnderflow", "BVSDivNoOverflow", "BVSNegNoOverflow",
    "BVSubNoOverflow", "BVSubNoUnderflow", "BitVec", "BitVecRef", "BitVecSort", "BitVecVal", "BitVecs", "BitsLike", "Int2BV", "LShR",
    "RepeatBitVec", "RotateLeft", "RotateRight", "SRem", "SignExt", "UDiv", "UGE", "UGT", "ULE", "ULT", "URem", "ZeroExt",
]


class BitVecRef(ExprRef):
    """A bit-vector.

    >>> b = BitVec("b", 8)
    >>> (b & 0xf0) >> 4 == b + 1
    (= (bvashr (bvand b #xf0) #x04) (bvadd b #x01))
    """

    __slots__ = ()

    def size(self) -> int:
        """The width."""
        return self.sort().size()

    def alike(self, other: Any) -> Term:
        """An integer of Python is a literal of the same width."""
        return Term.bits(self.size(), int(other)) if isinstance(other, int) else ExprRef.alike(self, other)

    def as_long(self) -> int:
        """The number that a literal is, not negative.

        >>> BitVecVal(-1, 8).as_long(), BitVecVal(-1, 8).as_signed_long()
        (255, -1)
        """
        value = self.ast.value
        if value is None:
            raise StringentError(f"{self!r} is no literal")
        return int(value)

    def as_signed_long(self) -> int:
        """The number that a literal is in two's complement."""
        value = self.as_long()
        return value - (1 << self.size()) if value >> (self.size() - 1) else value

    def as_string(self) -> str:
        """The digits of a literal."""
        return str(self.as_long())

    def _word(self, op: str, other: BitsLike, swap: bool = False) -> BitVecRef:
        args = [self.ast, self.alike(other)]
        return BitVecRef(Term.apply(op, *reversed(args) if swap else args))

    def _truth(self, op: str, other: BitsLike) -> BoolRef:
        return BoolRef(Term.apply(op, self.ast, self.alike(other)))

    def __add__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvadd", other)

    def __radd__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvadd", other, True)

    def __sub__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvsub", other)

    def __rsub__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvsub", other, True)

    def __mul__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvmul", other)

    def __rmul__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvmul", other, True)

    def __truediv__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvsdiv", other)

    def __rtruediv__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvsdiv", other, True)

    def __mod__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvsmod", other)

    def __rmod__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvsmod", other, True)

    def __and__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvand", other)

    def __rand__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvand", other, True)

    def __or__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvor", other)

    def __ror__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvor", other, True)

    def __xor__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvxor", other)

    def __rxor__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvxor", other, True)

    def __lshift__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvshl", other)

    def __rlshift__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvshl", other, True)

    def __rshift__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvashr", other)

    def __rrshift__(self, other: BitsLike) -> BitVecRef:
        return self._word("bvashr", other, True)

    def __neg__(self) -> BitVecRef:
        return BitVecRef(Term.apply("bvneg", self.ast))

    def __pos__(self) -> BitVecRef:
        return self

    def __invert__(self) -> BitVecRef:
        return BitVecRef(Term.apply("bvnot", self.ast))

    def __lt__(self, other: BitsLike) -> BoolRef:
        return self._truth("bvslt", other)

    def __le__(self, other: BitsLike) -> BoolRef:
        return self._truth("bvsle", other)

    def __gt__(self, other: BitsLike) -> BoolRef:
        return self._truth("bvsgt", other)

    def __ge__(self, other: BitsLike) -> BoolRef:
        return self._truth("bvsge", other)


CLASSES["BitVec"] = BitVecRef
BitsLike = Either[BitVecRef, int]


def BitVecSort(size: int) -> SortRef:
    """The sort of bit-vectors of this width.

    >>> BitVecSort(8), BitVecSort(8).size()
    (BitVec(8), 8)
    """
    return SortRef(f"(_ BitVec {int(size)})")


def BitVec(name: str, size: int | SortRef) -> BitVecRef:
    """A variable."""
    sort = size if isinstance(size, SortRef) else BitVecSort(size)
    return BitVecRef(Term.var(str(name), sort.name()))


def BitVecs(names: str | list[str], size: int | SortRef) -> list[BitVecRef]:
    """Variables, their names with spaces in between."""
    return [BitVec(name, size) for name in (names.split() if isinstance(names, str) else names)]


def BitVecVal(value: int | str, size: int | SortRef) -> BitVecRef:
    """A literal, modulo 2 to the power of its width."""
    width = size.size() if isinstance(size, SortRef) else int(size)
    return BitVecRef(Term.bits(width, int(value)))


def _pair(a: BitsLike, b: BitsLike) -> tuple[Term, Term]:
    first = a if isinstance(a, BitVecRef) else b
    if not isinstance(first, BitVecRef):
        raise StringentError("one of the two has to be a bit-vector")
    return first.alike(a), first.alike(b)


def ULT(a: BitsLike, b: BitsLike) -> BoolRef:
    """Less, without sign.

    >>> simplify(ULT(BitVecVal(1, 8), 255)), simplify(BitVecVal(1, 8) < 255)
    (True, False)
    """
    return BoolRef(Term.apply("bvult", *_pair(a, b)))


def ULE(a: BitsLike, b: BitsLike) -> BoolRef:
    """Less or equal, without sign."""
    return BoolRef(Term.apply("bvule", *_pair(a, b)))


def UGT(a: BitsLike, b: BitsLike) -> BoolRef:
    """Greater, without sign."""
    return BoolRef(Term.apply("bvugt", *_pair(a, b)))


def UGE(a: BitsLike, b: BitsLike) -> BoolRef:
    """Greater or equal, without sign."""
    return BoolRef(Term.apply("bvuge", *_pair(a, b)))


def UDiv(a: BitsLike, b: BitsLike) -> BitVecRef:
    """The quotient, without sign."""
    return BitVecRef(Term.apply("bvudiv", *_pair(a, b)))


def URem(a: BitsLike, b: BitsLike) -> BitVecRef:
    """The remainder, without sign."""
    return BitVecRef(Term.apply("bvurem", *_pair(a, b)))


def SRem(a: BitsLike, b: BitsLike) -> BitVecRef:
    """The remainder with the sign of the dividend; `%` has that of the divisor."""
    return BitVecRef(Term.apply("bvsrem", *_pair(a, b)))


def LShR(a: BitsLike, b: BitsLike) -> BitVecRef:
    """Shifted to the right, with zeros on the left."""
    return BitVecRef(Term.apply("bvlshr", *_pair(a, b)))


def RotateLeft(a: BitVecRef, b: BitsLike) -> BitVecRef:
    """Rotated by a number.

    >>> simplify(RotateLeft(BitVecVal(0x81, 8), 1)), simplify(RotateRight(BitVecVal(0x81, 8), BitVecVal(9, 8)))
    (3, 192)
    """
    if isinstance(b, int):
        return BitVecRef(Term.indexed("rotate_left", [b], a.ast))
    return (a << _within(a, b)) | LShR(a, a.size() - _within(a, b))


def RotateRight(a: BitVecRef, b: BitsLike) -> BitVecRef:
    """Rotated by a number."""
    if isinstance(b, int):
        return BitVecRef(Term.indexed("rotate_right", [b], a.ast))
    return LShR(a, _within(a, b)) | (a << (a.size() - _within(a, b)))


def _within(a: BitVecRef, b: BitVecRef) -> BitVecRef:
    return URem(b, a.size())


def ZeroExt(n: int, a: BitVecRef) -> BitVecRef:
    """With so many zeros more."""
    return BitVecRef(Term.indexed("zero_extend", [n], a.ast))


def SignExt(n: int, a: BitVecRef) -> BitVecRef:
    """With so many copies of the sign more."""
    return BitVecRef(Term.indexed("sign_extend", [n], a.ast))


def RepeatBitVec(n: int, a: BitVecRef) -> BitVecRef:
    """So many times, one after the other."""
    return BitVecRef(Term.indexed("repeat", [n], a.ast))


def BV2Int(a: BitVecRef, is_signed: bool = False) -> ArithRef:
    """The number that a bit-vector is.

    >>> simplify(BV2Int(BitVecVal(255, 8))), simplify(BV2Int(BitVecVal(255, 8), is_signed=True))
    (255, -1)
    """
    return ArithRef(Term.apply("sbv_to_int" if is_signed else "ubv_to_int", a.ast))


def Int2BV(a: IntLike, num_bits: int) -> BitVecRef:
    """The bit-vector of a number, modulo 2 to the power of its width."""
    result: BitVecRef = wrap(Term.indexed("int_to_bv", [num_bits], integer(a)))
    return result


def _wide(a: BitVecRef, b: BitsLike, signed: bool, more: int) -> tuple[BitVecRef, BitVecRef]:
    """Both with so many bits more, in which a result is exact."""
    extend = SignExt if signed else ZeroExt
    return extend(more, a), extend(more, BitVecRef(a.alike(b)))


def _at_most(exact: BitVecRef, size: int, signed: bool) -> BoolRef:
    return exact <= (1 << (size - 1)) - 1 if signed else ULE(exact, (1 << size) - 1)


def _at_least(exact: BitVecRef, size: int) -> BoolRef:
    return exact >= -(1 << (size - 1))


def BVAddNoOverflow(a: BitVecRef, b: BitsLike, signed: bool) -> BoolRef:
    """The sum is not too large.

    >>> x = BitVecVal(0x7f, 8)
    >>> simplify(BVAddNoOverflow(x, 1, signed=True)), simplify(BVAddNoOverflow(x, 1, signed=False))
    (False, True)
    """
    x, y = _wide(a, b, signed, 1)
    return _at_most(x + y, a.size(), signed)


def BVAddNoUnderflow(a: BitVecRef, b: BitsLike) -> BoolRef:
    """The sum, of signed numbers, is not too small."""
    x, y = _wide(a, b, True, 1)
    return _at_least(x + y, a.size())


def BVSubNoOverflow(a: BitVecRef, b: BitsLike) -> BoolRef:
    """The difference, of signed numbers, is not too large."""
    x, y = _wide(a, b, True, 1)
    return _at_most(x - y, a.size(), True)


def BVSubNoUnderflow(a: BitVecRef, b: BitsLike, signed: bool) -> BoolRef:
    """The difference is not too small."""
    if not signed:
        return ULE(b, a)
    x, y = _wide(a, b, True, 1)
    return _at_least(x - y, a.size())


def BVSDivNoOverflow(a: BitVecRef, b: BitsLike) -> BoolRef:
    """The quotient, of signed numbers, is not too large: this is not the least number by -1."""
    return BoolRef(Term.apply("not", Term.apply("bvsdivo", a.ast, a.alike(b))))


def BVSNegNoOverflow(a: BitVecRef) -> BoolRef:
    """This is not the least of signed numbers."""
    return BoolRef(Term.apply("not", Term.apply("bvnego", a.ast)))


def BVMulNoOverflow(a: BitVecRef, b: BitsLike, signed: bool) -> BoolRef:
    """The product is not too large."""
    x, y = _wide(a, b, signed, a.size())
    return _at_most(x * y, a.size(), signed)


def BVMulNoUnderflow(a: BitVecRef, b: BitsLike) -> BoolRef:
    """The product, of signed numbers, is not too small."""
    x, y = _wide(a, b, True, a.size())
    return _at_least(x * y, a.size())
