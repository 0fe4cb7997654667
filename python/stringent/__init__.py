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

from . import bits, exprs, kinds, logic, regex, settings, strings
from ._core import VERSION as __version__, StringentError
from .bits import *  # noqa: F403
from .explain import Explanation, Proof
from .exprs import *  # noqa: F403
from .kinds import *  # noqa: F403
from .logic import *  # noqa: F403
from .model import FuncInterp, ModelRef
from .settings import *  # noqa: F403
from .solver import (
    CheckSatResult, Optimize, SimpleSolver, Solver, SolverFor, Statistics, parse_smt2_file, parse_smt2_string, prove,
    sat, solve, solve_using, unknown, unsat,
)
from .strings import *  # noqa: F403

__all__ = [
    "CheckSatResult", "Explanation", "FuncInterp", "ModelRef", "Optimize", "Proof", "SimpleSolver", "Solver", "SolverFor", "Statistics",
    "StringentError", "__version__", "parse_smt2_file", "parse_smt2_string", "prove", "regex", "sat", "solve", "solve_using", "unknown",
    "unsat",
]
__all__ += bits.__all__
__all__ += exprs.__all__
__all__ += kinds.__all__
__all__ += logic.__all__
__all__ += settings.__all__
__all__ += strings.__all__
