"""Stringent: an SMT solver for strings, regular expressions and linear integer arithmetic.

The names and meanings are those of z3's Python; `docs/python.md` lists the differences.

>>> x = String("x")
>>> s = Solver()
>>> s.add(InRe(x, Plus(Range("a", "z"))), Length(x) == 3, Contains(x, "q"))
>>> s.check()
sat
>>> "q" in s.model()[x].as_string()
True

`stringent.regex` compares patterns without a solver.
"""

from . import regex
from ._core import VERSION as __version__, StringentError
from .bits import *  # noqa: F403
from .exprs import *  # noqa: F403
from .exprs import Z3Exception
from .logic import *  # noqa: F403
from .model import FuncInterp, ModelRef
from .solver import (
    CheckSatResult, Optimize, SimpleSolver, Solver, SolverFor, Statistics, parse_smt2_file, parse_smt2_string, prove,
    sat, solve, unknown, unsat,
)
from .strings import *  # noqa: F403

_OWN = {"annotations", "Any", "Iterable", "count", "overload", "Either", "reduce", "alike", "bits", "CLASSES", "Term", "boolean", "flat", "integer", "literal",
        "regex", "string", "term", "wrap", "exprs", "logic", "model", "solver", "strings"}
__all__ = [name for name in dir() if not name.startswith("_") and name not in _OWN]
