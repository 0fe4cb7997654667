"""z3's functions of strings, of other sequences and of regular expressions."""

from __future__ import annotations

from functools import reduce
from typing import Any, overload

from ._core import StringentError, Term
from .bits import BitVecRef
from .exprs import ArithRef, BoolRef, IntLike, ReRef, ReSort, SeqRef, SortRef, StrLike
from .exprs import flat, integer, regex, string, term, wrap

__all__ = [
    "AllChar", "Complement", "Concat", "Contains", "Diff", "Empty", "Extract", "Full", "InRe", "IndexOf", "IntToStr", "Intersect",
    "LastIndexOf", "Length", "Loop", "Nth", "Option", "Plus", "PrefixOf", "Range", "Re", "Replace", "ReplaceAll", "Star", "StrFromCode",
    "StrToCode", "StrToInt", "SubSeq", "SubString", "SuffixOf", "Union", "Unit",
]


def Length(s: StrLike) -> ArithRef:
    """How many characters there are."""
    return ArithRef(Term.apply("str.len", string(s)))


def SubString(s: StrLike, offset: IntLike, length: IntLike) -> SeqRef:
    """So many characters from a position on; empty outside.

    >>> simplify(SubString("hello world", 6, 5))
    "world"
    """
    return SeqRef(Term.apply("str.substr", string(s), integer(offset), integer(length)))


SubSeq = SubString


def Extract(a: Any, b: Any, c: Any) -> Any:
    """Bits of a bit-vector, from the first to the second position; or as `SubString`, of strings.

    >>> simplify(Extract(7, 4, BitVecVal(0xa5, 8))), simplify(Extract("hello", 1, 3))
    (10, "ell")
    """
    if isinstance(c, BitVecRef):
        return BitVecRef(Term.indexed("extract", [a, b], c.ast))
    return SubString(a, b, c)


def Contains(a: StrLike, b: StrLike) -> BoolRef:
    """Whether the second occurs in the first."""
    return BoolRef(Term.apply("str.contains", string(a), string(b)))


def PrefixOf(a: StrLike, b: StrLike) -> BoolRef:
    """Whether the second begins with the first."""
    return BoolRef(Term.apply("str.prefixof", string(a), string(b)))


def SuffixOf(a: StrLike, b: StrLike) -> BoolRef:
    """Whether the second ends with the first."""
    return BoolRef(Term.apply("str.suffixof", string(a), string(b)))


def IndexOf(s: StrLike, substr: StrLike, offset: IntLike | None = None) -> ArithRef:
    """Where the second first occurs in the first, at or after a position; -1 if nowhere.

    >>> simplify(IndexOf("abcabc", "bc", 2))
    4
    """
    start = integer(0 if offset is None else offset)
    return ArithRef(Term.apply("str.indexof", string(s), string(substr), start))


def LastIndexOf(s: StrLike, substr: StrLike) -> ArithRef:
    """Where the second last occurs in the first; -1 if nowhere."""
    return ArithRef(Term.apply("str.last_indexof", string(s), string(substr)))


def Replace(s: StrLike, src: StrLike, dst: StrLike) -> SeqRef:
    """With the first occurrence replaced; an empty one occurs at the start.

    >>> simplify(Replace("aaa", "a", "b"))
    "baa"
    """
    return SeqRef(Term.apply("str.replace", string(s), string(src), string(dst)))


def ReplaceAll(s: StrLike, src: StrLike, dst: StrLike) -> SeqRef:
    """With all occurrences replaced; an empty one occurs nowhere."""
    return SeqRef(Term.apply("str.replace_all", string(s), string(src), string(dst)))


def StrToInt(s: StrLike) -> ArithRef:
    """The number that decimal digits denote; -1 if there is anything else, or nothing.

    >>> [simplify(StrToInt(s)) for s in ("007", "-7", "")]
    [7, -1, -1]
    """
    return ArithRef(Term.apply("str.to_int", string(s)))


def IntToStr(n: IntLike) -> SeqRef:
    """The decimal digits; empty for negative numbers."""
    return SeqRef(Term.apply("str.from_int", integer(n)))


def StrToCode(s: StrLike) -> ArithRef:
    """The code point of the only character; -1 if there is not exactly one."""
    return ArithRef(Term.apply("str.to_code", string(s)))


def StrFromCode(c: IntLike) -> SeqRef:
    """The character with this code point; empty if there is none."""
    return SeqRef(Term.apply("str.from_code", integer(c)))


@overload
def Concat(*args: ReRef) -> ReRef: ...
@overload
def Concat(*args: BitVecRef) -> BitVecRef: ...
@overload
def Concat(*args: StrLike) -> SeqRef: ...
def Concat(*args: Any) -> Any:
    """One after the other, strings, regular expressions or bit-vectors.

    >>> x = String("x")
    >>> Concat(x, "a", x)
    (str.++ x "a" x)
    >>> Concat(Re("a"), Star(Re("b")))
    (re.++ (str.to_re "a") (re.* (str.to_re "b")))
    """
    parts = flat(args)
    if not parts:
        raise StringentError("there is nothing to concatenate")
    if any(isinstance(part, ReRef) for part in parts):
        return ReRef(_list("re.++", [regex(part) for part in parts]))
    if any(isinstance(part, BitVecRef) for part in parts):
        return BitVecRef(reduce(lambda a, b: Term.apply("concat", a, b), [term(part) for part in parts]))
    return SeqRef(_list("str.++", [string(part) for part in parts]))


def _list(op: str, parts: list[Term]) -> Term:
    if not parts:
        raise StringentError(f"{op}: at least one argument is expected")
    return parts[0] if len(parts) == 1 else Term.apply(op, *parts)


def Re(s: StrLike) -> ReRef:
    """Just this string."""
    return ReRef(Term.apply("str.to_re", string(s)))


def InRe(s: StrLike, re: ReRef) -> BoolRef:
    """Whether a string is one of a regular expression, or of a `stringent.regex.Regex`.

    >>> simplify(InRe("ab", Concat(Re("a"), Star(Re("b")))))
    True
    """
    return BoolRef(Term.apply("str.in_re", string(s), regex(re)))


def Range(lo: StrLike, hi: StrLike) -> ReRef:
    """The characters from one to another."""
    return ReRef(Term.apply("re.range", string(lo), string(hi)))


def Star(re: ReRef) -> ReRef:
    """Any number of them."""
    return ReRef(Term.apply("re.*", regex(re)))


def Plus(re: ReRef) -> ReRef:
    """At least one."""
    return ReRef(Term.apply("re.+", regex(re)))


def Option(re: ReRef) -> ReRef:
    """One or none."""
    return ReRef(Term.apply("re.opt", regex(re)))


def Union(*args: Any) -> ReRef:
    """What is in any of them."""
    return ReRef(_list("re.union", [regex(arg) for arg in flat(args)]))


def Intersect(*args: Any) -> ReRef:
    """What is in all of them."""
    return ReRef(_list("re.inter", [regex(arg) for arg in flat(args)]))


def Diff(a: ReRef, b: ReRef) -> ReRef:
    """What is in the first but not in the second."""
    return ReRef(Term.apply("re.diff", regex(a), regex(b)))


def Complement(re: ReRef) -> ReRef:
    """What is not in it."""
    return ReRef(Term.apply("re.comp", regex(re)))


def Loop(re: ReRef, lo: int, hi: int = 0) -> ReRef:
    """From `lo` to `hi` of them; without an end if `hi` is 0, as in z3.

    >>> [simplify(InRe("aaa", Loop(Re("a"), 2, hi))) for hi in (0, 2, 3)]
    [True, False, True]
    """
    body = regex(re)
    if hi:
        return ReRef(Term.indexed("re.loop", [lo, hi], body))
    return ReRef(Term.apply("re.++", Term.indexed("re.^", [lo], body), Term.apply("re.*", body)))


def AllChar(sort: SortRef | None = None) -> ReRef:
    """Every string of one character, or every sequence of one element."""
    return ReRef(Term.constant("re.allchar", (sort or ReSort()).name()))


def Full(sort: SortRef | None = None) -> ReRef:
    """Every string, or every sequence."""
    return ReRef(Term.constant("re.all", (sort or ReSort()).name()))


def Empty(sort: SortRef) -> Any:
    """The empty string or sequence, or the regular expression without any.

    >>> Empty(StringSort()), Empty(ReSort(StringSort())), Empty(SeqSort(IntSort()))
    ("", re.none, (as seq.empty (Seq Int)))
    """
    return wrap(Term.constant("seq.empty" if sort.is_seq() else "re.none", sort.name()))


def Unit(a: Any) -> SeqRef:
    """The sequence of one element.

    >>> Unit(BitVecVal(3, 8)) + Unit(BitVec("b", 8))
    (seq.++ (seq.unit #x03) (seq.unit b))
    """
    return SeqRef(Term.unit(term(a)))


def Nth(s: SeqRef, i: IntLike) -> Any:
    """The element of a sequence at a position, anything outside."""
    return wrap(Term.apply("seq.nth", string(s), integer(i)))


