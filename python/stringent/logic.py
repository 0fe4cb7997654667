"""Variables, literals, connectives, and what is done with expressions: z3's functions that are not about strings."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any

from ._core import Function as _Function, Term
from .exprs import ArithRef, BoolRef, ExprRef, FuncDeclRef, IntLike, SeqRef, SortRef
from .exprs import alike, boolean, flat, integer, string, term, wrap

__all__ = [
    "Abs", "And", "Bool", "BoolVal", "Bools", "Const", "Consts", "Distinct", "FreshBool", "FreshConst", "FreshInt", "Function", "If", "AtLeast",
    "AtMost", "BoolVector", "Implies", "Int", "IntVal", "IntVector", "Ints", "Not", "Or", "PbEq", "PbGe", "PbLe", "Product", "String",
    "StringVal", "Strings", "Sum", "Xor", "eq", "mk_not", "simplify", "substitute",
]

_fresh = count()


def _names(names: str | Iterable[str]) -> list[str]:
    return names.split() if isinstance(names, str) else list(names)


def Const(name: str, sort: SortRef) -> Any:
    """A variable of a sort.

    >>> Const("r", ReSort(StringSort())).sort()
    ReSort(String)
    """
    return wrap(Term.var(str(name), sort.name()))


def Consts(names: str | Iterable[str], sort: SortRef) -> list[Any]:
    """Variables of a sort."""
    return [Const(name, sort) for name in _names(names)]


def Bool(name: str) -> BoolRef:
    """A variable."""
    return BoolRef(Term.var(str(name), "Bool"))


def Bools(names: str | Iterable[str]) -> list[BoolRef]:
    """Variables, their names with spaces in between."""
    return [Bool(name) for name in _names(names)]


def Int(name: str) -> ArithRef:
    """A variable."""
    return ArithRef(Term.var(str(name), "Int"))


def Ints(names: str | Iterable[str]) -> list[ArithRef]:
    """Variables, their names with spaces in between."""
    return [Int(name) for name in _names(names)]


def BoolVector(prefix: str, size: int) -> list[BoolRef]:
    """So many variables."""
    return [Bool(f"{prefix}__{i}") for i in range(size)]


def IntVector(prefix: str, size: int) -> list[ArithRef]:
    """So many variables.

    >>> IntVector("n", 2)
    [n__0, n__1]
    """
    return [Int(f"{prefix}__{i}") for i in range(size)]


def String(name: str) -> SeqRef:
    """A variable."""
    return SeqRef(Term.var(str(name), "String"))


def Strings(names: str | Iterable[str]) -> list[SeqRef]:
    """Variables, their names with spaces in between.

    >>> Strings("x y")
    [x, y]
    """
    return [String(name) for name in _names(names)]


def FreshConst(sort: SortRef, prefix: str = "c") -> Any:
    """A variable that nobody else has."""
    return Const(f"{prefix}!{next(_fresh)}", sort)


def FreshBool(prefix: str = "b") -> BoolRef:
    """A variable that nobody else has."""
    return Bool(f"{prefix}!{next(_fresh)}")


def FreshInt(prefix: str = "x") -> ArithRef:
    """A variable that nobody else has."""
    return Int(f"{prefix}!{next(_fresh)}")


def BoolVal(value: bool) -> BoolRef:
    """A literal."""
    return BoolRef(Term.truth(bool(value)))


def IntVal(value: int | str) -> ArithRef:
    """A literal, of any size.

    >>> IntVal("100000000000000000000").as_long()
    100000000000000000000
    """
    return ArithRef(Term.number(int(value)))


def StringVal(value: str) -> SeqRef:
    r"""A literal. What is given is what is meant: `\u{41}` is six characters, which z3 reads as one.

    >>> StringVal("café").as_string()
    'café'
    """
    return SeqRef(string(value))


def Function(name: str, *signature: SortRef) -> FuncDeclRef:
    """An uninterpreted function: the sorts of its arguments and of its value.

    >>> f = Function("f", StringSort(), IntSort())
    >>> f("a") > 3
    (> (f "a") 3)
    """
    *params, ret = (sort.name() for sort in flat(signature))
    return FuncDeclRef(_Function(name, params, ret) if params else Term.var(name, ret))


def _connective(op: str, neutral: bool, args: tuple[Any, ...]) -> BoolRef:
    parts = [boolean(arg) for arg in flat(args)]
    if not parts:
        return BoolVal(neutral)
    return BoolRef(Term.apply(op, *parts))


def And(*args: Any) -> BoolRef:
    """All hold.

    >>> And(Bool("p"), True), And([])
    ((and p true), True)
    """
    return _connective("and", True, args)


def Or(*args: Any) -> BoolRef:
    """At least one holds."""
    return _connective("or", False, args)


def Xor(a: BoolRef | bool, b: BoolRef | bool) -> BoolRef:
    """One of them holds."""
    return BoolRef(Term.apply("xor", boolean(a), boolean(b)))


def Not(a: BoolRef | bool) -> BoolRef:
    """It does not hold."""
    return BoolRef(Term.apply("not", boolean(a)))


def mk_not(a: BoolRef) -> BoolRef:
    """It does not hold; of a negation, what it negates."""
    return BoolRef(a.ast.args[0]) if a.ast.op == "not" else Not(a)


def Implies(a: BoolRef | bool, b: BoolRef | bool) -> BoolRef:
    """If the first holds, so does the second."""
    return BoolRef(Term.apply("=>", boolean(a), boolean(b)))


def If(a: BoolRef | bool, b: Any, c: Any) -> Any:
    """The second if the first holds, else the third.

    >>> If(Bool("p"), "a", String("x"))
    (ite p "a" x)
    """
    return wrap(Term.apply("ite", boolean(a), *alike(b, c)))


def Distinct(*args: Any) -> BoolRef:
    """No two are equal."""
    parts = alike(*flat(args))
    return BoolVal(True) if len(parts) < 2 else BoolRef(Term.apply("distinct", *parts))


def Sum(*args: Any) -> ArithRef:
    """The sum of integers.

    >>> Sum(Int("n"), 1), Sum([])
    ((+ n 1), 0)
    """
    parts = [integer(arg) for arg in flat(args)]
    return ArithRef(Term.apply("+", *parts) if parts else Term.number(0))


def Product(*args: Any) -> ArithRef:
    """The product of integers."""
    parts = [integer(arg) for arg in flat(args)]
    return ArithRef(Term.apply("*", *parts) if parts else Term.number(1))


def Abs(n: IntLike) -> ArithRef:
    """The absolute value."""
    return ArithRef(Term.apply("abs", integer(n)))


def _weight(pairs: Iterable[tuple[BoolRef, int]]) -> ArithRef:
    return Sum([If(holds, weight, 0) for holds, weight in pairs])


def AtMost(*args: Any) -> BoolRef:
    """At most so many hold; the number is the last argument.

    >>> simplify(AtMost(True, False, True, 1)), simplify(AtLeast([True, False], 1))
    (False, True)
    """
    return PbLe([(holds, 1) for holds in flat(args[:-1])], args[-1])


def AtLeast(*args: Any) -> BoolRef:
    """At least so many hold; the number is the last argument."""
    return PbGe([(holds, 1) for holds in flat(args[:-1])], args[-1])


def PbLe(args: Iterable[tuple[BoolRef, int]], k: int) -> BoolRef:
    """The weights of what holds add up to at most a number.

    >>> p, q = Bools("p q")
    >>> prove(PbLe([(p, 2), (q, 3)], 4) == Not(And(p, q)))
    proved
    """
    return _weight(args) <= k


def PbGe(args: Iterable[tuple[BoolRef, int]], k: int) -> BoolRef:
    """The weights of what holds add up to at least a number."""
    return _weight(args) >= k


def PbEq(args: Iterable[tuple[BoolRef, int]], k: int) -> BoolRef:
    """The weights of what holds add up to a number."""
    return _weight(args) == k


def simplify(expr: ExprRef, *_: Any, **__: Any) -> Any:
    """An equivalent expression: the value, if there are no variables. z3's options are taken and ignored.

    >>> simplify(Length(StringVal("abc")) + 1)
    4
    """
    return wrap(expr.ast.simplify())


def substitute(expr: ExprRef, *pairs: Any) -> Any:
    """With the first of each pair replaced by the second, all at once.

    >>> x, y = Strings("x y")
    >>> substitute(x + y, (x, y), (y, StringVal("a")))
    (str.++ y "a")
    """
    if len(pairs) == 1 and isinstance(pairs[0], list):
        pairs = tuple(pairs[0])
    return wrap(expr.ast.substitute([(old.ast, term(new)) for old, new in pairs]))


def eq(a: ExprRef, b: ExprRef) -> bool:
    """Whether both are the same tree."""
    return a.eq(b)
