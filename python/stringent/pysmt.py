"""A solver for pySMT, by the name `stringent`: Booleans, integers, bit-vectors, strings and functions of these.

>>> import stringent.pysmt                                                                # doctest: +SKIP
>>> stringent.pysmt.register()                                                            # doctest: +SKIP
>>> from pysmt.shortcuts import *                                                         # doctest: +SKIP
>>> get_model(Equals(StrConcat(Symbol("x", STRING), String("b")), String("ab")), solver_name="stringent")    # doctest: +SKIP

Formulas are converted to terms without text in between, models back as values; a model stays what it is. Reals, arrays, declared sorts and quantifiers
are not here: formulas with those are not converted, as their logics say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ._core import Function, Model as _Model, Solver as _Solver, StringentError, Term

try:
    import pysmt.operators as op
    from pysmt.decorators import catch_conversion_error, clear_pending_pop
    from pysmt.environment import get_env
    from pysmt.exceptions import (
        ConvertExpressionError, PysmtValueError, SolverNotConfiguredForUnsatCoresError, SolverReturnedUnknownResultError, SolverStatusError,
    )
    from pysmt.logics import LOGICS, Logic, Theory
    from pysmt.solvers.smtlib import SmtLibBasicSolver, SmtLibIgnoreMixin
    from pysmt.solvers.solver import Converter, IncrementalTrackingSolver, Model, SolverOptions, UnsatCoreSolver
    from pysmt.walkers import DagWalker, handles
except ImportError as missing:
    raise ImportError("stringent.pysmt needs pySMT: pip install pysmt") from missing

NAME = "stringent"

_THEORY = Theory(bit_vectors=True, integer_arithmetic=True, linear=False, uninterpreted=True, strings=True)
ALL = Logic("QF_UFBVSNIA", "All that this solver knows", quantifier_free=True, theory=_THEORY)

_OPERATORS = {
    op.AND: "and", op.OR: "or", op.NOT: "not", op.IMPLIES: "=>", op.IFF: "=", op.EQUALS: "=", op.ITE: "ite",
    op.LE: "<=", op.LT: "<", op.PLUS: "+", op.MINUS: "-", op.TIMES: "*", op.BV_TONATURAL: "ubv_to_int",
    op.BV_NOT: "bvnot", op.BV_AND: "bvand", op.BV_OR: "bvor", op.BV_XOR: "bvxor", op.BV_CONCAT: "concat", op.BV_ULT: "bvult",
    op.BV_ULE: "bvule", op.BV_NEG: "bvneg", op.BV_ADD: "bvadd", op.BV_SUB: "bvsub", op.BV_MUL: "bvmul", op.BV_UDIV: "bvudiv",
    op.BV_UREM: "bvurem", op.BV_LSHL: "bvshl", op.BV_LSHR: "bvlshr", op.BV_SLT: "bvslt", op.BV_SLE: "bvsle", op.BV_COMP: "bvcomp",
    op.BV_SDIV: "bvsdiv", op.BV_SREM: "bvsrem", op.BV_ASHR: "bvashr",
    op.STR_LENGTH: "str.len", op.STR_CONCAT: "str.++", op.STR_CONTAINS: "str.contains", op.STR_INDEXOF: "str.indexof",
    op.STR_REPLACE: "str.replace", op.STR_SUBSTR: "str.substr", op.STR_PREFIXOF: "str.prefixof", op.STR_SUFFIXOF: "str.suffixof",
    op.STR_TO_INT: "str.to_int", op.INT_TO_STR: "str.from_int", op.STR_CHARAT: "str.at",
}
_INDEXED = {op.BV_EXTRACT: "extract", op.BV_ROL: "rotate_left", op.BV_ROR: "rotate_right", op.BV_ZEXT: "zero_extend", op.BV_SEXT: "sign_extend"}
_CONSTANTS = frozenset({op.BOOL_CONSTANT, op.INT_CONSTANT, op.STR_CONSTANT, op.BV_CONSTANT})
_OTHERS = frozenset(op.ALL_TYPES) - _OPERATORS.keys() - _INDEXED.keys() - _CONSTANTS - {op.SYMBOL, op.FUNCTION}


def _sort(kind: Any) -> str:
    """The name of a type of pySMT in SMT-LIB."""
    for is_kind, name in ((kind.is_bool_type(), "Bool"), (kind.is_int_type(), "Int"), (kind.is_string_type(), "String")):
        if is_kind:
            return name
    if kind.is_bv_type():
        return f"(_ BitVec {kind.width})"
    raise ConvertExpressionError(f"there are no terms of type {kind}")


def _indices(formula: Any) -> list[int]:
    """What an indexed operator is indexed by."""
    if formula.is_bv_extract():
        return [formula.bv_extract_end(), formula.bv_extract_start()]
    return [formula.bv_rotation_step() if formula.is_bv_rol() or formula.is_bv_ror() else formula.bv_extend_step()]


class StringentConverter(Converter, DagWalker):  # type: ignore[misc]
    """Formulas of pySMT as terms, and values back."""

    def __init__(self, environment: Any) -> None:
        DagWalker.__init__(self, environment)
        self.mgr = environment.formula_manager

    @catch_conversion_error  # type: ignore[untyped-decorator]
    def convert(self, formula: Any) -> Term:
        """The term of a formula."""
        term: Term = self.walk(formula)
        return term

    def back(self, expr: Term) -> Any:
        """The constant of a literal."""
        value = expr.value
        if isinstance(value, bool):
            return self.mgr.Bool(value)
        if isinstance(value, str):
            return self.mgr.String(value)
        if isinstance(value, int):
            return self.mgr.Int(value) if expr.sort == "Int" else self.mgr.BV(value, int(expr.sort.split()[-1][:-1]))
        raise ConvertExpressionError(f"{expr} is no literal")

    @handles(_OPERATORS)  # type: ignore[untyped-decorator]
    def _operator(self, formula: Any, args: list[Term], **_: Any) -> Term:
        return Term.apply(_OPERATORS[formula.node_type()], *args)

    @handles(_INDEXED)  # type: ignore[untyped-decorator]
    def _indexed(self, formula: Any, args: list[Term], **_: Any) -> Term:
        return Term.indexed(_INDEXED[formula.node_type()], _indices(formula), args[0])

    @handles(_CONSTANTS)  # type: ignore[untyped-decorator]
    def _constant(self, formula: Any, **_: Any) -> Term:
        value = formula.constant_value()
        if formula.is_bool_constant():
            return Term.truth(value)
        if formula.is_string_constant():
            return Term.text(value)
        return Term.bits(formula.bv_width(), value) if formula.is_bv_constant() else Term.number(int(value))

    @handles(op.SYMBOL)  # type: ignore[untyped-decorator]
    def _symbol(self, formula: Any, **_: Any) -> Term:
        return Term.var(formula.symbol_name(), _sort(formula.symbol_type()))

    @handles(op.FUNCTION)  # type: ignore[untyped-decorator]
    def _call(self, formula: Any, args: list[Term], **_: Any) -> Term:
        name = formula.function_name()
        kind = name.symbol_type()
        return Term.call(Function(name.symbol_name(), [_sort(p) for p in kind.param_types], _sort(kind.return_type)), args)

    @handles(_OTHERS)  # type: ignore[untyped-decorator]
    def _unknown(self, formula: Any, **_: Any) -> Term:
        raise ConvertExpressionError(f"there are no terms like {formula}", formula)


class StringentModel(Model):  # type: ignore[misc]
    """A model that stays what it is, whatever becomes of its solver."""

    def __init__(self, environment: Any, model: _Model) -> None:
        Model.__init__(self, environment)
        self._model, self._converter = model, StringentConverter(environment)

    def get_value(self, formula: Any, model_completion: bool = True) -> Any:
        """The value of a formula, with defaults for what the model does not mention."""
        term = self._converter.convert(formula)
        if not model_completion and not self._model.covers(term):
            raise PysmtValueError(f"{formula} has no value")
        return self._converter.back(self._model.value(term))

    def _symbols(self) -> Iterator[Any]:
        manager = self.environment.formula_manager
        for name, _ in self._model.constants():
            if name in manager.symbols:
                yield manager.get_symbol(name)

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        for symbol in self._symbols():
            yield symbol, self.get_value(symbol)

    def __contains__(self, x: Any) -> bool:
        return x in self._symbols()


class StringentOptions(SolverOptions):  # type: ignore[misc]
    """pySMT's, and in `solver_options` those of the program by name."""

    def __call__(self, solver: Any) -> None:
        own = dict(self.solver_options)
        if self.random_seed is not None:
            own["random-seed"] = self.random_seed
        for name, value in own.items():
            try:
                solver.core.set_option(name, str(value).lower())
            except StringentError as wrong:
                raise PysmtValueError(str(wrong)) from wrong


class StringentSolver(IncrementalTrackingSolver, UnsatCoreSolver, SmtLibBasicSolver, SmtLibIgnoreMixin):  # type: ignore[misc]
    """The solver as pySMT wants it."""

    LOGICS = [logic for logic in LOGICS if logic.quantifier_free and logic.theory <= _THEORY] + [ALL]
    OptionsClass = StringentOptions

    def __init__(self, environment: Any, logic: Any, **options: Any) -> None:
        IncrementalTrackingSolver.__init__(self, environment=environment, logic=logic, **options)
        self.mgr = environment.formula_manager
        self.converter = StringentConverter(environment)
        self._start()

    def _start(self) -> None:
        self.core = _Solver()
        self.options(self)
        self._asserted = 0
        self._model: StringentModel | None = None

    @clear_pending_pop  # type: ignore[untyped-decorator]
    def _reset_assertions(self) -> None:
        self._start()

    @clear_pending_pop  # type: ignore[untyped-decorator]
    def _add_assertion(self, formula: Any, named: str | None = None) -> Any:
        self._assert_is_boolean(formula)
        term = self.converter.convert(formula)
        if self.options.unsat_cores_mode is None:
            self.core.add(term)
            return formula
        key = f"a{self._asserted}"
        self._asserted += 1
        self.core.add_named(key, term)
        return key, named, formula

    @clear_pending_pop  # type: ignore[untyped-decorator]
    def _solve(self, assumptions: Any = None) -> bool:
        terms = [self.converter.convert(formula) for formula in assumptions or ()]
        self._model = None
        result, _ = self.core.check(terms)
        if result == 0:
            raise SolverReturnedUnknownResultError
        return result > 0

    def get_model(self) -> StringentModel:
        """The model of the last check."""
        model = self.core.model()
        if model is None:
            raise SolverStatusError("there is no model")
        return StringentModel(self.environment, model)

    def get_value(self, item: Any) -> Any:
        """The value of a formula in the model of the last check."""
        self._assert_no_function_type(item)
        if self._model is None:
            self._model = self.get_model()
        return self._model.get_value(item)

    def get_unsat_core(self) -> set[Any]:
        """Assertions that have no model together."""
        return set(self.get_named_unsat_core().values())

    def get_named_unsat_core(self) -> dict[str, Any]:
        """The same by their names; by keys where there are none."""
        if self.options.unsat_cores_mode is None:
            raise SolverNotConfiguredForUnsatCoresError
        core = self.core.unsat_core() if self.last_result is False and self.last_command == "solve" else None
        if core is None:
            raise SolverStatusError("the last call was not a check that answered unsat")
        return {named or key: formula for key, named, formula in self.assertions if key in core[0]}

    @clear_pending_pop  # type: ignore[untyped-decorator]
    def _push(self, levels: int = 1) -> None:
        for _ in range(levels):
            self.core.push()

    @clear_pending_pop  # type: ignore[untyped-decorator]
    def _pop(self, levels: int = 1) -> None:
        for _ in range(levels):
            self.core.pop()

    def print_model(self, name_filter: str | None = None) -> None:
        """Prints the values of symbols whose names do not begin so."""
        for symbol, value in self.get_model():
            if name_filter is None or not symbol.symbol_name().startswith(name_filter):
                print(f"{symbol} = {value}")

    def _exit(self) -> None:
        del self.core


def register(environment: Any = None) -> None:
    """Makes the solver known to an environment of pySMT, by the name `stringent`, as the last in the order of preference. Twice is once."""
    factory = (environment or get_env()).factory
    if NAME not in factory.all_solvers():
        factory._all_solvers[NAME] = StringentSolver
        factory._all_unsat_core_solvers[NAME] = StringentSolver
        factory.set_solver_preference_list([*factory.solver_preference_list, NAME])
