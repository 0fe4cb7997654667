"""Expressions, with the names and meanings of z3's Python.

An expression is a tree of its own that belongs to no solver. `==` makes an equation; whether two are the same tree is what `eq` and
the truth of an equation tell, as in z3.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Union as Either

from ._core import Function, StringentError, Term

__all__ = [
    "ArithRef", "BoolLike", "BoolRef", "BoolSort", "ExprRef", "FuncDeclRef", "IntLike", "IntSort", "ReRef", "ReSort", "SeqRef", "SeqSort", "SortRef",
    "StrLike", "StringSort", "Z3Exception",
]

Z3Exception = StringentError


class SortRef:
    """A sort.

    >>> StringSort(), IntSort() == StringSort()
    (String, False)
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def name(self) -> str:
        """The name in SMT-LIB."""
        return self._name

    def __repr__(self) -> str:
        if self.is_bv():
            return f"BitVec({self.size()})"
        if self.is_seq() and not self.is_string():
            return f"Seq({self.basis()})"
        return f"ReSort({self.basis()})" if self.is_re() else self._name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SortRef) and self._name == other._name

    def __hash__(self) -> int:
        return hash(self._name)

    def is_string(self) -> bool:
        """Whether this is the sort of strings."""
        return self._name == "String"

    def is_seq(self) -> bool:
        """Whether this is a sort of sequences, strings among them."""
        return self.is_string() or self._name.startswith("(Seq ")

    def is_re(self) -> bool:
        """Whether this is a sort of regular expressions."""
        return self._name == "RegLan" or self._name.startswith("(RegEx ")

    def basis(self) -> SortRef:
        """What sequences have elements of, or what regular expressions are over.

        >>> SeqSort(BitVecSort(8)).basis(), ReSort(SeqSort(IntSort())).basis()
        (BitVec(8), Seq(Int))
        """
        if self._name == "RegLan":
            return SortRef("String")
        if self.is_string() or not (self.is_seq() or self.is_re()):
            raise StringentError(f"{self} has no basis")
        return SortRef(self._name.split(" ", 1)[1].removesuffix(")"))

    def is_bv(self) -> bool:
        """Whether this is a sort of bit-vectors."""
        return self._name.startswith("(_ BitVec")

    def size(self) -> int:
        """The width of bit-vectors."""
        if not self.is_bv():
            raise StringentError(f"{self} has no width")
        return int(self._name.removeprefix("(_ BitVec ").removesuffix(")"))


_BOOL, _INT, _STRING, _REGLAN = (SortRef(name) for name in ("Bool", "Int", "String", "RegLan"))


def BoolSort() -> SortRef:
    """The sort of truth values."""
    return _BOOL


def IntSort() -> SortRef:
    """The sort of integers."""
    return _INT


def StringSort() -> SortRef:
    """The sort of strings."""
    return _STRING


def SeqSort(s: SortRef) -> SortRef:
    """The sort of sequences of elements of a sort.

    >>> SeqSort(IntSort()), Const("s", SeqSort(SeqSort(BoolSort()))).sort()
    (Seq(Int), Seq(Seq(Bool)))
    """
    return SortRef(f"(Seq {s.name()})")


def ReSort(s: SortRef | None = None) -> SortRef:
    """The sort of regular expressions over strings, or over other sequences."""
    if s is None or s.is_string():
        return _REGLAN
    if not s.is_seq():
        raise StringentError(f"there are no regular expressions over {s}")
    return SortRef(f"(RegEx {s.name()})")


class ExprRef:
    """An expression.

    >>> x = String("x")
    >>> x + "a"
    (str.++ x "a")
    >>> (x + "a").children()
    [x, "a"]
    """

    __slots__ = ("ast",)
    ast: Term

    def __init__(self, ast: Term) -> None:
        self.ast = ast

    def sort(self) -> SortRef:
        """The sort."""
        return SortRef(self.ast.sort)

    def children(self) -> list[ExprRef]:
        """What the top is applied to."""
        return [wrap(arg) for arg in self.ast.args]

    def num_args(self) -> int:
        """How many children there are."""
        return len(self.ast.args)

    def arg(self, i: int) -> ExprRef:
        """A child."""
        child: ExprRef = wrap(self.ast.args[i])
        return child

    def decl(self) -> FuncDeclRef:
        """What is at the top.

        >>> String("x").decl().name(), Length("a").decl().name()
        ('x', 'str.len')
        """
        return FuncDeclRef(self.ast)

    def eq(self, other: ExprRef) -> bool:
        """Whether both are the same tree."""
        return self.ast == other.ast

    def hash(self) -> int:
        """Equal trees have equal ones."""
        return hash(self.ast)

    def sexpr(self) -> str:
        """As SMT-LIB."""
        return str(self.ast)

    def __hash__(self) -> int:
        return hash(self.ast)

    def __repr__(self) -> str:
        value = self.ast.value
        return str(self.ast) if value is None or isinstance(value, str) else str(value)

    def __eq__(self, other: object) -> BoolRef:  # type: ignore[override]
        return BoolRef(Term.apply("=", self.ast, self.alike(other)))

    def __ne__(self, other: object) -> BoolRef:  # type: ignore[override]
        return BoolRef(Term.apply("distinct", self.ast, self.alike(other)))

    def __bool__(self) -> bool:
        """Of an equation, whether both sides are the same tree; of a literal, its value."""
        ast = self.ast
        if ast.op in ("true", "false"):
            return ast.op == "true"
        if ast.op in ("=", "distinct") and len(ast.args) == 2:
            return (ast.args[0] == ast.args[1]) == (ast.op == "=")
        raise StringentError("an expression has no truth value: use And, Or, Not")

    def alike(self, other: Any) -> Term:
        """The term of something that is compared with this."""
        return term(other)

    def py_value(self) -> Any:
        """What Python has for a literal; None for all else."""
        return self.ast.value


class BoolRef(ExprRef):
    """A truth value.

    >>> p, q = Bools("p q")
    >>> p & ~q | True
    (or (and p (not q)) true)
    """

    __slots__ = ()

    def __and__(self, other: BoolLike) -> BoolRef:
        return BoolRef(Term.apply("and", self.ast, boolean(other)))

    def __rand__(self, other: BoolLike) -> BoolRef:
        return BoolRef(Term.apply("and", boolean(other), self.ast))

    def __or__(self, other: BoolLike) -> BoolRef:
        return BoolRef(Term.apply("or", self.ast, boolean(other)))

    def __ror__(self, other: BoolLike) -> BoolRef:
        return BoolRef(Term.apply("or", boolean(other), self.ast))

    def __xor__(self, other: BoolLike) -> BoolRef:
        return BoolRef(Term.apply("xor", self.ast, boolean(other)))

    def __rxor__(self, other: BoolLike) -> BoolRef:
        return BoolRef(Term.apply("xor", boolean(other), self.ast))

    def __invert__(self) -> BoolRef:
        return BoolRef(Term.apply("not", self.ast))

    def __add__(self, other: Either[BoolRef, IntLike]) -> ArithRef:
        return _as_number(self) + (_as_number(other) if isinstance(other, BoolRef) else other)

    __radd__ = __add__

    def __mul__(self, other: IntLike) -> ArithRef:
        return _as_number(self) * other

    __rmul__ = __mul__


def _as_number(b: BoolRef) -> ArithRef:
    return ArithRef(Term.apply("ite", b.ast, Term.number(1), Term.number(0)))


class ArithRef(ExprRef):
    """An integer.

    >>> n = Int("n")
    >>> 2 * n - 1 <= n / 3
    (<= (- (* 2 n) 1) (div n 3))
    """

    __slots__ = ()

    def as_long(self) -> int:
        """The value of a literal."""
        value: int = literal(self, int)
        return value

    def as_string(self) -> str:
        """The digits of a literal."""
        return str(self.as_long())

    def is_int(self) -> bool:
        """There are no other numbers."""
        return True

    def alike(self, other: Any) -> Term:
        """A Boolean counts as 0 or 1."""
        return integer(other) if isinstance(other, BoolRef) else term(other)

    def __add__(self, other: IntLike) -> ArithRef:
        return ArithRef(Term.apply("+", self.ast, integer(other)))

    def __radd__(self, other: IntLike) -> ArithRef:
        return ArithRef(Term.apply("+", integer(other), self.ast))

    def __sub__(self, other: IntLike) -> ArithRef:
        return ArithRef(Term.apply("-", self.ast, integer(other)))

    def __rsub__(self, other: IntLike) -> ArithRef:
        return ArithRef(Term.apply("-", integer(other), self.ast))

    def __mul__(self, other: IntLike | BoolRef) -> ArithRef:
        return ArithRef(Term.apply("*", self.ast, integer(other)))

    def __rmul__(self, other: IntLike) -> ArithRef:
        return ArithRef(Term.apply("*", integer(other), self.ast))

    def __truediv__(self, other: IntLike) -> ArithRef:
        return ArithRef(Term.apply("div", self.ast, integer(other)))

    def __rtruediv__(self, other: IntLike) -> ArithRef:
        return ArithRef(Term.apply("div", integer(other), self.ast))

    __floordiv__, __rfloordiv__ = __truediv__, __rtruediv__

    def __mod__(self, other: IntLike) -> ArithRef:
        return ArithRef(Term.apply("mod", self.ast, integer(other)))

    def __rmod__(self, other: IntLike) -> ArithRef:
        return ArithRef(Term.apply("mod", integer(other), self.ast))

    def __neg__(self) -> ArithRef:
        return ArithRef(Term.apply("-", self.ast))

    def __pos__(self) -> ArithRef:
        return self

    def __abs__(self) -> ArithRef:
        return ArithRef(Term.apply("abs", self.ast))

    def __lt__(self, other: IntLike) -> BoolRef:
        return BoolRef(Term.apply("<", self.ast, integer(other)))

    def __le__(self, other: IntLike) -> BoolRef:
        return BoolRef(Term.apply("<=", self.ast, integer(other)))

    def __gt__(self, other: IntLike) -> BoolRef:
        return BoolRef(Term.apply(">", self.ast, integer(other)))

    def __ge__(self, other: IntLike) -> BoolRef:
        return BoolRef(Term.apply(">=", self.ast, integer(other)))


class SeqRef(ExprRef):
    """A string or another sequence.

    >>> s = String("s")
    >>> s.at(0) + "b" < s
    (str.< (str.++ (str.at s 0) "b") s)
    """

    __slots__ = ()

    def as_string(self) -> str:
        """The value of a literal, as it is: nothing is escaped. Of all else, the SMT-LIB text."""
        value = self.ast.value
        return value if isinstance(value, str) else str(self.ast)

    def is_string(self) -> bool:
        """Whether this is a string."""
        return self.ast.sort == "String"

    def as_list(self) -> list[Any]:
        """The elements of a literal sequence. (z3 has nothing like it.)

        >>> simplify(Concat(Unit(IntVal(3)), Empty(SeqSort(IntSort())), Unit(IntVal(4)))).as_list()
        [3, 4]
        """
        parts = self.ast.args if self.ast.op == "str.++" else (self.ast,)
        if any(part.op not in ("seq.unit", "seq.empty") for part in parts):
            raise StringentError(f"{self!r} is no literal sequence")
        return [wrap(element) for part in parts for element in part.args]

    def py_value(self) -> Any:
        """The text of a literal string, a list for a literal sequence, None for all else."""
        if self.is_string():
            return self.ast.value
        try:
            return [element.py_value() for element in self.as_list()]
        except StringentError:
            return None

    def is_string_value(self) -> bool:
        """Whether this is a literal."""
        return self.ast.value is not None

    def at(self, i: IntLike) -> SeqRef:
        """The character at a position, as a string; empty outside."""
        return SeqRef(Term.apply("str.at", self.ast, integer(i)))

    def __getitem__(self, i: IntLike) -> Any:
        """The element at a position, anything outside; of strings, where z3 has a character, the string of it, which is empty outside.

        >>> Const("s", SeqSort(IntSort()))[0] + 1, String("x")[0]
        ((+ (seq.nth s 0) 1), (str.at x 0))
        """
        return self.at(i) if self.is_string() else wrap(Term.apply("seq.nth", self.ast, integer(i)))

    def __iter__(self) -> Any:
        raise TypeError("the length of an expression is not known")

    def __add__(self, other: StrLike) -> SeqRef:
        return SeqRef(Term.apply("str.++", self.ast, string(other)))

    def __radd__(self, other: StrLike) -> SeqRef:
        return SeqRef(Term.apply("str.++", string(other), self.ast))

    def __lt__(self, other: StrLike) -> BoolRef:
        return BoolRef(Term.apply("str.<", self.ast, string(other)))

    def __le__(self, other: StrLike) -> BoolRef:
        return BoolRef(Term.apply("str.<=", self.ast, string(other)))

    def __gt__(self, other: StrLike) -> BoolRef:
        return BoolRef(Term.apply("str.<", string(other), self.ast))

    def __ge__(self, other: StrLike) -> BoolRef:
        return BoolRef(Term.apply("str.<=", string(other), self.ast))


class ReRef(ExprRef):
    """A regular expression; `+` is the union, as in z3."""

    __slots__ = ()

    def __add__(self, other: ReRef) -> ReRef:
        return ReRef(Term.apply("re.union", self.ast, regex(other)))


BoolLike = Either[BoolRef, bool]
IntLike = Either[ArithRef, int]
StrLike = Either[SeqRef, str]

CLASSES: dict[str, type[ExprRef]] = {"Bool": BoolRef, "Int": ArithRef, "String": SeqRef, "RegLan": ReRef, "Seq": SeqRef, "RegEx": ReRef}


def wrap(ast: Term) -> Any:
    """The expression of a term, in the class of its sort."""
    sort = ast.sort
    return CLASSES[sort if sort in CLASSES else sort.strip("(_").split()[0]](ast)


def boolean(value: Any) -> Term:
    """The term of something Boolean."""
    if isinstance(value, BoolRef):
        return value.ast
    if isinstance(value, bool):
        return Term.truth(value)
    raise StringentError(f"a Boolean is expected, not {value!r}")


def integer(value: Any) -> Term:
    """The term of an integer."""
    if isinstance(value, ArithRef):
        return value.ast
    if isinstance(value, int):
        return Term.number(int(value))
    if isinstance(value, BoolRef):
        return _as_number(value).ast
    raise StringentError(f"an integer is expected, not {value!r}")


def string(value: Any) -> Term:
    """The term of a string."""
    if isinstance(value, SeqRef):
        return value.ast
    if isinstance(value, str):
        return Term.text(value)
    raise StringentError(f"a string is expected, not {value!r}")


def regex(value: Any) -> Term:
    """The term of a regular expression."""
    if isinstance(value, ReRef):
        return value.ast
    to_re = getattr(value, "to_re", None)
    if to_re is not None:
        return regex(to_re())
    raise StringentError(f"a regular expression is expected, not {value!r}")


def term(value: Any) -> Term:
    """The term of an expression or of a value of Python."""
    if isinstance(value, ExprRef):
        return value.ast
    for kind, make in ((bool, boolean), (int, integer), (str, string)):
        if isinstance(value, kind):
            return make(value)
    return regex(value)


def alike(*values: Any) -> list[Term]:
    """Their terms, those of Python's values in the sort of the first expression."""
    first = next((value for value in values if isinstance(value, ExprRef)), None)
    return [term(value) if first is None else first.alike(value) for value in values]


def literal(expr: ExprRef, kind: type[Any]) -> Any:
    """The value of a literal of this kind."""
    value = expr.ast.value
    if not isinstance(value, kind):
        raise StringentError(f"{expr!r} is no literal")
    return value


class FuncDeclRef:
    """What is at the top of an expression: a constant, a declared function, or an operator."""

    __slots__ = ("_term", "_function")

    def __init__(self, top: Term | Function) -> None:
        self._term = top if isinstance(top, Term) else None
        self._function = top if isinstance(top, Function) else top.function

    def name(self) -> str:
        """The name; of operators, that of SMT-LIB; of literals, their text."""
        if self._function is not None:
            return self._function.name
        assert self._term is not None
        return self._term.name or self._term.op or str(self._term)

    def arity(self) -> int:
        """How many arguments it takes."""
        if self._function is not None:
            return len(self._function.params)
        return len(self._term.args) if self._term is not None else 0

    def range(self) -> SortRef:
        """The sort of the value."""
        top = self._function or self._term
        return SortRef(top.ret if isinstance(top, Function) else top.sort)  # type: ignore[union-attr]

    def domain(self, i: int) -> SortRef:
        """The sort of an argument."""
        if self._function is not None:
            return SortRef(self._function.params[i])
        assert self._term is not None
        return SortRef(self._term.args[i].sort)

    def __call__(self, *args: Any) -> Any:
        if self._function is not None:
            return wrap(Term.call(self._function, [term(arg) for arg in flat(args)]))
        assert self._term is not None
        return wrap(self._term)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FuncDeclRef) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> Any:
        if self._function is not None:
            return self._function
        assert self._term is not None
        return self._term if self._term.op is None else self._term.op

    def __repr__(self) -> str:
        return self.name()


def flat(args: tuple[Any, ...]) -> list[Any]:
    """The arguments, which may come as one list."""
    if len(args) == 1 and isinstance(args[0], Iterable) and not isinstance(args[0], (str, ExprRef)):
        return list(args[0])
    return list(args)
