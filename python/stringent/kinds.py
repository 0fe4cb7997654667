"""Questions about expressions, with z3's names: of which sort, which operator is at the top, is it a literal?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .bits import BitVecRef
from .exprs import ArithRef, BoolRef, ExprRef, FuncDeclRef, ReRef, SeqRef, SortRef

__all__ = [
    "BitVecNumRef", "IntNumRef", "is_add", "is_and", "is_app", "is_app_of", "is_arith", "is_arith_sort", "is_array", "is_ast", "is_bool",
    "is_bv", "is_bv_sort", "is_bv_value", "is_const", "is_distinct", "is_eq", "is_expr", "is_false", "is_func_decl", "is_ge", "is_gt",
    "is_idiv", "is_implies", "is_int", "is_int_value", "is_le", "is_lt", "is_mod", "is_mul", "is_not", "is_or", "is_quantifier",
    "is_rational_value", "is_re", "is_real", "is_seq", "is_sort", "is_string", "is_string_value", "is_sub", "is_true", "is_var",
]


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


is_app = is_expr


def is_const(a: Any) -> bool:
    """Whether it has no children."""
    return isinstance(a, ExprRef) and not a.ast.args


def is_bv(a: Any) -> bool:
    """Whether it is a bit-vector."""
    return isinstance(a, BitVecRef)


def is_bv_value(a: Any) -> bool:
    """Whether it is a literal of bit-vectors."""
    return isinstance(a, BitVecRef) and a.ast.value is not None


class _Literals(type):
    """What is a literal is not known to the class of an expression, so that none is looked up for each."""

    of: type[ExprRef]

    def __instancecheck__(cls, a: Any) -> bool:
        return isinstance(a, cls.of) and a.ast.value is not None


class IntNumRef(metaclass=_Literals):
    """Literals of integers, for `isinstance`.

    >>> isinstance(IntVal(3), IntNumRef), isinstance(Int("n"), IntNumRef), isinstance(BitVecVal(1, 8), BitVecNumRef)
    (True, False, True)
    """

    of = ArithRef


class BitVecNumRef(metaclass=_Literals):
    """Literals of bit-vectors, for `isinstance`."""

    of = BitVecRef


def is_sort(a: Any) -> bool:
    """Whether it is a sort."""
    return isinstance(a, SortRef)


def is_func_decl(a: Any) -> bool:
    """Whether it is what is at the top of an expression."""
    return isinstance(a, FuncDeclRef)


def is_ast(a: Any) -> bool:
    """Whether it is an expression, a sort or what is at the top of an expression."""
    return isinstance(a, (ExprRef, SortRef, FuncDeclRef))


def is_arith_sort(a: Any) -> bool:
    """Whether it is the sort of integers."""
    return isinstance(a, SortRef) and a.name() == "Int"


def is_bv_sort(a: Any) -> bool:
    """Whether it is a sort of bit-vectors."""
    return isinstance(a, SortRef) and a.is_bv()


def is_app_of(a: Any, name: str) -> bool:
    """Whether the operator at the top has this name in SMT-LIB.

    >>> is_and(And(Bool("p"), Bool("q"))), is_le(Int("n") <= 3), is_app_of(Length("a"), "str.len")
    (True, True, True)
    """
    return isinstance(a, ExprRef) and a.ast.op == name


def _tops(name: str) -> Callable[[Any], bool]:
    def is_top(a: Any) -> bool:
        """Whether it is such an expression."""
        return is_app_of(a, name)

    return is_top


is_true, is_false, is_not, is_and, is_or, is_implies = map(_tops, ("true", "false", "not", "and", "or", "=>"))
is_eq, is_distinct, is_le, is_lt, is_ge, is_gt = map(_tops, ("=", "distinct", "<=", "<", ">=", ">"))
is_add, is_mul, is_idiv, is_mod = map(_tops, ("+", "*", "div", "mod"))


def is_sub(a: Any) -> bool:
    """Whether it is a difference."""
    return is_app_of(a, "-") and len(a.ast.args) == 2


def _never(a: Any) -> bool:
    """There are none here, so programs that look for them find nothing."""
    return False


is_real = is_array = is_quantifier = is_var = is_rational_value = _never
