"""Models, with the names and meanings of z3's Python."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from ._core import Model as _Model, Term
from .exprs import ExprRef, FuncDeclRef, term, wrap


class FuncInterp:
    """What a model gives to a function: a table, and the value for all other arguments."""

    def __init__(self, rows: list[tuple[list[Term], Term]], default: Term) -> None:
        self._rows, self._default = rows, default

    def as_list(self) -> list[Any]:
        """The rows, arguments and value each, and the other value."""
        rows: list[Any] = [[wrap(t) for t in [*args, value]] for args, value in self._rows]
        return rows + [wrap(self._default)]

    def else_value(self) -> Any:
        """The value for all other arguments."""
        return wrap(self._default)

    def num_entries(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def __repr__(self) -> str:
        rows = [f"{', '.join(map(str, args))} -> {value}" for args, value in self._rows]
        return f"[{', '.join([*rows, f'else -> {self._default}'])}]"


class ModelRef:
    """A model.

    >>> s, x, n = Solver(), String("x"), Int("n")
    >>> s.add(x == "ab", n == Length(x))
    >>> s.check()
    sat
    >>> m = s.model()
    >>> m[x], m[n].as_long(), m.eval(x + x)
    ("ab", 2, "abab")
    >>> [(d.name(), m[d]) for d in m]
    [('x', "ab"), ('n', 2)]
    """

    def __init__(self, core: _Model) -> None:
        self._core = core

    def eval(self, expr: Any, model_completion: bool = False) -> Any:
        """The value of an expression. What the model does not mention stays as it is, unless it is to be completed.

        >>> s = Solver()
        >>> s.add(String("x") == "a")
        >>> _ = s.check()
        >>> s.model().eval(String("x") + String("y"))
        (str.++ "a" y)
        """
        ast = term(expr)
        if model_completion or self._core.covers(ast):
            return wrap(self._core.value(ast))
        known = [Term.var(name, sort) for name, sort in self._core.constants()]
        return wrap(ast.substitute([(var, self._core.value(var)) for var in known]).simplify())

    evaluate = eval

    def decls(self) -> list[FuncDeclRef]:
        """The constants and functions that have values."""
        constants = [FuncDeclRef(Term.var(name, sort)) for name, sort in self._core.constants()]
        return constants + [FuncDeclRef(function) for function in self._core.functions()]

    def __getitem__(self, key: Any) -> Any:
        """The value of a constant or a function, None if it has none; or the constant with this number."""
        if isinstance(key, int):
            return self.decls()[key]
        if isinstance(key, FuncDeclRef):
            if key._function is not None:
                table = self._core.table(key._function)
                return None if table is None else FuncInterp(*table)
            return self[key()]
        return wrap(self._core.value(key.ast)) if self._core.covers(key.ast) else None

    get_interp = __getitem__

    def __len__(self) -> int:
        return len(self.decls())

    def __iter__(self) -> Iterator[FuncDeclRef]:
        return iter(self.decls())

    def __contains__(self, key: ExprRef | FuncDeclRef) -> bool:
        return self[key] is not None

    def sexpr(self) -> str:
        """As SMT-LIB."""
        return str(self._core)

    def __repr__(self) -> str:
        return f"[{', '.join(f'{decl} = {self[decl]}' for decl in self)}]"

    def _repr_html_(self) -> str:
        cells = [(escape(str(decl)), escape(str(self[decl]))) for decl in self]
        rows = "".join(f"<tr><td>{name}</td><td><code>{value}</code></td></tr>" for name, value in cells)
        return f"<table>{rows}</table>"
