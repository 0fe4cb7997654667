"""Variables, literals, connectives, and what is done with expressions: z3's functions that are not about strings."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any

from ._core import Function as _Function, Term
from .exprs import ArithRef, BoolRef, ExprRef, FuncDeclRef, IntLike, ReRef, SeqRef, SortRef
from .exprs import alike, boolean, flat, integer, string, term, wrap

__all__ = [
    "Abs", "And", "Bool", "BoolVal", "Bools", "Const", "Consts", "Distinct", "FreshBool", "FreshConst", "FreshInt", "Function", "If",
    "Implies", "Int", "IntVal", "Ints", "Not", "Or", "Product", "String", "StringVal", "Strings", "Sum", "Xor", "eq", "is_and", "is_app_of",
    "is_arith", "is_bool", "is_const", "is_eq", "is_expr", "is_false", "is_int", "is_int_value", "is_not", "is_or", "is_re", "is_seq",
    "is_string", "is_string_value", "is_true", "simplify", "substitute",
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


def is_expr(a: Any) -> bool:
    """Whether it is an expression."""
    return isinstance(a, ExprRef)


def is_bool(a: Any) -> bool:
    """Whether it is a Boolean expression."""
    return isinstance(a, BoolRef)


def is_int(a: Any) -> bool:
    """Whether it is an integer expression."""
    return isinstance(a, ArithRef)


is_arith = is_int


def is_string(a: Any) -> bool:
    """Whether it is a string expression."""
    return isinstance(a, SeqRef) and a.is_string()


def is_seq(a: Any) -> bool:
    """Whether it is a sequence, strings among them."""
    return isinstance(a, SeqRef)


def is_re(a: Any) -> bool:
    """Whether it is a regular expression."""
    return isinstance(a, ReRef)


def is_string_value(a: Any) -> bool:
    """Whether it is a string literal."""
    return isinstance(a, SeqRef) and a.is_string_value()


def is_int_value(a: Any) -> bool:
    """Whether it is an integer literal."""
    return isinstance(a, ArithRef) and a.ast.value is not None


def is_const(a: Any) -> bool:
    """Whether it has no children."""
    return isinstance(a, ExprRef) and not a.ast.args


def is_app_of(a: Any, name: str) -> bool:
    """Whether the operator at the top has this name in SMT-LIB.

    >>> is_and(And(Bool("p"), Bool("q"))), is_app_of(Length("a"), "str.len")
    (True, True)
    """
    return isinstance(a, ExprRef) and a.ast.op == name


def is_true(a: Any) -> bool:
    """Whether it is the literal True."""
    return is_app_of(a, "true")


def is_false(a: Any) -> bool:
    """Whether it is the literal False."""
    return is_app_of(a, "false")


def is_and(a: Any) -> bool:
    """Whether it is a conjunction."""
    return is_app_of(a, "and")


def is_or(a: Any) -> bool:
    """Whether it is a disjunction."""
    return is_app_of(a, "or")


def is_not(a: Any) -> bool:
    """Whether it is a negation."""
    return is_app_of(a, "not")


def is_eq(a: Any) -> bool:
    """Whether it is an equation."""
    return is_app_of(a, "=")
