"""The solver, with the names and meanings of z3's Python.

Assertions are kept here, too, as z3 shows them and counts scopes. Where z3 gives a tracked assertion a Boolean variable to stand for it, that variable is
asserted with it here, so that it is true in models and its name is in cores.
"""

from __future__ import annotations

from html import escape
from typing import Any

from . import settings
from ._core import Solver as _Solver, StringentError, script
from .explain import Explanation, Proof, proof_of, refutation
from .exprs import ArithRef, BoolRef, ExprRef, boolean, flat, integer, wrap
from .logic import Bool
from .model import ModelRef


class CheckSatResult:
    """What a check answers: `sat`, `unsat` or `unknown`."""

    __slots__ = ("r",)

    def __init__(self, r: int) -> None:
        self.r = r

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CheckSatResult) and self.r == other.r

    def __hash__(self) -> int:
        return hash(self.r)

    def __repr__(self) -> str:
        return {1: "sat", -1: "unsat", 0: "unknown"}[self.r]

    def _repr_html_(self) -> str:
        return f"<strong>{self!r}</strong>"


sat, unsat, unknown = CheckSatResult(1), CheckSatResult(-1), CheckSatResult(0)
_RESULTS = {1: sat, -1: unsat, 0: unknown}


class Statistics:
    """Counters of all checks so far."""

    def __init__(self, rows: list[tuple[str, str]]) -> None:
        self._rows = {name: float(value) if "." in value else int(value) for name, value in rows}

    def keys(self) -> list[str]:
        """The names."""
        return list(self._rows)

    def get_key_value(self, key: str) -> float:
        """The value of a counter."""
        return self._rows[key]

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, i: int) -> tuple[str, float]:
        return list(self._rows.items())[i]

    def __repr__(self) -> str:
        return "(" + "\n ".join(f":{name} {value}" for name, value in self._rows.items()) + ")"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in self._rows.items())
        return f"<table>{rows}</table>"


class Solver:
    """A solver with its assertions.

    >>> s, x = Solver(), String("x")
    >>> s.add(InRe(x, Plus(Range("a", "c"))), Length(x) == 2, x > "bb")
    >>> s.check()
    sat
    >>> s.model()[x].as_string() in ("bc", "ca", "cb", "cc")
    True
    """

    def __init__(self, *_: Any, **__: Any) -> None:
        self._core = settings.new_solver()
        self._assertions: list[BoolRef] = []
        self._trackers: dict[str, tuple[BoolRef, BoolRef]] = {}
        self._scopes: list[tuple[int, int]] = []
        self._assumptions: list[BoolRef] = []
        self._reason: str | None = None
        self._result: CheckSatResult | None = None

    def set(self, *args: Any, **keys: Any) -> None:
        """Sets parameters: `timeout` (milliseconds), `rlimit` (steps), `max_memory` (megabytes), `core.minimize`, or an option of the program.

        >>> s = Solver()
        >>> s.set("timeout", 1000)
        >>> s.set(rlimit=100000)
        >>> s.set("no such thing", 1)
        Traceback (most recent call last):
        stringent.StringentError: unknown parameter no such thing
        """
        keys.update(zip(args[::2], args[1::2]))
        for name, value in keys.items():
            settings.apply(self._core, name, value)

    def add(self, *args: Any) -> None:
        """Asserts formulas."""
        for arg in flat(args):
            formula = BoolRef(boolean(arg))
            self._core.add(formula.ast)
            self._assertions.append(formula)
        self._result = None

    append = insert = assert_exprs = add

    def __iadd__(self, formula: Any) -> Solver:
        self.add(formula)
        return self

    def assert_and_track(self, formula: Any, name: BoolRef | str) -> None:
        """Asserts a formula that a core may name.

        >>> s, x = Solver(), String("x")
        >>> s.assert_and_track(Length(x) > 3, "long")
        >>> s.assert_and_track(x == "ab", "short")
        >>> s.assert_and_track(Length(x) < 9, "irrelevant")
        >>> s.check()
        unsat
        >>> s.unsat_core()
        [long, short]
        """
        tracker = Bool(name) if isinstance(name, str) else BoolRef(boolean(name))
        formula = BoolRef(boolean(formula))
        if repr(tracker) in self._trackers:
            raise StringentError(f"{tracker} tracks another assertion")
        self._core.add_named(repr(tracker), tracker.__and__(formula).ast)
        self._trackers[repr(tracker)] = (tracker, formula)
        self._assertions.append(formula)
        self._result = None

    def push(self) -> None:
        """Opens a scope."""
        self._core.push()
        self._scopes.append((len(self._assertions), len(self._trackers)))

    def pop(self, num: int = 1) -> None:
        """Closes scopes."""
        if num > len(self._scopes):
            raise StringentError(f"cannot pop {num} scopes, {len(self._scopes)} are open")
        for _ in range(num):
            self._core.pop()
            assertions, trackers = self._scopes.pop()
            del self._assertions[assertions:]
            self._trackers = dict(list(self._trackers.items())[:trackers])
        self._result = None

    def num_scopes(self) -> int:
        """How many scopes are open."""
        return len(self._scopes)

    def reset(self) -> None:
        """Forgets all assertions."""
        self.pop(len(self._scopes))
        options = self._options()
        self._core = _Solver()
        for name, value in options.items():
            self._core.set_option(name, value)
        self._assertions, self._trackers, self._result = [], {}, None

    def _options(self) -> dict[str, str]:
        return {name: self._core.option(name) or "" for name in settings.OPTIONS.values()}

    def check(self, *assumptions: Any) -> CheckSatResult:
        """Whether the assertions have a model in which the assumptions hold.

        The interpreter's lock is released meanwhile; Control-C raises `KeyboardInterrupt`, and the solver can be asked again.
        """
        self._assumptions = [BoolRef(boolean(a)) for a in flat(assumptions)]
        self._result = None
        result, self._reason = self._core.check([a.ast for a in self._assumptions])
        self._result = _RESULTS[result]
        return self._result

    def interrupt(self) -> None:
        """Stops a check that runs in another thread: it answers `unknown`."""
        self._core.interrupt()

    def model(self) -> ModelRef:
        """The model of the last check. It stays what it is, whatever becomes of the solver."""
        model = self._core.model() if self._result != unsat else None
        if model is None or self._result is None:
            raise StringentError("model is not available")
        return ModelRef(model)

    def unsat_core(self) -> list[BoolRef]:
        """Trackers and assumptions that have no model together with what is not tracked."""
        core = self._core.unsat_core() if self._result == unsat else None
        if core is None:
            raise StringentError("there is no core: the last check did not answer unsat")
        names, assumptions = core
        found = [self._trackers[name][0] for name in names]
        return found + [a for i, a in enumerate(self._assumptions) if i in assumptions and a not in found]

    def reason_unknown(self) -> str:
        """Why the last check was undecided, in z3's words."""
        return self._reason or ""

    def statistics(self) -> Statistics:
        """Counters of all checks so far."""
        return Statistics(self._core.statistics())

    def assertions(self) -> list[BoolRef]:
        """What is asserted."""
        return list(self._assertions)

    def models(self, *terms: ExprRef, limit: int = 10, shortest: bool = False) -> list[list[Any]]:
        """Up to so many models, as the values of terms, which are different each time. (z3 has nothing like it.)

        >>> s, x = Solver(), String("x")
        >>> s.add(InRe(x, Star(Union(Re("a"), Re("bb")))))
        >>> sorted(word.as_string() for [word] in s.models(x, limit=4, shortest=True))
        ['', 'a', 'aa', 'bb']
        """
        rows, reason = self._core.models([t.ast for t in terms], limit, shortest)
        if reason is not None:
            raise StringentError(f"there may be more models: {reason}")
        return [[wrap(value) for value in row] for row in rows]

    def translate(self, _target: Any = None) -> Solver:
        """Another solver with the same assertions and parameters.

        >>> s, x = Solver(), String("x")
        >>> s.add(x == "a")
        >>> other = s.translate()
        >>> other.add(x == "b")
        >>> other.check(), s.check()
        (unsat, sat)
        """
        other = Solver()
        for name, value in self._options().items():
            other._core.set_option(name, value)
        scopes = [0, *(assertions for assertions, _ in self._scopes), len(self._assertions)]
        trackers = {id(formula): tracker for tracker, formula in self._trackers.values()}
        for scope, (start, end) in enumerate(zip(scopes, scopes[1:])):
            if scope > 0:
                other.push()
            for formula in self._assertions[start:end]:
                if id(formula) in trackers:
                    other.assert_and_track(formula, trackers[id(formula)])
                else:
                    other.add(formula)
        return other

    def __copy__(self) -> Solver:
        return self.translate()

    def __deepcopy__(self, _memo: Any) -> Solver:
        return self.translate()

    def from_string(self, text: str) -> None:
        """Asserts what a script asserts."""
        self.add(parse_smt2_string(text))

    def from_file(self, path: str) -> None:
        """Asserts what a script in a file asserts."""
        with open(path, encoding="utf-8") as file:
            self.from_string(file.read())

    def sexpr(self) -> str:
        """Declarations and assertions as SMT-LIB."""
        return script([a.ast for a in self._assertions])

    def to_smt2(self) -> str:
        """A script that asks the same.

        >>> s = Solver()
        >>> s.add(Contains(String("x"), "a"))
        >>> print(s.to_smt2(), end="")
        (set-logic ALL)
        (declare-fun x () String)
        (assert (str.contains x "a"))
        (check-sat)
        """
        return f"(set-logic ALL)\n{self.sexpr()}(check-sat)\n"

    def explain(self) -> Explanation:
        """What the last check answered, and what that rests on: for `unsat`, assertions that have no model together, tracked or not, and the kinds
        of conclusions that refuted them.

        >>> s, x = Solver(), String("x")
        >>> s.assert_and_track(PrefixOf("a", x), "first")
        >>> s.add(Length(x) < 9, x == "b")
        >>> _ = s.check()
        >>> print(s.explain())
        unsat: these 2 have no model together
          first: (str.prefixof "a" x)
          #2: (= x "b")
        concluded by: rewriting
        """
        if self._result == unsat:
            return refutation(self._labelled(), self._options())
        if self._result == sat:
            return Explanation(f"sat: {self.model()}", [], [])
        return Explanation(f"unknown: {self.reason_unknown() or 'nothing was checked'}", [], [])

    def proof(self) -> Proof:
        """A proof that the last answer, `unsat`, is right: a text that another program checks (`docs/proofs.md`). Its `script` is what it refutes.

        >>> s, x = Solver(), String("x")
        >>> s.add(PrefixOf("ab", x), Length(x) < 2)
        >>> s.check()
        unsat
        >>> s.proof().startswith("(stringent-proof 1)"), "(assert (< (str.len x) 2))" in s.proof().script
        (True, True)
        """
        if self._result != unsat:
            raise StringentError("there is no proof: the last check did not answer unsat")
        return proof_of([formula for _, formula in self._labelled()], self._options())

    def _labelled(self) -> list[tuple[str, BoolRef]]:
        """Assertions by their trackers or positions, and the assumptions of the last check."""
        trackers = {id(formula): name for name, (_, formula) in self._trackers.items()}
        assertions = [(trackers.get(id(a), f"#{i}"), a) for i, a in enumerate(self._assertions)]
        # The trackers are asserted as well, as other assertions may mention them.
        held = [(name, tracker) for name, (tracker, _) in self._trackers.items()]
        return assertions + held + [(f"assumption {i}", a) for i, a in enumerate(self._assumptions)]

    def __repr__(self) -> str:
        return repr(self._assertions)

    def _repr_html_(self) -> str:
        rows = "".join(f"<li><code>{escape(repr(a))}</code></li>" for a in self._assertions)
        answer = "" if self._result is None else f"<p>{self._result}</p>"
        return f"<ul>{rows}</ul>{answer}"


class _Objective:
    """An objective, and after a check its value."""

    def __init__(self, solver: Optimize, maximize: bool) -> None:
        self._solver, self._maximize = solver, maximize

    def _bound(self, which: int) -> Any:
        bounds = dict(zip(self._solver._objectives, self._solver._core.optima())).get(self)
        if bounds is None:
            raise StringentError("there is no bound: the scope of the objective is closed, or no check found a model since")
        bound = bounds[which]
        return ArithRef(integer(bound)) if bound is not None else ("-oo", "oo")[which]

    def lower(self) -> Any:
        """It is at least this."""
        return self._bound(0)

    def upper(self) -> Any:
        """It is at most this."""
        return self._bound(1)

    def value(self) -> Any:
        """The best value."""
        return self._bound(1 if self._maximize else 0)


class Optimize(Solver):
    """A solver that looks for the best models: the first objective counts most.

    >>> o, x = Optimize(), String("x")
    >>> o.add(InRe(x, Plus(Re("ab"))), Length(x) > 3)
    >>> least = o.minimize(Length(x))
    >>> o.check(), least.value(), o.model()[x]
    (sat, 4, "abab")
    """

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__()
        self._objectives: list[_Objective] = []
        self._objective_scopes: list[int] = []

    def _add_objective(self, objective: Any, maximize: bool) -> _Objective:
        self._core.optimize(integer(objective), maximize)
        self._objectives.append(_Objective(self, maximize))
        return self._objectives[-1]

    def push(self) -> None:
        """Opens a scope, also of objectives."""
        super().push()
        self._objective_scopes.append(len(self._objectives))

    def pop(self, num: int = 1) -> None:
        """Closes scopes."""
        super().pop(num)
        for _ in range(num):
            del self._objectives[self._objective_scopes.pop():]

    def reset(self) -> None:
        """Forgets all assertions and objectives."""
        super().reset()
        self._objectives.clear()

    def translate(self, _target: Any = None) -> Solver:
        """Not with objectives."""
        raise StringentError("objectives belong to their solver")

    def minimize(self, objective: Any) -> _Objective:
        """Asks for as small a value as possible."""
        return self._add_objective(objective, False)

    def maximize(self, objective: Any) -> _Objective:
        """Asks for as large a value as possible."""
        return self._add_objective(objective, True)

    def lower(self, objective: _Objective) -> Any:
        """An objective is at least this."""
        return objective.lower()

    def upper(self, objective: _Objective) -> Any:
        """An objective is at most this."""
        return objective.upper()


def SimpleSolver(*_: Any, **__: Any) -> Solver:
    """There is one kind of solver."""
    return Solver()


SolverFor = SimpleSolver


def parse_smt2_string(text: str, *_: Any, **__: Any) -> list[BoolRef]:
    """The assertions of a script.

    >>> parse_smt2_string('(declare-const x String) (assert (= x "a"))')
    [(= x "a")]
    """
    return [wrap(formula) for formula in _Solver().read(text)]


def parse_smt2_file(path: str) -> list[BoolRef]:
    """The assertions of a script in a file."""
    with open(path, encoding="utf-8") as file:
        return parse_smt2_string(file.read())


def solve(*formulas: Any, show: bool = False) -> None:
    """Prints a model, or that there is none.

    >>> solve(String("x") + "b" == "ab")
    [x = "a"]
    """
    solve_using(Solver(), *formulas)


def solve_using(solver: Solver, *formulas: Any, show: bool = False) -> None:
    """The same, with a solver that remembers."""
    solver.add(*formulas)
    result = solver.check()
    print("no solution" if result == unsat else solver.model() if result == sat else "failed to solve")


def prove(claim: Any) -> None:
    """Prints whether a claim holds in all models, or one in which it does not.

    >>> prove(Length(String("x") + "a") > 0)
    proved
    """
    solver = Solver()
    solver.add(~BoolRef(boolean(claim)))
    result = solver.check()
    print("proved" if result == unsat else f"counterexample\n{solver.model()}" if result == sat else "failed to prove")
